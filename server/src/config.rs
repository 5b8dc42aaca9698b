//! Options that every command has, and what they open.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, OnceLock},
};

use anyhow::{Context, bail, ensure};
use clap::Args;

use crate::{
    permissions,
    service::Service,
    store::{PostgresStore, SqliteStore, Store},
    telemetry::LogFormat,
};

#[derive(Args, Clone, Debug)]
pub(crate) struct GlobalOptions {
    /// Directory of the database and the exported files.
    #[arg(long, global = true, env = "QA_DATA_DIR", default_value = "./data", value_name = "DIR")]
    pub data_dir: PathBuf,

    /// The database: `sqlite:PATH`, or `postgres://USER@HOST/NAME`. Without it, quiz-answers.db in the data directory.
    #[arg(long, global = true, env = "QA_DATABASE_URL", value_name = "URL", hide_env_values = true)]
    pub database_url: Option<String>,

    /// Log level: error, warn, info, debug, or levels by module.
    #[arg(long, global = true, env = "QA_LOG", default_value = "info", value_name = "LEVEL")]
    pub log: String,

    #[arg(long, global = true, env = "QA_LOG_FORMAT", default_value = "text", value_name = "FORMAT")]
    pub log_format: LogFormat,

    /// Print results as JSON, an object a line; errors too
    #[arg(long, global = true, env = "QA_JSON")]
    pub json: bool,
}

/// The data that one run of the program works on.
pub(crate) struct Installation {
    options: GlobalOptions,
    /// The store that the command opened; [`close`](Self::close) closes it however the command ended.
    store: OnceLock<Arc<dyn Store>>,
}

impl Installation {
    pub(crate) fn new(options: GlobalOptions) -> Self {
        Self { options, store: OnceLock::new() }
    }

    pub(crate) fn data_dir(&self) -> &Path {
        &self.options.data_dir
    }

    /// The URL of a PostgreSQL database.
    fn postgres(&self) -> Option<&str> {
        let url = self.options.database_url.as_deref()?;
        matches!(url.split_once(':'), Some(("postgres" | "postgresql", _))).then_some(url)
    }

    /// True if the database is a file, which is this program's alone.
    pub(crate) fn is_file(&self) -> bool {
        self.postgres().is_none()
    }

    /// The database file.
    pub(crate) fn database(&self) -> anyhow::Result<PathBuf> {
        ensure!(
            self.is_file(),
            "this works on a SQLite file only: back up and restore PostgreSQL with its own tools, such as pgBackRest"
        );
        let path = SqliteStore::path(&self.url()?)?;
        std::path::absolute(&path).with_context(|| format!("cannot find {}", path.display()))
    }

    /// The same, if the file is there.
    pub(crate) fn existing_database(&self) -> anyhow::Result<PathBuf> {
        let database = self.database()?;
        if !database.exists() {
            bail!(
                "there is no database {}: give the right --data-dir, or make a new one with `quiz-answers init`",
                database.display()
            );
        }
        Ok(database)
    }

    /// The use-cases on the database that is there.
    pub(crate) async fn open(&self) -> anyhow::Result<Service> {
        if let Some(url) = self.postgres() {
            return self.start(PostgresStore::open_existing(url).await?).await;
        }
        let database = self.existing_database()?;
        permissions::tighten(&database, self.data_dir());
        permissions::require_writable(&database)?;
        self.start(SqliteStore::open_existing(&self.url()?).await?).await
    }

    /// The same for a command that only reads: it needs no right to write, and changes nothing, unless the database is of an
    /// earlier release and has to be brought up to date.
    pub(crate) async fn open_to_read(&self) -> anyhow::Result<Service> {
        if self.postgres().is_some() {
            return self.open().await;
        }
        self.existing_database()?;
        match SqliteStore::open_to_read(&self.url()?).await? {
            Some(store) => self.start(store).await,
            None => self.open().await,
        }
    }

    /// The same, after making the data directory and the database if they are not there.
    pub(crate) async fn open_or_create(&self) -> anyhow::Result<Service> {
        if self.options.database_url.is_none() || !self.is_file() {
            std::fs::create_dir_all(self.data_dir())
                .with_context(|| format!("cannot make the data directory {}", self.data_dir().display()))?;
        }
        if let Some(url) = self.postgres() {
            return self.start(PostgresStore::open(url).await?).await;
        }
        let database = self.database()?;
        permissions::tighten(&database, self.data_dir());
        permissions::require_writable(&database)?;
        self.start(SqliteStore::open(&self.url()?).await?).await
    }

    /// Leaves the database as one file, unless another process has it open.
    pub(crate) async fn close(&self) {
        if let Some(store) = self.store.get() {
            store.close().await;
        }
    }

    async fn start(&self, store: impl Store + 'static) -> anyhow::Result<Service> {
        let store: Arc<dyn Store> = Arc::new(store);
        Ok(Service::start(Arc::clone(self.store.get_or_init(|| store))).await?)
    }

    fn url(&self) -> anyhow::Result<String> {
        let Some(url) = &self.options.database_url else {
            return Ok(format!("sqlite:{}", self.data_dir().join("quiz-answers.db").display()));
        };
        if url.starts_with("sqlite:") {
            return Ok(url.clone());
        }
        bail!(
            "a database URL begins with sqlite: or postgres: as in sqlite:/path/to/file.db or postgres://user@host/name"
        )
    }
}
