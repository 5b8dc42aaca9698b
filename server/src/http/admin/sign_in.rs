//! Signing in and out.

use app::admin::{Problem, SignInPage};
use axum::{
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Redirect, Response},
};
use serde::Deserialize;

use super::{Admin, AdminResult, Form, Http, Query, answers_view::Zone, cookie, problem, reply};
use crate::{
    http::request::client::Client,
    service::{Entrance, ServiceError},
};

#[derive(Deserialize)]
pub(super) struct SignInQuery {
    next: Option<String>,
    /// Set by the redirect after signing in, when the browser should send the cookie.
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
    #[serde(default)]
    zone: String,
}

pub(super) async fn show(State(http): State<Http>, Query(query): Query<SignInQuery>) -> Response {
    let next = query.next.as_deref().map(own_path).unwrap_or_default();
    let problems = if query.signed.is_some() {
        let text = "Your browser did not keep the sign-in. The dashboard needs HTTPS, or this machine itself.";
        vec![problem("email", text)]
    } else {
        Vec::new()
    };
    page(&http, StatusCode::OK, String::new(), next, problems)
}

pub(super) async fn sign_in(
    State(http): State<Http>,
    client: Client,
    headers: HeaderMap,
    Form(form): Form<SignInForm>,
) -> AdminResult {
    let next = own_path(&form.next);
    match http.service.sign_in(&form.email, &form.password, &form.code, &client.origin()).await {
        Ok(entrance) => {
            // The browser forgets its previous session.
            if let Some(token) = cookie::session(&headers)
                && let Some(old) = http.service.session(token).await?
            {
                http.service.sign_out(&old.rights, &old.session.id).await?;
            }
            offer_zone(&http, &entrance, &form.zone).await?;
            Ok(begin(&entrance, &next))
        }
        Err(error @ (ServiceError::Unauthorized(_) | ServiceError::Throttled(_))) => {
            let status = match &error {
                ServiceError::Throttled(_) => StatusCode::TOO_MANY_REQUESTS,
                _ => StatusCode::UNAUTHORIZED,
            };
            let message = match &error {
                ServiceError::Throttled(seconds) => format!("Too many tries. Wait {seconds} seconds."),
                _ => "E-mail address, password or code is not right.".to_owned(),
            };
            Ok(page(&http, status, form.email, next, vec![problem("email", message)]))
        }
        Err(error) => Err(error.into()),
    }
}

fn page(http: &Http, status: StatusCode, email: String, next: String, problems: Vec<Problem>) -> Response {
    let page = SignInPage { email, next, problems };
    reply::page(status, reply::context(http, None), app::admin::sign_in, page)
}

/// Stores the browser's time zone, which a script adds to the form, for an account that has none yet.
pub(super) async fn offer_zone(http: &Http, entrance: &Entrance, name: &str) -> Result<(), ServiceError> {
    match Zone::parse(name) {
        Some(zone) => http.service.offer_time_zone(&entrance.session, zone.name).await,
        None => Ok(()),
    }
}

pub(super) fn begin(entrance: &Entrance, next: &str) -> Response {
    let mut response = Redirect::to(next).into_response();
    response.headers_mut().append(header::SET_COOKIE, cookie::set(&entrance.session));
    response.headers_mut().append(header::SET_COOKIE, cookie::set_browser(&entrance.browser));
    response
}

pub(super) async fn sign_out(admin: Admin) -> AdminResult {
    match admin.service().sign_out(admin.rights(), &admin.signed_in.session.id).await {
        // The session may have been ended from another window, or the account removed.
        Ok(()) | Err(ServiceError::Missing(_) | ServiceError::Unauthorized(_)) => {
            Ok(([(header::SET_COOKIE, cookie::clear())], Redirect::to("/admin/sign-in")).into_response())
        }
        Err(error) => Err(error.into()),
    }
}

/// Accepts paths of the dashboard only, to prevent open redirects.
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
