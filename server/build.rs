//! Rebuilds the optimised server when files change that it embeds: the browser's and the migrations. Unoptimised, it reads
//! them when it starts, so that nothing is compiled anew for a style.

use std::{env, fs, path::Path};

const MISSING: &str = "the files for browsers are not there: `cargo xtask build --release` makes them first";

fn main() -> std::io::Result<()> {
    let site = Path::new("../target/site");
    let assets = site.join("assets");
    // The compiler looks for the folder even where it takes nothing from it.
    fs::create_dir_all(&assets)?;
    println!("cargo::rerun-if-changed=build.rs");
    if env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo::rerun-if-changed={}", site.display());
        println!("cargo::rerun-if-changed=migrations");
        if fs::read_dir(assets)?.next().is_none() {
            println!("cargo::error={MISSING}");
        }
    }
    Ok(())
}
