//! A copy is complete for any two kinds of database, and an incomplete one is recognised.

use std::{
    collections::BTreeSet,
    path::Path,
    sync::atomic::{AtomicU64, Ordering},
};

use sqlx::{Connection, Executor, PgConnection, Row as _};
use tempfile::{TempDir, tempdir};
use tokio::sync::Notify;

use super::{
    Copied, Step, UNFINISHED, copy,
    database::Database,
    tables::{REPLACED, TABLES},
};
use crate::store::{AuditEnd, OUTGOING_HELD, SqliteDatabase, Store, contract::database::empty_database};

type TestResult = anyhow::Result<()>;

/// Tables whose rows are not the installation's data: the schema's own, the lock, and numbers derived from the records.
const OTHERS: [&str; 4] = ["_sqlx_migrations", "work_turns", "change_numbers", "unfinished_copy"];

fn change(file: &str, sql: &str) -> TestResult {
    Ok(connect(file)?.execute_batch(sql)?)
}

fn connect(file: &str) -> anyhow::Result<rusqlite::Connection> {
    Ok(rusqlite::Connection::open(SqliteDatabase::path(file)?)?)
}

fn texts(connection: &rusqlite::Connection, sql: &str) -> rusqlite::Result<Vec<String>> {
    connection.prepare(sql)?.query_map([], |row| row.get(0))?.collect()
}

async fn change_postgres(url: &str, sql: &'static str) -> TestResult {
    let mut connection = PgConnection::connect(url).await?;
    connection.execute(sql).await?;
    Ok(connection.close().await?)
}

fn file(folder: &Path, name: &str) -> String {
    format!("sqlite:{}", folder.join(name).display())
}

async fn source() -> anyhow::Result<(TempDir, String)> {
    let folder = tempdir()?;
    let url = file(folder.path(), "source.db");
    close(Store::open(&url).await?).await;
    change(&url, include_str!("fixture.sql"))?;
    Ok((folder, url))
}

async fn close(store: Store) {
    store.close().await;
}

async fn copied(from: &str, to: &str) -> anyhow::Result<Vec<Copied>> {
    copy(from, to, &|| None, |_| {}).await
}

async fn refusal(from: &str, to: &str) -> String {
    copied(from, to).await.map_or_else(|error| format!("{error:#}"), |copied| format!("{copied:?}"))
}

