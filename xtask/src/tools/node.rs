//! Node and the packages it runs: what shrinks the browser bundle, and Playwright.

use std::{fs, path::Path, process::Command, time::SystemTime};

use anyhow::{Context, Result};

use super::apt;
use crate::process;

pub(crate) fn has_node() -> bool {
    process::find(&["node"]).is_some() && process::find(&["npm"]).is_some()
}

pub(crate) fn require_node() -> Result<()> {
    if has_node() {
        return Ok(());
    }
    apt::install("nodejs npm", "to run the browser tests")
}

/// Installs the packages of `folder`'s lock file, unless that was done since the file last changed.
pub(crate) fn install_packages(folder: &Path, purpose: &str) -> Result<()> {
    let lock = folder.join("package-lock.json");
    let wanted = changed(&lock).with_context(|| format!("cannot read {}", lock.display()))?;
    let installed = changed(&folder.join("node_modules/.package-lock.json"));
    if installed.is_ok_and(|installed| installed >= wanted) {
        return Ok(());
    }
    println!("installing npm packages, {purpose}: npm ci (in {})", folder.display());
    process::run(Command::new("npm").args(["ci", "--no-audit", "--no-fund"]).current_dir(folder))
}

fn changed(file: &Path) -> std::io::Result<SystemTime> {
    fs::metadata(file)?.modified()
}
