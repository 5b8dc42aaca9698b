//! The tools that builds and tests need. A missing one is announced and installed.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
    time::SystemTime,
};

use anyhow::{Context, Result, bail};

use crate::{process, project::Project};

pub const WASM_TARGET: &str = "wasm32-unknown-unknown";

/// The first one has no graphical interface, and takes two thirds of the time.
const CHROMIUM: [&str; 5] =
    ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

pub fn require_c_compiler() -> Result<()> {
    if env::var_os("CC").is_some() {
        return Ok(());
    }
    require(&["cc", "gcc", "clang"], "build-essential", "a C compiler (cc) to build SQLite")
}

pub fn require_node() -> Result<()> {
    let purpose = "to make the browser bundle and to test it";
    require(&["node"], "nodejs", purpose)?;
    require(&["npm"], "npm", purpose)
}

/// Debian keeps PostgreSQL's server programs off the PATH.
pub fn require_postgresql() -> Result<()> {
    if Path::new("/usr/lib/postgresql").is_dir() {
        return Ok(());
    }
    require(&["initdb"], "postgresql", "to test the store on PostgreSQL")
}

/// The proxies whose sample configurations are tested.
pub fn require_proxies() -> Result<()> {
    let packages = [
        ("nginx", "nginx-light"),
        ("caddy", "caddy"),
        ("haproxy", "haproxy"),
        ("openssl", "openssl"),
        ("curl", "curl"),
    ];
    require_all(&packages, "to try the sample configurations of proxies")
}

/// Installs the packages of missing programs. Debian keeps some programs off the PATH of ordinary users.
pub fn require_all(packages: &[(&str, &str)], purpose: &str) -> Result<()> {
    let is_missing =
        |program: &str| process::find(&[program]).is_none() && !Path::new("/usr/sbin").join(program).exists();
    let missing: Vec<_> =
        packages.iter().filter(|(program, _)| is_missing(program)).map(|(_, package)| *package).collect();
    if missing.is_empty() { Ok(()) } else { install(&missing.join(" "), purpose) }
}

/// The programs that read exports, receive deliveries, and check alert rules.
pub fn require_test_tools() -> Result<()> {
    let packages = [
        ("gpg", "gnupg"),
        ("sshd", "openssh-server"),
        ("ssh", "openssh-client"),
        ("promtool", "prometheus"),
        ("soffice", "libreoffice-calc-nogui"),
        ("python3", "python3"),
        ("aiosmtpd", "python3-aiosmtpd"),
        ("faketime", "faketime"),
    ];
    require_all(&packages, "to test exports, deliveries, alert rules, mail and wrong clocks")
}

/// The program that moves a server's clock, and the one that reckons what is expected then.
pub fn require_moved_clock() -> Result<()> {
    require_all(&[("faketime", "faketime"), ("python3", "python3")], "to test what happens over weeks")
}

/// Returns a folder with Debian's postfix in it, unpacked: installed, it would replace the machine's own mail server. The
/// libraries that it needs are installed.
pub fn require_postfix(project: &Project) -> Result<PathBuf> {
    let purpose = "to test bounced mail";
    let folder = project.target("tools/postfix");
    let programs = folder.join("usr/lib/postfix/sbin");
    if !programs.join("smtpd").is_file() {
        println!("unpacking postfix, {purpose}: apt-get download (in {})", folder.display());
        fs::create_dir_all(&folder)?;
        // What a run that was cut off has left.
        process::run(Command::new("sh").args(["-euc", "rm -f postfix_*.deb"]).current_dir(&folder))?;
        let download =
            || process::run(Command::new("apt-get").args(["-qq", "download", "postfix"]).current_dir(&folder));
        if download().is_err() {
            // Reads the lists of packages, too.
            install("netbase", purpose)?;
            download()?;
        }
        let unpack =
            "dpkg-deb --field postfix_*.deb Depends > depends; dpkg-deb --extract postfix_*.deb .; rm postfix_*.deb";
        process::run(Command::new("sh").args(["-euc", unpack]).current_dir(&folder))?;
    }
    let of = [programs.join("master"), programs.join("smtpd"), programs.join("local")];
    let linked = Command::new("ldd").args(of).env("LD_LIBRARY_PATH", folder.join("usr/lib/postfix")).output()?;
    if !linked.status.success() || linked.stdout.windows(9).any(|text| text == b"not found") {
        let depends = fs::read_to_string(folder.join("depends"))?;
        let names = depends.split(',').filter_map(|package| package.split_whitespace().next());
        let libraries: Vec<_> = names.filter(|name| name.starts_with("lib")).collect();
        install(&libraries.join(" "), purpose)?;
    }
    if process::output(Command::new("id").arg("-u"))? != "0" {
        require(&["newuidmap"], "uidmap", "to run postfix in a namespace")?;
    }
    Ok(folder)
}

/// Returns the path of a Chromium; `CHROMIUM_PATH` takes precedence.
pub fn require_chromium() -> Result<PathBuf> {
    if let Some(path) = env::var_os("CHROMIUM_PATH").map(PathBuf::from) {
        if !path.is_file() {
            bail!("CHROMIUM_PATH names {}, which is no file", path.display());
        }
        return Ok(path);
    }
    let purpose = "for the browser tests (or set CHROMIUM_PATH)";
    if process::find(&CHROMIUM).is_none() {
        // Distributions that lack the first may have the second.
        install(CHROMIUM[0], purpose).or_else(|_| install(CHROMIUM[1], purpose))?;
    }
    process::find(&CHROMIUM).context("chromium was installed but is not on the PATH")
}

