//! `cargo xtask`: builds, runs, tests, checks and packages the project.

mod agreement;
mod check;
mod cli;
mod dist;
mod rig;
mod serve;
mod test;

use std::process::ExitCode;

use clap::Parser;
use xtask::{build, project::Project};

fn main() -> anyhow::Result<ExitCode> {
    let task = cli::Cli::parse().task;
    let project = Project::read()?;
    match task {
        cli::Task::Serve { release, arguments } => serve::run(&project, release, &arguments),
        cli::Task::Build { release } => build::run(&project, release),
        cli::Task::Test { part } => test::run(&project, part),
        cli::Task::Check => check::run(&project),
        cli::Task::Bench { arguments } => rig::run(&project, "bench", &arguments),
        cli::Task::Price { arguments } => rig::run(&project, "price", &arguments),
        cli::Task::Cluster { arguments } => rig::run(&project, "cluster", &arguments),
        cli::Task::Dist { program } => dist::run(&project, program),
    }
}
