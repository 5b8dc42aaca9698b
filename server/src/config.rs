//! Options that every command has, and the database that they select.

mod in_place;

use std::{
    error::Error,
    fmt,
    path::{Path, PathBuf},
    sync::{Arc, OnceLock},
};

use anyhow::{Context, bail, ensure};
use clap::{Args, builder::BoolishValueParser};
use thiserror::Error;

use crate::{
    disk,
    file_lock::{self, FileLock},
    file_permissions,
    jobs::BeforeUpgrade,
    secret_key::{KEY_VARIABLE, SecretKey},
    service::{FINGERPRINT, Service, ServiceError},
    store::{self, MOVED, PostgresDatabase, SqliteDatabase, Store},
    telemetry::LogFormat,
};

#[derive(Args, Clone, Debug)]
pub(crate) struct GlobalOptions {
    /// Directory of the database and the exported files. Without it, ./data
    #[arg(long, global = true, env = "QA_DATA_DIR", value_name = "DIR")]
    pub data_dir: Option<PathBuf>,

    /// The database: `sqlite:PATH`, or `postgres://USER@HOST/NAME`. Without it, quiz-answers.db in the data directory.
    #[arg(long, global = true, env = "QA_DATABASE_URL", value_name = "URL", hide_env_values = true)]
    pub database_url: Option<String>,

    /// File with the key that secrets in the database are encrypted with: 64 hexadecimal digits, which may stand in the
    /// variable `QA_SECRET_KEY` instead. Without both, the file beside the database that ends in .key and is made with it.
    #[arg(long, global = true, env = "QA_SECRET_KEY_FILE", value_name = "FILE")]
    pub secret_key_file: Option<PathBuf>,

    /// File of variables for those that the environment lacks, as systemd reads it. Without it, /etc/quiz-answers.env, unless
    /// the data directory or the database is given.
    #[arg(long, global = true, env = "QA_ENV_FILE", value_name = "FILE")]
    pub env_file: Option<PathBuf>,

    /// Log level: error, warn, info, debug, or levels by module.
    #[arg(long, global = true, env = "QA_LOG", default_value = "info", value_name = "LEVEL")]
    pub log: String,

    #[arg(long, global = true, env = "QA_LOG_FORMAT", default_value = "text", value_name = "FORMAT")]
    pub log_format: LogFormat,

    /// Print results as JSON, an object a line; errors too
    #[arg(long, global = true, env = "QA_JSON", value_parser = BoolishValueParser::new())]
    pub json: bool,
}

pub(crate) struct Installation {
    options: GlobalOptions,
    /// The store that the command opened. [`close`](Self::close) closes it, however the command ended.
    store: OnceLock<Arc<Store>>,
    /// The lock on the database file, released with this value.
    lock: OnceLock<Arc<FileLock>>,
}

pub(crate) enum SecretKeyPlace {
    Variable(String),
    File(PathBuf),
    Beside(PathBuf),
}

#[derive(Debug, Error)]
#[error(
    "this database was copied to {0}, and is only read since then: work there, or give the copy up and take this one into \
     use again with `quiz-answers copy --undo --from URL`"
)]
pub(crate) struct Moved(String);

impl fmt::Display for SecretKeyPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Variable(_) => f.write_str(KEY_VARIABLE),
            Self::File(file) | Self::Beside(file) => file.display().fmt(f),
        }
    }
}

impl Installation {
    pub(crate) fn new(options: GlobalOptions) -> Self {
        Self { options, store: OnceLock::new(), lock: OnceLock::new() }
    }

    pub(crate) fn on(&self, database_url: &str) -> Self {
        Self::new(GlobalOptions { database_url: Some(database_url.to_owned()), ..self.options.clone() })
    }

    pub(crate) fn data_dir(&self) -> &Path {
        self.options.data_dir.as_deref().unwrap_or(Path::new("./data"))
    }

