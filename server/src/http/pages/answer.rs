//! Respondents' forms: begin, answer, skip, send. Without a page that shows all answers, the last answer submits.

use std::collections::BTreeMap;

use app::pages::Notice;
use axum::Form;
use axum::{
    extract::rejection::FormRejection,
    http::HeaderMap,
    response::{IntoResponse, Redirect, Response},
};
use domain::{
    AnswerInput, FieldCode, FieldError, Invalid, Journey, Language, Question, QuestionId,
    form::{self, Field},
};
use serde::Deserialize;

use super::{
    super::state::Http,
    dates,
    place::PageAddress,
    reply,
    show::{self, Returned, Selection, show},
};
use crate::http::request::client::Beginner;
use crate::service::{Conflict, Extras, ResultMailed, ServiceError};

/// Maximum number of fields per form: more than a question has, with a text beside each of its options. Each part of
/// the question searches all of them.
const MOST_FIELDS: usize = 1_000;

/// The fields of a form. `question` is missing on the start page. `go` is the button: `skip` skips an optional question
/// and withdraws its answer, `send` submits, `mail` mails the result to `address`, `retake` begins the quiz again, and
/// `erase` erases everything. `from` is `review` if the respondent came from the page that shows all answers.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
pub(super) struct AnswerForm(Vec<Field>);

impl AnswerForm {
    fn get(&self, name: &str) -> Option<&str> {
        Some(form::value(&self.0, name)).filter(|value| !value.is_empty())
    }

    /// `None` on the start page. Empty if the form is not one of ours.
    fn question(&self) -> Option<&str> {
        self.0.iter().any(|field| field.0 == "question").then(|| form::value(&self.0, "question"))
    }

    /// True if a single-valued field occurs twice.
    fn is_ambiguous(&self) -> bool {
        ["question", "lang", "go", "from", "address"].iter().any(|name| form::values(&self.0, name).count() > 1)
    }
}

enum Next {
    Question {
        id: QuestionId,
        is_review: bool,
        /// Set while no answer has been stored in it.
        language: Option<Language>,
    },
    /// All answers, before they are submitted.
    Review,
    /// The first unanswered question, or the result.
    Page,
    /// The same question again, with its errors.
    Again(String, Vec<(QuestionId, FieldCode)>),
    /// Everything was erased.
    Erased,
    /// The result, which was to be mailed.
    Result(ResultMailed),
}

pub(super) async fn answer(
    http: &Http,
    headers: &HeaderMap,
    beginner: Beginner,
    place: &PageAddress,
    form: Result<Form<AnswerForm>, FormRejection>,
) -> Response {
    let form = match form {
        Ok(Form(form)) if form.0.len() <= MOST_FIELDS && !form.is_ambiguous() => form,
        _ => return reply::problem(http, headers, &place.path, None, Notice::BadRequest).await,
    };
    let language = form.get("lang");
    let selection = || Selection { language: language.map(str::to_owned), ..Selection::default() };
    match step(http, beginner, place, &form).await {
        Ok(Next::Question { id, is_review, language }) => {
            let language = language.as_ref().map(Language::as_str);
            Redirect::to(&place.url_of(id.as_str(), language, is_review)).into_response()
        }
        Ok(Next::Review) => Redirect::to(&place.url_of_review(language)).into_response(),
        Ok(Next::Result(mailed)) => {
            let outcome = match mailed {
                ResultMailed::Queued => "sent",
                ResultMailed::Before => "before",
                ResultMailed::WrongAddress => "wrong",
                ResultMailed::TooMany => "later",
            };
            Redirect::to(&place.url_of_mailed(outcome, language)).into_response()
        }
        Ok(Next::Erased) => Redirect::to(&place.url_of_erased(language)).into_response(),
        Ok(Next::Again(question, errors)) => {
            let is_review = form.get("from") == Some("review");
            let returned = Some(Returned { errors, typed: form.0.clone() });
            let again = Selection { question: Some(question), is_review, returned, ..selection() };
            show(http, headers, place, &again).await
        }
        Err(error @ ServiceError::Conflict(Conflict::QuotaExceeded(_) | Conflict::NoPlaces { .. })) => {
            show::failed(http, headers, place, &selection(), error).await
        }
        // The input comes back with the notice.
        Err(ServiceError::Conflict(Conflict::Closed)) if form.question().is_some() => {
            let question = form.question().map(str::to_owned);
            let returned = Some(Returned { errors: Vec::new(), typed: form.0.clone() });
            show(http, headers, place, &Selection { question, returned, ..selection() }).await
        }
        // The page explains if the quiz was submitted in another tab or has closed meanwhile.
        Ok(Next::Page) | Err(ServiceError::Conflict(_)) => Redirect::to(&place.url()).into_response(),
        Err(error) => show::failed(http, headers, place, &selection(), error).await,
    }
}

