//! `GET /namespaces/{namespaceId}/quizzes/{quizId}/public`

use axum::{
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use domain::Language;
use serde::Deserialize;
use utoipa::IntoParams;

use super::{
    super::schema::{PublicQuiz, ReadingErrors, names},
    QuizParams,
};
use crate::http::{
    auth::Auth,
    error::ApiError,
    extract::{Path, Query},
    state::Http,
};

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PublicParams {
    /// The quiz's own language when absent.
    #[param(value_type = Option<names::Language>, inline)]
    language: Option<Language>,
}

/// Get Public Quiz Info
///
/// What a respondent may see. Carries an `ETag`; `If-None-Match` is answered with 304.
#[utoipa::path(
    get, operation_id = "getPublicQuizInfo",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/public", tag = "answering", security(()),
    params(QuizParams, PublicParams),
    responses((status = 200, description = "The quiz as a respondent may see it", body = PublicQuiz), (status = 304, description = "It has not changed"), ReadingErrors),
)]
pub(crate) async fn public(
    State(http): State<Http>,
    Auth(_): Auth,
    Path(path): Path<QuizParams>,
    Query(params): Query<PublicParams>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let quiz = http.service.public_quiz(&path.into()).await?;
    let shown = http.public.render(&quiz, params.language.unwrap_or(quiz.definition.language))?;
    let response_headers = [
        (header::ETAG, shown.etag.clone()),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        (header::CONTENT_TYPE, HeaderValue::from_static("application/json")),
    ];
    if is_known(&headers, &shown.etag) {
        return Ok((StatusCode::NOT_MODIFIED, response_headers).into_response());
    }
    Ok((response_headers, shown.body).into_response())
}

/// Weak comparison, as `If-None-Match` asks for.
fn is_known(headers: &HeaderMap, etag: &HeaderValue) -> bool {
    let Ok(etag) = etag.to_str() else { return false };
    headers
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(|tag| tag.trim().trim_start_matches("W/"))
        .any(|tag| tag == etag || tag == "*")
}