    pub(crate) fn postgres(&self) -> Option<&str> {
        let url = self.options.database_url.as_deref()?;
        matches!(url.split_once(':'), Some(("postgres" | "postgresql", _))).then_some(url)
    }

    pub(crate) fn place(&self) -> anyhow::Result<String> {
        match self.postgres() {
            Some(url) => PostgresDatabase::place(url),
            None => Ok(format!("sqlite:{}", self.database()?.display())),
        }
    }

    /// True if the database is a file, which only this program uses.
    pub(crate) fn is_file(&self) -> bool {
        self.postgres().is_none()
    }

    pub(crate) fn database(&self) -> anyhow::Result<PathBuf> {
        ensure!(
            self.is_file(),
            "backup, restore and --backup-dir copy a SQLite file: leave them out, and copy PostgreSQL with its own tools, such as \
             pgBackRest"
        );
        let path = SqliteDatabase::path(&self.url()?)?;
        std::path::absolute(&path).with_context(|| format!("cannot find {}", path.display()))
    }

    /// Like [`database`](Self::database), but fails if the file does not exist.
    pub(crate) fn existing_database(&self) -> anyhow::Result<PathBuf> {
        let database = self.database()?;
        if !database.exists() {
            if let Some(closed) = file_permissions::closed(&database) {
                bail!(closed);
            }
            file_lock::require_same_file(&database)?;
            bail!(
                "there is no database {}: give the right --data-dir, or make a new one with `quiz-answers init`",
                database.display()
            );
        }
        Ok(database)
    }

    /// True if the existing database is writable, as far as the file shows.
    pub(crate) fn is_writable(&self) -> anyhow::Result<bool> {
        Ok(!self.is_file() || file_permissions::is_writable(&self.existing_database()?))
    }

    /// Adds the obstacle that may be the cause of the error: a full disk, a read-only mount, or missing permissions.
    pub(crate) fn explained(&self, error: anyhow::Error) -> anyhow::Error {
        let is_unavailable = |cause: &ServiceError| matches!(cause, ServiceError::Unavailable(_));
        let may_be = |cause: &(dyn Error + 'static)| {
            store::is_of_the_disk(cause) || cause.downcast_ref().is_some_and(is_unavailable)
        };
        let database = self.database().ok().filter(|_| error.chain().any(may_be));
        match database.and_then(|database| disk::obstacle(&database)) {
            Some(obstacle) => error.context(obstacle),
            None => error,
        }
    }

    /// Opens the use cases on the existing database.
    pub(crate) async fn open(&self) -> anyhow::Result<Service> {
        self.start(self.open_store().await?).await
    }

    /// Fails while anything else uses the existing database. From then on, no server can start on it before this
    /// command ends.
    pub(crate) async fn require_unused(&self, command: &str) -> anyhow::Result<()> {
        if let Some(url) = self.postgres() {
            return store::require_unused(url).await;
        }
        file_permissions::require_writable(&self.existing_database()?)?;
        self.lock(command)?;
        store::require_unused(&self.url()?).await
    }

    /// Opens the existing database, without its secrets.
    pub(crate) async fn open_store(&self) -> anyhow::Result<&Arc<Store>> {
        Ok(self.hold(unmoved(self.connect().await?).await?))
    }

    /// Opens the use cases on the existing database, even if its data has moved away.
    pub(crate) async fn open_moved(&self) -> anyhow::Result<Service> {
        self.start(self.hold(self.connect().await?)).await
    }

    async fn connect(&self) -> anyhow::Result<Arc<Store>> {
        if let Some(url) = self.postgres() {
            return Ok(Arc::new(Store::open_existing(url).await?));
        }
        let database = self.existing_database()?;
        file_permissions::tighten(&database, self.data_dir());
        file_permissions::require_writable(&database)?;
        file_lock::require_same_file(&database)?;
        let store = Arc::new(Store::open_existing(&self.url()?).await?);
        self.keep_if_whole(store).await
    }

