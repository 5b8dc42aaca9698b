//! The licences of all components in one text: each once, below the components that it applies to.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
    path::Path,
};

use anyhow::{Context, Result, ensure};
use spdx::{Expression, ParseMode};

use super::components::{Component, Components, Key};

const RULE: &str = "================================================================================";
const HEAD: &str = "Licences of what Quiz Answers is built from.\n\n\
    Each text stands once, below the components that came with it. Components without a text of their own are at the\n\
    end, below the text that SPDX has for their licence, with their authors as they name themselves.\n";

/// The licence texts. A component without one whose licence is unknown is an error.
pub(super) fn of(components: &Components) -> Result<String> {
    let mut own: BTreeMap<String, BTreeSet<&Key>> = BTreeMap::new();
    let mut standard: BTreeMap<&str, BTreeSet<&Key>> = BTreeMap::new();
    for (key, component) in components {
        if component.is_own() {
            continue;
        }
        let texts = component.folder.as_deref().map(|folder| texts(folder, component.texts)).transpose()?;
        let texts = texts.unwrap_or_default();
        if texts.is_empty() {
            for licence in licences(&component.licence).with_context(|| format!("the licence of {}", key.0))? {
                standard.entry(licence).or_default().insert(key);
            }
        }
        for text in texts {
            own.entry(text).or_default().insert(key);
        }
    }
    // Sorted by first component, so that a new version changes few lines.
    let mut sections: Vec<_> = own.into_iter().collect();
    sections.sort_by(|(text, keys), (other, others)| (keys, text).cmp(&(others, other)));
    let mut all = HEAD.to_owned();
    for (text, keys) in sections {
        write!(all, "\n{RULE}\n{}{RULE}\n\n{text}\n", list(&keys, components, false))?;
    }
    for (name, keys) in standard {
        let text = spdx::license_id(name).with_context(|| format!("SPDX has no licence {name}"))?.text().trim();
        write!(all, "\n{RULE}\nUnder {name}:\n{}{RULE}\n\n{text}\n", list(&keys, components, true))?;
    }
    Ok(all)
}

fn list(keys: &BTreeSet<&Key>, components: &Components, with_authors: bool) -> String {
    keys.iter().fold(String::new(), |mut lines, key| {
        let (name, version) = key;
        let component = &components[*key];
        let authors = component.authors.join(", ");
        let by = if with_authors && !authors.is_empty() { format!(", {authors}") } else { String::new() };
        let _ = writeln!(lines, "{name} {version} ({}){by}", component.licence);
        lines
    })
}

/// The files of a folder with these name prefixes, and of its subfolders with them, in alphabetical order.
fn texts(folder: &Path, beginnings: &[&str]) -> Result<Vec<String>> {
    let mut paths = fs::read_dir(folder)
        .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>())
        .with_context(|| format!("cannot read {}", folder.display()))?;
    paths.sort();
    let mut found = Vec::new();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        let is_code = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("rs"));
        if !beginnings.iter().any(|beginning| name.starts_with(beginning)) || is_code {
            continue;
        }
        if path.is_dir() {
            found.extend(texts(&path, &[""])?);
            continue;
        }
        let text = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let text = String::from_utf8_lossy(&text);
        // Texts that are otherwise identical differ in line endings and trailing spaces.
        let lines: Vec<_> = text.lines().map(str::trim_end).collect();
        found.push(lines.join("\n").trim_matches('\n').to_owned());
    }
    found.retain(|text| !text.is_empty());
    Ok(found)
}

/// The SPDX names of the licences in an expression.
fn licences(expression: &str) -> Result<BTreeSet<&'static str>> {
    let parsed = Expression::parse_mode(expression, ParseMode::LAX)?;
    let ids = parsed.requirements().map(|requirement| requirement.req.license.id().map(|id| id.name));
    let names: Option<BTreeSet<_>> = ids.collect();
    let names = names.with_context(|| format!("{expression} names a licence that SPDX does not have"))?;
    ensure!(!names.is_empty(), "{expression} names no licence");
    Ok(names)
}

impl Component {
    /// True for the workspace's own crates.
    pub(super) fn is_own(&self) -> bool {
        self.purl.starts_with("pkg:cargo/") && self.folder.is_none()
    }
}

#[cfg(test)]
mod tests {
    use xtask::project::Project;

    use super::*;
    use crate::dist::components;

    #[test]
    fn every_component_has_its_licence() {
        let project = Project::read().expect("the project");
        xtask::tools::install_packages(&project.path("xtask/node"), "for the licence of Swagger UI").expect("packages");
        let components = components::of(&project, &components::host().expect("a platform"), "s3").expect("components");
        let text = of(&components).expect("licences");
        for ((name, version), component) in &components {
            let line = format!("\n{name} {version} ({})", component.licence);
            assert_eq!(text.contains(&line), !component.is_own(), "{line}");
        }
        for part in ["Permission is hereby granted, free of charge", "Apache License", "May you do good and not evil"] {
            assert!(text.contains(part), "{part}");
        }
        assert!(!text.contains("/registry/"), "a path of this machine");
    }

    #[test]
    fn expressions_are_read_to_their_names() {
        let names = |expression| licences(expression).expect("an expression").into_iter().collect::<Vec<_>>();
        assert_eq!(names("MIT OR Apache-2.0"), ["Apache-2.0", "MIT"]);
        assert_eq!(names("(MIT OR BSD-3-Clause) AND Unicode-3.0"), ["BSD-3-Clause", "MIT", "Unicode-3.0"]);
        assert!(licences("LicenseRef-Own").is_err());
    }
}