async fn step(http: &Http, beginner: Beginner, place: &PageAddress, form: &AnswerForm) -> Result<Next, ServiceError> {
    let language = form.get("lang").and_then(|tag| Language::parse(tag).ok());
    let extras = Extras { language, custom_data: place.custom_data.clone() };
    let Some(question) = form.question() else {
        match form.get("go") {
            Some("erase") => {
                http.service.erase_own(&place.quiz, &place.who).await?;
                return Ok(Next::Erased);
            }
            Some("mail") => {
                let address = form.get("address").unwrap_or_default();
                return Ok(Next::Result(http.service.mail_result(&place.quiz, &place.who, address).await?));
            }
            Some("send") => return submit(http, place, language).await,
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
    let definition = &participation.definition;
    let Some(asked) = definition.question(&id) else {
        return Err(FieldError::new("question", FieldCode::UnknownQuestion(id)).into());
    };
    let spoken = language.map_or(record.language, |language| definition.closest(language));
    let before = definition.journey(&record.answers, spoken.as_str());
    let (mut answers, mut stored_in) = (record.answers.clone(), record.language);
    let mut errors = Vec::new();
    for (item, reading) in readings(asked, form) {
        let input = match reading {
            // Answers that are already stored are not sent again.
            Ok(answer) if answers.get(&item) == answer.as_ref() => continue,
            Ok(answer) => answer.map_or(AnswerInput::Nothing, Into::into),
            Err(code) => {
                errors.push((item, code));
                continue;
            }
        };
        match http.service.save_answer(&place.quiz, &place.who, &item, &input, extras.clone()).await {
            Ok(saved) => (answers, stored_in) = (saved.answers, saved.language),
            // The page shows the existing answer.
            Err(ServiceError::Conflict(Conflict::AnswerStands)) => {}
            Err(ServiceError::Invalid(Invalid(wrong))) if wrong.iter().any(is_full) => {
                errors.extend(wrong.into_iter().map(|wrong| (item.clone(), wrong.code)));
            }
            Err(error) => return Err(error),
        }
    }
    if !errors.is_empty() {
        return Ok(Next::Again(question.to_owned(), errors));
    }
    if definition.feedback(asked, &answers).is_some() {
        let language = (stored_in != spoken).then_some(spoken);
        return Ok(Next::Question { id, is_review: false, language });
    }
    let after = definition.journey(&answers, spoken.as_str());
    let is_review = form.get("from") == Some("review");
    let next = if is_review { opened(&before, &after) } else { after.next_after(&id) };
    match next {
        Some(next) => {
            let language = (stored_in != spoken).then_some(spoken);
            Ok(Next::Question { id: next.id.clone(), is_review, language })
        }
        None if definition.review && !definition.cuts_short(asked) => Ok(Next::Review),
        // The page was outdated.
        None if after.shown.iter().all(|shown| shown.id != id) => Ok(Next::Page),
        None => submit(http, place, language).await,
    }
}

fn readings(question: &Question, form: &AnswerForm) -> Vec<(QuestionId, form::Reading)> {
    // A choice beside it does not count.
    if !question.required && form.get("go") == Some("skip") {
        return question.items().into_iter().map(|item| (item.id, Ok(None))).collect();
    }
    form::read_any(question, &form.0, dates::month_of)
}

fn is_full(error: &FieldError) -> bool {
    matches!(error.code, FieldCode::TooLarge { .. })
}

/// The first question that a change of an earlier answer has opened.
fn opened<'d>(before: &Journey<'_>, after: &Journey<'d>) -> Option<&'d Question> {
    let open = after.unanswered_required();
    let was_shown = |question: &Question| before.shown.iter().any(|shown| shown.id == question.id);
    let is_open = |question: &Question| question.items().iter().any(|item| open.contains(&item.id));
    after.shown.iter().copied().find(|question| !was_shown(question) || is_open(question))
}

/// Submits, or leads to the missing answers.
async fn submit(http: &Http, place: &PageAddress, language: Option<Language>) -> Result<Next, ServiceError> {
    let extras = Extras { language, custom_data: None };
    match http.service.submit(&place.quiz, &place.who, &BTreeMap::new(), extras).await {
        Ok(_) => Ok(Next::Page),
        Err(ServiceError::Unanswered(_)) => due(http, place).await,
        Err(ServiceError::Conflict(Conflict::NoPlaces { of: Some((question, _)), .. })) => {
            Ok(Next::Again(question.to_string(), vec![(question, FieldCode::NoPlaces)]))
        }
        Err(error) => Err(error),
    }
}

/// Leads to the due question by its own URL, which saves a redirect.
async fn due(http: &Http, place: &PageAddress) -> Result<Next, ServiceError> {
    let participation = http.service.participation(&place.quiz, &place.who).await?;
    let record = participation.record.as_ref().filter(|record| record.submission.is_none());
    let due =
        record.and_then(|record| participation.definition.journey(&record.answers, record.language.as_str()).resume());
    Ok(due.map_or(Next::Page, |due| Next::Question { id: due.id.clone(), is_review: false, language: None }))
}
