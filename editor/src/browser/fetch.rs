//! Requests to the server.

use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Headers, RequestInit, Response};

use super::page::window;

pub(super) struct Reply {
    pub(super) status: u16,
    pub(super) text: String,
}

/// `None` if the server could not be reached.
pub(super) async fn get(address: &str) -> Option<Reply> {
    fetch(address, &RequestInit::new()).await
}

/// A body of type `None` tells its type itself.
pub(super) async fn post(address: &str, body: &JsValue, content_type: Option<&str>) -> Option<Reply> {
    let request = RequestInit::new();
    request.set_method("POST");
    request.set_body(body);
    if let Some(content_type) = content_type {
        let headers = Headers::new().ok()?;
        headers.set("content-type", content_type).ok()?;
        request.set_headers(&headers);
    }
    fetch(address, &request).await
}

async fn fetch(address: &str, request: &RequestInit) -> Option<Reply> {
    let reply = JsFuture::from(window().fetch_with_str_and_init(address, request)).await.ok()?;
    let reply: Response = reply.unchecked_into();
    let text = JsFuture::from(reply.text().ok()?).await.ok()?;
    Some(Reply { status: reply.status(), text: text.as_string()? })
}
