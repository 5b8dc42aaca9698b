//! The commands of the program, with their own data directory.

use std::{
    io::Write,
    path::Path,
    process::{Command, Stdio},
};

use serde_json::Value;
use tempfile::TempDir;

pub(crate) const SECRET_KEY: &str = "quiz-answers.key";

/// A data directory, removed at the end of the test.
pub(crate) struct Program {
    folder: TempDir,
    environment: Vec<(&'static str, String)>,
}

#[derive(Debug)]
pub(crate) struct Output {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) is_success: bool,
    /// `None` if a signal ended it.
    pub(crate) status: Option<i32>,
}

impl Program {
    pub(crate) fn new() -> Self {
        Self { folder: TempDir::new().expect("a temporary folder"), environment: Vec::new() }
    }

    /// With its data in a PostgreSQL database.
    pub(crate) fn on_postgresql(url: String) -> Self {
        let mut program = Self::new();
        let key = program.folder().join(SECRET_KEY);
        std::fs::write(&key, "ab".repeat(32)).expect("written");
        program.environment = vec![("QA_DATABASE_URL", url), ("QA_SECRET_KEY_FILE", key.display().to_string())];
        program
    }

    pub(crate) fn with_database() -> Self {
        let program = Self::new();
        program.run(&["init"]).done();
        program
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The program with these arguments, isolated from the machine's configuration.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        self.wrapped(&[], arguments)
    }

    /// The same, started by another command.
    pub(crate) fn wrapped(&self, by: &[&str], arguments: &[&str]) -> Command {
        let words = [by, &[env!("CARGO_BIN_EXE_quiz-answers")], arguments].concat();
        let mut command = Command::new(words[0]);
        command.args(&words[1..]);
        for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("QA_")) {
            command.env_remove(name);
        }
        command.env("QA_DATA_DIR", self.folder()).envs(self.environment.clone()).current_dir(self.folder());
        command
    }

    pub(crate) fn with_umask(&self, umask: &str, arguments: &[&str]) -> Command {
        let shell = format!("umask {umask}; exec \"$@\"");
        self.wrapped(&["sh", "-c", &shell, "sh"], arguments)
    }

    pub(crate) fn files(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.folder()).expect("the data directory");
        let mut names: Vec<String> =
            entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
        // The space that each server reserves and leaves behind.
        names.retain(|name| !name.ends_with(".db.reserve"));
        names.sort();
        names
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        self.run_with(arguments, "")
    }

    pub(crate) fn run_with(&self, arguments: &[&str], input: &str) -> Output {
        let mut command = self.command(arguments);
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        // A command that does not read it has closed the pipe already.
        let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
        let output = child.wait_with_output().expect("the program ends");
        Output {
            stdout: String::from_utf8(output.stdout).expect("UTF-8"),
            stderr: String::from_utf8(output.stderr).expect("UTF-8"),
            is_success: output.status.success(),
            status: output.status.code(),
        }
    }

    pub(crate) fn take_secret_key(&self, of: &Self) {
        let [from, to] = [of, self].map(|program| program.folder().join(SECRET_KEY));
        std::fs::copy(from, to).expect("a copy");
    }

    pub(crate) fn namespace_and_key(&self, namespace: &str) -> String {
        self.run(&["namespace", "create", namespace, "--name", "A namespace"]).done();
        self.run(&["key", "create", "--namespace", namespace, "--name", "test"]).done().stdout.trim().to_owned()
    }

    pub(crate) fn quiz(&self, namespace: &str, body: &str) -> String {
        let output = self.run_with(&["quiz", "create", "--namespace", namespace, "-"], body).done();
        output.json()["id"].as_str().expect("an id").to_owned()
    }
}

impl Output {
    #[track_caller]
    pub(crate) fn done(self) -> Self {
        assert!(self.is_success, "{self:?}");
        self
    }

    /// Asserts that it failed with this message and no other output.
    #[track_caller]
    pub(crate) fn fails(self, why: &str) {
        assert!(!self.is_success, "{self:?}");
        assert_eq!(self.stdout, "", "{self:?}");
        assert!(self.stderr.contains(why), "{why:?} is not in {}", self.stderr);
        assert!(!self.stderr.contains("panicked"), "{}", self.stderr);
    }

    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

/// Changes a database behind the program's back.
pub(crate) fn execute(database: &Path, sql: &'static str) {
    let connection = rusqlite::Connection::open(database).expect("a database");
    connection.execute_batch(sql).expect("the database takes it");
}

/// An idle connection of this process to a database, closed when it is dropped.
pub(crate) struct Held(#[expect(dead_code, reason = "it is there")] rusqlite::Connection);

impl Held {
    pub(crate) fn open(database: &Path) -> Self {
        Self::after(database, "SELECT count(*) FROM records")
    }

    /// Blocks all other writes.
    pub(crate) fn writing(database: &Path) -> Self {
        Self::after(database, "BEGIN IMMEDIATE")
    }

    fn after(database: &Path, statement: &'static str) -> Self {
        let connection = rusqlite::Connection::open(database).expect("the database opens");
        connection.execute_batch(statement).expect("the database takes it");
        Self(connection)
    }
}