async fn cut_off(from: &str, to: &str, after: u64) {
    let (rows, enough) = (AtomicU64::new(0), Notify::new());
    let count = |step| {
        if let Step::Rows(more) = step
            && rows.fetch_add(more, Ordering::Relaxed) + more >= after
        {
            enough.notify_one();
        }
    };
    tokio::select! {
        biased;
        () = enough.notified() => {}
        ended = copy(from, to, &|| Some("nowhere".to_owned()), count) => panic!("it was not cut off: {ended:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_table_and_column_of_both_schemas_is_copied() -> TestResult {
    let (_folder, file) = source().await?;
    let url = empty_database().await?;
    close(Store::open(&url).await?).await;
    let mut tables: BTreeSet<String> =
        texts(&connect(&file)?, "SELECT name FROM sqlite_schema WHERE type = 'table'")?.into_iter().collect();
    let mut postgres = PgConnection::connect(&url).await?;
    let list = "SELECT relname::text FROM pg_class
                WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition";
    tables.extend(postgres.fetch_all(list).await?.iter().map(|row| row.get::<String, _>(0)));
    postgres.close().await?;
    let known = TABLES.iter().map(|table| table.name).chain(OTHERS);
    let known: BTreeSet<String> = known.map(str::to_owned).filter(|name| name != "unfinished_copy").collect();
    assert_eq!(tables, known);
    let (mut sqlite, mut postgres) = (Database::connect(&file).await?, Database::connect(&url).await?);
    for table in TABLES {
        let [one, other] = [table.columns(&mut sqlite).await?, table.columns(&mut postgres).await?];
        let form = |columns: &[super::tables::Column]| -> Vec<_> {
            columns.iter().map(|column| (column.name.clone(), column.kind)).collect()
        };
        assert!(!one.is_empty());
        assert_eq!(form(&one), form(&other), "{}", table.name);
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn on_a_copy_nothing_is_sent_until_it_is_released() -> TestResult {
    let (folder, from) = source().await?;
    change(&from, "DELETE FROM installation_secrets WHERE name = 'outgoing-held'")?;
    let (held, url, quiet) = (file(folder.path(), "held.db"), empty_database().await?, file(folder.path(), "quiet.db"));
    let note = async |url: &str| -> anyhow::Result<Option<Vec<u8>>> {
        let store = Store::open_existing(url).await?;
        let note = store.installation_secret(OUTGOING_HELD).await?;
        close(store).await;
        Ok(note)
    };
    copied(&from, &held).await?;
    copied(&from, &url).await?;
    assert!(note(&held).await?.is_some_and(|note| !note.is_empty()));
    assert!(note(&url).await?.is_some_and(|note| !note.is_empty()));
    assert_eq!(note(&from).await?, None, "the source goes on");
    change(&from, "DELETE FROM webhook_endpoints")?;
    let of_mail = file(folder.path(), "mail.db");
    copied(&from, &of_mail).await?;
    assert!(note(&of_mail).await?.is_some_and(|note| !note.is_empty()), "a message waits");
    change(&from, "DELETE FROM mails WHERE state = 'queued'")?;
    copied(&from, &quiet).await?;
    assert_eq!(note(&quiet).await?, None, "nothing is sent anywhere");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_goes_to_postgresql_and_back() -> TestResult {
    let (folder, from) = source().await?;
    let (url, other, back) = (empty_database().await?, empty_database().await?, file(folder.path(), "back.db"));
    let there = copied(&from, &url).await?;
    assert!(there.iter().all(|table| table.rows > 0), "the fixture has no rows of a table: {there:?}");
    assert_eq!(there.len(), TABLES.len());
    assert_eq!(there.iter().find(|table| table.table == "records").map(|table| table.rows), Some(1500));
    // Also between two of the same kind.
    assert_eq!(copied(&url, &other).await?, there);
    assert_eq!(copied(&other, &back).await?, there);
    // A file also records up to which line numbers may be missing in its log.
    assert_eq!(copied(&back, &file(folder.path(), "again.db")).await?[1..], there[1..]);
    for url in [&url, &other] {
        close(Store::open_existing(url).await?).await;
    }
    let store = Store::open_existing(&back).await?;
    assert_eq!(store.audit_end().await?, AuditEnd { last: 10, skipping_until: 10 });
    close(store).await;
    // Compared by SQLite itself, without the code under test.
    let connection = connect(&from)?;
    connection.execute_batch(&format!("ATTACH '{}' AS back", folder.path().join("back.db").display()))?;
    for table in TABLES {
        let name = table.name;
        let columns = texts(&connection, &format!("SELECT name FROM pragma_table_info('{name}')"))?.join(", ");
        let differing = format!(
            "SELECT count(*) FROM (SELECT * FROM (SELECT {columns} FROM main.{name} EXCEPT SELECT {columns} FROM back.{name})
             UNION ALL SELECT * FROM (SELECT {columns} FROM back.{name} EXCEPT SELECT {columns} FROM main.{name}))"
        );
        let found: i64 = connection.query_one(&differing, [], |row| row.get(0))?;
        assert_eq!(found, i64::from(name == REPLACED), "{name}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_that_was_cut_off_goes_on_and_is_no_database_before() -> TestResult {
    let (folder, from) = source().await?;
    let (url, back) = (empty_database().await?, file(folder.path(), "back.db"));
    let whole = copied(&from, &file(folder.path(), "whole.db")).await?;
    // In the first tables, in the records, and while reading back.
    for after in [3, 900, 2000] {
        cut_off(&from, &url, after).await;
        cut_off(&from, &back, after).await;
        for refused in [Store::open(&url).await.err(), Store::open_existing(&url).await.err()] {
            assert_eq!(refused.map(|error| error.to_string()).as_deref(), Some(UNFINISHED));
        }
        let refused = [
            Store::open(&back).await.err(),
            Store::open_existing(&back).await.err(),
            Store::open_to_read(&back).await.err(),
        ];
        for refused in refused {
            assert_eq!(refused.map(|error| error.to_string()).as_deref(), Some(UNFINISHED));
        }
    }
    assert_eq!(copied(&from, &url).await?, whole);
    assert_eq!(copied(&from, &back).await?, whole);
    close(Store::open(&url).await?).await;
    close(Store::open(&back).await?).await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_target_of_another_source_or_with_data_is_refused() -> TestResult {
    let (folder, from) = source().await?;
    let (_other_folder, other) = source().await?;
    change(&other, "UPDATE installation_secrets SET value = x'77' WHERE name = 'anonymous-id-seal'")?;
    let (url, back) = (empty_database().await?, file(folder.path(), "back.db"));
    for to in [&url, &back] {
        cut_off(&from, to, 900).await;
        let refused = refusal(&other, to).await;
        assert!(refused.contains("an unfinished copy of another database"), "{refused}");
        copied(&from, to).await?;
        let refused = refusal(&from, to).await;
        assert!(refused.contains("--to has data already, in the table namespaces"), "{refused}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_of_a_source_that_changed_meanwhile_is_not_taken_for_right() -> TestResult {
    let (_folder, from) = source().await?;
    let url = empty_database().await?;
    cut_off(&from, &url, 900).await;
    change(&from, "UPDATE namespaces SET name = 'changed' WHERE id = 'acme'")?;
    for _ in 0..2 {
        let refused = refusal(&from, &url).await;
        assert!(refused.contains("the table namespaces is not the same in both databases (2 and 2 rows)"), "{refused}");
        assert!(Store::open(&url).await.is_err(), "its mark is gone");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_in_use_is_neither_read_nor_written() -> TestResult {
    let (folder, from) = source().await?;
    let (url, back) = (empty_database().await?, file(folder.path(), "back.db"));
    let server = Store::open(&from).await?;
    let refused = refusal(&from, &url).await;
    assert!(refused.contains("--from") && refused.contains("source.db first, such as a server"), "{refused}");
    close(server).await;
    copied(&from, &url).await?;
    let server = Store::open(&url).await?;
    server.check().await?;
    for (from, to, option) in [(&url, &back, "--from"), (&from, &url, "--to")] {
        let refused = refusal(from, to).await;
        assert!(refused.contains(option) && refused.contains("the database is in use"), "{refused}");
    }
    close(server).await;
    // A program of another name cannot write.
    let mut reader = Database::connect(&url).await?;
    reader.freeze().await?;
    let refused = change_postgres(&url, "SET lock_timeout = 100; DELETE FROM kept_replies").await;
    assert!(refused.is_err_and(|error| error.to_string().contains("lock timeout")));
    Ok(())
}
