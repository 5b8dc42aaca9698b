//! Signing in and out.

use app::admin::{Problem, SignInPage};
use axum::{
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Redirect, Response},
};
use serde::Deserialize;

use super::{
    super::{client::Client, pages::Query, state::Http},
    context::context,
    cookie,
    form::Form,
    reply,
    visitor::Visitor,
};
use crate::service::ServiceError;

#[derive(Deserialize)]
pub(super) struct SignInQuery {
    next: Option<String>,
    /// Set by the redirect after signing in: the cookie should be there now.
    signed: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct SignInForm {
    email: String,
    password: String,
    #[serde(default)]
    code: String,
    #[serde(default)]
    next: String,
}

pub(super) async fn show(State(http): State<Http>, Query(query): Query<SignInQuery>) -> Response {
    let next = query.next.as_deref().map(own_path).unwrap_or_default();
    let problems = if query.signed.is_some() {
        let text = "Your browser did not keep the sign-in. The dashboard needs HTTPS, or this machine itself.";
        vec![Problem { field: "email".to_owned(), message: text.to_owned() }]
    } else {
        Vec::new()
    };
    let cx = context(&http, None, "/admin/sign-in");
    reply::page(&cx, app::admin::sign_in(&cx, &SignInPage { email: String::new(), next, problems }))
}

pub(super) async fn sign_in(State(http): State<Http>, client: Client, Form(form): Form<SignInForm>) -> Response {
    let next = own_path(&form.next);
    match http.service.sign_in(&form.email, &form.password, &form.code, &client.origin()).await {
        Ok(token) => begin(&token, &next),
        Err(error @ (ServiceError::Unauthorized(_) | ServiceError::Throttled(_))) => {
            let status = match &error {
                ServiceError::Throttled(_) => StatusCode::TOO_MANY_REQUESTS,
                _ => StatusCode::UNAUTHORIZED,
            };
            let message = match &error {
                ServiceError::Throttled(seconds) => format!("Too many tries. Wait {seconds} seconds."),
                _ => "E-mail address, password or code is not right.".to_owned(),
            };
            let problems = vec![Problem { field: "email".to_owned(), message }];
            let cx = context(&http, None, "/admin/sign-in");
            let html = app::admin::sign_in(&cx, &SignInPage { email: form.email, next, problems });
            reply::page_with(&cx, status, html)
        }
        Err(error) => reply::failed(&http, None, "/admin/sign-in", error),
    }
}

/// The browser with its cookie, on the way to where it wanted to go.
pub(super) fn begin(token: &str, next: &str) -> Response {
    ([(header::SET_COOKIE, cookie::set(token))], Redirect::to(next)).into_response()
}

pub(super) async fn sign_out(State(http): State<Http>, visitor: Visitor) -> Response {
    let ended = http.service.sign_out(&visitor.0.standing, &visitor.0.session.id).await;
    match ended {
        // Signed out in another window already.
        Ok(()) | Err(ServiceError::Missing(_)) => {
            ([(header::SET_COOKIE, cookie::clear())], Redirect::to("/admin/sign-in")).into_response()
        }
        Err(error) => reply::failed(&http, Some(&visitor.0), "/admin", error),
    }
}

/// A path of the dashboard; a link to elsewhere, made by somebody else, leads home instead.
fn own_path(path: &str) -> String {
    let is_own = path == "/admin" || path.starts_with("/admin/") || path.starts_with("/admin?");
    if is_own && !path.contains(['\\', '\r', '\n']) { path.to_owned() } else { "/admin".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signing_in_leads_to_the_dashboard_only() {
        for path in ["/admin", "/admin/ns/demo?search=x", "/admin?x"] {
            assert_eq!(own_path(path), path);
        }
        for path in ["", "https://evil.example", "//evil.example/admin/", "/admin\\@evil", "/administer", "/aq/x"] {
            assert_eq!(own_path(path), "/admin", "{path}");
        }
    }
}
