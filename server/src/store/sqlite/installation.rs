//! Health, and the secrets of the installation.

use async_trait::async_trait;

use super::{SqliteStore, queue::stopped};
use crate::store::{InstallationStore, StoreError};

#[async_trait]
impl InstallationStore for SqliteStore {
    async fn check(&self) -> Result<(), StoreError> {
        let have_stopped = [
            self.writer.has_stopped(),
            self.lookups.has_stopped(),
            self.answers.has_stopped(),
            self.begins.has_stopped(),
            self.replacements.has_stopped(),
        ];
        if have_stopped.contains(&true) {
            return Err(stopped());
        }
        self.probe.check().await
    }

    async fn installation_secret(&self, name: &'static str, fresh: [u8; 32]) -> Result<[u8; 32], StoreError> {
        let stored: Vec<u8> = self
            .writer
            .write(move |connection| {
                Box::pin(async move {
                    sqlx::query(
                        "INSERT INTO installation_secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                    )
                    .bind(name)
                    .bind(fresh.as_slice())
                    .execute(&mut *connection)
                    .await?;
                    sqlx::query_scalar("SELECT value FROM installation_secrets WHERE name = $1")
                        .bind(name)
                        .fetch_one(connection)
                        .await
                })
            })
            .await?;
        stored.try_into().map_err(|_| StoreError::Internal(format!("the secret {name} has a wrong length")))
    }
}
