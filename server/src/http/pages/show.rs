//! A respondent's page: the start, the current question or the result.

use std::sync::Arc;

use app::pages::{DrawnPages, ErasurePage, KeptPlace, Notice, QuestionPage, ReviewPage, Screen, StartPage};
use axum::{
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Redirect, Response},
};
use domain::{
    Answer, AnswersRecord, ApiTarget, FieldCode, Journey, Language, OptionId, Outlook, QuestionId, Quiz, QuizKind,
    ReadableQuestion,
    form::{self, Field},
};

use super::{
    super::state::Http,
    context::{embedding, language, page_context, quiz_view},
    dates,
    drawn::OfQuiz,
    place::PageAddress,
    reply,
    result::{self, SubmittedRecord},
};
use crate::service::{Conflict, Missing, Participation, Respondent, ServiceError};
use crate::{http::reply::shared_page::SharedPage, record::quoting};

/// The page that a request selects.
#[derive(Default)]
pub(super) struct Selection {
    pub(super) language: Option<String>,
    /// A particular question instead of the first unanswered one.
    pub(super) question: Option<String>,
    pub(super) returned: Option<Returned>,
    /// Selects all answers before they are submitted; with a question, the way back there.
    pub(super) is_review: bool,
    pub(super) attempt: Option<String>,
    /// A calendar entry in place of the result.
    pub(super) calendar: Option<String>,
    /// `ask` asks if all answers are to be erased. `done` confirms that they are.
    pub(super) erase: Option<String>,
    /// What became of having the result mailed: `sent`, `wrong` or `later`.
    pub(super) mailed: Option<String>,
}

pub(super) struct Returned {
    pub(super) errors: Vec<(QuestionId, FieldCode)>,
    pub(super) typed: Vec<Field>,
}

pub(super) async fn show(http: &Http, headers: &HeaderMap, place: &PageAddress, selection: &Selection) -> Response {
    match page(http, headers, place, selection).await {
        Ok(page) => page,
        // The link is incomplete or mistyped.
        Err(ServiceError::Malformed(_)) => failed(http, headers, place, selection, Missing::User.into()).await,
        Err(error) => failed(http, headers, place, selection, error).await,
    }
}

pub(super) async fn failed(
    http: &Http,
    headers: &HeaderMap,
    place: &PageAddress,
    selection: &Selection,
    error: ServiceError,
) -> Response {
    if let ServiceError::Conflict(Conflict::NoPlaces { .. }) = &error
        && let Ok(quiz) = http.service.public_quiz(&place.quiz).await
    {
        let participation = http.service.participation(&place.quiz, &place.who).await.ok();
        let begun =
            participation.as_ref().and_then(|participation| Some((participation, participation.record.as_ref()?)));
        let asked = selection.language.clone().or_else(|| begun.map(|(_, record)| record.language.to_string()));
        let language = reply::notice_language(asked.as_deref(), headers);
        let mut notice = reply::no_places(&quiz, language);
        if let (Notice::NoPlaces { answers, .. }, Some((participation, record))) = (&mut notice, begun) {
            *answers = written(participation, record, selection, language);
        }
        return reply::problem(http, headers, &place.url(), asked.as_deref(), notice).await;
    }
    let notice = match reply::notice_for(error) {
        Notice::LinkNotValid { .. } if selection.erase.as_deref() == Some("done") => {
            Notice::Erased { start_href: start_href(http, place).await }
        }
        Notice::LinkNotValid { .. } => Notice::LinkNotValid { start_href: start_href(http, place).await },
        notice => notice,
    };
    reply::problem(http, headers, &place.url(), selection.language.as_deref(), notice).await
}

/// The start page of an open quiz, where anyone can begin again.
async fn start_href(http: &Http, place: &PageAddress) -> Option<String> {
    let quiz = http.service.public_quiz(&place.quiz).await.ok()?;
    (quiz.kind == QuizKind::Open).then(|| format!("/aq/{}/{}", quiz.namespace_id, quiz.id))
}

