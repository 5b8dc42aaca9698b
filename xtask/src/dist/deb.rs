//! The Debian package: program, unit, environment file and account, built by `dpkg-deb`.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result};

use xtask::process;

const SCRIPTS: [&str; 3] = ["postinst", "prerm", "postrm"];
/// The only configuration file.
const ENVIRONMENT: &str = "etc/quiz-answers.env";
const DOCUMENTS: &str = "usr/share/doc/quiz-answers";

/// Builds the package in `folder` from the tarball unpacked there, and returns its path. `moment` is the time of all
/// files, in Unix seconds.
pub(crate) fn package(folder: &Path, unpacked: &Path, version: &str, moment: &str) -> Result<PathBuf> {
    let root = folder.join("deb");
    if root.exists() {
        fs::remove_dir_all(&root)?;
    }
    let architecture = process::output(Command::new("dpkg").arg("--print-architecture"))?;
    lay_out(unpacked, &root)?;
    changelog(&unpacked.join("packaging/deb"), &root.join(DOCUMENTS), version, moment)?;
    control(&unpacked.join("packaging/deb"), &root, version, &architecture)?;
    let file = folder.join(format!("quiz-answers_{version}_{architecture}.deb"));
    let mut build = Command::new("dpkg-deb");
    build.args(["--root-owner-group", "-Zxz", "--build"]).arg(&root).arg(&file).env("SOURCE_DATE_EPOCH", moment);
    process::run(&mut build)?;
    fs::remove_dir_all(&root)?;
    Ok(file)
}

/// Installs the package's files at Debian's standard paths.
fn lay_out(unpacked: &Path, root: &Path) -> Result<()> {
    let install = |mode: &str, from: &str, to: &str| {
        let mut install = Command::new("install");
        process::run(install.args(["-D", "--mode", mode]).arg(unpacked.join(from)).arg(root.join(to)))
    };
    install("755", "quiz-answers", "usr/bin/quiz-answers")?;
    install("644", "packaging/quiz-answers.env", ENVIRONMENT)?;
    let documents = root.join(DOCUMENTS);
    fs::create_dir_all(&documents)?;
    let beside = fs::read_dir(unpacked)?.collect::<std::io::Result<Vec<_>>>()?;
    for entry in beside.iter().filter(|entry| entry.file_name() != "quiz-answers") {
        process::run(Command::new("cp").arg("--recursive").arg(entry.path()).arg(&documents))?;
    }
    fs::copy(unpacked.join("packaging/deb/copyright"), documents.join("copyright")).context("cannot copy copyright")?;
    fs::remove_dir_all(documents.join("packaging/deb"))?;
    let units = root.join("lib/systemd/system");
    fs::create_dir_all(&units)?;
    for entry in fs::read_dir(unpacked.join("packaging"))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "service" || extension == "timer") {
            let unit = fs::read_to_string(&path)?.replace("/usr/local/bin/", "/usr/bin/");
            fs::write(units.join(path.file_name().context("a unit without a name")?), without_steps(&unit))?;
        }
    }
    process::run(Command::new("chmod").args(["--recursive", "u=rwX,go=rX"]).arg(root))
}

/// The Debian changelog, which has a prescribed format.
fn changelog(forms: &Path, documents: &Path, version: &str, moment: &str) -> Result<()> {
    let mut date = Command::new("date");
    date.env("LC_ALL", "C").args(["--utc", "--rfc-email", "--date"]).arg(format!("@{moment}"));
    let control = fs::read_to_string(forms.join("control.in"))?;
    let maintainer = control.lines().find_map(|line| line.strip_prefix("Maintainer: "));
    let fields = [
        ("{version}", version),
        ("{maintainer}", maintainer.context("the package has no maintainer")?),
        ("{date}", &process::output(&mut date)?),
    ];
    let file = documents.join("changelog");
    fs::write(&file, filled(fs::read_to_string(forms.join("changelog.in"))?, &fields))?;
    process::run(Command::new("gzip").args(["-9n"]).arg(file))
}

fn filled(form: String, fields: &[(&str, &str)]) -> String {
    fields.iter().fold(form, |text, (field, value)| text.replace(field, value))
}

/// The unit without the installation instructions at its top.
fn without_steps(unit: &str) -> &str {
    unit.find("\n[Unit]").map_or(unit, |at| &unit[at + 1..])
}

