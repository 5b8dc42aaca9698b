//! What administrators see and change about themselves.

use app::admin::{AccountPage, Problem, SessionLine};
use axum::{extract::State, http::StatusCode, response::Response};
use serde::Deserialize;

use super::{
    super::{
        pages::{Path, Query},
        state::Http,
    },
    context::context_after,
    dates,
    form::Form,
    qr, reply,
    visitor::Visitor,
};
use crate::service::{NewFactor, ServiceError};

const PATH: &str = "/admin/account";

#[derive(Deserialize)]
pub(super) struct AccountQuery {
    said: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct PasswordForm {
    present: String,
    password: String,
}

#[derive(Deserialize)]
pub(super) struct FactorForm {
    secret: String,
    code: String,
    #[serde(rename = "factor-password")]
    password: String,
}

#[derive(Deserialize)]
pub(super) struct FactorOffForm {
    #[serde(rename = "factor-password")]
    password: String,
}

pub(super) async fn show(State(http): State<Http>, visitor: Visitor, Query(query): Query<AccountQuery>) -> Response {
    page(&http, &visitor, query.said.as_deref(), StatusCode::OK, None, Vec::new()).await
}

pub(super) async fn change_password(
    State(http): State<Http>,
    visitor: Visitor,
    Form(form): Form<PasswordForm>,
) -> Response {
    let (standing, here) = (&visitor.0.standing, &visitor.0.session.id);
    let done = http.service.change_password(standing, &form.present, &form.password, here).await;
    after(&http, &visitor, done, "password", None, "present").await
}

/// Shows a new secret; nothing is stored before a code proves that the app has it.
pub(super) async fn new_factor(State(http): State<Http>, visitor: Visitor) -> Response {
    match http.service.new_second_factor(&visitor.0.standing) {
        Ok(factor) => page(&http, &visitor, None, StatusCode::OK, Some(factor), Vec::new()).await,
        Err(error) => reply::failed(&http, Some(&visitor.0), PATH, error),
    }
}

pub(super) async fn turn_factor_on(
    State(http): State<Http>,
    visitor: Visitor,
    Form(form): Form<FactorForm>,
) -> Response {
    let standing = &visitor.0.standing;
    let done = http.service.turn_on_second_factor(standing, &form.password, &form.secret, &form.code).await;
    // The same secret again: it is in the person's app already.
    let again = http.service.second_factor_of(standing, &form.secret).ok();
    after(&http, &visitor, done, "factor-on", again, "factor-password").await
}

pub(super) async fn turn_factor_off(
    State(http): State<Http>,
    visitor: Visitor,
    Form(form): Form<FactorOffForm>,
) -> Response {
    let done = http.service.turn_off_second_factor(&visitor.0.standing, &form.password).await;
    after(&http, &visitor, done, "factor-off", None, "factor-password").await
}

pub(super) async fn end_session(State(http): State<Http>, visitor: Visitor, Path(id): Path<String>) -> Response {
    let done = http.service.sign_out(&visitor.0.standing, &id).await;
    after(&http, &visitor, done, "signed-out", None, "").await
}

pub(super) async fn end_other_sessions(State(http): State<Http>, visitor: Visitor) -> Response {
    let done = http.service.sign_out_everywhere(&visitor.0.standing, Some(&visitor.0.session.id)).await;
    after(&http, &visitor, done, "signed-out-everywhere", None, "").await
}

/// `password_field` is what the form calls the present password.
async fn after(
    http: &Http,
    visitor: &Visitor,
    done: Result<(), ServiceError>,
    said: &str,
    factor: Option<NewFactor>,
    password_field: &str,
) -> Response {
    match done {
        Ok(()) => reply::see(PATH, said),
        Err(ServiceError::Invalid { details, .. }) => {
            let problems = details.into_iter().map(|error| {
                let field = if error.path == "present" { password_field.to_owned() } else { error.path };
                Problem { field, message: error.message }
            });
            page(http, visitor, None, StatusCode::UNPROCESSABLE_ENTITY, factor, problems.collect()).await
        }
        Err(error) => reply::failed(http, Some(&visitor.0), PATH, error),
    }
}

async fn page(
    http: &Http,
    visitor: &Visitor,
    said: Option<&str>,
    status: StatusCode,
    factor: Option<NewFactor>,
    problems: Vec<Problem>,
) -> Response {
    let sessions = match http.service.sessions(&visitor.0.standing).await {
        Ok(sessions) => sessions,
        Err(error) => return reply::failed(http, Some(&visitor.0), PATH, error),
    };
    let sessions = sessions.into_iter().map(|session| SessionLine {
        is_this: session.id == visitor.0.session.id,
        id: session.id,
        client: if session.client.is_empty() { "An unnamed browser".to_owned() } else { session.client },
        seen: dates::minute(session.seen_at),
    });
    let page = AccountPage {
        email: visitor.0.standing.email.to_string(),
        sessions: sessions.collect(),
        has_second_factor: visitor.0.has_second_factor,
        new_factor: factor.and_then(|factor| Some((factor.secret, qr::svg(&factor.url)?))),
        problems,
    };
    let cx = context_after(http, visitor, PATH, said);
    let html = app::admin::account(&cx, &page);
    reply::page_with(&cx, status, html)
}
