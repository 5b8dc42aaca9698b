//! Postfix of Debian takes messages, and hands those that came back to `mail bounce` through its pipe, as the manual sets it up.

use std::{
    env, fs,
    net::{TcpListener, TcpStream},
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{
    mail_server::{Does, MailServer},
    support::{Program, Server},
};

/// The time limit for everything.
const LIMIT: Duration = Duration::from_mins(1);
/// The owner of a file with aliases, as whom Postfix runs their commands.
const ACCOUNT: &str = "nobody";
const SERVICES: &str = "
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
local unix - n n - - local
smtp unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
";

/// Postfix runs as root alone: for another account, one in a namespace, whose accounts are those that the system has lent it.
fn as_root() -> Vec<String> {
    let id = Command::new("id").arg("-u").output().expect("id runs");
    let words: &[&str] =
        if id.stdout.trim_ascii() == b"0" { &[] } else { &["unshare", "--map-root-user", "--map-auto", "--"] };
    words.iter().map(|&word| word.to_owned()).collect()
}

fn run_as_root(script: &str, arguments: &[&Path]) {
    let words = [as_root(), ["sh", "-euc", script, "sh"].map(str::to_owned).into()].concat();
    let status = Command::new(&words[0]).args(&words[1..]).args(arguments).status();
    assert!(status.expect("it starts").success(), "{script}");
}

/// Where `cargo xtask test` unpacks the package, else where Debian installs it.
fn unpacked() -> PathBuf {
    let root = env::var_os("POSTFIX_ROOT").map_or_else(|| PathBuf::from("/"), PathBuf::from);
    assert!(root.join("usr/lib/postfix/sbin/master").is_file(), "POSTFIX_ROOT names no folder with Debian's postfix");
    root
}

struct Postfix {
    master: Child,
    folder: TempDir,
    place: String,
}

impl Postfix {
    /// Passes on what it takes to `next`. What comes to `quiz@example.org` and its extensions goes to `command`.
    fn start(next: &str, command: &Path) -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        let path = |name: &str| folder.path().join(name).display().to_string();
        let root = unpacked();
        let port = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a free port").port();
        let (host, next_port) = next.rsplit_once(':').expect("an address with a port");
        let folders = [
            ("queue_directory", path("queue")),
            ("data_directory", path("data")),
            ("daemon_directory", root.join("usr/lib/postfix/sbin").display().to_string()),
            ("command_directory", root.join("usr/sbin").display().to_string()),
            ("shlib_directory", root.join("usr/lib/postfix").display().to_string()),
            ("meta_directory", root.join("etc/postfix").display().to_string()),
            ("maillog_file", path("log")),
            ("maillog_file_prefixes", path("")),
            ("alias_maps", format!("texthash:{}", path("aliases"))),
            ("relayhost", format!("[{host}]:{next_port}")),
        ];
        let mut main: String = folders.iter().map(|(name, value)| format!("{name} = {value}\n")).collect();
        main.push_str(
            "compatibility_level = 3.6\nmail_owner = daemon\nsetgid_group = mail\ndefault_privs = bin\nmyhostname = \
             mx.example.org\nmydestination = example.org\nmynetworks = 127.0.0.0/8\ninet_interfaces = \
             127.0.0.1\ninet_protocols = ipv4\nrecipient_delimiter = +\nlocal_recipient_maps =\nalias_database =\nsmtpd_peername_lookup = \
             no\nqueue_run_delay = 1s\nminimal_backoff_time = 1s\nimport_environment = MAIL_CONFIG MAIL_LOGTAG \
             LD_LIBRARY_PATH\n"
        );
        let files = [
            ("main.cf", main),
            ("master.cf", format!("{port} inet n - n - - smtpd{SERVICES}")),
            ("aliases", format!("quiz \"|{}\"\n", command.display())),
        ];
        for (name, text) in files {
            fs::write(folder.path().join(name), text).expect("written");
        }
        let make = "chmod 755 $1; cd $1; mkdir queue data queue/pid; chown daemon data; cd queue
            mkdir active bounce corrupt defer deferred flush hold incoming private public saved trace maildrop
            chown daemon active bounce corrupt defer deferred flush hold incoming private public saved trace maildrop
            chgrp mail public maildrop; chmod 710 public; chmod 730 maildrop; chown $2 ../aliases";
        run_as_root(make, &[folder.path(), Path::new(ACCOUNT)]);
        let words = [as_root(), vec![root.join("usr/lib/postfix/sbin/master").display().to_string()]].concat();
        let mut master = Command::new(&words[0]);
        master.args(&words[1..]).arg("-c").arg(folder.path()).arg("-d").stdin(Stdio::null());
        let master = master.env("LD_LIBRARY_PATH", root.join("usr/lib/postfix")).spawn().expect("Postfix starts");
        let started = Self { master, folder, place: format!("127.0.0.1:{port}") };
        let since = Instant::now();
        while TcpStream::connect(&started.place).is_err() {
            assert!(since.elapsed() < LIMIT, "{}", started.log());
            thread::sleep(Duration::from_millis(50));
        }
        started
    }

    fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap_or_else(|error| error.to_string())
    }
}

