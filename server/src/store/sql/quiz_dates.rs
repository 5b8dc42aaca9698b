//! Quizzes that open or close at a date of their own, in namespaces that have endpoints.

use domain::{QuizId, Timestamp};

use super::{
    Reads, Sql, Texts,
    rows::{damaged, moment},
};
use crate::store::{QUIZ_DATES_TOLD, Result};

// Those that were changed after the date have told of it with the change.
static WITH_DATES: Sql = Sql::of(Texts {
    sqlite: "SELECT id, first_at FROM (
                 SELECT q.id, e.first_at, q.updated_at, CAST(q.settings ->> 'opens_at' AS BIGINT) AS opens_at,
                     CAST(q.settings ->> 'closes_at' AS BIGINT) AS closes_at
                 FROM (SELECT namespace_id, min(created_at) AS first_at FROM webhook_endpoints GROUP BY namespace_id) AS e
                     CROSS JOIN quizzes AS q
                 WHERE q.namespace_id = e.namespace_id AND q.deleted_at IS NULL AND q.settings ->> 'status' = 'open'
             ) AS dated
             WHERE (opens_at > $1 AND opens_at <= $2 AND opens_at > updated_at AND opens_at > first_at)
                 OR (closes_at > $1 AND closes_at <= $2 AND closes_at > updated_at AND closes_at > first_at)
             ORDER BY id",
    postgres: "SELECT id, first_at FROM (
                   SELECT q.id, e.first_at, q.updated_at, CAST(CAST(q.settings AS json) ->> 'opens_at' AS BIGINT) AS opens_at,
                       CAST(CAST(q.settings AS json) ->> 'closes_at' AS BIGINT) AS closes_at
                   FROM (SELECT namespace_id, min(created_at) AS first_at FROM webhook_endpoints GROUP BY namespace_id) AS e
                       CROSS JOIN quizzes AS q
                   WHERE q.namespace_id = e.namespace_id AND q.deleted_at IS NULL
                       AND CAST(q.settings AS json) ->> 'status' = 'open'
               ) AS dated
               WHERE (opens_at > $1 AND opens_at <= $2 AND opens_at > updated_at AND opens_at > first_at)
                   OR (closes_at > $1 AND closes_at <= $2 AND closes_at > updated_at AND closes_at > first_at)
               ORDER BY id",
});

impl Reads<'_> {
    /// The moment until which dates of quizzes were told; `None` if that has not begun.
    pub async fn quiz_dates_told(&self) -> Result<Option<Timestamp>> {
        let stored = self.installation_secret(QUIZ_DATES_TOLD).await?;
        let stored = stored.and_then(|stored| String::from_utf8(stored).ok()?.parse().ok());
        Ok(stored.map(Timestamp::from_nanoseconds))
    }

    /// Quizzes of which a date has come in this time, with the moment of the first endpoint of their namespace.
    pub async fn quizzes_with_dates(&self, after: Timestamp, until: Timestamp) -> Result<Vec<(QuizId, Timestamp)>> {
        let rows: Vec<(String, i64)> = self.rows(WITH_DATES.statement().bind(after).bind(until)).await?;
        let read = |(id, first): (String, i64)| {
            Ok((QuizId::parse(&id).map_err(|_| damaged(format!("quiz {id}")))?, moment(first)))
        };
        rows.into_iter().map(read).collect()
    }
}
