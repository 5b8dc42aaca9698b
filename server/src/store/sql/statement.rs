//! A statement with its values, for either database.

use std::sync::OnceLock;

use domain::{Email, InvitedId, NamespaceId, QuizId, Timestamp, UserId};
use serde::Serialize;
use serde_json::Value as Json;
use sqlx::{AssertSqlSafe, Database, Postgres, SqlSafeStr, SqlStr, query::Query};

use super::{
    PAGE,
    words::{self, Dialect, Words},
};
use crate::store::postgres;

/// The text of a statement: one for both databases, or one for each. [Words](super::words) in braces stand for columns
/// that several statements read, and for text that several statements share.
pub(in crate::store) struct Sql {
    texts: Texts,
    /// Words of this statement only.
    words: Words,
    /// The approximate byte limit of all its rows, and the expression for the size of one row.
    bound: Option<(usize, &'static str)>,
    filled: [OnceLock<String>; 2],
}

#[derive(Clone, Copy)]
pub(in crate::store) struct Texts {
    pub(in crate::store) sqlite: &'static str,
    pub(in crate::store) postgres: &'static str,
}

impl Texts {
    pub(in crate::store) const fn same(text: &'static str) -> Self {
        Self { sqlite: text, postgres: text }
    }
}

/// Size of a record's long texts in bytes.
const OF_RECORD: &str =
    "octet_length(answers) + coalesce(octet_length(indicators), 0) + coalesce(octet_length(own_scores), 0)";

impl Sql {
    pub(in crate::store) const fn new(text: &'static str) -> Self {
        Self::of(Texts::same(text))
    }

    /// A text with words of its own.
    pub(super) const fn with(words: Words, text: &'static str) -> Self {
        Self::of_words(words, Texts::same(text))
    }

    pub(in crate::store) const fn of(texts: Texts) -> Self {
        Self::of_words(&[], texts)
    }

    pub(super) const fn of_words(words: Words, texts: Texts) -> Self {
        Self { texts, words, bound: None, filled: [OnceLock::new(), OnceLock::new()] }
    }

    /// A list of rows that ends one row after the byte limit. SQLite reads rows lazily and needs no limit.
    pub(super) const fn up_to(bytes: usize, of_row: &'static str, texts: Texts) -> Self {
        let mut sql = Self::of(texts);
        sql.bound = Some((bytes, of_row));
        sql
    }

    /// Same as [`up_to`](Self::up_to), for a page of records.
    pub(super) const fn records(words: Words, texts: Texts) -> Self {
        let mut sql = Self::of_words(words, texts);
        sql.bound = Some((PAGE, OF_RECORD));
        sql
    }

    pub(in crate::store) fn statement(&'static self) -> Statement {
        Statement { text: Text::Shared(self), values: Vec::new() }
    }

    pub(in crate::store) fn text(&'static self, dialect: Dialect) -> &'static str {
        self.filled[dialect as usize].get_or_init(|| match (dialect, self.bound) {
            (Dialect::Sqlite, _) => words::fill(self.texts.sqlite, self.words),
            (Dialect::Postgres, None) => words::fill(self.texts.postgres, self.words),
            (Dialect::Postgres, Some((bytes, of_row))) => {
                postgres::up_to(bytes, of_row, &words::fill(self.texts.postgres, self.words))
            }
        })
    }
}

/// Builds a statement from a constant text.
macro_rules! sql {
    ($text:literal $(,)?) => {{
        static TEXT: $crate::store::sql::Sql = $crate::store::sql::Sql::new($text);
        TEXT.statement()
    }};
    (sqlite: $sqlite:literal, postgres: $postgres:literal $(,)?) => {{
        static TEXT: $crate::store::sql::Sql =
            $crate::store::sql::Sql::of($crate::store::sql::Texts { sqlite: $sqlite, postgres: $postgres });
        TEXT.statement()
    }};
}
pub(in crate::store) use sql;

#[derive(Clone, Debug)]
pub(in crate::store) enum Value {
    Text(Option<String>),
    Integer(Option<i64>),
    Bytes(Option<Vec<u8>>),
    Boolean(bool),
}

#[derive(Clone)]
pub(in crate::store) struct Statement {
    text: Text,
    values: Vec<Value>,
}

#[derive(Clone)]
enum Text {
    Shared(&'static Sql),
    Own(SqlStr),
}

pub(super) fn fields(row: &impl Serialize) -> Result<Vec<Value>, sqlx::Error> {
    let encoded = |error: &str| sqlx::Error::Encode(error.into());
    let value = |field| {
        Ok(match field {
            Json::Null => Value::Text(None),
            Json::String(text) => Value::Text(Some(text)),
            Json::Number(number) => {
                Value::Integer(Some(number.as_i64().ok_or_else(|| encoded("a number is too large"))?))
            }
            Json::Bool(is) => Value::Boolean(is),
            Json::Array(_) | Json::Object(_) => return Err(encoded("a field holds several values")),
        })
    };
    match serde_json::to_value(row).map_err(|error| encoded(&error.to_string()))? {
        Json::Array(fields) => fields.into_iter().map(value).collect(),
        _ => Err(encoded("a row is no array")),
    }
}

impl Statement {
    pub(super) fn of_row(sql: &'static Sql, row: &impl Serialize) -> Result<Self, sqlx::Error> {
        Ok(Self { text: Text::Shared(sql), values: fields(row)? })
    }

