//! Opening the database: its settings and its connections.

use std::{path::PathBuf, str::FromStr, sync::Arc, time::Duration};

use anyhow::Context;
use sqlx::{
    ConnectOptions, Connection, SqlitePool,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};

use super::{
    connection::OneConnection,
    direct::{Access, Direct, Way},
    place::Place,
    schema,
    scrub::Scrubber,
    writer::Writer,
};
use crate::{
    file_permissions::{self, beside},
    store::{
        Store,
        root::Database,
        sql::{Batches, Source},
    },
};

/// Connections that read; each has a thread and a page cache of its own.
const READERS: u32 = 8;
/// Connections for scans, which hold one as long as they last: as many as there are workers for jobs.
const SCANNERS: u32 = 4;
/// Time to wait for another writing process, such as a maintenance command.
pub(super) const BUSY: Duration = Duration::from_secs(10);
/// Bytes that the log keeps once it has been moved into the database.
pub(super) const LOG_LIMIT: u32 = 64 * 1024 * 1024;
/// Pages of the log after which it is moved into the database, four times the default: one that is changed again and again
/// is copied back less often.
pub(super) const CHECKPOINT: u32 = 4000;
/// Statements that a connection keeps prepared.
pub(super) const STATEMENTS: usize = 200;

/// A handle on a file; its clones share the connections.
#[derive(Clone)]
pub struct SqliteDatabase {
    pub(super) readers: SqlitePool,
    /// Apart from the readers, so that nothing else ever waits for a scan.
    pub(super) scanners: SqlitePool,
    pub(in crate::store) writer: Writer,
    pub(in crate::store) scrubber: Scrubber,
    /// Of a database that is open for writing.
    pub(super) place: Option<Arc<Place>>,
}

impl SqliteDatabase {
    /// Opens the database of a `sqlite:` URL, and makes it if it is not there. Fails for one of another release.
    pub(in crate::store) async fn open(url: &str) -> anyhow::Result<Store> {
        let options = settings(options(url)?);
        let mut connection = schema::connect(&options.clone().create_if_missing(true)).await?;
        let made = schema::make(&mut connection, options.get_filename()).await;
        // Dropped, it would leave its log beside the database.
        connection.close().await?;
        made?;
        Self::connect(options, Access::Write).await
    }

    /// The same, but fails when there is no file.
    pub(in crate::store) async fn open_existing(url: &str) -> anyhow::Result<Store> {
        Self::connect(settings(options(url)?), Access::Write).await
    }

    /// The same, but refuses to write. The file may stand where nothing can be written.
    pub(in crate::store) async fn open_to_read(url: &str) -> anyhow::Result<Store> {
        let (options, access) = reading(options(url)?);
        Self::connect(options.pragma("query_only", "1"), access).await
    }

    /// Brings a database of an earlier release up to date, which nothing else may use meanwhile; leaves any other as it
    /// is, and returns false.
    pub(in crate::store) async fn upgrade(url: &str) -> anyhow::Result<bool> {
        let Some(upgrade) = Self::begin_upgrade(url).await? else { return Ok(false) };
        upgrade.run().await?;
        Ok(true)
    }

    /// The file of a `sqlite:` URL.
    pub fn path(url: &str) -> anyhow::Result<PathBuf> {
        Ok(options(url)?.get_filename().to_owned())
    }

    async fn connect(options: SqliteConnectOptions, access: Access) -> anyhow::Result<Store> {
        let mut connection = schema::connect(&options).await?;
        let is_latest = schema::require_latest(&mut connection, options.get_filename()).await;
        connection.close().await?;
        is_latest?;
        let reading = options.clone().read_only(true);
        // SQLite connections need no check that they are alive.
        let pool = SqlitePoolOptions::new().acquire_timeout(Duration::from_secs(5)).test_before_acquire(false);
        let way = Way { file: options.get_filename().to_owned(), access, place: None };
        let (connection, place) = match access {
            Access::Write => Place::open(&way).map(|(connection, place)| (connection, Some(Arc::new(place)))),
            Access::Query | Access::Read | Access::ReadImmutable => Direct::open(&way).map(|opened| (opened, None)),
        }
        .context("cannot open the database")?;
        let way = Way { place: place.clone(), ..way };
        let opened = way.clone();
        let pool = pool.after_connect(move |_, _| {
            let verified = opened.verify();
            Box::pin(async move { verified })
        });
        let scanners = pool.clone().max_connections(SCANNERS).connect_lazy_with(reading.clone());
        let readers = pool
            .max_connections(READERS)
            .connect_with(reading)
            .await
            .context("cannot open the database for reading")?;
        let writer = Writer::start(way.clone(), connection);
        let looking_up = match access {
            Access::Write | Access::Query => Way { access: Access::Read, ..way.clone() },
            Access::Read | Access::ReadImmutable => way.clone(),
        };
        let look_up = || OneConnection::new(looking_up.clone()).context("cannot open the database for reading");
        let batches = Batches::start(look_up()?, look_up()?, &writer);
        let source = Source::Sqlite(readers.clone());
        let scrubber = Scrubber::start(options, way);
        Ok(Store::new(source, Database::Sqlite(Self { readers, scanners, writer, scrubber, place }), batches))
    }
}

/// The settings of a connection that writes.
pub(super) fn settings(options: SqliteConnectOptions) -> SqliteConnectOptions {
    options
        .foreign_keys(true)
        .busy_timeout(BUSY)
        .journal_mode(SqliteJournalMode::Wal)
        // A commit returns when its bytes are on the disk; anything less could lose an acknowledged answer.
        .synchronous(SqliteSynchronous::Full)
        // Deleted data is overwritten: an erased person must not be found in the file.
        .pragma("secure_delete", "1")
        .pragma("journal_size_limit", LOG_LIMIT.to_string())
        .pragma("wal_autocheckpoint", CHECKPOINT.to_string())
        .statement_cache_capacity(STATEMENTS)
        // An export is one long statement; that it takes long says nothing.
        .disable_statement_logging()
}

/// The settings of connections that only read. Where nothing can be written, SQLite cannot make the files that a reader
/// shares with writers, and does without them only if it is told that there is no writer: one has a log.
pub(super) fn reading(options: SqliteConnectOptions) -> (SqliteConnectOptions, Access) {
    let options = options.busy_timeout(BUSY).disable_statement_logging();
    let file = options.get_filename();
    if file_permissions::is_writable(file) {
        return (options, Access::Query);
    }
    let is_immutable = !beside(file, "-wal").exists();
    let access = if is_immutable { Access::ReadImmutable } else { Access::Read };
    (options.read_only(true).immutable(is_immutable), access)
}

pub(super) fn options(url: &str) -> anyhow::Result<SqliteConnectOptions> {
    SqliteConnectOptions::from_str(url).with_context(|| format!("{url} is not a SQLite database URL"))
}
