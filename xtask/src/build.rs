//! `cargo xtask build`: the browser bundle, then the server that carries it.

use std::process::ExitCode;

use anyhow::Result;

use crate::{bundle, process, progress::Steps, project::Project};

/// How many steps `everything` takes.
pub(crate) const STEPS: usize = bundle::STEPS + 1;

pub(crate) fn run(project: &Project, release: bool) -> Result<ExitCode> {
    everything(project, &mut Steps::new(STEPS), release)?;
    println!("{}", project.binary(release).display());
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn everything(project: &Project, steps: &mut Steps, release: bool) -> Result<()> {
    bundle::make(project, steps)?;
    let what = if release {
        "server: compiling, optimised (about 9 minutes the first time)"
    } else {
        "server: compiling (about 3 minutes the first time)"
    };
    steps.step(what, || {
        let mut cargo = process::cargo(project);
        cargo.args(["build", "--package", &project.names.bin_package]).args(["--bin", &project.names.bin_target]);
        if release {
            cargo.arg("--release");
        }
        process::run(&mut cargo)
    })
}
