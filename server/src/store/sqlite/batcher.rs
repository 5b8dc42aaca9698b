//! Gathers writes to single records into groups, as the writer gathers writes into one transaction.
//!
//! A statement costs two switches between threads, several times what changing a row does.

use std::collections::HashMap;

use domain::{QuizId, UserId};
use futures_util::future::join_all;
use sqlx::SqliteConnection;

use super::{
    queue::{Queue, Request, Requests},
    writer::{Run, Writer},
};
use crate::store::StoreError;

/// Writes in one group.
const GROUP: usize = 256;

/// A write to one record that can be done together with others of its kind.
pub(super) trait RecordWrite: Clone + Send + Sync + 'static {
    type Outcome: Send + 'static;
    /// Returned by the statements for a whole group.
    type Rows: Send + 'static;
    /// SQLite itself does a single statement whole or not at all; several need a savepoint.
    const IS_ONE_STATEMENT: bool;

    fn record(&self) -> (&QuizId, &UserId);

    /// Does a group in which no record comes twice.
    fn run(group: Vec<Self>, connection: &mut SqliteConnection) -> Run<'_, Self::Rows>;

    /// The outcome of each, in the order of the group.
    fn outcomes(group: &[Self], rows: Self::Rows) -> Vec<Result<Self::Outcome, StoreError>>;
}

type Asked<W> = Request<W, <W as RecordWrite>::Outcome>;

pub(super) struct Batcher<W: RecordWrite>(Queue<Asked<W>>);

impl<W: RecordWrite> Clone for Batcher<W> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<W: RecordWrite> Batcher<W> {
    /// Spawns the batching task, which exits when it is told to [end](Self::end) or the last handle is dropped.
    pub(super) fn start(writer: Writer) -> Self {
        Self(Queue::start(|waiting| work(writer, waiting)))
    }

    /// A batcher with no task, for tests.
    #[cfg(test)]
    pub(super) fn stopped() -> Self {
        Self(Queue::stopped())
    }

    /// Hands what is queued to the writer, and refuses what comes after it.
    pub(super) async fn end(&self) {
        self.0.end().await;
    }

    pub(super) fn has_stopped(&self) -> bool {
        self.0.has_stopped()
    }

    pub(super) fn waiting(&self) -> usize {
        self.0.waiting()
    }

    /// Returns when the write is on the disk. It is carried out even if the returned future is dropped.
    pub(super) async fn write(&self, write: W) -> Result<W::Outcome, StoreError> {
        self.0.ask(write).await
    }
}

async fn work<W: RecordWrite>(writer: Writer, mut queue: Requests<Asked<W>>) {
    let mut waiting = Vec::with_capacity(GROUP);
    while queue.take(&mut waiting, GROUP).await > 0 {
        // All are in the writer's queue, in their order, before the first is waited for: they share a transaction.
        join_all(rounds(waiting.drain(..)).into_iter().map(|round| write(&writer, round))).await;
    }
}

/// A statement changes a record once, so the second write to a record is in the second round, and so on.
fn rounds<W: RecordWrite>(writes: impl Iterator<Item = Asked<W>>) -> Vec<Vec<Asked<W>>> {
    let mut rounds: Vec<Vec<_>> = Vec::new();
    let mut earlier: HashMap<(QuizId, UserId), usize> = HashMap::new();
    for write in writes {
        let (quiz, user) = write.item.record();
        let round = earlier.entry((quiz.clone(), user.clone())).or_default();
        if rounds.len() == *round {
            rounds.push(Vec::new());
        }
        rounds[*round].push(write);
        *round += 1;
    }
    rounds
}

async fn write<W: RecordWrite>(writer: &Writer, round: Vec<Asked<W>>) {
    match run(writer, round.iter().map(|asked| asked.item.clone()).collect()).await {
        Ok(outcomes) => round.into_iter().zip(outcomes).for_each(|(asked, outcome)| asked.answer(outcome)),
        // Nothing was stored, and trying the others again would end the same.
        Err(error @ (StoreError::Busy | StoreError::Unavailable(_))) => {
            for asked in round {
                asked.answer(Err(error.clone()));
            }
        }
        Err(error) if round.len() == 1 => round.into_iter().for_each(|asked| asked.answer(Err(error.clone()))),
        // Something about one of them, which must not fail the others.
        Err(_) => {
            let alone = round.into_iter().map(async |asked| {
                let outcome = run(writer, vec![asked.item.clone()]).await;
                let not_run = || Err(StoreError::Internal("a write was not run".to_owned()));
                asked.answer(outcome.and_then(|mut outcomes| outcomes.pop().unwrap_or_else(not_run)));
            });
            join_all(alone).await;
        }
    }
}

async fn run<W: RecordWrite>(
    writer: &Writer,
    group: Vec<W>,
) -> Result<Vec<Result<W::Outcome, StoreError>>, StoreError> {
    let given = group.clone();
    let rows = if W::IS_ONE_STATEMENT {
        writer.write_statement(move |connection| W::run(given, connection)).await?
    } else {
        writer.write(move |connection| W::run(given, connection)).await?
    };
    Ok(W::outcomes(&group, rows))
}
