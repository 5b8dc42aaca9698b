//! One end of a copy: a connection to either kind of database, and rows in a form that both have.

use anyhow::Context;
use futures_util::{StreamExt, stream::BoxStream};
use sqlx::{ColumnIndex, Connection, Decode, PgConnection, SqliteConnection, Type};

use super::tables::{Kind, TABLES};
use crate::store::{
    postgres,
    sql::{Dialect, Statement, Value},
    sqlite,
};

pub(super) type Row = Vec<Value>;

pub(super) enum Database {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

/// Fails while another process uses the database.
pub async fn require_unused(url: &str) -> anyhow::Result<()> {
    Ok(Database::connect(url).await?.close().await?)
}

impl Database {
    /// Fails while others use it.
    pub(super) async fn connect(url: &str) -> anyhow::Result<Self> {
        if url.starts_with("sqlite:") {
            return Ok(Self::Sqlite(sqlite::connect_exclusive(url).await?));
        }
        Ok(Self::Postgres(postgres::connect_exclusive(url).await?))
    }

    /// From here on everything is read as of one moment, and other programs cannot write.
    pub(super) async fn freeze(&mut self) -> anyhow::Result<()> {
        if let Self::Postgres(_) = self {
            let names: Vec<_> = TABLES.iter().map(|table| table.name).collect();
            self.execute("SET lock_timeout = 10000").await?;
            self.execute("BEGIN ISOLATION LEVEL REPEATABLE READ").await?;
            let lock = self.execute(format!("LOCK TABLE {} IN SHARE MODE", names.join(", "))).await;
            lock.context("another program writes to the database: stop it first")?;
        }
        Ok(())
    }

    /// Ends what [`freeze`](Self::freeze) began, and keeps what was written since.
    pub(super) async fn thaw(&mut self) -> Result<(), sqlx::Error> {
        if let Self::Postgres(_) = self { self.execute("COMMIT").await } else { Ok(()) }
    }

    pub(super) async fn bring_up_to_date(&mut self, url: &str) -> anyhow::Result<()> {
        match self {
            Self::Sqlite(connection) => sqlite::bring_up_to_date(connection, &sqlite::SqliteDatabase::path(url)?).await,
            Self::Postgres(connection) => postgres::bring_up_to_date(connection).await,
        }
    }

    pub(super) fn dialect(&self) -> Dialect {
        match self {
            Self::Sqlite(_) => Dialect::Sqlite,
            Self::Postgres(_) => Dialect::Postgres,
        }
    }

    pub(super) async fn execute(&mut self, sql: impl Into<String>) -> Result<(), sqlx::Error> {
        self.insert(sql.into(), Row::new()).await
    }

    pub(super) async fn insert(&mut self, sql: String, values: Row) -> Result<(), sqlx::Error> {
        let statement = statement(sql, values);
        match self {
            // The last statement of a table is of a length of its own, and long.
            Self::Sqlite(own) => statement.for_sqlite().persistent(false).execute(own).await.map(drop),
            Self::Postgres(own) => statement.for_postgres().persistent(false).execute(own).await.map(drop),
        }
    }

    /// Rows as they come, few of them in memory at a time.
    pub(super) fn rows(
        &mut self,
        sql: String,
        values: Row,
        kinds: Vec<Kind>,
    ) -> BoxStream<'_, Result<Row, sqlx::Error>> {
        let statement = statement(sql, values);
        match self {
            Self::Sqlite(own) => {
                let rows = statement.for_sqlite().fetch(own);
                rows.map(move |row| row.and_then(|row| read(&row, &kinds))).boxed()
            }
            Self::Postgres(own) => {
                let rows = statement.for_postgres().fetch(own);
                rows.map(move |row| row.and_then(|row| read(&row, &kinds))).boxed()
            }
        }
    }

    /// The first row, if there is one.
    pub(super) async fn row(&mut self, sql: String, kinds: Vec<Kind>) -> Result<Option<Row>, sqlx::Error> {
        self.rows(sql, Row::new(), kinds).next().await.transpose()
    }

    /// Leaves a file as one, without its log.
    pub(super) async fn close(self) -> Result<(), sqlx::Error> {
        match self {
            Self::Sqlite(connection) => connection.close().await,
            Self::Postgres(connection) => connection.close().await,
        }
    }
}

/// The texts are made of names in the schema.
fn statement(sql: String, values: Row) -> Statement {
    values.into_iter().fold(Statement::assembled(sql), Statement::bind)
}

fn read<'r, R>(row: &'r R, kinds: &[Kind]) -> Result<Row, sqlx::Error>
where
    R: sqlx::Row,
    usize: ColumnIndex<R>,
    Option<String>: Decode<'r, R::Database> + Type<R::Database>,
    Option<i64>: Decode<'r, R::Database> + Type<R::Database>,
    Option<Vec<u8>>: Decode<'r, R::Database> + Type<R::Database>,
{
    let value = |(place, kind): (usize, &Kind)| {
        Ok(match kind {
            Kind::Text => Value::Text(row.try_get(place)?),
            Kind::Integer => Value::Integer(row.try_get(place)?),
            Kind::Bytes => Value::Bytes(row.try_get(place)?),
        })
    };
    kinds.iter().enumerate().map(value).collect()
}
