//! Pages and error pages of the dashboard as responses.

use app::admin::{AdminContext, AdminNotice, Flash, Visitor, admin_notice};
use axum::{
    Extension,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{Html, IntoResponse, Redirect, Response},
};

use super::{Http, cookie};
use crate::{
    http::{
        middleware::content_security_policy::policy_header,
        reply::{compress::Ready, error::ApiError},
    },
    random,
    service::{ServiceError, SignedIn},
};

pub(super) fn context(http: &Http, visitor: Option<&SignedIn>) -> AdminContext {
    AdminContext {
        nonce: format!("{:032x}", random::bits()),
        base_url: http.base_url.to_string(),
        assets: http.assets.admin.clone(),
        visitor: visitor.map(|visitor| Visitor {
            name: visitor.rights.name.clone(),
            email: visitor.rights.email.to_string(),
            is_everywhere: visitor.rights.is_everywhere,
        }),
        flash: None,
        back: None,
    }
}

/// The path of the namespace or quiz page that led to a request. General pages link back to it.
pub(super) fn back(http: &Http, headers: &HeaderMap) -> Option<String> {
    let from = headers.get(header::REFERER)?.to_str().ok()?;
    let path = from.strip_prefix(&*http.base_url)?;
    path.starts_with("/admin/ns/").then(|| path.to_owned())
}

pub(super) fn page<P>(
    status: StatusCode,
    cx: AdminContext,
    render: impl FnOnce(AdminContext, P) -> String,
    page: P,
) -> Response {
    let nonce = format!(" 'nonce-{}'", cx.nonce);
    with_headers((status, Html(render(cx, page))).into_response(), &nonce)
}

/// Sends a page that was rendered before, without a nonce.
pub(super) fn ready_page(page: &Ready, headers: &HeaderMap) -> Response {
    let mut response = page.reply(headers);
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    with_headers(response, "")
}

fn with_headers(mut response: Response, nonce: &str) -> Response {
    let policy = format!(
        "default-src 'none'; script-src 'self'{nonce}; style-src 'self'{nonce}; img-src 'self' data:; \
         connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    );
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, policy_header(policy));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// A drawing as a file, by its name without the ending.
pub(super) fn drawing(svg: String, name: &str) -> Response {
    let mut response = svg.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("image/svg+xml"));
    if let Ok(disposition) = HeaderValue::try_from(format!("attachment; filename=\"{name}.svg\"")) {
        headers.insert(header::CONTENT_DISPOSITION, disposition);
    }
    response
}

