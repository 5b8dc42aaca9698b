//! The editor's pages.

use std::sync::Arc;

use app::admin::{DraftNote, EditingPage, QuizTab};
use axum::http::{StatusCode, Uri};
use domain::{
    QuizKind,
    edit::{Conflict, Tree},
};
use editor::{Found, Given, Page, Tried};
use serde::Deserialize;

use super::{
    super::{Admin, AdminError, AdminResult, Query, QuizHead, answers_view::Zone, offload, quiz_href},
    history,
};
use crate::service::{Editing, EditorDraft, QuizPath};

const NOTES: usize = 100;
const UNREADABLE: &str = "The draft cannot be read, so this is what is published. Nothing can be saved until the draft is \
    discarded; History keeps it.";

/// The variable parts of a page, beside the quiz.
#[derive(Default)]
pub(super) struct Shown {
    pub(super) rest: String,
    pub(super) status: StatusCode,
    pub(super) notes: Vec<String>,
    /// True if the notes are about a conflict, which the next form decides.
    pub(super) is_asking: bool,
    pub(super) tried: Option<Tried>,
    pub(super) compared: Compare,
}

#[derive(Default, Deserialize)]
pub(super) struct Compare {
    #[serde(default)]
    from: String,
    #[serde(default)]
    to: String,
}

pub(super) async fn show(admin: Admin, head: QuizHead, uri: Uri, Query(compared): Query<Compare>) -> AdminResult {
    let editing = admin.service().editing(&admin.caller, &head.path).await?;
    let mut notes = notes(&editing, editing.conflicts.clone(), published_too).await;
    if editing.is_unreadable {
        notes.push(UNREADABLE.to_owned());
    }
    let rest = rest(&head.path, &uri);
    page(&admin, head, editing, Shown { rest, notes, compared, ..Shown::default() }).await
}

pub(super) fn rest(path: &QuizPath, uri: &Uri) -> String {
    let rest = uri.path().strip_prefix(&quiz_href(path, QuizTab::Edit)).unwrap_or_default();
    rest.trim_matches('/').to_owned()
}

pub(super) async fn page(admin: &Admin, head: QuizHead, editing: Editing, shown: Shown) -> AdminResult {
    let Shown { rest, status, notes, is_asking, tried, compared } = shown;
    let (base, preview) = (head.href(QuizTab::Edit), format!("{}/preview", head.href(QuizTab::Overview)));
    let zone = admin.zone().await?;
    let (mut kept, mut difference) = (Vec::new(), None);
    if rest == "history" {
        kept = history::kept(admin, &head, &zone).await?;
        difference = history::difference(admin, &head.path, &editing, &kept, &compared.from, &compared.to).await?;
    }
    let stale = if rest.starts_with("languages") { stale(admin, &head.path, &editing).await? } else { Vec::new() };
    let revision = editing.revision().to_string();
    let Editing { quiz, tree, draft, .. } = editing;
    let given = Given {
        base,
        preview,
        overview: head.href(QuizTab::Overview),
        pictures: format!("{}/pictures", head.href(QuizTab::Overview)),
        images: format!("/aq/{}/{}/images/", head.path.namespace, head.path.quiz),
        version: quiz.version,
        is_open_to_all: quiz.kind == QuizKind::Open,
        revision,
        saved_at: draft.as_ref().map(|draft| zone.minute(draft.at)),
        saved_by: draft.filter(|draft| !draft.is_own).map(|draft| draft.by),
        kept,
        difference,
        stale,
        is_asking,
    };
    // Trying the conditions of a large quiz takes a while.
    let looked = move || (Found::all(&tree), Arc::unwrap_or_clone(tree));
    let (problems, tree) = offload(true, looked).await;
    let program = admin.http.assets.editor.clone();
    let page = Page { tree, given, rest, problems, notes, program, tried };
    Ok(admin.editor_page(status, EditingPage { quiz: head.nav, page }).await)
}

/// Translations whose original was changed after them, by the names of their controls.
pub(super) async fn stale(admin: &Admin, path: &QuizPath, editing: &Editing) -> Result<Vec<String>, AdminError> {
    let tree = Arc::clone(&editing.tree);
    if !offload(editing.is_large(), move || editor::is_translated(&tree)).await {
        return Ok(Vec::new());
    }
    let states = admin.service().states(&admin.caller, path, editing).await?;
    Ok(offload(true, move || editor::stale_translations(&states)).await)
}

/// A sentence about each conflict, or about the first ones of very many.
pub(super) async fn notes(
    editing: &Editing,
    conflicts: Vec<Conflict>,
    note: fn(&Conflict, &Tree, Option<&EditorDraft>) -> String,
) -> Vec<String> {
    let (tree, draft) = (Arc::clone(&editing.tree), editing.draft.clone());
    let told = move || {
        let first = conflicts.iter().take(NOTES).map(|conflict| note(conflict, &tree, draft.as_ref())).collect();
        (first, conflicts.len().saturating_sub(NOTES))
    };
    let (mut notes, more): (Vec<String>, _) = offload(editing.is_large(), told).await;
    if more > 0 {
        notes.push(format!("{more} more fields were changed twice."));
    }
    notes
}

fn published_too(conflict: &Conflict, tree: &Tree, _: Option<&EditorDraft>) -> String {
    let what = editor::place_name(tree, &conflict.place);
    format!(
        "{what} was published in another wording since the draft was started. The draft has: {}. Published is: {}.",
        value(conflict.mine.as_ref()),
        value(conflict.theirs.as_ref())
    )
}

pub(super) fn changed_too(conflict: &Conflict, tree: &Tree, draft: Option<&EditorDraft>) -> String {
    let what = editor::place_name(tree, &conflict.place);
    let by = draft.map_or("another administrator", |draft| draft.by.as_str());
    format!(
        "{what} was changed meanwhile by {by} to: {}. Below is what you entered; save it to keep it.",
        value(conflict.theirs.as_ref())
    )
}

fn value(value: Option<&serde_json::Value>) -> String {
    match value {
        None => "nothing".to_owned(),
        Some(serde_json::Value::Null) => "not scored".to_owned(),
        Some(serde_json::Value::String(text)) => format!("“{text}”"),
        Some(other) => other.to_string(),
    }
}

pub(in super::super) fn note(draft: EditorDraft, zone: &Zone) -> DraftNote {
    let by = if draft.is_own { "you".to_owned() } else { draft.by };
    DraftNote { by, at: zone.minute(draft.at), stamp: draft.at.nanoseconds().to_string() }
}
