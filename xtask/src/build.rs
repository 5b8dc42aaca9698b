//! `cargo xtask build`: the browser bundle, and the server, which embeds it when optimised.

use std::{
    env,
    process::{Command, ExitCode},
};

use anyhow::Result;

use crate::{
    bundle, process,
    progress::Steps,
    project::{Names, Project},
};

/// The number of steps of `everything`.
pub fn steps(release: bool) -> usize {
    bundle::STEPS + usize::from(release)
}

/// Always selected together for daily work and tests. With fewer packages, cargo would enable fewer features and
/// compile the large dependencies again for each selection.
const PRODUCT: [&str; 5] = ["--workspace", "--exclude", "xtask", "--exclude", "rig"];

pub fn run(project: &Project, release: bool) -> Result<ExitCode> {
    everything(project, &mut Steps::new(steps(release)), release)?;
    println!("{}", project.binary(release).display());
    Ok(ExitCode::SUCCESS)
}

pub fn everything(project: &Project, steps: &mut Steps, release: bool) -> Result<()> {
    if release { optimised(project, steps, "") } else { unoptimised(project, steps) }
}

/// The server as the tests need it, and the files that it reads.
pub fn unoptimised(project: &Project, steps: &mut Steps) -> Result<()> {
    bundle::make(project, steps, Some(server_build(project)))
}

/// The optimised server with these features and everything it embeds.
pub fn optimised(project: &Project, steps: &mut Steps, features: &str) -> Result<()> {
    bundle::make(project, steps, None)?;
    steps.step("server: compiling, optimised (about 8 minutes the first time)", || {
        let Names { bin_package, bin_target, .. } = &project.names;
        let build = ["build", "--release", "-p", bin_package, "--bin", bin_target, "--features", features];
        process::run(process::cargo(project).args(build).envs(without_paths(project)))
    })
}

/// Variables that keep this machine's paths out of the compiled program: the same commit makes the same program
/// anywhere.
fn without_paths(project: &Project) -> Vec<(&'static str, String)> {
    let set = |name| env::var(name).ok();
    let home = set("CARGO_HOME").or_else(|| set("HOME").map(|home| format!("{home}/.cargo")));
    let folders = [(Some(project.path("").display().to_string()), "/quiz-answers/"), (home, "/cargo")];
    let maps = |option: &str| -> Vec<String> {
        let all = folders.iter().filter_map(|(from, to)| Some(format!("{option}={}={to}", from.as_ref()?)));
        all.collect()
    };
    let given = |name| set(name).into_iter();
    vec![
        ("RUSTFLAGS", given("RUSTFLAGS").chain(maps("--remap-path-prefix")).collect::<Vec<_>>().join(" ")),
        ("CFLAGS", given("CFLAGS").chain(maps("-ffile-prefix-map")).collect::<Vec<_>>().join(" ")),
    ]
}

pub fn server(project: &Project) -> Result<()> {
    process::run(&mut server_build(project))
}

/// The examples are built for their features: cargo enables the features of dev-dependencies only when it builds a
/// target that may use them.
fn server_build(project: &Project) -> Command {
    product(project, "build", &["--bin", &project.names.bin_target, "--examples"])
}

/// Cargo's `build` or `test` for some targets of the product.
pub fn product(project: &Project, command: &str, targets: &[&str]) -> Command {
    let mut cargo = process::cargo(project);
    cargo.arg(command).args(PRODUCT).args(targets);
    cargo
}