pub(super) fn with_program(mut response: Response) -> Response {
    if let Some(policy) = response.headers_mut().get_mut(header::CONTENT_SECURITY_POLICY)
        && let Ok(text) = policy.to_str()
    {
        *policy = policy_header(text.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'"));
    }
    response
}

/// Redirects to `path`, which then shows the message once.
pub(super) fn see(path: &str, flash: Flash) -> Response {
    said(Redirect::to(&saying(path, flash)).into_response(), flash)
}

/// The URL of a page that shows the message. A browser without the cookie from [`said`] gets the page without it.
pub(super) fn saying(path: &str, flash: Flash) -> String {
    let mark = if path.contains('?') { '&' } else { '?' };
    format!("{path}{mark}said={}", name(flash))
}

pub(super) fn said(mut redirect: Response, flash: Flash) -> Response {
    redirect.headers_mut().append(header::SET_COOKIE, cookie::set_flash(&name(flash)));
    redirect
}

fn name(flash: Flash) -> String {
    let pair = serde_urlencoded::to_string([("said", flash)]).unwrap_or_default();
    pair.trim_start_matches("said=").to_owned()
}

/// The message for a page, if its URL and the request's cookie agree.
pub(super) fn flash(query: Option<Flash>, headers: &HeaderMap) -> Option<Flash> {
    query.filter(|flash| cookie::flash(headers).is_some_and(|said| said == name(*flash)))
}

/// Removes the cookie of a message that the page has shown.
pub(super) fn shown(mut page: Response, flash: Option<Flash>) -> Response {
    if flash.is_some() {
        page.headers_mut().append(header::SET_COOKIE, cookie::clear_flash());
    }
    page
}

/// Replaces the response of a failed handler with an error page.
pub(super) fn finished(
    http: &Http,
    visitor: Option<&SignedIn>,
    back: Option<String>,
    mut response: Response,
) -> Response {
    match response.extensions_mut().remove::<AdminNotice>() {
        Some(notice) => {
            let cx = AdminContext { back, ..context(http, visitor) };
            page(response.status(), cx, admin_notice, notice)
        }
        None => response,
    }
}

fn failed(error: ServiceError) -> (StatusCode, AdminNotice) {
    let way_out = ("To the dashboard", "/admin".to_owned());
    let (title, text) = match &error {
        ServiceError::Missing(missing) => ("Not found", sentence(&missing.to_string())),
        ServiceError::Forbidden(_) | ServiceError::Unauthorized(_) => ("Not allowed", sentence(&error.to_string())),
        ServiceError::Conflict(_)
        | ServiceError::Malformed(_)
        | ServiceError::Invalid(_)
        | ServiceError::Unanswered(_) => {
            let text = format!("{} Go back in your browser to put it right.", sentence(&error.to_string()));
            ("Nothing was changed", text)
        }
        ServiceError::Throttled(_) => ("Too many tries", sentence(&error.to_string())),
        ServiceError::Busy | ServiceError::Unavailable(_) => {
            ("Busy", "Nothing was saved. Wait a moment and try again.".to_owned())
        }
        ServiceError::Internal(_) => {
            ("Something went wrong", "Nothing was saved. The cause is in the server’s log.".to_owned())
        }
    };
    let error = ApiError::from(error);
    error.log();
    (error.status(), AdminNotice { title, text, way_out })
}

fn unreadable(status: StatusCode) -> (StatusCode, AdminNotice) {
    let (status, text) = if status == StatusCode::PAYLOAD_TOO_LARGE {
        (status, "The form is larger than 1 MiB, or has more fields than a page of the dashboard.")
    } else {
        (StatusCode::BAD_REQUEST, "The form is incomplete. Go back in your browser and send it again.")
    };
    let way_out = ("To the dashboard", "/admin".to_owned());
    (status, AdminNotice { title: "Nothing was changed", text: text.to_owned(), way_out })
}

/// For a form sent after the session ended.
pub(super) fn signed_out(http: &Http) -> Response {
    let notice = AdminNotice {
        title: "You are signed out",
        text: "Nothing was changed. Sign in, then go back in your browser and send the form again.".to_owned(),
        way_out: ("Sign in", "/admin/sign-in".to_owned()),
    };
    page(StatusCode::UNAUTHORIZED, context(http, None), admin_notice, notice)
}

/// `quiz does not exist` → `Quiz does not exist.`
fn sentence(message: &str) -> String {
    let mut letters = message.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}

/// Failures of handlers. The guard renders them, because it knows the visitor.
pub(super) enum AdminError {
    Service(ServiceError),
    Unreadable(StatusCode),
    NoSuchPage,
}

pub(super) async fn no_such_page() -> AdminError {
    AdminError::NoSuchPage
}

pub(super) type AdminResult = Result<Response, AdminError>;

impl<E: Into<ServiceError>> From<E> for AdminError {
    fn from(error: E) -> Self {
        Self::Service(error.into())
    }
}

/// Carries the status and the notice, which [`finished`] renders.
impl IntoResponse for AdminError {
    fn into_response(self) -> Response {
        let (status, notice) = match self {
            Self::Service(error) => failed(error),
            Self::Unreadable(status) => unreadable(status),
            Self::NoSuchPage => {
                let text = "The dashboard has no page at this address.".to_owned();
                let way_out = ("To the dashboard", "/admin".to_owned());
                (StatusCode::NOT_FOUND, AdminNotice { title: "Not found", text, way_out })
            }
        };
        (status, Extension(notice)).into_response()
    }
}