    /// Same as [`open`](Self::open), for a command that only reads: it needs no write permission, and changes nothing.
    pub(crate) async fn open_to_read(&self) -> anyhow::Result<Service> {
        let store = if let Some(url) = self.postgres() {
            Store::open_to_read(url).await?
        } else {
            self.existing_database()?;
            Store::open_to_read(&self.url()?).await?
        };
        let store = self.hold(Arc::new(store));
        let is_ready = store.installation_secret(FINGERPRINT).await?.is_some();
        ensure!(is_ready, "the first start of `quiz-answers serve` on this database was cut short: start it again");
        self.start(store).await
    }

    /// Opens for a command that changes data or only reads, depending on its arguments.
    pub(crate) async fn open_for(&self, is_change: bool) -> anyhow::Result<Service> {
        if is_change { self.open().await } else { self.open_to_read().await }
    }

    /// Same as [`open`](Self::open), but first creates the data directory and the database if they do not exist.
    pub(crate) async fn open_or_create(&self) -> anyhow::Result<Service> {
        let store = Arc::new(Store::open(&self.database_to_make()?).await?);
        self.start(self.hold(unmoved(self.keep_if_whole(store).await?).await?)).await
    }

    /// Migrates a database of an earlier release, as no other method does. Returns `false` if there is nothing to do.
    /// For a file, makes a backup first if one is configured.
    pub(crate) async fn upgrade(&self, backup: Option<&BeforeUpgrade>) -> anyhow::Result<bool> {
        let url = self.database_to_make()?;
        if !self.is_file() {
            return Store::upgrade(&url).await;
        }
        let Some(mut upgrade) = SqliteDatabase::begin_upgrade(&url)? else { return Ok(false) };
        if let Some(backup) = backup
            && let Err(error) = backup.back_up(&mut upgrade).await
        {
            return Err(error.context(format!(
                "the database is not brought up to date, because it cannot be backed up in {} first: make room, or name \
                 another folder with --backup-dir; --accept-upgrade-without-way-back goes on without a backup",
                backup.folder.display()
            )));
        }
        upgrade.run()?;
        Ok(true)
    }

    fn make_data_dir(&self) -> anyhow::Result<()> {
        if self.options.database_url.is_none() || !self.is_file() {
            std::fs::create_dir_all(self.data_dir())
                .with_context(|| format!("cannot make the data directory {}", self.data_dir().display()))?;
        }
        Ok(())
    }

    /// The URL of a database that may have to be created.
    fn database_to_make(&self) -> anyhow::Result<String> {
        self.make_data_dir()?;
        if let Some(url) = self.postgres() {
            // Without a key nothing is created in the database.
            self.secret_key_place()?;
            return Ok(url.to_owned());
        }
        let database = self.database()?;
        file_permissions::tighten(&database, self.data_dir());
        file_permissions::require_writable(&database)?;
        self.require_no_trace(&database)?;
        self.url()
    }

    /// Leaves the database as one file, unless another process has it open, or it is not where it was opened.
    pub(crate) async fn close(&self) {
        if let Some(store) = self.store.get() {
            if store.require_in_place().is_err()
                && let Some(lock) = self.lock.get()
            {
                lock.keep();
            }
            store.close().await;
        }
    }

    /// Returns the place that the data of the opened database has moved to, if it has.
    pub(crate) async fn moved(&self) -> anyhow::Result<Option<Moved>> {
        match self.store.get() {
            Some(store) => moved(store).await,
            None => Ok(None),
        }
    }

    fn hold(&self, store: Arc<Store>) -> &Arc<Store> {
        self.store.get_or_init(|| store)
    }

    pub(crate) async fn start(&self, store: &Arc<Store>) -> anyhow::Result<Service> {
        let fingerprint = store.installation_secret(FINGERPRINT).await?;
        let key = self.secret_key(fingerprint.as_deref().map(String::from_utf8_lossy).as_deref())?;
        Ok(Service::start(Arc::clone(store), &key).await?)
    }

