//! Reading requests into types, and the errors of malformed ones.

pub(in crate::http) mod audit_filter;
pub(in crate::http) mod client;
pub(in crate::http) mod extract;
pub(in crate::http) mod filter_query;
pub(in crate::http) mod known_parameters;
pub(in crate::http) mod periods;
pub(in crate::http) mod record_filter;
pub(in crate::http) mod request_error;
pub(in crate::http) mod unread_body;
