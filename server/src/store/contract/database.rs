//! A database of its own in the cluster of the test run, for what looks at all connections to a database.

use anyhow::Context;
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};

use super::cluster::empty_schema;

/// The URL of a new database.
pub(crate) async fn empty_database() -> anyhow::Result<String> {
    let url = empty_schema().await?;
    let (server, name) = url.split_once("/postgres?options[search_path]=").context("the URL of a schema")?;
    let mut connection = PgConnection::connect(&url).await?;
    // Another process may have had the same number.
    connection.execute(AssertSqlSafe(format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"))).await?;
    // As on many servers, texts are ordered as in a dictionary there, unless a statement or a column says otherwise.
    let dictionary = "TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en'";
    connection.execute(AssertSqlSafe(format!("CREATE DATABASE {name} {dictionary}"))).await?;
    connection.close().await?;
    Ok(format!("{server}/{name}"))
}
