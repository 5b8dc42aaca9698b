//! What the browser runs: the WebAssembly module and the JavaScript that loads it.

use std::path::{Path, PathBuf};

use anyhow::Result;

use super::{bindgen, files, minify, shrink, site::Site, stamp::digest};
use crate::{project::Project, tools};

/// Adds the program made from `wasm`, unless the site has it already.
pub(crate) fn add(project: &Project, wasm: &Path, site: &mut Site) -> Result<()> {
    let tools = tools::has_node().then(|| node_folder(project));
    let key = recipe(&files::read(wasm)?, tools.as_deref())?;
    if site.keep(&key) {
        println!("      unchanged");
        return Ok(());
    }

    let name = &project.names.output_name;
    let folder = project.target("bindgen");
    bindgen::generate(wasm, name, &folder)?;
    if let Some(tools) = tools {
        shrink::module(&tools, &folder.join(format!("{name}_bg.wasm")))?;
        minify::script(&tools, &folder.join(format!("{name}.js")))?;
        files::remove(&folder.join("snippets"))?;
    }
    for (name, path) in files::under(&folder)? {
        site.add_made(&name, &key, &files::read(&path)?)?;
    }
    Ok(())
}

/// The folder of the npm packages that make the program smaller.
pub(crate) fn node_folder(project: &Project) -> PathBuf {
    project.path("xtask/node")
}

/// A digest of all that decides what the program looks like.
fn recipe(wasm: &[u8], tools: Option<&Path>) -> Result<String> {
    let Some(tools) = tools else {
        return Ok(digest(&[wasm]));
    };
    let versions = files::read(&tools.join("package-lock.json"))?;
    let options = [shrink::OPTIONS, minify::OPTIONS].concat().join(" ");
    Ok(digest(&[wasm, &versions, options.as_bytes()]))
}
