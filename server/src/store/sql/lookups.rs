//! Looks up single rows: gathers the lookups of one kind that are waiting into one statement.
//!
//! A round trip costs far more than finding a row does, and so does a change of threads. Respondents do not wait behind
//! pages of the dashboard.

use std::{collections::HashMap, future::Future};

use serde::Serialize;

use super::{
    Columns, Sql,
    queue::{Queue, Request, Requests},
    rows::{Cells, Field},
};
use crate::store::Result;

/// Lookups in one statement.
const BATCH: usize = 64;

/// A row that is found by its key.
pub(in crate::store) trait Keyed: Clone + Columns {
    type Key: PartialEq + Send + Sync + 'static;

    /// True if many ask for the same row at once, which is then read once.
    const IS_SHARED: bool;

    /// Finds rows with the `place` that was given for each.
    const FIND: &'static Sql;

    /// The values that ask for a row at a place.
    fn given(place: usize, key: &Self::Key) -> impl Serialize + Send + Sync;
}

/// Runs the statements.
pub(in crate::store) trait Reader: Send + 'static {
    /// True if a statement keeps its thread until it ends, which then is one of the lookups alone.
    const IS_BLOCKING: bool = false;

    fn look_up<R: Columns>(
        &mut self,
        find: &'static Sql,
        wanted: &[impl Serialize + Send + Sync],
    ) -> impl Future<Output = Result<Vec<R>>> + Send;

    fn close(self) -> impl Future<Output = ()> + Send;
}

/// A row with the place of its lookup in the batch.
struct Placed<Found> {
    place: i64,
    row: Found,
}

impl<Found: Field> Field for Placed<Found> {
    fn take(row: &mut Cells<'_>, _: &str) -> Result<Self, sqlx::Error> {
        Ok(Self { place: Field::take(row, "place")?, row: Field::take(row, "")? })
    }
}

impl<Found: Columns> Columns for Placed<Found> {}

type Lookup<R> = Request<<R as Keyed>::Key, Option<R>>;

pub(in crate::store) struct Lookups<R: Keyed>(Queue<Lookup<R>>);

impl<R: Keyed> Clone for Lookups<R> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<R: Keyed> Lookups<R> {
    /// Spawns the task that looks up, which exits when it is told to [end](Self::end) or the last handle is dropped.
    pub(in crate::store) fn start(reader: impl Reader) -> Self {
        Self(start(reader))
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

    /// The row as the last commit left it. Its caller makes a value of it, and no one else waits for that.
    pub(in crate::store) async fn find(&self, key: R::Key) -> Result<Option<R>> {
        self.0.ask(key).await
    }
}

fn start<R: Keyed, From: Reader>(reader: From) -> Queue<Lookup<R>> {
    if From::IS_BLOCKING {
        Queue::on_thread("lookups", |lookups| work(reader, lookups))
    } else {
        Queue::start(|lookups| work(reader, lookups))
    }
}

async fn work<R: Keyed>(mut reader: impl Reader, mut queue: Requests<Lookup<R>>) {
    let mut waiting = Vec::with_capacity(BATCH);
    while queue.take(&mut waiting, BATCH).await > 0 {
        match find::<R>(&mut reader, &waiting).await {
            Ok(found) => waiting.drain(..).zip(found).for_each(|(lookup, row)| lookup.answer(Ok(row))),
            Err(error) => {
                tracing::error!(%error, lookups = waiting.len(), "cannot look up rows");
                waiting.drain(..).for_each(|lookup| lookup.answer(Err(error.clone())));
            }
        }
    }
    reader.close().await;
}

/// The row of each lookup.
async fn find<R: Keyed>(reader: &mut impl Reader, lookups: &[Lookup<R>]) -> Result<Vec<Option<R>>> {
    let mut keys: Vec<&R::Key> = Vec::with_capacity(lookups.len());
    let mut places = Vec::with_capacity(lookups.len());
    for lookup in lookups {
        let key = &lookup.item;
        let known = if R::IS_SHARED { keys.iter().position(|known| *known == key) } else { None };
        places.push(known.unwrap_or(keys.len()));
        if known.is_none() {
            keys.push(key);
        }
    }
    let wanted: Vec<_> = keys.iter().enumerate().map(|(place, key)| R::given(place, key)).collect();
    let rows: Vec<Placed<R>> = reader.look_up(R::FIND, &wanted).await?;
    let mut found: HashMap<_, _> = rows.into_iter().map(|row| (row.place, row.row)).collect();
    let row = |place: usize| {
        let place = i64::try_from(place).ok()?;
        if R::IS_SHARED { found.get(&place).cloned() } else { found.remove(&place) }
    };
    Ok(places.into_iter().map(row).collect())
}
