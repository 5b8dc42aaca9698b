//! What Playwright tests: the pages, in a real Chromium, against the server as it is built for daily work.

use std::{path::PathBuf, process::Command};

use anyhow::Result;

use super::{native::PRODUCT, tally::Tally};
use crate::{process, progress::Steps, project::Project, tools};

pub(crate) const STEPS: usize = 3;

pub(crate) fn run(project: &Project, steps: &mut Steps) -> Result<Tally> {
    let folder = project.path("end2end");
    let chromium = steps.step("browser: Node, Playwright, Chromium", || {
        tools::require_node()?;
        tools::install_packages(&folder, "for the browser tests")?;
        tools::require_chromium()
    })?;
    let server = steps.step("browser: the server", || server(project))?;
    steps.step("browser: the pages", || {
        let mut tally = Tally::default();
        // Playwright starts the server itself.
        let status = process::run_watched(
            Command::new("npx")
                .args(["playwright", "test", "--reporter=list"])
                .current_dir(&folder)
                .env("QUIZ_ANSWERS_BIN", server)
                .env("CHROMIUM_PATH", chromium)
                // Colours would hide the figures.
                .env("FORCE_COLOR", "0"),
            |line| tally.see_playwright(line),
        )?;
        Ok(tally.ended(status))
    })
}

/// Builds the server with the features that the other tests' build has, or its libraries would be built twice:
/// cargo adds those that the tests need only if it is to build something that may need them, as examples do.
fn server(project: &Project) -> Result<PathBuf> {
    process::run(process::cargo(project).arg("build").args(PRODUCT).args([
        "--bin",
        &project.names.bin_target,
        "--examples",
    ]))?;
    Ok(project.binary(false))
}