    /// A statement that is assembled at run time. The text must not contain external input.
    pub(in crate::store) fn assembled(text: String) -> Self {
        Self { text: Text::Own(AssertSqlSafe(text).into_sql_str()), values: Vec::new() }
    }

    pub(in crate::store) fn bind(mut self, value: impl Into<Value>) -> Self {
        self.values.push(value.into());
        self
    }

    pub(in crate::store) fn text(&self, dialect: Dialect) -> &str {
        match &self.text {
            Text::Shared(sql) => sql.text(dialect),
            Text::Own(text) => text.as_str(),
        }
    }

    pub(in crate::store) fn values(&self) -> &[Value] {
        &self.values
    }

    pub(in crate::store) fn for_postgres(self) -> Query<'static, Postgres, <Postgres as Database>::Arguments> {
        let text = match self.text {
            Text::Shared(sql) => sql.text(Dialect::Postgres).into_sql_str(),
            Text::Own(text) => text,
        };
        self.values.into_iter().fold(sqlx::query(text), |query, value| match value {
            Value::Text(text) => query.bind(text),
            Value::Integer(number) => query.bind(number),
            Value::Bytes(bytes) => query.bind(bytes),
            Value::Boolean(is) => query.bind(is),
        })
    }
}

macro_rules! values {
    ($($Type:ty => $Kind:ident($value:ident) $converted:expr;)+) => {
        $(impl From<$Type> for Value {
            fn from($value: $Type) -> Self {
                Self::$Kind($converted)
            }
        })+
    };
}

values! {
    String => Text(text) Some(text);
    &str => Text(text) Some(text.to_owned());
    &String => Text(text) Some(text.clone());
    Option<String> => Text(text) text;
    Option<&str> => Text(text) text.map(ToOwned::to_owned);
    &Option<String> => Text(text) text.clone();
    i64 => Integer(number) Some(number);
    u32 => Integer(number) Some(number.into());
    Option<i64> => Integer(number) number;
    Vec<u8> => Bytes(bytes) Some(bytes);
    &[u8] => Bytes(bytes) Some(bytes.to_vec());
    Option<&[u8]> => Bytes(bytes) bytes.map(ToOwned::to_owned);
    bool => Boolean(is) is;
    &Email => Text(address) Some(address.as_str().to_owned());
    &InvitedId => Text(id) Some(id.as_str().to_owned());
    &NamespaceId => Text(id) Some(id.as_str().to_owned());
    &QuizId => Text(id) Some(id.as_str().to_owned());
    &UserId => Text(id) Some(id.as_str().to_owned());
    Timestamp => Integer(moment) Some(moment.nanoseconds());
    Option<Timestamp> => Integer(moment) moment.map(Timestamp::nanoseconds);
}

pub(in crate::store) fn json<T: Serialize + ?Sized>(value: &T) -> Result<String, sqlx::Error> {
    serde_json::to_string(value).map_err(|error| sqlx::Error::Encode(error.into()))
}
