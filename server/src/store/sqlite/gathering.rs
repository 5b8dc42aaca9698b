//! Waiting writes of one kind, of which the writer takes a group when it begins a transaction.

use std::{
    mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use super::{
    SqliteConnection,
    error::{classify, is_of_this_write},
    writer::{Job, State},
};
use crate::store::{
    StoreError,
    sql::{Connection, GROUP, GroupedWrite, Outcomes, Queue, Request, Run, Waiting, WriteRequest, rounds, stopped},
};

/// Time that the statements of a group may take while others wait, estimated from earlier groups.
const TIME: Duration = Duration::from_millis(4);

/// A handle. Clones share the waiting writes.
pub(in crate::store) struct Gathering<W: GroupedWrite> {
    writer: Queue<Box<dyn Job>>,
    writes: Arc<Mutex<Writes<W>>>,
}

struct Writes<W: GroupedWrite> {
    waiting: Waiting<W>,
    pace: Pace,
    /// True if a group is queued with the writer or under way.
    is_asked_for: bool,
    has_ended: bool,
}

impl<W: GroupedWrite> Clone for Gathering<W> {
    fn clone(&self) -> Self {
        Self { writer: self.writer.clone(), writes: Arc::clone(&self.writes) }
    }
}

impl<W: GroupedWrite> Gathering<W> {
    pub(super) fn new(writer: Queue<Box<dyn Job>>) -> Self {
        let none = Writes { waiting: Waiting::new(), pace: Pace::default(), is_asked_for: false, has_ended: false };
        Self { writer, writes: Arc::new(Mutex::new(none)) }
    }

    /// Returns the outcome. The write is carried out even if the returned future is dropped.
    pub(in crate::store) async fn ask(&self, write: W) -> Result<W::Outcome, StoreError> {
        let (asked, outcome) = Request::new(write);
        self.put(asked)?;
        outcome.await.map_err(|_| stopped())?
    }

    fn put(&self, asked: WriteRequest<W>) -> Result<(), StoreError> {
        let mut writes = self.lock();
        if writes.has_ended {
            return Err(stopped());
        }
        writes.waiting.put(asked);
        if !mem::replace(&mut writes.is_asked_for, true)
            && let Err(error) = self.writer.put(Box::new(Group::of(self.clone())))
        {
            writes.is_asked_for = false;
            writes.waiting.draw(usize::MAX).into_iter().for_each(|asked| asked.answer(Err(error.clone())));
        }
        Ok(())
    }

    /// Refuses new writes. The writer still carries out the waiting ones.
    pub(in crate::store) fn end(&self) {
        self.lock().has_ended = true;
    }

    pub(in crate::store) fn has_stopped(&self) -> bool {
        self.writer.has_stopped()
    }

    pub(in crate::store) fn waiting(&self) -> usize {
        self.lock().waiting.len()
    }

    fn lock(&self) -> MutexGuard<'_, Writes<W>> {
        self.writes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The writes that are taken when their transaction begins.
struct Group<W: GroupedWrite> {
    of: Gathering<W>,
    rounds: Vec<Round<W>>,
}

struct Round<W: GroupedWrite> {
    asked: Vec<WriteRequest<W>>,
    /// Empty until they have been carried out.
    outcomes: Vec<Result<W::Outcome, StoreError>>,
}

impl<W: GroupedWrite> Group<W> {
    fn of(gathering: Gathering<W>) -> Self {
        Self { of: gathering, rounds: Vec::new() }
    }
}

impl<W: GroupedWrite> Job for Group<W> {
    fn run<'a>(&'a mut self, connection: &'a mut SqliteConnection, state: &'a State) -> Run<'a, ()> {
        Box::pin(async move {
            let drawn = {
                let mut writes = self.of.lock();
                let most = writes.pace.writes();
                writes.waiting.draw(most)
            };
            let (began, count) = (Instant::now(), drawn.len());
            let rounds = rounds(drawn).into_iter().map(|asked| Round { asked, outcomes: Vec::new() });
            self.rounds = rounds.collect();
            for Round { asked, outcomes } in &mut self.rounds {
                let group: Vec<&W> = asked.iter().map(|asked| &asked.item).collect();
                *outcomes = match attempt(&group, connection, state).await? {
                    Ok(outcomes) => outcomes,
                    Err(error) if group.len() == 1 => vec![Err(error)],
                    // One of the writes fails. The others must not fail with it.
                    Err(_) => {
                        let mut outcomes = Vec::with_capacity(group.len());
                        for write in group {
                            let outcome = attempt(&[write], connection, state).await?;
                            outcomes.push(outcome.and_then(|mut one| one.pop().unwrap_or_else(not_run)));
                        }
                        outcomes
                    }
                };
            }
            self.of.lock().pace.note(count, began.elapsed());
            Ok(())
        })
    }

    fn finish(self: Box<Self>, commit: Result<(), StoreError>) -> Option<Box<dyn Job>> {
        let Self { of, mut rounds } = *self;
        if commit.is_err() && rounds.is_empty() {
            // The transaction failed before it reached them, and would fail again.
            rounds.push(Round { asked: of.lock().waiting.draw(usize::MAX), outcomes: Vec::new() });
        }
        for Round { asked, outcomes } in rounds {
            let mut outcomes = outcomes.into_iter();
            for asked in asked {
                let outcome = outcomes.next().unwrap_or_else(not_run);
                asked.answer(commit.clone().and(outcome));
            }
        }
        let is_more = {
            let mut writes = of.lock();
            writes.is_asked_for = !writes.waiting.is_empty();
            writes.is_asked_for
        };
        is_more.then(|| -> Box<dyn Job> { Box::new(Self::of(of)) })
    }

    fn is_reading(&self) -> bool {
        W::IS_READING
    }
}

fn not_run<T>() -> Result<T, StoreError> {
    Err(StoreError::Internal("a write was not run".to_owned()))
}

/// Runs a round atomically. The inner error is caused by one of its writes.
async fn attempt<W: GroupedWrite>(
    group: &[&W],
    connection: &mut SqliteConnection,
    state: &State,
) -> Result<Result<Outcomes<W>, StoreError>, sqlx::Error> {
    connection.step("SAVEPOINT write")?;
    match W::run(group, &mut Connection::Sqlite(connection)).await {
        Ok(outcomes) => {
            connection.step("RELEASE write")?;
            Ok(Ok(outcomes))
        }
        Err(error) if is_of_this_write(&error) => {
            state.note(&error);
            connection.roll_back_write()?;
            Ok(Err(classify(error)))
        }
        Err(error) => Err(error),
    }
}

#[derive(Default)]
struct Pace(Duration);

impl Pace {
    fn note(&mut self, writes: usize, duration: Duration) {
        let one = duration / u32::try_from(writes).unwrap_or(u32::MAX).max(1);
        self.0 = (self.0 * 3 + one) / 4;
    }

    /// The number of writes that fill a group's time.
    fn writes(&self) -> usize {
        let writes = TIME.as_nanos() / self.0.as_nanos().max(1);
        usize::try_from(writes).unwrap_or(usize::MAX).clamp(1, GROUP)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_of_costly_writes_are_small() {
        let mut pace = Pace::default();
        assert_eq!(pace.writes(), GROUP);
        for _ in 0..16 {
            pace.note(16, Duration::from_millis(16));
        }
        assert_eq!(pace.writes(), 4);
        for _ in 0..4 {
            pace.note(1, Duration::from_secs(1));
        }
        assert_eq!(pace.writes(), 1);
        for _ in 0..64 {
            pace.note(1, Duration::from_micros(2));
        }
        assert_eq!(pace.writes(), GROUP);
    }
}
