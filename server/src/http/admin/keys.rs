//! The API keys of a namespace. A new key stands in one response, and nowhere after it.

use app::admin::{Area, Confirmation, KeyLine, KeysPage, Place, Problem};
use axum::{extract::State, http::StatusCode, response::Response};
use domain::{FieldError, Invalid, NamespaceId, Timestamp};
use serde::Deserialize;

use super::{
    super::{
        key_expiry,
        pages::{Path, Query},
        state::Http,
    },
    context::{context_after, namespace_nav},
    dates,
    form::Form,
    reply,
    said::Said,
    visitor::Visitor,
};
use crate::{
    clock,
    service::ServiceError,
    store::{ApiKey, KeyScope},
};

#[derive(Deserialize)]
pub(super) struct NewKeyForm {
    label: String,
    #[serde(default)]
    scope: String,
    #[serde(default)]
    days: String,
}

/// What the page shows beside the list.
struct Beside {
    said: Option<String>,
    new_key: Option<String>,
    typed: (String, String, String),
    problems: Vec<Problem>,
}

impl Default for Beside {
    fn default() -> Self {
        let typed = (String::new(), "read".to_owned(), "365".to_owned());
        Self { said: None, new_key: None, typed, problems: Vec::new() }
    }
}

pub(super) async fn show(
    State(http): State<Http>,
    visitor: Visitor,
    Path(namespace): Path<NamespaceId>,
    Query(Said { said }): Query<Said>,
) -> Response {
    page(&http, &visitor, &namespace, StatusCode::OK, Beside { said, ..Beside::default() }).await
}

pub(super) async fn create(
    State(http): State<Http>,
    visitor: Visitor,
    Path(namespace): Path<NamespaceId>,
    Form(form): Form<NewKeyForm>,
) -> Response {
    let issued = match read(&form) {
        Ok((scope, end)) => {
            let caller = visitor.caller();
            http.service.issue_key(&caller, Some(namespace.clone()), form.label.clone(), scope, end).await
        }
        Err(invalid) => Err(invalid.into()),
    };
    match issued {
        Ok(issued) => {
            let beside = Beside { new_key: Some(issued.text), ..Beside::default() };
            page(&http, &visitor, &namespace, StatusCode::OK, beside).await
        }
        Err(ServiceError::Invalid { details, .. }) => {
            let problems = details.into_iter().map(|error| Problem { field: error.path, message: error.message });
            let typed = (form.label, form.scope, form.days);
            let beside = Beside { problems: problems.collect(), typed, ..Beside::default() };
            page(&http, &visitor, &namespace, StatusCode::UNPROCESSABLE_ENTITY, beside).await
        }
        Err(error) => reply::failed(&http, Some(&visitor.0), &path(&namespace), error),
    }
}

fn read(form: &NewKeyForm) -> Result<(KeyScope, Option<Timestamp>), Invalid> {
    let mut errors = Vec::new();
    let scope = KeyScope::parse(&form.scope);
    if scope.is_none() {
        errors.push(FieldError::new("scope", "must be read, export or admin"));
    }
    let days = match form.days.trim() {
        "" => Ok(None),
        text => text.parse().map_err(|_| ()).and_then(|days| key_expiry::after_days(days).map(Some).ok_or(())),
    };
    if days.is_err() {
        errors.push(FieldError::new("days", key_expiry::WANTED));
    }
    match (scope, days) {
        (Some(scope), Ok(end)) => Ok((scope, end)),
        _ => Err(Invalid(errors)),
    }
}

pub(super) async fn ask_revoke(
    State(http): State<Http>,
    visitor: Visitor,
    Path((namespace, id)): Path<(NamespaceId, String)>,
) -> Response {
    let back = path(&namespace);
    let found = http.service.key_in(&visitor.caller(), &namespace, &id).await;
    let (key, nav) = match (found, namespace_nav(&http, &visitor, &namespace).await) {
        (Ok(key), Ok(nav)) => (key, nav),
        (Err(error), _) | (_, Err(error)) => return reply::failed(&http, Some(&visitor.0), &back, error),
    };
    let page = Confirmation {
        namespace: nav,
        place: Place::Namespace(Area::Keys),
        title: format!("Revoke “{}”?", key.label),
        text: "Programs that send this key are refused from the next request on. There is no way back.".to_owned(),
        action: format!("{back}/{id}/revoke"),
        button: "Revoke",
        back,
    };
    reply::confirm(&http, &visitor, &page)
}

pub(super) async fn revoke(
    State(http): State<Http>,
    visitor: Visitor,
    Path((namespace, id)): Path<(NamespaceId, String)>,
) -> Response {
    let path = path(&namespace);
    match http.service.revoke_key_in(&visitor.caller(), &namespace, &id).await {
        Ok(()) => reply::see(&path, "key-revoked"),
        Err(error) => reply::failed(&http, Some(&visitor.0), &path, error),
    }
}

async fn page(http: &Http, visitor: &Visitor, id: &NamespaceId, status: StatusCode, beside: Beside) -> Response {
    let path = path(id);
    let keys = http.service.list_keys_in(&visitor.caller(), id).await;
    let (keys, namespace) = match (keys, namespace_nav(http, visitor, id).await) {
        (Ok(keys), Ok(namespace)) => (keys, namespace),
        (Err(error), _) | (_, Err(error)) => return reply::failed(http, Some(&visitor.0), &path, error),
    };
    let now = clock::now();
    let keys = keys.into_iter().map(|key| line(key, now)).collect();
    let Beside { said, new_key, typed, problems } = beside;
    let page = KeysPage { namespace, keys, new_key, typed, problems };
    let cx = context_after(http, visitor, &path, said.as_deref());
    reply::page_with(&cx, status, app::admin::keys(&cx, &page))
}

fn line(key: ApiKey, now: Timestamp) -> KeyLine {
    KeyLine {
        state: key.state(now),
        scope: key.scope.as_str(),
        created: dates::day(key.created_at),
        expires: key.expires_at.map_or("Never".to_owned(), dates::day),
        last_used: key.last_used_at.map_or("Never".to_owned(), dates::minute),
        id: key.id,
        label: key.label,
    }
}

fn path(namespace: &NamespaceId) -> String {
    format!("/admin/ns/{namespace}/keys")
}
