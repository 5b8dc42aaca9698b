//! Calendar entries of a result as files to download.

use app::pages::{CalendarEntry, Occasion};
use axum::{
    http::{HeaderName, HeaderValue, header},
    response::{IntoResponse, Response},
};
use domain::Timestamp;

use super::{
    super::state::Http,
    dates,
    place::PageAddress,
    result::SubmittedRecord,
    show::{Selection, chosen_language},
};
use crate::{clock, record::quoting, service::ServiceError};

/// The value of `calendar` in the URL of a reminder of the first step.
pub(super) const STEP: &str = "step";
/// The value of `calendar` in the URL of an entry for the day of the next attempt.
pub(super) const RETAKE: &str = "retake";

const DAY: i64 = 86_400 * 1_000_000_000;

/// The entry that `selection` requests; `None` if it does not exist.
pub(super) async fn entry(
    http: &Http,
    place: &PageAddress,
    selection: &Selection,
    done: &SubmittedRecord<'_>,
) -> Result<Option<Response>, ServiceError> {
    let Some(asked) = selection.calendar.as_deref() else { return Ok(None) };
    let SubmittedRecord { participation, record, submission } = done;
    let language = chosen_language(selection, record, &participation.definition.languages_of_pages());
    let now = clock::now();
    let link = format!("{}{}", http.base_url, place.url());
    let (start, help);
    let (occasion, at) = match asked {
        STEP => {
            let scored_by = done.scored_by(http, place).await?;
            let quoting = quoting(&scored_by, record, Some(&scored_by), language);
            let scored_by = quoting.as_ref().unwrap_or(&scored_by);
            let journey = scored_by.journey(&record.answers, record.language.as_str());
            let outcome = journey.result(&submission.scores, None, language, record.language);
            let Some(outcome) = outcome.shown_as(participation.definition.result) else { return Ok(None) };
            start = outcome.start;
            let Some(card) = &start else { return Ok(None) };
            let Some(step) = card.steps.first() else { return Ok(None) };
            help = if outcome.needs_help {
                app::words::about(&participation.quiz, language).help
            } else {
                card.links.clone()
            };
            (Occasion::Step(&step.text, &help), Timestamp::from_nanoseconds(now.nanoseconds().saturating_add(DAY)))
        }
        RETAKE => match done.retake_from().filter(|from| *from > now) {
            Some(from) => (Occasion::Retake(&link), from),
            None => return Ok(None),
        },
        _ => return Ok(None),
    };
    let entry = CalendarEntry {
        quiz: participation.quiz.name_in(language),
        occasion,
        uid: &format!("{}-{asked}@quiz-answers", submission.at.nanoseconds()),
        day: &dates::compact_day(at, &participation.quiz),
        made_at: &dates::compact_moment(now),
    };
    let headers = [
        (header::CONTENT_TYPE, "text/calendar; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"reminder.ics\""),
        (header::CACHE_CONTROL, "private, no-store"),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; frame-ancestors 'none'"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (HeaderName::from_static("x-robots-tag"), "noindex"),
    ];
    let headers = headers.map(|(name, value)| (name, HeaderValue::from_static(value)));
    Ok(Some((headers, app::pages::calendar(language, &entry)).into_response()))
}
