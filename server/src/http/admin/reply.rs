//! Pages of the dashboard as responses, and a page for everything that goes wrong.

use app::admin::{AdminContext, AdminNotice, Confirmation, admin_notice};
use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{Html, IntoResponse, Redirect, Response},
};

use super::{super::error::ApiError, super::state::Http, context::context, visitor::Visitor};
use crate::service::{ServiceError, SignedIn};

/// A page with its headers.
pub(super) fn page(cx: &AdminContext, html: String) -> Response {
    page_with(cx, StatusCode::OK, html)
}

pub(super) fn page_with(cx: &AdminContext, status: StatusCode, html: String) -> Response {
    let nonce = &cx.nonce;
    let policy = format!(
        "default-src 'none'; script-src 'self' 'nonce-{nonce}'; style-src 'self' 'nonce-{nonce}'; img-src 'self' data:; \
         connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    );
    let mut response = (status, Html(html)).into_response();
    let headers = response.headers_mut();
    if let Ok(policy) = HeaderValue::try_from(policy) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// The page that asks once more.
pub(super) fn confirm(http: &Http, visitor: &Visitor, page: &Confirmation) -> Response {
    let cx = context(http, Some(&visitor.0), &page.action);
    let html = app::admin::confirmation(&cx, page);
    self::page(&cx, html)
}

/// After a form: the page it leads to, which says what was done by a key that `context.rs` knows.
pub(super) fn see(path: &str, said: &str) -> Response {
    let separator = if path.contains('?') { '&' } else { '?' };
    Redirect::to(&format!("{path}{separator}said={said}")).into_response()
}

/// A use-case that failed, as a page.
pub(super) fn failed(http: &Http, visitor: Option<&SignedIn>, path: &str, error: ServiceError) -> Response {
    let home = ("To the dashboard", "/admin".to_owned());
    let (title, text) = match &error {
        ServiceError::Missing(missing) => ("Not found", sentence(&missing.to_string())),
        ServiceError::Forbidden(why) | ServiceError::Unauthorized(why) => ("Not allowed", sentence(why)),
        ServiceError::Conflict(why) | ServiceError::Malformed(why) => ("That did not work", sentence(why)),
        ServiceError::Invalid { message, .. } => ("That did not work", sentence(message)),
        ServiceError::Throttled(_) => ("Too many tries", sentence(&error.to_string())),
        ServiceError::Unavailable(_) => ("Busy", "Nothing was stored. Wait a moment and try again.".to_owned()),
        ServiceError::Internal(_) => {
            ("Something went wrong", "The cause is in the server's log. Nothing you typed was lost by you.".to_owned())
        }
    };
    let error = ApiError::from(error);
    error.log();
    notice(http, visitor, path, error.status(), &AdminNotice { title, text, way_out: home })
}

/// For a form that was sent when the session had ended.
pub(super) fn signed_out(http: &Http, path: &str) -> Response {
    let notice_text = AdminNotice {
        title: "You are signed out",
        text: "Nothing was changed. Sign in, then go back in your browser and send the form again.".to_owned(),
        way_out: ("Sign in", "/admin/sign-in".to_owned()),
    };
    notice(http, None, path, StatusCode::UNAUTHORIZED, &notice_text)
}

/// For a form whose fields are not those of the page, or that is too large.
pub(super) fn unreadable(http: &Http, path: &str, is_large: bool) -> Response {
    let (status, text) = if is_large {
        (StatusCode::PAYLOAD_TOO_LARGE, "What was sent is larger than 1 MiB. Nothing was changed.")
    } else {
        (StatusCode::BAD_REQUEST, "What was sent is not what the page's form sends. Nothing was changed.")
    };
    let way_out = ("To the dashboard", "/admin".to_owned());
    let text = text.to_owned();
    notice(http, None, path, status, &AdminNotice { title: "That did not work", text, way_out })
}

fn notice(http: &Http, visitor: Option<&SignedIn>, path: &str, status: StatusCode, notice: &AdminNotice) -> Response {
    let cx = context(http, visitor, path);
    let html = admin_notice(&cx, notice);
    page_with(&cx, status, html)
}

/// `quiz does not exist` → `Quiz does not exist.`
fn sentence(message: &str) -> String {
    let mut letters = message.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}
