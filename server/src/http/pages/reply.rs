//! Pages and error pages as responses.

use std::sync::Arc;

use app::pages::{Embedding, Notice, PageContext, Screen};
use axum::{
    body::to_bytes,
    extract::{Query, State},
    http::{HeaderMap, HeaderValue, Request, StatusCode, Uri, header},
    response::{IntoResponse, Redirect, Response},
};
use domain::{Language, Quiz, QuizStatus, Rendition};
use leptos::{nonce::Nonce, prelude::provide_context};
use serde::Deserialize;

use super::{
    super::state::Http,
    context::{embedding, language, page_context},
    dates,
    place::quiz_path,
};
use crate::http::{
    middleware::content_security_policy::policy_header,
    reply::{
        error::{ApiError, RETRY_AFTER},
        shared_page::SharedPage,
    },
};
use crate::{
    clock,
    service::{Conflict, Missing, ServiceError, Turn},
};

/// Pages of `origins` may frame the page.
pub(super) async fn page(cx: PageContext, status: StatusCode, screen: Screen, origins: &[String]) -> Response {
    page_of_many(cx, status, screen, origins, None).await
}

/// Like [`page`], for a page that other respondents get, too, except for its own texts in `shared` and its nonce.
pub(super) async fn page_of_many(
    mut cx: PageContext,
    status: StatusCode,
    screen: Screen,
    origins: &[String],
    shared: Option<SharedPage>,
) -> Response {
    let nonce = Nonce::new();
    let ancestors = if origins.is_empty() { "'none'".to_owned() } else { origins.join(" ") };
    let policy = format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' 'nonce-{nonce}'; style-src 'self' 'nonce-{nonce}'; \
         img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors {ancestors}"
    );
    cx.nonce = Some(nonce.to_string());
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (header::CONTENT_SECURITY_POLICY, policy_header(policy)),
        (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
        (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        // Personal answers must not stay in any cache.
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::VARY, HeaderValue::from_static("accept-language, accept-encoding")),
    ];
    if let Some(html) = screen.from_memory(&cx) {
        let mut response = (status, headers, html).into_response();
        if let Some(mut shared) = shared {
            shared.own.push(nonce.to_string());
            response.extensions_mut().insert(shared);
        }
        return response;
    }
    let own = cx.has_own_words.then(|| cx.clone());
    let render =
        leptos_axum::render_app_async_with_context(move || provide_context(nonce.clone()), move || screen.view(&cx));
    // The view depends only on its arguments, so the request does not matter.
    let body = render(Request::default()).await.into_body();
    // The page is complete, so its length is known.
    let html = to_bytes(body, usize::MAX).await.unwrap_or_default();
    match own {
        Some(cx) => (status, headers, cx.fill(String::from_utf8_lossy(&html).into_owned())).into_response(),
        None => (status, headers, html).into_response(),
    }
}

/// An error page in the browser's language. `address` is its path, with a query if the same page in another language
/// needs one.
pub(super) async fn problem(
    http: &Http,
    headers: &HeaderMap,
    address: &str,
    asked: Option<&str>,
    what: Notice,
) -> Response {
    let (status, is_busy) = (status_of(&what), what == Notice::Busy);
    let path = address.split('?').next().unwrap_or_default();
    let quiz = quiz_of(http, path, &what).await;
    let framed = quiz.as_deref().filter(|_| path.starts_with(FRAMED));
    let embedding = framed.and_then(|quiz| embedding(http, quiz, None));
    let embedding = embedding.map(|embedding| Embedding { error: Some(status.as_u16()), ..embedding });
    let origins = embedding.as_ref().map(|embedding| embedding.origins.clone()).unwrap_or_default();
    let (language, definition) = (notice_language(asked, headers), quiz.as_ref().map(|quiz| &quiz.definition));
    let cx = page_context(http, address, language, Language::OF_PAGES.to_vec(), definition).embedded(embedding);
    let mut response = page(cx, status, Screen::Notice(what), &origins).await;
    if is_busy {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(RETRY_AFTER));
    }
    response
}

/// Pages that other applications frame. The browser would hide the reason of a failure there.
const FRAMED: &str = "/app/";

/// The quiz of a page, if its owner's settings affect the notice's wording or who may frame it. It is not looked up if
/// the service is busy or the client is over its limit.
async fn quiz_of(http: &Http, path: &str, what: &Notice) -> Option<Arc<Quiz>> {
    let speaks = !matches!(
        what,
        Notice::NotFound | Notice::QuizNotFound | Notice::Busy | Notice::TooManyRequests | Notice::Error
    );
    let own = || path.strip_prefix("/aq/").filter(|_| speaks);
    let mut parts = path.strip_prefix(FRAMED).or_else(own)?.split('/');
    let (namespace, quiz) = (parts.next()?, parts.next()?);
    http.service.public_quiz(&quiz_path(namespace, quiz)?).await.ok()
}

/// The language of a notice: the requested one, or the browser's.
pub(super) fn notice_language(asked: Option<&str>, headers: &HeaderMap) -> Language {
    language(asked, headers, &Language::OF_PAGES)
}

/// Fallback page for timeouts and panics.
pub(in crate::http) async fn failed(http: &Http, headers: &HeaderMap, uri: &Uri, error: &ApiError) -> Response {
    error.log();
    let what = match error.status() {
        StatusCode::SERVICE_UNAVAILABLE => Notice::Busy,
        status if status.is_client_error() => Notice::BadRequest,
        _ => Notice::Error,
    };
    problem(http, headers, uri.path(), asked_language(uri).as_deref(), what).await
}

