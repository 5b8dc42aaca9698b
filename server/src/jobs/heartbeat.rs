//! The heartbeat of a server on a database file: watches that the file stays at its place, and records beside it how
//! far the database has come, so that the next start notices missing writes.

use std::{sync::Arc, time::Duration};

use crate::{
    file_identity::OpenFiles,
    file_lock::FileLock,
    store::{HEARTBEAT, SecretOf, Store, StoreError, WorkScope},
    telemetry,
};

const BEAT: Duration = Duration::from_secs(2);

pub(crate) struct Heartbeat {
    pub(crate) store: Arc<Store>,
    pub(crate) files: OpenFiles,
    pub(crate) lock: Arc<FileLock>,
}

impl Heartbeat {
    /// Runs until it is dropped. Beats only after writes, so that an idle server writes nothing.
    pub(crate) async fn run(self) {
        let mut seen = self.store.transactions();
        self.lock.note(self.files, self.store.heartbeat().await.unwrap_or_default());
        loop {
            match self.store.require_in_place() {
                Ok(()) if seen != self.store.transactions() => {
                    if self.beat().await.is_ok() {
                        seen = self.store.transactions();
                    }
                }
                Err(error) if telemetry::is_news(&format!("heartbeat: {error}")) => tracing::error!(
                    "{error}; nothing is stored any more, and what is open can be saved with `quiz-answers backup FILE` \
                     before this server stops"
                ),
                Ok(()) | Err(_) => {}
            }
            tokio::time::sleep(BEAT).await;
        }
    }

    async fn beat(&self) -> Result<(), StoreError> {
        let beat = self.store.transact(WorkScope::Installation, |tx| {
            Box::pin(async move {
                let number = tx.heartbeat().await? + 1;
                let of = SecretOf::Installation(HEARTBEAT.to_owned());
                tx.put_secret(&of, number.to_string().as_bytes()).await?;
                Ok::<_, StoreError>(number)
            })
        });
        // The note follows the commit, so that it never promises more than the database has.
        self.lock.note(self.files, beat.await?);
        Ok(())
    }
}