/// Firefox and `WebKit` with their drivers; Playwright's own builds of both are not used.
pub fn require_engines() -> Result<()> {
    let purpose = "to test the pages in Firefox and WebKit";
    require(&["firefox-esr", "firefox"], "firefox-esr", purpose)?;
    require_all(&[("WebKitWebDriver", "webkit2gtk-driver"), ("Xvfb", "xvfb")], purpose)
}

/// Returns the path of `openapi-python-client`, in the version pinned by the browser tests' `requirements.txt`.
pub fn require_client_generator(project: &Project) -> Result<PathBuf> {
    let purpose = "to generate a client from the API document";
    let folder = project.target("python");
    let requirements = project.path("end2end/requirements.txt");
    let stamp = folder.join("requirements.txt");
    if fs::read(&stamp).ok() != Some(fs::read(&requirements)?) {
        let make = || process::run(Command::new("python3").args(["-m", "venv"]).arg(&folder));
        require(&["python3"], "python3", purpose)?;
        if make().is_err() {
            install("python3-venv", purpose)?;
            make()?;
        }
        println!("installing Python packages, {purpose}: pip install (in {})", folder.display());
        let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement"];
        process::run(Command::new(folder.join("bin/python")).args(pip).arg(&requirements))?;
        fs::copy(&requirements, &stamp)?;
    }
    Ok(folder.join("bin/openapi-python-client"))
}

/// Returns the path of the program that checks licences, versions and advisories of dependencies.
pub fn require_cargo_deny(project: &Project) -> Result<PathBuf> {
    let program = project.target("tools/bin/cargo-deny");
    if !program.is_file() {
        install_crates(project, &["cargo-deny@0.20.2"], "to check dependencies")?;
    }
    Ok(program)
}

/// Compiles programs into a folder of the project, and returns the folder.
fn install_crates(project: &Project, crates: &[&str], purpose: &str) -> Result<PathBuf> {
    let root = project.target("tools");
    println!("installing {}, {purpose}: cargo install (in {})", crates.join(" and "), root.display());
    let install = ["install", "--quiet", "--locked", "--root"];
    process::run(process::cargo(project).args(install).arg(&root).args(crates))?;
    Ok(root.join("bin"))
}

/// Asks the compiler rather than rustup, so that compilers installed in another way work too.
pub fn require_wasm_target() -> Result<()> {
    let library = process::output(Command::new("rustc").args(["--print", "target-libdir", "--target", WASM_TARGET]))?;
    if Path::new(&library).is_dir() {
        return Ok(());
    }
    println!("installing {WASM_TARGET}, to compile the browser bundle: rustup target add {WASM_TARGET}");
    process::run(Command::new("rustup").args(["target", "add", WASM_TARGET]))
        .with_context(|| format!("this Rust compiler lacks its {WASM_TARGET} library"))
}

/// Installs the npm packages of `folder`'s lock file, unless they are newer than the lock file.
pub fn install_packages(folder: &Path, purpose: &str) -> Result<()> {
    let lock = folder.join("package-lock.json");
    let wanted = changed(&lock).with_context(|| format!("cannot read {}", lock.display()))?;
    let installed = changed(&folder.join("node_modules/.package-lock.json"));
    if installed.is_ok_and(|installed| installed >= wanted) {
        return Ok(());
    }
    println!("installing npm packages, {purpose}: npm ci (in {})", folder.display());
    process::run(Command::new("npm").args(["ci", "--no-audit", "--no-fund"]).current_dir(folder))
}

fn changed(file: &Path) -> std::io::Result<SystemTime> {
    fs::metadata(file)?.modified()
}

pub fn require(programs: &[&str], package: &str, purpose: &str) -> Result<()> {
    if process::find(programs).is_some() { Ok(()) } else { install(package, purpose) }
}

/// Installs Debian packages as root or through sudo. Without either, or without apt, fails and names them.
///
/// Tests start the programs themselves, so the packages' own services are kept from starting.
fn install(packages: &str, purpose: &str) -> Result<()> {
    let is_root = process::output(Command::new("id").arg("-u"))? == "0";
    let prefix: &[&str] = if is_root { &[] } else { &["sudo"] };
    if process::find(&["apt-get"]).is_none() || !is_root && process::find(&["sudo"]).is_none() {
        bail!("missing: {packages}, {purpose}; please install it and try again");
    }
    println!("installing {packages}, {purpose}, with apt-get; their services are not started");
    let command = [prefix, &["sh", "-euc", INSTALL, "install"]].concat();
    process::run(Command::new(command[0]).args(&command[1..]).args(packages.split(' ')))
}

const INSTALL: &str = r#"
policy=/usr/sbin/policy-rc.d
if [ ! -e $policy ]; then
    trap 'rm $policy' EXIT
    printf '#!/bin/sh\nexit 101\n' > $policy
    chmod 755 $policy
fi
apt-get update
DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends "$@"
"#;
