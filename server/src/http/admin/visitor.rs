//! Who came to a page, in its handler.

use axum::{
    extract::FromRequestParts,
    http::request::Parts,
    response::{IntoResponse, Redirect, Response},
};
use domain::NamespaceId;

use crate::service::{Caller, SignedIn};

/// The signed-in visitor of a page that is not for anyone.
pub(super) struct Visitor(pub(super) SignedIn);

impl Visitor {
    pub(super) fn caller(&self) -> Caller {
        Caller::Administrator(self.0.standing.clone())
    }

    /// The visitor's part in a namespace that the page was opened to.
    pub(super) fn role(&self, namespace: &NamespaceId) -> domain::Role {
        self.0.standing.role(namespace).unwrap_or(domain::Role::Viewer)
    }
}

impl<S: Sync> FromRequestParts<S> for Visitor {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Response> {
        let visitor = parts.extensions.get::<SignedIn>().cloned();
        // Only a page for anyone has none.
        visitor.map(Self).ok_or_else(|| Redirect::to("/admin/sign-in").into_response())
    }
}
