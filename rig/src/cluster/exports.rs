//! Exports in progress while servers die.

use std::time::Duration;

use anyhow::{Result, bail, ensure};

use super::{
    client,
    folder::{Folder, wait_for},
    ports::SERVERS,
    servers::{self, RECORDS, Servers},
};

/// The lease of a job plus the export itself, under load.
const LIMIT: Duration = Duration::from_mins(2);

pub(super) struct Exports<'a> {
    pub(super) folder: &'a Folder,
    pub(super) servers: &'a Servers<'a>,
    pub(super) quiz: String,
    pub(super) key: String,
}

impl Exports<'_> {
    fn ask(&self, method: &str, path: &str) -> std::io::Result<client::Reply> {
        let path = format!("/api/v1/namespaces/drill/quizzes/{}{path}", self.quiz);
        client::send(self.servers.ports.web(), method, &path, &self.key, "")
    }

    /// Requests an export, and returns the server that has begun to write it.
    pub(super) fn begin(&self) -> Result<u16> {
        let reply = self.ask("POST", "/csvExport")?;
        ensure!(reply.body.contains("true"), "no export was begun: {}", reply.body);
        let files = self.servers.data_dir().join("exports");
        wait_for("the export to begin", LIMIT, || {
            let writes = |server: &u16| self.folder.has_open(&servers::name(*server), &files).unwrap_or_default();
            SERVERS.into_iter().find(writes)
        })
    }

    /// Waits for the export to finish, and fails unless it contains every record.
    pub(super) fn finish(&self) -> Result<()> {
        let state = wait_for("the export", LIMIT, || {
            let state = self.ask("GET", "").ok()?.json()["csvExportStatus"].as_str()?.to_owned();
            (state != "uploading").then_some(state)
        })?;
        let newest = self.ask("GET", "/exports")?.json()["items"][0].clone();
        if state != "done" || newest["rows"] != RECORDS {
            bail!("the export of {RECORDS} records ended as {state}: {newest}");
        }
        Ok(())
    }
}
