//! esbuild: the JavaScript glue as one small file.

use std::{path::Path, process::Command};

use anyhow::Result;

use super::{compress, files};
use crate::process;

/// Bundling draws in the snippets that crates bring along, so the browser loads one file.
pub(crate) const OPTIONS: &[&str] = &[
    "--bundle",
    "--minify",
    "--format=esm",
    "--target=es2020",
    "--legal-comments=none",
    "--log-level=warning",
    "--allow-overwrite",
];

/// Minifies `script` in place with the esbuild of the packages in `tools`, and prints what that brought.
pub(crate) fn script(tools: &Path, script: &Path) -> Result<()> {
    let before = files::read(script)?;
    process::run(
        Command::new(tools.join("node_modules/.bin/esbuild"))
            .args(OPTIONS)
            .arg(script)
            .arg(format!("--outfile={}", script.display())),
    )?;
    let after = files::read(script)?;
    println!("      {}: {} → {}", files::name_of(script)?, compress::sizes(&before)?, compress::sizes(&after)?);
    Ok(())
}
