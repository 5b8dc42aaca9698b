//! Rebuilds the server when files change that it embeds: the browser's, whose folder may not exist yet, and the
//! migrations.

use std::{fs, path::Path};

fn main() -> std::io::Result<()> {
    let site = Path::new("../target/site");
    fs::create_dir_all(site.join("assets"))?;
    println!("cargo::rerun-if-changed={}", site.display());
    println!("cargo::rerun-if-changed=migrations");
    Ok(())
}
