//! A connection on which a statement runs at once, in the thread that asks for it.
//!
//! sqlx has a thread for each connection, and every statement is a message to it and one back: for small writes and
//! lookups several times what SQLite itself takes. The writer and the lookups have threads of their own instead.

use std::{
    borrow::Cow,
    error::Error,
    fmt::{self, Display, Formatter},
    path::{Path, PathBuf},
    sync::Arc,
    thread,
    time::Duration,
};

use rusqlite::{OpenFlags, Rows, ffi};
use sqlx::error::{DatabaseError, ErrorKind};

use super::{
    open::{BUSY, CHECKPOINT, LOG_LIMIT, STATEMENTS},
    place::Place,
};
use crate::store::sql::{Columns, Dialect, Row, Sql, Statement, Value};

/// How a file is opened.
#[derive(Clone, Debug)]
pub(super) struct Way {
    pub(super) file: PathBuf,
    pub(super) access: Access,
    /// The place that the files have to be at, once they are open for writing.
    pub(super) place: Option<Arc<Place>>,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Access {
    Write,
    /// Refuses to write, but removes the files beside the database if it is the last connection to be closed.
    Query,
    Read,
    /// There is no other connection that writes, and the files beside the database cannot be made.
    ReadImmutable,
}

impl Way {
    /// Fails once the files are no longer where they were opened.
    pub(super) fn verify(&self) -> Result<(), sqlx::Error> {
        self.place.as_ref().map_or(Ok(()), |place| place.verify())
    }
}

pub(in crate::store) struct Direct(rusqlite::Connection);

impl Direct {
    pub(super) fn open(way: &Way) -> Result<Self, sqlx::Error> {
        let opened = Self::opened(way).map_err(sqlx_error)?;
        way.verify()?;
        Ok(opened)
    }

    fn opened(Way { file, access, .. }: &Way) -> rusqlite::Result<Self> {
        // A connection is used by one thread at a time.
        let flags = OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = match access {
            Access::Write => {
                let connection =
                    rusqlite::Connection::open_with_flags(file, flags | OpenFlags::SQLITE_OPEN_READ_WRITE)?;
                connection.busy_handler(Some(wait_for_others))?;
                connection.execute_batch(&format!(
                    "PRAGMA foreign_keys = ON; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
                     PRAGMA secure_delete = ON; PRAGMA journal_size_limit = {LOG_LIMIT};
                     PRAGMA wal_autocheckpoint = {CHECKPOINT};"
                ))?;
                connection
            }
            Access::Query => {
                let connection =
                    rusqlite::Connection::open_with_flags(file, flags | OpenFlags::SQLITE_OPEN_READ_WRITE)?;
                connection.busy_handler(Some(wait_for_others))?;
                connection.execute_batch("PRAGMA query_only = ON;")?;
                // A connection that has read nothing does not know that there are files to remove.
                connection.pragma_query_value(None, "schema_version", |_| Ok(()))?;
                connection
            }
            Access::Read => {
                let connection = rusqlite::Connection::open_with_flags(file, flags | OpenFlags::SQLITE_OPEN_READ_ONLY)?;
                connection.busy_handler(Some(wait_for_others))?;
                connection
            }
            Access::ReadImmutable => {
                let flags = flags | OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
                rusqlite::Connection::open_with_flags(immutable(file), flags)?
            }
        };
        connection.set_prepared_statement_cache_capacity(STATEMENTS);
        Ok(Self(connection))
    }

    /// Returns the number of rows that the statement changed.
    pub(in crate::store) fn execute(&mut self, statement: &Statement) -> Result<u64, sqlx::Error> {
        self.run(statement, |_| ())?;
        Ok(self.0.changes())
    }

    /// A statement without values.
    pub(super) fn step(&mut self, sql: &str) -> Result<(), sqlx::Error> {
        let mut statement = self.0.prepare_cached(sql).map_err(sqlx_error)?;
        statement.raw_execute().map(drop).map_err(sqlx_error)
    }

    /// Moves the log into the database as far as readers and the disk allow.
    pub(super) fn checkpoint(&self) {
        let _ = self.0.execute_batch("PRAGMA wal_checkpoint");
    }

    /// Undoes what was done since the savepoint of a write.
    pub(super) fn roll_back_write(&mut self) -> Result<(), sqlx::Error> {
        self.step("ROLLBACK TO write")?;
        self.step("RELEASE write")
    }

    /// Runs the statement to its end. Each row is read or fails alone.
    pub(in crate::store) fn fetch<R: Columns>(
        &mut self,
        statement: &Statement,
    ) -> Result<Vec<Result<R, sqlx::Error>>, sqlx::Error> {
        let mut read = Vec::new();
        self.run(statement, |row| read.push(R::read(Row::Direct(row))))?;
        Ok(read)
    }

