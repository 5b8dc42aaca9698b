//! Migrations of databases of earlier releases.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use rusqlite::Connection;
use tempfile::tempdir;

use super::{
    super::{
        SqliteConnection,
        connection::{Access, Way},
        schema::{self, bring_to},
    },
    open, other_program,
};
use crate::store::{Store, migrations::SQLITE_BASE as BASE};

fn older(folder: &Path, version: i64) -> anyhow::Result<SqliteConnection> {
    let file = folder.join("test.db");
    let mut connection = schema::connect(&Way::to(&file, Access::Make))?;
    bring_to(&mut connection, &file, version)?;
    Ok(connection)
}

/// Columns, keys and references of each table, and the text of indexes and triggers without spaces.
fn shape(connection: &Connection) -> rusqlite::Result<BTreeMap<String, Vec<String>>> {
    let named = "SELECT name, type, sql FROM sqlite_schema
                 WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite%' AND name <> '_sqlx_migrations'";
    let mut things = connection.prepare(named)?;
    let things = things.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    let things: Vec<(String, String, String)> = things.collect::<Result<_, _>>()?;
    let mut shape = BTreeMap::new();
    for (name, kind, sql) in things {
        let parts = if kind == "table" {
            let columns =
                "SELECT name || '|' || type || '|' || \"notnull\" || '|' || coalesce(dflt_value, '') || '|' || pk
                           FROM pragma_table_xinfo($1)
                           UNION ALL SELECT \"table\" || '|' || \"from\" || '|' || \"to\" || '|' || on_delete
                           FROM pragma_foreign_key_list($1)
                           UNION ALL SELECT wr || '|' || strict FROM pragma_table_list($1)
                           UNION ALL SELECT * FROM (SELECT origin || '|' || partial FROM pragma_index_list($1) ORDER BY 1)";
            let mut columns = connection.prepare(columns)?;
            columns.query_map([&name], |row| row.get(0))?.collect::<Result<_, _>>()?
        } else {
            vec![sql.split_whitespace().collect()]
        };
        shape.insert(name, parts);
    }
    Ok(shape)
}

/// A database from before the squash of the migrations and a new one have the same columns in the same order.
#[test]
fn the_squashed_schema_is_that_of_the_commit_before_it() -> anyhow::Result<()> {
    let folder = tempdir()?;
    let fixture = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/073b75e1/records/quiz-answers.db");
    let before = folder.path().join("before.db");
    fs::copy(fixture, &before)?;
    drop(older(folder.path(), BASE.version)?);
    let (before, new) = (Connection::open(before)?, other_program(folder.path())?);
    assert!(shape(&new)?.len() > 60);
    for (name, parts) in shape(&before)? {
        assert_eq!(shape(&new)?.get(&name), Some(&parts), "{name}");
    }
    assert_eq!(shape(&new)?.len(), shape(&before)?.len());
    let noted = "SELECT description, hex(checksum) FROM _sqlx_migrations WHERE version = $1";
    let checksum = |connection: &Connection| -> rusqlite::Result<(String, String)> {
        connection.query_one(noted, [BASE.version], |row| Ok((row.get(0)?, row.get(1)?)))
    };
    assert_eq!(checksum(&new)?.1, checksum(&before)?.1);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_of_an_older_release_is_upgraded_alone_and_opened_by_nothing_else() -> anyhow::Result<()> {
    let folder = tempdir()?;
    let url = format!("sqlite:{}", folder.path().join("test.db").display());
    let older = older(folder.path(), BASE.version)?;
    for refused in [Store::open(&url).await, Store::open_existing(&url).await, Store::open_to_read(&url).await] {
        let refused = refused.err().map(|error| error.to_string()).unwrap_or_default();
        assert!(refused.contains("was made by an older release"), "{refused}");
    }
    // It holds the file open even while it is idle.
    let refused = Store::upgrade(&url).await.err().map(|error| format!("{error:#}")).unwrap_or_default();
    assert!(refused.contains("stop what uses"), "{refused}");
    let version: i64 =
        other_program(folder.path())?.query_one("SELECT max(version) FROM _sqlx_migrations", [], |row| row.get(0))?;
    assert_eq!(version, BASE.version);
    drop(older);
    assert!(Store::upgrade(&url).await?);
    assert!(!Store::upgrade(&url).await?, "there is nothing to do any more");
    open(folder.path()).await?.check().await?;
    Ok(())
}
