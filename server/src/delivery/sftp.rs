//! Uploads to a folder on another host. A file appears there whole or not at all.

use std::{
    io,
    path::{Path, PathBuf},
};

use super::{
    DeliveryError, SftpUrl,
    pace::{self, Stopped},
    pipe::PipeReader,
    ssh::{self, Guard},
};
use russh::{
    Channel, ChannelMsg, Disconnect,
    client::{Handle, Msg},
};
use russh_sftp::{
    client::{Config, RawSftpSession, SftpSession, error::Error},
    protocol::{Packet, StatusCode},
};
use serde::{Deserialize, Serialize};

/// Per request.
const PATIENCE_SECONDS: u64 = 30;
const POSIX_RENAME: &str = "posix-rename@openssh.com";

/// The destination with its credentials.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SftpTarget {
    pub url: SftpUrl,
    /// A private key in an OpenSSH format.
    pub identity: PathBuf,
    pub known_hosts: PathBuf,
}

/// A folder that is known to exist.
pub(super) struct Remote {
    connection: Handle<Guard>,
    sftp: SftpSession,
    url: SftpUrl,
}

impl Remote {
    pub(super) async fn open(target: &SftpTarget) -> Result<Self, DeliveryError> {
        let url = target.url.clone();
        let file = target.identity.clone();
        let loading = tokio::task::spawn_blocking(move || ssh::load_identity(&file));
        let identity = loading.await.map_err(|error| DeliveryError::Export(error.into()))??;
        let connection = ssh::connect(&url, identity, &target.known_hosts).await?;
        let sftp = SftpSession::new_with_config(channel(&connection, &url).await?.into_stream(), config())
            .await
            .map_err(|error| broken(&url, &error))?;
        let remote = Self { connection, sftp, url };
        remote.require_folder().await?;
        Ok(remote)
    }

    async fn require_folder(&self) -> Result<(), DeliveryError> {
        let (folder, host) = (self.url.folder(), &self.url.host);
        match self.sftp.metadata(folder).await {
            Ok(found) if found.is_dir() => Ok(()),
            Ok(_) => Err(DeliveryError::Refused(format!("{folder} on {host} is not a folder; give one in --sftp"))),
            Err(Error::Status(status)) => Err(DeliveryError::Refused(format!(
                "cannot open the folder {folder} on {host}: {}; make it there, or give another in --sftp",
                status.status_code
            ))),
            Err(error) => Err(broken(&self.url, &error)),
        }
    }

    /// Writes all pieces into a draft of the file and syncs it. Removes the draft and returns false if the export ended
    /// early.
    pub(super) async fn write_draft(&self, name: &str, pieces: PipeReader) -> Result<bool, DeliveryError> {
        let draft = self.draft(name);
        let mut file = self.sftp.create(draft.as_str()).await.map_err(|error| self.cannot_write(&draft, error))?;
        match pace::USUAL.copy(pieces, &mut file).await {
            Ok(()) => {}
            Err(Stopped::Export) => {
                drop(file);
                let _ = self.sftp.remove_file(draft.as_str()).await;
                return Ok(false);
            }
            Err(Stopped::Host(error)) => return Err(self.cut(&draft, &error)),
            Err(Stopped::TooSlow) => return Err(self.too_slow(name)),
        }
        file.close().await.map_err(|error| self.cut(&draft, &error))?;
        Ok(true)
    }

    /// Renames the draft over any file of this name, atomically where the host supports that.
    pub(super) async fn keep_draft(self, name: &str) -> Result<(), DeliveryError> {
        let (from, to) = (self.draft(name), self.url.path(name));
        if !self.replace(&from, &to).await? {
            // Renaming in the older protocol does not replace files.
            if self.sftp.rename(from.as_str(), to.as_str()).await.is_err() {
                let _ = self.sftp.remove_file(to.as_str()).await;
                let renamed = self.sftp.rename(from.as_str(), to.as_str()).await;
                renamed.map_err(|error| self.cannot_write(&to, error))?;
            }
        }
        let _ = self.sftp.close().await;
        // The file has its final name, whatever happens next.
        let _ = self.connection.disconnect(Disconnect::ByApplication, "done", "").await;
        Ok(())
    }

