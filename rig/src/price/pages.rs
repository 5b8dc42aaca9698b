//! The compressed size of everything a browser loads, without headers. The browser tests count headers too.

use std::fs;

use anyhow::{Context, Result};

use xtask::project::Project;

/// The files of a question page; `NAME` is replaced by the program's name.
const FILES: [(&str, &str); 3] = [
    ("WebAssembly of a page", "NAME_bg.wasm.br"),
    ("its JavaScript", "NAME.js.br"),
    ("style of a page", "main.css.br"),
];

pub(super) fn sizes(project: &Project) -> Result<Vec<(&'static str, f64)>> {
    let size = |file: &str| -> Result<f64> {
        let file = project.site_assets().join(file.replace("NAME", &project.names.output_name));
        let bytes = fs::metadata(&file).with_context(|| format!("cannot read {}", file.display()))?.len();
        Ok(f64::from(u32::try_from(bytes)?))
    };
    FILES.into_iter().map(|(what, file)| Ok((what, size(file)?))).collect()
}
