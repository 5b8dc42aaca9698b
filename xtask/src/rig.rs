//! Starts the rig, a separate crate that measures and breaks the server.

use std::{
    ffi::OsString,
    process::{Command, ExitCode},
};

use anyhow::{Context, Result};
use xtask::{process, project::Project};

/// `cargo xtask bench`, `price` and `cluster`
pub(crate) fn run(project: &Project, task: &str, arguments: &[OsString]) -> Result<ExitCode> {
    let status = command(project).arg(task).args(arguments).status().context("cannot start cargo")?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A task whose exit status is the verdict.
pub(crate) fn check(project: &Project, arguments: &[&str]) -> Result<()> {
    process::run(command(project).args(arguments))
}

fn command(project: &Project) -> Command {
    let mut cargo = process::cargo(project);
    cargo.args(["run", "--quiet", "--package", "rig", "--"]);
    cargo
}
