//! Everything that speaks HTTP.

mod admin;
pub mod api;
mod assets;
mod audit_filter;
mod auth;
mod client;
mod compress;
mod cors;
mod costly;
mod csv_stream;
mod docs;
mod error;
mod error_codes;
mod extract;
mod guard;
mod health;
mod json;
mod key_expiry;
mod known_parameters;
mod listener;
mod metrics;
mod mistake;
mod observe;
mod pages;
mod policy;
mod range;
mod rate_limit;
mod record_filter;
mod request_error;
mod router;
mod state;
mod tree;
mod unread;

pub(crate) use tree::Tree;

pub use admin::{Access, AdminRoute, admin_routes};
pub use listener::{Limits, serve};
pub use metrics::Metrics;
pub use rate_limit::RateLimit;
pub use router::{openapi, router};
pub use state::Http;
