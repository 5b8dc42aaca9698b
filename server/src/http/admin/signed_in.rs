//! The signed-in administrator behind a request.

use app::admin::{AdminContext, Flash};
use axum::{
    extract::{FromRequestParts, Query},
    http::{StatusCode, request::Parts},
    response::{IntoResponse, Redirect, Response},
};
use domain::{NamespaceId, Role};
use serde::Deserialize;

use super::{Http, apart, reply};
use crate::service::{Caller, Service, SignedIn, Standing};

/// Calls the service on the administrator's behalf and renders their pages.
pub(super) struct Admin {
    pub(super) http: Http,
    pub(super) signed_in: SignedIn,
    pub(super) caller: Caller,
    flash: Option<Flash>,
}

#[derive(Deserialize)]
struct FlashQuery {
    said: Option<Flash>,
}

impl Admin {
    pub(super) fn service(&self) -> &Service {
        &self.http.service
    }

    pub(super) fn standing(&self) -> &Standing {
        &self.signed_in.standing
    }

    /// The administrator's role in a namespace that the guard let them into.
    pub(super) fn role(&self, namespace: &NamespaceId) -> Role {
        self.standing().role(namespace).unwrap_or(Role::Viewer)
    }

    pub(super) fn page<P>(&self, render: impl FnOnce(AdminContext, P) -> String, page: P) -> Response {
        self.form_page(false, render, page)
    }

    /// The same for a page that may be large.
    pub(super) async fn page_apart<P: Send + 'static>(
        &self,
        is_large: bool,
        status: StatusCode,
        render: fn(AdminContext, P) -> String,
        page: P,
    ) -> Response {
        let cx = AdminContext { flash: self.flash, ..reply::context(&self.http, Some(&self.signed_in)) };
        apart(is_large, move || reply::page(status, cx, render, page)).await
    }

    /// The same for a page with a form, which comes back with its problems if what was sent is refused.
    pub(super) fn form_page<P>(
        &self,
        is_refused: bool,
        render: impl FnOnce(AdminContext, P) -> String,
        page: P,
    ) -> Response {
        let status = if is_refused { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
        let cx = reply::context(&self.http, Some(&self.signed_in));
        reply::page(status, AdminContext { flash: self.flash, ..cx }, render, page)
    }
}

impl FromRequestParts<Http> for Admin {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, http: &Http) -> Result<Self, Response> {
        // The guard sets it, except on pages that are open to anyone.
        let signed_in = parts.extensions.get::<SignedIn>().cloned();
        let signed_in = signed_in.ok_or_else(|| Redirect::to("/admin/sign-in").into_response())?;
        let flash = Query::<FlashQuery>::try_from_uri(&parts.uri).ok().and_then(|Query(query)| query.said);
        let caller = Caller::Administrator(signed_in.standing.clone());
        Ok(Self { http: http.clone(), signed_in, caller, flash })
    }
}
