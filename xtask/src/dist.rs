//! `cargo xtask dist`: a tarball with everything needed to run the service, and its checksum.

use std::{
    env::consts::ARCH,
    fs,
    path::Path,
    process::{Command, ExitCode},
};

use anyhow::{Context, Result, ensure};

use xtask::{build, process, progress::Steps, project::Project, tools};

/// Beside the server.
const BESIDE: [&str; 5] = ["LICENSE", "README.md", "docs", "packaging", "templates"];
/// Of the server.
const FEATURES: &str = "s3";

pub(crate) fn run(project: &Project) -> Result<ExitCode> {
    let mut steps = Steps::new(build::steps(true) + 2);
    build::optimised(project, &mut steps, FEATURES)?;
    let help = process::output(Command::new(project.binary(true)).args(["serve", "--help"]))?;
    ensure!(help.contains("--export-store"), "the program was built without S3");

    let binary = &project.names.bin_target;
    let name = format!("{binary}-{}-{ARCH}-linux", env!("CARGO_PKG_VERSION"));
    let folder = project.target("dist");
    let tarball_name = &format!("{name}.tar.gz");
    let tarball = folder.join(tarball_name);
    let stage = folder.join(&name);
    fs::create_dir_all(&stage)?;
    steps.step("licences of others, list of components", || third_parties(project, &stage))?;
    steps.step("tarball", || {
        let beside = BESIDE.map(|name| project.path(name));
        let mut copy = Command::new("cp");
        process::run(copy.arg("--recursive").arg(project.binary(true)).args(beside).arg(&stage))?;
        let mut tar = Command::new("tar");
        tar.args(["--create", "--gzip", "--sort=name", "--owner=0", "--group=0", "--numeric-owner"]);
        process::run(tar.arg("--file").arg(&tarball).arg("--directory").arg(&folder).arg(&name))?;
        fs::remove_dir_all(&stage)?;
        let checksum = process::output(Command::new("sha256sum").arg(tarball_name).current_dir(&folder))?;
        Ok(fs::write(folder.join(format!("{tarball_name}.sha256")), checksum + "\n")?)
    })?;
    println!("{}", tarball.display());
    Ok(ExitCode::SUCCESS)
}

/// Writes the licences of everything that the program holds, and its components as an SBOM (`CycloneDX`, JSON).
fn third_parties(project: &Project, stage: &Path) -> Result<()> {
    let tools = tools::require_dist_tools(project)?;
    let package = &project.names.bin_package;
    let licences = stage.join("third-party-licences.yaml");
    process::run(
        Command::new(tools.join("cargo-bundle-licenses"))
            .args(["bundle-licenses", "--features", FEATURES, "--format", "yaml", "--output"])
            .arg(licences)
            // Some crates come without the text of their licence, and the file says so.
            .env("RUST_LOG", "error")
            .current_dir(project.path(package)),
    )?;
    let viewer = project.path("xtask/node/node_modules/swagger-ui-dist/LICENSE");
    fs::copy(viewer, stage.join("swagger-ui-licence.txt")).context("cannot copy the licence of Swagger UI")?;
    let sbom = process::output(
        Command::new(tools.join("cargo-sbom"))
            .args(["sbom", "--output-format", "cyclone_dx_json_1_6", "--cargo-package", package])
            .current_dir(project.path("")),
    )?;
    Ok(fs::write(stage.join("sbom.cdx.json"), sbom + "\n")?)
}
