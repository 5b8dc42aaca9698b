//! `cargo xtask serve`: builds everything and becomes the demo server.

use std::{
    env,
    ffi::OsString,
    os::unix::process::CommandExt,
    process::{Command, ExitCode},
};

use anyhow::{Context, Result};

use xtask::{build, process, progress::Steps, project::Project};

pub(crate) fn run(project: &Project, release: bool, arguments: &[OsString]) -> Result<ExitCode> {
    build::everything(project, &mut Steps::new(build::steps(release)), release)?;

    let mut server = Command::new(project.binary(release));
    server.current_dir(project.path("")).arg("serve");
    if env::var_os("QA_DATA_DIR").is_none() {
        // Avoids the database of an installation on this machine.
        server.env("QA_DATA_DIR", "./data");
    }
    server.arg("--demo").args(arguments);
    println!("starting {}", process::shown(&server));

    // Replaces this process, so that signals reach the server and its exit status is the command's.
    Err(server.exec()).context("cannot start the server")
}
