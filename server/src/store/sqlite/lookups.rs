//! Lookups of single rows, on a connection and a thread of their own.

use serde::Serialize;

use super::{SqliteConnection, connection::Way, error::classified};
use crate::store::{
    self,
    sql::{Columns, Connection, Reader, Sql},
};

pub(super) struct OneConnection {
    way: Way,
    open: Option<SqliteConnection>,
}

impl OneConnection {
    pub(super) fn new(way: Way) -> Result<Self, sqlx::Error> {
        let open = Some(SqliteConnection::open(&way)?);
        Ok(Self { way, open })
    }

    async fn rows<R: Columns>(
        &mut self,
        find: &'static Sql,
        wanted: &[impl Serialize + Send + Sync],
    ) -> Result<Vec<R>, sqlx::Error> {
        let connection = match &mut self.open {
            Some(connection) => connection,
            none => none.insert(SqliteConnection::open(&self.way)?),
        };
        Connection::Sqlite(connection).each(find, wanted).await
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
