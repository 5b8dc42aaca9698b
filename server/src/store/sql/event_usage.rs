//! The usage of events and deliveries, counted for their quiz from writing to forgetting.
//!
//! Erasing a respondent locks events before the usage. Forgetting locks the usage first and skips locked events, which
//! avoids a deadlock.

use std::collections::BTreeMap;

use domain::{QuizId, Timestamp, UserId};

use super::{
    Connection, Sql, Texts,
    rows::damaged,
    sql,
    usage::{self, ROW},
};
use crate::store::{Result, Store};

static ADD: Sql = Sql::of(Texts {
    sqlite: "INSERT INTO quiz_usage (namespace_id, quiz_id, bytes)
             SELECT q.namespace_id, q.id, {event_bytes} FROM events AS ev CROSS JOIN quizzes AS q
             WHERE ev.quiz_id = $2 AND ev.id = $1 AND q.id = ev.quiz_id
             ON CONFLICT (namespace_id, quiz_id) DO UPDATE SET bytes = quiz_usage.bytes + excluded.bytes",
    postgres: "INSERT INTO quiz_usage (namespace_id, quiz_id, bytes)
               SELECT q.namespace_id, q.id, CAST(sum({event_bytes}) AS BIGINT)
               FROM jsonb_array_elements(CAST($1 AS jsonb)) WITH ORDINALITY AS given (value, key)
               CROSS JOIN events AS ev CROSS JOIN quizzes AS q
               WHERE ev.quiz_id = given.value ->> 1 AND ev.id = given.value ->> 0 AND q.id = ev.quiz_id
               GROUP BY q.namespace_id, q.id ORDER BY q.id
               ON CONFLICT (namespace_id, quiz_id) DO UPDATE SET bytes = quiz_usage.bytes + excluded.bytes",
});

static OLD: Sql = Sql::of(Texts {
    sqlite: "SELECT ev.id, {event_bytes} FROM events AS ev
             WHERE ev.quiz_id = $1 AND ev.at < $2 ORDER BY ev.id LIMIT $3",
    postgres: "SELECT ev.id, {event_bytes} FROM events AS ev
               WHERE ev.quiz_id = $1 AND ev.at < $2 ORDER BY ev.id LIMIT $3 FOR UPDATE OF ev SKIP LOCKED",
});

static FORGET: Sql = Sql::of(Texts {
    sqlite: "DELETE FROM events WHERE quiz_id = $1 AND id = $2",
    postgres:
        "DELETE FROM events AS ev USING jsonb_array_elements(CAST($1 AS jsonb)) WITH ORDINALITY AS given (value, key)
               WHERE ev.quiz_id = given.value ->> 0 AND ev.id = given.value ->> 1",
});

/// Deliveries of a deleted endpoint: quizzes, events, their bytes, and the numbers of their deliveries.
static LEFT: Sql = Sql::of(Texts {
    sqlite: "SELECT ev.quiz_id, ev.id, {event_bytes},
                 (SELECT count(*) FROM webhook_deliveries AS d WHERE d.quiz_id = ev.quiz_id AND d.event_id = ev.id)
             FROM webhook_deliveries AS own CROSS JOIN events AS ev
             WHERE own.endpoint_id = $1 AND ev.quiz_id = own.quiz_id AND ev.id = own.event_id
                 AND NOT EXISTS (SELECT 1 FROM webhook_endpoints AS e WHERE e.id = $1)
             ORDER BY own.event_id LIMIT $2",
    postgres: "SELECT ev.quiz_id, ev.id, {event_bytes},
                   (SELECT count(*) FROM webhook_deliveries AS d WHERE d.quiz_id = ev.quiz_id AND d.event_id = ev.id)
               FROM webhook_deliveries AS own CROSS JOIN events AS ev
               WHERE own.endpoint_id = $1 AND ev.quiz_id = own.quiz_id AND ev.id = own.event_id
                   AND NOT EXISTS (SELECT 1 FROM webhook_endpoints AS e WHERE e.id = $1)
               ORDER BY own.event_id LIMIT $2 FOR UPDATE OF ev SKIP LOCKED",
});

static FORGET_DELIVERY: Sql = Sql::of(Texts {
    sqlite: "DELETE FROM webhook_deliveries WHERE quiz_id = $1 AND event_id = $2 AND endpoint_id = $3",
    postgres: "DELETE FROM webhook_deliveries AS d
               USING jsonb_array_elements(CAST($1 AS jsonb)) WITH ORDINALITY AS given (value, key)
               WHERE d.quiz_id = given.value ->> 0 AND d.event_id = given.value ->> 1
                   AND d.endpoint_id = given.value ->> 2",
});

