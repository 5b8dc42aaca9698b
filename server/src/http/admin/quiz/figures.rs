//! The figures of a quiz's overview, as view models.

use app::admin::{FiguresPart, Period, QuizTab};
use domain::{Day, DurationBucket, Timestamp};

use super::super::{answers_view::Zone, dates, quiz_href};
use crate::service::{QuizFigures, QuizPath};

/// Days that the overview shows, today included.
const DAYS: i64 = 30;

/// Days are those of UTC, in which they are counted.
pub(super) fn part(path: &QuizPath, found: &QuizFigures, now: Timestamp, zone: &Zone) -> FiguresPart {
    let QuizFigures { figures, last_submission } = found;
    let today = Day::of(now).number();
    let days = (today - DAYS + 1..=today).map(|number| {
        let day = Day::from_number(number);
        let counts = figures.days.get(&day).copied().unwrap_or_default();
        Period { label: dates::day(day.start()), started: counts.started, completed: counts.completed }
    });
    FiguresPart {
        started: figures.started(),
        completed: figures.completed(),
        median_seconds: figures.median_time().map(DurationBucket::seconds),
        days: days.collect(),
        last: last_submission.map(|at| zone.minute(at)),
        follow: format!("{}/live", quiz_href(path, QuizTab::Overview)),
    }
}
