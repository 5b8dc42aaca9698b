//! Events: written in the transaction of the change they report, if an endpoint listens.

use std::time::Instant;

use domain::{NamespaceId, QuizId, Timestamp, UserId};
use serde_json::{Value as Json, json};

use super::{Connection, Reads, Sql, Texts, endpoints::listener, event_usage, sql};
use crate::store::{EventType, NewEvent, Result, Store, Transaction};

// Each statement reads the current endpoints.
static ADD_EVENT: Sql = Sql::of(Texts {
    sqlite: "INSERT INTO events (id, type, at, namespace_id, quiz_id, user_id, body, full_body)
             SELECT $1, $2, $3, $4, $5, $6, $7, $8
             WHERE EXISTS (
                 SELECT 1 FROM webhook_endpoints AS e
                 WHERE e.namespace_id = $4 AND (e.types = '' OR instr(e.types, ' ' || $2 || ' ') > 0)
                     AND (e.quizzes = '' OR instr(e.quizzes, ' ' || $5 || ' ') > 0)
             )",
    postgres: "INSERT INTO events (id, type, at, namespace_id, quiz_id, user_id, body, full_body)
               SELECT given.value ->> 0, given.value ->> 1, CAST(given.value ->> 2 AS BIGINT), given.value ->> 3,
                   given.value ->> 4, given.value ->> 5, given.value ->> 6, given.value ->> 7
               FROM jsonb_array_elements(CAST($1 AS jsonb)) WITH ORDINALITY AS given (value, key)
               WHERE EXISTS (
                   SELECT 1 FROM webhook_endpoints AS e
                   WHERE e.namespace_id = given.value ->> 3
                       AND (e.types = '' OR strpos(e.types, ' ' || (given.value ->> 1) || ' ') > 0)
                       AND (e.quizzes = '' OR strpos(e.quizzes, ' ' || (given.value ->> 4) || ' ') > 0)
               )",
});

static ADD_DELIVERIES: Sql = Sql::of(Texts {
    sqlite: "INSERT INTO webhook_deliveries (quiz_id, event_id, endpoint_id, at, is_full, state, due_at)
             SELECT ev.quiz_id, ev.id, e.id, ev.at, e.with_answers, CASE e.state WHEN 'on' THEN 'waiting' ELSE 'held' END, ev.at
             FROM events AS ev CROSS JOIN webhook_endpoints AS e
             WHERE ev.quiz_id = $2 AND ev.id = $1 AND e.namespace_id = ev.namespace_id
                 AND (e.types = '' OR instr(e.types, ' ' || ev.type || ' ') > 0)
                 AND (e.quizzes = '' OR instr(e.quizzes, ' ' || ev.quiz_id || ' ') > 0)",
    postgres: "INSERT INTO webhook_deliveries (quiz_id, event_id, endpoint_id, at, is_full, state, due_at)
               SELECT ev.quiz_id, ev.id, e.id, ev.at, e.with_answers, CASE e.state WHEN 'on' THEN 'waiting' ELSE 'held' END, ev.at
               FROM jsonb_array_elements(CAST($1 AS jsonb)) WITH ORDINALITY AS given (value, key)
               CROSS JOIN events AS ev CROSS JOIN webhook_endpoints AS e
               WHERE ev.quiz_id = given.value ->> 1 AND ev.id = given.value ->> 0
                   AND e.namespace_id = ev.namespace_id
                   AND (e.types = '' OR strpos(e.types, ' ' || ev.type || ' ') > 0)
                   AND (e.quizzes = '' OR strpos(e.quizzes, ' ' || ev.quiz_id || ' ') > 0)",
});

/// Writes events and their deliveries to each listening endpoint.
pub(super) async fn add<'e>(
    connection: &mut Connection<'_>,
    events: impl IntoIterator<Item = &'e NewEvent>,
) -> Result<(), sqlx::Error> {
    let (rows, ids): (Vec<Json>, Vec<[&str; 2]>) =
        events.into_iter().map(|event| (row(event), [&*event.id, event.quiz.as_str()])).unzip();
    if rows.is_empty() {
        return Ok(());
    }
    connection.execute_each(&ADD_EVENT, &rows).await?;
    connection.execute_each(&ADD_DELIVERIES, &ids).await?;
    event_usage::add(connection, &ids).await
}

