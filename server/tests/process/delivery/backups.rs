//! Encrypted backups: created by the command and by a server, and readable by their recipient only.

use std::{
    fs,
    path::Path,
    thread,
    time::{Duration, Instant},
};

use super::gpg::Gpg;
use crate::support::{Program, SECRET_KEY, Server};

const PATIENCE: Duration = Duration::from_secs(20);

fn program_with_a_namespace() -> Program {
    let program = Program::new();
    program.run(&["namespace", "create", "acme", "--name", "Acme"]).done();
    program
}

/// Decrypts a backup, restores it elsewhere, and returns its list of namespaces.
fn restored(program: &Program, reader: &Gpg, file: &Path) -> String {
    let plain = program.folder().join("plain.db");
    fs::write(&plain, reader.decrypt(file)).expect("written");
    let elsewhere = program.folder().join("elsewhere");
    let elsewhere = elsewhere.to_str().expect("UTF-8");
    program
        .run(&["--data-dir", elsewhere, "--secret-key-file", SECRET_KEY, "restore", plain.to_str().expect("UTF-8")])
        .done();
    program.run(&["--data-dir", elsewhere, "--secret-key-file", SECRET_KEY, "namespace", "list"]).done().stdout
}

#[test]
fn a_backup_to_a_key_is_read_by_its_owner_alone_and_leaves_no_plain_copy() {
    let program = program_with_a_namespace();
    let ana = Gpg::with_key("ana@example.com");
    let key = ana.publish(program.folder(), "ana.asc");
    let before = program.files();
    program.run(&["backup", "safe.db.pgp", "--encrypt-to", key.to_str().expect("UTF-8")]).done();
    let file = program.folder().join("safe.db.pgp");
    let bytes = fs::read(&file).expect("the backup");
    assert!(!bytes.windows(6).any(|found| found == b"SQLite"), "it is plain");
    let mut expected = [before, vec!["safe.db.pgp".to_owned()]].concat();
    expected.sort();
    assert_eq!(program.files(), expected);
    assert_eq!(restored(&program, &ana, &file), "acme\tAcme\n");
    let elsewhere = ["--data-dir", "nowhere", "restore", "safe.db.pgp"];
    program.run(&elsewhere).fails("safe.db.pgp is encrypted with OpenPGP: decrypt it first");

    let expired = Gpg::with_expired_key("old@example.com").publish(program.folder(), "old.asc");
    let refused = program.run(&["backup", "other.db.pgp", "--encrypt-to", expired.to_str().expect("UTF-8")]);
    assert_eq!(refused.status, Some(3), "{refused:?}");
    assert!(!program.folder().join("other.db.pgp").exists());
}

#[test]
fn a_server_makes_the_backup_of_the_day_that_is_missing() {
    let program = program_with_a_namespace();
    let ana = Gpg::with_key("ana@example.com");
    let key = ana.publish(program.folder(), "ana.asc");
    let folder = program.folder().join("backups");
    let text = |path: &Path| path.to_str().expect("UTF-8").to_owned();
    let options = ["--backup-dir", &text(&folder), "--backup-encrypt-to", &text(&key), "--keep-backups", "3"];
    let server = Server::start_with(&program, &options);
    let until = Instant::now() + PATIENCE;
    let file = loop {
        let found = fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path());
        if let Some(file) = found.into_iter().find(|path| path.extension().is_some_and(|end| end == "pgp")) {
            break file;
        }
        assert!(Instant::now() < until, "no backup within {PATIENCE:?}");
        thread::sleep(Duration::from_millis(50));
    };
    drop(server);
    let name = file.file_name().and_then(|name| name.to_str()).expect("UTF-8");
    assert!(name.starts_with("quiz-answers-20") && name.ends_with(".db.pgp"), "{name}");
    assert_eq!(restored(&program, &ana, &file), "acme\tAcme\n");
}
