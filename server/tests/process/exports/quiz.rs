//! A quiz with exports.

use std::{
    fs, thread,
    time::{Duration, Instant},
};

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::support::{Client, Program, Server};

pub(super) struct Exported<'a> {
    pub(super) program: &'a Program,
    pub(super) id: String,
    pub(super) key: String,
}

impl Exported<'_> {
    pub(super) fn path(&self) -> String {
        format!("/api/v1/namespaces/acme/quizzes/{}", self.id)
    }

    pub(super) fn client(&self, server: &Server) -> Client {
        server.client().with_key(&self.key)
    }

    /// The quiz as the command line shows it without a running server.
    pub(super) fn shown(&self) -> Value {
        self.program.run(&["quiz", "show", "--namespace", "acme", &self.id]).done().json()
    }

    pub(super) fn files(&self) -> Vec<String> {
        let Ok(entries) = fs::read_dir(self.program.folder().join("exports")) else { return Vec::new() };
        let names = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
        names.filter(|name| name != ".place").collect()
    }

    /// The quiz record once its export has ended.
    #[track_caller]
    pub(super) fn ended(&self, client: &mut Client) -> Value {
        let until = Instant::now() + Duration::from_mins(1);
        while Instant::now() < until {
            let record = client.get(&self.path()).expect("a reply").json();
            if record["csvExportStatus"] != "uploading" {
                return record;
            }
            thread::sleep(Duration::from_millis(100));
        }
        panic!("the export did not end: {:?}", self.files());
    }
}

#[track_caller]
pub(super) fn download(server: &Server, record: &Value) -> String {
    assert_eq!(record["csvExportStatus"], "done", "{record}");
    let path = record["csvExportPath"].as_str().and_then(|link| link.strip_prefix(&server.base)).expect("a link");
    let file = server.client().get(path).expect("a whole reply");
    assert_eq!(file.status, 200, "{file:?}");
    assert_eq!(record["csvExportSha256"], hex::encode(Sha256::digest(&file.body)), "it is another file");
    file.body
}