async fn page(
    http: &Http,
    headers: &HeaderMap,
    place: &PageAddress,
    selection: &Selection,
) -> Result<Response, ServiceError> {
    let participation = http.service.participation(&place.quiz, &place.who).await?;
    let asked = selection.attempt.as_deref().and_then(|attempt| attempt.parse().ok());
    if let Some(attempt) = asked
        && let Some(earlier) = http.service.earlier_participation(&participation, attempt).await?
        && let Some(done) = SubmittedRecord::of(&earlier)
    {
        return result::earlier(http, place, selection, &done).await;
    }
    // A respondent who has begun reads notices in the language of the questions.
    let begun = || participation.record.as_ref().map(|record| record.language.to_string());
    let asked = selection.language.clone().or_else(begun);
    let notice_language = reply::notice_language(asked.as_deref(), headers);
    let Some(record) = &participation.record else {
        let quiz = &participation.quiz;
        let closed = reply::closed(quiz, notice_language, false);
        let is_full = http.service.is_full(quiz).await?;
        let full = || is_full.then(|| reply::no_places(quiz, notice_language));
        let notice = closed.or_else(|| reply::no_occasion(quiz, participation.turn, notice_language)).or_else(full);
        return Ok(match notice {
            Some(notice) => reply::problem(http, headers, &place.url(), asked.as_deref(), notice).await,
            None => start(http, headers, place, selection, &participation).await,
        });
    };
    if selection.erase.as_deref() == Some("ask") && participation.quiz.settings.respondents_may_erase {
        return Ok(erasure(http, place, selection, &participation, record).await);
    }
    if let Some(done) = SubmittedRecord::of(&participation) {
        return result::latest(http, place, selection, &done).await;
    }
    let notice = match reply::closed(&participation.quiz, notice_language, true) {
        // Those who take it again keep their place.
        None if record.attempt == 1 && http.service.is_full(&participation.quiz).await? => {
            Some(reply::no_places(&participation.quiz, notice_language))
        }
        closed => closed,
    };
    let Some(mut notice) = notice else {
        return question(http, place, selection, &participation, record).await;
    };
    // A retake was under way when the quiz closed, so the earlier result still counts.
    let earlier = http.service.earlier_participation(&participation, record.attempt.saturating_sub(1)).await?;
    match &mut notice {
        Notice::Closed { answers, is_midway, .. } => {
            *answers = written(&participation, record, selection, notice_language);
            *is_midway = !answers.is_empty();
        }
        Notice::NoPlaces { answers, .. } => {
            *answers = written(&participation, record, selection, notice_language);
        }
        _ => {}
    }
    // New input is shown once more first.
    match earlier.as_ref().and_then(SubmittedRecord::of).filter(|_| selection.returned.is_none()) {
        Some(done) => result::latest(http, place, selection, &done).await,
        None => Ok(reply::problem(http, headers, &place.url(), asked.as_deref(), notice).await),
    }
}

/// Returns the options of a question of which no place is left for this respondent, who keeps one of an earlier attempt.
async fn full_options(
    http: &Http,
    participation: &Participation,
    record: &AnswersRecord,
    question: &QuestionId,
) -> Result<Vec<OptionId>, ServiceError> {
    let mut full = http.service.full_options(&participation.quiz, question).await?;
    let earlier = match record.attempt {
        2.. if !full.is_empty() => http.service.earlier_participation(participation, record.attempt - 1).await?,
        _ => None,
    };
    if let Some(answer) = earlier.and_then(|earlier| earlier.record?.answers.remove(question)) {
        full.retain(|option| !answer.chooses(option));
    }
    Ok(full)
}

/// A respondent's answers, with the input of the form that came back.
fn written(
    participation: &Participation,
    record: &AnswersRecord,
    selection: &Selection,
    language: Language,
) -> Vec<ReadableQuestion> {
    let definition = &participation.definition;
    let mut answers = record.answers.clone();
    let question = selection.question.as_deref().and_then(|id| QuestionId::parse(id).ok());
    if let Some((asked, form)) = question.and_then(|id| definition.question(&id)).zip(selection.returned.as_ref()) {
        for (id, reading) in form::read_any(asked, &form.typed, dates::month_of) {
            let item = asked.items().into_iter().find(|item| item.id == id);
            let typed = item.map(|item| form::value(&form.typed, &item.field_name()).to_owned()).unwrap_or_default();
            match reading {
                Ok(Some(answer)) => _ = answers.insert(id, answer),
                // A text that was too long is just as valuable to its author.
                Err(_) if !typed.is_empty() => _ = answers.insert(id, Answer::Text(typed)),
                _ => {}
            }
        }
    }
    let journey = definition.journey(&answers, record.language.as_str());
    let mut told = journey.readable(language);
    for question in &mut told {
        question.parts.retain(|part| part.answer.is_some());
    }
    told.retain(|question| !question.parts.is_empty());
    told
}

