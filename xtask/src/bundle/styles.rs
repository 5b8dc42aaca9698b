//! The stylesheet: one file out of the many that it is written in.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};

use super::squeeze::squeezed;

/// The stylesheet with every `@import "file.css";` replaced by that file; empty if there is none.
pub(crate) fn combined(file: &Path) -> Result<String> {
    if file.is_file() { with_imports(file, &mut Vec::new()) } else { Ok(String::new()) }
}

/// `importers` are the files on the way here.
fn with_imports(file: &Path, importers: &mut Vec<PathBuf>) -> Result<String> {
    if importers.iter().any(|importer| importer == file) {
        bail!("{} imports itself", file.display());
    }
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;

    importers.push(file.to_owned());
    let css = squeezed(&text);
    let mut rest = css.as_str();
    let mut combined = String::new();
    while let Some((before, after)) = rest.split_once("@import") {
        let (imported, after) =
            local_file(after).with_context(|| format!("{}: only @import \"file.css\"; is known", file.display()))?;
        combined += before;
        combined += &with_imports(&file.with_file_name(imported), importers)?;
        rest = after;
    }
    importers.pop();
    Ok(combined + rest)
}

/// Splits ` "file.css";rest` into file and rest, if the file is a relative path.
fn local_file(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let quote = text.chars().next().filter(|first| "\"'".contains(*first))?;
    let (name, rest) = text[1..].split_once(quote)?;
    let rest = rest.trim_start().strip_prefix(';')?;
    let is_local = !name.starts_with('/') && !name.contains(':');
    is_local.then_some((name, rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bundle::scratch::Scratch;

    fn combined_main(test: &str, files: &[(&str, &str)]) -> Result<String> {
        let folder = Scratch::new(test, files)?;
        combined(&folder.path().join("main.css"))
    }

    #[test]
    fn imports_are_put_in_their_place_in_order() {
        let files = [
            ("main.css", "@import \"parts/a.css\";\n@import 'b.css';\nmain { x: 1 }\n"),
            ("parts/a.css", "@import \"c.css\";\na { x: 1 }"),
            ("parts/c.css", "c { x: 1 }"),
            ("b.css", "/* @import \"missing.css\"; */ b { x: 1 }"),
        ];
        let css = combined_main("order", &files).expect("all files exist");
        assert_eq!(css, "c{x: 1}a{x: 1}b{x: 1}main{x: 1}");
    }

    #[test]
    fn no_stylesheet_is_an_empty_one() {
        assert_eq!(combined_main("none", &[]).expect("nothing to read"), "");
    }

    #[test]
    fn an_import_from_elsewhere_or_with_conditions_is_an_error() {
        for import in [
            "@import \"https://example.org/x.css\";",
            "@import url(x.css);",
            "@import \"x.css\" print;",
            "@import \"/x.css\";",
        ] {
            let css = combined_main("elsewhere", &[("main.css", import), ("x.css", "x{}")]);
            assert!(css.is_err(), "{import}");
        }
    }

    #[test]
    fn a_missing_import_is_named() {
        let css = combined_main("missing", &[("main.css", "@import \"gone.css\";")]);
        let error = css.expect_err("gone.css is missing");
        assert!(error.to_string().ends_with("gone.css"), "{error}");
    }

    #[test]
    fn files_that_import_each_other_are_an_error() {
        let files = [("main.css", "@import \"a.css\";"), ("a.css", "@import \"main.css\";")];
        let error = combined_main("cycle", &files).expect_err("a cycle has no end");
        assert!(error.to_string().ends_with("main.css imports itself"), "{error}");
    }
}
