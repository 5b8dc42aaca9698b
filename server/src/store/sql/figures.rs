//! The figures of a quiz's overview.

use std::collections::{BTreeMap, BTreeSet};

use domain::{Day, DayCounts, Insights, QuizId, Tally, Timestamp};
use jiff::tz::TimeZone;

use super::{Reads, Sql, Texts, quizzes::json, sql};
use crate::{store::Result, zone};

// One index range per day.
static BY_DAY: Sql = Sql::of(Texts {
    sqlite: "SELECT CAST(given.value ->> 0 AS BIGINT) AS day,
                 (SELECT count(*) FROM records
                  WHERE quiz_id = $2 AND started_at >= CAST(given.value ->> 1 AS BIGINT)
                      AND started_at < CAST(given.value ->> 2 AS BIGINT)) AS started,
                 (SELECT count(*) FROM records
                  WHERE quiz_id = $2 AND submitted_at IS NOT NULL AND submitted_at >= CAST(given.value ->> 1 AS BIGINT)
                      AND submitted_at < CAST(given.value ->> 2 AS BIGINT)) AS completed
             FROM json_each($1) AS given",
    postgres: "SELECT CAST(given.value ->> 0 AS BIGINT) AS day,
                   (SELECT count(*) FROM records
                    WHERE quiz_id = $2 AND started_at >= CAST(given.value ->> 1 AS BIGINT)
                        AND started_at < CAST(given.value ->> 2 AS BIGINT)) AS started,
                   (SELECT count(*) FROM records
                    WHERE quiz_id = $2 AND submitted_at IS NOT NULL AND submitted_at >= CAST(given.value ->> 1 AS BIGINT)
                        AND submitted_at < CAST(given.value ->> 2 AS BIGINT)) AS completed
               FROM jsonb_array_elements(CAST($1 AS jsonb)) WITH ORDINALITY AS given (value, key)",
});

static UNDER_WAY: Sql = Sql::new(
    "SELECT r.started_at AS own_start, p.started_at, p.submitted_at
     FROM records AS r JOIN past_attempts AS p
         ON p.quiz_id = r.quiz_id AND p.user_id = r.user_id AND p.attempt = r.attempt - 1
     WHERE r.quiz_id = $1 AND r.submitted_at IS NULL AND r.attempt > 1 AND r.started_at >= $2",
);

impl Reads<'_> {
    /// Returns starts, submissions and durations. All other figures are empty.
    pub async fn overview(&self, quiz: &QuizId) -> Result<Insights> {
        let select = sql!(
            "SELECT dimension, bucket, n FROM tallies
             WHERE quiz_id = $1 AND dimension IN ('started', 'completed', 'took')"
        );
        let tallies: Vec<(Tally, u64)> = self.list(select.bind(quiz)).await?;
        Ok(tallies.into_iter().collect())
    }

    /// Returns starts and submissions on these days of a time zone, without empty days. Each respondent counts by the
    /// latest submitted attempt, also while a later one is under way. The tallies hold UTC days only, so this reads the
    /// indexes of all records.
    pub async fn days(&self, quiz: &QuizId, days: &BTreeSet<Day>, zone: &TimeZone) -> Result<BTreeMap<Day, DayCounts>> {
        let Some(first) = days.first() else { return Ok(BTreeMap::new()) };
        let start = |day: Day| zone::start_of(day, zone).nanoseconds();
        let given: Vec<[i64; 3]> = days.iter().map(|day| [day.number(), start(*day), start(day.next())]).collect();
        let rows: Vec<(i64, i64, i64)> = self.rows(BY_DAY.statement().bind(json(&given)?).bind(quiz)).await?;
        let mut counted: BTreeMap<Day, [i64; 2]> =
            rows.into_iter().map(|(day, started, completed)| (Day::from_number(day), [started, completed])).collect();
        let select = UNDER_WAY.statement().bind(quiz).bind(zone::start_of(*first, zone));
        let under_way: Vec<(i64, i64, i64)> = self.rows(select).await?;
        for (own_start, started, submitted) in under_way {
            for (at, change) in [(own_start, [-1, 0]), (started, [1, 0]), (submitted, [0, 1])] {
                if let Some(counts) = counted.get_mut(&zone::day_of(Timestamp::from_nanoseconds(at), zone)) {
                    *counts = [counts[0] + change[0], counts[1] + change[1]];
                }
            }
        }
        let counts = |(day, counts): (Day, [i64; 2])| {
            let [started, completed] = counts.map(|count| u64::try_from(count).unwrap_or_default());
            (day, DayCounts { started, completed })
        };
        Ok(counted.into_iter().map(counts).filter(|(_, counts)| *counts != DayCounts::default()).collect())
    }

    /// The last submission among respondents' current attempts.
    pub async fn last_submission(&self, quiz: &QuizId) -> Result<Option<Timestamp>> {
        let select = sql!(
            "SELECT submitted_at FROM records WHERE quiz_id = $1 AND submitted_at IS NOT NULL
             ORDER BY submitted_at DESC LIMIT 1"
        );
        let moment = self.number(select.bind(quiz)).await?;
        Ok((moment != 0).then(|| Timestamp::from_nanoseconds(moment)))
    }
}
