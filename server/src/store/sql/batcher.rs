//! Gathers writes of one kind into groups that are written together.
//!
//! A statement costs a round trip on PostgreSQL, several times what changing a row does, and a commit costs a wait for the
//! disk. There a task sends the groups of each lane one after the other. On SQLite the one writer draws a group when it
//! begins a transaction ([`Gathering`]).
//!
//! Writes are drawn from those that wait in turns by owner: one with many or costly writes waits for its own.

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

/// Writes in one group.
pub(in crate::store) const GROUP: usize = 256;

/// A write that can be done together with others of its kind.
pub(in crate::store) trait GroupedWrite: Clone + Send + Sync + 'static {
    type Outcome: Send + 'static;
    /// Databases do a single statement whole or not at all; several need a savepoint in SQLite, in PostgreSQL a transaction.
    const IS_ONE_STATEMENT: bool;
    /// True for a note in the audit log of what is read, and no more.
    const IS_READING: bool = false;

    /// What the write locks in PostgreSQL: the id of a quiz or a namespace.
    fn lane(&self) -> &str;

    /// Whose turn it takes: a namespace, or where that is not known, a quiz.
    fn owner(&self) -> &str {
        self.lane()
    }

    /// The record that it changes. A group changes a record once.
    fn record(&self) -> Option<(&QuizId, &UserId)>;

    /// Does a group in which no record comes twice, and returns the outcome of each.
    fn run(
        group: &[&Self],
        connection: &mut Connection<'_>,
    ) -> impl Future<Output = Result<Outcomes<Self>, sqlx::Error>> + Send;
}

/// In the order of a group.
pub(in crate::store) type Outcomes<W> = Vec<Result<<W as GroupedWrite>::Outcome, StoreError>>;

/// Carries out groups, whole or not at all.
pub(in crate::store) trait GroupWriter: Clone + Send + Sync + 'static {
    fn batcher<W: GroupedWrite>(&self) -> Batcher<W>;
}

/// Carries out groups of a lane.
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
    /// Spawns the batching task, which exits when it is told to [end](Self::end) or the last handle is dropped.
    pub(in crate::store) fn start(writer: impl LaneWriter) -> Self {
        Self::Task(Queue::start(|waiting| work(writer, waiting)))
    }

    /// A batcher with no task, for tests.
    #[cfg(test)]
    pub(in crate::store) fn stopped() -> Self {
        Self::Task(Queue::stopped())
    }

    /// Hands what is queued to the writer, and refuses what comes after it.
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

    /// Returns when the write is on the disk. It is carried out even if the returned future is dropped.
    pub(in crate::store) async fn write(&self, write: W) -> Result<W::Outcome, StoreError> {
        match self {
            Self::Task(queue) => queue.ask(write).await,
            Self::Gathering(gathering) => gathering.ask(write).await,
        }
    }
}

async fn work<W: GroupedWrite, G: LaneWriter>(writer: G, mut queue: Requests<WriteRequest<W>>) {
    // What waits behind the group of each lane that is being written.
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

/// Writes that wait, which take turns by owner.
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

    /// An owner whose writes take long holds up its own, and they fill no more than their share of memory.
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

    /// The next ones, one of each owner in turn.
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

/// A statement changes a record once, so the second write to a record is in the second round, and so on.
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

/// Answers the writes of a round.
async fn write<W: GroupedWrite, G: LaneWriter>(writer: &G, round: Vec<WriteRequest<W>>) {
    match writer.write_group(round.iter().map(|asked| asked.item.clone()).collect()).await {
        Ok(outcomes) => round.into_iter().zip(outcomes).for_each(|(asked, outcome)| asked.answer(outcome)),
        // Nothing was stored, and trying the others again would end the same.
        Err(error) if round.len() == 1 || matches!(error, StoreError::Busy | StoreError::Unavailable(_)) => {
            for asked in round {
                asked.answer(Err(error.clone()));
            }
        }
        // Something about one of them, which must not fail the others.
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