fn control(scripts: &Path, root: &Path, version: &str, architecture: &str) -> Result<()> {
    let folder = root.join("DEBIAN");
    let bytes = process::output(Command::new("du").args(["--summarize", "--block-size=1024"]).arg(root))?;
    let size = bytes.split_whitespace().next().context("du said nothing")?;
    let sums = "find . -type f -printf '%P\\n' | LC_ALL=C sort | xargs -d '\\n' md5sum";
    let sums = process::output(Command::new("sh").args(["-c", sums]).current_dir(root))?;
    fs::create_dir(&folder)?;
    let fields = [
        ("{version}", version),
        ("{architecture}", architecture),
        ("{size}", size),
        ("{glibc}", &least_glibc(&root.join("usr/bin/quiz-answers"))?),
    ];
    fs::write(folder.join("control"), filled(fs::read_to_string(scripts.join("control.in"))?, &fields))?;
    fs::write(folder.join("conffiles"), format!("/{ENVIRONMENT}\n"))?;
    fs::write(folder.join("md5sums"), sums + "\n")?;
    for script in SCRIPTS {
        fs::copy(scripts.join(script), folder.join(script))?;
    }
    Ok(())
}

/// The minimum C library version that the program's symbols require.
pub(crate) fn least_glibc(program: &Path) -> Result<String> {
    let symbols = process::output(Command::new("objdump").arg("--dynamic-syms").arg(program))?;
    let versions = symbols.split("GLIBC_").skip(1).filter_map(|rest| {
        let version: String = rest.chars().take_while(|sign| sign.is_ascii_digit() || *sign == '.').collect();
        let numbers: Option<Vec<u32>> = version.split('.').map(|number| number.parse().ok()).collect();
        Some((numbers?, version))
    });
    versions.max().map(|(_, version)| version).context("the program names no version of the C library")
}

#[cfg(test)]
mod tests {
    use xtask::project::Project;

    use super::*;

    fn output(program: &str, arguments: &[&str], file: &Path) -> String {
        process::output(Command::new(program).args(arguments).arg(file)).expect("it runs")
    }

    #[test]
    fn the_package_has_its_files_and_is_the_same_twice() {
        let project = Project::read().expect("the project");
        let folder = project.target("tmp/deb-test");
        let _ = fs::remove_dir_all(&folder);
        let unpacked = folder.join("unpacked");
        fs::create_dir_all(&unpacked).expect("a folder");
        // Any program will do for this test.
        fs::copy(std::env::current_exe().expect("this program"), unpacked.join("quiz-answers")).expect("a copy");
        for name in ["CHANGELOG.md", "LICENSE", "packaging", "templates"] {
            process::run(Command::new("cp").arg("--recursive").arg(project.path(name)).arg(&unpacked)).expect("a copy");
        }
        let make = || package(&folder, &unpacked, "0.1.0", "1795219200").expect("a package");
        let package = make();
        let first = fs::read(&package).expect("a package");
        assert_eq!(first, fs::read(make()).expect("a package"), "the same bytes");

        let fields = output("dpkg-deb", &["--info"], &package);
        assert!(fields.contains("Package: quiz-answers") && fields.contains("libc6 (>= 2."), "{fields}");
        let contents = output("dpkg-deb", &["--contents"], &package);
        for (path, mode) in [
            ("./usr/bin/quiz-answers", "-rwxr-xr-x root/root"),
            ("./etc/quiz-answers.env", "-rw-r--r-- root/root"),
            ("./lib/systemd/system/quiz-answers.service", "-rw-r--r-- root/root"),
            ("./lib/systemd/system/quiz-answers-doctor.timer", "-rw-r--r-- root/root"),
            ("./usr/share/doc/quiz-answers/copyright", "-rw-r--r-- root/root"),
            ("./usr/share/doc/quiz-answers/changelog.gz", "-rw-r--r-- root/root"),
            ("./usr/share/doc/quiz-answers/CHANGELOG.md", "-rw-r--r-- root/root"),
        ] {
            let line = contents.lines().find(|line| line.ends_with(path)).unwrap_or_else(|| panic!("{path}"));
            assert!(line.starts_with(mode), "{line}");
        }
        let unit = process::output(Command::new("sh").args(["-c", "dpkg-deb --fsys-tarfile \"$0\" | tar --extract --to-stdout ./lib/systemd/system/quiz-answers.service"]).arg(&package));
        let unit = unit.expect("a unit");
        assert!(unit.starts_with("[Unit]") && unit.contains("ExecStart=/usr/bin/quiz-answers serve"), "{unit}");
        fs::remove_dir_all(&folder).expect("it goes");
    }
}
