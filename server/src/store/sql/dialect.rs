//! The few words in which SQLite and PostgreSQL differ. A statement that needs one is a macro with the dialect as its
//! first argument, so that the rest of its text stands once.

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(in crate::store) enum Dialect {
    Sqlite,
    Postgres,
}

/// The text that a template has in a dialect.
macro_rules! in_dialect {
    ($dialect:expr, $template:ident $(, $argument:tt)*) => {
        match $dialect {
            $crate::store::sql::Dialect::Sqlite => $template!(sqlite $(, $argument)*),
            $crate::store::sql::Dialect::Postgres => $template!(postgres $(, $argument)*),
        }
    };
}

/// The elements of the JSON array `$1` as `given.value`, with numbers that rise as `given.key`. The elements are arrays
/// themselves: `given.value ->> 0` is the text of the first field.
macro_rules! given {
    (sqlite) => {
        "json_each($1) AS given"
    };
    (postgres) => {
        "json_array_elements(CAST($1 AS json)) WITH ORDINALITY AS given (value, key)"
    };
}

/// The larger of two values, neither of them NULL.
macro_rules! greatest {
    (sqlite, $one:literal, $other:literal) => {
        concat!("max(", $one, ", ", $other, ")")
    };
    (postgres, $one:literal, $other:literal) => {
        concat!("greatest(", $one, ", ", $other, ")")
    };
}

/// The bytes that a text of hexadecimal digits means.
macro_rules! bytes {
    (sqlite, $text:literal) => {
        concat!("unhex(", $text, ")")
    };
    (postgres, $text:literal) => {
        concat!("decode(", $text, ", 'hex')")
    };
}

/// Makes SQLite use an index. PostgreSQL's planner chooses by itself.
macro_rules! indexed_by {
    (sqlite, $index:literal) => {
        concat!(" INDEXED BY ", $index)
    };
    (postgres, $index:literal) => {
        ""
    };
}

/// Leaves out of a list of rows what lies further than one row beyond so many bytes of long texts, so that it is not
/// sent. SQLite reads a row when it is asked for it.
macro_rules! up_to {
    (sqlite, $bytes:literal, $of:literal, $select:expr) => {
        $select
    };
    (postgres, $bytes:literal, $of:literal, $select:expr) => {
        concat!(
            "SELECT * FROM (
                 SELECT listed.*, sum(",
            $of,
            ") OVER (ROWS BETWEEN UNBOUNDED PRECEDING AND 2 PRECEDING) AS before FROM (",
            $select,
            ") AS listed
             ) AS sized WHERE coalesce(before, 0) < ",
            $bytes
        )
    };
}

/// The same for a page of records.
macro_rules! page_of_records {
    ($dialect:ident, $select:expr) => {
        $crate::store::sql::dialect::up_to!(
            $dialect,
            "1048576",
            "octet_length(answers) + coalesce(octet_length(indicators), 0) + coalesce(octet_length(own_scores), 0)",
            $select
        )
    };
}

pub(super) use {bytes, given, greatest, in_dialect, indexed_by};
pub(super) use {page_of_records, up_to};
