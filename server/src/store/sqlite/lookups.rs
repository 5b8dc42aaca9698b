//! Looking up single records: gathers the lookups that are waiting into one statement on a connection of its own.
//!
//! Each statement costs two switches between threads, far more than finding a row does; and whoever looks at their own
//! answers does not wait behind an export or a page of the dashboard, which hold the connections of the pool.

use std::collections::HashMap;

use domain::{AnswersRecord, QuizId, UserId};
use sqlx::{ConnectOptions, FromRow, Row, SqliteConnection, sqlite::SqliteConnectOptions};
use tokio::sync::{mpsc, oneshot};

use super::{
    error::{classify, refused, stopped},
    record_row::{RecordRow, columns},
};
use crate::store::StoreError;

/// Lookups that may wait; the next one is refused at once.
const QUEUE: usize = 2048;
/// Lookups in one statement.
const BATCH: usize = 64;

type Found = Result<Option<AnswersRecord>, StoreError>;

#[derive(Clone)]
pub(super) struct Lookups {
    queue: mpsc::Sender<Lookup>,
}

struct Lookup {
    quiz: QuizId,
    user: UserId,
    reply: oneshot::Sender<Found>,
}

impl Lookups {
    /// Starts the one who looks; it ends when the last handle to it is gone.
    pub(super) fn start(options: SqliteConnectOptions, connection: SqliteConnection) -> Self {
        let (queue, lookups) = mpsc::channel(QUEUE);
        tokio::spawn(work(options, connection, lookups));
        Self { queue }
    }

    /// One that nobody works for.
    #[cfg(test)]
    pub(super) fn stopped() -> Self {
        Self { queue: mpsc::channel(1).0 }
    }

    /// Whether it answers nobody any more.
    pub(super) fn has_stopped(&self) -> bool {
        self.queue.is_closed()
    }

    /// The record of a person, as the last commit left it.
    pub(super) async fn record(&self, quiz: &QuizId, user: &UserId) -> Found {
        let (reply, answer) = oneshot::channel();
        let lookup = Lookup { quiz: quiz.clone(), user: user.clone(), reply };
        self.queue.try_send(lookup).map_err(refused)?;
        answer.await.map_err(|_| stopped())?
    }
}

impl Lookup {
    fn answer(self, found: Found) {
        // The caller may have gone.
        let _ = self.reply.send(found);
    }
}

async fn work(options: SqliteConnectOptions, connection: SqliteConnection, mut queue: mpsc::Receiver<Lookup>) {
    let mut open = Some(connection);
    let mut waiting = Vec::with_capacity(BATCH);
    while queue.recv_many(&mut waiting, BATCH).await > 0 {
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
                // Whatever it was: the next ones get a connection that knows nothing of it.
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
}

/// What is there, by the place of its lookup. A damaged record fails its own lookup only.
async fn find(
    connection: &mut SqliteConnection,
    lookups: &[Lookup],
) -> Result<HashMap<usize, Result<AnswersRecord, StoreError>>, sqlx::Error> {
    let wanted: Vec<[&str; 2]> = lookups.iter().map(|lookup| [lookup.quiz.as_str(), lookup.user.as_str()]).collect();
    let rows = sqlx::query(concat!(
        "SELECT wanted.key AS place, ",
        columns!(),
        " FROM json_each($1) AS wanted CROSS JOIN records
         WHERE records.quiz_id = wanted.value ->> 0 AND records.user_id = wanted.value ->> 1"
    ))
    .bind(serde_json::to_string(&wanted).map_err(|error| sqlx::Error::Encode(error.into()))?)
    .fetch_all(connection)
    .await?;
    rows.into_iter()
        .map(|row| {
            let record = RecordRow::from_row(&row).map_err(classify).and_then(AnswersRecord::try_from);
            Ok((usize::try_from(row.try_get::<i64, _>("place")?).unwrap_or(usize::MAX), record))
        })
        .collect()
}
