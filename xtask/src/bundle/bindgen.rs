//! wasm-bindgen: the JavaScript glue, and the module that goes with it.

use std::path::Path;

use anyhow::{Context, Result};
use wasm_bindgen_cli_support::Bindgen;

use super::files;

/// Writes `<name>.js` and `<name>_bg.wasm` into an otherwise empty `folder`.
pub(crate) fn generate(wasm: &Path, name: &str, folder: &Path) -> Result<()> {
    files::remove(folder)?;
    Bindgen::new()
        .input_path(wasm)
        .out_name(name)
        .web(true)?
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .omit_default_module_path(false)
        .generate(folder)
        .with_context(|| format!("wasm-bindgen cannot handle {}", wasm.display()))
}
