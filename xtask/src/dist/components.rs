//! All third-party code in the shipped program, as cargo resolves it: everything linked into the server and into the
//! browser programs that it embeds. Build tools, macros and other platforms' crates are excluded.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use xtask::{bundle::EDITOR_SELECTION, process, project::Project, tools::WASM_TARGET};

/// Name and version.
pub(super) type Key = (String, String);
pub(super) type Components = BTreeMap<Key, Component>;

pub(super) struct Component {
    /// Such as `pkg:cargo/serde@1.0.228`.
    pub(super) purl: String,
    /// An SPDX expression.
    pub(super) licence: String,
    pub(super) authors: Vec<String>,
    pub(super) repository: Option<String>,
    /// The algorithm and hexadecimal digest of the archive pinned by the lock file.
    pub(super) checksum: Option<(&'static str, String)>,
    /// The folder with its licence texts, and the prefixes of their file names.
    pub(super) folder: Option<PathBuf>,
    pub(super) texts: &'static [&'static str],
    /// The programs that contain it.
    pub(super) parts: BTreeSet<&'static str>,
    pub(super) needs: BTreeSet<Key>,
}

/// Prefixes of the names of licence files, in capitals.
const TEXTS: [&str; 7] = ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE", "UNLICENCE"];
pub(super) const SERVER: &str = "server";
const RESPONDENT: &str = "respondent.wasm";
const EDITOR: &str = "editor.wasm";

/// The components of the program for `target`, with the server's `features`. Those of the workspace have no third-party
/// licence; they are included for their dependencies.
pub(super) fn of(project: &Project, target: &str, features: &str) -> Result<Components> {
    let names = &project.names;
    let respondent = names.lib_features.join(",");
    let selections: [(&'static str, &str, Vec<&str>); 3] = [
        (SERVER, target, vec!["--package", &names.bin_package, "--features", features]),
        (
            RESPONDENT,
            WASM_TARGET,
            vec!["--package", &names.lib_package, "--no-default-features", "--features", &respondent],
        ),
        (EDITOR, WASM_TARGET, EDITOR_SELECTION.to_vec()),
    ];
    let mut trees = Vec::new();
    for (part, target, selection) in &selections {
        let mut tree = process::cargo(project);
        tree.args(["tree", "--locked", "--edges", "normal,no-proc-macro", "--prefix", "depth", "--format", "{p}"]);
        trees.push((*part, process::output(tree.args(["--target", target]).args(selection))?));
    }
    let mut all = packages(project, target)?;
    let mut components = Components::new();
    for (part, tree) in &trees {
        add(part, tree, &mut all, &mut components)?;
    }
    let sqlite = sqlite(&components)?;
    for component in [sqlite, viewer(project)?, standard_library()?] {
        let (key, component) = component;
        components.insert(key, component);
    }
    Ok(components)
}

/// Adds the output of `cargo tree`: the depth, then name and version of each package. For a repeated package, cargo
/// omits the dependencies.
fn add(part: &'static str, tree: &str, all: &mut Components, components: &mut Components) -> Result<()> {
    let mut above: Vec<Key> = Vec::new();
    for line in tree.lines() {
        let unexpected = || format!("cargo tree printed {line:?}");
        let rest = line.trim_start_matches(|sign: char| sign.is_ascii_digit());
        let depth: usize = line[..line.len() - rest.len()].parse().with_context(unexpected)?;
        let mut words = rest.split(' ');
        let name = words.next().unwrap_or_default();
        let version = words.next().and_then(|word| word.strip_prefix('v')).with_context(unexpected)?;
        let key = (name.to_owned(), version.to_owned());
        if let Some(component) = all.remove(&key) {
            components.insert(key.clone(), component);
        }
        components.get_mut(&key).with_context(|| format!("{name} {version} is unknown"))?.parts.insert(part);
        above.truncate(depth);
        if let Some(parent) = above.last().and_then(|parent| components.get_mut(parent)) {
            parent.needs.insert(key.clone());
        }
        above.push(key);
    }
    Ok(())
}

/// The used part of `cargo metadata`.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    license: Option<String>,
    authors: Vec<String>,
    repository: Option<String>,
    manifest_path: PathBuf,
    /// `None` for the workspace's own.
    source: Option<String>,
}

