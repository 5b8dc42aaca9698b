//! `backup` and `restore`: a backup has everything that was acknowledged before it began, and only a valid one can
//! replace a database.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant, UNIX_EPOCH},
};

use crate::support::{Client, Metrics, Program, SECRET_KEY, Server, execute};
use serde_json::{Value, json};

const PATIENCE: Duration = Duration::from_secs(20);
const DATABASE: &str = "quiz-answers.db";

/// A program with a namespace `acme` and a quiz with this many submitted records; also the quiz's id.
fn program_with_records(number: &str) -> (Program, String) {
    let program = Program::new();
    program.run(&["namespace", "create", "acme", "--name", "Acme"]).done();
    let quiz = program.quiz("acme", r#"{ "name": "Q" }"#);
    program.run(&["demo-data", "--namespace", "acme", "--quiz", &quiz, "--responses", number]).done();
    (program, quiz)
}

fn backup(program: &Program) -> PathBuf {
    program.run(&["backup", "backup.db"]).done();
    program.folder().join("backup.db")
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

#[test]
fn a_backup_under_load_has_everything_acknowledged_before_it() {
    let (program, quiz) = program_with_records("2000");
    let path = format!("/api/v1/namespaces/acme/quizzes/{quiz}");
    let server = Server::start(&program);
    let (acknowledged, is_over) = (Mutex::new(Vec::new()), AtomicBool::new(false));
    let written = AtomicUsize::new(0);
    let wait_for = |more: usize| {
        let (target, began) = (written.load(Ordering::Relaxed) + more, Instant::now());
        while written.load(Ordering::Relaxed) < target {
            assert!(began.elapsed() < PATIENCE, "nothing is written");
            thread::sleep(Duration::from_millis(5));
        }
    };
    let before = thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                let mut client = server.client();
                while !is_over.load(Ordering::Relaxed) {
                    let anon_id = answered(&mut client, &path);
                    acknowledged.lock().expect("no writer panicked").push(anon_id);
                    written.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        wait_for(50);
        let before: Vec<String> = acknowledged.lock().expect("no writer panicked").clone();
        let printed = program.run(&["backup", "backup.db"]);
        wait_for(8);
        is_over.store(true, Ordering::Relaxed);
        let printed = printed.done().stdout;
        let bytes = fs::metadata(program.folder().join("backup.db")).expect("the backup").len();
        let sha256 = sha256(&program.folder().join("backup.db"));
        assert!(printed.starts_with(&format!("backup.db: {bytes} bytes, SHA-256 {sha256}; ")), "{printed}");
        assert!(printed.contains("1 namespaces, 1 quizzes, "), "{printed}");
        before
    });
    assert!(!program.files().iter().any(|name| name.starts_with("backup.db.")), "{:?}", program.files());

    let copy = Program::new();
    copy.take_secret_key(&program);
    let restored = copy.run(&["restore", text(&program.folder().join("backup.db"))]).done().stdout;
    let audit = program.run(&["audit", "verify"]).done().stdout;
    assert!(restored.contains("1 namespaces, 1 quizzes, ") && restored.ends_with(&format!("audit log: {audit}")));
    assert_eq!(copy.files(), [DATABASE, SECRET_KEY]);
    let server = Server::start(&copy);
    let mut client = server.client();
    for anon_id in &before {
        let record = client.get(&format!("{path}/users/{anon_id}/answers")).expect("a reply").json();
        assert!(record["answers"]["qAnswers"]["fhn1"].is_string(), "{anon_id}: {record}");
    }
    let listed = copy.run(&["quiz", "list", "--namespace", "acme"]).done().stdout;
    assert!(listed.contains("\t2000/"), "{listed}");
    // And it continues from there.
    answered(&mut client, &path);
}

fn answered(client: &mut Client, quiz: &str) -> String {
    let anon_id = client.post(&format!("{quiz}/users/anonymous/genId"), json!({})).expect("a reply").json();
    let anon_id = anon_id["anon_id"].as_str().expect("an id").to_owned();
    let begin = json!({ "anon_id": anon_id });
    assert_eq!(client.post(&format!("{quiz}/users/anonymous/initQuiz"), begin).expect("a reply").status, 200);
    let body = json!({ "anon_id": anon_id, "questionId": "fhn1", "answer": 2 });
    assert_eq!(client.post(&format!("{quiz}/users/anonymous/answers"), body).expect("a reply").status, 200);
    anon_id
}

fn sha256(path: &Path) -> String {
    use sha2::{Digest, Sha256};
    hex::encode(Sha256::digest(fs::read(path).expect("a file")))
}

#[test]
fn a_backup_names_its_key_or_says_that_it_is_missing() {
    let program = Program::with_database();
    let kept = program.run(&["backup", "one.db"]).done();
    assert!(kept.stdout.trim_end().ends_with(SECRET_KEY) && kept.stdout.contains(", from "), "{kept:?}");
    std::fs::rename(program.folder().join(SECRET_KEY), program.folder().join("elsewhere")).expect("it was there");
    let missing = program.run(&["backup", "two.db"]).done();
    assert!(missing.stdout.contains("which is missing at ") && !missing.stdout.contains(", from "), "{missing:?}");
}

#[test]
fn neither_a_backup_nor_a_restore_writes_over_a_file() {
    let (program, _) = program_with_records("10");
    let file = backup(&program);
    let before = fs::read(&file).expect("the backup");
    program.run(&["backup", "backup.db"]).fails("is there already");
    assert_eq!(fs::read(&file).expect("the backup"), before);
    // The remains of an interrupted backup are no obstacle.
    fs::write(program.folder().join("second.db.part"), "half of it").expect("written");
    program.run(&["backup", "second.db"]).done();
    program.run(&["backup", "missing/backup.db"]).fails("missing/backup.db.part");

    let database = fs::read(program.folder().join(DATABASE)).expect("the database");
    program.run(&["restore", "backup.db"]).fails("is there already");
    assert_eq!(fs::read(program.folder().join(DATABASE)).expect("the database"), database);
    let other = Program::new();
    fs::write(other.folder().join("quiz-answers.db-wal"), "of another database").expect("written");
    other.run(&["restore", text(&file)]).fails("quiz-answers.db-wal is there already");
}

#[test]
fn what_is_not_a_whole_database_is_refused_and_leaves_nothing() {
    let (program, _) = program_with_records("500");
    let good = fs::read(backup(&program)).expect("the backup");
    let page = 4096;
    let middle = good.len() / page / 2 * page;
    let mut overwritten = good.clone();
    overwritten[middle..middle + page].fill(0xa5);
    let mut zeroed = good.clone();
    zeroed[middle..middle + page].fill(0);
    // Readable, but its header counts free pages that do not exist.
    let mut miscounted = good.clone();
    miscounted[39] = 7;
    let cut = &good[..good.len() / 2];
    let torn = &good[..good.len() - page / 2];
    for (name, bytes, why) in [
        ("overwritten", &overwritten[..], "damaged"),
        ("zeroed", &zeroed[..], "damaged"),
        ("miscounted", &miscounted[..], "damaged"),
        ("cut", cut, "is damaged, or no database"),
        ("torn", torn, "damaged"),
        ("text", &b"no database at all, whatever its name says".repeat(100)[..], "is damaged, or no database"),
        ("empty", &[][..], "is not a database of this program"),
    ] {
        let other = Program::new();
        let file = other.folder().join("backup.db");
        fs::write(&file, bytes).expect("written");
        // The digest detects all damage; without it, most is detected.
        for (more, why) in [(&[][..], "digest"), (&["--accept-undetected-damage"][..], why)] {
            let output = other.run(&[&["restore", "backup.db"], more].concat());
            assert!(!output.is_success && output.stderr.contains(why), "{name}: {output:?}");
            assert!(output.stderr.contains(text(&file)), "{name}: {}", output.stderr);
            assert_eq!(other.files(), ["backup.db"], "{name}");
        }
    }
    let other = Program::new();
    other.run(&["restore", "absent.db"]).fails("absent.db");
    assert_eq!(other.files(), [""; 0]);
    // A plain copy of a database in use, together with the part that is outside the file.
    fs::write(other.folder().join("copy.db"), &good).expect("written");
    fs::write(other.folder().join("copy.db-wal"), "answers").expect("written");
    other.run(&["restore", "copy.db"]).fails("copy.db-wal has a part of the data");
}

#[test]
fn a_database_of_a_newer_release_is_neither_opened_nor_backed_up_nor_restored() {
    let (program, _) = program_with_records("10");
    let file = backup(&program);
    for database in [&file, &program.folder().join(DATABASE)] {
        execute(
            database,
            "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
             VALUES (9999, 'from the future', TRUE, x'00', 0)",
        );
    }
    let why = "was made by a newer release";
    program.run(&["namespace", "list"]).fails(why);
    program.run(&["backup", "second.db"]).fails(why);
    assert_eq!(program.files(), ["backup.db", DATABASE, SECRET_KEY]);
    Program::new().run(&["restore", "--accept-undetected-damage", text(&file)]).fails(why);
}

#[test]
fn no_bit_of_a_backup_changes_unnoticed() {
    let (program, _) = program_with_records("300");
    let good = fs::read(backup(&program)).expect("the backup");
    let other = Program::new();
    other.take_secret_key(&program);
    let (file, backups) = (other.folder().join("backup.db"), other.folder().join("backups"));
    fs::create_dir(&backups).expect("a folder");
    let daily = backups.join("quiz-answers-2026-11-20.db");
    let folder = text(&backups).to_owned();
    let restore = |bytes: &[u8]| {
        fs::write(&file, bytes).expect("written");
        other.run(&["restore", "backup.db"])
    };
    for number in 0..200 {
        let mut changed = good.clone();
        let place = good.len() * (2 * number + 1) / 400;
        changed[place] ^= 1 << (number % 8);
        restore(&changed).fails("digest");
        if number % 50 == 0 {
            fs::write(&daily, &changed).expect("written");
            let checked = program.run(&["doctor", "--backup-dir", &folder]);
            assert!(checked.stdout.contains("problem\tbackups\t") && checked.stdout.contains("digest"), "{checked:?}");
        }
    }
    for length in [good.len() - 1, good.len() - 100, good.len() / 2, 0] {
        restore(&good[..length]).fails("digest");
    }
    restore(&[&good[..], &b"\n"[..]].concat()).fails("digest");
    assert_eq!(other.files(), ["backup.db", "backups", SECRET_KEY]);
    restore(&good).done();
    fs::write(&daily, &good).expect("written");
    let checked = program.run(&["doctor", "--backup-dir", &folder]).done();
    assert!(checked.stdout.contains("its digest is right"), "{checked:?}");
}

#[test]
fn backups_go_through_pipes_and_compressed() {
    let (program, _) = program_with_records("300");
    backup(&program);
    program.run(&["backup", "--gzip", "backup.db.gz"]).done();
    let size = |name: &str| fs::metadata(program.folder().join(name)).expect("the backup").len();
    assert!(size("backup.db.gz") * 2 < size("backup.db"));
    let binary = env!("CARGO_BIN_EXE_quiz-answers");
    for more in ["", "--gzip"] {
        let copy = Program::new();
        copy.take_secret_key(&program);
        let script = format!(
            "set -o pipefail; '{binary}' backup {more} - | '{binary}' --data-dir '{}' restore -",
            text(copy.folder())
        );
        let output = program.wrapped(&["bash", "-c", &script], &[]).output().expect("it ends");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && said.contains("300 records"), "{output:?}");
        assert_eq!(copy.run(&["namespace", "list"]).done().stdout, "acme\tAcme\n");
        assert_eq!(program.files(), ["backup.db", "backup.db.gz", DATABASE, SECRET_KEY]);
    }
    for name in ["backup.db", "backup.db.gz"] {
        let copy = Program::new();
        copy.take_secret_key(&program);
        copy.run(&["restore", text(&program.folder().join(name))]).done();
    }
    // If a pipe breaks, the other end gets half a backup, which it refuses.
    let script = format!("'{binary}' backup - | head -c 20000 | '{binary}' --data-dir half restore -");
    let output = program.wrapped(&["bash", "-c", &script], &[]).output().expect("it ends");
    assert!(!output.status.success() && !program.folder().join("half").join(DATABASE).exists(), "{output:?}");
}

