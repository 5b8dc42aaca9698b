//! What a schedule does: kept as JSON beside it.

use std::{fmt, path::PathBuf};

use anyhow::Context;
use serde::{Deserialize, Serialize};

use super::{Delivered, DeliveryError, Recipient, SftpTarget, Source, Timetable};
use crate::jobs::ExportFormat;

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Plan {
    pub timetable: Timetable,
    pub format: ExportFormat,
    /// The public keys themselves in ASCII armour, so that a file that is moved breaks nothing.
    pub keys: Vec<String>,
    pub destination: Destination,
}

#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Destination {
    /// Names the private key's file; the key itself is never kept.
    Sftp(SftpTarget),
    /// On the machine that serves.
    Folder(PathBuf),
}

impl Plan {
    /// # Errors
    /// When it was not written by [`Self::to_json`].
    pub fn parse(json: &str) -> anyhow::Result<Self> {
        serde_json::from_str(json).context("the schedule's plan is damaged")
    }

    /// # Errors
    /// When a path is not UTF-8.
    pub fn to_json(&self) -> anyhow::Result<String> {
        serde_json::to_string(self).context("the schedule cannot be kept")
    }

    /// The keys as they are today.
    ///
    /// # Errors
    /// When one cannot be used any more; the message names it.
    pub fn recipients(&self) -> Result<Vec<Recipient>, DeliveryError> {
        self.keys.iter().map(|key| Recipient::parse(key.as_bytes(), "a key of this schedule")).collect()
    }
}

/// Without what opens the way.
impl fmt::Display for Destination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sftp(target) => target.url.fmt(f),
            Self::Folder(folder) => folder.display().fmt(f),
        }
    }
}

impl Source {
    /// Takes the export where a schedule says.
    ///
    /// # Errors
    /// Why it is not there.
    pub async fn deliver(&self, destination: &Destination, name: &str) -> Result<Delivered, DeliveryError> {
        match destination {
            // Most of what a run keeps in memory while it waits.
            Destination::Sftp(target) => Box::pin(self.send(target, name)).await,
            Destination::Folder(folder) => self.save(&folder.join(name)).await,
        }
    }
}
