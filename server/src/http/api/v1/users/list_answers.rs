//! `GET …/quizzes/{quizId}/answers`

use axum::{Json, extract::State};

use super::super::{
    cursor::{self, ListParams, cut},
    quizzes::QuizParams,
    schema::{AnswersBody, PageBody, ReadingErrors, RecommendationsType},
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

/// List answers
///
/// Every record of the quiz, whole, in the order of first activity.
#[utoipa::path(
    get, operation_id = "listAnswers",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/answers", tag = "results", security(("api_key" = [])),
    params(QuizParams, ListParams),
    responses((status = 200, body = PageBody<AnswersBody>), ReadingErrors),
)]
pub(crate) async fn list_answers(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<QuizParams>,
    Query(params): Query<ListParams>,
) -> Result<Json<PageBody<AnswersBody>>, ApiError> {
    let limit = params.limit()?;
    let after = params.after(cursor::parse_at)?;
    let page = Page { after, limit: limit + 1 };
    let (_, found) = http.service.list_answers(&caller, &path.into(), page).await?;
    let (found, next_cursor) = cut(found, limit, |record| cursor::at(record.started_at, record.user.as_str()));
    let items = found.iter().map(|record| AnswersBody::new(record, true, RecommendationsType::None)).collect();
    Ok(Json(PageBody { items, next_cursor }))
}
