//! Opening the database: its connections and its migrations.

use std::{
    future::ready,
    io::{self, ErrorKind},
    str::FromStr,
    time::{Duration, Instant},
};

use anyhow::{Context, bail, ensure};
use futures_util::future::BoxFuture;
use sqlx::{
    ConnectOptions, Connection, Executor, PgConnection, PgPool, Postgres,
    migrate::{MigrateError, Migrator},
    pool::PoolOptions,
    postgres::{PgConnectOptions, PgPoolOptions},
};
use tokio::time::sleep;

use super::writer::Writer;
use crate::store::{
    copy::UNFINISHED,
    sql::{Batches, Probe},
};

/// The name under which the connections of servers and commands appear in the database's list.
pub(super) const APPLICATION: &str = "quiz-answers";

pub(super) static MIGRATIONS: Migrator = sqlx::migrate!("migrations/postgres");

/// Connections of one server at most: with the one that listens, 21. Writes are gathered, so a few carry them.
const WRITERS: u32 = 8;
const READERS: u32 = 8;
/// For scans, which hold one as long as they last: as many as there are workers for jobs.
const SCANNERS: u32 = 4;
/// A connection for writes that was used a moment ago is not asked if it leads to a primary: the database refuses a write on
/// any other, and the connection is given up. Reads would get old answers from a server that was demoted.
const TRUSTED: Duration = Duration::from_millis(200);
/// Time to wait for a connection, also while the database is starting or failing over.
const PATIENCE: Duration = Duration::from_secs(5);
/// The same at the start, where the alternative is to exit: longer than a failover of Patroni's takes.
const START: Duration = Duration::from_secs(45);

/// Tries to bring the schema up to date while others hold locks, and the time between them: two minutes in all.
const TRIES: u32 = 40;
const PAUSE: Duration = Duration::from_secs(1);

/// A statement that takes longer, or waits longer for a lock, is stopped by the server: earlier than the deadline of
/// requests, so that they are told the cause. It does not stop a commit: PostgreSQL ends the limit before, because a
/// commit that is cancelled while it waits for a standby stands, but might be lost with the primary.
///
/// The transaction of a server that hangs ends after three seconds: it may hold the row for which all writes to its quiz wait.
///
/// All these statements have an index for what they look for. The planner takes the rows that a group names for a hundred,
/// and while tables are small or were never analysed, it reads them whole to join them; so it is told to look the rows up.
/// The cost by which it avoids the rest would make it compile statements, which takes longer than they do.
const LIMITED: &str = "SET statement_timeout = 25000; SET lock_timeout = 10000;
                       SET idle_in_transaction_session_timeout = 3000;
                       SET default_transaction_isolation = 'read committed';
                       SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off; SET jit = off";
/// A scan takes as long as its receiver.
pub(super) const UNLIMITED: &str = "SET statement_timeout = 0; SET default_transaction_isolation = 'read committed'";

/// A handle; its clones share the connections.
#[derive(Clone)]
pub struct PostgresStore {
    pub(super) readers: PgPool,
    /// Apart from the readers, so that nothing else ever waits for a scan.
    pub(super) scanners: PgPool,
    pub(super) writer: Writer,
    pub(super) batches: Batches,
    pub(super) probe: Probe,
}

impl PostgresStore {
    /// Opens the database of a `postgres:` URL, which must exist, and brings its schema up to date.
    pub async fn open(url: &str) -> anyhow::Result<Self> {
        let options = options(url)?;
        let mut connection = connect(&options).await?;
        let migrated = bring_up_to_date(&mut connection).await;
        connection.close().await?;
        migrated?;
        Ok(Self::with_pools(&options))
    }

    /// The same, but fails when there is no schema of this program.
    pub async fn open_existing(url: &str) -> anyhow::Result<Self> {
        let mut connection = connect(&options(url)?).await?;
        let version = version(&mut connection).await;
        connection.close().await?;
        if version?.is_none() {
            bail!("there is no data of this program in the database: give the right URL, or run `quiz-answers init`");
        }
        Self::open(url).await
    }

    fn with_pools(options: &PgConnectOptions) -> Self {
        let pool =
            |size, settings, trusted| pool(settings, trusted).max_connections(size).connect_lazy_with(options.clone());
        let readers = pool(READERS, LIMITED, Duration::ZERO);
        let writer = Writer::new(pool(WRITERS, LIMITED, TRUSTED));
        Self {
            scanners: pool(SCANNERS, UNLIMITED, Duration::ZERO),
            batches: Batches::start(readers.clone(), &writer),
            readers,
            writer,
            probe: Probe::default(),
        }
    }
}

