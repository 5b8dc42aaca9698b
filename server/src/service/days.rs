//! Figures by days in a quiz's time zone. Tallies use UTC days. Another zone does not change stored data, but needs a
//! separate count of the records.

use std::{
    collections::BTreeMap,
    sync::Arc,
    time::{Duration, Instant},
};

use domain::{Day, DayCounts, Insights, Quiz, QuizId, TimeZoneName};
use jiff::tz::TimeZone;

use super::{Service, ServiceError};
use crate::{cache::Cache, clock, zone};

/// Total size of cached counts in bytes.
const MOST: usize = 4 * 1024 * 1024;
const DAY: usize = 48;
/// A count stays valid this many times as long as it took, so that live pages of a large quiz cost little.
const SERVES: u32 = 10;

pub(super) struct Days(Cache<(QuizId, TimeZoneName), Kept>);

#[derive(Clone)]
struct Kept {
    days: Arc<BTreeMap<Day, DayCounts>>,
    duration: Duration,
    at: Instant,
}

impl Default for Days {
    fn default() -> Self {
        Self(Cache::new(MOST))
    }
}

impl Service {
    /// Replaces the UTC days with those of the quiz's time zone.
    pub(super) async fn count_days(&self, quiz: &Quiz, figures: &mut Insights) -> Result<(), ServiceError> {
        let zone = zone::zone_of(&quiz.settings);
        if zone == TimeZone::UTC || figures.days.is_empty() {
            return Ok(());
        }
        let key = (quiz.id.clone(), quiz.settings.time_zone.clone());
        let now = (figures.started(), figures.completed());
        let kept = self.days.0.get(&key).filter(|kept| kept.at.elapsed() < kept.duration * SERVES);
        if let Some(days) = kept.and_then(|kept| grown(&kept.days, now, zone::day_of(clock::now(), &zone))) {
            figures.days = days;
            return Ok(());
        }
        // A day of any time zone lies within three UTC days.
        let around = |day: &Day| [-1, 0, 1].map(|beside| Day::from_number(day.number() + beside));
        let begun = Instant::now();
        let days = self.store.days(&quiz.id, &figures.days.keys().flat_map(around).collect(), &zone).await?;
        let kept = Kept { days: Arc::new(days.clone()), duration: begun.elapsed(), at: Instant::now() };
        self.days.0.put(&quiz.namespace_id, key, kept, 200 + days.len() * DAY);
        figures.days = days;
        Ok(())
    }
}

/// Adds new starts and submissions to the days. Returns `None` if any were removed.
fn grown(days: &BTreeMap<Day, DayCounts>, now: (u64, u64), today: Day) -> Option<BTreeMap<Day, DayCounts>> {
    let then =
        days.values().fold((0, 0), |(started, completed), day| (started + day.started, completed + day.completed));
    let (started, completed) = (now.0.checked_sub(then.0)?, now.1.checked_sub(then.1)?);
    let mut days = days.clone();
    if started + completed > 0 {
        let counts = days.entry(today).or_default();
        counts.started += started;
        counts.completed += completed;
    }
    Some(days)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_come_since_a_count_is_of_today() {
        let [first, today] = [1, 2].map(Day::from_number);
        let of = |started, completed| DayCounts { started, completed };
        let counted: BTreeMap<_, _> = [(first, of(3, 2))].into();
        assert_eq!(grown(&counted, (3, 2), today), Some(counted.clone()));
        assert_eq!(grown(&counted, (5, 3), today), Some([(first, of(3, 2)), (today, of(2, 1))].into()));
        assert_eq!(grown(&counted, (5, 1), today), None, "someone was erased");
    }
}
