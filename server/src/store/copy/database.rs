//! One end of a copy: a connection to either kind of database, and rows in a common format.

use std::{
    mem,
    pin::Pin,
    task::{Context as Polling, Poll, ready},
    thread::{self, JoinHandle},
    vec,
};

use anyhow::Context;
use futures_util::{Stream, StreamExt, stream::BoxStream};
use sqlx::{Connection, PgConnection, Row as _, postgres::PgRow};
use tokio::sync::mpsc;

use super::{
    batch::{BYTES, ROWS},
    tables::{Kind, TABLES},
};
use crate::store::{
    postgres,
    sql::{Dialect, Statement, Value},
    sqlite::{self, SqliteConnection, SqliteDatabase},
};

pub(super) type Row = Vec<Value>;

pub(super) enum Database {
    /// `None` while a thread reads from it.
    Sqlite(Option<SqliteConnection>),
    Postgres(PgConnection),
}

pub async fn require_unused(url: &str) -> anyhow::Result<()> {
    Ok(Database::connect(url).await?.close().await?)
}

impl Database {
    pub(super) async fn connect(url: &str) -> anyhow::Result<Self> {
        if url.starts_with("sqlite:") {
            return Ok(Self::Sqlite(Some(sqlite::connect_exclusive(url)?)));
        }
        Ok(Self::Postgres(postgres::connect_exclusive(url).await?))
    }

    /// Fixes a snapshot for all further reads, and blocks writes of other programs.
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

    /// Ends [`freeze`](Self::freeze) and commits later writes.
    pub(super) async fn thaw(&mut self) -> Result<(), sqlx::Error> {
        if let Self::Postgres(_) = self { self.execute("COMMIT").await } else { Ok(()) }
    }

    pub(super) async fn bring_up_to_date(&mut self, url: &str) -> anyhow::Result<()> {
        match self {
            Self::Sqlite(own) => sqlite::bring_up_to_date(connection(own)?, &SqliteDatabase::path(url)?),
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
            // The last statement of a table has a length of its own, and is long.
            Self::Sqlite(own) => connection(own)?.execute_once(&statement),
            Self::Postgres(own) => statement.for_postgres().persistent(false).execute(own).await.map(drop),
        }
    }

    /// Streams rows, with few of them in memory at a time.
    pub(super) fn rows(
        &mut self,
        sql: String,
        values: Row,
        kinds: Vec<Kind>,
    ) -> BoxStream<'_, Result<Row, sqlx::Error>> {
        let statement = statement(sql, values);
        match self {
            Self::Sqlite(own) => FileRows::start(own, statement, kinds).boxed(),
            Self::Postgres(own) => {
                let rows = statement.for_postgres().fetch(own);
                rows.map(move |row| row.and_then(|row| read(&row, &kinds))).boxed()
            }
        }
    }

    pub(super) async fn row(&mut self, sql: String, kinds: Vec<Kind>) -> Result<Option<Row>, sqlx::Error> {
        self.rows(sql, Row::new(), kinds).next().await.transpose()
    }

    /// Closes the database. A file is left without its log.
    pub(super) async fn close(self) -> Result<(), sqlx::Error> {
        match self {
            Self::Sqlite(_) => Ok(()),
            Self::Postgres(connection) => connection.close().await,
        }
    }
}

/// The text is built from names in the schema.
fn statement(sql: String, values: Row) -> Statement {
    values.into_iter().fold(Statement::assembled(sql), Statement::bind)
}

fn connection(own: &mut Option<SqliteConnection>) -> Result<&mut SqliteConnection, sqlx::Error> {
    own.as_mut().ok_or(sqlx::Error::WorkerCrashed)
}

fn read(row: &PgRow, kinds: &[Kind]) -> Result<Row, sqlx::Error> {
    let value = |(place, kind): (usize, &Kind)| {
        Ok(match kind {
            Kind::Text => Value::Text(row.try_get(place)?),
            Kind::Integer => Value::Integer(row.try_get(place)?),
            Kind::Bytes => Value::Bytes(row.try_get(place)?),
        })
    };
    kinds.iter().enumerate().map(value).collect()
}

fn read_of_file(row: &rusqlite::Row<'_>, kinds: &[Kind]) -> rusqlite::Result<Row> {
    let value = |(place, kind): (usize, &Kind)| {
        Ok(match kind {
            Kind::Text => Value::Text(row.get(place)?),
            Kind::Integer => Value::Integer(row.get(place)?),
            Kind::Bytes => Value::Bytes(row.get(place)?),
        })
    };
    kinds.iter().enumerate().map(value).collect()
}

/// The size in bytes of the fields that can be long.
pub(super) fn size(row: &Row) -> usize {
    let size = |value: &Value| match value {
        Value::Text(Some(text)) => text.len(),
        Value::Bytes(Some(bytes)) => bytes.len(),
        _ => 0,
    };
    row.iter().map(size).sum()
}

/// Rows of a file, read by a thread that owns its connection meanwhile.
struct FileRows<'d> {
    own: &'d mut Option<SqliteConnection>,
    thread: Option<JoinHandle<SqliteConnection>>,
    pieces: mpsc::Receiver<Result<Vec<Row>, sqlx::Error>>,
    piece: vec::IntoIter<Row>,
}

impl<'d> FileRows<'d> {
    fn start(own: &'d mut Option<SqliteConnection>, statement: Statement, kinds: Vec<Kind>) -> Self {
        let (sender, pieces) = mpsc::channel(2);
        let thread = own.take().map(|mut connection| {
            thread::spawn(move || {
                let (mut piece, mut bytes, mut failed) = (Vec::new(), 0, None);
                let read = connection.each_raw_row(&statement, |row| match read_of_file(row, &kinds) {
                    Ok(row) => {
                        bytes += size(&row);
                        piece.push(row);
                        if piece.len() < ROWS && bytes < BYTES {
                            return true;
                        }
                        bytes = 0;
                        sender.blocking_send(Ok(mem::take(&mut piece))).is_ok()
                    }
                    Err(error) => {
                        failed = Some(sqlite::sqlx_error(error));
                        false
                    }
                });
                let ended = read.and(failed.map_or(Ok(()), Err)).map(|()| piece);
                // The receiver may be gone, in which case nothing is left to do.
                let _ = sender.blocking_send(ended);
                connection
            })
        });
        Self { own, thread, pieces, piece: Vec::new().into_iter() }
    }
}

impl Stream for FileRows<'_> {
    type Item = Result<Row, sqlx::Error>;

    fn poll_next(mut self: Pin<&mut Self>, polling: &mut Polling<'_>) -> Poll<Option<Self::Item>> {
        loop {
            if let Some(row) = self.piece.next() {
                return Poll::Ready(Some(Ok(row)));
            }
            match ready!(self.pieces.poll_recv(polling)) {
                Some(Ok(piece)) => self.piece = piece.into_iter(),
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                None => return Poll::Ready(None),
            }
        }
    }
}

impl Drop for FileRows<'_> {
    /// Waits for the thread, which ends with the next batch.
    fn drop(&mut self) {
        self.pieces.close();
        *self.own = self.thread.take().and_then(|thread| thread.join().ok());
    }
}
