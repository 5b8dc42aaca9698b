//! The environment file: commands find the server's database, and never another one.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Output,
};

use tempfile::TempDir;

use crate::support::Program;

/// A shell in an unrelated folder, and a file that names the database.
struct Shell<'a> {
    program: &'a Program,
    folder: TempDir,
}

impl<'a> Shell<'a> {
    fn with_file(program: &'a Program, more: &str) -> Self {
        let shell = Self { program, folder: TempDir::new().expect("a folder") };
        let text = format!("# The server's\nQA_DATA_DIR=\"{}\"\nHOME=/nowhere\n{more}", program.folder().display());
        fs::write(shell.file(), text).expect("written");
        shell
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("quiz-answers.env")
    }

    fn run(&self, file: &Path, variables: &[(&str, &str)], arguments: &[&str]) -> Output {
        let mut command = self.program.command(arguments);
        command
            .env_remove("QA_DATA_DIR")
            .env_remove("NOTIFY_SOCKET")
            .env("QA_ENV_FILE", file)
            .envs(variables.iter().copied());
        command.current_dir(self.folder.path()).output().expect("it ends")
    }
}

#[track_caller]
fn refused(output: &Output, why: &str) {
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && told.contains(why), "{why:?} is not in {told}");
}

#[test]
fn commands_take_what_they_are_not_told_from_the_file_of_the_unit() {
    let program = Program::new();
    program.namespace_and_key("acme");
    let shell = Shell::with_file(&program, "QA_JSON='true'\nQA_QUOTA_QUIZZES=lots\n");
    let file = shell.file();
    let listed = shell.run(&file, &[], &["namespace", "list"]);
    let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
    assert!(listed.starts_with("{\"id\":\"acme\""), "{listed}");
    let made = shell.run(&file, &[("QA_JSON", "false")], &["namespace", "create", "other", "--name", "Other"]);
    assert!(made.status.success() && made.stdout.is_empty(), "{made:?}");
    assert!(program.run(&["namespace", "list"]).done().stdout.contains("other\t"));
    assert_eq!(fs::read_dir(shell.folder.path()).expect("a folder").count(), 1, "a database was made here");
    // All options that a command has apply, as they do for the server.
    refused(&shell.run(&file, &[], &["doctor"]), "lots");
    // Settings of the shell take precedence.
    refused(&shell.run(&file, &[("QA_DATA_DIR", "elsewhere")], &["namespace", "list"]), "no database");
    refused(&shell.run(&file, &[], &["--data-dir", "elsewhere", "namespace", "list"]), "no database");
    refused(&shell.run(&file, &[], &["--database-url", "sqlite:elsewhere.db", "namespace", "list"]), "elsewhere.db");
    let other_key = [("QA_SECRET_KEY", "0f0e0d0c0b0a09080706050403020100ffeeddccbbaa99887766554433221100")];
    refused(&shell.run(&file, &other_key, &["namespace", "list"]), "give the other one");
}

#[test]
fn a_file_that_cannot_be_read_is_not_taken_for_none() {
    let program = Program::with_database();
    let shell = Shell::with_file(&program, "");
    // A folder is unreadable as a file to every account, including root.
    for command in [&["namespace", "create", "acme", "--name", "Acme"][..], &["init"], &["serve"], &["key", "list"]] {
        refused(&shell.run(shell.folder.path(), &[], command), "sudo -u quiz-answers");
    }
    refused(&shell.run(Path::new("absent.env"), &[], &["key", "list"]), "absent.env");
    assert_eq!(fs::read_dir(shell.folder.path()).expect("a folder").count(), 1, "a database was made here");
    for command in [&["openapi"][..], &["completions", "bash"], &["--help"]] {
        let output = shell.run(shell.folder.path(), &[], command);
        assert!(output.status.success(), "{output:?}");
    }
}
