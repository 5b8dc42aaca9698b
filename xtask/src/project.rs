//! The names and paths of the build, read from the workspace's Cargo.toml, where they are written once.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use serde::Deserialize;

pub(crate) struct Project {
    root: PathBuf,
    target: PathBuf,
    version: String,
    pub(crate) names: Names,
}

/// `[[workspace.metadata.leptos]]`. Paths are relative to the workspace, `site_pkg_dir` to `site_root`.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Names {
    pub(crate) output_name: String,
    pub(crate) bin_package: String,
    pub(crate) bin_target: String,
    pub(crate) lib_package: String,
    pub(crate) lib_features: Vec<String>,
    pub(crate) lib_profile_release: String,
    site_root: PathBuf,
    site_pkg_dir: PathBuf,
    style_file: PathBuf,
    assets_dir: PathBuf,
    pub(crate) site_addr: String,
}

#[derive(Deserialize)]
struct Manifest {
    workspace: Workspace,
}

#[derive(Deserialize)]
struct Workspace {
    package: Package,
    metadata: Metadata,
}

#[derive(Deserialize)]
struct Package {
    version: String,
}

#[derive(Deserialize)]
struct Metadata {
    leptos: [Names; 1],
}

impl Project {
    pub(crate) fn read() -> Result<Self> {
        let own_folder = env::var_os("CARGO_MANIFEST_DIR").context("not started by cargo: use `cargo xtask`")?;
        let root = Path::new(&own_folder).parent().context("xtask is not inside a workspace")?;
        let manifest = root.join("Cargo.toml");
        let text = fs::read_to_string(&manifest).with_context(|| format!("cannot read {}", manifest.display()))?;
        let Manifest { workspace: Workspace { package, metadata } } =
            toml::from_str(&text).context("Cargo.toml lacks what the build reads from it")?;
        let [names] = metadata.leptos;
        Ok(Self {
            root: root.to_owned(),
            target: env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |folder| root.join(folder)),
            version: package.version,
            names,
        })
    }

    pub(crate) fn version(&self) -> &str {
        &self.version
    }

    /// A path of the source tree.
    pub(crate) fn path(&self, relative: impl AsRef<Path>) -> PathBuf {
        self.root.join(relative)
    }

    /// A path of the folder that holds everything made by a build.
    pub(crate) fn target(&self, relative: impl AsRef<Path>) -> PathBuf {
        self.target.join(relative)
    }

    /// Where the server's build finds the files it embeds.
    pub(crate) fn site_assets(&self) -> PathBuf {
        self.path(&self.names.site_root).join(&self.names.site_pkg_dir)
    }

    /// The respondent's stylesheet, and beside it the dashboard's.
    pub(crate) fn style_files(&self) -> [PathBuf; 2] {
        let style = self.path(&self.names.style_file);
        let admin = style.with_file_name("admin.css");
        [style, admin]
    }

    pub(crate) fn public_files(&self) -> PathBuf {
        self.path(&self.names.assets_dir)
    }

    /// The server, as `cargo build` leaves it.
    pub(crate) fn binary(&self, release: bool) -> PathBuf {
        self.target(if release { "release" } else { "debug" }).join(&self.names.bin_target)
    }
}
