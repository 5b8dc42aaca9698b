//! API requests with the browser's own JSON: a parser of ours would outweigh the rest of the program.

use domain::{Answer, Answers, QuestionId, QuestionPageState};
use gloo_net::http;
use js_sys::{Array, JSON, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{AbortController, RequestInit};

use super::window;
use crate::stepper::Reply;

/// Timeout of a request in milliseconds.
const PATIENCE: u32 = 20_000;

/// Characters that fit into the 64 KiB limit of `keepalive` requests in any script.
const SMALL: u32 = 20_000;

pub(super) struct Request {
    url: String,
    body: Object,
}

impl Request {
    pub(super) fn answer(sheet: &QuestionPageState, item: &QuestionId, answer: Option<&Answer>) -> Self {
        let body = body(sheet);
        put(&body, "questionId", &item.as_str().into());
        put(&body, "answer", &answer.map_or(JsValue::NULL, value));
        Self { url: sheet.api.answers_url.clone(), body }
    }

    pub(super) fn submission(sheet: &QuestionPageState, given: &Answers, withdrawn: &[QuestionId]) -> Self {
        let answers = Object::new();
        for (item, answer) in given {
            put(&answers, item.as_str(), &value(answer));
        }
        for item in withdrawn {
            put(&answers, item.as_str(), &JsValue::NULL);
        }
        let body = body(sheet);
        put(&body, "answers", &answers);
        Self { url: sheet.api.submit_url.clone(), body }
    }
}

fn value(answer: &Answer) -> JsValue {
    match answer {
        Answer::Option(option) => option.as_str().into(),
        Answer::Options(options) => {
            options.iter().map(|option| JsValue::from_str(option.as_str())).collect::<Array>().into()
        }
        Answer::Number(number) => number.to_f64().into(),
        Answer::Text(text) => text.as_str().into(),
        Answer::Consent => JsValue::TRUE,
    }
}

fn body(sheet: &QuestionPageState) -> Object {
    let body = Object::new();
    if let Some(field) = &sheet.api.user_field {
        put(&body, field, &sheet.api.user.as_str().into());
    }
    put(&body, "language", &sheet.language.as_str().into());
    body
}

pub(super) async fn send(request: Request) -> Reply {
    fetch(request).await.unwrap_or(Reply::TryLater { retry_after: None })
}

/// `None` without a complete response.
async fn fetch(Request { url, body }: Request) -> Option<Reply> {
    let abort = AbortController::new().ok()?;
    let body = JSON::stringify(&body).ok()?;
    let is_small = body.length() < SMALL;
    let request = http::Request::post(&url)
        .header("content-type", "application/json")
        .abort_signal(Some(&abort.signal()))
        .body(body)
        .ok()?;
    window::after(PATIENCE, move || abort.abort());
    let response = surviving_the_page(request, is_small)?.send().await.ok()?;
    let retry_after = response.headers().get("retry-after").and_then(|seconds| seconds.parse().ok());
    let paths = match response.status() {
        422 => paths_of(&response.text().await.ok()?),
        _ => Vec::new(),
    };
    let is_closed = response.headers().get("x-error-code").is_some_and(|code| code == "quiz_closed");
    Some(Reply::of(if is_closed { Reply::CLOSED } else { response.status() }, retry_after, paths))
}

/// A save continues after its page is closed, which needs an option that gloo-net lacks. Browsers reject it for large
/// requests.
fn surviving_the_page(request: http::Request, is_small: bool) -> Option<http::Request> {
    let options = Object::new();
    put(&options, "keepalive", &is_small.into());
    let request = web_sys::Request::from(request);
    let request = web_sys::Request::new_with_request_and_init(&request, options.unchecked_ref::<RequestInit>());
    request.ok().map(http::Request::from)
}

/// The `path` of each of an error's details; empty if `body` is not the API's JSON.
fn paths_of(body: &str) -> Vec<String> {
    let error = JSON::parse(body).unwrap_or_default();
    let details = Reflect::get(&error, &"details".into()).unwrap_or_default();
    let path = |detail: JsValue| Reflect::get(&detail, &"path".into()).ok()?.as_string();
    details.dyn_ref::<Array>().map(|details| details.iter().filter_map(path).collect()).unwrap_or_default()
}

fn put(object: &Object, name: &str, value: &JsValue) {
    // Fails only for a frozen object.
    let _ = Reflect::set(object, &name.into(), value);
}