/// Every package that cargo may link into any program of the workspace.
fn packages(project: &Project, target: &str) -> Result<Components> {
    let mut metadata = process::cargo(project);
    metadata.args(["metadata", "--locked", "--all-features", "--format-version", "1"]);
    metadata.args(["--filter-platform", target, "--filter-platform", WASM_TARGET]);
    let metadata: Metadata = serde_json::from_str(&process::output(&mut metadata)?)?;
    let checksums = checksums(&fs::read_to_string(project.path("Cargo.lock"))?);
    let component = |package: Package| {
        let Package { name, version, license, authors, repository, manifest_path, source } = package;
        let licence = license.with_context(|| format!("{name} {version} names no licence"))?;
        let key = (name, version);
        let component = Component {
            purl: format!("pkg:cargo/{}@{}", key.0, key.1),
            // The old syntax, used by crates from before 2018.
            licence: licence.replace('/', " OR "),
            authors,
            repository,
            checksum: checksums.get(&key).map(|checksum| ("SHA-256", checksum.clone())),
            folder: source.and_then(|_| manifest_path.parent().map(Path::to_owned)),
            texts: &TEXTS,
            parts: BTreeSet::new(),
            needs: BTreeSet::new(),
        };
        Ok((key, component))
    };
    metadata.packages.into_iter().map(component).collect()
}

/// The checksums in cargo's lock file.
fn checksums(lock: &str) -> BTreeMap<Key, String> {
    let package = |text: &str| {
        let field = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(" = \""));
            Some(line?.trim_end_matches('"').to_owned())
        };
        Some(((field("name")?, field("version")?), field("checksum")?))
    };
    lock.split("[[package]]").filter_map(package).collect()
}

/// SQLite, which a crate contains as C source.
fn sqlite(components: &Components) -> Result<(Key, Component)> {
    let crates = components.iter().find(|((name, _), _)| name == "libsqlite3-sys");
    let (_, bindings) = crates.context("the program has no SQLite")?;
    let folder = bindings.folder.clone().context("libsqlite3-sys is of the workspace")?;
    let header = fs::read_to_string(folder.join("sqlite3/sqlite3.h"))?;
    let version = header.lines().find_map(|line| line.strip_prefix("#define SQLITE_VERSION "));
    let version = version.context("sqlite3.h tells no version")?.trim().trim_matches('"');
    Ok(bundled("SQLite", version, "pkg:generic/sqlite", "blessing", "https://sqlite.org/src"))
}

/// The viewer of the API document, according to its package.
fn viewer(project: &Project) -> Result<(Key, Component)> {
    #[derive(Deserialize)]
    struct Manifest {
        version: String,
        license: String,
    }
    let folder = project.path("xtask/node/node_modules/swagger-ui-dist");
    let manifest = fs::read_to_string(folder.join("package.json")).context("Swagger UI is not installed")?;
    let Manifest { version, license } = serde_json::from_str(&manifest)?;
    let repository = "https://github.com/swagger-api/swagger-ui";
    let (key, component) = bundled("swagger-ui-dist", &version, "pkg:npm/swagger-ui-dist", &license, repository);
    let texts: &[&str] = &["LICENSE", "NOTICE", "SWAGGER-UI-BUNDLE.JS.LICENSE"];
    Ok((key, Component { folder: Some(folder), texts, ..component }))
}

/// Rust's standard library, which is linked into every program.
fn standard_library() -> Result<(Key, Component)> {
    let version = rustc(&["--version"])?;
    let version = version.split(' ').nth(1).context("the compiler tells no version")?;
    let repository = "https://github.com/rust-lang/rust";
    let (key, component) = bundled("rust-std", version, "pkg:generic/rust-std", "MIT OR Apache-2.0", repository);
    Ok((key, Component { parts: [SERVER, RESPONDENT, EDITOR].into(), ..component }))
}

