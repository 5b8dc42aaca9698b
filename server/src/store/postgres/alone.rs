//! A connection that has the database for itself.

use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use sqlx::{ConnectOptions, Executor, PgConnection};

use super::open::{APPLICATION, UNLIMITED, options};

/// Time that other processes have to close their connections.
const PATIENCE: Duration = Duration::from_secs(2);
/// The advisory lock of a copy; the number means nothing.
const LOCK: i64 = 0x7175_697a_636f_7079;

/// Fails while this program has other connections to the database, or another copy has it.
pub(in crate::store) async fn connect_alone(url: &str) -> anyhow::Result<PgConnection> {
    let options = options(url)?.application_name("quiz-answers copy");
    let mut connection = options.connect().await.context("cannot connect to the database")?;
    connection.execute(UNLIMITED).await?;
    let is_alone: bool =
        sqlx::query_scalar("SELECT pg_try_advisory_lock($1)").bind(LOCK).fetch_one(&mut connection).await?;
    ensure!(is_alone, "another copy is at work on this database");
    let began = Instant::now();
    while is_in_use(&mut connection).await? {
        if began.elapsed() > PATIENCE {
            bail!("the database is in use: stop the servers and commands that are connected to it first");
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    Ok(connection)
}

async fn is_in_use(connection: &mut PgConnection) -> anyhow::Result<bool> {
    let others = "SELECT EXISTS (SELECT FROM pg_stat_activity
                  WHERE datname = current_database() AND application_name = $1)";
    let found = sqlx::query_scalar(others).bind(APPLICATION).fetch_one(connection).await;
    found.context("cannot see in pg_stat_activity whether servers are connected to the database")
}
