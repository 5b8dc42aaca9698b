//! The app crate, compiled for the browser.

use std::path::PathBuf;

use anyhow::Result;

use crate::{process, project::Project, tools::WASM_TARGET};

/// The module as rustc leaves it, before wasm-bindgen.
pub(crate) fn to_wasm(project: &Project) -> Result<PathBuf> {
    let names = &project.names;
    let profile = &names.lib_profile_release;
    process::run(
        process::cargo(project)
            .args(["build", "--package", &names.lib_package, "--lib"])
            .args(["--target", WASM_TARGET, "--profile", profile])
            .args(["--no-default-features", "--features"])
            .arg(names.lib_features.join(",")),
    )?;
    let file = format!("{}.wasm", names.lib_package.replace('-', "_"));
    Ok(project.target(WASM_TARGET).join(profile).join(file))
}
