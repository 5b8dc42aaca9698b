//! Gathers writes to single records into groups that are written together.
//!
//! A statement costs two switches between threads on SQLite and a round trip on PostgreSQL, several times what changing
//! a row does, and a commit costs a wait for the disk.

use std::{collections::HashMap, future::Future};

use domain::{QuizId, UserId};
use futures_util::future::join_all;

use super::{
    SqlConnection,
    queue::{Queue, Request, Requests},
};
use crate::store::StoreError;

/// Writes in one group.
const GROUP: usize = 256;

/// A write to one record that can be done together with others of its kind.
pub(in crate::store) trait RecordWrite: Clone + Send + Sync + 'static {
    type Outcome: Send + 'static;
    /// Returned by the statements for a whole group.
    type Rows: Send + 'static;
    /// Databases do a single statement whole or not at all; several need a savepoint in SQLite, in PostgreSQL a transaction.
    const IS_ONE_STATEMENT: bool;

    fn record(&self) -> (&QuizId, &UserId);

    /// Does a group in which no record comes twice.
    fn run<C: SqlConnection>(
        group: Vec<Self>,
        connection: &mut C,
    ) -> impl Future<Output = Result<Self::Rows, sqlx::Error>> + Send;

    /// The outcome of each, in the order of the group.
    fn outcomes(group: &[Self], rows: Self::Rows) -> Vec<Result<Self::Outcome, StoreError>>;
}

/// Carries out groups, whole or not at all.
pub(in crate::store) trait GroupWriter: Clone + Send + Sync + 'static {
    /// True if a group may hold writes to one quiz only. The groups of a quiz are then written one after the other.
    const IS_BY_QUIZ: bool;

    fn write_group<W: RecordWrite>(&self, group: Vec<W>) -> impl Future<Output = Result<W::Rows, StoreError>> + Send;
}

type Asked<W> = Request<W, <W as RecordWrite>::Outcome>;

pub(in crate::store) struct Batcher<W: RecordWrite>(Queue<Asked<W>>);

impl<W: RecordWrite> Clone for Batcher<W> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<W: RecordWrite> Batcher<W> {
    /// Spawns the batching task, which exits when it is told to [end](Self::end) or the last handle is dropped.
    pub(in crate::store) fn start(writer: impl GroupWriter) -> Self {
        Self(Queue::start(|waiting| work(writer, waiting)))
    }

    /// A batcher with no task, for tests.
    #[cfg(test)]
    pub(in crate::store) fn stopped() -> Self {
        Self(Queue::stopped())
    }

    /// Hands what is queued to the writer, and refuses what comes after it.
    pub(in crate::store) async fn end(&self) {
        self.0.end().await;
    }

    pub(in crate::store) fn has_stopped(&self) -> bool {
        self.0.has_stopped()
    }

    pub(in crate::store) fn waiting(&self) -> usize {
        self.0.waiting()
    }

    /// Returns when the write is on the disk. It is carried out even if the returned future is dropped.
    pub(in crate::store) async fn write(&self, write: W) -> Result<W::Outcome, StoreError> {
        self.0.ask(write).await
    }
}

async fn work<W: RecordWrite, G: GroupWriter>(writer: G, mut queue: Requests<Asked<W>>) {
    let mut waiting = Vec::with_capacity(GROUP);
    while queue.take(&mut waiting, GROUP).await > 0 {
        if G::IS_BY_QUIZ {
            let quizzes = by_quiz(waiting.drain(..)).into_values().map(async |writes| {
                for round in rounds(writes) {
                    write(&writer, round).await;
                }
            });
            join_all(quizzes).await;
        } else {
            // All are in the writer's queue, in their order, before the first is waited for: they share a transaction.
            join_all(rounds(waiting.drain(..)).into_iter().map(|round| write(&writer, round))).await;
        }
    }
}

fn by_quiz<W: RecordWrite>(writes: impl Iterator<Item = Asked<W>>) -> HashMap<QuizId, Vec<Asked<W>>> {
    let mut quizzes: HashMap<QuizId, Vec<Asked<W>>> = HashMap::new();
    for write in writes {
        quizzes.entry(write.item.record().0.clone()).or_default().push(write);
    }
    quizzes
}

/// A statement changes a record once, so the second write to a record is in the second round, and so on.
fn rounds<W: RecordWrite>(writes: impl IntoIterator<Item = Asked<W>>) -> Vec<Vec<Asked<W>>> {
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

async fn write<W: RecordWrite, G: GroupWriter>(writer: &G, round: Vec<Asked<W>>) {
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

async fn run<W: RecordWrite, G: GroupWriter>(
    writer: &G,
    group: Vec<W>,
) -> Result<Vec<Result<W::Outcome, StoreError>>, StoreError> {
    let rows = writer.write_group(group.clone()).await?;
    Ok(W::outcomes(&group, rows))
}
