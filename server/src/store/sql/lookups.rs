//! Looks up single records: gathers the lookups that are waiting into one statement.
//!
//! A statement costs far more than finding a row does, and respondents do not wait behind pages of the dashboard.

use std::{collections::HashMap, future::Future};

use domain::{QuizId, UserId};
use sqlx::FromRow;

use super::{
    Sql, Statement,
    begins::json,
    queue::{Queue, Request, Requests},
    record_row::RecordRow,
};
use crate::store::{Result, StoreError};

/// Lookups in one statement.
const BATCH: usize = 64;

type Lookup = Request<(QuizId, UserId), Option<RecordRow>>;

/// Runs the statements.
pub(in crate::store) trait Reader: Send + 'static {
    fn look_up(&mut self, select: Statement) -> impl Future<Output = Result<Vec<PlacedRow>>> + Send;

    fn close(self) -> impl Future<Output = ()> + Send;
}

/// A record with the place of its lookup in the batch.
#[derive(FromRow)]
pub(in crate::store) struct PlacedRow {
    place: i64,
    #[sqlx(flatten)]
    record: RecordRow,
}

#[derive(Clone)]
pub(in crate::store) struct Lookups(Queue<Lookup>);

impl Lookups {
    /// Spawns the task that looks up, which exits when it is told to [end](Self::end) or the last handle is dropped.
    pub(in crate::store) fn start(reader: impl Reader) -> Self {
        Self(Queue::start(|lookups| work(reader, lookups)))
    }

    /// Lookups with no task, for tests.
    #[cfg(test)]
    pub(in crate::store) fn stopped() -> Self {
        Self(Queue::stopped())
    }

    /// Answers what is queued, and refuses what comes after it.
    pub(in crate::store) async fn end(&self) {
        self.0.end().await;
    }

    pub(in crate::store) fn has_stopped(&self) -> bool {
        self.0.has_stopped()
    }

    pub(in crate::store) fn waiting(&self) -> usize {
        self.0.waiting()
    }

    /// The record of a respondent, as the last commit left it. Its caller reads the row, and no one else waits for that.
    pub(in crate::store) async fn record(&self, quiz: &QuizId, user: &UserId) -> Result<Option<RecordRow>> {
        self.0.ask((quiz.clone(), user.clone())).await
    }
}

static FIND: Sql = Sql::new(
    "SELECT CAST(given.value ->> 0 AS BIGINT) AS place, {record}
     FROM {given} CROSS JOIN records
     WHERE records.quiz_id = given.value ->> 1 AND records.user_id = given.value ->> 2",
);

async fn work<R: Reader>(mut reader: R, mut queue: Requests<Lookup>) {
    let mut waiting = Vec::with_capacity(BATCH);
    while queue.take(&mut waiting, BATCH).await > 0 {
        match find(&mut reader, &waiting).await {
            Ok(mut found) => {
                for (place, lookup) in waiting.drain(..).enumerate() {
                    lookup.answer(Ok(found.remove(&place)));
                }
            }
            Err(error) => {
                tracing::error!(%error, lookups = waiting.len(), "cannot look up records");
                waiting.drain(..).for_each(|lookup| lookup.answer(Err(error.clone())));
            }
        }
    }
    reader.close().await;
}

/// Records found, by the place of their lookup.
async fn find<R: Reader>(reader: &mut R, lookups: &[Lookup]) -> Result<HashMap<usize, RecordRow>> {
    let wanted: Vec<(usize, &str, &str)> = lookups
        .iter()
        .enumerate()
        .map(|(place, lookup)| (place, lookup.item.0.as_str(), lookup.item.1.as_str()))
        .collect();
    let wanted = json(&wanted).map_err(|error| StoreError::Internal(error.to_string()))?;
    let rows = reader.look_up(FIND.statement().bind(wanted)).await?;
    Ok(rows.into_iter().map(|row| (usize::try_from(row.place).unwrap_or(usize::MAX), row.record)).collect())
}
