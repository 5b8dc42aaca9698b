//! Looks up single rows. Waiting lookups of one kind are batched into one statement.
//!
//! A round trip or a thread switch costs far more than finding a row. Respondents do not wait behind pages of the
//! dashboard.

use std::{collections::HashMap, future::Future};

use serde::Serialize;

use super::{
    Columns, Sql,
    queue::{Queue, Request, Requests},
    rows::{Cells, Field},
};
use crate::store::Result;

const BATCH: usize = 64;

pub(in crate::store) trait Keyed: Clone + Columns {
    type Key: PartialEq + Send + Sync + 'static;

    /// True if many callers request the same row at the same time, in which case it is read once.
    const IS_SHARED: bool;

    /// Finds rows, each with the `place` of its lookup.
    const FIND: &'static Sql;

    /// The parameters of a lookup at a place.
    fn given(place: usize, key: &Self::Key) -> impl Serialize + Send + Sync;
}

pub(in crate::store) trait Reader: Send + 'static {
    /// True if a statement blocks its thread until it ends. The thread is then reserved for lookups.
    const IS_BLOCKING: bool = false;

    fn look_up<R: Columns>(
        &mut self,
        find: &'static Sql,
        wanted: &[impl Serialize + Send + Sync],
    ) -> impl Future<Output = Result<Vec<R>>> + Send;

    fn close(self) -> impl Future<Output = ()> + Send;
}

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
    /// Spawns the lookup task, which exits after [`end`](Self::end) or when the last handle is dropped.
    pub(in crate::store) fn start(reader: impl Reader) -> Self {
        Self(start(reader))
    }

    #[cfg(test)]
    pub(in crate::store) fn stopped() -> Self {
        Self(Queue::stopped())
    }

    /// Answers queued lookups and refuses new ones.
    pub(in crate::store) async fn end(&self) {
        self.0.end().await;
    }

    pub(in crate::store) fn has_stopped(&self) -> bool {
        self.0.has_stopped()
    }

    pub(in crate::store) fn waiting(&self) -> usize {
        self.0.waiting()
    }

    /// Returns the row as of the last commit. The caller decodes it, so that no other lookup waits for that.
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
