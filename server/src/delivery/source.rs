//! The export to deliver. Each attempt produces it anew from its own snapshot.

use std::{
    env,
    io::Write,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use domain::QuizId;
use serde::{Deserialize, Serialize};

use super::{DeliveryError, Recipient, parcel::Parcel};
use crate::{
    export::{ExportFormat, Written, stream_export},
    store::Store,
};

pub struct Source {
    pub store: Arc<dyn Store>,
    pub quiz: QuizId,
    pub format: ExportFormat,
    /// The recipients who can decrypt it. Without any it is not encrypted.
    pub recipients: Vec<Recipient>,
    /// Counts the rows of the current attempt.
    pub progress: Arc<AtomicU64>,
}

/// A delivered file.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Delivered {
    pub name: String,
    pub rows: u64,
    /// The size as delivered, after encryption.
    pub bytes: u64,
    /// Of the delivered bytes, in hexadecimal.
    pub sha256: String,
}

impl Source {
    /// The file name for a day. A second delivery on one day replaces the first.
    pub fn file_name(&self, day: &str) -> String {
        let sealed = if self.recipients.is_empty() { "" } else { ".pgp" };
        format!("{}-{day}.{}{sealed}", self.quiz, self.format.as_str())
    }

    /// Writes the whole export and returns the writer.
    pub(super) async fn write<W: Write + Send + 'static>(
        &self,
        name: &str,
        out: W,
    ) -> Result<(Delivered, W), DeliveryError> {
        self.progress.store(0, Ordering::Relaxed);
        let parcel = Parcel::new(&self.recipients, out).map_err(|error| DeliveryError::Export(error.into()))?;
        let progress = Arc::clone(&self.progress);
        let exported = stream_export(&self.store, &self.quiz, self.format, parcel, &env::temp_dir(), progress).await;
        let (exported, parcel) = exported.map_err(DeliveryError::Export)?;
        // The end of an encrypted file comes from another thread, which may wait for the network.
        let finished = tokio::task::spawn_blocking(move || parcel.finish()?.finish(exported.rows)).await;
        let (Written { rows, bytes, sha256 }, out) =
            finished.map_err(anyhow::Error::from).and_then(|finished| Ok(finished?)).map_err(DeliveryError::Export)?;
        Ok((Delivered { name: name.to_owned(), rows, bytes, sha256 }, out))
    }
}
