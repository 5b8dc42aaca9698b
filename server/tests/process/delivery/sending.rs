//! `--sftp`: the files that reach the other host, under which names, and those that are never sent.

use std::{fs, path::Path, thread};

use super::{
    encrypting::{answered_quiz, export},
    gpg::Gpg,
    proxy::Proxy,
    sshd::{Sshd, keygen},
};
use crate::support::{Output, Program};

fn send(program: &Program, quiz: &str, sshd: &Sshd, known_hosts: &Path, more: &[&str]) -> Output {
    send_to(program, quiz, &sshd.url(), &sshd.file("identity"), known_hosts, more)
}

fn send_to(program: &Program, quiz: &str, url: &str, identity: &Path, known_hosts: &Path, more: &[&str]) -> Output {
    let text = |path: &Path| path.to_str().expect("UTF-8").to_owned();
    let (identity, known_hosts) = (text(identity), text(known_hosts));
    let way = ["--sftp", url, "--identity", &identity, "--known-hosts", &known_hosts];
    export(program, quiz, &[&way, more].concat())
}

fn has_end(name: &str, end: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension == end)
}

fn plain(program: &Program, quiz: &str) -> Vec<u8> {
    export(program, quiz, &["--out", "plain.csv"]).done();
    fs::read(program.folder().join("plain.csv")).expect("the plain file")
}

#[test]
fn the_file_arrives_under_its_name_and_one_line_tells_it() {
    let program = Program::new();
    let quiz = answered_quiz(&program, "900");
    let sshd = Sshd::start();
    let sent = send(&program, &quiz, &sshd, &sshd.known_hosts_for(sshd.port), &[]).done();
    let names = sshd.names();
    assert_eq!(names.len(), 1, "{names:?}");
    assert!(names[0].starts_with(&format!("{quiz}-20")) && has_end(&names[0], "csv"), "{names:?}");
    let received = fs::read(sshd.inbox().join(&names[0])).expect("the file");
    assert!(received == plain(&program, &quiz));
    assert_eq!((sent.stdout.as_str(), sent.stderr.lines().count()), ("", 1), "{sent:?}");
    let told = format!("{} is in {}: 900 rows, {} bytes, SHA-256 ", names[0], sshd.url(), received.len());
    assert!(sent.stderr.starts_with(&told), "{}", sent.stderr);
}

#[test]
fn an_encrypted_file_arrives_and_replaces_that_of_the_same_day() {
    let program = Program::new();
    let quiz = answered_quiz(&program, "50");
    let (sshd, ana) = (Sshd::start(), Gpg::with_key("Ana <ana@example.com>"));
    ana.publish(program.folder(), "ana.asc");
    let known_hosts = sshd.known_hosts_for(sshd.port);
    for responses in ["50", "80"] {
        program.run(&["demo-data", "--namespace", "acme", "--quiz", &quiz, "--responses", responses]).done();
        send(&program, &quiz, &sshd, &known_hosts, &["--encrypt-to", "ana.asc"]).done();
        let names = sshd.names();
        assert!(names.len() == 1 && names[0].ends_with(".csv.pgp"), "{names:?}");
        assert!(ana.decrypt(&sshd.inbox().join(&names[0])) == plain(&program, &quiz));
    }
}

#[test]
fn nothing_is_sent_to_a_host_that_is_unknown_or_has_another_key() {
    let program = Program::new();
    let quiz = answered_quiz(&program, "5");
    let sshd = Sshd::start();
    keygen(&sshd.file("other"), &["-t", "ed25519", "-N", ""]);
    let other = fs::read_to_string(sshd.file("other.pub")).expect("a key");
    let (host, own) = (format!("[127.0.0.1]:{}", sshd.port), sshd.host_key());
    let known_hosts = sshd.file("known_hosts");
    for (text, why) in [
        (String::new(), "does not name"),
        (format!("127.0.0.1 {own}"), "does not name"),
        (format!("{host} {other}"), "is not the host of line 1"),
        (format!("{host} {own}@revoked * {own}"), "line 2"),
    ] {
        fs::write(&known_hosts, text).expect("written");
        let refused = send(&program, &quiz, &sshd, &known_hosts, &[]);
        assert_eq!(refused.status, Some(4), "{refused:?}");
        assert!(refused.stderr.contains(why) && refused.stderr.contains("nothing was sent"), "{}", refused.stderr);
    }
    send(&program, &quiz, &sshd, &sshd.file("absent"), &[]).fails("cannot read the known hosts in");
    assert_eq!(sshd.names(), Vec::<String>::new());
    assert!(!sshd.has_let_somebody_in(), "{}", sshd.log());
}

#[test]
fn a_host_is_known_by_a_hashed_line_too() {
    let program = Program::new();
    let quiz = answered_quiz(&program, "5");
    let sshd = Sshd::start();
    let known_hosts = sshd.known_hosts_for(sshd.port);
    keygen(&known_hosts, &["-H"]);
    let hashed = fs::read_to_string(&known_hosts).expect("the file");
    assert!(hashed.starts_with("|1|"), "{hashed}");
    send(&program, &quiz, &sshd, &known_hosts, &[]).done();
    assert_eq!(sshd.names().len(), 1);
}

