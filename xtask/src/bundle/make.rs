//! The order of things: tools, compiling, the browser's program, the other files of the site.

use anyhow::Result;

use super::{compile, files, program, site::Site, styles};
use crate::{progress::Steps, project::Project, tools};

/// How many steps `make` takes.
pub(crate) const STEPS: usize = 4;

/// Brings the site's folder up to date.
pub(crate) fn make(project: &Project, steps: &mut Steps) -> Result<()> {
    steps.step("tools: C compiler, WebAssembly target, Node", || prepare(project))?;
    let wasm = steps.step("browser bundle: compiling to WebAssembly (about 2 minutes the first time)", || {
        compile::to_wasm(project)
    })?;
    let mut site = Site::open(project)?;
    steps.step("browser bundle: JavaScript glue, smallest size (about 1 minute after a change)", || {
        program::add(project, &wasm, &mut site)
    })?;
    steps.step("site: styles, public files, compressed copies", || {
        for style in project.style_files() {
            site.add(&files::name_of(&style)?, styles::combined(&style)?.as_bytes())?;
        }
        for (name, path) in files::under(&project.public_files())? {
            site.add(&name, &files::read(&path)?)?;
        }
        site.close()
    })
}

fn prepare(project: &Project) -> Result<()> {
    tools::require_c_compiler()?;
    tools::require_wasm_target()?;
    if tools::has_node() {
        let folder = program::node_folder(project);
        return tools::install_packages(&folder, "to make the browser bundle smaller");
    }
    println!("warning: Node (node, npm) is missing, so the browser bundle stays larger than it should be");
    Ok(())
}
