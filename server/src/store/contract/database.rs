//! Empty schemas in the cluster of the test run, and databases for tests that look at all connections to one.

use std::{
    process,
    sync::atomic::{AtomicU32, Ordering},
};

use anyhow::Context;
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};

use super::cluster;

pub(crate) async fn empty_schema() -> anyhow::Result<String> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let url = cluster::url_of("postgres").await?;
    let schema = format!("test_{}_{}", process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    let mut connection = PgConnection::connect(&url).await?;
    // Another process may have used the same number.
    connection
        .execute(AssertSqlSafe(format!("DROP SCHEMA IF EXISTS {schema} CASCADE; CREATE SCHEMA {schema}")))
        .await?;
    connection.close().await?;
    Ok(format!("{url}?options[search_path]={schema}"))
}

pub(crate) async fn empty_database() -> anyhow::Result<String> {
    let url = empty_schema().await?;
    let (server, name) = url.split_once("/postgres?options[search_path]=").context("the URL of a schema")?;
    let mut connection = PgConnection::connect(&url).await?;
    // Another process may have used the same number.
    connection.execute(AssertSqlSafe(format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"))).await?;
    // As on many servers, text sorts by language rules unless a statement or a column says otherwise.
    let dictionary = "TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en'";
    connection.execute(AssertSqlSafe(format!("CREATE DATABASE {name} {dictionary}"))).await?;
    connection.close().await?;
    Ok(format!("{server}/{name}"))
}