/// For too many requests from one address.
pub(in crate::http) async fn too_many(http: &Http, headers: &HeaderMap, uri: &Uri, seconds: u64) -> Response {
    let asked = asked_language(uri);
    let mut response = problem(http, headers, uri.path(), asked.as_deref(), Notice::TooManyRequests).await;
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    response
}

/// The notice for a failed use case. Logs server errors.
pub(super) fn notice_for(error: ServiceError) -> Notice {
    let what = match &error {
        ServiceError::Missing(Missing::User) => Notice::LinkNotValid { start_href: None },
        ServiceError::Missing(_) => Notice::QuizNotFound,
        ServiceError::Busy | ServiceError::Unavailable(_) => Notice::Busy,
        ServiceError::Throttled(_) => Notice::TooManyRequests,
        ServiceError::Internal(_) => Notice::Error,
        ServiceError::Unauthorized(_) | ServiceError::Forbidden(_) => Notice::Forbidden,
        ServiceError::Conflict(Conflict::QuotaExceeded(_)) => Notice::Full,
        ServiceError::Malformed(_)
        | ServiceError::Conflict(_)
        | ServiceError::Invalid(_)
        | ServiceError::Unanswered(_) => Notice::BadRequest,
    };
    ApiError::from(error).log();
    what
}

/// The reason why a quiz cannot be answered now. `is_midway` is for a respondent who has begun and not finished.
pub(super) fn closed(quiz: &Quiz, language: Language, is_midway: bool) -> Option<Notice> {
    let name = quiz.rendition_of_name(language);
    let now = clock::now();
    match if is_midway { quiz.settings.status_for_begun(now) } else { quiz.status(now) } {
        QuizStatus::Open => None,
        QuizStatus::Draft => {
            // A draft waits for an administrator, whatever its date.
            let opens_at = quiz.settings.opens_at.filter(|_| quiz.settings.status == QuizStatus::Open);
            Some(Notice::NotOpenYet { name, opens: opens_at.map(|at| dates::moment(at, quiz, language)) })
        }
        QuizStatus::Closed => {
            Some(Notice::Closed { name, is_inapp: quiz.kind.is_inapp(), is_midway, answers: Vec::new() })
        }
    }
}

/// The notice for respondents who come too late, while all places of the quiz are taken.
pub(super) fn no_places(quiz: &Quiz, language: Language) -> Notice {
    Notice::NoPlaces {
        name: quiz.rendition_of_name(language),
        words: words_without_places(quiz, language),
        answers: Vec::new(),
    }
}

/// The owner's words for them, if there are any.
pub(super) fn words_without_places(quiz: &Quiz, language: Language) -> Option<Rendition> {
    let words = quiz.definition.places.as_ref().and_then(|places| places.text.as_ref());
    words.map(|words| words.rendition(language, quiz.definition.language))
}

/// The notice for a person of a series who has not begun, while no occasion is open.
pub(super) fn no_occasion(quiz: &Quiz, turn: Option<Turn>, language: Language) -> Option<Notice> {
    let name = quiz.rendition_of_name(language);
    match turn? {
        Turn::Open(_) => None,
        Turn::From(at) => Some(Notice::NotOpenYet { name, opens: Some(dates::moment(at, quiz, language)) }),
        Turn::Ended => {
            Some(Notice::Closed { name, is_inapp: quiz.kind.is_inapp(), is_midway: false, answers: Vec::new() })
        }
    }
}

fn status_of(what: &Notice) -> StatusCode {
    match what {
        Notice::NotFound | Notice::QuizNotFound | Notice::LinkNotValid { .. } => StatusCode::NOT_FOUND,
        Notice::NotOpenYet { .. } | Notice::Forbidden => StatusCode::FORBIDDEN,
        Notice::Full | Notice::NoPlaces { .. } => StatusCode::CONFLICT,
        Notice::Erased { .. } => StatusCode::OK,
        Notice::Closed { .. } => StatusCode::GONE,
        Notice::SessionMissing | Notice::SessionRefused { .. } | Notice::BadRequest => StatusCode::BAD_REQUEST,
        Notice::Busy => StatusCode::SERVICE_UNAVAILABLE,
        Notice::TooManyRequests => StatusCode::TOO_MANY_REQUESTS,
        Notice::Error => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

pub(super) fn asked_language(uri: &Uri) -> Option<String> {
    #[derive(Deserialize)]
    struct LanguageQuery {
        lang: Option<String>,
    }
    Query::<LanguageQuery>::try_from_uri(uri).ok()?.0.lang
}

pub(super) async fn no_such_page(State(http): State<Http>, uri: Uri, headers: HeaderMap) -> Response {
    // Some programs add a slash to a link.
    let page = uri.path().trim_end_matches('/');
    if page != uri.path() && (page.starts_with("/aq/") || page.starts_with("/app/")) {
        let query = uri.query().map(|query| format!("?{query}")).unwrap_or_default();
        return Redirect::permanent(&format!("{page}{query}")).into_response();
    }
    problem(&http, &headers, uri.path(), asked_language(&uri).as_deref(), Notice::NotFound).await
}

pub(super) async fn wrong_method(State(http): State<Http>, uri: Uri, headers: HeaderMap) -> Response {
    let asked = asked_language(&uri);
    let mut response = problem(&http, &headers, uri.path(), asked.as_deref(), Notice::BadRequest).await;
    *response.status_mut() = StatusCode::METHOD_NOT_ALLOWED;
    response
}
