//! Pages as responses: status, headers, and a page for everything that goes wrong.

use app::pages::{Notice, PageContext, notice};
use axum::{
    extract::{OriginalUri, State},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{Html, IntoResponse, Response},
};
use domain::{Language, Quiz, QuizStatus};

use super::{
    super::{
        error::{ApiError, RETRY_AFTER},
        state::Http,
    },
    context::{language, page_context},
    dates,
};
use crate::{
    clock,
    service::{Missing, ServiceError},
};

/// A page with its headers. `origins` are those whose pages may show it in a frame.
pub(super) fn page(cx: &PageContext, status: StatusCode, html: String, origins: &[String]) -> Response {
    let ancestors = if origins.is_empty() { "'none'".to_owned() } else { origins.join(" ") };
    let nonce = &cx.nonce;
    let policy = format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' 'nonce-{nonce}'; style-src 'self' 'nonce-{nonce}'; \
         img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors {ancestors}"
    );
    let mut response = (status, Html(html)).into_response();
    let headers = response.headers_mut();
    if let Ok(policy) = HeaderValue::try_from(policy) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    // The answers of a person are on it: no cache keeps it, neither the browser's nor one on the way.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::VARY, HeaderValue::from_static("accept-language, accept-encoding"));
    response
}

/// A page that says what is wrong, in the language of the browser.
pub(super) fn problem(http: &Http, headers: &HeaderMap, path: &str, asked: Option<&str>, what: &Notice) -> Response {
    let cx = page_context(http, path, notice_language(asked, headers), Vec::new());
    let mut response = page(&cx, status_of(what), notice(&cx, what), &[]);
    if *what == Notice::Busy {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(RETRY_AFTER));
    }
    response
}

/// The language of a notice: the one asked for, or the browser's.
pub(super) fn notice_language(asked: Option<&str>, headers: &HeaderMap) -> Language {
    language(asked, headers, &Language::ALL)
}

/// For a page that could not be made at all: its handler was too slow, or had a defect.
pub(in crate::http) fn failed(http: &Http, headers: &HeaderMap, path: &str, error: &ApiError) -> Response {
    error.log();
    let what = if error.status() == StatusCode::SERVICE_UNAVAILABLE { Notice::Busy } else { Notice::Error };
    problem(http, headers, path, None, &what)
}

/// Too many requests from one address; `seconds` to wait.
pub(in crate::http) fn too_many(http: &Http, headers: &HeaderMap, path: &str, seconds: u64) -> Response {
    let mut response = problem(http, headers, path, None, &Notice::TooManyRequests);
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    response
}

/// The notice for a use-case that failed, and its log line if it is ours to explain.
pub(super) fn notice_for(error: ServiceError) -> Notice {
    let what = match &error {
        ServiceError::Missing(Missing::User) => Notice::LinkNotValid { start_href: None },
        ServiceError::Missing(_) => Notice::QuizNotFound,
        ServiceError::Unavailable(_) => Notice::Busy,
        ServiceError::Throttled(_) => Notice::TooManyRequests,
        ServiceError::Internal(_) => Notice::Error,
        ServiceError::Unauthorized(_) | ServiceError::Forbidden(_) => Notice::Forbidden,
        ServiceError::Malformed(_)
        | ServiceError::Conflict(_)
        | ServiceError::HasRole { .. }
        | ServiceError::Invalid { .. } => Notice::BadRequest,
    };
    ApiError::from(error).log();
    what
}

/// Why a quiz cannot be answered now, if it cannot.
pub(super) fn closed(quiz: &Quiz, language: Language) -> Option<Notice> {
    let name = quiz.name_in(language).to_owned();
    match quiz.status(clock::now()) {
        QuizStatus::Open => None,
        QuizStatus::Draft => {
            // A draft waits for an administrator, whatever its date.
            let opens_at = quiz.settings.opens_at.filter(|_| quiz.settings.status == QuizStatus::Open);
            Some(Notice::NotOpenYet { name, opens: opens_at.map(|at| dates::day(at, language)) })
        }
        QuizStatus::Closed => Some(Notice::Closed { name }),
    }
}

fn status_of(what: &Notice) -> StatusCode {
    match what {
        Notice::NotFound | Notice::QuizNotFound | Notice::LinkNotValid { .. } => StatusCode::NOT_FOUND,
        Notice::NotOpenYet { .. } | Notice::Forbidden => StatusCode::FORBIDDEN,
        Notice::Closed { .. } => StatusCode::GONE,
        Notice::SessionMissing | Notice::SessionRefused { .. } | Notice::BadRequest => StatusCode::BAD_REQUEST,
        Notice::Busy => StatusCode::SERVICE_UNAVAILABLE,
        Notice::TooManyRequests => StatusCode::TOO_MANY_REQUESTS,
        Notice::Error => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

pub(super) async fn no_such_page(State(http): State<Http>, uri: OriginalUri, headers: HeaderMap) -> Response {
    problem(&http, &headers, uri.path(), None, &Notice::NotFound)
}

pub(super) async fn wrong_method(State(http): State<Http>, uri: OriginalUri, headers: HeaderMap) -> Response {
    let mut response = problem(&http, &headers, uri.path(), None, &Notice::BadRequest);
    *response.status_mut() = StatusCode::METHOD_NOT_ALLOWED;
    response
}