async fn start(
    http: &Http,
    headers: &HeaderMap,
    place: &PageAddress,
    selection: &Selection,
    participation: &Participation,
) -> Response {
    let spoken = participation.definition.languages_of_pages();
    let language = language(selection.language.as_deref(), headers, &spoken);
    let cx = page_context(http, &place.path, language, spoken, Some(&participation.definition)).embedded(embedding(
        http,
        &participation.quiz,
        None,
    ));
    let page = StartPage {
        quiz: quiz_view(http, &participation.quiz, &participation.definition, language),
        outlook: Outlook::of(&participation.quiz, &participation.definition),
        definition: participation.definition.clone(),
        action: place.url(),
        full: None,
        name: participation.name.clone(),
        drawn: Some(Arc::new(OfQuiz::new(&http.drawn, &participation.quiz, participation.quiz.version))),
    };
    reply::page(cx, StatusCode::OK, Screen::Start(page), &participation.quiz.settings.allowed_origins).await
}

async fn question(
    http: &Http,
    place: &PageAddress,
    selection: &Selection,
    participation: &Participation,
    record: &AnswersRecord,
) -> Result<Response, ServiceError> {
    let definition = &participation.definition;
    let spoken = definition.languages_of_pages();
    let language = chosen_language(selection, record, &spoken);
    let journey = definition.journey(&record.answers, language.as_str());
    let quoting = quoting(definition, record, None, language);
    let quoting = quoting.map_or_else(|| Arc::clone(definition), Arc::new);
    let is_complete = journey.unanswered_required().is_empty();
    let named = selection.question.as_deref().and_then(|id| QuestionId::parse(id).ok());
    let named = named.filter(|id| journey.may_open(id));
    let shows_review = selection.question.is_none() && selection.is_review && definition.review && is_complete;
    if named.is_none() && !shows_review {
        return Ok(Redirect::to(&url_of_due(place, selection, &journey)).into_response());
    }
    let cx = page_context(http, &place.path, language, spoken, Some(&participation.definition)).embedded(embedding(
        http,
        &participation.quiz,
        None,
    ));
    let quiz = quiz_view(http, &participation.quiz, definition, language);
    let (errors, typed) = match &selection.returned {
        Some(returned) => (returned.errors.clone(), Some(returned.typed.clone())),
        None => (Vec::new(), None),
    };
    let is_open = participation.quiz.kind == QuizKind::Open;
    let own_link = is_open.then(|| format!("{}{}", http.base_url, place.url()));
    let next = named.as_ref().and_then(|current| journey.next_after(current));
    let status = if errors.is_empty() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    let screen = match named {
        Some(current) => Screen::Question(QuestionPage {
            quiz,
            definition: Arc::clone(&quoting),
            answers: record.answers.clone(),
            full: full_options(http, participation, record, &current).await?,
            helps_that_quote: definition.helps_that_quote(&current),
            goes_page_by_page: definition.goes_page_by_page() || participation.quiz.definition.limits_options(),
            current,
            errors,
            typed,
            is_review: selection.is_review,
            action: place.url(),
            next_href: next.map(|next| place.url_of(next.id.as_str(), Some(language.as_str()), false)),
            review_href: definition.review.then(|| place.url_of_review(Some(language.as_str()))),
            api: api_target(place, participation),
            own_link,
            place: place_of(&participation.quiz),
            may_erase: participation.quiz.settings.respondents_may_erase,
            // What is kept is in the order of the definition.
            drawn: (!definition.shuffles()).then(|| {
                Arc::new(OfQuiz::new(&http.drawn, &participation.quiz, record.version)) as Arc<dyn DrawnPages>
            }),
            earlier_href: record.attempt.checked_sub(1).filter(|n| *n > 0).map(|n| place.url_of_attempt(n)),
        }),
        None => Screen::Review(ReviewPage {
            quiz,
            definition: Arc::clone(&quoting),
            answers: record.answers.clone(),
            action: place.url(),
            page_href: place.url_of_review(None),
            hrefs: journey
                .shown
                .iter()
                .filter(|shown| !shown.items().is_empty())
                .map(|shown| place.url_of(shown.id.as_str(), Some(language.as_str()), true))
                .collect(),
            own_link,
            may_erase: participation.quiz.settings.respondents_may_erase,
        }),
    };
    let shared = match &screen {
        Screen::Question(page) if page.is_of_many() => shared_page(http, place, &participation.quiz, page),
        _ => None,
    };
    Ok(reply::page_of_many(cx, status, screen, &participation.quiz.settings.allowed_origins, shared).await)
}

