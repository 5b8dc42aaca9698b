//! The rig: measures the server, counts the cost of a request, sets tenants against each other, and breaks a cluster.
//! It is started by `cargo xtask bench`, `price`, `cluster` and `test`.

mod bench;
mod cli;
mod cluster;
mod neighbours;
mod price;
mod programs;

use std::process::ExitCode;

use clap::Parser;
use xtask::project::Project;

fn main() -> anyhow::Result<ExitCode> {
    let task = cli::Cli::parse().task;
    let project = Project::read()?;
    match task {
        cli::Task::Bench { postgres, against } => bench::run(&project, postgres, against.as_deref()),
        cli::Task::Price { check: true, .. } => price::check(&project).map(|()| ExitCode::SUCCESS),
        cli::Task::Price { release, accept, .. } => price::print(&project, release, accept),
        cli::Task::Neighbours { release } => neighbours::check(&project, release).map(|()| ExitCode::SUCCESS),
        cli::Task::Cluster { pgbouncer, test } => cluster::run(&project, pgbouncer, test.map(|test| test.faults())),
    }
}
