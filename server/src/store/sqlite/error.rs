//! The errors of this backend in the terms of the store.

use sqlx::error::ErrorKind;
use tokio::sync::mpsc::error::TrySendError;

use crate::store::StoreError;

/// Primary result codes (the low byte of an extended one) that say "not now" rather than "never":
/// BUSY, LOCKED, NOMEM, READONLY, IOERR, FULL, CANTOPEN, PROTOCOL.
const NOT_NOW: [i32; 8] = [5, 6, 7, 8, 10, 13, 14, 15];

/// Whether the error concerns one write only, so that the others of its transaction can go on.
pub(super) fn is_of_this_write(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Database(_) => !is_not_now(error),
        sqlx::Error::RowNotFound | sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => true,
        _ => false,
    }
}

#[expect(clippy::needless_pass_by_value, reason = "`map_err` hands the error over")]
pub(super) fn classify(error: sqlx::Error) -> StoreError {
    if is_not_now(&error) {
        return StoreError::Unavailable(error.to_string());
    }
    match &error {
        sqlx::Error::Database(database) if database.kind() == ErrorKind::UniqueViolation => StoreError::Conflict,
        sqlx::Error::Database(database) if database.kind() == ErrorKind::ForeignKeyViolation => StoreError::Missing,
        _ => StoreError::Internal(error.to_string()),
    }
}

/// Why a worker's queue took nothing.
#[expect(clippy::needless_pass_by_value, reason = "`map_err` hands the error over")]
pub(super) fn refused<T>(error: TrySendError<T>) -> StoreError {
    match error {
        TrySendError::Full(_) => StoreError::Busy,
        TrySendError::Closed(_) => stopped(),
    }
}

/// A worker that is gone answers nobody any more.
pub(super) fn stopped() -> StoreError {
    StoreError::Unavailable("one of the database's workers has stopped".to_owned())
}

fn is_not_now(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Database(database) => database
            .code()
            .and_then(|code| code.parse::<i32>().ok())
            .is_some_and(|code| NOT_NOW.contains(&(code & 0xff))),
        sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed | sqlx::Error::WorkerCrashed => true,
        _ => false,
    }
}
