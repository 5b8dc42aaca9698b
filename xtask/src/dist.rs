//! `cargo xtask dist`: a tarball and a Debian package with everything needed to run the service, and their checksums. The
//! same commit makes the same bytes.

use std::{
    env::{self, consts::ARCH},
    fs,
    path::Path,
    process::{Command, ExitCode},
};

use anyhow::{Context, Result, ensure};

use crate::deb;
use xtask::{build, process, progress::Steps, project::Project, tools};

/// Beside the server.
const BESIDE: [&str; 6] = ["CHANGELOG.md", "LICENSE", "README.md", "docs", "packaging", "templates"];
/// Of them, what is not needed to run the service: pictures.
const PICTURES: &str = "docs/images";
/// Of the server.
const FEATURES: &str = "s3";

pub(crate) fn run(project: &Project) -> Result<ExitCode> {
    let mut steps = Steps::new(build::steps(true) + 3);
    build::optimised(project, &mut steps, FEATURES)?;
    let help = process::output(Command::new(project.binary(true)).args(["serve", "--help"]))?;
    ensure!(help.contains("--export-store"), "the program was built without S3");

    let (binary, version, moment) = (&project.names.bin_target, env!("CARGO_PKG_VERSION"), moment(project)?);
    let name = format!("{binary}-{version}-{ARCH}-linux");
    let folder = project.target("dist");
    let tarball = folder.join(format!("{name}.tar.gz"));
    let stage = folder.join(&name);
    if stage.exists() {
        fs::remove_dir_all(&stage)?;
    }
    fs::create_dir_all(&stage)?;
    steps.step("licences of others, list of components", || third_parties(project, &stage))?;
    let glibc = steps.step("tarball", || {
        let beside = BESIDE.map(|name| project.path(name));
        let mut copy = Command::new("cp");
        process::run(copy.arg("--recursive").arg(project.binary(true)).args(beside).arg(&stage))?;
        fs::remove_dir_all(stage.join(PICTURES))?;
        let mut tar = Command::new("tar");
        tar.args(["--create", "--use-compress-program=gzip -n", "--sort=name", "--format=gnu", "--mode=u=rwX,go=rX"]);
        tar.args(["--owner=0", "--group=0", "--numeric-owner", &format!("--mtime=@{moment}")]);
        process::run(tar.arg("--file").arg(&tarball).arg("--directory").arg(&folder).arg(&name))?;
        deb::least_glibc(&stage.join(binary))
    })?;
    let package = steps.step("Debian package", || deb::package(&folder, &stage, version, &moment))?;
    fs::remove_dir_all(&stage)?;
    for file in [&tarball, &package] {
        let file_name = file.file_name().context("a file without a name")?.display().to_string();
        let checksum = process::output(Command::new("sha256sum").arg(&file_name).current_dir(&folder))?;
        fs::write(folder.join(format!("{file_name}.sha256")), checksum + "\n")?;
        println!("{}", file.display());
    }
    println!("The program needs the C library of GNU (glibc), {glibc} or later.");
    Ok(ExitCode::SUCCESS)
}

/// The time of all files, in seconds of Unix: that of the commit, unless `SOURCE_DATE_EPOCH` has one.
fn moment(project: &Project) -> Result<String> {
    if let Ok(given) = env::var("SOURCE_DATE_EPOCH") {
        return Ok(given);
    }
    process::output(Command::new("git").args(["log", "-1", "--format=%ct"]).current_dir(project.path("")))
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
