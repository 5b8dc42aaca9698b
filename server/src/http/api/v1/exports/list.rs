//! `GET …/quizzes/{quizId}/exports`

use axum::{Json, extract::State};
use serde::Serialize;
use utoipa::ToSchema;

use super::super::{
    quizzes::QuizParams,
    schema::{ExportBody, ReadingErrors},
};
use crate::http::{auth::Keyed, error::ApiError, extract::Path, state::Http};

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ExportList {
    items: Vec<ExportBody>,
}

/// List exports
///
/// Newest first, the last 100 that have not been removed by age. `path` is where to fetch the file, for 15 minutes.
#[utoipa::path(
    get, operation_id = "listExports",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/exports", tag = "results", security(("api_key" = [])),
    params(QuizParams),
    responses((status = 200, description = "The exports", body = ExportList), ReadingErrors),
)]
pub(crate) async fn list(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<QuizParams>,
) -> Result<Json<ExportList>, ApiError> {
    let exports = http.service.export_history(&caller, &path.into()).await?;
    let items = exports.into_iter().map(|export| ExportBody::new(export, &http.base_url)).collect();
    Ok(Json(ExportList { items }))
}
