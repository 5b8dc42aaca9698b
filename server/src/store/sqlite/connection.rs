//! A connection whose statements run synchronously in the calling thread. Small writes and lookups would take several
//! times as long with a thread switch per statement, so the writer and the lookups have threads of their own, and the
//! [readers](super::readers) switch once per read.

use std::{
    borrow::Cow,
    error::Error,
    fmt::{self, Display, Formatter},
    path::{Path, PathBuf},
    sync::Arc,
    thread,
    time::Duration,
};

use rusqlite::{InterruptHandle, OpenFlags, Rows, ffi};
use sqlx::error::{DatabaseError, ErrorKind};

use super::place::Place;
use crate::{
    file_permissions::{self, beside},
    store::sql::{Columns, Dialect, Row, Sql, Statement, Value},
};

#[derive(Clone, Debug)]
pub(super) struct Way {
    pub(super) file: PathBuf,
    pub(super) access: Access,
    /// The place where the files must stay while they are open for writing.
    pub(super) place: Option<Arc<Place>>,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Access {
    Write,
    /// Writes, and creates the file if it does not exist.
    Make,
    /// Like `Make`, and locks all others out until the connection is closed.
    Alone,
    /// Refuses to write, but removes the files beside the database if it is the last connection to close.
    Query,
    Read,
    /// No other connection writes, and the files beside the database cannot be created.
    ReadImmutable,
}

impl Way {
    pub(super) fn to(file: &Path, access: Access) -> Self {
        Self { file: file.to_owned(), access, place: None }
    }

    /// Opens a file for reading. On read-only storage, SQLite cannot create the files that readers share with writers.
    /// It does without them only if there is no writer, which is the case if there is no log.
    pub(super) fn to_read(file: &Path) -> Self {
        let access = if file_permissions::is_writable(file) {
            Access::Query
        } else if beside(file, "-wal").exists() {
            Access::Read
        } else {
            Access::ReadImmutable
        };
        Self::to(file, access)
    }

    /// Fails if the files are no longer where they were opened.
    pub(super) fn verify(&self) -> Result<(), sqlx::Error> {
        self.place.as_ref().map_or(Ok(()), |place| place.verify())
    }
}

pub(in crate::store) struct SqliteConnection(rusqlite::Connection);

impl SqliteConnection {
    pub(super) fn open(way: &Way) -> Result<Self, sqlx::Error> {
        let opened = Self::opened(way).map_err(sqlx_error)?;
        way.verify()?;
        Ok(opened)
    }

    fn opened(Way { file, access, .. }: &Way) -> rusqlite::Result<Self> {
        // A connection is used by one thread at a time.
        let flags = OpenFlags::SQLITE_OPEN_NO_MUTEX
            | match access {
                Access::Write | Access::Query => OpenFlags::SQLITE_OPEN_READ_WRITE,
                Access::Make | Access::Alone => OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE,
                Access::Read => OpenFlags::SQLITE_OPEN_READ_ONLY,
                Access::ReadImmutable => OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI,
            };
        let connection = match access {
            Access::ReadImmutable => rusqlite::Connection::open_with_flags(immutable(file), flags)?,
            _ => rusqlite::Connection::open_with_flags(file, flags)?,
        };
        match access {
            Access::Alone => connection.busy_timeout(TO_CLOSE)?,
            _ => connection.busy_handler(Some(wait_for_others))?,
        }
        match access {
            Access::Write | Access::Make => connection.execute_batch(WRITING)?,
            Access::Alone => {
                connection.execute_batch("PRAGMA locking_mode = EXCLUSIVE;")?;
                connection.execute_batch(WRITING)?;
                connection.execute_batch("BEGIN EXCLUSIVE; COMMIT;")?;
            }
            Access::Query => {
                connection.execute_batch("PRAGMA query_only = ON;")?;
                // A connection that has read nothing does not know that there are files to remove.
                connection.pragma_query_value(None, "schema_version", |_| Ok(()))?;
            }
            Access::Read | Access::ReadImmutable => {}
        }
        connection.set_prepared_statement_cache_capacity(STATEMENTS);
        Ok(Self(connection))
    }

    pub(in crate::store) fn execute(&mut self, statement: &Statement) -> Result<u64, sqlx::Error> {
        self.run(statement, |_| true)?;
        Ok(self.0.changes())
    }

    /// Same as [`execute`](Self::execute), for a statement that is not worth caching.
    pub(in crate::store) fn execute_once(&mut self, statement: &Statement) -> Result<(), sqlx::Error> {
        let mut prepared = self.0.prepare(statement.text(Dialect::Sqlite)).map_err(sqlx_error)?;
        run(&mut prepared, statement.values(), |_| true).map_err(sqlx_error)
    }

    pub(in crate::store) fn batch(&mut self, sql: &str) -> Result<(), sqlx::Error> {
        self.0.execute_batch(sql).map_err(sqlx_error)
    }

    pub(super) fn step(&mut self, sql: &str) -> Result<(), sqlx::Error> {
        let mut statement = self.0.prepare_cached(sql).map_err(sqlx_error)?;
        statement.raw_execute().map(drop).map_err(sqlx_error)
    }

    /// Sets the time to wait for other connections' locks.
    pub(super) fn set_patience(&mut self, patience: Duration) -> Result<(), sqlx::Error> {
        self.0.busy_timeout(patience).map_err(sqlx_error)
    }

    /// Interrupts the statement under way, from any thread.
    pub(super) fn interrupt_handle(&self) -> InterruptHandle {
        self.0.get_interrupt_handle()
    }

    /// Moves the log into the database as far as readers and the disk allow.
    pub(super) fn checkpoint(&self) {
        let _ = self.0.execute_batch("PRAGMA wal_checkpoint");
    }

