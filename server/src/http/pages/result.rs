//! Results of the latest and of earlier attempts.

use std::sync::Arc;

use app::pages::{ByMail, DrawnPages, EarlierResult, HistoryDays, OverTime, ResultForm, ResultPage, Retake, Screen};
use axum::{http::StatusCode, response::Response};
use domain::{AnswersRecord, Definition, Language, QuizKind, QuizStatus, Submission, Timestamp};

use super::{
    super::state::Http,
    calendar,
    context::{embedding, page_context, quiz_view},
    dates,
    drawn::OfQuiz,
    place::PageAddress,
    reply,
    show::{Selection, chosen_language},
};
use crate::{
    clock,
    record::quoting,
    service::{History, Participation, ResultMailWords, ServiceError, Turn, result_mail_words},
    zone,
};

pub(super) struct SubmittedRecord<'a> {
    pub(super) participation: &'a Participation,
    pub(super) record: &'a AnswersRecord,
    pub(super) submission: &'a Submission,
}

impl<'a> SubmittedRecord<'a> {
    pub(super) fn of(participation: &'a Participation) -> Option<Self> {
        let record = participation.record.as_ref()?;
        Some(Self { participation, record, submission: record.submission.as_ref()? })
    }

    /// The moment from which the respondent may take the quiz again, which may have passed.
    pub(super) fn retake_from(&self) -> Option<Timestamp> {
        let quiz = &self.participation.quiz;
        let from = match self.participation.turn {
            None => zone::retake_from(quiz, self.submission.at)?,
            Some(Turn::Open(from) | Turn::From(from)) => from,
            Some(Turn::Ended) => return None,
        };
        let is_closed = quiz.status(clock::now()) != QuizStatus::Open;
        if is_closed || quiz.settings.closes_at.is_some_and(|end| end <= from) { None } else { Some(from) }
    }

    fn retake(&self, place: &PageAddress, language: Language) -> Option<Retake> {
        let from = self.retake_from()?;
        if from <= clock::now() {
            return Some(Retake::Now);
        }
        let reminder_href = Some(place.url_of_calendar(calendar::RETAKE, language));
        let moment = dates::moment(from, &self.participation.quiz, language);
        Some(Retake::From { moment, reminder_href })
    }

    async fn earlier(
        &self,
        http: &Http,
        place: &PageAddress,
        language: Language,
    ) -> Result<Option<EarlierResult>, ServiceError> {
        let attempt = self.record.attempt.saturating_sub(1);
        let participation = http.service.earlier_participation(self.participation, attempt).await?;
        let Some(earlier) = participation.as_ref().and_then(SubmittedRecord::of) else { return Ok(None) };
        Ok(Some(EarlierResult {
            href: place.url_of_attempt(attempt),
            submitted_at: dates::day(earlier.submission.at, &self.participation.quiz, language),
            scores: earlier.submission.scores.clone(),
            scored_by: earlier.scored_by(http, place).await?,
        }))
    }

    pub(super) async fn scored_by(&self, http: &Http, place: &PageAddress) -> Result<Arc<Definition>, ServiceError> {
        http.service.definition_of(&place.quiz, self.record).await
    }
}

/// The result at the respondent's link, or one of its calendar entries.
pub(super) async fn latest(
    http: &Http,
    place: &PageAddress,
    selection: &Selection,
    done: &SubmittedRecord<'_>,
) -> Result<Response, ServiceError> {
    match calendar::entry(http, place, selection, done).await? {
        Some(file) => Ok(file),
        None => page(http, place, selection, done, Shown::Latest).await,
    }
}

pub(super) async fn earlier(
    http: &Http,
    place: &PageAddress,
    selection: &Selection,
    done: &SubmittedRecord<'_>,
) -> Result<Response, ServiceError> {
    page(http, place, selection, done, Shown::Earlier).await
}

/// The result that a message has led to, whose link works until a moment.
pub(super) async fn mailed(
    http: &Http,
    place: &PageAddress,
    selection: &Selection,
    done: &SubmittedRecord<'_>,
    until: Timestamp,
) -> Result<Response, ServiceError> {
    page(http, place, selection, done, Shown::Mailed { until }).await
}

/// The way to a result.
#[derive(Clone, Copy, Eq, PartialEq)]
enum Shown {
    Latest,
    Earlier,
    /// By a link that shows this and may do nothing.
    Mailed {
        until: Timestamp,
    },
}

