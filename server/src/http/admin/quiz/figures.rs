//! The figures of a quiz's overview, as view models.

use app::admin::{FiguresPart, Period, QuizTab};
use domain::{Day, DurationBucket, Timestamp};
use jiff::tz::TimeZone;

use super::super::{answers_view::Zone, dates, quiz_href};
use crate::{
    service::{QuizFigures, QuizPath},
    zone,
};

/// Number of days in the overview, including today.
const DAYS: i64 = 30;

/// Days are in the quiz's time zone, moments in the reader's.
pub(super) fn part(path: &QuizPath, found: &QuizFigures, now: Timestamp, reader: &Zone) -> FiguresPart {
    let QuizFigures { figures, zone, last_submission } = found;
    let today = zone::day_of(now, &zone::find(zone.as_str()).unwrap_or(TimeZone::UTC)).number();
    let days = (today - DAYS + 1..=today).map(|number| {
        let day = Day::from_number(number);
        let counts = figures.days.get(&day).copied().unwrap_or_default();
        Period { label: dates::day(day.start()), started: counts.started, completed: counts.completed }
    });
    let before = today - 2 * DAYS + 1..=today - DAYS;
    let before = before.filter_map(|number| figures.days.get(&Day::from_number(number)));
    FiguresPart {
        before: before.map(|counts| counts.completed).sum(),
        started: figures.started(),
        completed: figures.completed(),
        median_seconds: figures.median_time().map(DurationBucket::seconds),
        days: days.collect(),
        zone: zone.clone().into(),
        last: last_submission.map(|at| reader.minute(at)),
        follow: format!("{}/live", quiz_href(path, QuizTab::Overview)),
    }
}
