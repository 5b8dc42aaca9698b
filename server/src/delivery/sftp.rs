//! Uploads to a folder on another host. A file appears there whole or not at all.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{
    DeliveryError, SftpUrl,
    pace::{self, Stopped},
    pipe::PipeReader,
    requests::{Failure, Session},
    ssh::{self, Ssh},
    ssh_words,
};

/// The destination with its credentials.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SftpTarget {
    pub url: SftpUrl,
    /// A private key, or the public half of one that an agent holds.
    pub identity: PathBuf,
    pub known_hosts: PathBuf,
}

impl SftpTarget {
    /// Fails if a delivery would fail for a reason that is known without a connection.
    pub fn check(&self) -> Result<(), DeliveryError> {
        ssh::check_identity(&self.identity)
    }
}

/// A folder that is known to exist.
pub(super) struct Remote {
    session: Session,
    ssh: Ssh,
    target: SftpTarget,
}

impl Remote {
    pub(super) async fn open(target: &SftpTarget) -> Result<Self, DeliveryError> {
        let (mut ssh, to, from) = Ssh::start(target)?;
        let session = match Session::open(to, from).await {
            Ok(session) => session,
            Err(error) => {
                return Err(ssh_words::why_not_connected(&ssh.last_words().await, &error.to_string(), target));
            }
        };
        let mut remote = Self { session, ssh, target: target.clone() };
        remote.require_folder().await?;
        Ok(remote)
    }

    async fn require_folder(&mut self) -> Result<(), DeliveryError> {
        let (folder, host) = (self.target.url.folder().to_owned(), self.target.url.host.clone());
        match self.session.is_folder(&folder).await {
            Ok(true) => Ok(()),
            Ok(false) => Err(DeliveryError::Refused(format!("{folder} on {host} is not a folder; give one in --sftp"))),
            Err(Failure::Refused(why)) => Err(DeliveryError::Refused(format!(
                "cannot open the folder {folder} on {host}: {}; make it there, or give another in --sftp",
                printable(&why)
            ))),
            Err(lost) => Err(self.failed(&folder, lost).await),
        }
    }

    /// Writes all pieces into a draft of the file and syncs it. Removes the draft and returns `false` if the export
    /// ended early.
    pub(super) async fn write_draft(&mut self, name: &str, pieces: PipeReader) -> Result<bool, DeliveryError> {
        let draft = self.draft(name);
        let written = match self.session.create(&draft).await {
            Ok(mut upload) => match pace::USUAL.copy(pieces, &mut upload).await {
                Ok(()) => upload.close().await.map_err(Stopped::Host),
                stopped => stopped,
            },
            Err(failure) => Err(Stopped::Host(failure)),
        };
        match written {
            Ok(()) => Ok(true),
            Err(Stopped::Export) => {
                let _ = self.session.remove(&draft).await;
                Ok(false)
            }
            Err(Stopped::Host(failure)) => Err(self.failed(&draft, failure).await),
            Err(Stopped::TooSlow) => Err(self.too_slow(name)),
        }
    }

    /// Renames the draft over any file of this name, atomically if the host supports that.
    pub(super) async fn keep_draft(mut self, name: &str) -> Result<(), DeliveryError> {
        let (from, to) = (self.draft(name), self.target.url.path(name));
        if let Err(failure) = self.session.replace(&from, &to).await {
            return Err(self.failed(&to, failure).await);
        }
        // The file has its final name, whatever happens next.
        drop(self.session);
        self.ssh.end().await;
        Ok(())
    }

    fn too_slow(&self, name: &str) -> DeliveryError {
        let host = &self.target.url.host;
        DeliveryError::TooSlow(format!(
            "{host} took less than 64 KiB of {name} a second, for more than ten minutes; try again when it is less busy"
        ))
    }

    fn draft(&self, name: &str) -> String {
        self.target.url.path(&format!("{name}.part"))
    }

    async fn failed(&mut self, file: &str, failure: Failure) -> DeliveryError {
        match failure {
            Failure::Refused(why) => {
                let SftpUrl { user, host, .. } = &self.target.url;
                DeliveryError::Refused(format!(
                    "cannot write {file} on {host}: {}; see whether {user} may write there and the disk has room",
                    printable(&why)
                ))
            }
            Failure::Lost(error) => {
                ssh_words::why_broken(&self.ssh.last_words().await, &error.to_string(), &self.target)
            }
        }
    }
}

/// The host's messages must not inject control sequences into a terminal.
fn printable(why: &str) -> String {
    why.chars().filter(|letter| !letter.is_control()).collect()
}

/// OpenSSH's default path.
pub fn default_known_hosts() -> Option<PathBuf> {
    std::env::home_dir().map(|home: PathBuf| home.join(Path::new(".ssh/known_hosts")))
}