async fn page(
    http: &Http,
    place: &PageAddress,
    selection: &Selection,
    done: &SubmittedRecord<'_>,
    shown: Shown,
) -> Result<Response, ServiceError> {
    let SubmittedRecord { participation, record, submission } = done;
    let is_latest = shown == Shown::Latest;
    let spoken = participation.definition.languages_of_pages();
    let language = chosen_language(selection, record, &spoken);
    // The embedding page receives the latest result.
    let told = is_latest.then_some(&submission.scores);
    let cx = page_context(http, &place.path, language, spoken, Some(&participation.definition)).embedded(embedding(
        http,
        &participation.quiz,
        told,
    ));
    let own_url = if shown == Shown::Earlier { place.url_of_attempt(record.attempt) } else { place.url() };
    let quiz = &participation.quiz;
    let may_erase = is_latest && quiz.settings.respondents_may_erase;
    let is_open_now = quiz.status(clock::now()) == QuizStatus::Open;
    let start = (quiz.kind == QuizKind::Open).then(|| format!("/aq/{}/{}", quiz.namespace_id, quiz.id));
    let scored_by = done.scored_by(http, place).await?;
    let quoting = |definition: &Arc<Definition>| {
        let quoting = quoting(definition, record, Some(&scored_by), language);
        quoting.map_or_else(|| Arc::clone(definition), Arc::new)
    };
    let definition = quoting(&participation.definition);
    let page = ResultPage {
        quiz: quiz_view(http, &participation.quiz, &participation.definition, language),
        helps: http.service.helps_of(record, &definition).await?,
        definition,
        answers: record.answers.clone(),
        answered_in: record.language,
        scores: submission.scores.clone(),
        scored_by: quoting(&scored_by),
        submitted_at: dates::moment(submission.at, quiz, language),
        submission: submission.at.nanoseconds().to_string(),
        link: format!("{}{own_url}", http.base_url),
        action: place.url(),
        reminder_href: is_latest.then(|| place.url_of_calendar(calendar::STEP, language)),
        retake: done.retake(place, language).filter(|_| is_latest),
        earlier: match shown {
            Shown::Mailed { .. } => None,
            Shown::Latest | Shown::Earlier => done.earlier(http, place, language).await?,
        },
        benchmarks: match shown {
            // It would be compared with a later one of the same respondent.
            Shown::Earlier => Vec::new(),
            Shown::Latest | Shown::Mailed { .. } => http.service.benchmarks(quiz, record, &scored_by).await?,
        },
        over_time: if is_latest { over_time(http, participation, record, language).await? } else { None },
        latest_href: (shown == Shown::Earlier).then(|| place.url()),
        by_mail: by_mail(http, participation, selection, language, shown).await?,
        start_link: start.as_ref().filter(|_| is_open_now).map(|start| format!("{}{start}", http.base_url)),
        start_href: start,
        erase_href: may_erase.then(|| place.url_of_erasure(language)),
        // What is quoted is of one respondent.
        drawn: (!participation.definition.quotes && !scored_by.quotes)
            .then(|| Arc::new(OfQuiz::new(&http.drawn, quiz, record.version)) as Arc<dyn DrawnPages>),
    };
    let screen = Screen::Result(Box::new(page));
    Ok(reply::page(cx, StatusCode::OK, screen, &participation.quiz.settings.allowed_origins).await)
}

async fn over_time(
    http: &Http,
    participation: &Participation,
    record: &AnswersRecord,
    language: Language,
) -> Result<Option<OverTime>, ServiceError> {
    let quiz = &participation.quiz;
    if !quiz.settings.show_progress || record.attempt == 1 {
        return Ok(None);
    }
    let History { scores, missed } = http.service.history(quiz, record).await?;
    let days = HistoryDays::new(&scores, &missed, |at| dates::day(at, quiz, language));
    Ok((!scores.is_empty()).then_some(OverTime { scores, days }))
}

async fn by_mail(
    http: &Http,
    participation: &Participation,
    selection: &Selection,
    language: Language,
    shown: Shown,
) -> Result<ByMail, ServiceError> {
    let words = result_mail_words(language.of_pages());
    match shown {
        Shown::Mailed { until } => {
            let until = dates::moment(until, &participation.quiz, language).text;
            Ok(ByMail { form: None, note: Some(words.note.replace("{until}", &until)) })
        }
        Shown::Latest if http.service.mails_results(&participation.quiz) => {
            let asked = selection.mailed.as_deref();
            let is_mailed = http.service.is_result_mailed(participation).await?;
            let outcome = match asked {
                Some("sent") if is_mailed => Some(words.sent),
                _ if is_mailed => Some(words.sent_before),
                Some("wrong") => Some(words.wrong_address),
                Some("later") => Some(words.too_many),
                _ => None,
            };
            let ResultMailWords { title, text, label, button, .. } = *words;
            let is_wrong = !is_mailed && asked == Some("wrong");
            let form = ResultForm { title, text, label, button, outcome, asks: !is_mailed, is_wrong };
            Ok(ByMail { form: Some(form), note: None })
        }
        Shown::Latest | Shown::Earlier => Ok(ByMail::default()),
    }
}
