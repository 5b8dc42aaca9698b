//! HTTP: the routes, request types, and replies. The use cases are in `service`.

mod middleware;
mod reply;
mod request;

mod admin;
pub mod api;
mod assets;
mod docs;
mod figures;
mod health;
mod listener;
mod open_routes;
mod pages;
mod router;
mod state;

pub use admin::{Access, AdminRoute, Wait, admin_routes};
pub(crate) use listener::serve_after;
pub use listener::{Limits, serve};
pub use middleware::*;
pub use router::{open_paths, openapi, router};
pub use state::Http;
