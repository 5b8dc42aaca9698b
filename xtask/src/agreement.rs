//! Compares the journey through a quiz as computed by the page with that computed by the server.

use std::process::Command;

use anyhow::{Result, ensure};
use wasm_bindgen_cli_support::Bindgen;

use xtask::{build, process, project::Project, tools::WASM_TARGET};

/// Random definitions with all kinds of questions and conditions, each with random answers.
const QUIZZES: &str = "10000";
const EXAMPLE: &str = "journeys";

/// Prints the journey of each quiz.
const IN_NODE: &str = r"
const { way_of_page } = require(process.argv[1]);
for (let seed = 0; seed < Number(process.argv[2]); seed++) console.log(way_of_page(seed));
";

/// Fails with the first quiz in which the next question, its position, an error or the submission differs.
pub(crate) fn check(project: &Project) -> Result<()> {
    let names = &project.names;
    let profile = &names.lib_profile_release;
    let mut wasm = process::cargo(project);
    wasm.args(["build", "--package", &names.lib_package, "--example", EXAMPLE])
        .args(["--target", WASM_TARGET, "--profile", profile])
        .args(["--no-default-features", "--features", &names.lib_features.join(",")]);
    // Unoptimised: running the quizzes here takes as long as the other compilation.
    let wasm = process::Background::start(wasm.arg("--quiet"))?;
    process::run(&mut build::product(project, "build", &["--example", EXAMPLE]))?;
    let server = process::output(Command::new(project.target("debug/examples").join(EXAMPLE)).arg(QUIZZES))?;
    wasm.finish()?;

    let folder = project.target("agreement");
    let module = project.target(WASM_TARGET).join(profile).join("examples").join(format!("{EXAMPLE}.wasm"));
    Bindgen::new().input_path(module).out_name(EXAMPLE).nodejs(true)?.typescript(false).generate(&folder)?;
    let script = folder.join(format!("{EXAMPLE}.js"));
    let browser = process::output(Command::new("node").args(["-e", IN_NODE]).arg(script).arg(QUIZZES))?;

    ensure!(server.lines().count().to_string() == QUIZZES, "not every quiz was tried");
    let differs = server.lines().zip(browser.lines()).position(|(server, browser)| server != browser);
    ensure!(differs.is_none(), "the quiz of seed {} differs", differs.unwrap_or_default());
    ensure!(server.len() == browser.len(), "the browser's program ended early");
    Ok(())
}
