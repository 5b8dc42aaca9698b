//! `/app/…`: quizzes embedded in another application, which identifies the respondent by `sessionId`.

use app::pages::Notice;
use axum::{
    Form,
    extract::{State, rejection::FormRejection},
    http::{HeaderMap, Uri},
    response::Response,
};
use domain::{Language, SessionId};
use serde::Deserialize;

use super::{
    super::state::Http,
    answer::{self, AnswerForm},
    extract::{Path, Query},
    place::{PageAddress, quiz_path},
    reply,
    show::{self, Selection},
};
use crate::http::request::client::Beginner;
use crate::service::{Conflict, Extras, Respondent, ServiceError};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct InAppQuery {
    session_id: Option<String>,
    custom_data: Option<String>,
    /// `1` skips the start page.
    start: Option<String>,
    lang: Option<String>,
    q: Option<String>,
    attempt: Option<String>,
    calendar: Option<String>,
    mailed: Option<String>,
    review: Option<String>,
    from: Option<String>,
}

pub(super) async fn show(
    State(http): State<Http>,
    uri: Uri,
    Path(path): Path<(String, String)>,
    Query(query): Query<InAppQuery>,
    beginner: Beginner,
    headers: HeaderMap,
) -> Response {
    let selection = Selection {
        language: query.lang.clone(),
        question: query.q.clone(),
        attempt: query.attempt.clone(),
        calendar: query.calendar.clone(),
        mailed: query.mailed.clone(),
        is_review: query.review.is_some() || query.from.as_deref() == Some("review"),
        ..Selection::default()
    };
    let is_started = query.start.as_deref() == Some("1");
    match place(uri.path(), path, query) {
        Ok(place) => {
            if is_started && let Err(full) = begin(&http, beginner, &place, selection.language.as_deref()).await {
                return show::failed(&http, &headers, &place, &selection, full).await;
            }
            show::show(&http, &headers, &place, &selection).await
        }
        Err(what) => reply::problem(&http, &headers, uri.path(), selection.language.as_deref(), what).await,
    }
}

pub(super) async fn answer(
    State(http): State<Http>,
    uri: Uri,
    Path(path): Path<(String, String)>,
    Query(query): Query<InAppQuery>,
    beginner: Beginner,
    headers: HeaderMap,
    form: Result<Form<AnswerForm>, FormRejection>,
) -> Response {
    match place(uri.path(), path, query) {
        Ok(place) => answer::answer(&http, &headers, beginner, &place, form).await,
        Err(what) => reply::problem(&http, &headers, uri.path(), None, what).await,
    }
}

/// Begins the quiz on the respondent's behalf, because the click in the embedding application was the start. The page
/// explains why if the quiz cannot begin, unless the namespace is full, which is an error.
async fn begin(
    http: &Http,
    beginner: Beginner,
    place: &PageAddress,
    language: Option<&str>,
) -> Result<(), ServiceError> {
    let language = language.and_then(|tag| Language::parse(tag).ok());
    let extras = Extras { language, custom_data: place.custom_data.clone() };
    match http.service.init_quiz(&place.quiz, &place.who, extras, beginner.0).await {
        Err(full @ ServiceError::Conflict(Conflict::QuotaExceeded(_))) => return Err(full),
        Err(error) => _ = reply::notice_for(error),
        Ok(_) => {}
    }
    Ok(())
}

fn place(path: &str, (namespace, quiz): (String, String), query: InAppQuery) -> Result<PageAddress, Notice> {
    let quiz = quiz_path(&namespace, &quiz).ok_or(Notice::QuizNotFound)?;
    let session = query.session_id.ok_or(Notice::SessionMissing)?;
    // A signed session is longer, and is verified with the quiz's own secret.
    if !session.contains('.') {
        SessionId::parse(&session).map_err(|error| Notice::SessionRefused { reason: error.to_string() })?;
    }
    let mut kept = vec![("sessionId", session.clone())];
    kept.extend(query.custom_data.clone().map(|data| ("customData", data)));
    Ok(PageAddress {
        quiz,
        who: Respondent::Any(session),
        path: path.to_owned(),
        query: kept,
        custom_data: query.custom_data,
    })
}
