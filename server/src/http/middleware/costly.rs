//! Requests that can cost much: they wait for their namespace's turn, and are answered by threads that leave the processor
//! to all others. Which requests these are is a property of their route, or of a quiz that is large.

use axum::{
    RequestExt,
    extract::{RawPathParams, Request},
    http::Method,
    middleware::Next,
    response::{IntoResponse, Response},
};
use domain::QuizId;

use crate::http::{reply::error::ApiError, state::Http};
use crate::service::{REQUESTS, ServiceError};

/// The names of a namespace and of a quiz in the paths of the API and of pages.
const NAMESPACE: [&str; 2] = ["namespaceId", "namespace"];
const QUIZ: [&str; 2] = ["quizId", "quiz"];

/// Answers the request when it is its namespace's turn. Those of no namespace are neighbours of one another.
pub(in crate::http) async fn in_turn<F: Future<Output = Response> + Send + 'static>(
    mut request: Request,
    answer: impl FnOnce(Request) -> F,
) -> Result<Response, ServiceError> {
    let params = request.extract_parts::<RawPathParams>().await.ok();
    let namespace = params.as_ref().and_then(|params| value(params, NAMESPACE)).unwrap_or_default();
    REQUESTS.run_future(namespace, answer(request)).await
}

/// The same for the operations of a path of the API that read; the others answer at once.
pub(in crate::http) async fn operation(request: Request, next: Next) -> Response {
    if request.method() != Method::GET {
        return next.run(request).await;
    }
    in_turn(request, |request| next.run(request)).await.map_err(ApiError::from).into_response()
}

/// Answers a request about a large quiz in turn, and any other at once. A deletion reads little of what it deletes.
pub(in crate::http) async fn unless_small<F: Future<Output = Response> + Send + 'static>(
    http: &Http,
    mut request: Box<Request>,
    answer: impl FnOnce(Box<Request>) -> F,
) -> Result<Response, ApiError> {
    if http.service.has_large_quizzes() && request.method() != Method::DELETE {
        let params = request.extract_parts::<RawPathParams>().await.ok();
        let quiz = params.as_ref().and_then(|params| value(params, QUIZ)).and_then(|id| QuizId::parse(id).ok());
        if quiz.is_some_and(|quiz| http.service.is_large(&quiz)) {
            return Ok(Box::pin(in_turn(*request, |request| answer(Box::new(request)))).await?);
        }
    }
    Ok(answer(request).await)
}

fn value<'a>(params: &'a RawPathParams, names: [&str; 2]) -> Option<&'a str> {
    params.iter().find(|(name, _)| names.contains(name)).map(|(_, value)| value)
}
