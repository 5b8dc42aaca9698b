//! A response, read completely.

use axum::{
    body::to_bytes,
    http::{HeaderMap, StatusCode},
    response::Response,
};
use serde_json::Value;

#[derive(Debug)]
pub(crate) struct Reply {
    /// The request, for messages.
    asked: String,
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) bytes: Vec<u8>,
}

impl Reply {
    pub(super) async fn read(asked: String, response: Response) -> Self {
        let (head, body) = response.into_parts();
        let bytes = to_bytes(body, usize::MAX).await.expect("a whole body").to_vec();
        Self { asked, status: head.status, headers: head.headers, bytes }
    }

    #[track_caller]
    pub(crate) fn is(self, status: u16) -> Self {
        assert_eq!(self.status.as_u16(), status, "{}: {}", self.asked, self.text());
        self
    }

    /// Asserts that the body is exactly this error, with this status.
    #[track_caller]
    pub(crate) fn fails(self, status: u16, message: &str) -> Self {
        let reply = self.is(status);
        assert_eq!(reply.error(), message, "{}", reply.asked);
        reply
    }

    /// Asserts a 422 for exactly these paths.
    #[track_caller]
    pub(crate) fn invalid_at(self, paths: &[&str]) -> Self {
        let reply = self.is(422);
        let body = reply.json();
        let details = body["details"].as_array().cloned().unwrap_or_default();
        let found: Vec<&str> = details.iter().filter_map(|detail| detail["path"].as_str()).collect();
        assert_eq!(found, paths, "{}: {body}", reply.asked);
        for part in ["code", "message"] {
            assert!(details.iter().all(|detail| detail[part].as_str().is_some_and(|text| !text.is_empty())), "{body}");
        }
        reply
    }

    #[track_caller]
    pub(crate) fn coded(self, code: &str) -> Self {
        assert_eq!(self.header("x-error-code"), code, "{}: {}", self.asked, self.text());
        self
    }

    #[track_caller]
    pub(crate) fn error(&self) -> String {
        self.json()["error"].as_str().unwrap_or_else(|| panic!("{}: no error in it", self.asked)).to_owned()
    }

    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap_or_else(|error| panic!("{}: {error}: {}", self.asked, self.text()))
    }

    #[track_caller]
    pub(crate) fn answers(&self) -> Value {
        let body = self.json();
        assert!(body["answers"].is_object(), "{}: {body}", self.asked);
        body["answers"].clone()
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    /// A header, or an empty text.
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }
}
