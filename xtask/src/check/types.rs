//! The browser tests' own language: `npm run check` in their folder.

use std::process::Command;

use anyhow::Result;

use crate::{process, project::Project, tools};

pub(crate) fn check(project: &Project) -> Result<()> {
    let folder = project.path("end2end");
    tools::require_node()?;
    tools::install_packages(&folder, "for the types of the browser tests")?;
    process::run(Command::new("npm").args(["run", "--silent", "check"]).current_dir(folder))
}
