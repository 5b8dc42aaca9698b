//! `/aq/…`: open quizzes and personal links of invitees.

use std::sync::Arc;

use app::pages::{Notice, Screen, StartPage};
use axum::{
    Form,
    extract::{State, rejection::FormRejection},
    http::{HeaderMap, StatusCode, Uri},
    response::{IntoResponse, Redirect, Response},
};
use domain::{Language, Outlook, QuizKind};
use serde::Deserialize;

use super::{
    super::state::Http,
    answer::{self, AnswerForm},
    context::{language, page_context, quiz_view},
    drawn::OfQuiz,
    extract::{Path, Query},
    place::{PageAddress, quiz_path},
    reply,
    show::{self, Selection},
};
use crate::http::request::client::Beginner;
use crate::service::{Conflict, Extras, QuizPath, Respondent, ServiceError};

const NO_SUCH_LINK: Notice = Notice::LinkNotValid { start_href: None };

#[derive(Deserialize)]
pub(super) struct PageQuery {
    lang: Option<String>,
    q: Option<String>,
    attempt: Option<String>,
    calendar: Option<String>,
    erase: Option<String>,
    mailed: Option<String>,
    review: Option<String>,
    from: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct StartForm {
    lang: Option<String>,
}

pub(super) async fn start(
    State(http): State<Http>,
    uri: Uri,
    Path((namespace, quiz)): Path<(String, String)>,
    Query(query): Query<PageQuery>,
    headers: HeaderMap,
) -> Response {
    let asked = query.lang.as_deref();
    let problem = |what: Notice| reply::problem(&http, &headers, uri.path(), asked, what);
    let Some(path) = quiz_path(&namespace, &quiz) else { return problem(Notice::QuizNotFound).await };
    let quiz = match http.service.public_quiz(&path).await {
        Ok(quiz) if quiz.kind == QuizKind::Open => quiz,
        // Other kinds need a personal link or an embedding application.
        Ok(quiz) if quiz.kind == QuizKind::InApp => return problem(Notice::SessionMissing).await,
        Ok(_) => return problem(NO_SUCH_LINK).await,
        Err(error) => return problem(reply::notice_for(error)).await,
    };
    if let Some(notice) = reply::closed(&quiz, reply::notice_language(asked, &headers), false) {
        return problem(notice).await;
    }
    let is_full = match http.service.is_full(&quiz).await {
        Ok(is_full) => is_full,
        Err(error) => return problem(reply::notice_for(error)).await,
    };
    let spoken = quiz.definition.languages_of_pages();
    let language = language(asked, &headers, &spoken);
    let cx = page_context(&http, uri.path(), language, spoken, Some(&quiz.definition));
    let view = quiz_view(&http, &quiz, &quiz.definition, language);
    let page = StartPage {
        quiz: view,
        outlook: Outlook::of(&quiz, &quiz.definition),
        definition: quiz.definition.clone(),
        action: uri.path().to_owned(),
        full: is_full.then(|| reply::words_without_places(&quiz, language)),
        name: None,
        drawn: Some(Arc::new(OfQuiz::new(&http.drawn, &quiz, quiz.version))),
    };
    reply::page(cx, StatusCode::OK, Screen::Start(page), &quiz.settings.allowed_origins).await
}

pub(super) async fn begin(
    State(http): State<Http>,
    uri: Uri,
    Path((namespace, quiz)): Path<(String, String)>,
    beginner: Beginner,
    headers: HeaderMap,
    form: Result<Form<StartForm>, FormRejection>,
) -> Response {
    let asked = form.as_ref().ok().and_then(|form| form.lang.clone());
    let problem = |what: Notice| reply::problem(&http, &headers, uri.path(), asked.as_deref(), what);
    let Some(path) = quiz_path(&namespace, &quiz) else { return problem(Notice::QuizNotFound).await };
    if form.is_err() {
        return problem(Notice::BadRequest).await;
    }
    let language = asked.as_deref().and_then(|tag| Language::parse(tag).ok());
    match begin_anonymous(&http, beginner, &path, language).await {
        Ok((anon_id, first)) => Redirect::to(&format!("{}/{anon_id}?q={first}", uri.path())).into_response(),
        Err(error @ ServiceError::Conflict(Conflict::QuotaExceeded(_))) => problem(reply::notice_for(error)).await,
        // The start page explains that the quiz has closed.
        Err(ServiceError::Conflict(_)) => Redirect::to(uri.path()).into_response(),
        Err(error) => problem(reply::notice_for(error)).await,
    }
}

/// Returns the new id, and the first question, to which the browser is redirected.
async fn begin_anonymous(
    http: &Http,
    beginner: Beginner,
    path: &QuizPath,
    language: Option<Language>,
) -> Result<(String, String), ServiceError> {
    let anon_id = http.service.generate_anon_id(path).await?;
    let who = Respondent::Any(anon_id.to_string());
    let record = http.service.init_quiz(path, &who, Extras { language, custom_data: None }, beginner.0).await?;
    let quiz = http.service.public_quiz(path).await?;
    let definition = quiz.definition.clone().arranged_for(&record);
    let journey = definition.journey(&record.answers, record.language.as_str());
    let first = journey.shown.first().map(|question| question.id.as_str().to_owned());
    Ok((anon_id.into(), first.unwrap_or_default()))
}

pub(super) async fn show(
    State(http): State<Http>,
    uri: Uri,
    Path(path): Path<(String, String, String)>,
    Query(query): Query<PageQuery>,
    headers: HeaderMap,
) -> Response {
    let PageQuery { lang: language, q: question, attempt, calendar, erase, mailed, review, from } = query;
    let is_review = review.is_some() || from.as_deref() == Some("review");
    let selection = Selection { language, question, attempt, calendar, erase, mailed, is_review, returned: None };
    match place(uri.path(), path) {
        Some(place) => show::show(&http, &headers, &place, &selection).await,
        None => reply::problem(&http, &headers, uri.path(), selection.language.as_deref(), NO_SUCH_LINK).await,
    }
}

pub(super) async fn answer(
    State(http): State<Http>,
    uri: Uri,
    Path(path): Path<(String, String, String)>,
    beginner: Beginner,
    headers: HeaderMap,
    form: Result<Form<AnswerForm>, FormRejection>,
) -> Response {
    match place(uri.path(), path) {
        Some(place) => answer::answer(&http, &headers, beginner, &place, form).await,
        None => reply::problem(&http, &headers, uri.path(), None, NO_SUCH_LINK).await,
    }
}

fn place(path: &str, (namespace, quiz, user): (String, String, String)) -> Option<PageAddress> {
    Some(PageAddress {
        quiz: quiz_path(&namespace, &quiz)?,
        who: Respondent::Any(user),
        path: path.to_owned(),
        query: Vec::new(),
        custom_data: None,
    })
}
