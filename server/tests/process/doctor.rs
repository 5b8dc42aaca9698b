//! `doctor`: no problems for a sound installation, and a clear one for each defect.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    time::{Duration, SystemTime},
};

use crate::support::{Output, Program, execute};

const DATABASE: &str = "quiz-answers.db";

fn assert_problem(output: &Output, check: &str, words: &str) {
    assert!(!output.is_success, "{output:?}");
    let line = output.stdout.lines().find(|line| line.starts_with(&format!("problem\t{check}\t")));
    assert!(line.is_some_and(|line| line.contains(words)), "{check}, {words}: {output:?}");
    assert!(output.stderr.contains("found a problem"), "{output:?}");
}

#[test]
fn a_sound_installation_has_no_problem() {
    let program = Program::new();
    program.namespace_and_key("acme");
    let output = program.run(&["doctor"]).done();
    let checks: Vec<_> =
        output.stdout.lines().filter_map(|line| line.strip_prefix("ok\t")?.split('\t').next()).collect();
    assert_eq!(
        checks,
        [
            "database",
            "permissions",
            "space",
            "server",
            "secret key",
            "audit log",
            "scores",
            "clock",
            "keys",
            "schedules",
            "ssh",
            "exports",
            "quotas",
        ],
        "{output:?}"
    );
    assert_eq!(output.stdout.lines().count(), checks.len(), "{output:?}");
}

/// Restoring a backup would lose answers that are not at risk.
#[test]
fn only_damage_sends_the_operator_to_a_backup() {
    let program = Program::new();
    program.run(&["doctor"]).fails("there is no database");
    program.namespace_and_key("acme");
    let newer = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
                 VALUES (9999, 'from the future', TRUE, x'00', 0)";
    execute(&program.folder().join(DATABASE), newer);
    let output = program.run(&["doctor"]);
    assert_problem(&output, "database", "was made by a newer release");
    assert!(!output.stdout.contains("restore"), "{output:?}");
    let truncated = Program::new();
    truncated.namespace_and_key("acme");
    fs::write(truncated.folder().join(DATABASE), "no database at all").expect("written");
    assert_problem(&truncated.run(&["doctor"]), "database", "restore the last backup");
}

