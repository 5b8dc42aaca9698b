//! `cargo xtask build`: the browser bundle, then the server that embeds it.

use std::process::{Command, ExitCode};

use anyhow::Result;

use crate::{
    bundle, process,
    progress::Steps,
    project::{Names, Project},
};

/// The number of steps `everything` takes.
pub const STEPS: usize = bundle::STEPS + 1;

/// Always selected together for daily work and tests. With fewer packages, cargo would enable fewer features and
/// compile the large dependencies once for each selection.
const PRODUCT: [&str; 5] = ["--workspace", "--exclude", "xtask", "--exclude", "rig"];

pub fn run(project: &Project, release: bool) -> Result<ExitCode> {
    everything(project, &mut Steps::new(STEPS), release)?;
    println!("{}", project.binary(release).display());
    Ok(ExitCode::SUCCESS)
}

pub fn everything(project: &Project, steps: &mut Steps, release: bool) -> Result<()> {
    if release {
        return optimised(project, steps, "");
    }
    bundle::make(project, steps, true)?;
    steps.step("server: compiling (about 3 minutes the first time)", || server(project))
}

/// The optimised server with these features, and everything that it embeds.
pub fn optimised(project: &Project, steps: &mut Steps, features: &str) -> Result<()> {
    bundle::make(project, steps, false)?;
    steps.step("server: compiling, optimised (about 8 minutes the first time)", || {
        let Names { bin_package, bin_target, .. } = &project.names;
        let build = ["build", "--release", "-p", bin_package, "--bin", bin_target, "--features", features];
        process::run(process::cargo(project).args(build))
    })
}

/// Builds the server as the tests need it. The examples are there for their features: cargo enables those of
/// the tests' dependencies only when it builds a target that may use them.
pub fn server(project: &Project) -> Result<()> {
    process::run(&mut product(project, "build", &["--bin", &project.names.bin_target, "--examples"]))
}

/// Cargo's `build` or `test` of some targets of the product.
pub fn product(project: &Project, command: &str, targets: &[&str]) -> Command {
    let mut cargo = process::cargo(project);
    cargo.arg(command).args(PRODUCT).args(targets);
    cargo
}
