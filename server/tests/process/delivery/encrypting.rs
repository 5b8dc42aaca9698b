//! `--encrypt-to`: who can read the file, and which keys are refused.

use std::fs;

use super::gpg::Gpg;
use crate::support::{Output, Program};

pub(super) fn answered_quiz(program: &Program, responses: &str) -> String {
    program.namespace_and_key("acme");
    let quiz = program.quiz("acme", r#"{ "name": "Q" }"#);
    program.run(&["demo-data", "--namespace", "acme", "--quiz", &quiz, "--responses", responses]).done();
    quiz
}

pub(super) fn export(program: &Program, quiz: &str, more: &[&str]) -> Output {
    program.run(&[&["export", "--namespace", "acme", "--quiz", quiz], more].concat())
}

#[test]
fn each_recipient_alone_reads_the_plain_file() {
    let program = Program::new();
    let quiz = answered_quiz(&program, "700");
    export(&program, &quiz, &["--out", "plain.csv"]).done();
    let plain = fs::read(program.folder().join("plain.csv")).expect("the plain file");
    let (ana, ben) = (Gpg::with_key("Ana <ana@example.com>"), Gpg::with_rsa_key("Ben <ben@example.com>"));
    ana.publish(program.folder(), "ana.asc");
    ben.publish_binary(program.folder(), "ben.gpg");

    export(&program, &quiz, &["--out", "one.csv.pgp", "--encrypt-to", "ana.asc"]).done();
    let both = ["--out", "both.csv.pgp", "--encrypt-to", "ana.asc", "--encrypt-to", "ben.gpg"];
    let told = export(&program, &quiz, &both).done();
    let sealed = fs::read(program.folder().join("both.csv.pgp")).expect("the file");
    assert!(told.stderr.starts_with(&format!("700 rows, {} bytes, SHA-256 ", sealed.len())), "{}", told.stderr);
    assert!(!sealed.windows(quiz.len()).any(|bytes| bytes == quiz.as_bytes()), "the quiz's id can be read");

    for (reader, file) in [(&ana, "one.csv.pgp"), (&ana, "both.csv.pgp"), (&ben, "both.csv.pgp")] {
        assert!(reader.decrypt(&program.folder().join(file)) == plain, "{file}");
    }
}

#[test]
fn every_format_can_be_encrypted() {
    let program = Program::new();
    let quiz = answered_quiz(&program, "3");
    let ana = Gpg::with_key("Ana <ana@example.com>");
    ana.publish(program.folder(), "ana.asc");
    for (format, beginning) in [("csv", "id,"), ("jsonl", "{"), ("xlsx", "PK")] {
        let name = format!("answers.{format}.pgp");
        export(&program, &quiz, &["--format", format, "--out", &name, "--encrypt-to", "ana.asc"]).done();
        let plain = ana.decrypt(&program.folder().join(&name));
        assert!(plain.starts_with(beginning.as_bytes()), "{format}");
    }
}

#[test]
fn an_encrypted_export_of_nobody_is_readable_too() {
    let program = Program::new();
    program.namespace_and_key("acme");
    let quiz = program.quiz("acme", r#"{ "name": "Q" }"#);
    let ana = Gpg::with_key("Ana <ana@example.com>");
    ana.publish(program.folder(), "ana.asc");
    export(&program, &quiz, &["--out", "empty.csv.pgp", "--encrypt-to", "ana.asc"]).done();
    let plain = export(&program, &quiz, &["--out", "-"]).done().stdout;
    assert_eq!(String::from_utf8(ana.decrypt(&program.folder().join("empty.csv.pgp"))), Ok(plain));
}

#[test]
fn keys_that_should_not_be_used_are_refused_by_name() {
    let program = Program::new();
    let quiz = answered_quiz(&program, "3");
    let good = Gpg::with_key("Good <good@example.com>");
    good.publish(program.folder(), "good.asc");
    for (gpg, user, why) in [
        (Gpg::with_expired_key("Old <old@example.com>"), "Old <old@example.com>", "expired on 2020-01-31"),
        (Gpg::with_revoked_key("Lost <lost@example.com>"), "Lost <lost@example.com>", "is revoked"),
        (Gpg::with_signing_key("Pen <pen@example.com>"), "Pen <pen@example.com>", "is not for encryption"),
        (Gpg::with_expired_subkey("Sub <sub@example.com>"), "Sub <sub@example.com>", "one that expired on 2020-01-31"),
        (Gpg::with_revoked_subkey("Rev <rev@example.com>"), "Rev <rev@example.com>", "only a revoked subkey"),
    ] {
        gpg.publish(program.folder(), "bad.asc");
        let refused =
            export(&program, &quiz, &["--out", "x.csv.pgp", "--encrypt-to", "good.asc", "--encrypt-to", "bad.asc"]);
        assert_eq!(refused.status, Some(3), "{refused:?}");
        let name = format!("the key {user} ({})", gpg.fingerprint());
        assert!(refused.stderr.contains(&name) && refused.stderr.contains(why), "{}", refused.stderr);
        assert_eq!(refused.stderr.lines().count(), 1, "{}", refused.stderr);
        assert!(!program.folder().join("x.csv.pgp").exists());
    }
}

#[test]
fn what_is_no_public_key_is_refused() {
    let program = Program::new();
    let quiz = answered_quiz(&program, "3");
    let (ana, ben) = (Gpg::with_key("Ana <ana@example.com>"), Gpg::with_key("Ben <ben@example.com>"));
    let folder = program.folder();
    fs::write(folder.join("text.asc"), "nothing of the kind").expect("written");
    fs::write(folder.join("private.asc"), ana.run(&["--armor", "--export-secret-keys"])).expect("written");
    let binary = |gpg: &Gpg| gpg.run(&["--export"]);
    fs::write(folder.join("ring.gpg"), [binary(&ana), binary(&ben)].concat()).expect("written");
    for (file, why) in [
        ("absent.asc", "cannot read the key file absent.asc"),
        ("text.asc", "text.asc is not an OpenPGP public key"),
        ("private.asc", "private.asc is a private key"),
        ("ring.gpg", "ring.gpg holds several keys"),
    ] {
        let refused = export(&program, &quiz, &["--out", "x.csv.pgp", "--encrypt-to", file]);
        assert_eq!(refused.status, Some(3), "{refused:?}");
        refused.fails(why);
    }
}

#[test]
fn a_key_whose_signature_is_damaged_is_refused() {
    let program = Program::new();
    let quiz = answered_quiz(&program, "3");
    let ana = Gpg::with_key("Ana <ana@example.com>");
    let mut key = ana.run(&["--export"]);
    // The last bytes belong to the signature that binds the subkey to the key.
    let end = key.len() - 1;
    key[end] ^= 1;
    fs::write(program.folder().join("forged.gpg"), key).expect("written");
    export(&program, &quiz, &["--out", "x.csv.pgp", "--encrypt-to", "forged.gpg"]).fails("is not for encryption");
}
