//! The revision of a quiz: its `ETag`, and `If-Match`.

use std::convert::Infallible;

use axum::{
    extract::FromRequestParts,
    http::{HeaderName, HeaderValue, header, request::Parts},
};
use domain::Quiz;

/// Covers settings and definition. Exports and counts change without it.
pub(super) fn etag(quiz: &Quiz) -> (HeaderName, HeaderValue) {
    (header::ETAG, HeaderValue::try_from(tag(quiz)).expect("digits and quotation marks"))
}

pub(super) fn tag(quiz: &Quiz) -> String {
    format!("\"{:x}\"", quiz.updated_at.nanoseconds())
}

/// The revisions that a change may be based on; `None` for any.
pub(super) struct IfMatch(Option<Vec<String>>);

impl IfMatch {
    pub(super) fn allows(&self, quiz: &Quiz) -> bool {
        let Some(tags) = &self.0 else { return true };
        // Strong comparison: a weak tag matches nothing.
        tags.iter().any(|given| *given == "*" || *given == tag(quiz))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for IfMatch {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let headers = parts.headers.get_all(header::IF_MATCH);
        let tags = headers.iter().flat_map(|value| value.to_str().unwrap_or_default().split(','));
        let tags: Vec<String> = tags.map(|tag| tag.trim().to_owned()).collect();
        Ok(Self((!tags.is_empty()).then_some(tags)))
    }
}