    /// False if the host lacks this request. The library's session does not support it, so it uses its own channel.
    async fn replace(&self, from: &str, to: &str) -> Result<bool, DeliveryError> {
        let session =
            RawSftpSession::new_with_config(channel(&self.connection, &self.url).await?.into_stream(), config());
        let host = session.init().await.map_err(|error| broken(&self.url, &error))?;
        if !host.extensions.contains_key(POSIX_RENAME) {
            return Ok(false);
        }
        match session.extended(POSIX_RENAME, [text(from), text(to)].concat()).await {
            Ok(Packet::Status(status)) if status.status_code == StatusCode::Ok => Ok(true),
            Ok(Packet::Status(status)) => Err(self.cannot_write(to, Error::Status(status))),
            Ok(_) => Err(broken(&self.url, &Error::UnexpectedPacket)),
            Err(error) => Err(self.cannot_write(to, error)),
        }
    }

    fn too_slow(&self, name: &str) -> DeliveryError {
        let host = &self.url.host;
        DeliveryError::TooSlow(format!(
            "{host} took less than 64 KiB of {name} a second, for more than ten minutes; try again when it is less busy"
        ))
    }

    fn draft(&self, name: &str) -> String {
        self.url.path(&format!("{name}.part"))
    }

    fn cut(&self, file: &str, error: &io::Error) -> DeliveryError {
        // The host's own message, without the library's wrapping.
        match error.get_ref().and_then(|inner| inner.downcast_ref::<Error>()) {
            Some(inner) => self.cannot_write(file, inner.clone()),
            None => self.refused(file, &error.to_string()),
        }
    }

    fn cannot_write(&self, file: &str, error: Error) -> DeliveryError {
        match error {
            Error::Status(status) => self.refused(file, &status.status_code.to_string()),
            error => broken(&self.url, &error),
        }
    }

    fn refused(&self, file: &str, why: &str) -> DeliveryError {
        let (user, host) = (&self.url.user, &self.url.host);
        // The host's words must not inject control sequences into a terminal.
        let why: String = why.chars().filter(|letter| !letter.is_control()).collect();
        DeliveryError::Refused(format!(
            "cannot write {file} on {host}: {why}; see whether {user} may write there and the disk has room"
        ))
    }
}

/// A string in a request: its length, then its bytes.
fn text(text: &str) -> Vec<u8> {
    let length = u32::try_from(text.len()).unwrap_or(u32::MAX);
    [&length.to_be_bytes(), text.as_bytes()].concat()
}

fn config() -> Config {
    Config { request_timeout_secs: PATIENCE_SECONDS, ..Config::default() }
}

async fn channel(connection: &Handle<Guard>, url: &SftpUrl) -> Result<Channel<Msg>, DeliveryError> {
    let mut channel = connection.channel_open_session().await.map_err(|error| broken(url, &error))?;
    channel.request_subsystem(true, "sftp").await.map_err(|error| broken(url, &error))?;
    loop {
        match channel.wait().await {
            Some(ChannelMsg::Success) => return Ok(channel),
            Some(ChannelMsg::Failure) => {
                let host = &url.host;
                return Err(DeliveryError::Refused(format!(
                    "{host} takes no files over SFTP; ask its owner to allow it"
                )));
            }
            Some(_) => {}
            None => return Err(broken(url, &russh::Error::Disconnect)),
        }
    }
}

fn broken(url: &SftpUrl, error: &dyn std::error::Error) -> DeliveryError {
    DeliveryError::Broken(format!("the connection to {} broke: {error}; try again later", url.host))
}

/// OpenSSH's default path.
pub fn default_known_hosts() -> Option<PathBuf> {
    std::env::home_dir().map(|home: PathBuf| home.join(Path::new(".ssh/known_hosts")))
}
