//! Licences, versions and advisories of dependencies; `.cargo/deny.toml` has the rules.

use std::process::Command;

use anyhow::Result;

use xtask::{process, project::Project, tools};

/// Every dependency, including those of optional features, has a permissive licence, and some may have only one
/// version.
pub(super) fn licences(project: &Project) -> Result<()> {
    deny(project, &["check", "bans", "licenses", "sources"])
}

pub(super) fn advisories(project: &Project) -> Result<()> {
    if deny(project, &["fetch", "db"]).is_err() {
        println!("not checked: the database of advisories cannot be reached");
        return Ok(());
    }
    deny(project, &["--offline", "check", "advisories"])
}

fn deny(project: &Project, arguments: &[&str]) -> Result<()> {
    let program = tools::require_cargo_deny(project)?;
    let options = ["--log-level", "error", "--all-features", "--locked"];
    process::run(Command::new(program).args(options).args(arguments).current_dir(project.path("")))
}
