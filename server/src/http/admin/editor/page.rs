//! The editor's pages.

use app::admin::{DraftNote, EditingPage, QuizTab};
use axum::{
    extract::OriginalUri,
    http::{StatusCode, Uri},
};
use domain::{
    QuizKind,
    edit::{Conflict, Depth, problems},
};
use editor::{Given, Kept, Page};

use super::super::{Admin, AdminError, AdminResult, QuizHead, apart, dates, quiz_href};
use crate::{
    service::{Editing, EditorDraft, QuizPath},
    store,
};

/// Versions that the history shows.
const VERSIONS: u32 = 50;

pub(super) async fn show(admin: Admin, head: QuizHead, OriginalUri(uri): OriginalUri) -> AdminResult {
    let editing = admin.service().editing(&admin.caller, &head.path).await?;
    let notes = editing.conflicts.iter().map(|conflict| published_too(conflict, &editing)).collect();
    let rest = rest(&head.path, &uri);
    page(&admin, head, &rest, StatusCode::OK, editing, notes).await
}

/// What stands behind the editor's own address.
pub(super) fn rest(path: &QuizPath, uri: &Uri) -> String {
    let rest = uri.path().strip_prefix(&quiz_href(path, QuizTab::Edit)).unwrap_or_default();
    rest.trim_matches('/').to_owned()
}

pub(super) async fn page(
    admin: &Admin,
    head: QuizHead,
    rest: &str,
    status: StatusCode,
    editing: Editing,
    notes: Vec<String>,
) -> AdminResult {
    let (base, preview) = (head.href(QuizTab::Edit), format!("{}/preview", head.href(QuizTab::Overview)));
    let kept = if rest == "history" { history(admin, &head).await? } else { Vec::new() };
    let revision = editing.revision().to_string();
    let Editing { quiz, tree, draft, .. } = editing;
    let given = Given {
        base,
        preview,
        overview: head.href(QuizTab::Overview),
        version: quiz.version,
        is_open_to_all: quiz.kind == QuizKind::Open,
        revision,
        saved_at: draft.as_ref().map(|draft| dates::minute(draft.at)),
        saved_by: draft.filter(|draft| !draft.is_own).map(|draft| draft.by),
        kept,
    };
    // The conditions of a large quiz take a while to try.
    let (problems, tree) = apart(true, move || (problems(&tree, Depth::Quick), tree)).await;
    let program = admin.http.assets.editor.clone();
    let page = Page { tree, given, rest: rest.to_owned(), problems, notes, program };
    Ok(admin.editor_page(status, EditingPage { quiz: head.nav, page }).await)
}

/// Earlier drafts and versions.
async fn history(admin: &Admin, head: &QuizHead) -> Result<Vec<Kept>, AdminError> {
    let service = admin.service();
    let drafts = service.earlier_drafts(&admin.caller, &head.path).await?.into_iter();
    let drafts = drafts.map(|draft| Kept {
        title: format!("Draft of {}", draft.by),
        detail: dates::minute(draft.at),
        restore: format!("draft {}", draft.at.nanoseconds()),
    });
    let page = store::Page { after: None, limit: VERSIONS };
    let versions = service.versions(&admin.caller, &head.path, page).await?.into_iter();
    let versions = versions.map(|(version, at)| Kept {
        title: format!("Version {version}"),
        detail: dates::minute(at),
        restore: format!("version {version}"),
    });
    Ok(drafts.chain(versions).collect())
}

/// A field that the draft and a publication changed.
fn published_too(conflict: &Conflict, editing: &Editing) -> String {
    let what = editor::place_name(&editing.tree, &conflict.place);
    format!(
        "{what} was published in another wording since the draft was begun. The draft has: {}. Published is: {}.",
        value(conflict.mine.as_ref()),
        value(conflict.theirs.as_ref())
    )
}

/// A field that the form and a colleague changed.
pub(super) fn changed_too(conflict: &Conflict, editing: &Editing) -> String {
    let what = editor::place_name(&editing.tree, &conflict.place);
    let by = editing.draft.as_ref().map_or("another administrator", |draft| draft.by.as_str());
    format!(
        "{what} was changed meanwhile by {by} to: {}. Below is what you entered; save it to keep it.",
        value(conflict.theirs.as_ref())
    )
}

fn value(value: Option<&serde_json::Value>) -> String {
    match value {
        None => "nothing".to_owned(),
        Some(serde_json::Value::String(text)) => format!("“{text}”"),
        Some(other) => other.to_string(),
    }
}

pub(in super::super) fn note(draft: EditorDraft) -> DraftNote {
    let by = if draft.is_own { "you".to_owned() } else { draft.by };
    DraftNote { by, at: dates::minute(draft.at), stamp: draft.at.nanoseconds().to_string() }
}
