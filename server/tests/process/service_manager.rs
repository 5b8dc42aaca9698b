//! systemd: notifications from a server, and the units of the package.

use std::{
    collections::BTreeSet,
    os::unix::net::UnixDatagram,
    path::{Path, PathBuf},
    process::Command,
    thread,
    time::{Duration, Instant},
};

use serde_json::json;

use crate::support::{Held, Program, Server};

const PATIENCE: Duration = Duration::from_secs(10);

/// The notification socket, which collects what was sent to it.
struct Manager {
    socket: UnixDatagram,
    path: PathBuf,
}

impl Manager {
    fn of(program: &Program) -> Self {
        let path = program.folder().join("notify");
        let socket = UnixDatagram::bind(&path).expect("a socket");
        socket.set_read_timeout(Some(PATIENCE)).expect("a setting");
        Self { socket, path }
    }

    fn variable(&self) -> String {
        format!("NOTIFY_SOCKET={}", self.path.display())
    }

    fn told(&self) -> String {
        self.told_within(PATIENCE).expect("a message")
    }

    fn told_within(&self, time: Duration) -> Option<String> {
        self.socket.set_read_timeout(Some(time)).expect("a setting");
        let mut text = [0; 100];
        let length = self.socket.recv(&mut text).ok()?;
        Some(String::from_utf8_lossy(&text[..length]).trim().to_owned())
    }
}

#[test]
fn it_is_told_of_start_and_end() {
    let program = Program::with_database();
    let manager = Manager::of(&program);
    let server = Server::start_logging(&program, &["env", &manager.variable()], &[]);
    assert_eq!(manager.told(), "READY=1");
    server.terminate();
    assert_eq!(manager.told(), "STOPPING=1", "without a watchdog there are no beats");
    assert!(server.ended_within(PATIENCE).success());
}

#[test]
fn the_watchdog_hears_beats_only_while_the_writer_goes_round() {
    let program = Program::new();
    program.namespace_and_key("acme");
    let quiz = program.quiz("acme", r#"{ "name": "Q" }"#);
    let manager = Manager::of(&program);
    let server = Server::start_logging(&program, &["env", &manager.variable(), "WATCHDOG_USEC=800000"], &[]);
    assert_eq!(manager.told(), "READY=1");
    // Even without writes.
    for _ in 0..3 {
        assert_eq!(manager.told_within(Duration::from_millis(800)).as_deref(), Some("WATCHDOG=1"));
    }
    let users = format!("/api/v1/namespaces/acme/quizzes/{quiz}/users/anonymous");
    let mut client = server.client();
    let body = client.post(&format!("{users}/genId"), json!({})).expect("a reply").json();
    let body = json!({ "anon_id": body["anon_id"] });

    // The writer waits ten seconds for another process.
    let held = Held::writing(&program.folder().join("quiz-answers.db"));
    let begun = thread::spawn(move || client.post(&format!("{users}/initQuiz"), body).expect("a reply").status);
    let until = Instant::now() + Duration::from_secs(1);
    while Instant::now() < until {
        manager.told_within(Duration::from_millis(50));
    }
    assert_eq!(manager.told_within(Duration::from_secs(3)), None);
    drop(held);
    assert_eq!(begun.join().expect("answered"), 200);
    assert_eq!(manager.told(), "WATCHDOG=1");
    let log = server.log();
    assert_eq!(log.matches("the database's writer is stuck").count(), 1, "{log}");
}

/// systemd kills a service that makes a call outside of its filter.
#[test]
fn the_service_unit_lets_exports_lower_their_priority() {
    let unit = include_str!("../../../packaging/quiz-answers.service");
    let mut filters = unit.lines().rev().filter_map(|line| line.strip_prefix("SystemCallFilter="));
    let last = filters.find(|calls| calls.split(' ').any(|call| ["@resources", "setpriority"].contains(&call)));
    assert_eq!(last, Some("setpriority"), "a later line goes before an earlier one");
    assert!(unit.contains("\nSystemCallErrorNumber=EPERM\n"));
}

#[test]
fn the_service_unit_lets_the_server_write_where_its_settings_say() {
    let unit = include_str!("../../../packaging/quiz-answers.service");
    let settings = include_str!("../../../packaging/quiz-answers.env");
    let writable = unit.lines().find_map(|line| line.strip_prefix("ReadWritePaths=")).expect("folders");
    // A missing folder must not prevent the service from starting.
    assert!(writable.split(' ').all(|folder| folder.starts_with("-/")), "{writable}");
    let backups = settings.lines().find_map(|line| line.strip_prefix("#QA_BACKUP_DIR=")).expect("a folder");
    assert!(writable.split(' ').any(|folder| folder == format!("-{backups}")), "{backups} is not in {writable}");
}

/// The checks run where the server does, with the same permissions.
#[test]
fn the_unit_of_the_checks_is_confined_as_the_server_is() {
    let server = include_str!("../../../packaging/quiz-answers.service");
    let checks = include_str!("../../../packaging/quiz-answers-doctor.service");
    let own = [
        // Ports below 1024 are for the server only.
        "AmbientCapabilities",
        "CapabilityBoundingSet",
        "Type",
        "ExecStart",
        "Restart",
        "RestartSec",
        "TimeoutStartSec",
        "WatchdogSec",
        "WatchdogSignal",
    ];
    let settings = |unit: &'static str| {
        let service = unit.split_once("[Service]\n").expect("a section").1;
        let service = service.split("\n[").next().unwrap_or_default();
        let lines = service.lines().filter(|line| !line.starts_with('#') && line.contains('='));
        lines.filter(|line| !own.contains(&line.split('=').next().unwrap_or_default())).collect::<BTreeSet<_>>()
    };
    let missing: Vec<_> = settings(server).difference(&settings(checks)).copied().collect();
    assert!(checks.contains("\nCapabilityBoundingSet=\n"));
    // Not needed by the checks.
    assert_eq!(missing, ["LimitNOFILE=65536"]);
    assert!(checks.contains("\nType=oneshot\nExecStart=/usr/local/bin/quiz-answers doctor\n"));
    let timer = include_str!("../../../packaging/quiz-answers-doctor.timer");
    assert!(timer.contains("\nOnCalendar=") && timer.contains("\nWantedBy=timers.target\n"));
}

#[test]
fn the_units_are_read_without_a_complaint() {
    let packaging = Path::new(env!("CARGO_MANIFEST_DIR")).join("../packaging");
    let units = ["quiz-answers.service", "quiz-answers-doctor.service", "quiz-answers-doctor.timer"];
    let verified = Command::new("systemd-analyze").arg("verify").args(units).current_dir(packaging).output();
    // Not installed everywhere.
    let Ok(verified) = verified else { return };
    let told = String::from_utf8_lossy(&verified.stderr);
    let complaints = told.lines().filter(|line| line.contains("quiz-answers") && !line.contains("is not executable"));
    assert_eq!(complaints.collect::<Vec<_>>(), [""; 0], "{told}");
}
