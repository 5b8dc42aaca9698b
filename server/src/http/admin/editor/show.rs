//! The editor's page.

use app::admin::{DraftNote, EditorPage, LockedEditorPage, Problem, Saving, editor::EditorFields};
use axum::http::StatusCode;
use domain::{Timestamp, edit::of_quiz};
use serde::Deserialize;

use super::super::{Admin, AdminResult, Query, QuizHead, dates};
use super::load::{self, Edited};
use crate::{service::EditorDraft, store::Edition};

/// Questions and options whose page takes a few milliseconds.
const FEW: usize = 100;

/// Fields to show in place of the draft's: a submitted form with its problems, or an earlier draft.
pub(super) struct Returned {
    pub(super) fields: EditorFields,
    /// The quiz that the fields were based on.
    pub(super) based_on: Edition,
    /// The revision of the draft that the fields were made from.
    pub(super) seen: Option<Timestamp>,
    pub(super) is_earlier: bool,
    pub(super) status: StatusCode,
    pub(super) problems: Vec<Problem>,
}

#[derive(Deserialize)]
pub(super) struct EditQuery {
    /// An earlier draft to show.
    earlier: Option<i64>,
}

pub(super) async fn show(admin: Admin, head: QuizHead, Query(query): Query<EditQuery>) -> AdminResult {
    let returned = match query.earlier {
        Some(at) => earlier(&admin, &head, Timestamp::from_nanoseconds(at)).await?,
        None => None,
    };
    page(&admin, head, returned).await
}

async fn earlier(admin: &Admin, head: &QuizHead, at: Timestamp) -> Result<Option<Returned>, super::super::AdminError> {
    let service = admin.service();
    let Some(draft) = service.earlier_draft(&admin.caller, &head.path, at).await? else { return Ok(None) };
    // Ignores a draft that another release wrote in another format.
    let Ok(fields) = serde_json::from_str(&draft.fields) else { return Ok(None) };
    let seen = service.editor_draft(&admin.caller, &head.path).await?.map(|present| present.at);
    let (based_on, status) = (draft.based_on, StatusCode::OK);
    Ok(Some(Returned { fields, based_on, seen, is_earlier: true, status, problems: Vec::new() }))
}

pub(super) async fn page(admin: &Admin, head: QuizHead, returned: Option<Returned>) -> AdminResult {
    let status = returned.as_ref().map_or(StatusCode::OK, |returned| returned.status);
    if !head.quiz.fits_editor() {
        let definition = format!("{:#}", of_quiz(&head.quiz).value());
        let page = LockedEditorPage { quiz: head.nav, definition };
        return Ok(admin.page_apart(true, status, app::admin::locked_editor, page).await);
    }
    let edited = load::load(admin, &head).await?;
    let earlier = admin.service().earlier_drafts(&admin.caller, &head.path).await?;
    let based_on = edited.based_on();
    let Edited { quiz, draft, fields } = edited;
    let present = draft.as_ref().map(|draft| draft.at);
    let returned = returned.unwrap_or(Returned {
        fields,
        based_on,
        seen: present,
        is_earlier: false,
        status,
        problems: Vec::new(),
    });
    let Returned { fields, based_on, seen, is_earlier, problems, .. } = returned;
    let saving = match load::outcome(&fields, &quiz) {
        Some((_, definition)) if definition == *quiz.definition => Saving::SameVersion,
        Some(_) => Saving::NewVersion,
        None => Saving::NotYet,
    };
    let page = EditorPage {
        quiz: head.nav,
        fields,
        version: quiz.version,
        kind: quiz.kind,
        is_begun: head.counts.started > 0,
        saving,
        based_on: based_on.number().to_string(),
        seen: seen.map(stamp).unwrap_or_default(),
        draft: draft.map(note),
        is_overtaken: seen != present,
        is_stale: !based_on.is_of(&quiz),
        is_earlier,
        earlier: earlier
            .into_iter()
            .map(|draft| DraftNote { by: draft.by, at: dates::minute(draft.at), stamp: stamp(draft.at) })
            .collect(),
        problems,
    };
    let parts: usize = page.fields.questions.iter().map(|question| 1 + question.options.len()).sum();
    Ok(admin.page_apart(parts > FEW, status, app::admin::editor, page).await)
}

pub(in super::super) fn note(draft: EditorDraft) -> DraftNote {
    let by = if draft.is_own { "you".to_owned() } else { draft.by };
    DraftNote { by, at: dates::minute(draft.at), stamp: stamp(draft.at) }
}

fn stamp(at: Timestamp) -> String {
    at.nanoseconds().to_string()
}
