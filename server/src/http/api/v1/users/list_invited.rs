//! `GET …/users`

use axum::{Json, extract::State};
use domain::InvitedId;
use serde::Deserialize;
use utoipa::IntoParams;

use super::super::{
    cursor::{self, ListParams, cut},
    quizzes::QuizParams,
    schema::{InvitationBody, InvitationPage, PageBody, ReadingErrors},
};
use crate::{
    http::{
        auth::Keyed,
        error::ApiError,
        extract::{Path, Query},
        state::Http,
    },
    service::QuizPath,
    store::Page,
};

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct SearchParams {
    /// Part of the name, the address, the custom data or the id.
    #[serde(default)]
    #[param(required = false)]
    search: String,
}

/// List invited people
///
/// Newest first, those of one call in its order, with how far each has come and the link.
#[utoipa::path(
    get, operation_id = "listInvited",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/users", tag = "administration", security(("api_key" = [])),
    params(QuizParams, SearchParams, ListParams),
    responses((status = 200, description = "A page of invitations", body = InvitationPage), ReadingErrors),
)]
pub(crate) async fn list_invited(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<QuizParams>,
    Query(SearchParams { search }): Query<SearchParams>,
    Query(params): Query<ListParams>,
) -> Result<Json<InvitationPage>, ApiError> {
    let path: QuizPath = path.into();
    let limit = params.limit()?;
    let after = params.after(|text| {
        let (moment, id) = cursor::parse_at(text)?;
        Some((moment, InvitedId::parse(&id).ok()?))
    })?;
    let found = http.service.invitations(&caller, &path, &search, Page { after, limit: limit + 1 }).await?;
    let (found, next_cursor) = cut(found, limit, |(last, _)| cursor::at(last.created_at, last.id.as_str()));
    let body = |(invitation, state)| InvitationBody::new(invitation, state, &path, &http.base_url);
    Ok(Json(PageBody { items: found.into_iter().map(body).collect(), next_cursor }))
}
