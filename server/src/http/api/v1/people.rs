//! `/namespaces/{namespaceId}/people`

use axum::extract::State;
use domain::FieldCode;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{AdminErrors, ApiError, Editor, Http, NamespaceParams, Path, Query};
use crate::{http::reply::json::Json, store::PersonKey};

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct PersonParams {
    /// The address of invitations, in any case.
    email: Option<String>,
    /// An `anon_id`, the UUID of an invitation, or a `sessionId`.
    user_id: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ErasedPerson {
    erased: bool,
    /// The number of quizzes in which the person was.
    quizzes: usize,
}

/// Erase a person from all quizzes
///
/// The answers and the invitations in every quiz of the namespace, all or none; there is no way back. With either `email` or
/// `userId`. A person in more than 1,000 quizzes is erased from as many at a time. Busy for a while after an upgrade, until
/// the index of people is complete.
#[utoipa::path(
    delete, operation_id = "erasePerson",
    path = "/namespaces/{namespaceId}/people", tag = "administration", security(("api_key" = [])),
    params(NamespaceParams, PersonParams),
    responses((status = 200, description = "The person is erased", body = ErasedPerson), AdminErrors),
)]
pub(super) async fn erase(
    State(http): State<Http>,
    Editor(caller): Editor,
    Path(path): Path<NamespaceParams>,
    Query(params): Query<PersonParams>,
) -> Result<Json<ErasedPerson>, ApiError> {
    let key = match (params.email, params.user_id) {
        (Some(address), None) => PersonKey::Email(address),
        (None, Some(id)) => PersonKey::Id(id),
        (None, None) => return Err(ApiError::parameter("email", FieldCode::Required)),
        (Some(_), Some(_)) => return Err(ApiError::parameter("userId", FieldCode::NotOneOf(&["email"]))),
    };
    let quizzes = http.service.erase_person(&caller, &path.namespace_id, key).await?;
    Ok(Json(ErasedPerson { erased: true, quizzes }))
}
