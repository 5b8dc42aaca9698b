//! The export that is to be taken somewhere; each try makes it anew, from a snapshot of its own.

use std::{
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
    jobs::{ExportFormat, Written, stream_export},
    store::Store,
};

pub struct Source {
    pub store: Arc<dyn Store>,
    pub quiz: QuizId,
    pub format: ExportFormat,
    /// Who alone can read it; nobody means that it is not encrypted.
    pub recipients: Vec<Recipient>,
    /// Counts the rows of the current try.
    pub progress: Arc<AtomicU64>,
}

/// A file that is where it was to go.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Delivered {
    pub name: String,
    pub rows: u64,
    /// As it was delivered, so encrypted if it is.
    pub bytes: u64,
    /// Of the same bytes, hexadecimal.
    pub sha256: String,
}

impl Source {
    /// What the file of a day is called: one of each day, so that a second one takes the place of the first.
    #[must_use]
    pub fn file_name(&self, day: &str) -> String {
        let sealed = if self.recipients.is_empty() { "" } else { ".pgp" };
        format!("{}-{day}.{}{sealed}", self.quiz, self.format.as_str())
    }

    /// Writes all of it, and gives the writer back.
    pub(super) async fn write<W: Write + Send + 'static>(
        &self,
        name: &str,
        out: W,
    ) -> Result<(Delivered, W), DeliveryError> {
        self.progress.store(0, Ordering::Relaxed);
        let parcel = Parcel::new(&self.recipients, out).map_err(|error| DeliveryError::Export(error.into()))?;
        let exported = stream_export(&self.store, &self.quiz, self.format, parcel, Arc::clone(&self.progress)).await;
        let (outcome, parcel) = exported.map_err(DeliveryError::Export)?;
        // The rest of an encrypted file comes from another thread, which may wait for the network.
        let finished = tokio::task::spawn_blocking(move || parcel.finish()?.finish(outcome.rows)).await;
        let (Written { rows, bytes, sha256 }, out) =
            finished.map_err(anyhow::Error::from).and_then(|finished| Ok(finished?)).map_err(DeliveryError::Export)?;
        Ok((Delivered { name: name.to_owned(), rows, bytes, sha256 }, out))
    }
}