fn until_it_says(file: &Path, text: &str) {
    let began = Instant::now();
    while fs::read_to_string(file).unwrap_or_default() != text {
        assert!(began.elapsed() < PATIENCE, "{} does not say {text:?}", file.display());
        thread::sleep(Duration::from_millis(20));
    }
}

fn note_in(folder: &Path) -> PathBuf {
    let began = Instant::now();
    loop {
        let names = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
        if let Some(note) = names.into_iter().find(|path| path.extension().is_some_and(|end| end == "after")) {
            return note;
        }
        assert!(began.elapsed() < PATIENCE, "the command after the backup was not run");
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_nightly_backup_is_sent_by_a_command_whose_end_is_noted() {
    let (program, _) = program_with_records("20");
    let (backups, away) = (program.folder().join("backups"), program.folder().join("away"));
    let folder = ["--backup-dir", text(&backups), "--backup-gzip"];
    let send = format!("cp \"$QA_BACKUP_FILE\" '{}'", text(&away));
    let with = |command| [&folder[..], &["--backup-after", command]].concat();
    let doctor = || program.run(&["doctor", "--backup-dir", text(&backups), "--backup-after", &send]);
    let server = Server::start_with(&program, &with("exit 3"));
    let note = note_in(&backups);
    until_it_says(&note, "3\n");
    let checked = doctor();
    assert!(checked.stdout.contains("problem\tbackups\t") && checked.stdout.contains("ended with 3"), "{checked:?}");
    drop(server);
    // An unsent backup is sent after the next start, without creating another one.
    let server = Server::start_with(&program, &with(&send));
    until_it_says(&note, "0\n");
    doctor().done();
    drop(server);
    let copy = Program::new();
    copy.take_secret_key(&program);
    copy.run(&["restore", text(&away)]).done();
}

#[test]
fn a_trial_that_finds_damage_is_told_and_keeps_the_backups_before() {
    let (program, _) = program_with_records("20");
    let backups = program.folder().join("backups");
    fs::create_dir(&backups).expect("a folder");
    let sound = backups.join("quiz-answers-2026-01-02.db");
    program.run(&["backup", text(&sound)]).done();
    execute(&program.folder().join(DATABASE), "UPDATE records SET score = 1000 - score WHERE score <> 500");
    let metrics = Metrics::on_a_free_port();
    let options = [&["--backup-dir", text(&backups), "--keep-backups", "1"][..], &metrics.option()].concat();
    let server = Server::start_logging(&program, &[], &options);
    let written = UNIX_EPOCH.elapsed().expect("after 1970").as_secs() - 3600;
    let file = fs::File::options().write(true).open(&sound).expect("the backup");
    file.set_modified(UNIX_EPOCH + Duration::from_secs(written)).expect("a time");
    metrics.read_with(&format!("quiz_answers_last_backup_seconds {written}"));
    let shown = metrics.read_with("quiz_answers_backup_failures_total 1");
    assert!(shown.contains("\nquiz_answers_last_trial_restore_success 0\n"), "{shown}");
    let log = server.log();
    let named = "the scores are not those that the answers give";
    assert!(log.contains("the database is damaged, and so is its backup") && log.contains(named), "{log}");
    assert!(sound.exists(), "the last sound one");
    let checked = program.run(&["doctor", "--backup-dir", text(&backups)]);
    assert!(checked.stdout.contains("problem\tbackups\tthe database was damaged when"), "{checked:?}");
    // The next start does not remove it either; it runs the command after removing old ones.
    let _server = Server::start_with(&program, &[&options[..], &["--backup-after", "true"]].concat());
    until_it_says(&note_in(&backups), "0\n");
    assert!(sound.exists(), "the last sound one");
}

#[test]
fn an_older_backup_is_restored_with_a_warning_that_names_the_newer_one() {
    let (program, _) = program_with_records("3");
    let names = ["2026-11-26.db", "2026-11-27.db"];
    program.run(&["backup", names[0]]).done();
    program.run(&["namespace", "create", "later", "--name", "Later"]).done();
    program.run(&["backup", names[1]]).done();
    fs::write(program.folder().join("notes.txt"), "newer, but no backup").expect("written");
    let changes = names.map(|name| {
        let machine = Program::new();
        machine.take_secret_key(&program);
        let file = program.folder().join(name);
        let restored = machine.run(&["--json", "restore", text(&file)]).done();
        assert_eq!(restored.stderr.contains("2026-11-27.db was written after it"), name == names[0], "{restored:?}");
        assert!(!restored.stderr.contains("notes.txt"), "{restored:?}");
        restored.json()["contents"]["lastChange"].as_str().expect("a moment").to_owned()
    });
    assert!(changes[0] < changes[1], "{changes:?}");
}

#[test]
fn a_broken_audit_log_is_reported_and_the_rest_restored() {
    let (program, _) = program_with_records("10");
    let file = backup(&program);
    execute(&file, "DROP TRIGGER audit_log_is_not_changed");
    execute(&file, "UPDATE audit_log SET details = 'Another' WHERE seq = 2");
    let copy = Program::new();
    copy.take_secret_key(&program);
    copy.run(&["restore", text(&file)]).fails("digest");
    let restored = copy.run(&["restore", "--accept-undetected-damage", text(&file)]).done();
    assert!(restored.stderr.contains("is restored although it is damaged"), "{restored:?}");
    assert!(restored.stderr.contains("the audit log was broken at line 2"), "{restored:?}");
    assert_eq!(copy.run(&["namespace", "list"]).done().stdout, "acme\tAcme\n");
}

#[test]
fn a_restored_database_offers_no_export_whose_file_is_elsewhere() {
    let (program, quiz) = program_with_records("10");
    let key = program.run(&["key", "create", "--namespace", "acme", "--name", "test"]).done().stdout;
    let path = format!("/api/v1/namespaces/acme/quizzes/{quiz}");
    let export = |server: &Server| {
        let mut client = server.client().with_key(key.trim());
        assert_eq!(client.post(&format!("{path}/csvExport"), json!({})).expect("a reply").status, 202);
        let began = Instant::now();
        while client.get(&path).expect("a reply").json()["csvExportStatus"] != "done" {
            assert!(began.elapsed() < PATIENCE, "the export was not made");
            thread::sleep(Duration::from_millis(20));
        }
    };
    export(&Server::start(&program));
    let copy = Program::new();
    copy.take_secret_key(&program);
    copy.run(&["restore", text(&backup(&program))]).done();
    let server = Server::start(&copy);
    let record = server.client().with_key(key.trim()).get(&path).expect("a reply").json();
    assert_eq!((&record["csvExportStatus"], &record["csvExportPath"]), (&Value::Null, &Value::Null));
    export(&server);
}

#[test]
fn places_in_the_order_of_changes_end_with_a_restore() {
    let (program, quiz) = program_with_records("3");
    let key = program.run(&["key", "create", "--namespace", "acme", "--name", "test"]).done().stdout;
    let path = format!("/api/v1/namespaces/acme/quizzes/{quiz}");
    let changes = |server: &Server, since: &str| {
        let mut client = server.client().with_key(key.trim());
        let reply = client.get(&format!("{path}/answers?updatedSince={since}")).expect("a reply");
        let next = reply.json()["nextCursor"].as_str().unwrap_or_default().to_owned();
        (reply, next)
    };
    let server = Server::start(&program);
    answered(&mut server.client(), &path);
    let file = backup(&program);
    answered(&mut server.client(), &path);
    let (_, before) = changes(&server, "0");
    drop(server);

    let copy = Program::new();
    copy.take_secret_key(&program);
    copy.run(&["restore", text(&file)]).done();
    let server = Server::start(&copy);
    // The restored database assigns the same numbers to other changes.
    answered(&mut server.client(), &path);
    let refused = changes(&server, &before).0;
    assert!(refused.status == 410 && refused.headers.contains("x-error-code: restored_since"), "{refused:?}");
    let (begun_anew, next) = changes(&server, "0");
    assert_eq!(begun_anew.json()["items"].as_array().map(Vec::len), Some(5));
    let (nothing, next) = changes(&server, &next);
    assert_eq!(nothing.json()["items"], json!([]));

    // A manually placed copy looks like the original database unless it is declared as restored.
    copy.run(&["restore", "--in-place"]).fails("stop what uses");
    drop(server);
    copy.run(&["restore", "--in-place"]).done();
    let server = Server::start(&copy);
    assert_eq!(changes(&server, &next).0.status, 410);
}

#[test]
fn the_drill_of_the_manual_works() {
    let (program, _) = program_with_records("25");
    let server = Server::start(&program);
    for name in ["quiz-answers", "secret-keys"] {
        fs::create_dir(program.folder().join(name)).expect("a folder");
    }
    let manual = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/backups.md");
    let manual = fs::read_to_string(manual).expect("docs/backups.md");
    let blocks = |title: &str| -> String {
        let section = manual.split("\n## ").find(|section| section.starts_with(title)).expect("the section");
        section.split("```sh\n").skip(1).map(|rest| rest.split("```").next().unwrap_or_default()).collect()
    };
    let drill = text(program.folder()).to_owned() + "/drill";
    let script = (blocks("Upgrading") + &blocks("Backup and restore"))
        .replace("backup@files.example.com:", "./")
        .replace("backup@vault.example.com:", "./")
        .replace("/srv/drill", &drill);
    assert!(script.contains("scp ") && script.contains("restore ") && !script.contains("example.com"), "{script}");
    let folder = Path::new(env!("CARGO_BIN_EXE_quiz-answers")).parent().expect("a folder");
    let output = Command::new("bash")
        .args(["-euo", "pipefail", "-c", &script])
        .env("PATH", format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default()))
        .env("QA_DATA_DIR", program.folder())
        .current_dir(program.folder())
        .output()
        .expect("bash starts");
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{stdout}{stderr}");
    assert!(stdout.contains("this release's: there is nothing to do"), "{stdout}");
    assert_eq!(stdout.matches("1 namespaces, 1 quizzes, 25 records, ").count(), 2, "{stdout}");
    let audit = program.run(&["audit", "verify"]).done().stdout;
    assert!(stdout.contains("acme\tAcme\n") && stdout.ends_with(&audit), "{stdout}");
    drop(server);
}
