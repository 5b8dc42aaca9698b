//! Clippy, with every warning an error: once for each world that code is compiled for.

use std::fs;

use anyhow::Result;

use crate::{process, project::Project, tools::WASM_TARGET};

pub(crate) fn domain(project: &Project) -> Result<()> {
    clippy(project, &["--package", "domain", "--all-targets"])
}

pub(crate) fn workspace(project: &Project) -> Result<()> {
    // The server embeds this folder; for clippy it may be empty.
    fs::create_dir_all(project.site_assets())?;
    // With the feature that the default build leaves out.
    clippy(project, &["--workspace", "--all-targets", "--features", "server/s3"])
}

pub(crate) fn browser(project: &Project) -> Result<()> {
    let names = &project.names;
    let features = names.lib_features.join(",");
    let app = ["--package", &names.lib_package, "--lib"];
    let as_in_browser = ["--no-default-features", "--features", &features, "--target", WASM_TARGET];
    clippy(project, &[&app[..], &as_in_browser[..]].concat())
}

fn clippy(project: &Project, what: &[&str]) -> Result<()> {
    process::run(process::cargo(project).arg("clippy").args(what).args(["--", "--deny", "warnings"]))
}
