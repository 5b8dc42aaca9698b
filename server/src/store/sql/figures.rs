//! The figures of a quiz's overview.

use std::collections::BTreeMap;

use domain::{Day, DayCounts, Insights, QuizId, Tally, Timestamp};

use super::{Reads, Sql, quizzes::json, rows::count, sql};
use crate::{store::Result, zone::Stretch};

// Each respondent counts by the latest attempt that was submitted: while another one is under way, the one before stands in
// its place. All records are counted from indexes first, and those under way, which are few, put right.
static BY_DAY: Sql = Sql::new(
    "SELECT dimension, day, CAST(sum(n) AS BIGINT) AS n FROM (
         SELECT 'started' AS dimension,
             (started_at + CAST(given.value ->> 2 AS BIGINT)) / 86400000000000 AS day, count(*) AS n
         FROM {given} CROSS JOIN records
         WHERE quiz_id = $2 AND started_at >= CAST(given.value ->> 0 AS BIGINT)
             AND started_at < CAST(given.value ->> 1 AS BIGINT)
         GROUP BY 2
         UNION ALL
         SELECT 'completed', (submitted_at + CAST(given.value ->> 2 AS BIGINT)) / 86400000000000, count(*)
         FROM {given} CROSS JOIN records
         WHERE quiz_id = $2 AND submitted_at IS NOT NULL AND submitted_at >= CAST(given.value ->> 0 AS BIGINT)
             AND submitted_at < CAST(given.value ->> 1 AS BIGINT)
         GROUP BY 2
         UNION ALL
         SELECT 'started', (r.started_at + CAST(given.value ->> 2 AS BIGINT)) / 86400000000000, -count(*)
         FROM {given} CROSS JOIN records AS r JOIN past_attempts AS p
             ON p.quiz_id = r.quiz_id AND p.user_id = r.user_id AND p.attempt = r.attempt - 1
         WHERE r.quiz_id = $2 AND r.submitted_at IS NULL AND r.started_at >= CAST(given.value ->> 0 AS BIGINT)
             AND r.started_at < CAST(given.value ->> 1 AS BIGINT)
         GROUP BY 2
         UNION ALL
         SELECT 'started', (p.started_at + CAST(given.value ->> 2 AS BIGINT)) / 86400000000000, count(*)
         FROM {given} CROSS JOIN records AS r JOIN past_attempts AS p
             ON p.quiz_id = r.quiz_id AND p.user_id = r.user_id AND p.attempt = r.attempt - 1
         WHERE r.quiz_id = $2 AND r.submitted_at IS NULL AND p.started_at >= CAST(given.value ->> 0 AS BIGINT)
             AND p.started_at < CAST(given.value ->> 1 AS BIGINT)
         GROUP BY 2
         UNION ALL
         SELECT 'completed', (p.submitted_at + CAST(given.value ->> 2 AS BIGINT)) / 86400000000000, count(*)
         FROM {given} CROSS JOIN records AS r JOIN past_attempts AS p
             ON p.quiz_id = r.quiz_id AND p.user_id = r.user_id AND p.attempt = r.attempt - 1
         WHERE r.quiz_id = $2 AND r.submitted_at IS NULL AND p.submitted_at >= CAST(given.value ->> 0 AS BIGINT)
             AND p.submitted_at < CAST(given.value ->> 1 AS BIGINT)
         GROUP BY 2
     ) AS counted GROUP BY dimension, day",
);

impl Reads<'_> {
    /// Starts, submissions and the time they took; everything else of the figures is empty.
    pub async fn overview(&self, quiz: &QuizId) -> Result<Insights> {
        let select = sql!(
            "SELECT dimension, bucket, n FROM tallies
             WHERE quiz_id = $1 AND dimension IN ('started', 'completed', 'took')"
        );
        let tallies: Vec<(Tally, u64)> = self.list(select.bind(quiz)).await?;
        Ok(tallies.into_iter().collect())
    }

    /// Starts and submissions by days of a time zone, which [`stretches`](crate::zone::stretches) describe. Those by days
    /// of UTC are in the tallies; these read an index of all records.
    pub async fn days(&self, quiz: &QuizId, stretches: &[Stretch]) -> Result<BTreeMap<Day, DayCounts>> {
        let rows: Vec<(String, i64, i64)> = self.rows(BY_DAY.statement().bind(json(&stretches)?).bind(quiz)).await?;
        let mut days: BTreeMap<Day, DayCounts> = BTreeMap::new();
        for (dimension, day, n) in rows.into_iter().filter(|(_, _, n)| *n != 0) {
            let n = count(n, "count")?;
            let counts = days.entry(Day::from_number(day)).or_default();
            if dimension == "started" { counts.started = n } else { counts.completed = n }
        }
        Ok(days)
    }

    /// The last submission of an attempt that still is its respondent's latest.
    pub async fn last_submission(&self, quiz: &QuizId) -> Result<Option<Timestamp>> {
        let select = sql!(
            "SELECT submitted_at FROM records WHERE quiz_id = $1 AND submitted_at IS NOT NULL
             ORDER BY submitted_at DESC LIMIT 1"
        );
        let moment = self.number(select.bind(quiz)).await?;
        Ok((moment != 0).then(|| Timestamp::from_nanoseconds(moment)))
    }
}
