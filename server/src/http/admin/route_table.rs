//! The table of routes and permissions. The router is built from it, and tests try each of its routes with every role.

use axum::{
    Router,
    handler::Handler,
    http::Method,
    middleware::from_fn_with_state,
    routing::{MethodFilter, on},
};
use domain::Permission;

use super::{Http, access};

/// The visitors a page is open to.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Access {
    Anyone,
    SignedIn,
    /// Administrators of all namespaces.
    Everywhere,
    /// Administrators whose role in the path's namespace grants this permission.
    Namespace(Permission),
}

#[derive(Clone, Debug)]
pub struct AdminRoute {
    pub method: Method,
    /// With placeholders such as `{namespace}`.
    pub path: &'static str,
    pub access: Access,
}

pub(super) struct RouteTable {
    http: Option<Http>,
    router: Router<Http>,
    pub(super) routes: Vec<AdminRoute>,
}

impl RouteTable {
    /// Without `http` the table lists the routes but builds no router.
    pub(super) fn new(http: Option<Http>) -> Self {
        Self { http, router: Router::new(), routes: Vec::new() }
    }

    pub(super) fn get<H: Handler<T, Http>, T: 'static>(self, access: Access, path: &'static str, handler: H) -> Self {
        self.add(Method::GET, MethodFilter::GET, access, path, handler)
    }

    pub(super) fn post<H: Handler<T, Http>, T: 'static>(self, access: Access, path: &'static str, handler: H) -> Self {
        self.add(Method::POST, MethodFilter::POST, access, path, handler)
    }

    fn add<H: Handler<T, Http>, T: 'static>(
        mut self,
        method: Method,
        filter: MethodFilter,
        access: Access,
        path: &'static str,
        handler: H,
    ) -> Self {
        if let Some(http) = &self.http {
            let guarded = on(filter, handler).layer(from_fn_with_state((http.clone(), access), access::guard));
            self.router = self.router.route(path, guarded);
        }
        self.routes.push(AdminRoute { method, path, access });
        self
    }

    pub(super) fn into_router(self) -> Router<Http> {
        self.router
    }
}
