//! All checks, one after the other; a failed one does not hide the next.

use std::process::ExitCode;

use anyhow::Result;

use super::{clippy, licences, lock_file, types};
use crate::{process, progress::Steps, project::Project, tools};

type Check = (&'static str, fn(&Project) -> Result<()>);

const CHECKS: [Check; 7] = [
    ("format", format),
    ("clippy: the domain", clippy::domain),
    ("clippy: the workspace", clippy::workspace),
    ("clippy: the app as the browser gets it", clippy::browser),
    ("types of the browser tests", types::check),
    ("lock file", lock_file::check),
    ("licences of all dependencies", licences::check),
];

pub(crate) fn run(project: &Project) -> Result<ExitCode> {
    tools::require_c_compiler()?;
    tools::require_wasm_target()?;
    let mut steps = Steps::new(CHECKS.len());
    let mut failed = Vec::new();
    for (name, check) in CHECKS {
        if let Err(error) = steps.step(name, || check(project)) {
            eprintln!("error: {error:#}");
            failed.push(name);
        }
    }
    if failed.is_empty() {
        println!("all checks passed");
        return Ok(ExitCode::SUCCESS);
    }
    println!("failed: {}", failed.join("; "));
    Ok(ExitCode::FAILURE)
}

fn format(project: &Project) -> Result<()> {
    process::run(process::cargo(project).args(["fmt", "--all", "--check"]))
}
