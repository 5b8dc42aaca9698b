//! Forms of respondents: begin, answer, skip. The last answer submits.

use std::collections::BTreeMap;

use app::pages::Notice;
use axum::Form;
use axum::{
    extract::rejection::FormRejection,
    http::HeaderMap,
    response::{IntoResponse, Redirect, Response},
};
use domain::{AnswerInput, Language, OptionId, QuestionId};
use serde::Deserialize;

use super::{
    super::{client::Beginner, state::Http},
    place::PageAddress,
    reply,
    show::{self, Selection, show},
};
use crate::service::{Conflict, Extras, ServiceError};

#[derive(Debug, Default, Deserialize)]
pub(super) struct AnswerForm {
    /// The question on the page. `None` on the start page.
    question: Option<String>,
    /// The id of the chosen option.
    answer: Option<String>,
    lang: Option<String>,
    /// The button. `skip` skips an optional question and withdraws its answer, `retake` begins the quiz again, `erase`
    /// erases everything.
    go: Option<String>,
}

/// The page to show after a form.
enum Next {
    Question(QuestionId),
    /// The first open question, or the result.
    Page,
    /// The same question again, with an error.
    Again(String),
    /// Nothing is left.
    Erased,
}

pub(super) async fn answer(
    http: &Http,
    headers: &HeaderMap,
    beginner: Beginner,
    place: &PageAddress,
    form: Result<Form<AnswerForm>, FormRejection>,
) -> Response {
    let Ok(Form(form)) = form else {
        return reply::problem(http, headers, &place.path, None, Notice::BadRequest).await;
    };
    let again = |question| Selection { language: form.lang.clone(), question, error: true, ..Selection::default() };
    match step(http, beginner, place, &form).await {
        Ok(Next::Question(id)) => Redirect::to(&place.url_of(id.as_str(), None)).into_response(),
        Ok(Next::Erased) => Redirect::to(&place.url_of_erased(form.lang.as_deref())).into_response(),
        Ok(Next::Again(id)) => show(http, headers, place, &again(Some(id))).await,
        Err(error @ ServiceError::Conflict(Conflict::QuotaExceeded(_))) => {
            show::failed(http, headers, place, &again(None), error).await
        }
        // The page explains if the quiz was submitted in another tab or has closed meanwhile.
        Ok(Next::Page) | Err(ServiceError::Conflict(_)) => Redirect::to(&place.url()).into_response(),
        Err(error) => show::failed(http, headers, place, &again(None), error).await,
    }
}

async fn step(http: &Http, beginner: Beginner, place: &PageAddress, form: &AnswerForm) -> Result<Next, ServiceError> {
    let language = form.lang.as_deref().and_then(|tag| Language::parse(tag).ok());
    let extras = Extras { language, custom_data: place.custom_data.clone() };
    let Some(question) = &form.question else {
        match form.go.as_deref() {
            Some("erase") => {
                http.service.erase_own(&place.quiz, &place.who).await?;
                return Ok(Next::Erased);
            }
            Some("retake") => {
                http.service.retake_quiz(&place.quiz, &place.who, extras, beginner.0).await?;
            }
            _ => _ = http.service.init_quiz(&place.quiz, &place.who, extras, beginner.0).await?,
        }
        return due(http, place).await;
    };
    let id = QuestionId::parse(question)?;
    let participation = http.service.participation(&place.quiz, &place.who).await?;
    // The form's record has been erased.
    let Some(record) = participation.record else { return Ok(Next::Page) };
    let is_optional = participation.definition.question(&id).is_some_and(|question| !question.required);
    let mut answers = record.answers;
    let is_skipped = is_optional && form.go.as_deref() == Some("skip");
    let answer = match &form.answer {
        // A chosen option is ignored.
        _ if is_skipped => AnswerInput::Nothing,
        Some(answer) => OptionId::parse(answer)?.into(),
        None => return Ok(Next::Again(question.clone())),
    };
    if !is_skipped || answers.contains_key(&id) {
        answers = http.service.save_answer(&place.quiz, &place.who, &id, &answer, extras).await?.answers;
    }
    let spoken = language.unwrap_or(record.language);
    if let Some(next) = participation.definition.journey(&answers, spoken.as_str()).next_after(&id) {
        return Ok(Next::Question(next.id.clone()));
    }
    http.service.submit(&place.quiz, &place.who, &BTreeMap::new(), Extras { language, custom_data: None }).await?;
    Ok(Next::Page)
}

/// The question that has just begun, by its own address: a redirect less than by the address of the page.
async fn due(http: &Http, place: &PageAddress) -> Result<Next, ServiceError> {
    let participation = http.service.participation(&place.quiz, &place.who).await?;
    let record = participation.record.as_ref().filter(|record| record.submission.is_none());
    let due =
        record.and_then(|record| participation.definition.journey(&record.answers, record.language.as_str()).resume());
    Ok(due.map_or(Next::Page, |due| Next::Question(due.id.clone())))
}
