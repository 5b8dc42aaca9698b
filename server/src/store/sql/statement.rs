//! A statement with its values, for any backend.

use sqlx::{Database, Encode, SqlSafeStr, SqlStr, Type, query::Query};

/// A value of one of the types that columns have.
#[derive(Clone, Debug)]
pub(in crate::store) enum Value {
    Text(Option<String>),
    Integer(Option<i64>),
    Bytes(Option<Vec<u8>>),
    Boolean(bool),
}

#[derive(Clone, Debug)]
pub(in crate::store) struct Statement {
    sql: SqlStr,
    values: Vec<Value>,
}

pub(in crate::store) fn query(sql: impl SqlSafeStr) -> Statement {
    Statement { sql: sql.into_sql_str(), values: Vec::new() }
}

/// A pattern for `LIKE … ESCAPE '!'`: every text that contains this one.
pub(super) fn containing(text: &str) -> String {
    let mut pattern = String::from("%");
    for letter in text.chars() {
        if matches!(letter, '%' | '_' | '!') {
            pattern.push('!');
        }
        pattern.push(letter);
    }
    pattern + "%"
}

impl Statement {
    /// The value of the next parameter: `$1`, `$2` and so on.
    pub(in crate::store) fn bind(mut self, value: impl Into<Value>) -> Self {
        self.values.push(value.into());
        self
    }

    pub(in crate::store) fn into_query<DB>(self) -> Query<'static, DB, DB::Arguments>
    where
        DB: Database,
        Option<String>: Encode<'static, DB> + Type<DB>,
        Option<i64>: Encode<'static, DB> + Type<DB>,
        Option<Vec<u8>>: Encode<'static, DB> + Type<DB>,
        bool: Encode<'static, DB> + Type<DB>,
    {
        self.values.into_iter().fold(sqlx::query(self.sql), |query, value| match value {
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
}