    pub(super) fn roll_back_write(&mut self) -> Result<(), sqlx::Error> {
        self.step("ROLLBACK TO write")?;
        self.step("RELEASE write")
    }

    /// Runs the statement to its end. Each row is decoded or fails individually.
    pub(in crate::store) fn fetch<R: Columns>(
        &mut self,
        statement: &Statement,
    ) -> Result<Vec<Result<R, sqlx::Error>>, sqlx::Error> {
        let mut read = Vec::new();
        self.run(statement, |row| {
            read.push(R::read(Row::Sqlite(row)));
            true
        })?;
        Ok(read)
    }

    pub(in crate::store) fn rows<R: Columns>(&mut self, statement: &Statement) -> Result<Vec<R>, sqlx::Error> {
        self.fetch(statement)?.into_iter().collect()
    }

    /// Passes on row by row, until the receiver returns `false`.
    pub(in crate::store) fn each_row<R: Columns>(
        &mut self,
        statement: &Statement,
        mut receive: impl FnMut(R) -> bool,
    ) -> Result<(), sqlx::Error> {
        let mut failed = None;
        self.run(statement, |row| match R::read(Row::Sqlite(row)) {
            Ok(row) => receive(row),
            Err(error) => {
                failed = Some(error);
                false
            }
        })?;
        failed.map_or(Ok(()), Err)
    }

    /// Like [`each_row`](Self::each_row), for rows that the caller decodes, of a statement that is not worth caching.
    pub(in crate::store) fn each_raw_row(
        &mut self,
        statement: &Statement,
        receive: impl FnMut(&rusqlite::Row<'_>) -> bool,
    ) -> Result<(), sqlx::Error> {
        let mut prepared = self.0.prepare(statement.text(Dialect::Sqlite)).map_err(sqlx_error)?;
        run(&mut prepared, statement.values(), receive).map_err(sqlx_error)
    }

    /// Runs a statement once per row of values.
    pub(in crate::store) fn each<R: Columns>(
        &mut self,
        sql: &'static Sql,
        rows: impl Iterator<Item = Result<Vec<Value>, sqlx::Error>>,
    ) -> Result<Vec<R>, sqlx::Error> {
        let mut prepared = self.0.prepare_cached(sql.text(Dialect::Sqlite)).map_err(sqlx_error)?;
        let mut read = Vec::new();
        for values in rows {
            let each = |row: &rusqlite::Row<'_>| {
                read.push(R::read(Row::Sqlite(row)));
                true
            };
            run(&mut prepared, &values?, each).map_err(sqlx_error)?;
        }
        read.into_iter().collect()
    }

    fn run(&mut self, statement: &Statement, each: impl FnMut(&rusqlite::Row<'_>) -> bool) -> Result<(), sqlx::Error> {
        let mut prepared = self.0.prepare_cached(statement.text(Dialect::Sqlite)).map_err(sqlx_error)?;
        run(&mut prepared, statement.values(), each).map_err(sqlx_error)
    }
}

/// Time that other processes have to close a database for exclusive use.
const TO_CLOSE: Duration = Duration::from_secs(2);

/// A commit returns when its bytes are on the disk; anything less could lose an acknowledged answer. Deleted data is
/// overwritten: an erased respondent must not be found in the file. The log is cut to 64 MiB once it has been moved
/// into the database, which happens after four times the default number of pages, so that a page that changes
/// repeatedly is copied back less often.
const WRITING: &str = "PRAGMA foreign_keys = ON; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
                       PRAGMA secure_delete = ON; PRAGMA journal_size_limit = 67108864; PRAGMA wal_autocheckpoint = 4000;";

/// Time to wait for another writing process, for example a maintenance command.
const BUSY: Duration = Duration::from_secs(10);

/// Statements that a connection keeps prepared.
const STATEMENTS: usize = 200;

/// Time between two attempts to get a lock that another process holds. SQLite's own wait grows to a tenth of a second,
/// and would hit the gap between two transactions of a busy writer only by chance.
const PAUSE: Duration = Duration::from_millis(2);

fn wait_for_others(tries: i32) -> bool {
    let is_worth_it = PAUSE * tries.unsigned_abs() < BUSY;
    if is_worth_it {
        thread::sleep(PAUSE);
    }
    is_worth_it
}

/// Runs a statement to its end, or until `each` wants no further row. The statement need not use the last values.
fn run(
    statement: &mut rusqlite::Statement<'_>,
    values: &[Value],
    mut each: impl FnMut(&rusqlite::Row<'_>) -> bool,
) -> rusqlite::Result<()> {
    let count = statement.parameter_count();
    for place in 1..=count {
        // SQLite numbers parameters by occurrence, but `$3` is always the third value.
        let named = statement.parameter_name(place).and_then(|name| name.get(1..)?.parse().ok());
        let number: usize = named.unwrap_or(place);
        let Some(value) = number.checked_sub(1).and_then(|index| values.get(index)) else {
            return Err(rusqlite::Error::InvalidParameterCount(values.len(), count));
        };
        match value {
            Value::Text(text) => statement.raw_bind_parameter(place, text),
            Value::Integer(number) => statement.raw_bind_parameter(place, number),
            Value::Bytes(bytes) => statement.raw_bind_parameter(place, bytes),
            Value::Boolean(is) => statement.raw_bind_parameter(place, is),
        }?;
    }
    let mut rows: Rows<'_> = statement.raw_query();
    while let Some(row) = rows.next()? {
        if !each(row) {
            break;
        }
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

/// An error in the form that sqlx gives its own, so that the same code classifies all.
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
