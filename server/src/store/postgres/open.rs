//! Opens the database: its connections and its migrations.

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

/// The application name of servers' and commands' connections, followed by the schema version that they are built for:
/// `quiz-answers/20`.
pub(super) const APPLICATION: &str = "quiz-answers";
/// The lowest schema version whose servers keep working beside the migrations of this release.
const OLDEST_BESIDE: i64 = BASE.version;
pub(super) const UNSEEN: &str = "cannot see in pg_stat_activity whether servers are connected to the database";

const NO_DATA: &str =
    "there is no data of this program in the database: give the right URL, or run `quiz-answers init`";

/// Maximum connections of one server, beside the listening one. Writes are batched, so a few connections carry them.
const WRITERS: u32 = 8;
const READERS: u32 = 8;
/// For scans, which hold a connection for their whole duration: as many as there are workers for jobs.
const SCANNERS: u32 = 4;
/// A write connection that was used within this time is not checked for leading to a primary: the database refuses a
/// write on any other server, and the connection is dropped. Reads would get stale answers from a demoted server.
const TRUSTED: Duration = Duration::from_millis(200);
/// Time to wait for a connection, also while the database starts or fails over.
const PATIENCE: Duration = Duration::from_secs(5);
/// Time to wait on startup, where the alternative is to exit: longer than a Patroni failover takes.
const START: Duration = Duration::from_secs(45);

/// Number of migration attempts while others hold locks, and the pause between them: two minutes in total.
const TRIES: u32 = 40;
const PAUSE: Duration = Duration::from_secs(1);

/// The server stops a statement that takes longer, or waits longer for a lock: before the deadline of requests, so that
/// they get the cause. A commit is not stopped: PostgreSQL ends the limit first, because a commit that is cancelled
/// while it waits for a standby stands, but might be lost with the primary.
///
/// The transaction of a server that hangs ends after three seconds, as it may hold the row that all writes to its quiz
/// wait for.
///
/// All these statements have a matching index. The planner estimates the rows that a group names at a hundred, and it
/// would scan and join whole tables while they are small or not analysed, so other plans are disabled. The cost that it
/// assigns to disabled plans would trigger JIT compilation, which takes longer than the statements do.
const LIMITED: &str = "SET statement_timeout = 25000; SET lock_timeout = 10000;
                       SET idle_in_transaction_session_timeout = 3000;
                       SET default_transaction_isolation = 'read committed';
                       SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off; SET jit = off";
/// A scan takes as long as its receiver.
pub(super) const UNLIMITED: &str = "SET statement_timeout = 0; SET default_transaction_isolation = 'read committed'";

/// A handle to a server's database. Clones share the connections.
#[derive(Clone)]
pub struct PostgresDatabase {
    pub(super) readers: PgPool,
    /// Separate from the readers, so that nothing else waits for a scan.
    pub(super) scanners: PgPool,
    pub(in crate::store) writer: Writer,
}

impl PostgresDatabase {
    pub const CONNECTIONS: u32 = WRITERS + READERS + SCANNERS + 1;

    /// Opens the database of a `postgres:` URL, which must exist, and creates the tables if there are none. Fails for a
    /// database of another release.
    pub(in crate::store) async fn open(url: &str) -> anyhow::Result<Store> {
        Self::open_after(url, async |connection| {
            // The version is read under the lock, when no other process is creating the tables.
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

    /// Same as [`open`](Self::open), but fails if there is no schema of this program.
    pub(in crate::store) async fn open_existing(url: &str) -> anyhow::Result<Store> {
        Self::open_after(url, require_latest).await
    }

    /// The database of a URL, without account, password and settings.
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

    /// Migrates a database of an earlier release, unless connected servers could not continue. Leaves any other
    /// database unchanged and returns `false`.
    pub(in crate::store) async fn upgrade(url: &str) -> anyhow::Result<bool> {
        let mut connection = connect(&options(url)?).await?;
        let upgraded = upgrade(&mut connection).await;
        connection.close().await?;
        upgraded
    }

    /// Returns the migrations that a database lacks and, as an error, what prevents them. Changes nothing.
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

/// Connections that were idle for less than `trusted` are used without a check.
fn pool(settings: &'static str, trusted: Duration) -> PoolOptions<Postgres> {
    PgPoolOptions::new()
        .acquire_timeout(PATIENCE)
        // The check below costs the same round trip and detects more than a ping, which a demoted server answers.
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

/// A server continues with settings that it cannot change.
async fn warn_of_unsafe_settings(connection: &mut PgConnection) {
    let off = unsafe_settings(connection).await.unwrap_or_default().join(", ");
    if !off.is_empty() {
        tracing::warn!(off, "a power cut loses acknowledged answers: turn these settings of PostgreSQL on");
    }
}

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

/// True for a database that is starting, a standby, or a proxy without a primary. A refused connection is none of
/// these: the address may be wrong.
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

/// False on a standby, and on a demoted primary.
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

/// The schema version of this release.
pub(in crate::store) fn latest() -> i64 {
    MIGRATIONS.iter().map(|migration| migration.version).max().unwrap_or_default()
}

/// Returns the schema version, if there is a schema. Fails for a schema of a newer release.
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
    // Older releases also take it while they check the version.
    connection.lock().await?;
    let Some(version) = version(connection).await?.filter(|version| *version < latest()) else { return Ok(false) };
    require_fitting(connection, version).await?;
    bring_up_to_date(connection).await?;
    Ok(true)
}

/// Fails while servers are connected that cannot continue beside the migrations.
async fn require_fitting(connection: &mut PgConnection, present: i64) -> anyhow::Result<()> {
    let oldest = oldest_connected(connection, present).await?;
    ensure!(
        oldest >= OLDEST_BESIDE,
        "the database has to be brought up to date, and servers or commands of an older release are connected to it that \
         could not go on: stop them all first"
    );
    Ok(())
}

/// The lowest schema version that connected servers and commands are built for. Those that do not report a version are
/// assumed to be of the `present` one.
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

/// Creates the tables, or migrates those of an earlier release. One process at a time: the others wait for its lock.
pub(in crate::store) async fn bring_up_to_date(connection: &mut PgConnection) -> anyhow::Result<()> {
    version(connection).await?;
    connection.lock().await?;
    // Everything behind a statement that waits for a lock waits too, so it gives up soon and tries again.
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
