//! The delivery plan of a schedule, stored as JSON.

use std::{fmt, path::PathBuf};

use anyhow::Context;
use serde::{Deserialize, Serialize};

use super::{Delivered, DeliveryError, Recipient, SftpTarget, Source, Timetable};
use crate::export::ExportStyle;

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Plan {
    pub timetable: Timetable,
    #[serde(flatten)]
    pub style: ExportStyle,
    /// The public keys in ASCII armour, so that moving a key file breaks nothing.
    pub keys: Vec<String>,
    pub destination: Destination,
}

#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Destination {
    /// The target contains the path of the private key's file. The key itself is never stored.
    Sftp(SftpTarget),
    /// On the server's machine.
    Folder(PathBuf),
}

impl Plan {
    pub fn parse(json: &str) -> anyhow::Result<Self> {
        serde_json::from_str(json).context("the schedule's plan is damaged")
    }

    pub fn to_json(&self) -> anyhow::Result<String> {
        serde_json::to_string(self).context("the schedule cannot be kept")
    }

    /// Parses and checks the stored keys again. Fails if one is no longer usable, and names it.
    pub fn recipients(&self) -> Result<Vec<Recipient>, DeliveryError> {
        self.keys.iter().map(|key| Recipient::parse(key.as_bytes(), "a key of this schedule")).collect()
    }
}

/// Without credentials.
impl fmt::Display for Destination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sftp(target) => target.url.fmt(f),
            Self::Folder(folder) => folder.display().fmt(f),
        }
    }
}

impl Source {
    pub async fn deliver(&self, destination: &Destination, name: &str) -> Result<Delivered, DeliveryError> {
        match destination {
            // Boxed, because it is most of a run's memory while it waits.
            Destination::Sftp(target) => Box::pin(self.send(target, name)).await,
            Destination::Folder(folder) => self.save(&folder.join(name)).await,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::ExportFormat;

    #[test]
    fn a_plan_of_an_earlier_release_is_for_programs() {
        let stored = r#"{"timetable":"daily 03:00 UTC","format":"jsonl","keys":[],"destination":{"folder":"/srv"}}"#;
        let plan = Plan::parse(stored).expect("a plan");
        assert_eq!(plan.style, ExportStyle::from(ExportFormat::Jsonl));
        assert_eq!(plan.to_json().expect("JSON"), stored);
    }

    #[test]
    fn the_destination_of_an_earlier_release_is_read() {
        let stored =
            r#"{"sftp":{"url":"sftp://ana@files.example/in","identity":"/srv/id","knownHosts":"/srv/known_hosts"}}"#;
        let destination: Destination = serde_json::from_str(stored).expect("a destination");
        assert_eq!(destination.to_string(), "sftp://ana@files.example/in");
        assert_eq!(serde_json::to_string(&destination).expect("JSON"), stored);
    }
}
