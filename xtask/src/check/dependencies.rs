//! Every dependency, including those of optional features, has a permissive licence, and some have one version only.

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use spdx::{Expression, LicenseReq, ParseMode};

use xtask::{process, project::Project};

/// Two versions of these do not work together. A crate that still asks for sqlx 0.8 would also bring back a SQLite
/// that can corrupt its write-ahead log.
const SINGLE: [&str; 5] = ["leptos", "libsqlite3-sys", "sqlx", "sqlx-core", "wasm-bindgen"];

const ALLOWED: &str = "0BSD AND Apache-2.0 AND (Apache-2.0 WITH LLVM-exception) AND BSD-2-Clause AND BSD-3-Clause AND \
                       BSL-1.0 AND CC0-1.0 AND CDLA-Permissive-2.0 AND ISC AND MIT AND Unicode-3.0 AND \
                       Unicode-DFS-2016 AND Unlicense AND Zlib";

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    license: Option<String>,
    /// `None` for members of this workspace.
    source: Option<String>,
}

pub(crate) fn check(project: &Project) -> Result<()> {
    let mut cargo = process::cargo(project);
    cargo.args(["metadata", "--format-version", "1", "--locked", "--all-features"]);
    let Metadata { packages } = serde_json::from_str(&process::output(&mut cargo)?).context("malformed metadata")?;
    let problems = problems(&packages)?;
    if !problems.is_empty() {
        bail!("{}", problems.join("\n"));
    }
    Ok(())
}

fn problems(packages: &[Package]) -> Result<Vec<String>> {
    let mut problems = Vec::new();
    for name in SINGLE {
        let versions: Vec<_> =
            packages.iter().filter(|package| package.name == name).map(|found| &*found.version).collect();
        if versions.len() != 1 {
            problems.push(format!("expected one version of {name}, found {versions:?}"));
        }
    }
    let allowed: Vec<LicenseReq> = Expression::parse(ALLOWED)?.requirements().map(|part| part.req.clone()).collect();
    for Package { name, version, license, source } in packages {
        let license = license.as_deref().unwrap_or_default();
        if source.is_some() && !is_allowed(license, &allowed) {
            problems.push(format!("{name} {version}: the licence {license:?} is not allowed"));
        }
    }
    Ok(problems)
}

/// True if the expression leaves a choice of allowed licences. In old crates `A/B` means `A OR B`.
fn is_allowed(license: &str, allowed: &[LicenseReq]) -> bool {
    Expression::parse_mode(license, ParseMode::LAX)
        .is_ok_and(|expression| expression.evaluate(|required| allowed.contains(required)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, version: &str, license: Option<&str>) -> Package {
        let [name, version] = [name, version].map(str::to_owned);
        Package { name, version, license: license.map(str::to_owned), source: Some("registry".to_owned()) }
    }

    fn problems_with(name: &str, version: &str, license: Option<&str>) -> Vec<String> {
        let mut packages: Vec<_> = SINGLE.iter().map(|name| package(name, "1.0.0", Some("MIT"))).collect();
        packages.push(package(name, version, license));
        problems(&packages).expect("a valid list of licences")
    }

    #[test]
    fn a_choice_of_allowed_licences_passes() {
        for license in ["MIT", "GPL-3.0-only OR MIT", "MIT/GPL-3.0-only", "(MIT OR GPL-2.0-only) AND Unicode-3.0"] {
            assert_eq!(problems_with("other", "1.0.0", Some(license)), [""; 0], "{license}");
        }
        assert_eq!(problems_with("other", "1.0.0", Some("Apache-2.0 WITH LLVM-exception")), [""; 0]);
    }

    #[test]
    fn other_missing_and_malformed_licences_are_refused() {
        for license in ["GPL-3.0-only", "MIT AND GPL-3.0-only", "Apache-2.0 WITH Classpath-exception-2.0", "free", ""] {
            assert_eq!(problems_with("other", "1.0.0", Some(license)).len(), 1, "{license}");
        }
        assert_eq!(problems_with("other", "1.0.0", None).len(), 1);
    }

    #[test]
    fn a_second_version_is_named() {
        let problems = problems_with("sqlx", "0.8.6", Some("MIT"));
        assert_eq!(problems, [r#"expected one version of sqlx, found ["1.0.0", "0.8.6"]"#]);
    }
}
