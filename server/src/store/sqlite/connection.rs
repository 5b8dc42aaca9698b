//! Statements on this database, and the tasks that gather them.

use futures_util::TryStreamExt;
use sqlx::{ConnectOptions, Connection as _, SqliteConnection, SqlitePool, sqlite::SqliteConnectOptions};

use super::{
    error::{classified, classify},
    writer::Writer,
};
use crate::store::{
    Result,
    sql::{Columns, Connection, Filling, GroupWriter, GroupedWrite, Reader, Statement, Timed, timed},
};

/// Adds rows until there is no room.
pub(in crate::store) async fn fill<R: Columns>(
    pool: &SqlitePool,
    select: Statement,
    mut filling: Filling<R>,
) -> Result<Filling<R>> {
    let mut rows = select.for_sqlite().fetch(pool);
    while let Some(row) = rows.try_next().await.map_err(classify)? {
        if !filling.add(R::from_row(&row).map_err(classify)?) {
            break;
        }
    }
    drop(rows);
    Ok(filling)
}

impl GroupWriter for Writer {
    const IS_BY_LANE: bool = false;

    async fn write_group<W: GroupedWrite>(&self, group: Vec<W>) -> Result<Timed<W::Rows>> {
        if W::IS_ONE_STATEMENT {
            self.write_statement(move |connection| Box::pin(timed(group, Connection::Sqlite(connection)))).await
        } else {
            self.write(move |connection| Box::pin(timed(group, Connection::Sqlite(connection)))).await
        }
    }
}

/// Looks up on a connection of its own.
pub(super) struct OneConnection {
    options: SqliteConnectOptions,
    open: Option<SqliteConnection>,
}

impl OneConnection {
    pub(super) fn new(options: SqliteConnectOptions, connection: SqliteConnection) -> Self {
        Self { options, open: Some(connection) }
    }

    async fn rows<R: Columns>(&mut self, select: Statement) -> Result<Vec<R>, sqlx::Error> {
        let connection = match &mut self.open {
            Some(connection) => connection,
            none => none.insert(self.options.connect().await?),
        };
        Connection::Sqlite(connection).rows(select).await
    }
}

impl Reader for OneConnection {
    async fn look_up<R: Columns>(&mut self, select: Statement) -> Result<Vec<R>> {
        let rows = self.rows(select).await;
        if rows.is_err() {
            // After any error, the next lookups get a fresh connection.
            self.open = None;
        }
        rows.map_err(|error| classified(&error))
    }

    async fn close(self) {
        if let Some(connection) = self.open {
            // Nothing was written on it that closing could lose.
            let _ = connection.close().await;
        }
    }
}

impl Reader for SqlitePool {
    async fn look_up<R: Columns>(&mut self, select: Statement) -> Result<Vec<R>> {
        let rows = select.for_sqlite().fetch_all(&*self).await.map_err(classify)?;
        rows.iter().map(|row| R::from_row(row).map_err(classify)).collect()
    }

    async fn close(self) {}
}
