//! The browser of the browser tests: the system's Chromium, never a download of its own.

use std::{env, path::PathBuf};

use anyhow::{Context, Result, bail};

use super::apt;
use crate::process;

const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// The path of a Chromium; `CHROMIUM_PATH` comes first.
pub(crate) fn require_chromium() -> Result<PathBuf> {
    if let Some(path) = env::var_os("CHROMIUM_PATH").map(PathBuf::from) {
        if !path.is_file() {
            bail!("CHROMIUM_PATH names {}, which is no file", path.display());
        }
        return Ok(path);
    }
    if let Some(path) = process::find(&NAMES) {
        return Ok(path);
    }
    apt::install("chromium", "for the browser tests (or set CHROMIUM_PATH)")?;
    process::find(&NAMES).context("chromium was installed but is not on the PATH")
}
