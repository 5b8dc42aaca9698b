//! Maps SQLite's errors to errors of the store.

use std::{error::Error, io};

use rusqlite::ffi::SQLITE_READONLY_DBMOVED;
use sqlx::error::ErrorKind;

use crate::store::StoreError;

/// Primary result codes (the low byte of an extended one) that mean "not now" rather than "never": BUSY, LOCKED, NOMEM,
/// READONLY, IOERR, FULL, CANTOPEN, PROTOCOL.
const NOT_NOW: [i32; 8] = [5, 6, 7, 8, 10, 13, 14, 15];

/// True if the error concerns one write only, so that the others of its transaction can continue.
pub(super) fn is_of_this_write(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Database(_) => !is_not_now(error),
        sqlx::Error::RowNotFound | sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => true,
        _ => false,
    }
}

#[expect(clippy::needless_pass_by_value, reason = "`map_err` hands the error over")]
pub(in crate::store) fn classify(error: sqlx::Error) -> StoreError {
    classified(&error)
}

pub(in crate::store) fn classified(error: &sqlx::Error) -> StoreError {
    if is_not_now(error) {
        return unavailable(error);
    }
    match error {
        sqlx::Error::Database(database) if database.kind() == ErrorKind::UniqueViolation => StoreError::Conflict,
        sqlx::Error::Database(database) if database.kind() == ErrorKind::ForeignKeyViolation => StoreError::Missing,
        _ => StoreError::Internal(error.to_string()),
    }
}

pub(super) fn unavailable(error: &sqlx::Error) -> StoreError {
    let cause = match primary_code(error) {
        _ if is_moved(error) => "the database is not at its place",
        Some(5 | 6) => "another process keeps the database locked",
        Some(8) => "the database is read-only",
        Some(10) => "the disk fails or is full",
        Some(11 | 26) => "the database file is damaged",
        Some(13) => "the disk is full",
        Some(14) => "the database file cannot be opened",
        _ => return StoreError::Unavailable(error.to_string()),
    };
    StoreError::Unavailable(format!("{cause}: {error}"))
}

pub(super) fn is_full(error: &sqlx::Error) -> bool {
    primary_code(error) == Some(13)
}

/// True if the disk or its permissions may be the cause; of SQLite's codes READONLY, IOERR, FULL, CANTOPEN.
pub(crate) fn is_of_the_disk(error: &(dyn Error + 'static)) -> bool {
    use io::ErrorKind::{PermissionDenied, ReadOnlyFilesystem, StorageFull};

    if let Some(error) = error.downcast_ref() {
        return matches!(primary_code(error), Some(8 | 10 | 13 | 14));
    }
    let kind = error.downcast_ref().map(io::Error::kind);
    matches!(kind, Some(PermissionDenied | ReadOnlyFilesystem | StorageFull))
        || matches!(error.downcast_ref::<StoreError>(), Some(StoreError::Unavailable(_)))
}

pub(super) fn is_locked(error: &sqlx::Error) -> bool {
    matches!(primary_code(error), Some(5 | 6))
}

pub(super) fn is_read_only(error: &sqlx::Error) -> bool {
    primary_code(error) == Some(8) && !is_moved(error)
}

fn is_moved(error: &sqlx::Error) -> bool {
    code(error) == Some(SQLITE_READONLY_DBMOVED)
}

/// True if SQLite found the file damaged (CORRUPT, NOTADB).
pub(super) fn is_damage(error: &sqlx::Error) -> bool {
    matches!(primary_code(error), Some(11 | 26))
}

fn is_not_now(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Database(_) => primary_code(error).is_some_and(|code| NOT_NOW.contains(&code)),
        sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed | sqlx::Error::WorkerCrashed => true,
        _ => false,
    }
}

fn primary_code(error: &sqlx::Error) -> Option<i32> {
    code(error).map(|code| code & 0xff)
}

fn code(error: &sqlx::Error) -> Option<i32> {
    error.as_database_error()?.code()?.parse().ok()
}
