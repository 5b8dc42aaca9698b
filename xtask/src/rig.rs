//! Starts the programs that measure and break the server, which are a crate of their own.

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

/// A task of which the exit status says whether all is well.
pub(crate) fn check(project: &Project, arguments: &[&str]) -> Result<()> {
    process::run(command(project).args(arguments))
}

fn command(project: &Project) -> Command {
    let mut cargo = process::cargo(project);
    cargo.args(["run", "--quiet", "--package", "rig", "--"]);
    cargo
}
