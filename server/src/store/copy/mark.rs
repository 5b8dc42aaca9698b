//! The mark of an incomplete target, a table that is dropped once the copy has been verified; and the mark of a source
//! whose data has moved by then.

use anyhow::{bail, ensure};

use super::{
    database::{Database, Row},
    tables::{Kind, LINES, NUMBERS, REPLACED, TABLES},
};
use crate::{
    clock,
    store::{
        OUTGOING_HELD,
        audit::COPIED_LINES,
        sql::{Dialect, Value},
    },
};

pub(in crate::store) const UNFINISHED: &str =
    "the database is an unfinished copy: run the same `quiz-answers copy` again to finish it, or make an empty one";

/// The name of the note in a database that was moved: where its data went and when. Empty once that is undone. Not
/// encrypted.
pub const MOVED: &str = "moved-away";

/// Creates the tables and the mark in an empty database. Accepts a database with this source's mark, and refuses any
/// other.
pub(super) async fn prepare(target: &mut Database, url: &str, source: &str) -> anyhow::Result<()> {
    if let Some(marked) = marked(target).await? {
        ensure!(
            marked == source,
            "--to has an unfinished copy of another database, or of another release's: give an empty one"
        );
        return Ok(());
    }
    target.bring_up_to_date(url).await?;
    for table in TABLES.iter().filter(|table| table.name != REPLACED) {
        let row = target.row(format!("SELECT CAST(1 AS bigint) FROM {} LIMIT 1", table.name), vec![Kind::Integer]);
        if row.await?.is_some() {
            bail!("--to has data already, in the table {}: give an empty database", table.name);
        }
    }
    target.execute("BEGIN").await?;
    target.execute(format!("DELETE FROM {REPLACED}")).await?;
    target.execute("CREATE TABLE unfinished_copy (source TEXT NOT NULL)").await?;
    target.insert("INSERT INTO unfinished_copy (source) VALUES ($1)".to_owned(), vec![source.into()]).await?;
    Ok(target.execute("COMMIT").await?)
}

async fn marked(target: &mut Database) -> Result<Option<String>, sqlx::Error> {
    let find = match target.dialect() {
        Dialect::Sqlite => "SELECT name FROM sqlite_schema WHERE name = 'unfinished_copy'",
        Dialect::Postgres => "SELECT CAST(to_regclass('unfinished_copy') AS text)",
    };
    let Some(Value::Text(Some(_))) = first(target.row(find.to_owned(), vec![Kind::Text]).await?) else {
        return Ok(None);
    };
    let row = target.row("SELECT source FROM unfinished_copy".to_owned(), vec![Kind::Text]).await?;
    Ok(match first(row) {
        Some(Value::Text(source)) => source,
        _ => None,
    })
}

fn first(row: Option<Row>) -> Option<Value> {
    row?.into_iter().next()
}

/// Removes the mark, which turns the target into a database. It sends nothing to other systems until an administrator
/// allows it.
pub(super) async fn remove(target: &mut Database) -> Result<(), sqlx::Error> {
    target.execute("BEGIN").await?;
    if target.dialect() == Dialect::Postgres {
        target.execute(NUMBERS).await?;
        target.execute(LINES).await?;
    } else {
        let note = "INSERT INTO installation_secrets (name, value)
             SELECT $1, CAST(max(seq) AS BLOB) FROM audit_log HAVING max(seq) <> count(*)
             ON CONFLICT (name) DO UPDATE SET value = excluded.value";
        target.insert(note.to_owned(), vec![COPIED_LINES.into()]).await?;
    }
    let hold = "INSERT INTO installation_secrets (name, value)
         SELECT $1, $2 WHERE EXISTS (SELECT 1 FROM webhook_endpoints)
             OR EXISTS (SELECT 1 FROM mails WHERE state IN ('queued', 'claimed'))
         ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE octet_length(installation_secrets.value) = 0";
    let since = clock::to_rfc3339(clock::now()).into_bytes();
    target.insert(hold.to_owned(), vec![OUTGOING_HELD.into(), Value::Bytes(Some(since))]).await?;
    target.execute("DROP TABLE unfinished_copy").await?;
    target.execute("COMMIT").await?;
    if target.dialect() == Dialect::Postgres {
        // Otherwise the servers' first statements would be planned for empty tables. Only these tables, because
        // analyzing system tables with another account gives warnings.
        let tables: Vec<&str> = TABLES.iter().map(|table| table.name).collect();
        target.execute(format!("ANALYZE {}", tables.join(", "))).await?;
    }
    Ok(())
}

/// Records in the source, which is still in exclusive use, where its data has gone.
pub(super) async fn note_move(source: &mut Database, note: String) -> Result<(), sqlx::Error> {
    let mark = "INSERT INTO installation_secrets (name, value) VALUES ($1, $2)
         ON CONFLICT (name) DO UPDATE SET value = excluded.value";
    source.insert(mark.to_owned(), vec![MOVED.into(), Value::Bytes(Some(note.into_bytes()))]).await?;
    source.thaw().await
}
