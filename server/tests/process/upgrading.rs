//! Upgrading for operators: the check before, the backup that is made first, and the way back.

use std::{fs, path::Path};

use rusqlite::{Connection, OpenFlags};

use crate::{
    support::{Output, Program, SECRET_KEY, Server, execute},
    upgrade::{AUDIT_LOG, program_with_old_data},
};

const DATABASE: &str = "quiz-answers.db";

fn version(file: &Path) -> i64 {
    let uri = format!("file:{}?immutable=1", file.display());
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    let connection = Connection::open_with_flags(uri, flags).expect("a database");
    connection.query_one("SELECT max(version) FROM _sqlx_migrations", [], |row| row.get(0)).expect("a version")
}

/// An empty data directory with the secret key of another one.
fn with_the_key_of(program: &Program) -> Program {
    let other = Program::new();
    fs::copy(program.folder().join(SECRET_KEY), other.folder().join(SECRET_KEY)).expect("a copy");
    other
}

/// The messages of a check, one per line.
fn lines<'a>(output: &'a Output, state: &str, check: &str) -> Vec<&'a str> {
    let beginning = format!("{state}\t{check}\t");
    output.stdout.lines().filter_map(|line| line.strip_prefix(&beginning)).collect()
}

#[track_caller]
fn has_problem(output: &Output, check: &str, words: &str) {
    let found = lines(output, "problem", check);
    assert!(!output.is_success && found.iter().any(|line| line.contains(words)), "{check}, {words}: {output:?}");
}

#[test]
fn a_check_says_what_an_upgrade_would_do_and_changes_nothing() {
    let program = program_with_old_data();
    let database = program.folder().join(DATABASE);
    let (before, files) = (fs::read(&database).expect("the database"), program.files());
    let present = version(&database);
    let check = ["upgrade", "--check", "--backup-dir", "backups"];
    let checked = program.run(&check).done();
    let steps = lines(&checked, "ok", "step");
    let numbers: Vec<i64> = steps.iter().filter_map(|step| step.split(' ').next()?.parse().ok()).collect();
    let latest = *numbers.last().expect("a step");
    assert_eq!(numbers, (present + 1..=latest).collect::<Vec<_>>(), "{checked:?}");
    assert!(steps.contains(&"34 quiz dates"), "{checked:?}");
    let schema = format!("{present}, and this release's is {latest}");
    assert_eq!(lines(&checked, "ok", "schema"), [schema], "{checked:?}");
    assert_eq!(lines(&checked, "ok", "server"), ["none runs"], "{checked:?}");
    assert!(lines(&checked, "ok", "trial")[0].starts_with("a copy was brought up to date in "), "{checked:?}");
    assert!(lines(&checked, "ok", "space")[0].contains(" MiB wanted "), "{checked:?}");
    let way_back = format!("backups/before-upgrade-{present}.db");
    assert!(lines(&checked, "ok", "backup before")[0].ends_with(&way_back), "{checked:?}");
    assert_eq!(lines(&checked, "ok", "last backup"), ["there is none in backups"], "{checked:?}");
    assert!(fs::read(&database).expect("the database") == before, "the check has changed the database");
    assert_eq!(program.files(), files);

    let daily = program.folder().join("backups");
    fs::create_dir(&daily).expect("a folder");
    fs::write(daily.join("quiz-answers-2026-11-20.db"), "a backup").expect("written");
    let checked = program.run(&check).done();
    assert_eq!(
        lines(&checked, "ok", "last backup"),
        ["backups/quiz-answers-2026-11-20.db, 0 hours old"],
        "{checked:?}"
    );

    program.run(&["upgrade"]).done();
    assert_eq!(version(&database), latest);
    assert_eq!(program.run(&["audit", "verify"]).done().stdout, AUDIT_LOG);
    let checked = program.run(&["upgrade", "--check"]).done();
    assert!(lines(&checked, "ok", "schema")[0].ends_with("there is nothing to do"), "{checked:?}");
    assert_eq!(lines(&checked, "ok", "step"), [""; 0], "{checked:?}");
}

