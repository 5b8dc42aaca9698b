//! All checks in turn; a failed check does not stop the next.

use std::{
    fs,
    process::{Command, ExitCode},
};

use anyhow::Result;

use super::{dependencies, layers};
use xtask::{
    bundle, process,
    progress::Steps,
    project::Project,
    tools::{self, WASM_TARGET},
};

type Check = (&'static str, fn(&Project) -> Result<()>);

const CHECKS: [Check; 8] = [
    ("format", format),
    ("clippy: the domain", clippy_domain),
    ("clippy: the workspace", clippy_workspace),
    ("clippy: what the browser gets", clippy_browser),
    ("the direction of imports", layers::check),
    ("types of the browser tests", types),
    ("dependencies: versions and licences", dependencies::licences),
    ("dependencies: advisories", dependencies::advisories),
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

fn clippy_domain(project: &Project) -> Result<()> {
    clippy(project, &["--package", "domain", "--all-targets"])
}

fn clippy_workspace(project: &Project) -> Result<()> {
    // The server embeds this folder, which may be empty here.
    fs::create_dir_all(project.site_assets())?;
    // Includes the feature that default builds leave out.
    clippy(project, &["--workspace", "--all-targets", "--features", "server/s3"])
}

fn clippy_browser(project: &Project) -> Result<()> {
    let features = project.names.lib_features.join(",");
    let app = ["--package", &project.names.lib_package, "--lib", "--target", WASM_TARGET];
    clippy(project, &[&app[..], &["--no-default-features", "--features", &features]].concat())?;
    clippy(project, &[&["--lib", "--target", WASM_TARGET][..], &bundle::EDITOR_SELECTION].concat())
}

fn clippy(project: &Project, selection: &[&str]) -> Result<()> {
    process::run(process::cargo(project).arg("clippy").args(selection).args(["--", "--deny", "warnings"]))
}

fn types(project: &Project) -> Result<()> {
    let folder = project.path("end2end");
    tools::require_node()?;
    tools::install_packages(&folder, "for the types of the browser tests")?;
    process::run(Command::new("npm").args(["run", "--silent", "check"]).current_dir(folder))
}
