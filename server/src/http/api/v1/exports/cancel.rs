//! `DELETE …/quizzes/{quizId}/exports/{exportId}`

use axum::{Json, extract::State};
use domain::{NamespaceId, QuizId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::super::schema::{AdminErrors, names};
use crate::{
    http::{auth::Keyed, error::ApiError, extract::Path, state::Http},
    service::QuizPath,
};

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Path)]
#[expect(clippy::struct_field_names, reason = "the path names them so")]
pub(crate) struct OneExport {
    #[param(value_type = names::NamespaceId, inline, example = "demo")]
    namespace_id: NamespaceId,
    #[param(value_type = names::QuizId, inline, example = "0000000000000000")]
    quiz_id: QuizId,
    export_id: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Cancelled {
    cancelled: bool,
}

/// Cancel an export
///
/// One that is queued or running: it has failed then, with the reason `cancelled`, and leaves no file. One that has
/// ended is a 409.
#[utoipa::path(
    delete, operation_id = "cancelExport",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/exports/{exportId}", tag = "results",
    security(("api_key" = [])), params(OneExport),
    responses((status = 200, description = "The export is cancelled", body = Cancelled), AdminErrors),
)]
pub(crate) async fn cancel(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<OneExport>,
) -> Result<Json<Cancelled>, ApiError> {
    let quiz = QuizPath { namespace: path.namespace_id, quiz: path.quiz_id };
    http.service.cancel_export(&caller, &quiz, &path.export_id).await?;
    Ok(Json(Cancelled { cancelled: true }))
}
