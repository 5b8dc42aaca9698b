//! A request, built step by step and sent by `.await`.

use std::{future::IntoFuture, pin::Pin};

use axum::{
    Router,
    body::Body,
    http::{HeaderValue, Method, Request, header},
};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;
use tower::ServiceExt;

use super::{Reply, contract};

pub(crate) struct Call {
    router: Router,
    request: Request<Vec<u8>>,
    is_checked: bool,
}

impl Call {
    pub(super) fn new(router: Router, method: Method, path: &str) -> Self {
        let request = Request::builder().method(method).uri(path).body(Vec::new()).expect("a request");
        Self { router, request, is_checked: true }
    }

    /// Skips the check against the API document, for bugs that it does not describe.
    pub(crate) fn undocumented(mut self) -> Self {
        self.is_checked = false;
        self
    }

    pub(crate) fn key(self, key: &str) -> Self {
        self.header("x-api-key", key)
    }

    pub(crate) fn header(mut self, name: &'static str, value: &str) -> Self {
        let value = HeaderValue::from_bytes(value.as_bytes()).expect("a header value");
        self.request.headers_mut().append(name, value);
        self
    }

    #[expect(clippy::needless_pass_by_value, reason = "json!(…) reads better without an ampersand")]
    pub(crate) fn json(self, body: Value) -> Self {
        self.body("application/json", body.to_string())
    }

    pub(crate) fn form(self, fields: &[(&str, &str)]) -> Self {
        let body = serde_urlencoded::to_string(fields).expect("a form");
        self.body("application/x-www-form-urlencoded", body)
    }

    pub(crate) fn body(mut self, media_type: &'static str, body: impl Into<Vec<u8>>) -> Self {
        self.request.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
        *self.request.body_mut() = body.into();
        self
    }
}

impl IntoFuture for Call {
    type Output = Reply;
    type IntoFuture = Pin<Box<dyn Future<Output = Reply> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move {
            let method = self.request.method().clone();
            let uri = self.request.uri().clone();
            let Ok(response) = self.router.oneshot(self.request.map(Body::from)).await;
            let reply = Reply::read(format!("{method} {uri}"), response).await;
            if self.is_checked {
                contract::check(&method, uri.path(), &reply);
            }
            reply
        })
    }
}

pub(crate) fn segment(text: &str) -> String {
    const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');
    utf8_percent_encode(text, ESCAPED).to_string()
}
