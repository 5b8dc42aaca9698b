//! Makes sure that the folder of browser assets, which is built into the program, exists, and rebuilds when it changes.

use std::{fs, path::Path};

fn main() -> std::io::Result<()> {
    let site = Path::new("../target/site");
    fs::create_dir_all(site.join("assets"))?;
    println!("cargo::rerun-if-changed={}", site.display());
    Ok(())
}
