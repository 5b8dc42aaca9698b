//! Reads, each as of the last commit or within a transaction.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use sqlx::PgPool;

use super::{
    Statement,
    rows::{Columns, Stored},
    transaction::Open,
};
use crate::{
    low_priority::{SMALL, try_offload},
    store::{Listed, Result, StoreError, postgres, sqlite::Readers},
};

/// Byte limit of a page.
pub(super) const PAGE: usize = 1024 * 1024;

/// Reads of a [`Store`](crate::store::Store), as of the last commit, and of a
/// [`Transaction`](crate::store::Transaction), including its own writes. `None` means that the item does not exist.
pub struct Reads<'c>(pub(in crate::store) Source<'c>);

pub(in crate::store) enum Source<'c> {
    Sqlite(Readers),
    Postgres(PgPool),
    Transaction(Arc<Open<'c>>),
}

/// A page of a list while it is read.
pub(in crate::store) struct Filling<R> {
    room: Room,
    bytes_of: fn(&R) -> usize,
    rows: Vec<R>,
    bytes: usize,
    is_more: bool,
}

/// The limits of a page, which ends with the row that reaches one of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    pub(super) rows: u32,
    pub(super) bytes: usize,
}

impl Room {
    pub(super) fn of_page(rows: u32) -> Self {
        Self { rows, bytes: PAGE }
    }

    /// The LIMIT of a statement: one extra row shows that there is more.
    pub(super) fn limit(self) -> i64 {
        i64::from(self.rows) + 1
    }
}

/// Fails if any row is damaged.
pub(in crate::store) fn read<R>(rows: Vec<Result<R, sqlx::Error>>) -> Result<Vec<R>> {
    rows.into_iter().collect::<Result<_, _>>().map_err(|error| StoreError::Internal(error.to_string()))
}

impl<R> Filling<R> {
    /// Returns `false` when no further row is wanted.
    pub(in crate::store) fn add(&mut self, row: R) -> bool {
        self.is_more = self.rows.len() >= self.room.rows as usize || self.bytes >= self.room.bytes;
        if !self.is_more {
            self.bytes += (self.bytes_of)(&row);
            self.rows.push(row);
        }
        !self.is_more
    }
}

impl Reads<'_> {
    pub(in crate::store) fn rows<R: Columns>(&self, select: Statement) -> BoxFuture<'_, Result<Vec<R>>> {
        Box::pin(async move {
            let rows = match &self.0 {
                Source::Sqlite(readers) => readers.read(move |connection| connection.fetch(&select)).await?,
                Source::Postgres(pool) => postgres::read(&postgres::fetched(pool, select).await?),
                Source::Transaction(open) => return open.noted(open.connection.lock().await.rows(select).await),
            };
            read(rows)
        })
    }

    pub(super) async fn find<T: Stored + 'static>(&self, select: Statement) -> Result<Option<T>> {
        Ok(self.list(select).await?.pop())
    }

    pub(super) async fn list<T: Stored + 'static>(&self, select: Statement) -> Result<Vec<T>> {
        let rows = self.rows(select).await?;
        let bytes = rows.iter().map(T::bytes).sum();
        self.offload(bytes, move || rows.into_iter().map(T::read).collect()).await
    }

    /// Reads a page of a list. The statement takes [`Room::limit`] as its LIMIT.
    pub(super) async fn part<T: Stored + 'static>(&self, select: Statement, room: Room) -> Result<Listed<T>> {
        let filling = Filling { room, bytes_of: T::bytes, rows: Vec::new(), bytes: 0, is_more: false };
        let Filling { rows, bytes, is_more, .. } = self.fill(select, filling).await?;
        let items = self.offload(bytes, move || rows.into_iter().map(T::read).collect()).await?;
        Ok(Listed { items, is_more })
    }

    /// Decodes large rows on a low-priority thread, except in a transaction, where other writers wait for it.
    pub(super) async fn offload<T: Send + 'static>(
        &self,
        bytes: usize,
        read: impl FnOnce() -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let is_in_transaction = matches!(self.0, Source::Transaction(_));
        try_offload(bytes > SMALL && !is_in_transaction, read).await?
    }

    /// Returns the number that a statement selects, 0 without a row.
    pub(in crate::store) async fn number(&self, select: Statement) -> Result<i64> {
        let rows: Vec<(i64,)> = self.rows(select).await?;
        Ok(rows.first().map_or(0, |(number,)| *number))
    }

    fn fill<R: Columns + 'static>(
        &self,
        select: Statement,
        mut filling: Filling<R>,
    ) -> BoxFuture<'_, Result<Filling<R>>> {
        Box::pin(async move {
            match &self.0 {
                Source::Sqlite(readers) => readers.fill(select, filling).await,
                Source::Postgres(pool) => postgres::fill(pool, select, filling).await,
                Source::Transaction(_) => {
                    let _ = self.rows(select).await?.into_iter().all(|row| filling.add(row));
                    Ok(filling)
                }
            }
        })
    }
}
