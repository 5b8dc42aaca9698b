//! Rows as every connection reads them, with column types that both databases share, and their values.

use std::fmt::Display;

use domain::Timestamp;
use sqlx::{Column, Decode, Postgres, Row as _, Type, postgres::PgRow};

use crate::store::{Result, StoreError, sqlite};

pub(in crate::store) struct Cells<'r> {
    row: Row<'r>,
    next: usize,
}

pub(in crate::store) enum Row<'r> {
    Sqlite(&'r rusqlite::Row<'r>),
    Postgres(&'r PgRow),
}

impl<'r> From<Row<'r>> for Cells<'r> {
    fn from(row: Row<'r>) -> Self {
        Self { row, next: 0 }
    }
}

impl Cells<'_> {
    fn take<T>(&mut self, field: &str) -> Result<T, sqlx::Error>
    where
        T: for<'r> Decode<'r, Postgres> + Type<Postgres> + rusqlite::types::FromSql,
    {
        let place = self.next;
        self.next += 1;
        debug_assert!(field.is_empty() || self.is_named(place, field), "column {place} is not {field}");
        match &self.row {
            Row::Sqlite(row) => row.get(place).map_err(sqlite::sqlx_error),
            Row::Postgres(row) => row.try_get(place),
        }
    }

    /// True if a column has this name, as in statements for [`Columns`].
    fn is_named(&self, place: usize, field: &str) -> bool {
        let name = match &self.row {
            Row::Sqlite(row) => row.as_ref().column_name(place).ok(),
            Row::Postgres(row) => row.try_column(place).ok().map(Column::name),
        };
        name == Some(field)
    }
}

/// The columns of a row, in the order of its statement. Test builds compare their names with the field names.
pub(in crate::store) trait Columns: Field + Send + Unpin + 'static {
    fn read(row: Row<'_>) -> Result<Self, sqlx::Error> {
        Self::take(&mut row.into(), "")
    }
}

/// One column, or several that make up a value.
pub(in crate::store) trait Field: Sized {
    fn take(row: &mut Cells<'_>, field: &str) -> Result<Self, sqlx::Error>;
}

macro_rules! cells {
    ($($Type:ty),+) => {
        $(impl Field for $Type {
            fn take(row: &mut Cells<'_>, field: &str) -> Result<Self, sqlx::Error> {
                row.take(field)
            }
        })+
    };
}

cells!(String, i64, i16, bool, Vec<u8>);
cells!(Option<String>, Option<i64>, Option<i16>, Option<bool>, Option<Vec<u8>>);

macro_rules! tuples {
    ($(($($T:ident),+))+) => {
        $(impl<$($T: Field),+> Field for ($($T,)+) {
            fn take(row: &mut Cells<'_>, _: &str) -> Result<Self, sqlx::Error> {
                Ok(($($T::take(row, "")?,)+))
            }
        }

        impl<$($T: Field + Send + Unpin + 'static),+> Columns for ($($T,)+) {})+
    };
}

tuples!((A)(A, B)(A, B, C)(A, B, C, D)(A, B, C, D, E)(A, B, C, D, E, F)(A, B, C, D, E, F, G));

/// Derives [`Columns`] for a structure whose fields are columns, or structures of columns.
macro_rules! columns {
    ($(#[$meta:meta])* $vis:vis struct $Name:ident {
        $($(#[$field_meta:meta])* $field_vis:vis $field:ident: $Type:ty),+ $(,)?
    }) => {
        impl $crate::store::sql::Field for $Name {
            fn take(row: &mut $crate::store::sql::Cells<'_>, _: &str) -> Result<Self, sqlx::Error> {
                Ok(Self { $($field: $crate::store::sql::Field::take(row, stringify!($field))?),+ })
            }
        }

        impl $crate::store::sql::Columns for $Name {}
    };
}
pub(in crate::store) use columns;

pub(in crate::store) trait Stored: Sized + Send {
    type Row: Columns;

    /// The approximate size of its long texts in bytes.
    fn bytes(_: &Self::Row) -> usize {
        0
    }

    /// Fails if the row is damaged.
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

pub(super) fn count<N: TryFrom<i64>>(number: i64, what: impl Display) -> Result<N> {
    N::try_from(number).map_err(|_| damaged(what))
}
