//! The server's modules import each other in one direction only, so cycles cannot form.

use std::{fs, path::Path};

use anyhow::{Context, Result, bail};

use xtask::project::Project;

/// From top to bottom. A module may refer only to modules of lower layers.
const LAYERS: [&[&str]; 12] = [
    &["cli"],
    &["config", "http"],
    &["service"],
    &["jobs"],
    &["mail"],
    &["delivery", "webhooks"],
    &["export"],
    &["store"],
    &["secret_key"],
    &["record", "rescue"],
    &["low_priority", "file_lock", "certificates"],
    &[
        "cache",
        "causes",
        "clock",
        "file_identity",
        "file_permissions",
        "atomic_file",
        "random",
        "client_prefix",
        "telemetry",
        "templates",
        "turns",
    ],
];

pub(crate) fn check(project: &Project) -> Result<()> {
    let source = project.path("server/src");
    let mut problems = Vec::new();
    read(&source, &mut |file, text| {
        problems.extend(problems_of(file.strip_prefix(&source).unwrap_or(file), text));
    })?;
    if !problems.is_empty() {
        bail!("{}", problems.join("\n"));
    }
    Ok(())
}

fn read(folder: &Path, visit: &mut impl FnMut(&Path, &str)) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            read(&path, visit)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            visit(&path, &fs::read_to_string(&path)?);
        }
    }
    Ok(())
}

/// Tests of the store only, which may also use the exports' view of its rows.
const TESTS: &str = "store/contract";

fn problems_of(file: &Path, text: &str) -> Vec<String> {
    if file.starts_with(TESTS) {
        return Vec::new();
    }
    let module = file.iter().next().map(|name| Path::new(name).with_extension("").display().to_string());
    let module = module.unwrap_or_default();
    let is_below = |other: &str| layer(&module).is_some_and(|own| layer(other) > Some(own));
    let against = imports(text).into_iter().filter(|other| *other != module && !is_below(other));
    against.map(|other| format!("{}: {module} may not import {other}", file.display())).collect()
}

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&module))
}

/// The top-level modules that a text refers to, in paths such as `crate::store::Job` and lists such as `crate::{clock,
/// store}`.
fn imports(text: &str) -> Vec<&str> {
    let paths = text.split("crate::").skip(1);
    let firsts = paths.flat_map(|path| path.strip_prefix('{').map_or_else(|| vec![path], items));
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    firsts.map(|path| &path[..path.find(|letter| !is_part(letter)).unwrap_or(path.len())]).collect()
}

/// The items of a list whose opening brace was removed. Nested lists stay with their item.
fn items(list: &str) -> Vec<&str> {
    let (mut depth, mut begin, mut items) = (1, 0, Vec::new());
    for (at, letter) in list.char_indices() {
        depth = if letter == '{' { depth + 1 } else { depth - usize::from(letter == '}') };
        if depth == 0 || (depth == 1 && letter == ',') {
            items.push(list[begin..at].trim());
            begin = at + 1;
        }
        if depth == 0 {
            break;
        }
    }
    items.retain(|item| !item.is_empty());
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(file: &str, text: &str) -> Vec<String> {
        problems_of(Path::new(file), text)
    }

    #[test]
    fn imports_downwards_and_within_a_module_pass() {
        let text = "use crate::{\n    clock,\n    store::{Job, Store},\n};\nfn f() { crate::jobs::run() }";
        assert_eq!(imports(text), ["clock", "store", "jobs"]);
        assert_eq!(problems("jobs/runner.rs", text), [""; 0]);
    }

    #[test]
    fn a_circle_is_found_where_it_goes_up() {
        assert_eq!(problems("jobs/runner.rs", "use crate::delivery::Plan;"), [""; 0]);
        let up = problems("delivery/source.rs", "use crate::{\n    clock,\n    jobs::{Runner, formats::{A, B}},\n};");
        assert_eq!(up, ["delivery/source.rs: delivery may not import jobs"]);
        assert_eq!(problems("store/contract/records.rs", "use crate::export::sift;"), [""; 0]);
        assert_eq!(problems("store/records.rs", "use crate::export::sift;").len(), 1);
    }

    #[test]
    fn a_module_without_a_layer_is_named() {
        assert_eq!(problems("new.rs", "use crate::store::Job;"), ["new.rs: new may not import store"]);
        assert_eq!(problems("http/mod.rs", "use crate::new::Thing;"), ["http/mod.rs: http may not import new"]);
    }
}
