//! Opening a database: the settings of its connections, and files that are refused.

use futures_util::future::join_all;
use tempfile::tempdir;

use super::open;
use crate::store::{
    SqliteDatabase, Store, StoreError,
    contract::samples::{namespace, namespace_id},
    sql::{Connection, sql},
};

type TestResult = anyhow::Result<()>;

#[tokio::test(flavor = "multi_thread")]
async fn a_commit_waits_for_the_disk() -> TestResult {
    let folder = tempdir()?;
    let store = open(folder.path()).await?;
    let (journal, synchronous, foreign_keys) =
        store.file.writer.write(|connection| Box::pin(settings(connection))).await?;
    assert_eq!(journal, "wal");
    assert_eq!(synchronous, 2, "1 would lose the newest commits with the power");
    assert_eq!(foreign_keys, 1);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reader_cannot_write() -> TestResult {
    let folder = tempdir()?;
    let store = open(folder.path()).await?;
    let delete = sql!("DELETE FROM namespaces");
    let refused = store.file.readers.read(move |reader| reader.execute(&delete)).await;
    assert!(matches!(&refused, Err(StoreError::Unavailable(cause)) if cause.contains("read-only")), "{refused:?}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_of_a_newer_release_is_refused() -> TestResult {
    let folder = tempdir()?;
    let store = open(folder.path()).await?;
    store
        .run(&["INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
         VALUES (9999, 'from the future', TRUE, x'00', 0)"])
        .await?;
    let refused = open(folder.path()).await.err().map(|error| error.to_string()).unwrap_or_default();
    assert!(refused.contains("was made by a newer release"), "{refused}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_several_processes_make_at_once_opens_in_all() -> TestResult {
    for _ in 0..20 {
        let folder = tempdir()?;
        let url = format!("sqlite:{}", folder.path().join("test.db").display());
        let open = |url: String| tokio::task::spawn_blocking(move || SqliteDatabase::open(&url));
        for opened in join_all((0..4).map(|_| open(url.clone()))).await {
            opened??.check().await?;
        }
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_older_schema_fails_the_check() -> TestResult {
    let folder = tempdir()?;
    let store = open(folder.path()).await?;
    store.run(&["DELETE FROM _sqlx_migrations"]).await?;
    assert!(matches!(store.check().await, Err(StoreError::Unavailable(_))));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_no_database_is_refused_and_left_as_it_is() -> TestResult {
    let folder = tempdir()?;
    let file = folder.path().join("test.db");
    let text = "These are the minutes of the meeting. ".repeat(100);
    std::fs::write(&file, &text)?;
    assert!(open(folder.path()).await.is_err());
    assert_eq!(std::fs::read_to_string(&file)?, text);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_that_is_not_there_is_refused() -> TestResult {
    let folder = tempdir()?;
    assert!(open(&folder.path().join("missing")).await.is_err());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_path_may_have_letters_that_mean_something_in_an_address() -> TestResult {
    let folder = tempdir()?;
    let file = folder.path().join("100%41? #1.db");
    let url = SqliteDatabase::url(&file);
    assert_eq!(SqliteDatabase::path(&url)?, file);
    Store::open(&url).await?.close().await;
    let made: Vec<_> = std::fs::read_dir(folder.path())?
        .map(|entry| entry.map(|entry| entry.file_name()))
        .collect::<Result<_, _>>()?;
    assert_eq!(made, [file.file_name().unwrap_or_default()]);
    for refused in ["sqlite:", "sqlite::memory:", "sqlite:a.db?mode=ro"] {
        assert!(SqliteDatabase::path(refused).is_err(), "{refused}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn two_processes_share_a_file() -> TestResult {
    let folder = tempdir()?;
    let (one, other) = (open(folder.path()).await?, open(folder.path()).await?);
    for number in 0..20 {
        let (first, second) = tokio::join!(
            one.add_namespace(namespace(&format!("one-{number}"))),
            other.add_namespace(namespace(&format!("other-{number}"))),
        );
        first?;
        second?;
    }
    assert!(one.namespace(&namespace_id("other-19")).await?.is_some());
    assert!(other.namespace(&namespace_id("one-19")).await?.is_some());
    Ok(())
}

async fn settings(mut connection: Connection<'_>) -> Result<(String, i64, i64), sqlx::Error> {
    let journal: Vec<(String,)> = connection.rows(sql!("PRAGMA journal_mode")).await?;
    let synchronous: Vec<(i64,)> = connection.rows(sql!("PRAGMA synchronous")).await?;
    let foreign_keys: Vec<(i64,)> = connection.rows(sql!("PRAGMA foreign_keys")).await?;
    Ok((journal[0].0.clone(), synchronous[0].0, foreign_keys[0].0))
}
