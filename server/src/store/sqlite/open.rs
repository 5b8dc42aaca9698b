//! Opening the database: its settings, its migrations, its connections.

use std::{str::FromStr, time::Duration};

use anyhow::Context;
use sqlx::{
    ConnectOptions, Connection, SqliteConnection, SqlitePool,
    migrate::Migrator,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};

use super::{
    batcher::Batcher, begins::Begin, lookups::Lookups, probe::Probe, replacements::Replacement, writer::Writer,
};
use crate::store::NewAnswer;

pub(super) static MIGRATIONS: Migrator = sqlx::migrate!("migrations/sqlite");

/// Connections that read; each has a thread and a page cache of its own.
const READERS: u32 = 4;
/// Connections for scans, which hold one as long as they last: as many as there are workers for jobs.
const SCANNERS: u32 = 4;
/// How long to wait for another process that is writing, such as a maintenance command.
const BUSY: Duration = Duration::from_secs(10);

/// A handle; its clones share the connections.
#[derive(Clone)]
pub struct SqliteStore {
    pub(super) readers: SqlitePool,
    /// Apart from the readers, so that nothing else ever waits for a scan.
    pub(super) scanners: SqlitePool,
    pub(super) lookups: Lookups,
    pub(super) writer: Writer,
    pub(super) begins: Batcher<Begin>,
    pub(super) answers: Batcher<NewAnswer>,
    pub(super) replacements: Batcher<Replacement>,
    pub(super) probe: Probe,
}

impl SqliteStore {
    /// Opens the database of a `sqlite:` URL, makes it if it is not there, and brings its schema up to date.
    ///
    /// # Errors
    /// When the file cannot be opened or written, or was made by a newer release.
    pub async fn open(url: &str) -> anyhow::Result<Self> {
        let options = SqliteConnectOptions::from_str(url)
            .with_context(|| format!("{url} is not a SQLite database URL"))?
            .create_if_missing(true)
            .foreign_keys(true)
            .busy_timeout(BUSY)
            .journal_mode(SqliteJournalMode::Wal)
            // A commit returns when its bytes are on the disk; anything less could lose an acknowledged answer.
            .synchronous(SqliteSynchronous::Full)
            .pragma("journal_size_limit", "67108864")
            // Pages, four times the default: one that is changed again and again is copied back less often.
            .pragma("wal_autocheckpoint", "4000")
            .statement_cache_capacity(200)
            // An export is one long statement; that it takes long says nothing.
            .disable_statement_logging();
        let mut connection = SqliteConnection::connect_with(&options)
            .await
            .with_context(|| format!("cannot open the database {}", options.get_filename().display()))?;
        MIGRATIONS.run(&mut connection).await.context("cannot bring the database's schema up to date")?;
        let reading = options.clone().read_only(true);
        // A file does not hang up.
        let pool = SqlitePoolOptions::new().acquire_timeout(Duration::from_secs(5)).test_before_acquire(false);
        let scanners = pool.clone().max_connections(SCANNERS).connect_lazy_with(reading.clone());
        let readers = pool
            .max_connections(READERS)
            .connect_with(reading.clone())
            .await
            .context("cannot open the database for reading")?;
        let lookups = reading.connect().await.context("cannot open the database for reading")?;
        let writer = Writer::start(options, connection);
        let probe = Probe::new(reading.clone(), writer.clone());
        Ok(Self {
            readers,
            scanners,
            lookups: Lookups::start(reading, lookups),
            begins: Batcher::start(writer.clone()),
            answers: Batcher::start(writer.clone()),
            replacements: Batcher::start(writer.clone()),
            writer,
            probe,
        })
    }
}
