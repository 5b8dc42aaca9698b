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
    migrate::{Migrate, MigrateError},
    pool::PoolOptions,
    postgres::{PgConnectOptions, PgPoolOptions},
};
use tokio::time::sleep;

use super::{examine::unsafe_settings, writer::Writer};
use crate::store::{
    Store,
    copy::UNFINISHED,
    migrations::{BEFORE_BASE, POSTGRES as MIGRATIONS, POSTGRES_BASE as BASE, Pending},
    root::Database,
    sql::{Batches, Source},
};

/// The name under which the connections of servers and commands appear in the database's list, with the version of the
/// schema that they are made for: `quiz-answers/20`.
pub(super) const APPLICATION: &str = "quiz-answers";
/// The lowest version of the schema whose servers go on beside the migrations of this release.
const OLDEST_BESIDE: i64 = BASE.version;
pub(super) const UNSEEN: &str = "cannot see in pg_stat_activity whether servers are connected to the database";

const NO_DATA: &str =
    "there is no data of this program in the database: give the right URL, or run `quiz-answers init`";

/// Connections of one server at most, beside the one that listens. Writes are gathered, so a few carry them.
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

/// A handle on a server's database; its clones share the connections.
#[derive(Clone)]
pub struct PostgresDatabase {
    pub(super) readers: PgPool,
    /// Apart from the readers, so that nothing else ever waits for a scan.
    pub(super) scanners: PgPool,
    pub(in crate::store) writer: Writer,
}

impl PostgresDatabase {
    /// Connections of one server at most.
    pub const CONNECTIONS: u32 = WRITERS + READERS + SCANNERS + 1;

    /// Opens the database of a `postgres:` URL, which must exist, and makes the tables if there are none. Fails for a
    /// database of another release.
    pub(in crate::store) async fn open(url: &str) -> anyhow::Result<Store> {
        Self::open_after(url, async |connection| {
            // The version is known when no other process is making the tables.
            connection.lock().await?;
            if version(connection).await?.is_none() {
                MIGRATIONS.run(&mut *connection).await.context("cannot make the tables")?;
            }
            require_latest(connection).await?;
            warn_of_unsafe_settings(connection).await;
            Ok(())
        })
        .await
    }

    /// The same, but fails when there is no schema of this program.
    pub(in crate::store) async fn open_existing(url: &str) -> anyhow::Result<Store> {
        Self::open_after(url, require_latest).await
    }

    /// The database of a URL without account, password and settings.
    pub fn place(url: &str) -> anyhow::Result<String> {
        let options = options(url)?;
        let host = options.get_socket().map_or_else(|| options.get_host().into(), |socket| socket.to_string_lossy());
        Ok(format!("postgres://{host}:{}/{}", options.get_port(), options.get_database().unwrap_or_default()))
    }

    async fn open_after(
        url: &str,
        check: impl AsyncFnOnce(&mut PgConnection) -> anyhow::Result<()>,
    ) -> anyhow::Result<Store> {
        let options = options(url)?;
        let mut connection = connect(&options).await?;
        let checked = check(&mut connection).await;
        connection.close().await?;
        checked?;
        Ok(Self::with_pools(&options))
    }

    /// Brings a database of an earlier release up to date, unless servers are connected that could not go on; leaves any
    /// other as it is, and returns false.
    pub(in crate::store) async fn upgrade(url: &str) -> anyhow::Result<bool> {
        let mut connection = connect(&options(url)?).await?;
        let upgraded = upgrade(&mut connection).await;
        connection.close().await?;
        upgraded
    }

    /// The migrations that a database lacks, and, as an error, what keeps them from running. Changes nothing.
    pub async fn pending(url: &str) -> anyhow::Result<(Pending, anyhow::Result<()>)> {
        let mut connection = connect(&options(url)?).await?;
        let found = async {
            let present = version(&mut connection).await?.context(NO_DATA)?;
            let pending = Pending::after(present, &MIGRATIONS);
            let allowed =
                if pending.steps.is_empty() { Ok(()) } else { require_fitting(&mut connection, present).await };
            anyhow::Ok((pending, allowed))
        };
        let found = found.await;
        connection.close().await?;
        found
    }

