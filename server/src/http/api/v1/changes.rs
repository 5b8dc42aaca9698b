//! `GET …/quizzes/{quizId}/answers?updatedSince=`: changes, for clients that keep a copy.

use axum::http::Uri;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{ApiError, Http, PageBody, RequestError, cursor, extract, names};
use crate::{
    http::reply::json::Written,
    record::{RecommendationsType, RecordBody, View},
    service::{Caller, QuizPath},
    store::{AuditAction, RecordChange},
};

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct ChangeParams {
    /// Lists what changed since then, the oldest change first: since the beginning with `0`, otherwise since the page that
    /// had this `nextCursor`. Goes together with `limit` only.
    #[param(value_type = Option<names::ChangeCursor>, inline)]
    pub(super) updated_since: Option<String>,
}

pub(super) type ListedPage<'a> = PageBody<ListedAnswers<'a>>;

#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub(super) enum ListedAnswers<'a> {
    Record(Box<RecordBody<'a>>),
    Erased(ErasedAnswers),
}

/// A record that was erased; only with `updatedSince`.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ErasedAnswers {
    /// `<quizId>-<userId>`
    id: String,
    /// True.
    erased: bool,
}

/// A page of changes. It always has a cursor, from which the client continues later.
pub(super) async fn page(
    http: &Http,
    caller: &Caller,
    path: &QuizPath,
    since: &str,
    limit: u32,
) -> Result<Written, ApiError> {
    let epoch = http.service.changes_epoch().await?;
    let after = if since == "0" { 0 } else { cursor::read_change(since, &path.quiz, &epoch)? };
    let found = http.service.answer_changes(caller, path, after, limit).await?.items;
    let shown = found.iter().filter(|(_, change)| matches!(change, RecordChange::Stored(_))).count();
    http.service.note_list(caller, path, AuditAction::ListAnswers, shown).await?;
    let last = found.last().map_or(after, |(number, _)| *number);
    let items = found.iter().map(|(_, change)| match change {
        RecordChange::Stored(record) => {
            ListedAnswers::Record(Box::new(RecordBody::new(record, View::Whole, RecommendationsType::None)))
        }
        RecordChange::Erased { user } => {
            ListedAnswers::Erased(ErasedAnswers { id: format!("{}-{user}", path.quiz), erased: true })
        }
    });
    Written::of(&ListedPage { items: items.collect(), next_cursor: Some(cursor::at_change(last, &path.quiz, &epoch)) })
}

/// Refuses parameters that a list in the order of changes does not support.
pub(super) fn require_alone(uri: &Uri) -> Result<(), RequestError> {
    let other = |(name, value): &(String, String)| !value.is_empty() && name != "updatedSince" && name != "limit";
    match extract::pairs(uri).into_iter().find(other) {
        Some((name, _)) => Err(RequestError::NotCombined(name)),
        None => Ok(()),
    }
}