#[test]
fn a_check_fails_for_what_stands_in_the_way() {
    let program = program_with_old_data();
    let database = program.folder().join(DATABASE);
    fs::write(program.folder().join("file"), "").expect("written");
    let checked = program.run(&["upgrade", "--check", "--backup-dir", "file/backups"]);
    has_problem(&checked, "backup before", "/file: Not a directory");
    let without = ["upgrade", "--check", "--backup-dir", "file/backups", "--accept-upgrade-without-way-back"];
    assert!(lines(&program.run(&without).done(), "ok", "backup before")[0].starts_with("none will be made"));

    let files = program.files();
    // A migration adds a column of the same name.
    execute(&database, "ALTER TABLE quizzes ADD COLUMN next_date INTEGER");
    has_problem(&program.run(&["upgrade", "--check"]), "trial", "duplicate column name: next_date");
    assert_eq!(program.files(), files, "the copy is gone, also after a failure");

    execute(
        &database,
        "PRAGMA foreign_keys = OFF; ALTER TABLE quizzes DROP COLUMN next_date; DELETE FROM namespaces WHERE id = 'acme'",
    );
    has_problem(&program.run(&["upgrade", "--check"]), "trial", "restore the last backup before you upgrade");
    program.run(&["--data-dir", "elsewhere", "upgrade", "--check"]).fails("there is no database");
}

#[test]
fn a_start_makes_a_backup_before_the_first_step() {
    let program = program_with_old_data();
    let database = program.folder().join(DATABASE);
    let present = version(&database);
    let backups = program.folder().join("backups");
    fs::create_dir(&backups).expect("a folder");
    for name in ["before-upgrade-2.db", "before-upgrade-3.db", "before-upgrade-notes.db"] {
        fs::write(backups.join(name), "").expect("written");
    }
    let options = ["--backup-dir", backups.to_str().expect("UTF-8")];
    drop(Server::start_with(&program, &options));
    let way_back = backups.join(format!("before-upgrade-{present}.db"));
    assert!(version(&way_back) == present && version(&database) > present);
    assert!(!backups.join("before-upgrade-2.db").exists(), "two are kept");
    assert!(backups.join("before-upgrade-3.db").exists() && backups.join("before-upgrade-notes.db").exists());

    // The next start has nothing to do.
    let made = fs::read(&way_back).expect("the backup");
    fs::remove_file(&way_back).expect("removed");
    drop(Server::start_with(&program, &options));
    assert!(!way_back.exists());

    fs::write(&way_back, made).expect("written");
    let restored = with_the_key_of(&program);
    let printed = restored.run(&["restore", way_back.to_str().expect("UTF-8")]).done().stdout;
    assert!(printed.ends_with(AUDIT_LOG), "{printed}");
}

#[test]
fn without_a_folder_the_backup_stands_beside_the_database_packed_as_it_is_to_be() {
    let program = program_with_old_data();
    let present = version(&program.folder().join(DATABASE));
    program.run(&["init", "--backup-gzip"]).done();
    let way_back = format!("before-upgrade-{present}.db.gz");
    assert!(program.files().contains(&way_back), "{:?}", program.files());
    let restored = with_the_key_of(&program);
    let file = program.folder().join(way_back);
    restored.run(&["restore", file.to_str().expect("UTF-8")]).done();
}

#[test]
fn nothing_is_brought_up_to_date_that_cannot_be_backed_up_unless_that_is_accepted() {
    let program = program_with_old_data();
    let database = program.folder().join(DATABASE);
    let before = fs::read(&database).expect("the database");
    // Tests may run as root, which can write to any folder, but not below a file.
    fs::write(program.folder().join("file"), "").expect("written");
    let options = ["--backup-dir", "file/backups"];
    for command in [&["serve", "--addr", "127.0.0.1:0"][..], &["init"], &["upgrade"]] {
        let refused = program.run(&[command, &options].concat());
        assert!(refused.stderr.contains("--accept-upgrade-without-way-back"), "{refused:?}");
        refused.fails("cannot be backed up in");
        assert!(fs::read(&database).expect("the database") == before, "{command:?}");
    }
    drop(Server::start_with(&program, &[&options[..], &["--accept-upgrade-without-way-back"]].concat()));
    // The server may have begun a delivery of the old data.
    assert_eq!(program.run(&["audit", "verify", "--lines", "47"]).done().stdout, AUDIT_LOG);
    assert!(!program.files().iter().any(|name| name.starts_with("before-upgrade")), "{:?}", program.files());
}
