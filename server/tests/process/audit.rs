//! `audit verify`: passes on an unmodified log, and names the first line that is wrong.

use crate::{
    support::{Metrics, Program, Server},
    upgrade::upgraded_program,
};

fn program_with_a_log() -> Program {
    let program = Program::new();
    program.namespace_and_key("acme");
    for name in ["One", "Two", "Three", "Four"] {
        program.quiz("acme", &format!("{{\"name\":\"{name}\"}}"));
    }
    program
}

/// Runs statements on the database file, as an attacker with access to it could.
fn tamper(program: &Program, statements: &[&'static str]) {
    let connection = rusqlite::Connection::open(program.folder().join("quiz-answers.db")).expect("a database");
    for name in ["audit_log_is_not_changed", "audit_log_is_not_shortened"] {
        connection.execute_batch(&format!("DROP TRIGGER {name}")).expect("a trigger");
    }
    for statement in statements {
        connection.execute_batch(statement).expect("the database takes it");
    }
}

#[test]
fn a_log_as_it_was_written_is_whole_and_its_last_hash_changes_with_every_line() {
    let program = program_with_a_log();
    let first = program.run(&["audit", "verify"]).done().stdout;
    let (lines, hash) = first.trim().split_once(' ').expect("a number and a hash");
    assert_eq!((lines, hash.len()), ("6", 64));
    assert_eq!(program.run(&["audit", "verify"]).done().stdout, first, "looking changes nothing");
    program.quiz("acme", "{\"name\":\"Five\"}");
    let second = program.run(&["audit", "verify"]).done().stdout;
    assert!(second.starts_with("7 ") && !second.contains(hash), "{second}");
}

#[test]
fn a_changed_line_is_found_whatever_was_changed() {
    for change in [
        "UPDATE audit_log SET details = 'Another' WHERE seq = 4",
        "UPDATE audit_log SET actor_name = 'somebody else' WHERE seq = 4",
        "UPDATE audit_log SET at = at - 1 WHERE seq = 4",
        "UPDATE audit_log SET subject = '' WHERE seq = 4",
        "UPDATE audit_log SET hash = zeroblob(32) WHERE seq = 4",
    ] {
        let program = program_with_a_log();
        tamper(&program, &[change]);
        program.run(&["audit", "verify"]).fails("the audit log is broken at line 4");
    }
}

#[test]
fn a_server_verifies_the_log_by_itself() {
    let program = program_with_a_log();
    let metrics = Metrics::on_a_free_port();
    let server = Server::start_with(&program, &metrics.option());
    let text = metrics.read_with("quiz_answers_audit_log_verified_seconds 1");
    assert!(text.contains("\nquiz_answers_audit_log_whole 1\n"), "{text}");
    drop(server);
    tamper(&program, &["UPDATE audit_log SET details = 'Another' WHERE seq = 4"]);
    let metrics = Metrics::on_a_free_port();
    let server = Server::start_logging(&program, &[], &metrics.option());
    let text = metrics.read_with("quiz_answers_audit_log_whole 0");
    assert!(text.contains("\nquiz_answers_audit_log_verified_seconds 1"), "{text}");
    let log = server.log();
    assert!(log.contains("the audit log is broken at line 4"), "{log}");
}

#[test]
fn a_line_that_was_taken_out_is_found_also_when_the_others_close_up() {
    let program = program_with_a_log();
    tamper(&program, &["DELETE FROM audit_log WHERE seq = 3"]);
    program.run(&["audit", "verify"]).fails("the audit log is broken at line 3");
    let program = program_with_a_log();
    tamper(
        &program,
        &[
            "DELETE FROM audit_log WHERE seq = 3",
            "UPDATE audit_log SET seq = 3 WHERE seq = 4",
            "UPDATE audit_log SET seq = 4 WHERE seq = 5",
            "UPDATE audit_log SET seq = 5 WHERE seq = 6",
        ],
    );
    program.run(&["audit", "verify"]).fails("the audit log is broken at line 3");
}

#[test]
fn a_line_that_was_put_in_between_is_found() {
    let program = program_with_a_log();
    tamper(&program, &[
        "UPDATE audit_log SET seq = 7, chain_seq = 7 WHERE seq = 6",
        "UPDATE audit_log SET seq = 6, chain_seq = 6 WHERE seq = 5",
        "INSERT INTO audit_log (seq, chain_seq, at, actor_kind, actor_id, actor_name, action, namespace_id, details, hash)
             SELECT 5, 5, at, actor_kind, actor_id, actor_name, action, namespace_id, 'put in', hash
             FROM audit_log WHERE seq = 4",
    ]);
    program.run(&["audit", "verify"]).fails("the audit log is broken at line 5");
}

#[test]
fn what_was_cut_off_at_the_end_shows_in_the_number_of_lines() {
    let program = program_with_a_log();
    tamper(&program, &["DELETE FROM audit_log WHERE seq > 4"]);
    assert!(program.run(&["audit", "verify"]).done().stdout.starts_with("4 "));
    program.run(&["audit", "verify", "--lines", "6"]).fails("the audit log is broken at line 5: the line is missing");
}

#[test]
fn an_earlier_check_is_repeated_after_the_log_has_grown() {
    let program = program_with_a_log();
    let noted = program.run(&["audit", "verify"]).done().stdout;
    program.namespace_and_key("zoo");
    program.quiz("acme", "{\"name\":\"Five\"}");
    assert_eq!(program.run(&["audit", "verify", "--lines", "6"]).done().stdout, noted);
}

#[test]
fn namespaces_have_chains_of_their_own_and_each_is_followed() {
    let interleaved = || {
        let program = Program::new();
        program.namespace_and_key("acme");
        program.run(&["admin", "create", "--email", "ana@example.com"]).done();
        program.namespace_and_key("zoo");
        for name in ["acme", "zoo", "acme", "zoo"] {
            program.quiz(name, "{\"name\":\"One\"}");
        }
        program
    };
    assert!(interleaved().run(&["audit", "verify"]).done().stdout.starts_with("9 "));
    for (statement, said) in [
        (
            "UPDATE audit_log SET details = 'x' WHERE seq = 3",
            "line 3: it does not follow from the line before it in the chain of no namespace",
        ),
        (
            "UPDATE audit_log SET details = 'x' WHERE seq = 7",
            "line 7: it does not follow from the line before it in the chain of the namespace zoo",
        ),
        ("UPDATE audit_log SET namespace_id = 'acme', chain_seq = 9 WHERE seq = 9", "line 9: it does not follow"),
        ("UPDATE audit_log SET chain_seq = NULL WHERE seq = 2", "line 2: it does not follow"),
        ("DELETE FROM audit_log WHERE namespace_id = 'acme'", "line 1: the line is missing"),
        ("DELETE FROM audit_log WHERE seq = 8", "line 8: the line is missing"),
    ] {
        let program = interleaved();
        tamper(&program, &[statement]);
        program.run(&["audit", "verify"]).fails(&format!("the audit log is broken at {said}"));
    }
    // If the end of a chain is cut off, only the comparison shows it.
    let program = interleaved();
    tamper(&program, &["DELETE FROM audit_log WHERE seq = 8", "UPDATE audit_log SET seq = 8 WHERE seq = 9"]);
    assert!(program.run(&["audit", "verify"]).done().stdout.starts_with("8 "));
    program.run(&["audit", "verify", "--lines", "9"]).fails("the audit log is broken at line 9: the line is missing");
}

/// The log of an earlier release ends at line 47, followed by lines of two namespaces.
#[test]
fn nothing_can_be_cut_off_where_the_chains_of_namespaces_begin() {
    let upgraded = || {
        let program = upgraded_program();
        for name in ["acme", "demo", "acme"] {
            program.quiz(name, "{\"name\":\"One\"}");
        }
        program
    };
    assert!(upgraded().run(&["audit", "verify"]).done().stdout.starts_with("50 "));
    for (statements, said) in [
        (&["UPDATE audit_log SET details = 'x' WHERE seq = 20"][..], "line 20: it does not follow"),
        (&["DELETE FROM audit_log WHERE seq = 47"], "line 47: the line is missing"),
        (
            &["DELETE FROM audit_log WHERE seq = 47", "UPDATE audit_log SET seq = seq - 1 WHERE seq > 47"],
            "line 47: it does not follow from the line before it in the chain of the namespace acme",
        ),
        (&["DELETE FROM audit_log WHERE seq = 48"], "line 48: the line is missing"),
        (&["DELETE FROM audit_log WHERE seq < 48"], "line 1: the line is missing"),
    ] {
        let program = upgraded();
        tamper(&program, statements);
        program.run(&["audit", "verify"]).fails(&format!("the audit log is broken at {said}"));
    }
}

fn subjects(program: &Program) -> Vec<String> {
    let connection = rusqlite::Connection::open(program.folder().join("quiz-answers.db")).expect("a database");
    let sql = "SELECT coalesce(subject, '') FROM audit_log WHERE action IN ('answers.read', 'answers.erase')";
    let mut select = connection.prepare(sql).expect("a statement");
    let found = select.query_map([], |row| row.get(0)).expect("the database is readable");
    found.collect::<Result<_, _>>().expect("texts")
}

#[test]
fn ids_of_respondents_in_lines_of_an_earlier_release_are_replaced_and_the_log_tells_its_hash_from_before() {
    let program = upgraded_program();
    program.quiz("acme", "{\"name\":\"One\"}");
    let before = subjects(&program);
    assert!(!before.is_empty() && before.iter().all(|subject| !subject.starts_with("respondent-")), "{before:?}");
    let noted = program.run(&["audit", "verify"]).done().stdout;
    let said = program.run(&["audit", "hide-respondents"]).done().stderr;
    assert!(said.contains(&format!("in {} lines", before.len())), "{said}");
    let after = subjects(&program);
    assert_eq!(after.len(), before.len());
    assert!(after.iter().all(|subject| subject.starts_with("respondent-")), "{after:?}");
    for (one, other) in (0..after.len()).flat_map(|one| (0..one).map(move |other| (one, other))) {
        assert_eq!(before[one] == before[other], after[one] == after[other], "one person has one name");
    }
    assert!(program.run(&["audit", "verify"]).done().stdout.starts_with("49 "), "48 lines, and one about this");
    let file = std::fs::read(program.folder().join("quiz-answers.db")).expect("the database");
    let holds = |text: &str| file.windows(text.len()).any(|window| window == text.as_bytes());
    assert!(holds(noted.trim()), "the hash from before stands in the log");
    tamper(&program, &["UPDATE audit_log SET details = 'x' WHERE seq = 20"]);
    program.run(&["audit", "hide-respondents"]).fails("the audit log is broken at line 20");
}
