//! Statements on this database.

use futures_util::TryStreamExt;
use serde::Serialize;
use sqlx::{SqlitePool, sqlite::SqliteRow};

use super::{
    Direct,
    direct::Way,
    error::{classified, classify},
};
use crate::store::{
    self,
    sql::{Columns, Connection, Filling, Reader, Row, Sql, Statement},
};

/// Adds rows until there is no room.
pub(in crate::store) async fn fill<R: Columns>(
    pool: &SqlitePool,
    select: Statement,
    mut filling: Filling<R>,
) -> store::Result<Filling<R>> {
    let mut rows = select.for_sqlite().fetch(pool);
    while let Some(row) = rows.try_next().await.map_err(classify)? {
        if !filling.add(R::read(Row::Sqlite(&row)).map_err(classify)?) {
            break;
        }
    }
    drop(rows);
    Ok(filling)
}

/// Each row, or why it cannot be read.
pub(in crate::store) fn read<R: Columns>(rows: &[SqliteRow]) -> Vec<Result<R, sqlx::Error>> {
    rows.iter().map(|row| R::read(Row::Sqlite(row))).collect()
}

/// Looks up on a connection of its own.
pub(super) struct OneConnection {
    way: Way,
    open: Option<Direct>,
}

impl OneConnection {
    pub(super) fn new(way: Way) -> Result<Self, sqlx::Error> {
        let open = Some(Direct::open(&way)?);
        Ok(Self { way, open })
    }

    async fn rows<R: Columns>(
        &mut self,
        find: &'static Sql,
        wanted: &[impl Serialize + Send + Sync],
    ) -> Result<Vec<R>, sqlx::Error> {
        let connection = match &mut self.open {
            Some(connection) => connection,
            none => none.insert(Direct::open(&self.way)?),
        };
        Connection::Direct(connection).each(find, wanted).await
    }
}

impl Reader for OneConnection {
    const IS_BLOCKING: bool = true;

    async fn look_up<R: Columns>(
        &mut self,
        find: &'static Sql,
        wanted: &[impl Serialize + Send + Sync],
    ) -> store::Result<Vec<R>> {
        let rows = self.rows(find, wanted).await;
        if rows.is_err() {
            // After any error, the next lookups get a fresh connection.
            self.open = None;
        }
        rows.map_err(|error| classified(&error))
    }

    async fn close(self) {}
}
