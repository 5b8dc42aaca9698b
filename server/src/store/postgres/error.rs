//! Maps PostgreSQL's errors to errors of the store.

use sqlx::{error::ErrorKind, postgres::PgDatabaseError};

use crate::store::StoreError;

/// SQLSTATE classes and codes that mean "not now" rather than "never": connection exceptions, a read-only server, a
/// rollback caused by another transaction, insufficient resources, a lock that is held, operator intervention (which
/// includes a statement timeout), and system errors.
const NOT_NOW: [&str; 7] = ["08", "25006", "40", "53", "55P03", "57", "58"];

#[expect(clippy::needless_pass_by_value, reason = "`map_err` hands the error over")]
pub(super) fn classify(error: sqlx::Error) -> StoreError {
    classified(&error)
}

pub(in crate::store) fn classified(error: &sqlx::Error) -> StoreError {
    if is_not_now(error) {
        return StoreError::Unavailable(words(error));
    }
    match error {
        sqlx::Error::Database(database) if database.kind() == ErrorKind::UniqueViolation => StoreError::Conflict,
        sqlx::Error::Database(database) if database.kind() == ErrorKind::ForeignKeyViolation => StoreError::Missing,
        _ => StoreError::Internal(words(error)),
    }
}

/// Without the line number in PostgreSQL's own source.
fn words(error: &sqlx::Error) -> String {
    let line = error.as_database_error().and_then(|error| error.try_downcast_ref::<PgDatabaseError>()?.line());
    let text = error.to_string();
    let line = line.map(|line| format!(" at line {line}"));
    line.and_then(|line| text.strip_suffix(&line)).unwrap_or(&text).to_owned()
}

pub(super) fn is_not_now(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Database(database) => {
            database.code().is_some_and(|code| NOT_NOW.iter().any(|known| code.starts_with(known)))
        }
        sqlx::Error::Io(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::Protocol(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::PoolClosed
        | sqlx::Error::WorkerCrashed => true,
        _ => false,
    }
}
