//! Middleware: everything around a handler, for requests and responses.

pub(in crate::http) mod auth;
pub(in crate::http) mod content_security_policy;
pub(in crate::http) mod cors;
pub(in crate::http) mod costly;
pub(in crate::http) mod guard;
pub(in crate::http) mod key_expiry;
pub(in crate::http) mod metrics;
pub(in crate::http) mod observe;
pub(in crate::http) mod rate_limit;

pub use metrics::Metrics;
pub use rate_limit::{KeyLimits, RateLimit};