fn row(event: &NewEvent) -> Json {
    json!([
        event.id,
        event.kind.as_str(),
        event.at.nanoseconds(),
        event.namespace.as_str(),
        event.quiz.as_str(),
        event.user,
        event.body,
        event.full_body,
    ])
}

/// Empties a respondent's events and receivers' replies to them. Unsent deliveries have nothing left to send.
pub(super) async fn empty(connection: &mut Connection<'_>, quiz: &QuizId, user: &UserId) -> Result<(), sqlx::Error> {
    let of_user = |statement: super::Statement| statement.bind(quiz).bind(user);
    let end = sql!(
        "UPDATE webhook_deliveries SET
             reply = NULL,
             last_error = CASE WHEN state IN ('waiting', 'held') THEN 'the respondent was erased' ELSE last_error END,
             first_error = CASE WHEN state IN ('waiting', 'held') THEN coalesce(first_error, 'the respondent was erased')
                 ELSE first_error END,
             state = CASE WHEN state IN ('waiting', 'held') THEN 'failed' ELSE state END
         WHERE quiz_id = $1 AND event_id IN (
             SELECT id FROM events WHERE quiz_id = $1 AND user_id = $2 AND type <> 'response.erased')"
    );
    connection.execute(of_user(end)).await?;
    let empty = sql!(
        "UPDATE events SET body = NULL, full_body = NULL, user_id = NULL
         WHERE quiz_id = $1 AND user_id = $2 AND type <> 'response.erased'"
    );
    connection.execute(of_user(empty)).await.map(drop)
}

/// Notifies endpoints of an erasure. The event contains ids only.
pub(super) async fn tell_of_erasure(
    connection: &mut Connection<'_>,
    quiz: &QuizId,
    user: &UserId,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    let select = sql!(
        "SELECT q.namespace_id FROM quizzes AS q
         WHERE q.id = $1 AND EXISTS (SELECT 1 FROM webhook_endpoints AS e WHERE e.namespace_id = q.namespace_id)"
    );
    let found: Vec<(String,)> = connection.rows(select.bind(quiz)).await?;
    let Some((namespace,)) = found.into_iter().next() else { return Ok(()) };
    let namespace = NamespaceId::parse(&namespace).map_err(|error| sqlx::Error::Decode(error.into()))?;
    let user = Some(user.as_str().to_owned());
    add(connection, [&NewEvent::of(EventType::ResponseErased, &namespace, quiz, user, now, json!({}))]).await
}

impl Store {
    /// Loads the endpoints, so that no event is built without a listener. Returns their number.
    pub async fn read_listeners(&self) -> Result<usize> {
        let (changes, read_at) = (self.listeners.changes(), Instant::now());
        let rows: Vec<(String, String, String, bool)> =
            self.rows(sql!("SELECT namespace_id, types, quizzes, with_answers FROM webhook_endpoints")).await?;
        let listeners = rows.into_iter().map(listener).collect::<Result<Vec<_>>>()?;
        let count = listeners.len();
        self.listeners.know(changes, read_at, listeners);
        Ok(count)
    }
}

impl Reads<'_> {
    #[cfg(test)]
    pub(crate) async fn event_bodies(&self, quiz: &QuizId) -> Result<Vec<(String, Option<String>)>> {
        self.rows(sql!("SELECT type, body FROM events WHERE quiz_id = $1 ORDER BY at, id").bind(quiz)).await
    }
}

impl Transaction<'_> {
    /// Events without a listening endpoint are skipped.
    pub async fn add_events(&mut self, events: &[NewEvent]) -> Result<()> {
        let added = add(&mut *self.connection().await, events).await;
        self.noted(added)
    }
}
