//! Databases for single tests, copied from one that the process has prepared. Migrating a schema per test gets slower
//! and slower, because the catalog of the database collects the tables of all tests.

use std::{
    fs,
    path::Path,
    process,
    sync::atomic::{AtomicU32, Ordering},
    thread,
};

use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};
use tokio::{runtime, sync::OnceCell};

use super::cluster;

pub(crate) struct Template {
    name: &'static str,
    /// Filled once the database is prepared.
    made: OnceCell<String>,
}

pub(crate) struct Copied {
    pub(crate) url: String,
    name: String,
}

impl Template {
    pub(crate) const fn new(name: &'static str) -> Self {
        Self { name, made: OnceCell::const_new() }
    }

    /// Returns a copy of the database that `prepare` makes from an empty one, given its URL. It is prepared once per
    /// process.
    pub(crate) async fn copy(&self, prepare: impl AsyncFnOnce(&str) -> anyhow::Result<()>) -> anyhow::Result<Copied> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let make = async || {
            let name = format!("template_{}_{}", process::id(), self.name);
            create(&name, "template0").await?;
            prepare(&cluster::url_of(&name).await?).await?;
            // A database with open connections cannot be copied.
            let rest = format!(
                "ALTER DATABASE {name} WITH ALLOW_CONNECTIONS false;
                 SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
            );
            run(&rest).await?;
            anyhow::Ok(name)
        };
        let template = self.made.get_or_try_init(make).await?;
        let name = format!("test_{}_{}", process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        create(&name, template).await?;
        Ok(Copied { url: cluster::url_of(&name).await?, name })
    }
}

impl Drop for Copied {
    fn drop(&mut self) {
        let statement = drop_statement(&self.name);
        // Databases that remain when the process ends are removed with the cluster.
        thread::spawn(move || {
            let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
            runtime.block_on(run(&statement))
        });
    }
}

/// Copies the file that `prepare` creates, given its URL. It is prepared once per process.
pub(crate) async fn copy_file(to: &Path, prepare: impl AsyncFnOnce(&str) -> anyhow::Result<()>) -> anyhow::Result<()> {
    static MADE: OnceCell<Vec<u8>> = OnceCell::const_new();
    let make = async || {
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("template.db");
        prepare(&format!("sqlite:{}", file.display())).await?;
        anyhow::Ok(fs::read(file)?)
    };
    Ok(fs::write(to, MADE.get_or_try_init(make).await?)?)
}

async fn create(name: &str, template: &str) -> anyhow::Result<()> {
    // Another process may have used the same number.
    run(&drop_statement(name)).await?;
    run(&format!("CREATE DATABASE {name} TEMPLATE {template}")).await
}

fn drop_statement(name: &str) -> String {
    format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)")
}

async fn run(statements: &str) -> anyhow::Result<()> {
    let mut connection = PgConnection::connect(&cluster::url_of("postgres").await?).await?;
    connection.execute(AssertSqlSafe(statements.to_owned())).await?;
    Ok(connection.close().await?)
}
