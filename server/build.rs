//! Rebuilds the server when files change that it embeds: the browser's, whose folder may not exist yet, and the
//! migrations.

use std::{env, fs, path::Path};

const MISSING: &str = "the files for browsers are not there: `cargo xtask build --release` makes them first";

fn main() -> std::io::Result<()> {
    let site = Path::new("../target/site");
    let assets = site.join("assets");
    fs::create_dir_all(&assets)?;
    println!("cargo::rerun-if-changed={}", site.display());
    println!("cargo::rerun-if-changed=migrations");
    // Checks and tests of rules do without them, a program that is meant to be used does not.
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    if is_release && fs::read_dir(assets)?.next().is_none() {
        println!("cargo::error={MISSING}");
    }
    Ok(())
}
