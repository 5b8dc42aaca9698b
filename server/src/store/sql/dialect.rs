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

pub(super) use {bytes, given, greatest, in_dialect, indexed_by};
