//! `/namespaces/{namespaceId}/quizzes/{quizId}/versions`

use axum::extract::State;
use domain::{Language, NamespaceId, QuizId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{
    ApiError, Http, Keyed, ListParams, PageBody, Path, Query, QuizParams, ReadingErrors, cursor, cut,
    quizzes::DefinitionBody,
};
use crate::{clock, http::reply::json::Json, service::QuizPath, store::Page};

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Path)]
pub(super) struct VersionParams {
    #[param(inline, example = "demo")]
    namespace_id: NamespaceId,
    #[param(inline, example = "0000000000000000")]
    quiz_id: QuizId,
    /// Counts from 1.
    #[param(minimum = 1)]
    version: u32,
}

/// List the versions of a quiz
///
/// Newest first. The first is the one that respondents begin now.
#[utoipa::path(
    get, operation_id = "listVersions",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/versions", tag = "administration", security(("api_key" = [])),
    params(QuizParams, ListParams),
    responses((status = 200, description = "A page of versions", body = VersionPage), ReadingErrors),
)]
pub(super) async fn list(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<QuizParams>,
    Query(params): Query<ListParams>,
) -> Result<Json<VersionPage>, ApiError> {
    let limit = params.limit()?;
    let page = Page { after: params.after(cursor::parse_number)?, limit: limit + 1 };
    let found = http.service.versions(&caller, &path.into(), page).await?;
    let (found, next_cursor) = cut(found, limit, |(version, _)| cursor::encode(&version.to_string()));
    let items = found.into_iter().map(|(version, at)| ListedVersion { version, created_at: clock::to_rfc3339(at) });
    Ok(Json(PageBody { items: items.collect(), next_cursor }))
}

/// Get a version of a quiz
///
/// Its definition, as it was saved. All but `version` may be sent to Change a quiz, which makes it the newest version.
#[utoipa::path(
    get, operation_id = "getVersion",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/versions/{version}", tag = "administration", security(("api_key" = [])),
    params(VersionParams),
    responses((status = 200, description = "The definition", body = VersionBody), ReadingErrors),
)]
pub(super) async fn show(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(VersionParams { namespace_id, quiz_id, version }): Path<VersionParams>,
) -> Result<Json<VersionBody>, ApiError> {
    let path = QuizPath { namespace: namespace_id, quiz: quiz_id };
    let definition = http.service.version(&caller, &path, version).await?;
    Ok(Json(VersionBody { version, language: definition.language, definition: DefinitionBody::from(&*definition) }))
}

type VersionPage = PageBody<ListedVersion>;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ListedVersion {
    version: u32,
    #[schema(format = DateTime)]
    created_at: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct VersionBody {
    version: u32,
    language: Language,
    #[serde(flatten)]
    definition: DefinitionBody,
}
