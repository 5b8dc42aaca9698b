//! The names and paths of the build, read from the workspace's Cargo.toml, their single source.

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::process;

pub struct Project {
    root: PathBuf,
    target: PathBuf,
    pub names: Names,
}

/// `[[workspace.metadata.leptos]]`. Paths are relative to the workspace, `site_pkg_dir` to `site_root`.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Names {
    pub output_name: String,
    pub bin_package: String,
    pub bin_target: String,
    pub lib_package: String,
    pub lib_features: Vec<String>,
    pub lib_profile_release: String,
    site_root: PathBuf,
    site_pkg_dir: PathBuf,
    style_file: PathBuf,
    assets_dir: PathBuf,
}

/// The used part of `cargo metadata`.
#[derive(Deserialize)]
struct Manifest {
    metadata: Workspace,
    target_directory: PathBuf,
    workspace_root: PathBuf,
}

#[derive(Deserialize)]
struct Workspace {
    leptos: [Names; 1],
}

impl Project {
    pub fn read() -> Result<Self> {
        let cargo = env::var_os("CARGO").context("not started by cargo: use `cargo xtask`")?;
        let mut cargo = Command::new(cargo);
        cargo.current_dir(env!("CARGO_MANIFEST_DIR")).args(["metadata", "--no-deps", "--format-version", "1"]);
        let metadata = process::output(&mut cargo)?;
        let Manifest { metadata: Workspace { leptos: [names] }, target_directory, workspace_root } =
            serde_json::from_str(&metadata).context("Cargo.toml lacks what the build reads from it")?;
        Ok(Self { root: workspace_root, target: target_directory, names })
    }

    pub fn path(&self, relative: impl AsRef<Path>) -> PathBuf {
        self.root.join(relative)
    }

    pub fn target(&self, relative: impl AsRef<Path>) -> PathBuf {
        self.target.join(relative)
    }

    /// The folder that the server embeds.
    pub fn site_assets(&self) -> PathBuf {
        self.path(&self.names.site_root).join(&self.names.site_pkg_dir)
    }

    /// The style sheets of all respondents' pages, of fields other than a single choice, of pictures, of results, and
    /// of the dashboard.
    pub fn style_files(&self) -> [PathBuf; 5] {
        let style = self.path(&self.names.style_file);
        let beside = |name| style.with_file_name(name);
        [style.clone(), beside("fields.css"), beside("pictures.css"), beside("result-page.css"), beside("admin.css")]
    }

    pub fn public_files(&self) -> PathBuf {
        self.path(&self.names.assets_dir)
    }

    pub fn binary(&self, release: bool) -> PathBuf {
        self.target(if release { "release" } else { "debug" }).join(&self.names.bin_target)
    }
}
