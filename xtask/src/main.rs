//! `cargo xtask`: builds, runs, tests, checks and packages the project.

mod agreement;
mod bench;
mod build;
mod bundle;
mod check;
mod cli;
mod cluster;
mod dist;
mod neighbours;
mod price;
mod process;
mod progress;
mod project;
mod serve;
mod test;
mod tools;

use std::process::ExitCode;

use clap::Parser;

fn main() -> anyhow::Result<ExitCode> {
    let task = cli::Cli::parse().task;
    let project = project::Project::read()?;
    match task {
        cli::Task::Serve { release, arguments } => serve::run(&project, release, &arguments),
        cli::Task::Build { release } => build::run(&project, release),
        cli::Task::Test { part } => test::run(&project, part),
        cli::Task::Check => check::run(&project),
        cli::Task::Bench { postgres, against } => bench::run(&project, postgres, against.as_deref()),
        cli::Task::Price { release, accept } => price::print(&project, release, accept),
        cli::Task::Cluster { pgbouncer, test } => cluster::run(&project, pgbouncer, test.map(|test| test.faults())),
        cli::Task::Dist => dist::run(&project),
    }
}