    fn with_pools(options: &PgConnectOptions) -> Store {
        let pool =
            |size, settings, trusted| pool(settings, trusted).max_connections(size).connect_lazy_with(options.clone());
        let readers = pool(READERS, LIMITED, Duration::ZERO);
        let scanners = pool(SCANNERS, UNLIMITED, Duration::ZERO);
        let writer = Writer::new(pool(WRITERS, LIMITED, TRUSTED));
        let batches = Batches::start(readers.clone(), readers.clone(), &writer);
        let source = Source::Postgres(readers.clone());
        Store::new(source, Database::Postgres(Self { readers, scanners, writer }), batches)
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

/// A server goes on with settings that it cannot change.
async fn warn_of_unsafe_settings(connection: &mut PgConnection) {
    let off = unsafe_settings(connection).await.unwrap_or_default().join(", ");
    if !off.is_empty() {
        tracing::warn!(off, "a power cut loses acknowledged answers: turn these settings of PostgreSQL on");
    }
}

/// Connects to the primary.
pub(super) async fn connect(options: &PgConnectOptions) -> anyhow::Result<PgConnection> {
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
    let name = format!("{APPLICATION}/{}", latest());
    Ok(options.application_name(&name).statement_cache_capacity(200).disable_statement_logging())
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
    ensure!(version.is_none_or(|version| version >= BASE.version), "the database {BEFORE_BASE}");
    Ok(version)
}

/// Fails unless the schema is this release's.
async fn require_latest(connection: &mut PgConnection) -> anyhow::Result<()> {
    let version = version(connection).await?;
    let version = version.context(NO_DATA)?;
    ensure!(
        version == latest(),
        "the database was made by an older release: run `quiz-answers serve` or `quiz-answers init`, which bring it up to date"
    );
    Ok(())
}

async fn upgrade(connection: &mut PgConnection) -> anyhow::Result<bool> {
    // Older releases take it too while they look at the version.
    connection.lock().await?;
    let Some(version) = version(connection).await?.filter(|version| *version < latest()) else { return Ok(false) };
    require_fitting(connection, version).await?;
    bring_up_to_date(connection).await?;
    Ok(true)
}

/// Fails while servers are connected that could not go on beside the migrations.
async fn require_fitting(connection: &mut PgConnection, present: i64) -> anyhow::Result<()> {
    let oldest = oldest_connected(connection, present).await?;
    ensure!(
        oldest >= OLDEST_BESIDE,
        "the database has to be brought up to date, and servers or commands of an older release are connected to it that \
         could not go on: stop them all first"
    );
    Ok(())
}

/// The lowest version of the schema that connected servers and commands are made for. Those that do not say theirs are
/// taken to be of the `present` one.
pub(super) async fn oldest_connected(connection: &mut PgConnection, present: i64) -> anyhow::Result<i64> {
    let names: Vec<String> = sqlx::query_scalar(
        "SELECT DISTINCT application_name FROM pg_stat_activity
         WHERE datname = current_database() AND split_part(application_name, '/', 1) = $1",
    )
    .bind(APPLICATION)
    .fetch_all(connection)
    .await
    .context(UNSEEN)?;
    let version = |name: &String| name.split_once('/').and_then(|(_, version)| version.parse().ok()).unwrap_or(present);
    Ok(names.iter().map(version).min().unwrap_or(present))
}

/// Makes the tables, or brings those of an earlier release up to date. One process at a time: the others wait for its lock.
pub(in crate::store) async fn bring_up_to_date(connection: &mut PgConnection) -> anyhow::Result<()> {
    version(connection).await?;
    connection.lock().await?;
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
    Ok(connection.unlock().await?)
}

fn is_locked(error: &MigrateError) -> bool {
    let (MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _)) = error else { return false };
    error.as_database_error().is_some_and(|error| error.code().as_deref() == Some("55P03"))
}