impl Drop for Postfix {
    fn drop(&mut self) {
        // SIGTERM, after which it ends its own processes.
        let _: std::io::Result<Output> = Command::new("kill").arg(self.master.id().to_string()).output();
        let _ = self.master.wait();
        run_as_root("rm -rf $1/queue $1/data", &[self.folder.path()]);
    }
}

/// Gives the data directory to the owner of the aliases, and adds the program and a script for the pipe,
/// which fails until there is a file `ready`. The server runs as root, which may write there, too.
fn for_the_pipe(program: &Program) -> PathBuf {
    let folder = program.folder();
    let copy = folder.join("quiz-answers");
    let made = Path::new(env!("CARGO_BIN_EXE_quiz-answers"));
    fs::hard_link(made, &copy).or_else(|_| fs::copy(made, &copy).map(drop)).expect("a copy");
    let script = folder.join("pipe");
    let text = format!(
        "#!/bin/sh\n[ -e {0}/ready ] || export QA_DATABASE_URL=postgresql://127.0.0.1:1/none\nQA_DATA_DIR={0} exec {0}/quiz-answers \
         mail bounce\n",
        folder.display()
    );
    fs::write(&script, text).expect("written");
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).expect("set");
    // Not the program itself, which may be a link.
    let hand_over = format!("chmod 711 $1; find $1 ! -name quiz-answers -exec chown {ACCOUNT} {{}} +");
    run_as_root(&hand_over, &[folder]);
    script
}

#[test]
fn what_a_receiver_refuses_comes_back_through_the_pipe_of_postfix_and_is_noted() {
    let receiver = MailServer::start(|to, _| match to.split('@').next().unwrap_or_default() {
        "gone" => Does::Reply("RCPT", "550 5.1.1 there is no such mailbox"),
        "full" => Does::Reply("RCPT", "552 5.2.2 the mailbox is full"),
        "spam" => Does::Reply("TEXT", "554 5.7.1 not wanted here"),
        _ => Does::Take,
    });
    let program = Program::new();
    let key = program.namespace_and_key("acme");
    let quiz = program.quiz("acme", r#"{ "name": "Invited", "anonymous": false }"#);
    let quiz = format!("/api/v1/namespaces/acme/quizzes/{quiz}");
    let postfix = Postfix::start(&receiver.address, &for_the_pipe(&program));
    let by = as_root();
    let by: Vec<&str> = by.iter().map(String::as_str).collect();
    let mut options = vec!["--mail-server", &postfix.place, "--mail-tls", "none", "--mail-bounces"];
    options.extend(["--mail-from", "Quizzes <quiz@example.org>", "--base-url", "https://quiz.example"]);
    let server = Server::start_logging(&program, &by, &options);
    let mut client = server.client().with_key(&key);
    let people = ["ana", "gone", "full", "spam"].map(|name| json!({ "email": format!("{name}@example.com") }));
    client.post(&format!("{quiz}/users"), json!({ "users": people })).expect("a reply");
    let plan = client.post(&format!("{quiz}/mails"), json!({ "kind": "invitation" })).expect("a reply").json();
    assert_eq!(plan["people"], people.len());

    let since = Instant::now();
    let wait = |is_done: &mut dyn FnMut() -> bool| {
        while !is_done() {
            assert!(since.elapsed() < LIMIT, "{}", postfix.log());
            thread::sleep(Duration::from_millis(100));
        }
    };
    wait(&mut || postfix.log().matches("temporary failure").count() >= 3);
    let mut states = || -> Vec<(String, Value, Value)> {
        let users = client.get(&format!("{quiz}/users")).expect("a reply").json();
        let users = users["items"].as_array().expect("users").iter();
        let mut states: Vec<_> = users
            .map(|user| {
                let name = user["email"].as_str().unwrap_or_default().split('@').next().unwrap_or_default().to_owned();
                (name, user["mail"]["state"].clone(), user["mail"]["error"].clone())
            })
            .collect();
        states.sort_by(|one, other| one.0.cmp(&other.0));
        states
    };
    assert!(
        states().iter().all(|(_, state, _)| state == "sent"),
        "nothing is noted without a database: {:?}",
        states()
    );
    run_as_root("touch $1/ready", &[program.folder()]);
    wait(&mut || states().iter().filter(|(_, state, _)| state != "sent").count() == 3);
    let expected = [
        ("ana", "sent", Value::Null),
        ("full", "refused", json!("5.2.2")),
        ("gone", "bounced", json!("5.1.1")),
        ("spam", "refused", json!("5.7.1")),
    ];
    assert_eq!(states(), expected.map(|(name, state, error)| (name.to_owned(), json!(state), error)));
    assert_eq!(receiver.taken().into_iter().map(|taken| taken.to).collect::<Vec<_>>(), ["ana@example.com"]);
    let log = server.log();
    assert!(!log.contains('@'), "no address is logged: {log}");
    run_as_root("find $1 -mindepth 1 -delete; chown 0 $1", &[program.folder()]);
}
