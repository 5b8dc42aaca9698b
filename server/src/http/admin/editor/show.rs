//! The editor's page.

use app::admin::{DraftNote, EditorPage, Problem, Saving, editor::EditorFields};
use axum::{extract::State, http::StatusCode, response::Response};
use domain::{NamespaceId, QuizId, Timestamp};
use serde::Deserialize;

use super::{
    super::{
        super::{
            pages::{Path, Query},
            state::Http,
        },
        context::{context_after, namespace_nav, quiz_nav},
        dates, reply,
        visitor::Visitor,
    },
    load::{self, Edited},
};
use crate::service::{EditorDraft, QuizPath, ServiceError};

#[derive(Deserialize)]
pub(super) struct EditorQuery {
    said: Option<String>,
}

/// A form that is shown again because something is in its way.
pub(super) struct Returned {
    pub(super) fields: EditorFields,
    /// The state of the quiz that it was begun from.
    pub(super) based_on: Timestamp,
    pub(super) status: StatusCode,
    pub(super) problems: Vec<Problem>,
}

pub(super) fn href(path: &QuizPath) -> String {
    format!("/admin/ns/{}/quizzes/{}/edit", path.namespace, path.quiz)
}

pub(super) async fn show(
    State(http): State<Http>,
    visitor: Visitor,
    Path((namespace, quiz)): Path<(NamespaceId, QuizId)>,
    Query(query): Query<EditorQuery>,
) -> Response {
    page(&http, &visitor, &QuizPath { namespace, quiz }, query.said.as_deref(), None).await
}

pub(super) async fn page(
    http: &Http,
    visitor: &Visitor,
    path: &QuizPath,
    said: Option<&str>,
    returned: Option<Returned>,
) -> Response {
    let here = href(path);
    let status = returned.as_ref().map_or(StatusCode::OK, |returned| returned.status);
    match content(http, visitor, path, returned).await {
        Ok(page) => {
            let cx = context_after(http, visitor, &here, said);
            reply::page_with(&cx, status, app::admin::editor(&cx, &page))
        }
        Err(error) => reply::failed(http, Some(&visitor.0), &here, error),
    }
}

async fn content(
    http: &Http,
    visitor: &Visitor,
    path: &QuizPath,
    returned: Option<Returned>,
) -> Result<EditorPage, ServiceError> {
    let namespace = namespace_nav(http, visitor, &path.namespace).await?;
    let Edited { quiz, counts, draft, fields } = load::load(http, visitor, path).await?;
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
    Ok(EditorPage {
        namespace,
        quiz: quiz_nav(&quiz),
        fields,
        version: quiz.version,
        is_begun: counts.started > 0,
        saving,
        based_on: based_on.nanoseconds().to_string(),
        draft: draft.map(note),
        is_stale: based_on != quiz.updated_at,
        problems,
    })
}

fn note(draft: EditorDraft) -> DraftNote {
    let by = if draft.is_own { "you".to_owned() } else { draft.by };
    DraftNote { by, at: dates::minute(draft.at), stamp: draft.at.nanoseconds().to_string() }
}
