//! Looks up single records: gathers the lookups that are waiting into one statement on a connection of its own.
//!
//! A statement costs two switches between threads, far more than finding a row does, and respondents do not wait behind
//! pages of the dashboard, which hold the connections of the pool.

use std::collections::HashMap;

use domain::{AnswersRecord, QuizId, UserId};
use sqlx::{ConnectOptions, Connection, Row, SqliteConnection, sqlite::SqliteConnectOptions};

use super::{
    error::classify,
    queue::{Queue, Request, Requests},
    transaction::value,
};
use crate::store::{StoreError, rows::record_columns};

/// Lookups in one statement.
const BATCH: usize = 64;

type Lookup = Request<(QuizId, UserId), Option<AnswersRecord>>;

#[derive(Clone)]
pub(super) struct Lookups(Queue<Lookup>);

impl Lookups {
    /// Spawns the task that looks up, which exits when it is told to [end](Self::end) or the last handle is dropped.
    pub(super) fn start(options: SqliteConnectOptions, connection: SqliteConnection) -> Self {
        Self(Queue::start(|lookups| work(options, connection, lookups)))
    }

    /// Lookups with no task, for tests.
    #[cfg(test)]
    pub(super) fn stopped() -> Self {
        Self(Queue::stopped())
    }

    /// Answers what is queued, refuses what comes after it, and closes the connection.
    pub(super) async fn end(&self) {
        self.0.end().await;
    }

    pub(super) fn has_stopped(&self) -> bool {
        self.0.has_stopped()
    }

    pub(super) fn waiting(&self) -> usize {
        self.0.waiting()
    }

    /// The record of a respondent, as the last commit left it.
    pub(super) async fn record(&self, quiz: &QuizId, user: &UserId) -> Result<Option<AnswersRecord>, StoreError> {
        self.0.ask((quiz.clone(), user.clone())).await
    }
}

async fn work(options: SqliteConnectOptions, connection: SqliteConnection, mut queue: Requests<Lookup>) {
    let mut open = Some(connection);
    let mut waiting = Vec::with_capacity(BATCH);
    while queue.take(&mut waiting, BATCH).await > 0 {
        let outcome = match &mut open {
            Some(connection) => find(connection, &waiting).await,
            none => match options.connect().await {
                Ok(fresh) => find(none.insert(fresh), &waiting).await,
                Err(error) => Err(error),
            },
        };
        let mut found = match outcome {
            Ok(found) => found,
            Err(error) => {
                tracing::error!(%error, lookups = waiting.len(), "cannot look up records");
                // After any error, the next lookups get a fresh connection.
                open = None;
                let error = classify(error);
                waiting.drain(..).for_each(|lookup| lookup.answer(Err(error.clone())));
                continue;
            }
        };
        for (number, lookup) in waiting.drain(..).enumerate() {
            lookup.answer(found.remove(&number).transpose());
        }
    }
    if let Some(connection) = open {
        // Nothing was written on it that closing could lose.
        let _ = connection.close().await;
    }
}

/// Records found, by the index of their lookup. A damaged record fails its own lookup only.
async fn find(
    connection: &mut SqliteConnection,
    lookups: &[Lookup],
) -> Result<HashMap<usize, Result<AnswersRecord, StoreError>>, sqlx::Error> {
    let wanted: Vec<[&str; 2]> =
        lookups.iter().map(|lookup| [lookup.item.0.as_str(), lookup.item.1.as_str()]).collect();
    let rows = sqlx::query(concat!(
        "SELECT wanted.key AS place, ",
        record_columns!(),
        " FROM json_each($1) AS wanted CROSS JOIN records
         WHERE records.quiz_id = wanted.value ->> 0 AND records.user_id = wanted.value ->> 1"
    ))
    .bind(serde_json::to_string(&wanted).map_err(|error| sqlx::Error::Encode(error.into()))?)
    .fetch_all(connection)
    .await?;
    rows.into_iter()
        .map(|row| Ok((usize::try_from(row.try_get::<i64, _>("place")?).unwrap_or(usize::MAX), value(&row))))
        .collect()
}
