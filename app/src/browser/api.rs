//! Requests to the API, with the browser's own JSON: a parser of ours would outweigh the rest of the program.

use js_sys::{Array, JSON, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, RequestInit, Response};

use super::{
    page::Page,
    window::{self, window},
};
use crate::stepper::{Reply, Step};

/// A request without an answer after this many milliseconds has failed.
const PATIENCE: u32 = 20_000;

pub(super) struct Api {
    answers_url: String,
    submit_url: String,
    /// Empty where the URL names the person.
    user_field: String,
    user: String,
    language: String,
}

pub(super) struct Request {
    url: String,
    body: Object,
}

impl Api {
    pub(super) fn new(page: &Page) -> Self {
        Self {
            answers_url: page.data("answers-url"),
            submit_url: page.data("submit-url"),
            user_field: page.data("user-field"),
            user: page.data("user"),
            language: page.data("language"),
        }
    }

    pub(super) fn answer(&self, question: &str, option: &str) -> Request {
        let body = self.body();
        put(&body, "questionId", &question.into());
        put(&body, "answer", &option.into());
        Request { url: self.answers_url.clone(), body }
    }

    pub(super) fn submission(&self, steps: &[Step]) -> Request {
        let answers = Object::new();
        for step in steps {
            if let Some(option) = &step.answer {
                put(&answers, &step.id, &option.as_str().into());
            }
        }
        let body = self.body();
        put(&body, "answers", &answers);
        Request { url: self.submit_url.clone(), body }
    }

    fn body(&self) -> Object {
        let body = Object::new();
        if !self.user_field.is_empty() {
            put(&body, &self.user_field, &self.user.as_str().into());
        }
        put(&body, "language", &self.language.as_str().into());
        body
    }
}

impl Request {
    pub(super) async fn send(self) -> Reply {
        self.fetch().await.unwrap_or(Reply::TryLater { retry_after: None })
    }

    /// Fails where no whole response came back.
    async fn fetch(self) -> Result<Reply, JsValue> {
        let headers = Object::new();
        put(&headers, "content-type", &"application/json".into());
        let abort = AbortController::new()?;
        let init = Object::new();
        put(&init, "method", &"POST".into());
        put(&init, "headers", &headers);
        put(&init, "body", &JSON::stringify(&self.body)?.into());
        put(&init, "signal", &abort.signal());
        // A save goes on when its page is left.
        put(&init, "keepalive", &JsValue::TRUE);
        window::after(PATIENCE, move || abort.abort());
        let fetched = window().fetch_with_str_and_init(&self.url, init.unchecked_ref::<RequestInit>());
        let response: Response = JsFuture::from(fetched).await?.unchecked_into();
        let retry_after = response.headers().get("retry-after")?.and_then(|seconds| seconds.parse().ok());
        let paths = match response.status() {
            422 => paths_of(&JsFuture::from(response.text()?).await?),
            _ => Vec::new(),
        };
        Ok(Reply::of(response.status(), retry_after, paths))
    }
}

/// The `path` of each of an error's details; none where `body` is not the API's JSON.
fn paths_of(body: &JsValue) -> Vec<String> {
    let error = body.as_string().and_then(|text| JSON::parse(&text).ok()).unwrap_or_default();
    let details = Reflect::get(&error, &"details".into()).unwrap_or_default();
    let path = |detail: JsValue| Reflect::get(&detail, &"path".into()).ok()?.as_string();
    details.dyn_ref::<Array>().map(|details| details.iter().filter_map(path).collect()).unwrap_or_default()
}

fn put(object: &Object, name: &str, value: &JsValue) {
    // Fails only for an object that is frozen.
    let _ = Reflect::set(object, &name.into(), value);
}
