//! `GET /namespaces/{namespaceId}/quizzes`

use axum::{Json, extract::State};

use super::{
    super::{
        cursor::{self, ListParams, cut},
        schema::{PageBody, QuizBody, QuizPage, ReadingErrors},
    },
    NamespaceParams,
};
use crate::{
    http::{
        auth::Keyed,
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
    get, operation_id = "listQuizzes",
    path = "/namespaces/{namespaceId}/quizzes", tag = "administration", security(("api_key" = [])),
    params(NamespaceParams, ListParams),
    responses((status = 200, description = "A page of quizzes", body = QuizPage), ReadingErrors),
)]
pub(crate) async fn list(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<NamespaceParams>,
    Query(params): Query<ListParams>,
) -> Result<Json<QuizPage>, ApiError> {
    let limit = params.limit()?;
    let after = params.after(cursor::parse_quiz)?;
    let page = Page { after, limit: limit + 1 };
    let found = http.service.list_quizzes(&caller, &path.namespace_id, page).await?;
    let (found, next_cursor) = cut(found, limit, |(quiz, _)| cursor::at(quiz.created_at, quiz.id.as_str()));
    let mut items = Vec::with_capacity(found.len());
    for (quiz, counts) in &found {
        let export = http.service.export_state(&caller, quiz).await?;
        items.push(QuizBody::new(quiz, *counts, &export, &http.base_url));
    }
    Ok(Json(PageBody { items, next_cursor }))
}
