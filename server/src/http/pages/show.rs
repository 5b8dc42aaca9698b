//! A respondent's page: the start, the question that is due, or the result.

use app::pages::{ApiTarget, Notice, QuestionPage, ResultPage, StartPage};
use axum::{
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Redirect, Response},
};
use domain::{AnswersRecord, Language, QuestionId, QuizKind, Submission};

use super::{
    super::state::Http,
    context::{embedding, language, page_context, quiz_view},
    dates,
    place::Place,
    reply,
};
use crate::service::{Seat, ServiceError};

/// What the request asks to see.
pub(super) struct Wish {
    pub(super) language: Option<String>,
    /// One question rather than the first open one.
    pub(super) question: Option<String>,
    /// The form came back with nothing chosen.
    pub(super) error: bool,
}

pub(super) async fn show(http: &Http, headers: &HeaderMap, place: &Place, wish: &Wish) -> Response {
    match http.service.seat(&place.quiz, &place.who).await {
        Ok(seat) => page(http, headers, place, wish, &seat),
        // Part of the link is missing or mistyped.
        Err(ServiceError::Malformed(_)) => {
            reply::problem(http, headers, &place.path, wish.language.as_deref(), &Notice::LinkNotValid)
        }
        Err(error) => failed(http, headers, place, wish, error),
    }
}

/// The page for a use-case that failed.
pub(super) fn failed(http: &Http, headers: &HeaderMap, place: &Place, wish: &Wish, error: ServiceError) -> Response {
    reply::problem(http, headers, &place.path, wish.language.as_deref(), &reply::notice_for(error))
}

fn page(http: &Http, headers: &HeaderMap, place: &Place, wish: &Wish, seat: &Seat) -> Response {
    let submission = seat.record.as_ref().and_then(|record| record.submission.as_ref());
    let closed = if submission.is_some() { None } else { reply::closed(&seat.quiz) };
    if let Some(notice) = closed {
        return reply::problem(http, headers, &place.path, wish.language.as_deref(), &notice);
    }
    match (&seat.record, submission) {
        (None, _) => start(http, headers, place, wish, seat),
        (Some(record), Some(submission)) => result(http, place, wish, seat, record, submission),
        (Some(record), None) => question(http, place, wish, seat, record),
    }
}

fn start(http: &Http, headers: &HeaderMap, place: &Place, wish: &Wish, seat: &Seat) -> Response {
    let spoken = seat.definition.languages();
    let language = language(wish.language.as_deref(), headers, &spoken);
    let cx = page_context(http, &place.path, language, spoken).embedded(embedding(http, &seat.quiz, None));
    let page = StartPage {
        quiz: quiz_view(http, &seat.quiz, seat.definition.questions.len(), language),
        action: place.url(),
        name: seat.name.clone(),
    };
    reply::page(&cx, StatusCode::OK, app::pages::start(&cx, &page), &seat.quiz.settings.allowed_origins)
}

fn question(http: &Http, place: &Place, wish: &Wish, seat: &Seat, record: &AnswersRecord) -> Response {
    let named = wish
        .question
        .as_deref()
        .and_then(|id| QuestionId::parse(id).ok())
        .filter(|id| seat.definition.question(id).is_some());
    let Some(current) = named else {
        return Redirect::to(&url_of_due(place, wish, seat, record)).into_response();
    };
    let spoken = seat.definition.languages();
    let language = chosen_language(wish, record, &spoken);
    let cx = page_context(http, &place.path, language, spoken).embedded(embedding(http, &seat.quiz, None));
    let page = QuestionPage {
        quiz: quiz_view(http, &seat.quiz, seat.definition.questions.len(), language),
        definition: seat.definition.clone(),
        answers: record.answers.clone(),
        current,
        error: wish.error,
        action: place.url(),
        api: api_target(seat),
    };
    let status = if wish.error { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    reply::page(&cx, status, app::pages::question(&cx, &page), &seat.quiz.settings.allowed_origins)
}

/// Where the question that is due has a name in its address: without one, the browser's back button would come to
/// whatever is due by then.
fn url_of_due(place: &Place, wish: &Wish, seat: &Seat, record: &AnswersRecord) -> String {
    if wish.question.is_some() {
        return place.url();
    }
    let due = seat.definition.resume(&record.answers);
    due.map_or_else(|| "/".to_owned(), |due| place.url_of(due.id.as_str(), wish.language.as_deref()))
}

fn result(
    http: &Http,
    place: &Place,
    wish: &Wish,
    seat: &Seat,
    record: &AnswersRecord,
    submission: &Submission,
) -> Response {
    let spoken = seat.definition.languages();
    let language = chosen_language(wish, record, &spoken);
    let cx = page_context(http, &place.path, language, spoken).embedded(embedding(
        http,
        &seat.quiz,
        Some(&submission.scores),
    ));
    let page = ResultPage {
        quiz: quiz_view(http, &seat.quiz, seat.definition.questions.len(), language),
        definition: seat.definition.clone(),
        answers: record.answers.clone(),
        scores: submission.scores.clone(),
        submitted_at: dates::day(submission.at, language),
        link: format!("{}{}", http.base_url, place.url()),
    };
    reply::page(&cx, StatusCode::OK, app::pages::result(&cx, &page), &seat.quiz.settings.allowed_origins)
}

/// The language asked for now, or the one the quiz was begun in.
fn chosen_language(wish: &Wish, record: &AnswersRecord, spoken: &[Language]) -> Language {
    wish.language
        .as_deref()
        .and_then(Language::parse)
        .filter(|language| spoken.contains(language))
        .unwrap_or(record.language)
}

/// Where the island sends answers: the same operations that programs call.
fn api_target(seat: &Seat) -> ApiTarget {
    let quiz = format!("/api/v1/namespaces/{}/quizzes/{}/users", seat.quiz.namespace_id, seat.quiz.id);
    let user = seat.user.to_string();
    let (users, user_field) = match seat.quiz.kind {
        QuizKind::Open => (format!("{quiz}/anonymous"), Some("anon_id")),
        QuizKind::InApp => (format!("{quiz}/inapp"), Some("sessionId")),
        QuizKind::Invited => (format!("{quiz}/{user}"), None),
    };
    ApiTarget {
        answers_url: format!("{users}/answers"),
        submit_url: format!("{users}/answers/submit"),
        user_field,
        user,
    }
}
