//! `cargo xtask dist`: a tarball with everything needed to run the service.

use std::{
    env::consts::ARCH,
    fs,
    path::Path,
    process::{Command, ExitCode},
};

use anyhow::{Context, Result};

use crate::{build, process, progress::Steps, project::Project};

/// The files beside the server.
const FILES: [&str; 4] = ["LICENSE", "README.md", "packaging/quiz-answers.env", "packaging/quiz-answers.service"];

pub(crate) fn run(project: &Project) -> Result<ExitCode> {
    let mut steps = Steps::new(build::STEPS + 1);
    build::everything(project, &mut steps, true)?;

    let binary = &project.names.bin_target;
    let name = format!("{binary}-{}-{ARCH}-linux", env!("CARGO_PKG_VERSION"));
    let folder = project.target("dist");
    let tarball = folder.join(format!("{name}.tar.gz"));
    steps.step("tarball", || {
        let stage = folder.join(&name);
        fs::create_dir_all(&stage)?;
        copy(&project.binary(true), &stage)?;
        for file in FILES {
            copy(&project.path(file), &stage)?;
        }
        process::run(
            Command::new("tar")
                .args(["--create", "--gzip", "--sort=name"])
                .args(["--owner=0", "--group=0", "--numeric-owner"])
                .arg("--file")
                .arg(&tarball)
                .arg("--directory")
                .arg(&folder)
                .arg(&name),
        )?;
        Ok(fs::remove_dir_all(&stage)?)
    })?;
    println!("{}", tarball.display());
    Ok(ExitCode::SUCCESS)
}

fn copy(file: &Path, folder: &Path) -> Result<()> {
    let name = file.file_name().context("not a file")?;
    fs::copy(file, folder.join(name)).with_context(|| format!("cannot copy {}", file.display()))?;
    Ok(())
}
