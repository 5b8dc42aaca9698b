//! One-time links. Opening one shows a form; only submitting the form spends the link.

use app::admin::{LinkPage, Problem};
use axum::{
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};
use serde::Deserialize;

use super::{AdminResult, Form, Http, Path, problems, reply, sign_in};
use crate::{
    http::request::client::Client,
    service::{Followed, LinkPurpose, ServiceError},
};

#[derive(Deserialize)]
pub(super) struct LinkForm {
    #[serde(default)]
    email: String,
    password: String,
    #[serde(default)]
    zone: String,
}

pub(super) async fn show(State(http): State<Http>, Path(token): Path<String>) -> AdminResult {
    let purpose = http.service.look_at_link(&token).await?;
    Ok(page(&http, &token, StatusCode::OK, purpose, String::new(), Vec::new()))
}

pub(super) async fn follow(
    State(http): State<Http>,
    Path(token): Path<String>,
    client: Client,
    Form(form): Form<LinkForm>,
) -> AdminResult {
    match http.service.follow_link(&token, &form.email, &form.password, &client.origin()).await {
        Ok(Followed::SignedIn(entrance)) => {
            sign_in::offer_zone(&http, &entrance, &form.zone).await?;
            Ok(sign_in::begin(&entrance, "/admin"))
        }
        Ok(Followed::SignInNext) => Ok(Redirect::to("/admin/sign-in").into_response()),
        Err(ServiceError::Invalid(invalid)) => {
            let purpose = http.service.look_at_link(&token).await?;
            let status = StatusCode::UNPROCESSABLE_ENTITY;
            Ok(page(&http, &token, status, purpose, form.email, problems(invalid)))
        }
        Err(error) => Err(error.into()),
    }
}

fn page(
    http: &Http,
    token: &str,
    status: StatusCode,
    purpose: LinkPurpose,
    email: String,
    problems: Vec<Problem>,
) -> Response {
    let known = match purpose {
        LinkPurpose::FirstAdministrator => None,
        LinkPurpose::Password(email) => Some(email.to_string()),
    };
    let page = LinkPage { href: format!("/admin/link/{token}"), known, email, problems };
    reply::page(status, reply::context(http, None), app::admin::link, page)
}
