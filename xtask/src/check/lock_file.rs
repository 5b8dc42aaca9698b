//! Cargo.lock: crates of which a second version would be a defect.

use std::fs;

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use crate::project::Project;

/// Two of these do not work together, or one brings back a fault that the other has mended: below 0.9, sqlx
/// draws in a `libsqlite3-sys` that can corrupt its write-ahead log.
const SINGLE: [&str; 5] = ["leptos", "libsqlite3-sys", "sqlx", "sqlx-core", "wasm-bindgen"];

const OLDEST_SQLX: (u64, u64) = (0, 9);

#[derive(Deserialize)]
struct Lock {
    package: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
}

pub(crate) fn check(project: &Project) -> Result<()> {
    let text = fs::read_to_string(project.path("Cargo.lock")).context("cannot read Cargo.lock")?;
    let problems = problems(&text)?;
    if !problems.is_empty() {
        bail!("{}", problems.join("\n"));
    }
    Ok(())
}

fn problems(lock: &str) -> Result<Vec<String>> {
    let lock: Lock = toml::from_str(lock).context("Cargo.lock is malformed")?;
    let mut problems = Vec::new();
    for name in SINGLE {
        let versions: Vec<&str> = lock
            .package
            .iter()
            .filter(|package| package.name == name)
            .map(|package| package.version.as_str())
            .collect();
        if versions.len() != 1 {
            let found = if versions.is_empty() { "none".to_owned() } else { versions.join(", ") };
            problems.push(format!("Cargo.lock: expected one version of {name}, found {found}"));
        }
        if name == "sqlx" && versions.iter().any(|version| is_older(version, OLDEST_SQLX)) {
            let (major, minor) = OLDEST_SQLX;
            problems.push(format!("Cargo.lock: sqlx is older than {major}.{minor}"));
        }
    }
    Ok(problems)
}

/// A version that cannot be read counts as older.
fn is_older(version: &str, than: (u64, u64)) -> bool {
    let mut numbers = version.split('.').map(str::parse::<u64>);
    match (numbers.next(), numbers.next()) {
        (Some(Ok(major)), Some(Ok(minor))) => (major, minor) < than,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use super::*;

    fn lock(packages: &[(&str, &str)]) -> String {
        let mut text = "version = 4\n".to_owned();
        for (name, version) in packages {
            write!(text, "\n[[package]]\nname = \"{name}\"\nversion = \"{version}\"\n").expect("a string takes all");
        }
        text
    }

    const GOOD: [(&str, &str); 6] = [
        ("leptos", "0.8.23"),
        ("libsqlite3-sys", "0.37.0"),
        ("sqlx", "0.9.0"),
        ("sqlx-core", "0.9.0"),
        ("syn", "2.0.0"),
        ("wasm-bindgen", "0.2.130"),
    ];

    fn problems_of(packages: &[(&str, &str)]) -> Vec<String> {
        problems(&lock(packages)).expect("well-formed")
    }

    #[test]
    fn one_version_of_each_passes_whatever_other_crates_do() {
        let mut packages = GOOD.to_vec();
        packages.push(("syn", "1.0.0"));
        assert!(problems_of(&packages).is_empty());
    }

    #[test]
    fn a_second_version_is_named() {
        let mut packages = GOOD.to_vec();
        packages.push(("libsqlite3-sys", "0.30.1"));
        assert_eq!(
            problems_of(&packages),
            ["Cargo.lock: expected one version of libsqlite3-sys, found 0.37.0, 0.30.1"]
        );
    }

    #[test]
    fn a_missing_crate_is_a_problem() {
        assert_eq!(problems_of(&GOOD[1..]), ["Cargo.lock: expected one version of leptos, found none"]);
    }

    #[test]
    fn sqlx_before_0_9_is_too_old() {
        let mut packages = GOOD;
        packages[2].1 = "0.8.6";
        assert_eq!(problems_of(&packages), ["Cargo.lock: sqlx is older than 0.9"]);
    }

    #[test]
    fn versions_compare_as_numbers() {
        assert!(is_older("0.8.6", (0, 9)));
        assert!(!is_older("0.9.0", (0, 9)));
        assert!(!is_older("0.10.0", (0, 9)));
        assert!(!is_older("1.0.0", (0, 9)));
        assert!(is_older("?", (0, 9)));
    }
}