fn bundled(name: &str, version: &str, purl: &str, licence: &str, repository: &str) -> (Key, Component) {
    let component = Component {
        purl: format!("{purl}@{version}"),
        licence: licence.to_owned(),
        authors: Vec::new(),
        repository: Some(repository.to_owned()),
        checksum: None,
        folder: None,
        texts: &TEXTS,
        parts: [SERVER].into(),
        needs: BTreeSet::new(),
    };
    ((name.to_owned(), version.to_owned()), component)
}

pub(super) fn host() -> Result<String> {
    let version = rustc(&["--version", "--verbose"])?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).context("the compiler tells no platform")
}

fn rustc(arguments: &[&str]) -> Result<String> {
    let version = process::output(Command::new("rustc").args(arguments))?;
    ensure!(version.starts_with("rustc "), "rustc printed {version:?}");
    Ok(version)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_linked_is_there_and_nothing_else() {
        let project = Project::read().expect("the project");
        tools_of_the_site(&project);
        let components = of(&project, &host().expect("a platform"), "s3").expect("components");
        let parts = |name: &str| {
            let found: Vec<_> = components.iter().filter(|((other, _), _)| other == name).collect();
            found.first().map(|(_, component)| component.parts.clone())
        };
        assert_eq!(parts("axum"), Some([SERVER].into()));
        assert_eq!(parts("SQLite"), Some([SERVER].into()));
        assert_eq!(parts("swagger-ui-dist"), Some([SERVER].into()));
        assert_eq!(parts("serde"), Some([SERVER, RESPONDENT, EDITOR].into()));
        assert_eq!(parts("tachys"), Some([SERVER, RESPONDENT].into()));
        assert!(parts("gloo-net").is_some_and(|parts| parts.contains(RESPONDENT)));
        for other in ["cc", "insta", "xtask", "windows-sys", "sqlx-mysql", "thiserror-impl", "clap_derive"] {
            assert_eq!(parts(other), None, "{other}");
        }
        for ((name, version), component) in &components {
            let is_pinned = component.purl.starts_with("pkg:cargo/") && component.folder.is_some();
            assert_eq!(component.checksum.is_some(), is_pinned, "{name} {version}");
            assert!(component.needs.iter().all(|needed| components.contains_key(needed)), "{name} {version}");
        }
        let server = components.iter().find(|((name, _), _)| name == "server").expect("the server");
        assert!(server.1.needs.iter().any(|(name, _)| name == "axum"));
    }

    fn tools_of_the_site(project: &Project) {
        xtask::tools::install_packages(&project.path("xtask/node"), "for the licence of Swagger UI").expect("packages");
    }

    #[test]
    fn a_tree_is_read_with_its_edges() {
        let empty = |name: &str| bundled(name, "1.0.0", "pkg:cargo/x", "MIT", "").1;
        let key = |name: &str| (name.to_owned(), "1.0.0".to_owned());
        let mut all: Components = ["a", "b", "c", "d"].map(|name| (key(name), empty(name))).into();
        let mut components = Components::new();
        let tree = "0a v1.0.0 (/somewhere)\n1b v1.0.0\n2c v1.0.0\n1c v1.0.0\n1b v1.0.0 (*)";
        add(SERVER, tree, &mut all, &mut components).expect("a tree");
        assert_eq!(components.keys().cloned().collect::<Vec<_>>(), ["a", "b", "c"].map(key));
        assert_eq!(components[&key("a")].needs, ["b", "c"].map(key).into());
        assert_eq!(components[&key("b")].needs, ["c"].map(key).into());
        assert!(add(SERVER, "0e v1.0.0", &mut all, &mut components).is_err(), "one without a manifest");
    }

    #[test]
    fn a_lock_file_has_checksums() {
        let lock = "version = 4\n\n[[package]]\nname = \"a\"\nversion = \"1.2.3\"\nchecksum = \"00ff\"\n\n\
                    [[package]]\nname = \"own\"\nversion = \"0.1.0\"\ndependencies = [\n \"a\",\n]\n";
        let found: Vec<_> = checksums(lock).into_iter().collect();
        assert_eq!(found, [(("a".to_owned(), "1.2.3".to_owned()), "00ff".to_owned())]);
    }
}