    /// Runs one text with the values of each of some rows.
    pub(in crate::store) fn each<R: Columns>(
        &mut self,
        sql: &'static Sql,
        rows: impl Iterator<Item = Result<Vec<Value>, sqlx::Error>>,
    ) -> Result<Vec<R>, sqlx::Error> {
        let mut prepared = self.0.prepare_cached(sql.text(Dialect::Sqlite)).map_err(sqlx_error)?;
        let mut read = Vec::new();
        for values in rows {
            run(&mut prepared, &values?, |row| read.push(R::read(Row::Direct(row)))).map_err(sqlx_error)?;
        }
        read.into_iter().collect()
    }

    fn run(&mut self, statement: &Statement, each: impl FnMut(&rusqlite::Row<'_>)) -> Result<(), sqlx::Error> {
        let mut prepared = self.0.prepare_cached(statement.text(Dialect::Sqlite)).map_err(sqlx_error)?;
        run(&mut prepared, statement.values(), each).map_err(sqlx_error)
    }
}

/// Time between two tries to get a lock that another process holds. SQLite's own wait makes it longer each time, up to a
/// tenth of a second, and would find the moment between two transactions of a busy writer by chance alone.
const PAUSE: Duration = Duration::from_millis(2);

fn wait_for_others(tries: i32) -> bool {
    let is_worth_it = PAUSE * tries.unsigned_abs() < BUSY;
    if is_worth_it {
        thread::sleep(PAUSE);
    }
    is_worth_it
}

/// Runs a statement, which may leave out the last of the values, to its end.
fn run(
    statement: &mut rusqlite::Statement<'_>,
    values: &[Value],
    mut each: impl FnMut(&rusqlite::Row<'_>),
) -> rusqlite::Result<()> {
    let count = statement.parameter_count();
    let Some(values) = values.get(..count) else {
        return Err(rusqlite::Error::InvalidParameterCount(values.len(), count));
    };
    for (value, place) in values.iter().zip(1_usize..) {
        match value {
            Value::Text(text) => statement.raw_bind_parameter(place, text),
            Value::Integer(number) => statement.raw_bind_parameter(place, number),
            Value::Bytes(bytes) => statement.raw_bind_parameter(place, bytes),
            Value::Boolean(is) => statement.raw_bind_parameter(place, is),
        }?;
    }
    let mut rows: Rows<'_> = statement.raw_query();
    while let Some(row) = rows.next()? {
        each(row);
    }
    Ok(())
}

/// The URI of a file that does not change.
fn immutable(file: &Path) -> String {
    let mut uri = String::from("file:");
    for letter in file.to_string_lossy().chars() {
        match letter {
            '%' | '?' | '#' => uri.extend(["%", &format!("{:02x}", u32::from(letter))]),
            letter => uri.push(letter),
        }
    }
    uri + "?immutable=1"
}

/// An error as sqlx tells those of its own connections, so that all are judged by the same code.
#[derive(Debug)]
pub(super) struct SqliteError {
    /// SQLite's extended result code.
    code: i32,
    message: String,
}

pub(in crate::store) fn sqlx_error(error: rusqlite::Error) -> sqlx::Error {
    let (failure, message) = match error {
        rusqlite::Error::SqliteFailure(failure, message) => (failure, message),
        error @ (rusqlite::Error::InvalidColumnType(..)
        | rusqlite::Error::FromSqlConversionFailure(..)
        | rusqlite::Error::IntegralValueOutOfRange(..)
        | rusqlite::Error::Utf8Error(..)) => return sqlx::Error::Decode(error.into()),
        error => return sqlx::Error::Protocol(error.to_string()),
    };
    let code = failure.extended_code;
    SqliteError::of(code, message.unwrap_or_else(|| ffi::code_to_str(code).to_owned()))
}

impl SqliteError {
    pub(super) fn of(code: i32, message: String) -> sqlx::Error {
        sqlx::Error::Database(Box::new(Self { code, message }))
    }
}

impl Display for SqliteError {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        write!(out, "(code: {}) {}", self.code, self.message)
    }
}

impl Error for SqliteError {}

impl DatabaseError for SqliteError {
    fn message(&self) -> &str {
        &self.message
    }

    fn code(&self) -> Option<Cow<'_, str>> {
        Some(self.code.to_string().into())
    }

    fn kind(&self) -> ErrorKind {
        match self.code {
            ffi::SQLITE_CONSTRAINT_UNIQUE | ffi::SQLITE_CONSTRAINT_PRIMARYKEY => ErrorKind::UniqueViolation,
            ffi::SQLITE_CONSTRAINT_FOREIGNKEY => ErrorKind::ForeignKeyViolation,
            ffi::SQLITE_CONSTRAINT_NOTNULL => ErrorKind::NotNullViolation,
            ffi::SQLITE_CONSTRAINT_CHECK => ErrorKind::CheckViolation,
            _ => ErrorKind::Other,
        }
    }

    fn as_error(&self) -> &(dyn Error + Send + Sync + 'static) {
        self
    }

    fn as_error_mut(&mut self) -> &mut (dyn Error + Send + Sync + 'static) {
        self
    }

    fn into_error(self: Box<Self>) -> Box<dyn Error + Send + Sync + 'static> {
        self
    }
}
