//! Costly requests: they wait for their owner's turn, and are answered by low-priority threads that leave the processor
//! to all others.
//!
//! This applies to all requests of administrators and keys. Routes for respondents are cheap, except those of a large
//! quiz, which wait for the turn of its namespace.

use axum::{
    RequestExt,
    body::{Body, Bytes},
    extract::{FromRequestParts, RawPathParams, Request},
    http::{Method, header},
    response::Response,
};
use domain::QuizId;
use futures_util::{StreamExt, stream};
use http_body_util::BodyExt;

use super::auth::Auth;
use crate::{
    http::{
        reply::{
            compress::{compress, made_in_turns},
            error::ApiError,
        },
        request::extract::QUIZ_LIMIT,
        state::Http,
    },
    owner::Owner,
    service::{Caller, OwnTurns, ServiceError},
};

/// The names of a quiz in the paths of the API and of pages.
const QUIZ: [&str; 2] = ["quizId", "quiz"];

/// Answers the request in its owner's turn. The reply is compressed in the same turn. A streamed reply takes a turn for
/// each piece.
pub(in crate::http) async fn in_turn<F: Future<Output = Response> + Send + 'static>(
    turns: OwnTurns,
    request: Request,
    answer: impl FnOnce(Request) -> F,
) -> Result<Response, ServiceError> {
    let has_body = !axum::body::HttpBody::is_end_stream(request.body());
    let place = if has_body { Some(turns.place_for_body().await?) } else { None };
    let request = if has_body { with_body_at_hand(request).await } else { request };
    let accepted = request.headers().get(header::ACCEPT_ENCODING).cloned();
    let answered = answer(request);
    let response = turns.run(async move { compress(accepted, answered.await).await }).await?;
    drop(place);
    Ok(made_in_turns(turns, response))
}

/// Answers an operation of the API in the turn of its key's owner, like [`in_turn`].
pub(in crate::http) async fn with_key<F: Future<Output = Response> + Send + 'static>(
    http: &Http,
    request: Box<Request>,
    answer: impl FnOnce(Box<Request>) -> F,
) -> Result<Response, ApiError> {
    let (mut head, body) = request.into_parts();
    let Auth(caller) = Auth::from_request_parts(&mut head, http).await?;
    let owner = match &caller {
        Caller::Key(grant) => match &grant.namespace {
            Some(namespace) => Owner::Namespace(namespace.to_string()),
            None => Owner::Key(grant.key_id.clone()),
        },
        // Without a key, the operation only refuses.
        _ => return Ok(answer(Box::new(Request::from_parts(head, body))).await),
    };
    head.extensions.insert(caller);
    let turns = http.service.turns_of(owner);
    Ok(in_turn(turns, Request::from_parts(head, body), |request| answer(Box::new(request))).await?)
}

/// Answers a request about a large quiz in turn, and any other immediately. A deletion reads little of what it deletes.
pub(in crate::http) async fn unless_small<F: Future<Output = Response> + Send + 'static>(
    http: &Http,
    mut request: Box<Request>,
    answer: impl FnOnce(Box<Request>) -> F,
) -> Result<Response, ApiError> {
    if http.service.has_large_quizzes() && request.method() != Method::DELETE {
        let params = request.extract_parts::<RawPathParams>().await.ok();
        let quiz = params.as_ref().and_then(quiz);
        // The quiz's own namespace, regardless of the path, so that no tenant can fill another tenant's queue.
        if let Some(namespace) = quiz.and_then(|quiz| http.service.namespace_of_large(&quiz)) {
            let turns = http.service.turns_of(Owner::Namespace(namespace.into()));
            return Ok(Box::pin(in_turn(turns, *request, |request| answer(Box::new(request)))).await?);
        }
    }
    Ok(answer(request).await)
}

fn quiz(params: &RawPathParams) -> Option<QuizId> {
    params.iter().find(|(name, _)| QUIZ.contains(name)).and_then(|(_, id)| QuizId::parse(id).ok())
}

/// Reads the body into memory, up to the largest limit of any route. The rest stays unread, and the route refuses it.
async fn with_body_at_hand(request: Request) -> Request {
    let (head, mut body) = request.into_parts();
    let mut read = Vec::new();
    let rest = loop {
        if read.len() > QUIZ_LIMIT {
            break body;
        }
        match body.frame().await {
            Some(Ok(frame)) => read.extend_from_slice(frame.data_ref().map_or(&[], Bytes::as_ref)),
            Some(Err(error)) => break Body::from_stream(stream::iter([Err::<Bytes, _>(error)])),
            None => return Request::from_parts(head, read.into()),
        }
    };
    let read = stream::iter([Ok::<_, axum::Error>(Bytes::from(read))]);
    Request::from_parts(head, Body::from_stream(read.chain(rest.into_data_stream())))
}
