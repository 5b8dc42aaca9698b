//! Exporting all answers of a quiz as a file, and handing the file out.

use std::{
    io::Write,
    sync::{Arc, atomic::AtomicU64},
};

use domain::{Quiz, Timestamp};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::{Caller, Missing, QuizPath, Service, ServiceError};
use crate::{
    clock,
    jobs::{ExportOutcome, stream_csv},
    store::{Job, JobKind, JobState, KeyScope},
};

/// How long a download link is valid.
const LINK_SECONDS: i64 = 15 * 60;

/// Where a quiz's last export stands.
#[derive(Clone, Debug)]
pub enum ExportState {
    /// Never asked for, or too long ago.
    None,
    /// Queued or running: rows written, and how many there are.
    Uploading {
        done: u64,
        total: u64,
    },
    Done {
        outcome: ExportOutcome,
        link: DownloadLink,
    },
    Failed {
        reason: String,
    },
}

/// What makes a download link: it names one file, and nobody can make another one of it.
#[derive(Clone, Debug)]
pub struct DownloadLink {
    pub job: String,
    /// Seconds since 1970.
    pub expires: i64,
    /// Hexadecimal.
    pub signature: String,
}

/// A file to be sent.
#[derive(Clone, Debug)]
pub struct Download {
    /// In the folder of exports.
    pub file: String,
    /// What it is called on the other side.
    pub name: String,
}

impl Service {
    /// Queues an export; false when one for this quiz is queued or running.
    ///
    /// # Errors
    /// When the caller may not or the quiz is not there.
    pub async fn request_export(&self, caller: &Caller, path: &QuizPath) -> Result<bool, ServiceError> {
        caller.require(KeyScope::Export, &path.namespace)?;
        let quiz = self.read_quiz(path).await?;
        let job = Job {
            id: uuid::Uuid::new_v4().to_string(),
            kind: JobKind::CsvExport,
            quiz_id: quiz.id.clone(),
            state: JobState::Queued,
            attempts: 0,
            fence: 0,
            items_done: 0,
            items_total: 0,
            error: None,
            outcome: None,
            created_at: clock::now(),
            finished_at: None,
        };
        let is_queued = self.store.enqueue(job).await?;
        self.bell.notify_one();
        Ok(is_queued)
    }

    /// # Errors
    /// When the database cannot be read.
    pub async fn export_state(&self, quiz: &Quiz) -> Result<ExportState, ServiceError> {
        let Some(job) = self.store.latest_job(JobKind::CsvExport, &quiz.id).await? else {
            return Ok(ExportState::None);
        };
        Ok(match job.state {
            JobState::Queued | JobState::Running => {
                ExportState::Uploading { done: job.items_done, total: job.items_total }
            }
            JobState::Failed => ExportState::Failed { reason: job.error.unwrap_or_default() },
            JobState::Done => {
                ExportState::Done { outcome: outcome(&job)?, link: self.download_link(&job.id, clock::now()) }
            }
        })
    }

    /// Writes all answers as CSV; `progress` counts the rows meanwhile.
    ///
    /// # Errors
    /// When the caller may not, the quiz is not there, the database cannot be read, or `out` not be written.
    pub async fn stream_csv<W: Write + Send + 'static>(
        &self,
        caller: &Caller,
        path: &QuizPath,
        out: W,
        progress: Arc<AtomicU64>,
    ) -> anyhow::Result<(ExportOutcome, W)> {
        caller.require(KeyScope::Export, &path.namespace)?;
        let quiz = self.read_quiz(path).await?;
        stream_csv(&self.store, &quiz.id, out, progress).await
    }

    /// The file that a link leads to.
    ///
    /// # Errors
    /// Forbidden when the link is altered or expired; missing when the file has been removed since.
    pub async fn download(&self, link: &DownloadLink) -> Result<Download, ServiceError> {
        const REFUSED: ServiceError = ServiceError::Forbidden("the download link is not valid or has expired");
        let mac = self.link_mac(&link.job, link.expires);
        let claimed = hex::decode(&link.signature).map_err(|_| REFUSED)?;
        mac.verify_slice(&claimed).map_err(|_| REFUSED)?;
        if link.expires <= clock::now().seconds() {
            return Err(REFUSED);
        }
        let job = self.store.job(&link.job).await?.filter(|job| job.state == JobState::Done).ok_or(Missing::Export)?;
        let day = clock::to_rfc3339(job.finished_at.unwrap_or(job.created_at));
        let name = format!("{}-{}.csv", job.quiz_id, day.split('T').next().unwrap_or_default());
        Ok(Download { file: outcome(&job)?.file, name })
    }

    fn download_link(&self, job: &str, now: Timestamp) -> DownloadLink {
        let expires = now.seconds() + LINK_SECONDS;
        let tag = self.link_mac(job, expires).finalize().into_bytes();
        let signature = hex::encode(tag);
        DownloadLink { job: job.to_owned(), expires, signature }
    }

    fn link_mac(&self, job: &str, expires: i64) -> Hmac<Sha256> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.link_key).expect("HMAC takes a key of any length");
        mac.update(format!("{job} {expires}").as_bytes());
        mac
    }
}

fn outcome(job: &Job) -> Result<ExportOutcome, ServiceError> {
    let text = job.outcome.as_deref().unwrap_or_default();
    serde_json::from_str(text).map_err(|error| ServiceError::Internal(format!("job {}: {error}", job.id)))
}
