//! Rows as both databases read them, with column types that they share, and the values they become.

use std::fmt::Display;

use domain::Timestamp;
use sqlx::{FromRow, postgres::PgRow, sqlite::SqliteRow};

use crate::store::{Result, StoreError};

/// Columns that can be read from a row of either database.
pub(in crate::store) trait Columns:
    for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin + 'static
{
}

impl<R: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin + 'static> Columns for R {}

/// A value that is read from one row.
pub(in crate::store) trait Stored: Sized + Send {
    type Row: Columns;

    /// The bytes of its long texts, roughly.
    fn bytes(_: &Self::Row) -> usize {
        0
    }

    /// Fails when the row is damaged.
    fn read(row: Self::Row) -> Result<Self>;
}

impl Stored for String {
    type Row = (Self,);

    fn read((text,): (Self,)) -> Result<Self> {
        Ok(text)
    }
}

pub(super) fn moment(nanoseconds: i64) -> Timestamp {
    Timestamp::from_nanoseconds(nanoseconds)
}

pub(super) fn damaged(what: impl Display) -> StoreError {
    StoreError::Internal(format!("the stored {what} is damaged"))
}

/// A number that is never negative.
pub(super) fn count<N: TryFrom<i64>>(number: i64, what: impl Display) -> Result<N> {
    N::try_from(number).map_err(|_| damaged(what))
}
