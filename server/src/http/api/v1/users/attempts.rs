//! `GET …/users/{invitedUserUUID}/attempts`

use axum::{Json, extract::State};

use super::{
    super::{
        cursor::{self, ListParams, cut},
        schema::{AnswersBody, AnswersPage, PageBody, ReadingErrors, RecommendationsType},
    },
    UserParams,
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

/// List a person's attempts
///
/// Every attempt, whole, newest first: the one under way, if there is one, and those that were submitted before it.
#[utoipa::path(
    get, operation_id = "listAttempts",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/users/{invitedUserUUID}/attempts", tag = "results",
    security(("api_key" = [])), params(UserParams, ListParams),
    responses((status = 200, description = "A page of answers records, one for each attempt", body = AnswersPage), ReadingErrors),
)]
pub(crate) async fn attempts(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<UserParams>,
    Query(params): Query<ListParams>,
) -> Result<Json<AnswersPage>, ApiError> {
    let limit = params.limit()?;
    let after = params.after(cursor::parse_number)?;
    let (path, user) = path.split();
    let page = Page { after, limit: limit + 1 };
    let found = http.service.attempts_of(&caller, &path, &user, page).await?;
    let (found, next_cursor) = cut(found, limit, |record| cursor::encode(&record.attempt.to_string()));
    let items = found.iter().map(|record| AnswersBody::new(record, true, RecommendationsType::None)).collect();
    Ok(Json(PageBody { items, next_cursor }))
}
