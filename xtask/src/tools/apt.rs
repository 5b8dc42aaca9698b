//! Debian packages, on machines where this program may install them.

use std::process::Command;

use anyhow::{Result, bail};

use crate::process;

/// Installs Debian packages, saying so first. Elsewhere the error says what is missing, and what for.
pub(crate) fn install(packages: &str, purpose: &str) -> Result<()> {
    let Some(prefix) = privilege()? else {
        bail!("missing: {packages}, {purpose}; please install it and try again");
    };
    let command = format!(
        "{prefix}apt-get update && {prefix}env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends {packages}"
    );
    println!("installing {packages}, {purpose}: {command}");
    process::run(Command::new("sh").args(["-c", &command]))
}

/// What to put before `apt-get`, or nothing if this machine has none or we may not use it.
fn privilege() -> Result<Option<&'static str>> {
    if process::find(&["apt-get"]).is_none() {
        return Ok(None);
    }
    if process::output(Command::new("id").arg("-u"))? == "0" {
        return Ok(Some(""));
    }
    Ok(process::find(&["sudo"]).map(|_| "sudo "))
}
