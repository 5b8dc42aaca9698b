//! `cargo xtask dist`: a tarball, a Debian package and an image with everything needed to run the service, and their
//! checksums. The same commit makes the same bytes; the image also depends on the current Debian packages.

use std::{
    env::{self, consts::ARCH},
    fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

use anyhow::{Context, Result, ensure};

use super::{
    bill::{self, Shipped},
    components, deb, image, licences, program,
};
use xtask::{build, process, progress::Steps, project::Project, tools};

/// Shipped with the server.
const BESIDE: [&str; 6] = ["CHANGELOG.md", "LICENSE", "README.md", "docs", "packaging", "templates"];
/// The part of them that is not needed to run the service: pictures.
const PICTURES: &str = "docs/images";
const FEATURES: &str = "s3";
pub(super) const LICENCES: &str = "third-party-licences.txt";
pub(super) const BILL: &str = "sbom.cdx.json";

pub(crate) fn run(project: &Project, built: Option<PathBuf>) -> Result<ExitCode> {
    let mut steps = Steps::new(built.as_ref().map_or_else(|| build::steps(true), |_| 0) + 4);
    let program = match built {
        Some(program) => program,
        None => {
            build::optimised(project, &mut steps, FEATURES)?;
            project.binary(true)
        }
    };
    let (binary, version, moment) = (&project.names.bin_target, env!("CARGO_PKG_VERSION"), moment(project)?);
    let name = format!("{binary}-{version}-{ARCH}-linux");
    let folder = project.target("dist");
    let tarball = folder.join(format!("{name}.tar.gz"));
    let stage = folder.join(&name);
    if stage.exists() {
        fs::remove_dir_all(&stage)?;
    }
    fs::create_dir_all(&stage)?;
    fs::copy(&program, stage.join(binary)).with_context(|| format!("cannot copy {}", program.display()))?;
    let glibc = steps.step("components and their licences", || third_parties(project, &stage, &moment))?;
    steps.step("tarball", || {
        let mut copy = Command::new("cp");
        process::run(copy.arg("--recursive").args(BESIDE.map(|name| project.path(name))).arg(&stage))?;
        fs::remove_dir_all(stage.join(PICTURES))?;
        let mut tar = reproducible_tar(&moment);
        tar.args(["--create", "--use-compress-program=gzip -n", "--mode=u=rwX,go=rX"]);
        process::run(tar.arg("--file").arg(&tarball).arg("--directory").arg(&folder).arg(&name))
    })?;
    let package = steps.step("Debian package", || deb::package(&folder, &stage, version, &moment))?;
    let image = steps.step("image of a container", || image::archive(&folder, &stage, version, &moment))?;
    fs::remove_dir_all(&stage)?;
    for file in [&tarball, &package].into_iter().chain(&image) {
        let file_name = file.file_name().context("a file without a name")?.display().to_string();
        let checksum = process::output(Command::new("sha256sum").arg(&file_name).current_dir(&folder))?;
        fs::write(folder.join(format!("{file_name}.sha256")), checksum + "\n")?;
        println!("{}", file.display());
    }
    println!("The program needs the C library of GNU (glibc), {glibc} or later.");
    Ok(ExitCode::SUCCESS)
}

/// `tar` with a fixed order, owner and time.
pub(super) fn reproducible_tar(moment: &str) -> Command {
    let mut tar = Command::new("tar");
    tar.args(["--sort=name", "--format=gnu", "--owner=0", "--group=0", "--numeric-owner"]);
    tar.arg(format!("--mtime=@{moment}"));
    tar
}

/// The time of all files, in Unix seconds: `SOURCE_DATE_EPOCH`, or else the time of the commit.
fn moment(project: &Project) -> Result<String> {
    if let Ok(given) = env::var("SOURCE_DATE_EPOCH") {
        return Ok(given);
    }
    process::output(Command::new("git").args(["log", "-1", "--format=%ct"]).current_dir(project.path("")))
}

pub(super) fn rfc3339(moment: &str) -> Result<String> {
    process::output(Command::new("date").args(["--utc", "+%Y-%m-%dT%H:%M:%SZ", "--date"]).arg(format!("@{moment}")))
}

/// Writes the third-party licences and the list of components, and checks the program against them. Returns the C
/// library version that the program requires.
fn third_parties(project: &Project, stage: &Path, moment: &str) -> Result<String> {
    // Includes the viewer of the API document.
    tools::require_node()?;
    tools::install_packages(&project.path("xtask/node"), "for the licence of Swagger UI")?;
    let target = components::host()?;
    let components = components::of(project, &target, FEATURES)?;
    let name = &project.names.bin_target;
    let program = stage.join(name);
    let glibc = program::check(project, &program, &components)?;
    fs::write(stage.join(LICENCES), licences::of(&components)?)?;
    let version = env!("CARGO_PKG_VERSION");
    let told = process::output(Command::new(&program).arg("--version"))?;
    ensure!(told.ends_with(version), "the program is {told}, and this is {version}");
    let shipped = Shipped {
        name,
        version,
        licence: env!("CARGO_PKG_LICENSE"),
        target: &target,
        sha256: &sha256(&program)?,
        time: &rfc3339(moment)?,
    };
    fs::write(stage.join(BILL), bill::of(&shipped, &components)?)?;
    Ok(glibc)
}

pub(super) fn sha256(file: &Path) -> Result<String> {
    let sum = process::output(Command::new("sha256sum").arg("--").arg(file))?;
    Ok(sum.split(' ').next().unwrap_or_default().trim_start_matches('\\').to_owned())
}
