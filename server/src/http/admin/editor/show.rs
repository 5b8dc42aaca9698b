//! The editor's page.

use app::admin::{DraftNote, EditorPage, LockedEditorPage, Problem, Saving, editor::EditorFields};
use axum::http::StatusCode;
use domain::Timestamp;

use super::super::{Admin, AdminResult, QuizHead, dates, quiz::of_quiz};
use super::load::{self, Edited};
use crate::service::EditorDraft;

/// Questions and options whose page takes a few milliseconds.
const FEW: usize = 100;

/// A submitted form to show again with its problems.
pub(super) struct Returned {
    pub(super) fields: EditorFields,
    /// The revision of the quiz that the form was based on.
    pub(super) based_on: Timestamp,
    pub(super) status: StatusCode,
    pub(super) problems: Vec<Problem>,
}

pub(super) async fn show(admin: Admin, head: QuizHead) -> AdminResult {
    page(&admin, head, None).await
}

pub(super) async fn page(admin: &Admin, head: QuizHead, returned: Option<Returned>) -> AdminResult {
    let status = returned.as_ref().map_or(StatusCode::OK, |returned| returned.status);
    if !head.quiz.is_plain() {
        let definition = format!("{:#}", of_quiz(&head.quiz));
        let page = LockedEditorPage { quiz: head.nav, definition };
        return Ok(admin.page_apart(true, status, app::admin::locked_editor, page).await);
    }
    let Edited { quiz, draft, fields } = load::load(admin, &head).await?;
    let based_on = draft.as_ref().map_or(quiz.updated_at, |draft| draft.based_on);
    let (fields, based_on, problems) = match returned {
        Some(returned) => (returned.fields, returned.based_on, returned.problems),
        None => (fields, based_on, Vec::new()),
    };
    let saving = match load::outcome(&fields, &quiz) {
        Some((_, definition)) if definition == *quiz.definition => Saving::SameVersion,
        Some(_) => Saving::NewVersion,
        None => Saving::NotYet,
    };
    let page = EditorPage {
        quiz: head.nav,
        fields,
        version: quiz.version,
        is_begun: head.counts.started > 0,
        saving,
        based_on: based_on.nanoseconds().to_string(),
        draft: draft.map(note),
        is_stale: based_on != quiz.updated_at,
        problems,
    };
    let parts: usize = page.fields.questions.iter().map(|question| 1 + question.options.len()).sum();
    Ok(admin.page_apart(parts > FEW, status, app::admin::editor, page).await)
}

fn note(draft: EditorDraft) -> DraftNote {
    let by = if draft.is_own { "you".to_owned() } else { draft.by };
    DraftNote { by, at: dates::minute(draft.at), stamp: draft.at.nanoseconds().to_string() }
}
