//! The compiler's WebAssembly target, for the browser bundle.

use std::{path::Path, process::Command};

use anyhow::{Context, Result};

use crate::process;

pub(crate) const WASM_TARGET: &str = "wasm32-unknown-unknown";

/// Asks the compiler rather than rustup, so that a compiler installed in another way is fine too.
pub(crate) fn require_wasm_target() -> Result<()> {
    let library = process::output(Command::new("rustc").args(["--print", "target-libdir", "--target", WASM_TARGET]))?;
    if Path::new(&library).is_dir() {
        return Ok(());
    }
    println!("installing {WASM_TARGET}, to compile the browser bundle: rustup target add {WASM_TARGET}");
    process::run(Command::new("rustup").args(["target", "add", WASM_TARGET]))
        .with_context(|| format!("this Rust compiler lacks its {WASM_TARGET} library"))
}
