//! The list of components (SBOM) in `CycloneDX` format: <https://cyclonedx.org/docs/1.6/json/>

use anyhow::Result;
use serde_json::{Value, json};

use super::components::{Component, Components, Key};

pub(super) struct Shipped<'a> {
    pub(super) name: &'a str,
    pub(super) version: &'a str,
    pub(super) licence: &'a str,
    pub(super) target: &'a str,
    /// Of the program, in hexadecimal.
    pub(super) sha256: &'a str,
    /// The time of the commit, in RFC 3339.
    pub(super) time: &'a str,
}

pub(super) fn of(shipped: &Shipped, components: &Components) -> Result<String> {
    let own = format!("pkg:generic/{}@{}", shipped.name, shipped.version);
    // The workspace's crates are the program itself: their dependencies are its own.
    let others = components.iter().filter(|(_, component)| !component.is_own());
    let own_needs = components.values().filter(|component| component.is_own());
    let needed = own_needs.flat_map(|component| &component.needs).filter(|key| !components[*key].is_own());
    // Cargo reports no dependency on these.
    let linked = others.clone().filter(|((_, _), component)| !component.purl.starts_with("pkg:cargo/"));
    let needed = needed.chain(linked.map(|(key, _)| key));
    let dependencies =
        others.clone().map(|(_, component)| (component.purl.clone(), refs(&component.needs, components)));
    let first = (own.clone(), refs(needed, components));
    let bill = json!({
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "timestamp": shipped.time,
            "component": {
                "type": "application",
                "bom-ref": own,
                "name": shipped.name,
                "version": shipped.version,
                "hashes": [{ "alg": "SHA-256", "content": shipped.sha256 }],
                "licenses": [{ "expression": shipped.licence }],
                "purl": own,
                "properties": [property("target", shipped.target)],
            },
        },
        "components": others.map(|(key, component)| entry(key, component)).collect::<Vec<_>>(),
        "dependencies": std::iter::once(first)
            .chain(dependencies)
            .map(|(name, needs)| json!({ "ref": name, "dependsOn": needs }))
            .collect::<Vec<_>>(),
    });
    Ok(serde_json::to_string_pretty(&bill)? + "\n")
}

fn refs<'a>(keys: impl IntoIterator<Item = &'a Key>, components: &'a Components) -> Vec<&'a str> {
    let mut refs: Vec<_> = keys.into_iter().map(|key| components[key].purl.as_str()).collect();
    refs.sort_unstable();
    refs.dedup();
    refs
}

fn entry((name, version): &Key, component: &Component) -> Value {
    let parts: Vec<_> = component.parts.iter().map(|part| property("part", part)).collect();
    let mut entry = json!({
        "type": "library",
        "bom-ref": component.purl,
        "name": name,
        "version": version,
        "licenses": [{ "expression": component.licence }],
        "purl": component.purl,
        "properties": parts,
    });
    if let Some((algorithm, digest)) = &component.checksum {
        entry["hashes"] = json!([{ "alg": algorithm, "content": digest }]);
    }
    if let Some(repository) = &component.repository {
        entry["externalReferences"] = json!([{ "type": "vcs", "url": repository }]);
    }
    entry
}

fn property(name: &str, value: &str) -> Value {
    json!({ "name": format!("quiz-answers:{name}"), "value": value })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use xtask::project::Project;

    use super::*;
    use crate::dist::components;

    #[test]
    fn the_list_is_whole_and_the_same_twice() {
        let project = Project::read().expect("the project");
        xtask::tools::install_packages(&project.path("xtask/node"), "for the licence of Swagger UI").expect("packages");
        let target = components::host().expect("a platform");
        let shipped = Shipped {
            name: "quiz-answers",
            version: "0.1.0",
            licence: "MIT",
            target: &target,
            sha256: "00",
            time: "2026-11-22T00:00:00Z",
        };
        let make = || of(&shipped, &components::of(&project, &target, "s3").expect("components")).expect("a list");
        let text = make();
        assert_eq!(text, make());
        let bill: Value = serde_json::from_str(&text).expect("JSON");
        let entries = bill["components"].as_array().expect("components");
        let names: BTreeSet<_> = entries.iter().map(|entry| entry["bom-ref"].as_str().expect("a name")).collect();
        assert_eq!(names.len(), entries.len(), "each has a name of its own");
        let edges = bill["dependencies"].as_array().expect("dependencies");
        let refs = |edge: &Value| edge["dependsOn"].as_array().cloned().unwrap_or_default();
        let reached: BTreeSet<_> =
            edges.iter().flat_map(refs).map(|name| name.as_str().unwrap_or_default().to_owned()).collect();
        assert_eq!(reached, names.iter().map(|name| (*name).to_owned()).collect(), "the program needs each of them");
        assert!(!text.contains(&project.path("").display().to_string()), "a path of this machine");
    }
}
