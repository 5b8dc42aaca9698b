//! The backends that the suite runs on.

use std::{path::PathBuf, sync::Arc};

use async_trait::async_trait;
use sqlx::{Connection, Executor, PgConnection};
use tempfile::TempDir;

use super::template::{Copied, Template, copy_file};
use crate::store::Store;

/// Storage for the data of one test, deleted on drop.
#[async_trait(?Send)]
pub(super) trait Backend: 'static {
    /// Opens the existing data, as a server does on startup.
    async fn open(&self) -> anyhow::Result<Arc<Store>>;
    /// Runs statements that both databases understand.
    async fn execute(&self, sql: &'static str) -> anyhow::Result<()>;
}

pub(super) struct SqliteFile {
    folder: TempDir,
}

impl SqliteFile {
    pub(super) async fn empty() -> anyhow::Result<Self> {
        let file = Self { folder: tempfile::tempdir()? };
        let prepare = async |url: &str| {
            Store::open(url).await?.close().await;
            Ok(())
        };
        copy_file(&file.file(), prepare).await?;
        Ok(file)
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("test.db")
    }
}

#[async_trait(?Send)]
impl Backend for SqliteFile {
    async fn open(&self) -> anyhow::Result<Arc<Store>> {
        Ok(Arc::new(Store::open(&format!("sqlite:{}", self.file().display())).await?))
    }

    async fn execute(&self, sql: &'static str) -> anyhow::Result<()> {
        Ok(rusqlite::Connection::open(self.file())?.execute_batch(sql)?)
    }
}

pub(super) struct PostgresDatabase(Copied);

impl PostgresDatabase {
    pub(super) async fn empty() -> anyhow::Result<Self> {
        static TEMPLATE: Template = Template::new("whole");
        let prepare = async |url: &str| Store::open(url).await.map(drop);
        Ok(Self(TEMPLATE.copy(prepare).await?))
    }

    /// Hash-partitions the tables of quizzes by quiz, as a distributed database would.
    pub(super) async fn partitioned() -> anyhow::Result<Self> {
        static TEMPLATE: Template = Template::new("partitioned");
        let prepare = async |url: &str| {
            Store::open(url).await?;
            let mut connection = PgConnection::connect(url).await?;
            connection.execute(PARTITION).await?;
            Ok(connection.close().await?)
        };
        Ok(Self(TEMPLATE.copy(prepare).await?))
    }
}

#[async_trait(?Send)]
impl Backend for PostgresDatabase {
    async fn open(&self) -> anyhow::Result<Arc<Store>> {
        Ok(Arc::new(Store::open(&self.0.url).await?))
    }

    async fn execute(&self, sql: &'static str) -> anyhow::Result<()> {
        let mut connection = PgConnection::connect(&self.0.url).await?;
        connection.execute(sql).await?;
        Ok(connection.close().await?)
    }
}

/// Recreates each empty table that has a column `quiz_id`, with its keys, indexes, defaults, checks, references and
/// triggers, in four partitions. The audit log and mail are not distributed, because each server looks for due rows in
/// them.
pub(in crate::store) const PARTITION: &str = r"
DO $$
DECLARE
    tables CONSTANT text[] := ARRAY(
        SELECT relname FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
        WHERE attname = 'quiz_id' AND relkind = 'r' AND relnamespace = CAST(current_schema() AS regnamespace)
            AND relname NOT IN ('audit_log', 'mails'));
    again text[] := ARRAY(
        SELECT format('ALTER TABLE %I ADD %s', relname, pg_get_constraintdef(pg_constraint.oid))
        FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
        WHERE contype = 'f' AND relname = ANY (tables) AND connamespace = CAST(current_schema() AS regnamespace));
    name text;
    statement text;
BEGIN
    again := again || ARRAY(
        SELECT pg_get_triggerdef(pg_trigger.oid) FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
        WHERE NOT tgisinternal AND relname = ANY (tables) AND relnamespace = CAST(current_schema() AS regnamespace));
    FOREACH name IN ARRAY tables LOOP
        EXECUTE format('ALTER TABLE %I RENAME TO %I', name, name || '_whole');
    END LOOP;
    FOREACH name IN ARRAY tables LOOP
        EXECUTE format(
            'CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES) PARTITION BY HASH (quiz_id)',
            name, name || '_whole');
        EXECUTE format('DROP TABLE %I CASCADE', name || '_whole');
        FOR part IN 0..3 LOOP
            EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES WITH (MODULUS 4, REMAINDER %s)',
                name || '_' || part, name, part);
        END LOOP;
    END LOOP;
    FOREACH statement IN ARRAY again LOOP
        EXECUTE statement;
    END LOOP;
END
$$";
