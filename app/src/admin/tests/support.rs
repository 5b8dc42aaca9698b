//! Helpers for tests of pages.

use std::collections::BTreeSet;

use domain::{NamespaceId, QuizId, QuizStatus, Role};

use crate::admin::{AdminAssets, AdminContext, NamespaceNav, QuizNav};

pub(super) const HOSTILE: &str = "</script><b onclick=x>\"'&";

pub(super) fn context() -> AdminContext {
    AdminContext {
        nonce: "n0nce".to_owned(),
        base_url: "https://quiz.example".to_owned(),
        assets: AdminAssets {
            css: "/assets/admin.css".to_owned(),
            script: Some("/assets/admin.js".to_owned()),
            start_editor: None,
            live: None,
            images: None,
            picture: Some("/assets/picture.js".to_owned()),
            favicon: "/assets/favicon.svg".to_owned(),
        },
        visitor: None,
        flash: None,
        back: None,
    }
}

pub(super) fn namespace() -> NamespaceNav {
    NamespaceNav { id: NamespaceId::parse("demo").expect("valid"), name: HOSTILE.to_owned(), role: Role::Owner }
}

pub(super) fn quiz() -> QuizNav {
    QuizNav {
        namespace: namespace(),
        id: QuizId::parse("quizquizquizquiz").expect("valid"),
        name: HOSTILE.to_owned(),
        status: QuizStatus::Open,
        alerts: None,
    }
}

pub(super) fn attributes<'h>(html: &'h str, name: &str) -> Vec<&'h str> {
    let start = format!(" {name}=\"");
    html.split(start.as_str()).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// Checks that every page must pass.
pub(super) fn is_sound(html: &str) {
    assert!(html.starts_with("<!DOCTYPE html><html lang=\"en\">"), "{html}");
    assert!(attributes(html, "style").is_empty(), "inline style");
    assert!(!html.contains("<b onclick") && !html.contains("</script><b"), "a text became markup");
    assert_eq!(html.matches("<table").count(), html.matches("<tbody").count());
    let all = attributes(html, "id");
    let ids: BTreeSet<&str> = all.iter().copied().collect();
    assert_eq!(ids.len(), all.len(), "an id stands twice: {all:?}");
    let fragments = attributes(html, "href").into_iter().filter_map(|href| href.strip_prefix('#'));
    let references = ["for", "aria-describedby", "aria-labelledby"].map(|name| attributes(html, name)).concat();
    for id in references.iter().flat_map(|list| list.split(' ')).chain(fragments) {
        assert!(ids.contains(id), "nothing has the id {id}");
    }
    for drawing in html.split("<svg ").skip(1) {
        let drawing = drawing.split("</svg>").next().unwrap_or_default();
        let is_named = drawing.contains("aria-label") || drawing.contains("aria-hidden=\"true\"");
        assert!(is_named, "a drawing that says nothing: {drawing}");
    }
}
