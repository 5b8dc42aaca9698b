//! Gives every request an id, logs a line about it, and counts it.
//!
//! Neither line nor metrics contain the path, which identifies respondents: they contain the route's template.

use std::{sync::Arc, time::Instant};

use axum::{
    extract::{MatchedPath, Request},
    http::{HeaderMap, HeaderName, HeaderValue, Method},
    response::Response,
};
use domain::QuizId;

use super::metrics::{self, Counted};
use crate::http::reply::error::Published;
use crate::{random, telemetry::RequestLabels};

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Maximum length of a request id from a client, in bytes.
const LONGEST_ID: usize = 128;

/// All log lines of the request's handler have the request's id, route and quiz.
pub(in crate::http) async fn observe(
    request: Box<Request>,
    next: impl AsyncFnOnce(Box<Request>) -> Response,
) -> Response {
    let id = given_id(request.headers()).unwrap_or_else(fresh_id);
    let matched = request.extensions().get::<MatchedPath>().cloned();
    let route = matched.as_ref().map_or("none", MatchedPath::as_str);
    let method = known(request.method());
    let labels = Arc::new(RequestLabels {
        id: id.to_str().unwrap_or_default().to_owned(),
        method,
        route: route.to_owned(),
        quiz: quiz(route, request.uri().path()).map(ToOwned::to_owned),
        uri: request.uri().clone(),
    });
    let started = Instant::now();
    let mut response = labels.during(next(request)).await;
    let duration = started.elapsed();
    let status = response.status().as_u16();
    labels.log_access(status, u64::try_from(duration.as_micros()).unwrap_or(u64::MAX));
    let is_published = response.extensions().get::<Published>().is_some();
    metrics::record(route, Counted { method, status, is_published }, duration);
    response.headers_mut().insert(REQUEST_ID, id);
    response
}

/// The client's own id, unless it would be hard to find in a log.
fn given_id(headers: &HeaderMap) -> Option<HeaderValue> {
    let is_well_formed = |id: &&HeaderValue| {
        let is_known = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.".contains(byte);
        (1..=LONGEST_ID).contains(&id.len()) && id.as_bytes().iter().all(is_known)
    };
    headers.get(REQUEST_ID).filter(is_well_formed).cloned()
}

fn fresh_id() -> HeaderValue {
    let mut digits = [0; 16];
    hex::encode_to_slice(&random::bits().to_be_bytes()[..8], &mut digits).expect("two digits for each byte");
    HeaderValue::from_bytes(&digits).expect("hexadecimal digits")
}

/// The quiz that a path names, if its route has one.
fn quiz<'a>(route: &'a str, path: &'a str) -> Option<&'a str> {
    // Compares bytes, which takes half the time: every request comes here.
    let segments = |text: &'a str| text.as_bytes().split(|byte| *byte == b'/');
    let (_, quiz) = segments(route).zip(segments(path)).find(|(name, _)| matches!(*name, b"{quizId}" | b"{quiz}"))?;
    str::from_utf8(quiz).ok().filter(|quiz| QuizId::parse(quiz).is_ok())
}

/// A client may send any token as its method, and labels of metrics are kept until the process ends.
fn known(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}