#[test]
fn identities_of_all_kinds_open_the_account_and_others_do_not() {
    let program = Program::new();
    let quiz = answered_quiz(&program, "5");
    let sshd = Sshd::start();
    let known_hosts = sshd.known_hosts_for(sshd.port);
    let send_as = |name: &str| send_to(&program, &quiz, &sshd.url(), &sshd.file(name), &known_hosts, &[]);
    let authorize = |name: &str| {
        let mut keys = fs::read_to_string(sshd.file("authorized_keys")).expect("the file");
        keys += &fs::read_to_string(sshd.file(&format!("{name}.pub"))).expect("a key");
        fs::write(sshd.file("authorized_keys"), keys).expect("written");
    };
    for (name, options) in [("rsa", ["-t", "rsa"]), ("ecdsa", ["-t", "ecdsa"])] {
        keygen(&sshd.file(name), &[&options[..], &["-N", ""]].concat());
        let refused = send_as(name);
        assert_eq!(refused.status, Some(4), "{refused:?}");
        refused.fails("authorized_keys");
        authorize(name);
        send_as(name).done();
    }
    keygen(&sshd.file("locked"), &["-t", "ed25519", "-N", "a passphrase"]);
    authorize("locked");
    send_as("locked").fails("put it into QA_IDENTITY_PASSPHRASE");
    for (passphrase, is_right) in [("a passphrase", true), ("another", false)] {
        let arguments = ["export", "--namespace", "acme", "--quiz", &quiz, "--sftp", &sshd.url(), "--identity"];
        let mut command = program.command(&arguments);
        command.arg(sshd.file("locked")).arg("--known-hosts").arg(&known_hosts);
        let output = command.env("QA_IDENTITY_PASSPHRASE", passphrase).output().expect("it ends");
        assert_eq!(output.status.success(), is_right, "{output:?}");
    }
    send_as("absent").fails("cannot read the identity");
    send_as("known_hosts").fails("cannot read the identity");
    send_as("sshd_config").fails("is not a private key");
}

#[test]
fn a_folder_that_cannot_take_it_is_named() {
    let program = Program::new();
    let quiz = answered_quiz(&program, "5");
    let sshd = Sshd::start();
    let (identity, known_hosts) = (sshd.file("identity"), sshd.known_hosts_for(sshd.port));
    for (folder, why) in [("/nowhere", "cannot open the folder"), ("/../identity", "is not a folder")] {
        let refused = send_to(&program, &quiz, &format!("{}{folder}", sshd.url()), &identity, &known_hosts, &[]);
        assert_eq!(refused.status, Some(4), "{refused:?}");
        refused.fails(why);
    }
}

#[test]
fn a_connection_that_breaks_once_is_made_again_and_the_file_is_whole() {
    let program = Program::new();
    let quiz = answered_quiz(&program, "3000");
    let sshd = Sshd::start();
    let proxy = Proxy::start(sshd.port, 1, 400_000);
    let (identity, known_hosts) = (sshd.file("identity"), sshd.known_hosts_for(proxy.port));
    let url = sshd.url_by(proxy.port);
    thread::scope(|scope| {
        let sending = scope.spawn(|| send_to(&program, &quiz, &url, &identity, &known_hosts, &[]));
        proxy.wait_for_stop();
        let names = sshd.names();
        assert!(names.len() == 1 && names[0].ends_with(".csv.part"), "{names:?}");
        proxy.cut();
        let sent = sending.join().expect("no panic").done();
        assert!(sent.stderr.contains("not delivered yet"), "{}", sent.stderr);
    });
    assert_eq!(proxy.connections(), 2);
    let names = sshd.names();
    assert!(names.len() == 1 && has_end(&names[0], "csv"), "{names:?}");
    assert!(fs::read(sshd.inbox().join(&names[0])).expect("the file") == plain(&program, &quiz));
}

#[test]
fn a_connection_that_always_breaks_leaves_nothing_under_the_name() {
    let program = Program::new();
    let quiz = answered_quiz(&program, "3000");
    let sshd = Sshd::start();
    let proxy = Proxy::start(sshd.port, usize::MAX, 400_000);
    proxy.cut();
    let (identity, known_hosts) = (sshd.file("identity"), sshd.known_hosts_for(proxy.port));
    let failed = send_to(&program, &quiz, &sshd.url_by(proxy.port), &identity, &known_hosts, &[]);
    assert_eq!(failed.status, Some(5), "{failed:?}");
    assert!(failed.stderr.contains("try again later"), "{}", failed.stderr);
    assert_eq!(proxy.connections(), 3);
    let names = sshd.names();
    assert!(names.iter().all(|name| has_end(name, "part")), "{names:?}");
}

#[test]
fn a_host_that_is_not_there_is_told_as_such() {
    let program = Program::new();
    let quiz = answered_quiz(&program, "5");
    let sshd = Sshd::start();
    let (identity, known_hosts) = (sshd.file("identity"), sshd.known_hosts_for(1));
    let failed = send_to(&program, &quiz, &sshd.url_by(1), &identity, &known_hosts, &[]);
    assert_eq!(failed.status, Some(5), "{failed:?}");
    assert!(failed.stderr.contains("cannot reach 127.0.0.1, port 1"), "{}", failed.stderr);
}

#[test]
fn a_destination_is_given_once_and_whole() {
    let program = Program::new();
    let quiz = answered_quiz(&program, "5");
    for (more, why) in [
        (&[][..], "<--out <FILE>|--sftp <URL>>"),
        (&["--out", "x.csv", "--sftp", "sftp://ana@files.example/in", "--identity", "k"], "cannot be used with"),
        (&["--sftp", "sftp://ana@files.example/in"], "--identity <KEY>"),
        (&["--sftp", "files.example:/in", "--identity", "k"], "give sftp://user@host/folder"),
    ] {
        let refused = export(&program, &quiz, more);
        assert_eq!(refused.status, Some(2), "{refused:?}");
        refused.fails(why);
    }
    export(&program, &quiz, &["--out", "x.csv", "--identity", "k"]).fails("go with --sftp");
}
