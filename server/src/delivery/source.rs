//! The export to deliver, and its three destinations: a folder on another host, a local file or a stream. Each attempt
//! produces it again from its own snapshot.

use std::{
    env,
    io::Write,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use anyhow::Context;
use domain::QuizId;
use serde::{Deserialize, Serialize};

use super::{
    DeliveryError, Recipient,
    output::Output,
    pipe::{PipeWriter, pipe},
    sftp::{Remote, SftpTarget},
};
use crate::{
    export::{Draft, ExportStyle, Written, stream_export, unwatched},
    file_permissions::beside,
    store::Store,
};

pub struct Source {
    pub store: Arc<Store>,
    pub quiz: QuizId,
    pub style: ExportStyle,
    /// The recipients who can decrypt it. Without any, it is not encrypted.
    pub recipients: Vec<Recipient>,
    /// Counts the rows of the current attempt.
    pub progress: Arc<AtomicU64>,
}

#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Delivered {
    pub name: String,
    pub rows: u64,
    /// The size as delivered, after encryption.
    pub bytes: u64,
    /// Hash of the delivered bytes, in hexadecimal.
    pub sha256: String,
}

impl Source {
    /// The file name for a day. A second delivery on one day replaces the first.
    pub fn file_name(&self, day: &str) -> String {
        let sealed = if self.recipients.is_empty() { "" } else { ".pgp" };
        format!("{}-{day}.{}{sealed}", self.quiz, self.style.format.as_str())
    }

    pub(super) async fn write<W: Write + Send + 'static>(
        &self,
        name: &str,
        out: W,
    ) -> Result<(Delivered, W), DeliveryError> {
        self.progress.store(0, Ordering::Relaxed);
        let output = Output::new(&self.recipients, out).map_err(|error| DeliveryError::Export(error.into()))?;
        let progress = Arc::clone(&self.progress);
        let exported =
            stream_export(&self.store, &self.quiz, (self.style, None), output, &env::temp_dir(), progress).await;
        let (exported, output, _) = exported.map_err(DeliveryError::Export)?;
        // The end of an encrypted file comes from another thread, which may wait for the network.
        let finished = tokio::task::spawn_blocking(move || output.finish()?.finish(exported.rows)).await;
        let (Written { rows, bytes, sha256 }, out) =
            finished.map_err(anyhow::Error::from).and_then(|finished| Ok(finished?)).map_err(DeliveryError::Export)?;
        Ok((Delivered { name: name.to_owned(), rows, bytes, sha256 }, out))
    }
}

/// Pauses before the second and the third attempt.
const BACK_OFF: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(5)];

impl Source {
    /// Sends the export to a folder on another host, with up to three attempts if the connection breaks. Returns the
    /// error of the last attempt. The file has its final name on the host only on success.
    pub async fn send(&self, target: &SftpTarget, name: &str) -> Result<Delivered, DeliveryError> {
        for wait in BACK_OFF {
            match self.send_once(target, name).await {
                Err(error) if error.is_passing() => {
                    tracing::warn!(%error, again_in = ?wait, "not delivered yet");
                    tokio::time::sleep(wait).await;
                }
                ended => return ended,
            }
        }
        self.send_once(target, name).await
    }

    async fn send_once(&self, target: &SftpTarget, name: &str) -> Result<Delivered, DeliveryError> {
        let mut remote = Remote::open(target).await?;
        let (writer, reader) = pipe();
        let (written, sent) = tokio::join!(self.write_to_pipe(name, writer), remote.write_draft(name, reader));
        // A failed export explains a missing end. A broken connection explains a closed pipe.
        match (written, sent) {
            (_, Err(error)) | (Err(error), Ok(_)) => Err(error),
            (Ok(delivered), Ok(_)) => {
                remote.keep_draft(name).await?;
                Ok(delivered)
            }
        }
    }

    async fn write_to_pipe(&self, name: &str, writer: PipeWriter) -> Result<Delivered, DeliveryError> {
        let (delivered, writer) = self.write(name, writer).await?;
        let finished = tokio::task::spawn_blocking(move || writer.finish()).await;
        finished.map_err(anyhow::Error::from).and_then(|told| Ok(told?)).map_err(DeliveryError::Export)?;
        Ok(delivered)
    }

    /// Writes a temporary file and renames it, so that readers never see a partial export. A failure leaves an earlier
    /// file in place.
    pub async fn save(&self, path: &Path) -> Result<Delivered, DeliveryError> {
        let Some(name) = path.file_name() else {
            let text = format!("{} is not the name of a file; give one", path.display());
            return Err(DeliveryError::Refused(text));
        };
        let cannot_write = || format!("cannot write {}", path.display());
        let draft = Draft::create(beside(path, ".part"), unwatched()).with_context(cannot_write);
        let (delivered, draft) = self.write(&name.to_string_lossy(), draft.map_err(DeliveryError::Export)?).await?;
        let target = path.to_owned();
        let kept = tokio::task::spawn_blocking(move || draft.keep(&target)).await.map_err(anyhow::Error::from);
        kept.and_then(|kept| kept.with_context(cannot_write)).map_err(DeliveryError::Export)?;
        Ok(delivered)
    }

    pub async fn stream<W: Write + Send + 'static>(&self, out: W) -> Result<Delivered, DeliveryError> {
        Ok(self.write("", out).await?.0)
    }
}
