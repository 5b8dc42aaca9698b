//! The licences of all dependencies, those of optional features too: each one lets this program be used and passed on freely.

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use spdx::{Expression, LicenseReq, ParseMode};

use crate::{process, project::Project};

const ALLOWED: [&str; 14] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "CDLA-Permissive-2.0",
    "ISC",
    "MIT",
    "Unicode-3.0",
    "Unicode-DFS-2016",
    "Unlicense",
    "Zlib",
];

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    license: Option<String>,
    /// Where it comes from; nothing for the members of this workspace.
    source: Option<String>,
}

pub(crate) fn check(project: &Project) -> Result<()> {
    let metadata = process::output(process::cargo(project).args([
        "metadata",
        "--format-version",
        "1",
        "--locked",
        "--all-features",
    ]))?;
    let metadata: Metadata = serde_json::from_str(&metadata).context("cargo metadata is not understood")?;
    let allowed = allowed()?;

    let dependencies = metadata.packages.iter().filter(|package| package.source.is_some());
    let refused: Vec<String> = dependencies
        .clone()
        .filter_map(|package| {
            let problem = problem(package.license.as_deref(), &allowed)?;
            Some(format!("{} {}: {problem}", package.name, package.version))
        })
        .collect();
    if !refused.is_empty() {
        bail!("{}", refused.join("\n"));
    }
    println!("      {} dependencies", dependencies.count());
    Ok(())
}

fn allowed() -> Result<Vec<LicenseReq>> {
    let mut allowed = Vec::new();
    for licence in ALLOWED {
        let expression = Expression::parse(licence)?;
        allowed.extend(expression.requirements().map(|part| part.req.clone()));
    }
    Ok(allowed)
}

/// What is wrong with a licence expression, if no choice that it leaves is allowed altogether. Before SPDX
/// expressions, `A/B` meant a choice; so it does here.
fn problem(licence: Option<&str>, allowed: &[LicenseReq]) -> Option<String> {
    let Some(licence) = licence else {
        return Some("names no licence".to_owned());
    };
    match Expression::parse_mode(licence, ParseMode::LAX) {
        Err(error) => Some(format!("{licence:?} is not understood: {}", error.reason)),
        Ok(expression) if expression.evaluate(|wanted| allowed.contains(wanted)) => None,
        Ok(_) => Some(format!("{licence} is not allowed")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passes(licence: &str) -> bool {
        problem(Some(licence), &allowed().expect("a list of licences")).is_none()
    }

    #[test]
    fn one_allowed_choice_is_enough() {
        assert!(passes("MIT"));
        assert!(passes("GPL-3.0-only OR MIT"));
        assert!(passes("Apache-2.0 WITH LLVM-exception OR GPL-2.0-only"));
        assert!(passes("(MIT OR Apache-2.0) AND Unicode-3.0"));
    }

    #[test]
    fn everything_that_is_asked_for_must_be_allowed() {
        assert!(!passes("GPL-3.0-only"));
        assert!(!passes("MIT AND GPL-3.0-only"));
        assert!(!passes("Apache-2.0 WITH Classpath-exception-2.0"));
    }

    #[test]
    fn a_slash_is_a_choice() {
        assert!(passes("MIT/Apache-2.0"));
        assert!(passes("GPL-3.0-only / MIT"));
        assert!(!passes("GPL-3.0-only/AGPL-3.0-only"));
    }

    #[test]
    fn no_licence_and_no_sense_are_refused() {
        let allowed = allowed().expect("a list of licences");
        assert_eq!(problem(None, &allowed).as_deref(), Some("names no licence"));
        assert!(!passes("free as in beer"));
    }
}
