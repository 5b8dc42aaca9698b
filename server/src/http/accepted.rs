//! The encodings that a client takes.

use axum::http::{HeaderMap, header};

pub(super) fn takes(headers: &HeaderMap, encoding: &str) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepted.split(',').any(|item| {
        let mut parts = item.split(';');
        parts.next().is_some_and(|name| name.trim() == encoding)
            && !parts.any(|weight| matches!(weight.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
    })
}
