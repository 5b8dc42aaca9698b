//! The namespaces that the visitor has a part in; making one.

use app::admin::{NamespaceLine, NamespacesPage, Problem};
use axum::{
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};
use domain::NamespaceId;
use serde::Deserialize;

use super::{super::state::Http, context::context, form::Form, reply, visitor::Visitor};
use crate::service::ServiceError;

#[derive(Deserialize)]
pub(super) struct NamespaceForm {
    id: String,
    name: String,
}

pub(super) async fn show(State(http): State<Http>, visitor: Visitor) -> Response {
    let page = match page(&http, &visitor, (String::new(), String::new()), Vec::new()).await {
        Ok(page) => page,
        Err(error) => return reply::failed(&http, Some(&visitor.0), "/admin", error),
    };
    // Whoever has one namespace and can make no other has nothing to choose.
    if let (None, [only]) = (&page.new, page.namespaces.as_slice()) {
        return Redirect::to(&format!("/admin/ns/{}", only.id)).into_response();
    }
    let cx = context(&http, Some(&visitor.0), "/admin");
    reply::page(&cx, app::admin::namespaces(&cx, &page))
}

pub(super) async fn create(State(http): State<Http>, visitor: Visitor, Form(form): Form<NamespaceForm>) -> Response {
    let id = NamespaceId::parse(&form.id).map_err(|error| domain::Invalid::one("id", error.to_string()).into());
    let made = match id {
        Ok(id) => http.service.create_namespace(&visitor.caller(), id, form.name.clone()).await,
        Err(error) => Err(error),
    };
    let problems = match made {
        Ok(namespace) => return reply::see(&format!("/admin/ns/{}", namespace.id), "namespace"),
        Err(ServiceError::Invalid { details, .. }) => {
            details.into_iter().map(|error| Problem { field: error.path, message: error.message }).collect()
        }
        Err(ServiceError::Conflict(_)) => {
            vec![Problem { field: "id".to_owned(), message: "is the id of another namespace".to_owned() }]
        }
        Err(error) => return reply::failed(&http, Some(&visitor.0), "/admin", error),
    };
    match page(&http, &visitor, (form.id, form.name), problems).await {
        Ok(page) => {
            let cx = context(&http, Some(&visitor.0), "/admin");
            reply::page_with(&cx, StatusCode::UNPROCESSABLE_ENTITY, app::admin::namespaces(&cx, &page))
        }
        Err(error) => reply::failed(&http, Some(&visitor.0), "/admin", error),
    }
}

async fn page(
    http: &Http,
    visitor: &Visitor,
    typed: (String, String),
    problems: Vec<Problem>,
) -> Result<NamespacesPage, ServiceError> {
    let standing = &visitor.0.standing;
    let namespaces = http.service.namespaces_of(standing).await?;
    let namespaces = namespaces
        .into_iter()
        .map(|namespace| NamespaceLine {
            role: visitor.role(&namespace.id),
            id: namespace.id.into(),
            name: namespace.name,
        })
        .collect();
    Ok(NamespacesPage { namespaces, new: standing.is_everywhere.then_some(typed), problems })
}
