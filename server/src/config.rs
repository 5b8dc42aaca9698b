//! Options that every command has, and what they open.

use std::{path::PathBuf, sync::Arc};

use anyhow::{Context, bail};
use clap::Args;

use crate::{
    service::Service,
    store::{SqliteStore, Store},
    telemetry::LogFormat,
};

#[derive(Args, Clone, Debug)]
pub(crate) struct GlobalOptions {
    /// Where the database and the exported files are kept.
    #[arg(long, global = true, env = "QA_DATA_DIR", default_value = "./data", value_name = "DIR")]
    pub data_dir: PathBuf,

    /// The database: `sqlite:PATH`. Without it, quiz-answers.db in the data directory.
    #[arg(long, global = true, env = "QA_DATABASE_URL", value_name = "URL", hide_env_values = true)]
    pub database_url: Option<String>,

    /// What to log: error, warn, info, debug, or levels by module.
    #[arg(long, global = true, env = "QA_LOG", default_value = "info", value_name = "LEVEL")]
    pub log: String,

    #[arg(long, global = true, env = "QA_LOG_FORMAT", default_value = "text", value_name = "FORMAT")]
    pub log_format: LogFormat,
}

impl GlobalOptions {
    /// Opens the database, making it if it is not there, and the use-cases on it.
    ///
    /// # Errors
    /// When the folder cannot be made or the database cannot be opened; the message says which.
    pub(crate) async fn open(&self) -> anyhow::Result<Service> {
        Ok(Service::start(self.open_store().await?).await?)
    }

    async fn open_store(&self) -> anyhow::Result<Arc<dyn Store>> {
        let url = if let Some(url) = &self.database_url {
            url.clone()
        } else {
            std::fs::create_dir_all(&self.data_dir)
                .with_context(|| format!("cannot make the data directory {}", self.data_dir.display()))?;
            format!("sqlite:{}", self.data_dir.join("quiz-answers.db").display())
        };
        match url.split_once(':').map(|(scheme, _)| scheme) {
            Some("sqlite") => Ok(Arc::new(SqliteStore::open(&url).await?)),
            Some("postgres" | "postgresql") => {
                bail!("this release keeps its data in SQLite only: give a database URL like sqlite:/path/to/file.db")
            }
            _ => bail!("a database URL begins with sqlite: as in sqlite:/path/to/file.db"),
        }
    }
}
