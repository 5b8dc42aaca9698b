//! Groups writes of one kind that are carried out together.
//!
//! On PostgreSQL a statement costs a round trip, several times as much as changing a row, and a commit waits for the
//! disk. A task sends the groups of each lane one after the other. On SQLite the single writer takes a group when it
//! begins a transaction ([`Gathering`]).
//!
//! Owners take turns: an owner with many or costly writes waits only behind its own.

use std::{
    collections::{HashMap, VecDeque},
    future::Future,
};

use domain::{QuizId, UserId};
use futures_util::{StreamExt, future::join_all, stream::FuturesUnordered};

use super::{
    Connection,
    queue::{LENGTH, Queue, Request, Requests},
};
use crate::store::{Result, StoreError, sqlite::Gathering};

pub(in crate::store) const GROUP: usize = 256;

/// A write that can be grouped with others of its kind.
pub(in crate::store) trait GroupedWrite: Clone + Send + Sync + 'static {
    type Outcome: Send + 'static;
    /// A single statement is atomic. Several statements need a savepoint in SQLite, a transaction in PostgreSQL.
    const IS_ONE_STATEMENT: bool;

    /// False if the write needs further statements.
    fn is_one_statement(&self) -> bool {
        Self::IS_ONE_STATEMENT
    }

    /// True if the write only records in the audit log what was read.
    const IS_READING: bool = false;

    /// The id that the write locks in PostgreSQL: a quiz or a namespace.
    fn lane(&self) -> &str;

    /// The owner whose turn the write takes: a namespace or, if that is not known, a quiz.
    fn owner(&self) -> &str {
        self.lane()
    }

    /// The record that the write changes. A group changes each record once.
    fn record(&self) -> Option<(&QuizId, &UserId)>;

    /// Carries out a group in which no record occurs twice. Returns the outcome of each write.
    fn run(
        group: &[&Self],
        connection: &mut Connection<'_>,
    ) -> impl Future<Output = Result<Outcomes<Self>, sqlx::Error>> + Send;
}

/// In the order of the group.
pub(in crate::store) type Outcomes<W> = Vec<Result<<W as GroupedWrite>::Outcome, StoreError>>;

/// Carries out groups atomically.
pub(in crate::store) trait GroupWriter: Clone + Send + Sync + 'static {
    fn batcher<W: GroupedWrite>(&self) -> Batcher<W>;
}

pub(in crate::store) trait LaneWriter: Send + Sync + 'static {
    fn write_group<W: GroupedWrite>(
        &self,
        group: Vec<W>,
    ) -> impl Future<Output = Result<Outcomes<W>, StoreError>> + Send;
}

pub(in crate::store) type WriteRequest<W> = Request<W, <W as GroupedWrite>::Outcome>;

#[derive(Clone)]
pub(in crate::store) enum Batcher<W: GroupedWrite> {
    Task(Queue<WriteRequest<W>>),
    Gathering(Gathering<W>),
}

impl<W: GroupedWrite> Batcher<W> {
    /// Spawns the batching task, which exits after [`end`](Self::end) or when the last handle is dropped.
    pub(in crate::store) fn start(writer: impl LaneWriter) -> Self {
        Self::Task(Queue::start(|waiting| work(writer, waiting)))
    }

    /// A batcher with no task, for tests.
    #[cfg(test)]
    pub(in crate::store) fn stopped() -> Self {
        Self::Task(Queue::stopped())
    }

    /// Passes queued writes on to the writer and refuses new ones.
    pub(in crate::store) async fn end(&self) {
        match self {
            Self::Task(queue) => queue.end().await,
            Self::Gathering(gathering) => gathering.end(),
        }
    }

    pub(in crate::store) fn has_stopped(&self) -> bool {
        match self {
            Self::Task(queue) => queue.has_stopped(),
            Self::Gathering(gathering) => gathering.has_stopped(),
        }
    }

    pub(in crate::store) fn waiting(&self) -> usize {
        match self {
            Self::Task(queue) => queue.waiting(),
            Self::Gathering(gathering) => gathering.waiting(),
        }
    }

    /// Returns once the write is on the disk. The write is carried out even if the returned future is dropped.
    pub(in crate::store) async fn write(&self, write: W) -> Result<W::Outcome, StoreError> {
        match self {
            Self::Task(queue) => queue.ask(write).await,
            Self::Gathering(gathering) => gathering.ask(write).await,
        }
    }
}

async fn work<W: GroupedWrite, G: LaneWriter>(writer: G, mut queue: Requests<WriteRequest<W>>) {
    // Writes of each lane that wait for the group under way.
    let mut lanes: HashMap<String, Waiting<W>> = HashMap::new();
    let mut writing = FuturesUnordered::new();
    let mut taken = Vec::with_capacity(GROUP);
    let mut is_open = true;
    while is_open || !writing.is_empty() {
        let mut ready = Vec::new();
        tokio::select! {
            count = queue.take(&mut taken, GROUP), if is_open => {
                is_open = count > 0;
                for asked in taken.drain(..) {
                    let lane = asked.item.lane();
                    if let Some(waiting) = lanes.get_mut(lane) {
                        waiting.put(asked);
                    } else {
                        let lane = lane.to_owned();
                        ready.push(lane.clone());
                        lanes.entry(lane).or_insert_with(Waiting::new).put(asked);
                    }
                }
            }
            Some(lane) = writing.next() => ready.push(lane),
        }
        for lane in ready {
            let Some(behind) = lanes.get_mut(&lane) else { continue };
            let group = behind.draw(GROUP);
            if group.is_empty() {
                lanes.remove(&lane);
                continue;
            }
            let writer = &writer;
            writing.push(async move {
                for round in rounds(group) {
                    write(writer, round).await;
                }
                lane
            });
        }
    }
}

