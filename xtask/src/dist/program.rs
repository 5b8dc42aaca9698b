//! Checks of the finished program: its platform's library, its features, the crates in it.

use std::{fs, path::Path, process::Command};

use anyhow::{Context, Result, ensure};

use super::{components::Components, deb};
use xtask::{process, project::Project};

/// The C library version of Ubuntu 22.04, which `docs/operations.md` promises; Debian 12 has 2.36.
const GLIBC: (u32, u32) = (2, 35);

/// Returns the C library version that the program requires. Fails if that is newer than promised, if the program
/// contains paths of this machine, or if it contains a crate that is not among the components. Crates are recognized by
/// the source locations of their panics.
pub(super) fn check(project: &Project, program: &Path, components: &Components) -> Result<String> {
    let help = process::output(Command::new(program).args(["serve", "--help"]))?;
    ensure!(help.contains("--export-store"), "the program was built without S3");
    let needed = deb::least_glibc(program)?;
    let numbers: Vec<u32> = needed.split('.').map_while(|number| number.parse().ok()).collect();
    let is_promised = matches!(numbers[..], [major, minor, ..] if (major, minor) <= GLIBC);
    ensure!(is_promised, "the program needs glibc {needed}: later than the promised {}.{}", GLIBC.0, GLIBC.1);
    let bytes = fs::read(program).with_context(|| format!("cannot read {}", program.display()))?;
    let text = String::from_utf8_lossy(&bytes);
    let home = std::env::var("HOME").unwrap_or_default();
    for folder in [project.path("").display().to_string(), format!("{home}/.cargo"), format!("{home}/.rustup")] {
        let count = text.matches(folder.trim_end_matches('/')).count();
        ensure!(count == 0, "the program names a folder of this machine {count} times: {folder}");
    }
    let linked: Vec<_> = crates(&text).collect();
    ensure!(!linked.is_empty(), "the program names no crate: was it built with its folders mapped?");
    let names: Vec<_> = components.keys().map(|(name, version)| format!("{name}-{version}")).collect();
    let missing: Vec<_> = linked.iter().filter(|name| !names.iter().any(|known| known == **name)).collect();
    ensure!(missing.is_empty(), "not in the list of components: {missing:?}");
    Ok(needed)
}

/// `NAME-VERSION` of the crates whose source files a program names.
fn crates(program: &str) -> impl Iterator<Item = &str> {
    let paths = program.split("/registry/src/").skip(1);
    // The first segment is the registry.
    paths.filter_map(|path| path.split('/').nth(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crates_are_known_by_their_files() {
        let program = "..\0/cargo/registry/src/index.crates.io-1949cf8c6b5b557f/serde_json-1.0.145/src/de.rs\0..\
                       /cargo/registry/src/index.crates.io-1949cf8c6b5b557f/ring-0.17.14/src/x.rs";
        assert_eq!(crates(program).collect::<Vec<_>>(), ["serde_json-1.0.145", "ring-0.17.14"]);
    }
}
