//! Requests to the API, with the browser's own JSON: a parser of ours would outweigh the rest of the program.

use domain::Sheet;
use gloo_net::http;
use js_sys::{Array, JSON, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{AbortController, RequestInit};

use super::window;
use crate::stepper::{Message, Reply, Step};

/// A request without an answer after this many milliseconds has failed.
const PATIENCE: u32 = 20_000;

pub(super) struct Request {
    url: String,
    body: Object,
}

impl Request {
    pub(super) fn answer(sheet: &Sheet, question: &str, option: Option<&str>) -> Self {
        let body = body(sheet);
        put(&body, "questionId", &question.into());
        put(&body, "answer", &value(option));
        Self { url: sheet.api.answers_url.clone(), body }
    }

    pub(super) fn submission(sheet: &Sheet, steps: &[Step]) -> Self {
        let answers = Object::new();
        for step in steps {
            if step.answer.is_some() || step.is_withdrawn {
                put(&answers, &step.id, &value(step.answer.as_deref()));
            }
        }
        let body = body(sheet);
        put(&body, "answers", &answers);
        Self { url: sheet.api.submit_url.clone(), body }
    }
}

/// Messages as values to keep: the question and the option of each, or `null` twice for the submission.
pub(super) fn write_messages<'m>(messages: impl Iterator<Item = &'m Message>) -> Array {
    let values = Array::new();
    for message in messages {
        let (question, option) = match message {
            Message::Answer { question, option } => (value(Some(question)), value(option.as_deref())),
            Message::Submission => (JsValue::NULL, JsValue::NULL),
        };
        values.push(&question);
        values.push(&option);
    }
    values
}

pub(super) fn read_messages(values: &Array) -> Vec<Message> {
    let message = |place: u32| match values.get(2 * place).as_string() {
        Some(question) => Message::Answer { question, option: values.get(2 * place + 1).as_string() },
        None => Message::Submission,
    };
    (0..values.length() / 2).map(message).collect()
}

/// `null` withdraws an answer.
fn value(option: Option<&str>) -> JsValue {
    option.map_or(JsValue::NULL, JsValue::from_str)
}

fn body(sheet: &Sheet) -> Object {
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

/// `None` where no whole response came back.
async fn fetch(Request { url, body }: Request) -> Option<Reply> {
    let abort = AbortController::new().ok()?;
    let headers = Object::new();
    put(&headers, "content-type", &"application/json".into());
    let options = Object::new();
    put(&options, "method", &"POST".into());
    put(&options, "headers", &headers);
    let body = JSON::stringify(&body).ok()?;
    put(&options, "body", &body);
    put(&options, "signal", &abort.signal());
    // A save goes on when its page is left, which is an option that gloo-net does not have.
    put(&options, "keepalive", &JsValue::TRUE);
    let request = web_sys::Request::new_with_str_and_init(&url, options.unchecked_ref::<RequestInit>()).ok()?;
    window::after(PATIENCE, move || abort.abort());
    let response = http::Request::from(request).send().await.ok()?;
    let retry_after = response.headers().get("retry-after").and_then(|seconds| seconds.parse().ok());
    let paths = match response.status() {
        422 => paths_of(&response.text().await.ok()?),
        _ => Vec::new(),
    };
    Some(Reply::of(response.status(), retry_after, paths))
}

/// The `path` of each of an error's details; none where `body` is not the API's JSON.
fn paths_of(body: &str) -> Vec<String> {
    let error = JSON::parse(body).unwrap_or_default();
    let details = Reflect::get(&error, &"details".into()).unwrap_or_default();
    let path = |detail: JsValue| Reflect::get(&detail, &"path".into()).ok()?.as_string();
    details.dyn_ref::<Array>().map(|details| details.iter().filter_map(path).collect()).unwrap_or_default()
}

fn put(object: &Object, name: &str, value: &JsValue) {
    // Fails only for an object that is frozen.
    let _ = Reflect::set(object, &name.into(), value);
}
