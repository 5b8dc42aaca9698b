//! wasm-opt: the module, rewritten for size.

use std::{path::Path, process::Command};

use anyhow::Result;

use super::{compress, features, files};
use crate::process;

/// Beside these, the features that the module declares. Larger functions with one caller are left alone: drawn
/// into it they save bytes, but what is sent, compressed, is smaller without.
pub(crate) const OPTIONS: &[&str] =
    &["-Oz", "--converge", "--one-caller-inline-max-function-size=30", "--mvp-features", "--strip-target-features"];

/// Shrinks `module` in place with the wasm-opt of the packages in `tools`, and prints what that brought.
pub(crate) fn module(tools: &Path, module: &Path) -> Result<()> {
    let before = files::read(module)?;
    process::run(
        Command::new(tools.join("node_modules/.bin/wasm-opt"))
            .args(OPTIONS)
            .args(features::options(&before)?)
            .arg(module)
            .arg("--output")
            .arg(module),
    )?;
    let after = files::read(module)?;
    println!("      {}: {} → {}", files::name_of(module)?, compress::sizes(&before)?, compress::sizes(&after)?);
    Ok(())
}