#[test]
fn each_problem_is_named_with_its_cure() {
    let program = Program::new();
    program.namespace_and_key("acme");
    let database = program.folder().join(DATABASE);

    let mode = |mode| fs::set_permissions(&database, fs::Permissions::from_mode(mode)).expect("it is ours");
    mode(0o644);
    assert_problem(&program.run(&["doctor"]), "permissions", "chmod go= it");
    mode(0o600);

    program.run(&["key", "create", "--name", "short", "--expires", "3d"]).done();
    assert_problem(&program.run(&["doctor"]), "keys", "end soon");

    let backups = program.folder().join("backups");
    let folder = backups.to_str().expect("UTF-8");
    assert_problem(&program.run(&["doctor", "--backup-dir", folder]), "backups", "cannot read");
    fs::create_dir(&backups).expect("made");
    assert_problem(&program.run(&["doctor", "--backup-dir", folder]), "backups", "there is none");
    let file = backups.join("quiz-answers-2026-11-20.db");
    fs::write(&file, "").expect("written");
    assert_problem(&program.run(&["doctor", "--backup-dir", folder]), "backups", "digest");
    let yesterday = SystemTime::now() - Duration::from_hours(27);
    fs::File::options().write(true).open(&file).and_then(|file| file.set_modified(yesterday)).expect("a time");
    assert_problem(&program.run(&["doctor", "--backup-dir", folder]), "backups", "27 hours old");

    // A sparse log of 8 TiB, which SQLite does not take for a log.
    fs::File::create(program.folder().join("quiz-answers.db-wal")).and_then(|log| log.set_len(1 << 43)).expect("made");
    assert_problem(&program.run(&["doctor"]), "space", "make room");

    program.quiz("acme", r#"{ "name": "Q" }"#);
    let listed = program.run(&["--json", "quiz", "list", "--namespace", "acme"]).done().json();
    let of_quiz = ["--namespace", "acme", "--quiz", listed["id"].as_str().expect("an id")];
    let plan = ["--daily", "03:00", "--out-dir", folder];
    program.run(&[&["schedule", "create"], &of_quiz[..], &plan[..]].concat()).done();
    execute(
        &database,
        "INSERT INTO jobs (id, quiz_id, kind, schedule_id, slot_at, state, due_at, created_at)
         SELECT 'failed', quiz_id, 'delivery', id, 0, 'failed', 0, 0 FROM schedules",
    );
    assert_problem(&program.run(&["doctor"]), "schedules", "the last run failed");

    fs::write(program.folder().join("exports"), "no folder").expect("written");
    assert_problem(&program.run(&["doctor"]), "exports", "cannot read");

    // A day later, as after a clock was set back; and a line with a broken link to its predecessor.
    execute(
        &database,
        "INSERT INTO audit_log SELECT seq + 1, at + 86400000000000, actor_kind, actor_id, actor_name, action, namespace_id,
             quiz_id, subject, details, hash, chain_seq + 1 FROM audit_log ORDER BY seq DESC LIMIT 1",
    );
    assert_problem(&program.run(&["doctor"]), "clock", "keep it by NTP");

    // As after a year without a server, or with a clock that is a year ahead.
    let recorded =
        "INSERT OR REPLACE INTO installation_secrets VALUES ('recorded-moment', CAST('1700000000000000000' AS BLOB))";
    execute(&database, recorded);
    assert_problem(&program.run(&["doctor"]), "clock", "2023-11-14T22:13:20Z: nothing is erased for its age");
    let confirmed = program.run(&["clock", "confirm"]).done();
    assert!(confirmed.stderr.contains("before: the clock says"), "{confirmed:?}");
    assert_problem(&program.run(&["doctor"]), "audit log", "broken at line");

    let mut bytes = fs::read(&database).expect("the database");
    let middle = bytes.len() / 2;
    bytes[middle..].fill(0xff);
    fs::write(&database, bytes).expect("written");
    assert_problem(&program.run(&["doctor"]), "database", "restore the last backup");
}

/// Neither a release nor a known defect writes such data, so no release can know the original.
#[test]
fn damaged_answers_are_named_and_left_alone() {
    for (damage, named) in [
        (
            "UPDATE records SET answers = replace(answers, '\"fhn1\":\"', '\"fhn1\":\"0')",
            "fhn1 has an answer that it cannot have",
        ),
        (
            "UPDATE records SET answers = json_set(answers, '$.fhn1', '00000000-6b1c-4a54-9a53-4d3b0c9a1f00')",
            "fhn1 has an answer that it cannot have",
        ),
        (
            "UPDATE records SET answers = json_set(answers, '$.fhx1', 'f2271b3e-5f6a-5aab-8fec-2f0c06aa8013')",
            "fhx1 has an",
        ),
        ("UPDATE records SET answers = CAST(x'7b22fe223a317d' AS TEXT)", "invalid utf-8"),
        ("UPDATE records SET custom_data = CAST(x'fe' AS TEXT)", "invalid utf-8"),
        ("UPDATE records SET score = 1000 - score", "the scores are not those that the answers give"),
        ("UPDATE records SET spend_score = 101 - spend_score", "the scores are not those that the answers give"),
        ("UPDATE past_attempts SET score = 1000 - score", "the scores are not those that the answers give"),
    ] {
        let program = Program::new();
        program.run(&["namespace", "create", "acme", "--name", "Acme"]).done();
        let quiz = program.quiz("acme", r#"{ "name": "Q" }"#);
        program.run(&["demo-data", "--namespace", "acme", "--quiz", &quiz, "--responses", "40"]).done();
        let database = program.folder().join(DATABASE);
        execute(
            &database,
            "INSERT INTO past_attempts (quiz_id, user_id, attempt, version, language, answers, custom_data, started_at,
                 activity_at, submitted_at, score, spend_score, save_score, borrow_score, plan_score, indicators, own_scores)
             SELECT quiz_id, user_id, attempt, version, language, answers, custom_data, started_at,
                 activity_at, submitted_at, score, spend_score, save_score, borrow_score, plan_score, indicators, own_scores
             FROM records WHERE score > 0; UPDATE records SET attempt = 2 WHERE score > 0",
        );
        let sound = program.run(&["doctor"]).stdout;
        assert!(!sound.contains("damaged: "), "{sound}");
        execute(&database, damage);
        let checked = program.run(&["doctor"]);
        assert_problem(&checked, "scores", &format!("damaged: quiz {quiz}, record anon_"));
        assert_problem(&checked, "scores", named);
        assert_problem(&checked, "scores", "restore the last backup from before");
        let before = fs::read(&database).expect("the database");
        for repair in [&["repair"][..], &["repair", "--yes"]] {
            program.run(repair).fails("damaged: quiz ");
        }
        assert!(fs::read(&database).expect("the database") == before, "{damage}: repair has changed it");
    }
}