/// Connections that were idle for less than `trusted` are not checked before they are used.
fn pool(settings: &'static str, trusted: Duration) -> PoolOptions<Postgres> {
    PgPoolOptions::new()
        .acquire_timeout(PATIENCE)
        // The check below costs the same round trip, and more than a ping: a server that was demoted answers pings.
        .test_before_acquire(false)
        .before_acquire(
            move |connection, meta| {
                if meta.idle_for < trusted { Box::pin(ready(Ok(true))) } else { is_primary(connection) }
            },
        )
        .after_connect(move |connection, _| {
            Box::pin(async move {
                connection.execute(settings).await?;
                if is_primary(connection).await? { Ok(()) } else { Err(read_only()) }
            })
        })
}

/// Connects to the primary.
async fn connect(options: &PgConnectOptions) -> anyhow::Result<PgConnection> {
    let begun = Instant::now();
    let mut is_waiting = false;
    loop {
        let error = match connect_once(options).await {
            Ok(connection) => return Ok(connection),
            Err(error) => error,
        };
        if !is_passing(&error) || begun.elapsed() > START {
            return Err(error).context("cannot connect to the database");
        }
        if !std::mem::replace(&mut is_waiting, true) {
            tracing::warn!(cause = %error, "waiting for the database, {} s at most", START.as_secs());
        }
        sleep(Duration::from_millis(500)).await;
    }
}

/// A database that is starting, a standby, or a proxy that has no primary to lead to. A refused connection is none of
/// them: the address may be wrong.
fn is_passing(error: &sqlx::Error) -> bool {
    use ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset, Other, UnexpectedEof};
    match error {
        sqlx::Error::Database(error) => error.code().is_some_and(|code| code == "57P03"),
        sqlx::Error::Io(error) => {
            matches!(error.kind(), UnexpectedEof | ConnectionReset | ConnectionAborted | BrokenPipe | Other)
        }
        _ => false,
    }
}

async fn connect_once(options: &PgConnectOptions) -> Result<PgConnection, sqlx::Error> {
    let mut connection = options.connect().await?;
    if is_primary(&mut connection).await? { Ok(connection) } else { Err(read_only()) }
}

/// False on a standby, and on a primary that was demoted.
pub(super) fn is_primary(connection: &mut PgConnection) -> BoxFuture<'_, Result<bool, sqlx::Error>> {
    Box::pin(async move {
        let is_read_only: String = sqlx::query_scalar("SHOW transaction_read_only").fetch_one(connection).await?;
        Ok(is_read_only == "off")
    })
}

fn read_only() -> sqlx::Error {
    sqlx::Error::Io(io::Error::other("the database can only be read"))
}

pub(super) fn options(url: &str) -> anyhow::Result<PgConnectOptions> {
    let options = PgConnectOptions::from_str(url).context("the database URL is not one of PostgreSQL")?;
    Ok(options.application_name(APPLICATION).statement_cache_capacity(200).disable_statement_logging())
}

/// The version that this release works with.
pub(in crate::store) fn latest() -> i64 {
    MIGRATIONS.iter().map(|migration| migration.version).max().unwrap_or_default()
}

/// The version of the schema, if there is one. Fails for a schema of a newer release.
async fn version(connection: &mut PgConnection) -> anyhow::Result<Option<i64>> {
    let (has_schema, is_marked): (bool, bool) = sqlx::query_as(
        "SELECT to_regclass('_sqlx_migrations') IS NOT NULL, to_regclass('unfinished_copy') IS NOT NULL",
    )
    .fetch_one(&mut *connection)
    .await
    .context("cannot read the database")?;
    ensure!(!is_marked, UNFINISHED);
    if !has_schema {
        return Ok(None);
    }
    let version: Option<i64> = sqlx::query_scalar("SELECT max(version) FROM _sqlx_migrations")
        .fetch_one(connection)
        .await
        .context("cannot read the version of the schema")?;
    if version > Some(latest()) {
        bail!("the database was made by a newer release: use that release, or a backup from before it");
    }
    Ok(version)
}

/// One server at a time: the others wait for its lock.
pub(in crate::store) async fn bring_up_to_date(connection: &mut PgConnection) -> anyhow::Result<()> {
    version(connection).await?;
    // All that comes behind a statement that waits for a lock waits too, so it gives up soon and comes again.
    connection.execute("SET lock_timeout = 2000").await?;
    let mut tries = 0;
    loop {
        tries += 1;
        match MIGRATIONS.run(&mut *connection).await {
            Err(error) if tries < TRIES && is_locked(&error) => tokio::time::sleep(PAUSE).await,
            outcome => break outcome.context("cannot bring the schema of the database up to date")?,
        }
    }
    connection.execute("RESET lock_timeout").await?;
    Ok(())
}

fn is_locked(error: &MigrateError) -> bool {
    let (MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _)) = error else { return false };
    error.as_database_error().is_some_and(|error| error.code().as_deref() == Some("55P03"))
}
