//! Rebuilds when a folder changes whose files are built into the program: the browser's files, which may not be there
//! yet, and the migrations.

use std::{fs, path::Path};

fn main() -> std::io::Result<()> {
    let site = Path::new("../target/site");
    fs::create_dir_all(site.join("assets"))?;
    println!("cargo::rerun-if-changed={}", site.display());
    println!("cargo::rerun-if-changed=migrations");
    Ok(())
}
