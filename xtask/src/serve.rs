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
    build::everything(project, &mut Steps::new(build::STEPS), release)?;

    let mut server = Command::new(project.binary(release));
    server.current_dir(project.path("")).arg("serve");
    if env::var_os("QA_DATA_DIR").is_none() {
        // Not the database of an installation on this machine.
        server.env("QA_DATA_DIR", "./data");
    }
    if !names_an_address(arguments) {
        server.args(["--addr", &project.names.site_addr]);
    }
    server.arg("--demo").args(arguments);
    println!("starting {}", process::shown(&server));

    // Replaces this process, so that signals reach the server and its exit status is the command's.
    Err(server.exec()).context("cannot start the server")
}

fn names_an_address(arguments: &[OsString]) -> bool {
    arguments.iter().any(|argument| argument == "--addr" || argument.as_encoded_bytes().starts_with(b"--addr="))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_given_by_hand_replaces_the_default() {
        assert!(names_an_address(&["--addr".into(), "[::1]:80".into()]));
        assert!(names_an_address(&["--addr=[::1]:80".into()]));
        assert!(!names_an_address(&["--metrics-addr".into()]));
    }
}
