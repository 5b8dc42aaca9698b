//! The browser programs and every other file that the server embeds.

use std::{
    env, fs,
    fs::File,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
};

use anyhow::{Context, Result, anyhow};
use wasm_bindgen_cli_support::Bindgen;

use crate::{
    process,
    progress::Steps,
    project::Project,
    tools::{self, WASM_TARGET},
};

const EDITOR: &str = "editor";
pub const EDITOR_SELECTION: [&str; 5] = ["--package", EDITOR, "--no-default-features", "--features", "browser"];

/// The number of steps of `make`.
pub const STEPS: usize = 2;

/// Updates the embedded files. An unoptimised server is built in parallel: it reads these files at run time.
pub fn make(project: &Project, steps: &mut Steps, server: Option<Command>) -> Result<()> {
    steps.step("tools: C compiler, WebAssembly target, Node", || {
        tools::require_c_compiler()?;
        tools::require_wasm_target()?;
        tools::require_node()?;
        tools::install_packages(&project.path("xtask/node"), "to make the browser bundle small")
    })?;
    let what = match server {
        None => "browser bundle: compiling (about 2 minutes the first time)",
        Some(_) => "browser bundle and server: compiling (about 7 minutes the first time)",
    };
    steps.step(what, || {
        let Some(mut server) = server else { return files(project, false) };
        thread::scope(|scope| {
            let bundle = scope.spawn(|| files(project, true));
            process::run(&mut server)?;
            bundle.join().map_err(|_| anyhow!("the browser bundle was not made"))?
        })
    })
}

fn files(project: &Project, is_quiet: bool) -> Result<()> {
    compile(project, is_quiet)?;
    // Parallel builds must not write the same files.
    let lock = File::create(project.target("site-lock")).context("cannot lock the site")?;
    lock.lock().context("cannot lock the site")?;
    let respondent = project.target("bindgen");
    glue(&compiled(project, &project.names.lib_package), &project.names.output_name, &respondent)?;
    let editor = project.target("bindgen-editor");
    glue(&compiled(project, EDITOR), EDITOR, &editor)?;
    site(project, &[(&project.names.output_name, &respondent), (EDITOR, &editor)], is_quiet)
}

/// Builds both programs.
fn compile(project: &Project, is_quiet: bool) -> Result<()> {
    let names = &project.names;
    let program = |selection: &[&str]| {
        let mut cargo = process::cargo(project);
        cargo
            // For the server they are plain libraries, which cargo compiles in parallel with their dependents.
            .args(["rustc", "--crate-type", "cdylib", "--lib", "--target", WASM_TARGET])
            .args(["--profile", &names.lib_profile_release])
            .args(selection)
            .args(is_quiet.then_some("--quiet"));
        cargo
    };
    let features = names.lib_features.join(",");
    process::run(&mut program(&["--package", &names.lib_package, "--no-default-features", "--features", &features]))?;
    process::run(&mut program(&EDITOR_SELECTION))
}

/// The module from rustc, before wasm-bindgen.
fn compiled(project: &Project, package: &str) -> PathBuf {
    let file = format!("{}.wasm", package.replace('-', "_"));
    project.target(WASM_TARGET).join(&project.names.lib_profile_release).join(file)
}

/// Runs wasm-bindgen unless `folder` has its output for this module.
fn glue(wasm: &Path, name: &str, folder: &Path) -> Result<()> {
    let changed = |file: &Path| fs::metadata(file)?.modified();
    let newest = changed(wasm)?.max(changed(&env::current_exe()?)?);
    if changed(&folder.join(format!("{name}_bg.wasm"))).is_ok_and(|made| made >= newest) {
        return Ok(());
    }
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("cannot remove {}", folder.display()))?;
    }
    Bindgen::new()
        .input_path(wasm)
        .out_name(name)
        .web(true)?
        .typescript(false)
        // `trim.mjs` needs the function names, and removes them.
        .remove_name_section(false)
        .remove_producers_section(true)
        .omit_default_module_path(false)
        .generate(folder)
        .with_context(|| format!("wasm-bindgen cannot handle {}", wasm.display()))
}

/// Creates the files to embed; Node runs esbuild and wasm-opt.
fn site(project: &Project, programs: &[(&str, &Path)], is_quiet: bool) -> Result<()> {
    let mut node = Command::new("node");
    node.arg(project.path("xtask/node/site.mjs"));
    for (name, folder) in programs {
        node.args(["--name", name]).arg("--program").arg(folder);
    }
    for style in project.style_files() {
        node.arg("--style").arg(style);
    }
    node.arg("--public").arg(project.public_files()).arg("--site").arg(project.site_assets());
    if is_quiet {
        node.stdout(Stdio::null());
    }
    process::run(&mut node)
}
