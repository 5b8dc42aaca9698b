//! Handing out exported files: a link is for one file, works without a key, and expires.

use domain::Timestamp;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::{
    Missing, Service, ServiceError,
    exports::{outcome_of, parameters_of},
};
use crate::{clock, jobs::ExportFormat, store::JobState};

/// How long a download link is valid.
const LINK_SECONDS: i64 = 15 * 60;

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
    pub format: ExportFormat,
    /// What it is called on the other side.
    pub name: String,
}

impl DownloadLink {
    /// The address, below this one.
    #[must_use]
    pub fn url(&self, base_url: &str) -> String {
        let Self { job, expires, signature } = self;
        format!("{base_url}/api/v1/exports/{job}?expires={expires}&signature={signature}")
    }
}

impl Service {
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
        let job = self.store.job(&link.job).await?.filter(|job| job.state == JobState::Done).ok_or(Missing::File)?;
        let format = parameters_of(&job)?.format;
        let day = clock::to_rfc3339(job.finished_at.unwrap_or(job.created_at));
        let name = format!("{}-{}.{}", job.quiz_id, day.split('T').next().unwrap_or_default(), format.as_str());
        Ok(Download { file: outcome_of(&job)?.file, format, name })
    }

    pub(super) fn download_link(&self, job: &str, now: Timestamp) -> DownloadLink {
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
