//! Results of the latest and of earlier attempts.

use app::pages::{ResultPage, Retake, Screen};
use axum::{http::StatusCode, response::Response};
use domain::{AnswersRecord, Language, QuizStatus, Submission};

use super::{
    super::state::Http,
    context::{embedding, page_context, quiz_view},
    dates,
    place::Place,
    reply,
    show::{Selection, chosen_language},
};
use crate::{clock, service::Seat};

/// A respondent's submitted record.
pub(super) struct SubmittedRecord<'a> {
    seat: &'a Seat,
    record: &'a AnswersRecord,
    submission: &'a Submission,
}

impl<'a> SubmittedRecord<'a> {
    pub(super) fn of(seat: &'a Seat) -> Option<Self> {
        let record = seat.record.as_ref()?;
        Some(Self { seat, record, submission: record.submission.as_ref()? })
    }

    /// The note about taking the quiz again.
    fn retake(&self, language: Language) -> Option<Retake> {
        let quiz = &self.seat.quiz;
        let from = quiz.retake_from(self.submission.at)?;
        let now = clock::now();
        if quiz.status(now) != QuizStatus::Open || quiz.settings.closes_at.is_some_and(|end| end <= from) {
            return None;
        }
        Some(if from <= now { Retake::Now } else { Retake::From(dates::day(from, language)) })
    }
}

/// The result at the respondent's link.
pub(super) async fn latest(http: &Http, place: &Place, selection: &Selection, done: &SubmittedRecord<'_>) -> Response {
    page(http, place, selection, done, true).await
}

/// The result of an earlier attempt.
pub(super) async fn earlier(http: &Http, place: &Place, selection: &Selection, done: &SubmittedRecord<'_>) -> Response {
    page(http, place, selection, done, false).await
}

async fn page(
    http: &Http,
    place: &Place,
    selection: &Selection,
    done: &SubmittedRecord<'_>,
    is_latest: bool,
) -> Response {
    let SubmittedRecord { seat, record, submission } = done;
    let spoken = seat.definition.languages();
    let language = chosen_language(selection, record, &spoken);
    // The embedding page receives the latest result.
    let told = is_latest.then_some(&submission.scores);
    let cx = page_context(http, &place.path, language, spoken).embedded(embedding(http, &seat.quiz, told));
    let own_url = if is_latest { place.url() } else { place.url_of_attempt(record.attempt) };
    let page = ResultPage {
        quiz: quiz_view(http, &seat.quiz, seat.definition.questions.len(), language),
        definition: seat.definition.clone(),
        answers: record.answers.clone(),
        scores: submission.scores.clone(),
        submitted_at: dates::day(submission.at, language),
        link: format!("{}{own_url}", http.base_url),
        action: place.url(),
        retake: done.retake(language).filter(|_| is_latest),
        earlier_href: (record.attempt > 1).then(|| place.url_of_attempt(record.attempt - 1)),
        latest_href: (!is_latest).then(|| place.url()),
    };
    reply::page(cx, StatusCode::OK, Screen::Result(page), &seat.quiz.settings.allowed_origins).await
}
