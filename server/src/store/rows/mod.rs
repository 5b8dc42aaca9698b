//! Rows as every backend reads them, with column types that SQLite and PostgreSQL share, and the values they become.

mod accounts;
mod audit;
mod invitations;
mod jobs;
mod keys;
mod quizzes;
mod records;
mod replies;
mod scanned;

use std::fmt::Display;

use domain::Timestamp;
use sqlx::{FromRow, postgres::PgRow, sqlite::SqliteRow};

use super::StoreError;

pub(super) use accounts::{admin_columns, link_columns, membership_columns, offer_columns, session_columns};
pub(super) use audit::audit_columns;
pub(super) use invitations::invitation_columns;
pub(super) use jobs::{file_columns, job_columns, schedule_columns};
pub(super) use keys::key_columns;
pub(super) use quizzes::{
    QuizRow, draft_columns, earlier_draft_columns, namespace_columns, quiz_columns, summary_columns, version_columns,
};
pub(super) use records::{RecordRow, record_columns};
pub(super) use replies::reply_columns;
pub(super) use scanned::scanned_record;

/// Columns that can be read from a row of any backend.
pub(super) trait Columns: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin {}

impl<R: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin> Columns for R {}

/// A value that is read from one row.
pub(super) trait Stored: Sized + Send {
    type Row: Columns + 'static;

    /// The bytes of its long texts, roughly.
    fn bytes(_: &Self::Row) -> usize {
        0
    }

    /// Fails when the row is damaged.
    fn read(row: Self::Row) -> Result<Self, StoreError>;
}

/// Declares a row and the macro that lists its columns.
macro_rules! row {
    ($Row:ident, $columns:ident { $first:ident: $First:ty, $($column:ident: $Type:ty),+ $(,)? }) => {
        #[derive(sqlx::FromRow)]
        pub(in crate::store) struct $Row {
            $first: $First,
            $($column: $Type),+
        }

        macro_rules! $columns {
            () => {
                concat!(stringify!($first), $(", ", stringify!($column)),+)
            };
        }
        pub(in crate::store) use $columns;
    };
}
use row;

impl Stored for String {
    type Row = (Self,);

    fn read((text,): (Self,)) -> Result<Self, StoreError> {
        Ok(text)
    }
}

fn moment(nanoseconds: i64) -> Timestamp {
    Timestamp::from_nanoseconds(nanoseconds)
}

fn damaged(what: impl Display) -> StoreError {
    StoreError::Internal(format!("the stored {what} is damaged"))
}

/// A number that is never negative.
fn count<N: TryFrom<i64>>(number: i64, what: impl Display) -> Result<N, StoreError> {
    N::try_from(number).map_err(|_| damaged(what))
}