    /// Returns the key with this fingerprint. Creates the file beside the database if nothing is encrypted yet.
    pub(crate) fn secret_key(&self, fingerprint: Option<&str>) -> anyhow::Result<SecretKey> {
        match (self.secret_key_place()?, fingerprint) {
            (SecretKeyPlace::Variable(text), _) => SecretKey::parse(&text).context(KEY_VARIABLE),
            (SecretKeyPlace::Beside(file), None) => SecretKey::read_or_create(&file),
            (SecretKeyPlace::Beside(file), Some(fingerprint)) if !file.exists() => bail!(
                "the secrets in the database are encrypted with the key {fingerprint}, and {} is not there: put the key \
                 there, or give its place with --secret-key-file; if it is lost, see `quiz-answers secret-key forget`",
                file.display()
            ),
            (SecretKeyPlace::File(file) | SecretKeyPlace::Beside(file), _) => SecretKey::read(&file),
        }
    }

    pub(crate) fn secret_key_place(&self) -> anyhow::Result<SecretKeyPlace> {
        let variable = std::env::var(KEY_VARIABLE).ok().filter(|text| !text.is_empty());
        match (&self.options.secret_key_file, variable) {
            (Some(_), Some(_)) => bail!("give the secret key once: in {KEY_VARIABLE}, or by --secret-key-file"),
            (Some(file), None) => Ok(SecretKeyPlace::File(file.clone())),
            (None, Some(text)) => Ok(SecretKeyPlace::Variable(text)),
            (None, None) if !self.is_file() => bail!(
                "with PostgreSQL, give a secret key, which `openssl rand -hex 32 > FILE` makes, with --secret-key-file or in \
                 {KEY_VARIABLE}"
            ),
            (None, None) => Ok(SecretKeyPlace::Beside(file_permissions::key_beside(&self.database()?))),
        }
    }

    fn url(&self) -> anyhow::Result<String> {
        let Some(url) = &self.options.database_url else {
            return Ok(SqliteDatabase::url(&self.data_dir().join("quiz-answers.db")));
        };
        if url.starts_with("sqlite:") {
            return Ok(url.clone());
        }
        bail!(
            "a database URL begins with sqlite: or postgres: as in sqlite:/path/to/file.db or postgres://user@host/name"
        )
    }
}

/// Returns the place that the data of a database has moved to, and the time of the move.
async fn moved(store: &Arc<Store>) -> anyhow::Result<Option<Moved>> {
    let note = store.installation_secret(MOVED).await?.filter(|note| !note.is_empty());
    Ok(note.map(|note| Moved(String::from_utf8_lossy(&note).into_owned())))
}

/// Closes and refuses a database whose data has moved away.
async fn unmoved(store: Arc<Store>) -> anyhow::Result<Arc<Store>> {
    if let Some(moved) = moved(&store).await? {
        store.close().await;
        return Err(moved.into());
    }
    Ok(store)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        options: GlobalOptions,
    }

    #[test]
    fn the_place_of_a_database_holds_no_password() -> anyhow::Result<()> {
        let url = "postgres://ana:secret@db.example.com:5433/quiz?sslmode=verify-full";
        let line = Line::try_parse_from(["test", "--database-url", url])?;
        assert_eq!(Installation::new(line.options).place()?, "postgres://db.example.com:5433/quiz");
        Ok(())
    }

    #[test]
    fn a_database_on_a_server_has_no_key_of_its_own() {
        let line = ["test", "--database-url", "postgres://ana@localhost/quiz"];
        let installation = |more: &[&str]| {
            let line = Line::try_parse_from(line.iter().chain(more)).expect("options");
            Installation::new(line.options)
        };
        let refused = installation(&[]).secret_key(None).expect_err("there is none").to_string();
        assert!(refused.contains("openssl rand -hex 32") && refused.contains("--secret-key-file"), "{refused}");
        assert!(installation(&["--secret-key-file", "a.key"]).secret_key_place().is_ok());
    }
}
