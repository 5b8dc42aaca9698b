//! The table of routes and permissions. The router is built from it, and tests try each of its routes with every role.

use axum::{
    Router,
    extract::DefaultBodyLimit,
    handler::Handler,
    http::Method,
    middleware::from_fn_with_state,
    routing::{MethodFilter, on},
};
use domain::Permission;

use super::{Http, access};

/// The visitors that a page is open to.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Access {
    Anyone,
    SignedIn,
    /// Administrators of all namespaces.
    Everywhere,
    /// Administrators whose role in the path's namespace grants this permission.
    Namespace(Permission),
}

/// The turn that a request waits for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Wait {
    /// A turn of the path's namespace. Without one, a turn of the visitor's account, or of the client's address on
    /// public pages.
    Turn,
    /// A turn of the namespace whose report the path's token opens.
    TurnOfReport,
    /// Nothing, because the route is cheap, which a test proves.
    Nothing,
}

#[derive(Clone, Debug)]
pub struct AdminRoute {
    pub method: Method,
    /// With placeholders like `{namespace}`.
    pub path: &'static str,
    pub access: Access,
    pub wait: Wait,
}

/// An access with its wait, which is a turn by default.
pub(super) struct Entry(Access, Wait);

impl From<Access> for Entry {
    fn from(access: Access) -> Self {
        Self(access, Wait::Turn)
    }
}

impl Access {
    pub(super) fn at_once(self) -> Entry {
        Entry(self, Wait::Nothing)
    }

    pub(super) fn of_report(self) -> Entry {
        Entry(self, Wait::TurnOfReport)
    }
}

/// Size limit of a public form in bytes: strangers' forms have a few short fields.
const OPEN_FORM_LIMIT: usize = 64 * 1024;

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

    pub(super) fn get<H: Handler<T, Http>, T: 'static>(
        self,
        entry: impl Into<Entry>,
        path: &'static str,
        handler: H,
    ) -> Self {
        self.add(Method::GET, MethodFilter::GET, entry.into(), path, handler)
    }

    pub(super) fn post<H: Handler<T, Http>, T: 'static>(
        self,
        entry: impl Into<Entry>,
        path: &'static str,
        handler: H,
    ) -> Self {
        self.add(Method::POST, MethodFilter::POST, entry.into(), path, handler)
    }

    fn add<H: Handler<T, Http>, T: 'static>(
        mut self,
        method: Method,
        filter: MethodFilter,
        Entry(access, wait): Entry,
        path: &'static str,
        handler: H,
    ) -> Self {
        if let Some(http) = &self.http {
            let mut route = on(filter, handler);
            if access == Access::Anyone {
                route = route.layer(DefaultBodyLimit::max(OPEN_FORM_LIMIT));
            }
            let guarded = route.layer(from_fn_with_state((http.clone(), access, wait), access::guard));
            self.router = self.router.route(path, guarded);
        }
        self.routes.push(AdminRoute { method, path, access, wait });
        self
    }

    pub(super) fn into_router(self) -> Router<Http> {
        self.router
    }
}
