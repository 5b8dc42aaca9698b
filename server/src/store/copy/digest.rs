//! The checksum of a table, which does not depend on the kind of database.

use anyhow::Context;
use futures_util::TryStreamExt;
use sha2::{Digest, Sha256};

use super::{
    copying::{Report, Step},
    database::{Database, Row},
    tables::CopiedTable,
};
use crate::store::sql::Value;

/// A table that is identical at both ends.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Copied {
    pub table: &'static str,
    pub rows: u64,
    /// SHA-256 over its rows, in hexadecimal.
    pub checksum: String,
}

pub(super) async fn digest(of: &mut Database, table: &CopiedTable, report: Report<'_>) -> anyhow::Result<Copied> {
    let columns = table.columns(of).await?;
    let (sql, kinds) = table.select(&columns, of.dialect(), false);
    let (mut all, mut rows, mut sum) = (of.rows(sql, Row::new(), kinds), 0, Sha256::new());
    while let Some(row) = all.try_next().await.with_context(|| format!("cannot read the table {}", table.name))? {
        for value in &row {
            add(&mut sum, value);
        }
        rows += 1;
        report(Step::Rows(1));
    }
    Ok(Copied { table: table.name, rows, checksum: hex::encode(sum.finalize()) })
}

/// Adds a value, prefixed with its kind and length, so that different rows never have the same bytes.
fn add(sum: &mut Sha256, value: &Value) {
    let mut with = |kind: u8, bytes: &[u8]| {
        sum.update([kind]);
        sum.update((bytes.len() as u64).to_be_bytes());
        sum.update(bytes);
    };
    match value {
        Value::Text(Some(text)) => with(b't', text.as_bytes()),
        Value::Integer(Some(number)) => with(b'i', &number.to_be_bytes()),
        Value::Bytes(Some(bytes)) => with(b'b', bytes),
        Value::Boolean(is) => with(b'i', &i64::from(*is).to_be_bytes()),
        Value::Text(None) | Value::Integer(None) | Value::Bytes(None) => with(b'0', &[]),
    }
}
