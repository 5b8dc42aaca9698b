//! A connection with exclusive use of the database.

use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use sqlx::{ConnectOptions, Executor, PgConnection};

use super::open::{APPLICATION, UNLIMITED, UNSEEN, options};

/// Time that other processes have to close their connections.
const PATIENCE: Duration = Duration::from_secs(2);
/// The advisory lock of a copy; an arbitrary number.
const LOCK: i64 = 0x7175_697a_636f_7079;

/// Fails while this program has other connections to the database, or another copy uses it.
pub(in crate::store) async fn connect_exclusive(url: &str) -> anyhow::Result<PgConnection> {
    let options = options(url)?.application_name("quiz-answers copy");
    let mut connection = options.connect().await.context("cannot connect to the database")?;
    connection.execute(UNLIMITED).await?;
    let began = Instant::now();
    while let Err(refusal) = claim(&mut connection).await? {
        ensure!(began.elapsed() < PATIENCE, refusal);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    Ok(connection)
}

/// The inner error is the reason why the database is not available now.
async fn claim(connection: &mut PgConnection) -> anyhow::Result<Result<(), &'static str>> {
    let take = sqlx::query_scalar("SELECT pg_try_advisory_lock($1)").bind(LOCK);
    let is_taken: bool = take.fetch_one(&mut *connection).await?;
    if !is_taken {
        return Ok(Err("a copy is at work on this database"));
    }
    let others = sqlx::query_scalar(
        "SELECT EXISTS (
             SELECT FROM pg_stat_activity
             WHERE datname = current_database() AND split_part(application_name, '/', 1) = $1)",
    );
    let is_in_use: bool = others.bind(APPLICATION).fetch_one(connection).await.context(UNSEEN)?;
    let refusal = "the database is in use: stop the servers and commands that are connected to it first";
    Ok(if is_in_use { Err(refusal) } else { Ok(()) })
}
