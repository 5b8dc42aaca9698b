//! Blocks the writer in the middle of a transaction.

use anyhow::Context;
use futures_util::future::{BoxFuture, poll_immediate};
use tokio::sync::oneshot;

use super::{FileStore, insertion};
use crate::store::{Namespace, StoreError};

/// A write that stores a namespace and then blocks, with every write behind it.
pub(super) struct Gate {
    entered: oneshot::Receiver<()>,
    open: oneshot::Sender<()>,
    write: BoxFuture<'static, Result<(), StoreError>>,
}

impl Gate {
    /// Queues the write behind those that wait already.
    pub(super) async fn queue(store: &FileStore, namespace: Namespace) -> Self {
        let (entering, entered) = oneshot::channel();
        let (open, opened) = oneshot::channel();
        let writer = store.file.writer.clone();
        let mut write: BoxFuture<'static, _> = Box::pin(async move {
            writer
                .write(move |mut connection| {
                    Box::pin(async move {
                        connection.execute(insertion(&namespace)).await?;
                        let _ = entering.send(());
                        let _ = opened.await;
                        Ok(())
                    })
                })
                .await
        });
        assert!(poll_immediate(&mut write).await.is_none(), "the gate was refused");
        Self { entered, open, write }
    }

    /// Returns once the writer is blocked.
    pub(super) async fn close(store: &FileStore, namespace: Namespace) -> anyhow::Result<Self> {
        let mut gate = Self::queue(store, namespace).await;
        gate.is_entered().await?;
        Ok(gate)
    }

    pub(super) async fn is_entered(&mut self) -> anyhow::Result<()> {
        (&mut self.entered).await.context("the write was not run")
    }

    /// Unblocks the writer, and returns once the blocking write is on the disk.
    pub(super) async fn open(self) -> Result<(), StoreError> {
        let _ = self.open.send(());
        self.write.await
    }
}
