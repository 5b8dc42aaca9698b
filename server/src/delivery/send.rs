//! The three destinations of an export: a folder on another host, a local file or a stream.

use std::{io::Write, path::Path, time::Duration};

use anyhow::Context;

use super::{
    DeliveryError,
    pipe::{PipeWriter, pipe},
    sftp::{Remote, SftpTarget},
    source::{Delivered, Source},
};
use crate::{
    export::{Draft, unwatched},
    permissions::beside,
};

/// Pauses before the second and the third attempt.
const BACK_OFF: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(5)];

impl Source {
    /// Sends the export to a folder on another host, with up to three attempts if the connection breaks.
    /// Why the last try failed; the file has its name on the host only if there is none.
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
        let remote = Remote::open(target).await?;
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

    /// Writes a temporary file and renames it, so readers never see half an export.
    /// A failure leaves an earlier file in place.
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