/// Marks a page as shared with other respondents, if its own texts need no escaping anywhere.
fn shared_page(http: &Http, place: &PageAddress, quiz: &Quiz, page: &QuestionPage) -> Option<SharedPage> {
    let is_plain = |text: &String| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte));
    let own: Vec<String> = [Some(&page.api.user), place.custom_data.as_ref()].into_iter().flatten().cloned().collect();
    let pages = Arc::clone(&http.shared_pages);
    own.iter().all(is_plain).then(|| SharedPage { pages, namespace: quiz.namespace_id.clone(), own })
}

/// The place for the respondent's own device to keep, with the public start of an open quiz. `None` for embedded
/// quizzes.
fn place_of(quiz: &Quiz) -> Option<KeptPlace> {
    let start = || format!("/aq/{}/{}", quiz.namespace_id, quiz.id);
    let start_href = (quiz.kind == QuizKind::Open).then(start);
    (quiz.kind != QuizKind::InApp).then_some(KeptPlace { start_href })
}

async fn erasure(
    http: &Http,
    place: &PageAddress,
    selection: &Selection,
    participation: &Participation,
    record: &AnswersRecord,
) -> Response {
    let spoken = participation.definition.languages_of_pages();
    let language = chosen_language(selection, record, &spoken);
    let cx = page_context(http, &place.path, language, spoken, Some(&participation.definition)).embedded(embedding(
        http,
        &participation.quiz,
        None,
    ));
    let page = ErasurePage {
        quiz: quiz_view(http, &participation.quiz, &participation.definition, language),
        action: place.url(),
        page_href: place.url_of_erasure(language),
    };
    reply::page(cx, StatusCode::OK, Screen::Erasure(page), &participation.quiz.settings.allowed_origins).await
}

/// Redirects to the current question's own URL, or to all answers if only the submission is missing. Otherwise the back
/// button would show the question that is current by then.
fn url_of_due(place: &PageAddress, selection: &Selection, journey: &Journey<'_>) -> String {
    let language = selection.language.as_deref();
    if selection.question.is_some() {
        return place.url();
    }
    match journey.resume() {
        _ if journey.definition.review && journey.first_open().is_none() && !journey.is_cut_short() => {
            place.url_of_review(language)
        }
        Some(due) => place.url_of(due.id.as_str(), language, false),
        None => "/".to_owned(),
    }
}

/// The requested language, or the one the quiz was begun in, or the first of `spoken`.
pub(super) fn chosen_language(selection: &Selection, record: &AnswersRecord, spoken: &[Language]) -> Language {
    let asked = selection.language.as_deref().and_then(|tag| Language::parse(tag).ok());
    let begun = record.language;
    let found = asked.and_then(|asked| Language::closest(&[asked], spoken));
    // Programs may begin in a language that the questions do not have.
    found.or_else(|| Language::closest(&[begun], spoken)).or(spoken.first().copied()).unwrap_or(begun)
}

/// The URLs of the public API that the island calls.
fn api_target(place: &PageAddress, participation: &Participation) -> ApiTarget {
    let quiz =
        format!("/api/v1/namespaces/{}/quizzes/{}/users", participation.quiz.namespace_id, participation.quiz.id);
    // As the page was requested: a session may be signed.
    let user = match &place.who {
        Respondent::Any(named) => named.clone(),
        _ => participation.user.to_string(),
    };
    let (users, user_field) = match participation.quiz.kind {
        QuizKind::Open => (format!("{quiz}/anonymous"), Some("anon_id")),
        QuizKind::InApp => (format!("{quiz}/inapp"), Some("sessionId")),
        QuizKind::Invited => (format!("{quiz}/{user}"), None),
    };
    ApiTarget {
        answers_url: format!("{users}/answers"),
        submit_url: format!("{users}/answers/submit"),
        user_field: user_field.map(str::to_owned),
        user,
    }
}
