//! One-time links: looking shows a form, only sending it spends the link.

use app::admin::{LinkPage, Problem};
use axum::{
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};
use serde::Deserialize;

use super::{
    super::{client::Client, pages::Path, state::Http},
    context::context,
    form::Form,
    reply, sign_in,
};
use crate::service::{Followed, LinkPurpose, ServiceError};

#[derive(Deserialize)]
pub(super) struct LinkForm {
    #[serde(default)]
    email: String,
    password: String,
}

pub(super) async fn show(State(http): State<Http>, Path(token): Path<String>) -> Response {
    let path = format!("/admin/link/{token}");
    match http.service.look_at_link(&token).await {
        Ok(purpose) => page(&http, &path, StatusCode::OK, purpose, String::new(), Vec::new()),
        Err(error) => reply::failed(&http, None, &path, error),
    }
}

pub(super) async fn follow(
    State(http): State<Http>,
    Path(token): Path<String>,
    client: Client,
    Form(form): Form<LinkForm>,
) -> Response {
    let path = format!("/admin/link/{token}");
    match http.service.follow_link(&token, &form.email, &form.password, &client.origin()).await {
        Ok(Followed::SignedIn(session)) => sign_in::begin(&session, "/admin"),
        Ok(Followed::SignInNext) => Redirect::to("/admin/sign-in").into_response(),
        Err(ServiceError::Invalid { details, .. }) => {
            let problems = details.into_iter().map(|error| Problem { field: error.path, message: error.message });
            match http.service.look_at_link(&token).await {
                Ok(purpose) => {
                    let status = StatusCode::UNPROCESSABLE_ENTITY;
                    page(&http, &path, status, purpose, form.email, problems.collect())
                }
                Err(error) => reply::failed(&http, None, &path, error),
            }
        }
        Err(error) => reply::failed(&http, None, &path, error),
    }
}

fn page(
    http: &Http,
    path: &str,
    status: StatusCode,
    purpose: LinkPurpose,
    email: String,
    problems: Vec<Problem>,
) -> Response {
    let known = match purpose {
        LinkPurpose::FirstAdministrator => None,
        LinkPurpose::Password(email) => Some(email.to_string()),
    };
    let cx = context(http, None, path);
    let html = app::admin::link(&cx, &LinkPage { known, email, problems });
    reply::page_with(&cx, status, html)
}
