//! `GET …/quizzes/{quizId}/answers`

use axum::{Json, extract::State};

use super::super::{
    cursor::{self, ListParams, cut},
    quizzes::QuizParams,
    schema::{AnswersBody, AnswersPage, PageBody, ReadingErrors, RecommendationsType},
};
use crate::{
    http::{
        auth::Keyed,
        error::ApiError,
        extract::{Path, Query},
        record_filter::FilterParams,
        state::Http,
    },
    service::Malformed,
    store::{RecordOrder, RecordPlace, RecordQuery},
};

/// List answers
///
/// Records of the quiz, whole: all of them in the order of first activity, or those that fit a filter. A cursor goes on
/// with the same filter and order only.
#[utoipa::path(
    get, operation_id = "listAnswers",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/answers", tag = "results", security(("api_key" = [])),
    params(QuizParams, FilterParams, ListParams),
    responses((status = 200, description = "A page of answers records", body = AnswersPage), ReadingErrors),
)]
pub(crate) async fn list_answers(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<QuizParams>,
    Query(filter): Query<FilterParams>,
    Query(params): Query<ListParams>,
) -> Result<Json<AnswersPage>, ApiError> {
    let limit = params.limit()?;
    let (filter, order) = filter.read(RecordOrder::Oldest).map_err(Malformed::Parameter)?;
    let after = params.after(|text| cursor::parse_place(text, &filter, order))?;
    let query = RecordQuery { filter, order, after, limit: limit + 1 };
    let (_, found) = http.service.list_answers(&caller, &path.into(), &query).await?;
    let (found, next_cursor) =
        cut(found, limit, |record| cursor::at_place(&RecordPlace::of(record, order), &filter, order));
    let items = found.iter().map(|record| AnswersBody::new(record, true, RecommendationsType::None)).collect();
    Ok(Json(PageBody { items, next_cursor }))
}
