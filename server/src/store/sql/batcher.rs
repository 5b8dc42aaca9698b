//! Gathers writes of one kind into groups that are written together.
//!
//! A statement costs two switches between threads on SQLite and a round trip on PostgreSQL, several times what changing
//! a row does, and a commit costs a wait for the disk.

use std::{
    collections::{HashMap, VecDeque},
    future::Future,
};

use domain::{QuizId, UserId};
use futures_util::{StreamExt, future::join_all, stream::FuturesUnordered};

use super::{
    SqlConnection,
    queue::{LENGTH, Queue, Request, Requests},
};
use crate::store::StoreError;

/// Writes in one group.
const GROUP: usize = 256;

/// A write that can be done together with others of its kind.
pub(in crate::store) trait GroupedWrite: Clone + Send + Sync + 'static {
    type Outcome: Send + 'static;
    /// Returned by the statements for a whole group.
    type Rows: Send + 'static;
    /// Databases do a single statement whole or not at all; several need a savepoint in SQLite, in PostgreSQL a transaction.
    const IS_ONE_STATEMENT: bool;

    /// What the write locks in PostgreSQL: the id of a quiz or a namespace.
    fn lane(&self) -> &str;

    /// The record that it changes. A group changes a record once.
    fn record(&self) -> Option<(&QuizId, &UserId)>;

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
    /// True if a group may hold writes of one lane only. The groups of a lane are then written one after the other, beside
    /// those of other lanes.
    const IS_BY_LANE: bool;

    fn write_group<W: GroupedWrite>(&self, group: Vec<W>) -> impl Future<Output = Result<W::Rows, StoreError>> + Send;
}

type Asked<W> = Request<W, <W as GroupedWrite>::Outcome>;

pub(in crate::store) struct Batcher<W: GroupedWrite>(Queue<Asked<W>>);

impl<W: GroupedWrite> Clone for Batcher<W> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<W: GroupedWrite> Batcher<W> {
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

async fn work<W: GroupedWrite, G: GroupWriter>(writer: G, mut queue: Requests<Asked<W>>) {
    // What waits behind the group of each lane that is being written.
    let mut lanes: HashMap<String, VecDeque<Asked<W>>> = HashMap::new();
    let mut writing = FuturesUnordered::new();
    let mut taken = Vec::with_capacity(GROUP);
    let mut is_open = true;
    while is_open || !writing.is_empty() {
        let mut ready = Vec::new();
        tokio::select! {
            count = queue.take(&mut taken, GROUP), if is_open => {
                is_open = count > 0;
                for asked in taken.drain(..) {
                    let lane = if G::IS_BY_LANE { asked.item.lane() } else { "" };
                    if let Some(waiting) = lanes.get_mut(lane) {
                        put(waiting, asked);
                    } else {
                        ready.push(lane.to_owned());
                        lanes.insert(lane.to_owned(), VecDeque::from([asked]));
                    }
                }
            }
            Some(lane) = writing.next() => ready.push(lane),
        }
        for lane in ready {
            let Some(behind) = lanes.get_mut(&lane) else { continue };
            let group: Vec<_> = behind.drain(..behind.len().min(GROUP)).collect();
            if group.is_empty() {
                lanes.remove(&lane);
                continue;
            }
            let writer = &writer;
            writing.push(async move {
                if G::IS_BY_LANE {
                    for round in rounds(group) {
                        write(writer, round).await;
                    }
                } else {
                    // All are in the writer's queue before the first is waited for: they share a transaction.
                    join_all(rounds(group).into_iter().map(|round| write(writer, round))).await;
                }
                lane
            });
        }
    }
}

/// A lane that takes long holds up its own writes, and they fill no more than their share of memory.
fn put<W: GroupedWrite>(waiting: &mut VecDeque<Asked<W>>, asked: Asked<W>) {
    if waiting.len() < LENGTH { waiting.push_back(asked) } else { asked.answer(Err(StoreError::Busy)) }
}

/// A statement changes a record once, so the second write to a record is in the second round, and so on.
fn rounds<W: GroupedWrite>(writes: impl IntoIterator<Item = Asked<W>>) -> Vec<Vec<Asked<W>>> {
    let mut rounds: Vec<Vec<_>> = Vec::new();
    let mut earlier: HashMap<(QuizId, UserId), usize> = HashMap::new();
    for write in writes {
        let mut first = 0;
        let round = match write.item.record() {
            Some((quiz, user)) => earlier.entry((quiz.clone(), user.clone())).or_default(),
            None => &mut first,
        };
        if rounds.len() == *round {
            rounds.push(Vec::new());
        }
        rounds[*round].push(write);
        *round += 1;
    }
    rounds
}

async fn write<W: GroupedWrite, G: GroupWriter>(writer: &G, round: Vec<Asked<W>>) {
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

async fn run<W: GroupedWrite, G: GroupWriter>(
    writer: &G,
    group: Vec<W>,
) -> Result<Vec<Result<W::Outcome, StoreError>>, StoreError> {
    let rows = writer.write_group(group.clone()).await?;
    Ok(W::outcomes(&group, rows))
}
