//! `schedule`: automatic deliveries by a running server.

use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

use super::{encrypting::answered_quiz, gpg::Gpg, proxy::Proxy, sshd::Sshd};
use crate::support::{Metrics, Program, Server, execute};

/// The longest time a run takes here, including a lease that expires first.
const PATIENCE: Duration = Duration::from_mins(1);

fn create(program: &Program, quiz: &str, more: &[&str]) -> String {
    let made = program.run(&[&["schedule", "create", "--namespace", "acme", "--quiz", quiz], more].concat()).done();
    assert!(made.stderr.starts_with("next run at "), "{}", made.stderr);
    made.stdout.trim().to_owned()
}

fn list(program: &Program) -> String {
    program.run(&["schedule", "list"]).done().stdout
}

/// The list, once it shows a run in this state.
fn list_with(program: &Program, state: &str) -> String {
    let began = Instant::now();
    loop {
        let listed = list(program);
        if listed.contains(&format!("\t{state}")) {
            return listed;
        }
        assert!(began.elapsed() < PATIENCE, "no run is {state}: {listed}");
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// Moves every schedule back by a day, as if no server had been running since.
fn miss_a_day(program: &Program) {
    execute(&program.folder().join("quiz-answers.db"), "UPDATE schedules SET next_at = next_at - 86400000000000");
}

fn way<'a>(url: &'a str, identity: &'a str, known_hosts: &'a str) -> [&'a str; 6] {
    ["--sftp", url, "--identity", identity, "--known-hosts", known_hosts]
}

fn text(path: &Path) -> String {
    path.to_str().expect("UTF-8").to_owned()
}

#[test]
fn a_moment_that_was_missed_is_delivered_once_when_a_server_runs_again() {
    let program = Program::new();
    let quiz = answered_quiz(&program, "300");
    let (sshd, ana) = (Sshd::start(), Gpg::with_key("Ana <ana@example.com>"));
    let key = ana.publish(program.folder(), "ana.asc");
    let (url, identity) = (sshd.url(), text(&sshd.file("identity")));
    let known_hosts = text(&sshd.known_hosts_for(sshd.port));
    let more = ["--daily", "03:00", "--time-zone", "Europe/Madrid", "--encrypt-to", "ana.asc"];
    let id = create(&program, &quiz, &[&more[..], &way(&url, &identity, &known_hosts)].concat());
    // The key itself was stored.
    fs::remove_file(key).expect("it was there");
    let listed = list(&program);
    let line = format!("{id}\t{quiz}\tdaily 03:00 Europe/Madrid\tcsv\t1 key\t{url}\tnext 20");
    assert!(listed.starts_with(&line) && listed.lines().count() == 1, "{listed}");

    miss_a_day(&program);
    let server = Server::start(&program);
    let listed = list_with(&program, "done");
    std::thread::sleep(Duration::from_secs(2));
    assert_eq!(list(&program).lines().count(), 2, "one run: {}", list(&program));
    drop(server);

    let names = sshd.names();
    assert!(names.len() == 1 && names[0].ends_with(".csv.pgp"), "{names:?}");
    let sealed = sshd.inbox().join(&names[0]);
    let run = listed.lines().nth(1).expect("a run");
    let bytes = fs::metadata(&sealed).expect("the file").len();
    assert!(run.contains(&format!("\tdone\t{}\t300 rows\t{bytes} bytes\tSHA-256 ", names[0])), "{run}");
    let plain = program.run(&["export", "--namespace", "acme", "--quiz", &quiz, "--out", "-"]).done().stdout;
    assert_eq!(String::from_utf8(ana.decrypt(&sealed)), Ok(plain));
}

#[test]
fn a_run_that_a_crash_cuts_is_done_again_after_the_restart() {
    let program = Program::new();
    let quiz = answered_quiz(&program, "3000");
    let sshd = Sshd::start();
    let proxy = Proxy::start(sshd.port, 1, 400_000);
    let (url, identity) = (sshd.url_by(proxy.port), text(&sshd.file("identity")));
    let known_hosts = text(&sshd.known_hosts_for(proxy.port));
    let id = create(&program, &quiz, &[&["--daily", "03:00"][..], &way(&url, &identity, &known_hosts)].concat());
    let server = Server::start(&program);
    program.run(&["schedule", "run", &id]).done();
    proxy.wait_for_stop();
    assert!(list(&program).contains("\trunning"), "{}", list(&program));
    server.kill();
    let names = sshd.names();
    assert!(names.len() == 1 && names[0].ends_with(".csv.part"), "{names:?}");

    let _server = Server::start(&program);
    let listed = list_with(&program, "done");
    assert!(listed.lines().count() == 2 && listed.contains("\t3000 rows\t"), "{listed}");
    let names = sshd.names();
    assert!(names.len() == 1 && Path::new(&names[0]).extension().is_some_and(|end| end == "csv"), "{names:?}");
    let plain = program.run(&["export", "--namespace", "acme", "--quiz", &quiz, "--out", "-"]).done().stdout;
    assert_eq!(fs::read_to_string(sshd.inbox().join(&names[0])).expect("the file"), plain);
    proxy.cut();
}

#[test]
fn a_key_that_has_expired_since_fails_the_run_by_its_name() {
    let program = Program::new();
    let quiz = answered_quiz(&program, "3");
    let ana = Gpg::with_key_for("Ana <ana@example.com>", "seconds=5");
    ana.publish(program.folder(), "ana.asc");
    fs::create_dir(program.folder().join("out")).expect("a folder");
    let id = create(&program, &quiz, &["--weekly", "mon@03:00", "--encrypt-to", "ana.asc", "--out-dir", "out"]);
    std::thread::sleep(Duration::from_secs(6));
    let metrics = Metrics::on_a_free_port();
    let _server = Server::start_with(&program, &metrics.option());
    let failures = |count: &str| format!(r#"quiz_answers_job_failures_total{{kind="delivery"}} {count}"#);
    metrics.read_with(&failures("0"));
    program.run(&["schedule", "run", &id]).done();
    let listed = list_with(&program, "failed");
    metrics.read_with(&failures("1"));
    let name = format!("the key Ana <ana@example.com> ({}) expired on ", ana.fingerprint());
    assert!(listed.contains(&name), "{listed}");
    assert_eq!(fs::read_dir(program.folder().join("out")).expect("the folder").count(), 0);
}

#[test]
fn a_schedule_writes_into_a_folder_too_and_ends_when_it_is_deleted() {
    let program = Program::new();
    let quiz = answered_quiz(&program, "20");
    fs::create_dir(program.folder().join("out")).expect("a folder");
    let id = create(&program, &quiz, &["--daily", "23:59", "--out-dir", "out"]);
    let _server = Server::start(&program);
    program.run(&["schedule", "run", &id]).done();
    let listed = list_with(&program, "done");
    assert!(listed.contains("\tnot encrypted\t") && listed.contains("\t20 rows\t"), "{listed}");
    let written: Vec<_> = fs::read_dir(program.folder().join("out")).expect("the folder").collect();
    assert_eq!(written.len(), 1, "{written:?}");
    program.run(&["schedule", "delete", &id]).done();
    assert_eq!(list(&program), "");
    program.run(&["schedule", "delete", &id]).fails("schedule does not exist");
    program.run(&["schedule", "run", &id]).fails("schedule does not exist");
}

#[test]
fn a_schedule_that_cannot_work_is_not_made() {
    let program = Program::new();
    let quiz = answered_quiz(&program, "3");
    let pen = Gpg::with_signing_key("Pen <pen@example.com>");
    pen.publish(program.folder(), "pen.asc");
    fs::create_dir(program.folder().join("out")).expect("a folder");
    let good = ["--daily", "03:00", "--out-dir", "out"];
    for (more, why) in [
        (&["--daily", "3 o'clock", "--out-dir", "out"][..], "give a time of day such as 03:00"),
        (&["--weekly", "someday@03:00", "--out-dir", "out"], "give a day and a time such as mon@03:00"),
        (&["--daily", "03:00", "--out-dir", "nowhere"], "is not a folder"),
        (&["--daily", "03:00"], "--out-dir <DIR>|--sftp <URL>"),
        (&["--out-dir", "out"], "--daily <TIME>|--weekly <DAY@TIME>"),
        (&[&good[..], &["--time-zone", "Europe/Atlantis"]].concat(), "no time zone Europe/Atlantis"),
        (&[&good[..], &["--encrypt-to", "pen.asc"]].concat(), "Pen <pen@example.com>"),
    ] {
        program.run(&[&["schedule", "create", "--namespace", "acme", "--quiz", &quiz], more].concat()).fails(why);
    }
    let of_nothing = ["schedule", "create", "--namespace", "acme", "--quiz", "0000000000000000"];
    program.run(&[&of_nothing[..], &good].concat()).fails("quiz does not exist");
    assert_eq!(list(&program), "");
}