/// Waiting writes. Owners take turns.
pub(in crate::store) struct Waiting<W: GroupedWrite> {
    by_owner: HashMap<String, VecDeque<WriteRequest<W>>>,
    line: VecDeque<String>,
}

impl<W: GroupedWrite> Waiting<W> {
    pub(in crate::store) fn new() -> Self {
        Self { by_owner: HashMap::new(), line: VecDeque::new() }
    }

    pub(in crate::store) fn is_empty(&self) -> bool {
        self.line.is_empty()
    }

    pub(in crate::store) fn len(&self) -> usize {
        self.by_owner.values().map(VecDeque::len).sum()
    }

    /// Refuses the write if its owner has too many waiting: a slow owner delays only itself, and its queue is bounded.
    pub(in crate::store) fn put(&mut self, asked: WriteRequest<W>) {
        match self.by_owner.get_mut(asked.item.owner()) {
            Some(waiting) if waiting.len() < LENGTH => waiting.push_back(asked),
            Some(_) => asked.answer(Err(StoreError::Busy)),
            None => {
                let owner = asked.item.owner().to_owned();
                self.line.push_back(owner.clone());
                self.by_owner.insert(owner, VecDeque::from([asked]));
            }
        }
    }

    /// Takes the next writes, one of each owner in turn.
    pub(in crate::store) fn draw(&mut self, most: usize) -> Vec<WriteRequest<W>> {
        let mut drawn = Vec::new();
        while drawn.len() < most
            && let Some(owner) = self.line.pop_front()
        {
            let Some(waiting) = self.by_owner.get_mut(&owner) else { continue };
            drawn.extend(waiting.pop_front());
            if waiting.is_empty() {
                self.by_owner.remove(&owner);
            } else {
                self.line.push_back(owner);
            }
        }
        drawn
    }
}

/// Splits writes into rounds: a statement changes a record once, so the second write to a record goes to the second
/// round, and so on.
pub(in crate::store) fn rounds<W: GroupedWrite>(
    writes: impl IntoIterator<Item = WriteRequest<W>>,
) -> Vec<Vec<WriteRequest<W>>> {
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

async fn write<W: GroupedWrite, G: LaneWriter>(writer: &G, round: Vec<WriteRequest<W>>) {
    match writer.write_group(round.iter().map(|asked| asked.item.clone()).collect()).await {
        Ok(outcomes) => round.into_iter().zip(outcomes).for_each(|(asked, outcome)| asked.answer(outcome)),
        // Nothing was stored, and retrying the writes one by one would fail in the same way.
        Err(error) if round.len() == 1 || matches!(error, StoreError::Busy | StoreError::Unavailable(_)) => {
            for asked in round {
                asked.answer(Err(error.clone()));
            }
        }
        // One of the writes fails. The others must not fail with it.
        Err(_) => {
            let alone = round.into_iter().map(async |asked| {
                let done = writer.write_group(vec![asked.item.clone()]).await;
                let not_run = || Err(StoreError::Internal("a write was not run".to_owned()));
                asked.answer(done.and_then(|mut outcomes| outcomes.pop().unwrap_or_else(not_run)));
            });
            join_all(alone).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone)]
    struct Write(&'static str);

    impl GroupedWrite for Write {
        type Outcome = ();
        const IS_ONE_STATEMENT: bool = true;

        fn lane(&self) -> &str {
            self.0
        }

        fn record(&self) -> Option<(&QuizId, &UserId)> {
            None
        }

        async fn run(group: &[&Self], _: &mut Connection<'_>) -> Result<Outcomes<Self>, sqlx::Error> {
            Ok(group.iter().map(|_| Ok(())).collect())
        }
    }

    fn draw(waiting: &mut Waiting<Write>, most: usize) -> Vec<&'static str> {
        waiting.draw(most).iter().map(|asked| asked.item.0).collect()
    }

    #[test]
    fn writes_are_drawn_from_their_owners_in_turns() {
        let mut waiting = Waiting::new();
        for owner in ["a", "a", "a", "a", "b", "c", "b"] {
            waiting.put(Request::new(Write(owner)).0);
        }
        assert_eq!(draw(&mut waiting, 2), ["a", "b"]);
        assert_eq!(draw(&mut waiting, 3), ["c", "a", "b"]);
        waiting.put(Request::new(Write("c")).0);
        assert_eq!(draw(&mut waiting, 9), ["a", "c", "a"]);
        assert!(draw(&mut waiting, 9).is_empty());
        assert!(waiting.by_owner.is_empty(), "who has nothing waiting is forgotten");
    }

    #[test]
    fn an_owner_with_too_many_is_refused_and_others_are_not() {
        let mut waiting = Waiting::new();
        let mut replies: Vec<_> = (0..=LENGTH).map(|_| Request::new(Write("a"))).collect();
        let (last, mut refused) = replies.pop().expect("one");
        let kept: Vec<_> = replies.into_iter().map(|(asked, reply)| (waiting.put(asked), reply).1).collect();
        waiting.put(last);
        assert!(matches!(refused.try_recv(), Ok(Err(StoreError::Busy))));
        let (other, mut reply) = Request::new(Write("b"));
        waiting.put(other);
        assert!(reply.try_recv().is_err(), "it waits");
        assert_eq!((draw(&mut waiting, usize::MAX).len(), kept.len()), (LENGTH + 1, LENGTH));
    }
}
