//! Known defects of dependencies, and dependencies that are no longer maintained. `.cargo/audit.toml` has the exceptions.

use std::process::Command;

use anyhow::{Context, Result, bail};

use xtask::{project::Project, tools};

pub(super) fn check(project: &Project) -> Result<()> {
    let program = tools::require_cargo_audit(project)?;
    let mut audit = Command::new(program);
    audit.args(["audit", "--deny", "unmaintained", "--deny", "unsound", "--quiet"]).current_dir(project.path(""));
    let output = audit.output().context("cannot start cargo-audit")?;
    let (found, trouble) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    if output.status.success() {
        return Ok(());
    }
    if is_unreachable(&trouble) {
        println!("not checked: the database of advisories cannot be reached");
        return Ok(());
    }
    bail!("{found}{trouble}")
}

/// True for what cargo-audit says when it could not fetch the advisories. It has no exit status for it.
fn is_unreachable(trouble: &str) -> bool {
    trouble.contains("couldn't fetch advisory database")
}
