//! `GET /namespaces/{namespaceId}/quizzes`

use axum::{Json, extract::State};

use super::{
    super::{
        cursor::{self, ListParams},
        schema::{PageBody, QuizBody, ReadingErrors},
    },
    NamespaceParams,
};
use crate::{
    http::{
        auth::Auth,
        error::ApiError,
        extract::{Path, Query},
        state::Http,
    },
    store::Page,
};

/// List quizzes
///
/// Newest first.
#[utoipa::path(
    get, path = "/namespaces/{namespaceId}/quizzes", tag = "administration", security(("api_key" = [])),
    params(NamespaceParams, ListParams),
    responses((status = 200, body = PageBody<QuizBody>), ReadingErrors),
)]
pub(crate) async fn list(
    State(http): State<Http>,
    Auth(caller): Auth,
    Path(path): Path<NamespaceParams>,
    Query(params): Query<ListParams>,
) -> Result<Json<PageBody<QuizBody>>, ApiError> {
    let limit = params.limit()?;
    let after = params.after(cursor::parse_quiz)?;
    let page = Page { after, limit: limit + 1 };
    let mut found = http.service.list_quizzes(&caller, &path.namespace_id, page).await?;
    let is_more = found.len() > limit as usize;
    found.truncate(limit as usize);
    let next_cursor = found.last().filter(|_| is_more).map(|(quiz, _)| cursor::at(quiz.created_at, quiz.id.as_str()));
    let items = found.iter().map(|(quiz, counts)| QuizBody::new(quiz, *counts)).collect();
    Ok(Json(PageBody { items, next_cursor }))
}