static OF_RESPONDENT: Sql = Sql::of(Texts {
    sqlite: "SELECT id, CAST(coalesce(octet_length(body), 0) + coalesce(octet_length(full_body), 0) AS BIGINT)
             FROM events WHERE quiz_id = $1 AND user_id = $2 AND type <> 'response.erased'",
    postgres: "SELECT id, CAST(coalesce(octet_length(body), 0) + coalesce(octet_length(full_body), 0) AS BIGINT)
               FROM events WHERE quiz_id = $1 AND user_id = $2 AND type <> 'response.erased' ORDER BY id FOR UPDATE",
});

/// Counts new events, given by id and quiz. Events that no endpoint listens to were not written and are skipped.
pub(super) async fn add(connection: &mut Connection<'_>, ids: &[[&str; 2]]) -> Result<(), sqlx::Error> {
    connection.execute_each(&ADD, ids).await
}

/// Returns the bytes of the bodies of a respondent's events.
pub(super) async fn of_respondent(
    connection: &mut Connection<'_>,
    quiz: &QuizId,
    user: &UserId,
) -> Result<i64, sqlx::Error> {
    let events: Vec<(String, i64)> = connection.rows(OF_RESPONDENT.statement().bind(quiz).bind(user)).await?;
    Ok(events.into_iter().map(|(_, bytes)| bytes).sum())
}

impl Store {
    /// Removes up to `limit` events from before a moment, of one quiz, with their deliveries. Returns their number, 0
    /// once none are left.
    pub async fn forget_events(&self, before: Timestamp, limit: u32) -> Result<u64> {
        let oldest = sql!("SELECT quiz_id FROM events WHERE at < $1 ORDER BY at LIMIT 1").bind(before);
        let Some(oldest) = self.find::<String>(oldest).await? else { return Ok(0) };
        let quiz = quiz(&oldest)?;
        let forget = self.write(move |mut connection| {
            Box::pin(async move {
                usage::add(&mut connection, [(&quiz, 0)]).await?;
                let select = OLD.statement().bind(&quiz).bind(before).bind(limit);
                let old: Vec<(String, i64)> = connection.rows(select).await?;
                let ids: Vec<_> = old.iter().map(|(id, _)| (quiz.as_str(), id)).collect();
                if !ids.is_empty() {
                    connection.execute_each(&FORGET, &ids).await?;
                    let bytes: i64 = old.iter().map(|(_, bytes)| bytes).sum();
                    usage::add(&mut connection, [(&quiz, -bytes)]).await?;
                }
                Ok(old.len() as u64)
            })
        });
        forget.await
    }

    /// Removes up to `limit` deliveries of a deleted endpoint, and events without other deliveries. Returns the number
    /// of deliveries. The remaining ones are removed with their events.
    pub async fn forget_deliveries(&self, endpoint: &str, limit: u32) -> Result<u64> {
        let quizzes = sql!(
            "SELECT DISTINCT quiz_id FROM (
                 SELECT quiz_id FROM webhook_deliveries WHERE endpoint_id = $1 ORDER BY event_id LIMIT $2) AS oldest"
        );
        let quizzes: Vec<String> = self.list(quizzes.bind(endpoint).bind(limit)).await?;
        let quizzes = quizzes.iter().map(|id| quiz(id)).collect::<Result<Vec<_>>>()?;
        let (select, endpoint) = (LEFT.statement().bind(endpoint).bind(limit), endpoint.to_owned());
        let forget = self.write(move |mut connection| {
            Box::pin(async move {
                usage::add(&mut connection, quizzes.iter().map(|quiz| (quiz, 0))).await?;
                let left: Vec<(String, String, i64, i64)> = connection.rows(select).await?;
                let (mut events, mut deliveries) = (Vec::new(), Vec::new());
                let mut freed: BTreeMap<&str, i64> = BTreeMap::new();
                for (quiz, event, bytes, count) in &left {
                    let is_last = *count == 1;
                    *freed.entry(quiz).or_default() -= if is_last { *bytes } else { ROW };
                    if is_last {
                        events.push((quiz, event));
                    } else {
                        deliveries.push((quiz, event, &endpoint));
                    }
                }
                connection.execute_each(&FORGET, &events).await?;
                connection.execute_each(&FORGET_DELIVERY, &deliveries).await?;
                let freed: Vec<_> =
                    quizzes.iter().map(|quiz| (quiz, freed.remove(quiz.as_str()).unwrap_or(0))).collect();
                usage::add(&mut connection, freed).await?;
                Ok(left.len() as u64)
            })
        });
        forget.await
    }
}

fn quiz(id: &str) -> Result<QuizId> {
    QuizId::parse(id).map_err(|_| damaged(format!("event of {id}")))
}
