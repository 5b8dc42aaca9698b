//! `GET …/quizzes/{quizId}/insights`

use axum::{Json, extract::State};

use super::{
    super::schema::{InsightsBody, ReadingErrors},
    QuizParams,
};
use crate::http::{auth::Keyed, error::ApiError, extract::Path, state::Http};

/// Get insights
///
/// What the answers add up to: how many began and submitted, on which days, with which scores and answers, and where
/// people stopped. Kept while people answer, so it takes the same time for a million records as for ten.
#[utoipa::path(
    get, operation_id = "getInsights",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/insights", tag = "results", security(("api_key" = [])),
    params(QuizParams),
    responses((status = 200, description = "The figures", body = InsightsBody), ReadingErrors),
)]
pub(crate) async fn insights(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<QuizParams>,
) -> Result<Json<InsightsBody>, ApiError> {
    let insights = http.service.insights(&caller, &path.into(), None).await?;
    Ok(Json((&insights).into()))
}
