//! What cargo tests: the crates' own tests and the server's interface.

use anyhow::Result;

use super::tally::Tally;
use crate::{process, progress::Steps, project::Project, tools};

pub(crate) const UNIT_STEPS: usize = 2;
pub(crate) const HTTP_STEPS: usize = 2;

/// The product's crates are always chosen together: with fewer, they would share fewer features, and cargo
/// would build the large dependencies once for each choice.
pub(crate) const PRODUCT: [&str; 3] = ["--workspace", "--exclude", "xtask"];

pub(crate) fn unit(project: &Project, steps: &mut Steps) -> Result<Tally> {
    let mut sum = steps.step("unit: domain, app and server (about 3 minutes the first time)", || {
        test(project, &[&PRODUCT[..], &["--lib", "--bins"]].concat())
    })?;
    sum += steps.step("unit: xtask", || test(project, &["--package", "xtask"]))?;
    Ok(sum)
}

pub(crate) fn http(project: &Project, steps: &mut Steps) -> Result<Tally> {
    steps.step("http: GnuPG, OpenSSH's server, LibreOffice, Python", || {
        tools::require_delivery_tools()?;
        tools::require_office()
    })?;
    steps.step("http: the server's interface", || test(project, &[&PRODUCT[..], &["--test", "*"]].concat()))
}

fn test(project: &Project, what: &[&str]) -> Result<Tally> {
    let mut tally = Tally::default();
    let mut cargo = process::cargo(project);
    // A snapshot that differs is a failure, never a new snapshot.
    cargo.env("INSTA_UPDATE", "no").args(["test", "--no-fail-fast"]).args(what);
    let status = process::run_watched(&mut cargo, |line| tally.see_cargo(line))?;
    Ok(tally.ended(status))
}
