//! SIGKILL while messages are sent: none is sent twice, except those of unknown outcome that an operator sends again.

use std::{
    collections::BTreeMap,
    ffi::OsStr,
    fs, thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::{
    mail_server::{Does, MailServer},
    packaged_mail_server::Packaged,
    support::{Pair, Program, Server},
};

const MESSAGES: usize = 100;
/// The time limit for everything.
const PATIENCE: Duration = Duration::from_secs(40);

/// Slow at a different step for each message, so that kills hit all of them.
fn slow(to: &str) -> Does {
    let number: usize = to.trim_start_matches('p').split('@').next().and_then(|text| text.parse().ok()).unwrap_or(0);
    let time = Duration::from_millis(100);
    match number % 5 {
        0 => Does::Wait("RCPT", time),
        1 => Does::Wait("DATA", time),
        2 => Does::TakeAfter(time),
        3 => Does::Wait("QUIT", time),
        _ => Does::Take,
    }
}

fn listed(program: &Program) -> BTreeMap<String, Value> {
    let output = program.run(&["--json", "mail", "list"]).done();
    let read = |line: &str| serde_json::from_str::<Value>(line).expect("JSON");
    let text = |mail: &Value, name: &str| mail[name].as_str().unwrap_or_default().to_owned();
    output.stdout.lines().map(read).map(|mail| (text(&mail, "address"), mail)).collect()
}

fn count(mails: &BTreeMap<String, Value>, state: &str) -> usize {
    mails.values().filter(|mail| mail["state"] == state).count()
}

#[test]
fn no_message_is_sent_twice_however_often_the_server_is_killed() {
    let mail_server = MailServer::start(|to, _| slow(to));
    let program = Program::new();
    let key = program.namespace_and_key("acme");
    let options = [
        "--mail-server",
        &mail_server.address,
        "--mail-tls",
        "none",
        "--mail-from",
        "quiz@example.org",
        "--mail-rate",
        "off",
        "--mail-domain-rate",
        "off",
        "--base-url",
        "https://quiz.example",
    ];
    let began = Instant::now();
    let mut offered = 0;
    let mut kills = 0;
    while offered < MESSAGES {
        let server = Server::start_with(&program, &options);
        let mut client = server.client().with_key(&key);
        for _ in 0..20 {
            let body = json!({ "email": format!("p{offered}@example.com"), "role": "viewer" });
            let reply = client.put("/api/v1/namespaces/acme/members", body).expect("a reply");
            assert!(reply.status < 300, "{reply:?}");
            offered += 1;
        }
        // Some time after the messages are due, different each time.
        thread::sleep(Duration::from_millis(900 + 130 * kills));
        server.kill();
        kills += 1;
    }
    let server = Server::start_with(&program, &options);
    let mails = loop {
        let mails = listed(&program);
        if count(&mails, "accepted") + count(&mails, "unknown") == MESSAGES {
            break mails;
        }
        assert!(began.elapsed() < PATIENCE, "{mails:?}");
        thread::sleep(Duration::from_millis(300));
    };
    let taken = mail_server.taken();
    for (address, mail) in &mails {
        let of: Vec<_> = taken.iter().filter(|taken| taken.to == *address).collect();
        assert!(of.len() <= 1, "{address} got {} messages", of.len());
        assert!(mail["state"] == "unknown" || of.len() == 1, "{mail}");
        for taken in of {
            assert_eq!(mail["messageId"], taken.header("Message-ID"));
        }
    }
    let unknown: Vec<String> = mails.values().filter(|mail| mail["state"] == "unknown").map(id).collect();
    println!("{} of {MESSAGES} are of unknown outcome after {kills} kills", unknown.len());
    assert!(!unknown.is_empty(), "no kill met a message");
    // An operator sends them again.
    for id in &unknown {
        program.run(&["mail", "resend", id]).done();
    }
    while count(&listed(&program), "accepted") < MESSAGES {
        assert!(began.elapsed() < PATIENCE, "{:?}", listed(&program));
        thread::sleep(Duration::from_millis(300));
    }
    drop(server);
    let accepted = mails.values().find(|mail| mail["state"] == "accepted").map(id).expect("one is accepted");
    program.run(&["mail", "resend", &accepted]).fails("only messages that were refused or cancelled");
}

/// aiosmtpd, which appends the recipient of each text that it accepted to the file of its first argument. By number: slow at each
/// step, refuses, and breaks the connection after the text; with `later` as the second argument, it sends some away once.
const SCRIPTED: &str = r#"
import asyncio, socket, sys, threading
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP

accepted = open(sys.argv[1], "a")
sent_away = set() if "later" in sys.argv else None

async def slow(number, of):
    if number % 5 == of:
        await asyncio.sleep(0.1)

class Handler:
    async def handle_RCPT(self, server, session, envelope, address, options):
        number = session.number = int(address[1:].split("@")[0])
        await slow(number, 0)
        if number % 50 == 7:
            return "550 5.1.1 there is no such mailbox"
        if number % 50 == 11 and sent_away is not None and number not in sent_away:
            sent_away.add(number)
            return "421 4.3.2 come back later"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        print(envelope.rcpt_tos[0], file=accepted, flush=True)
        if session.number % 50 == 13:
            server.transport.abort()
        await slow(session.number, 2)
        return "250 OK"

class Slow(SMTP):
    async def smtp_DATA(self, arg):
        await slow(self.session.number, 1)
        await super().smtp_DATA(arg)

    async def smtp_QUIT(self, arg):
        await slow(getattr(self.session, "number", 4), 3)
        await super().smtp_QUIT(arg)

class Here(Controller):
    def factory(self):
        return Slow(self.handler, **self.SMTP_kwargs)

free = socket.socket()
free.bind(("127.0.0.1", 0))
port = free.getsockname()[1]
free.close()
Here(Handler(), hostname="127.0.0.1", port=port).start()
print(port, flush=True)
threading.Event().wait()
"#;

/// Invites this many respondents, and repeatedly kills the servers while messages are sent: one server, or two if the
/// database has a standby, which takes over meanwhile. Respondents who are erased or have finished before get none.
fn invited_while_killed(people: usize, mut database: Option<Pair>) {
    let program = database.as_ref().map_or_else(Program::new, |pair| Program::on_postgresql(pair.url()));
    let key = program.namespace_and_key("acme");
    let accepted = program.folder().join("accepted");
    let script = if people < 1000 { "at once" } else { "later" };
    let mail_server = Packaged::start(SCRIPTED, &[accepted.as_os_str(), OsStr::new(script)]);
    let taken = || fs::read_to_string(&accepted).unwrap_or_default().lines().map(str::to_owned).collect::<Vec<_>>();
    let place = format!("127.0.0.1:{}", mail_server.port);
    let mut options = vec!["--mail-server", &place, "--mail-tls", "none"];
    options.extend(["--mail-from", "quiz@example.org", "--mail-bounces", "--base-url", "https://quiz.example"]);
    options.extend(["--mail-rate", "off", "--mail-domain-rate", "off"]);
    let began = Instant::now();
    let start = || Server::start_with(&program, &options);
    let mut servers: Vec<Server> = (0..if database.is_some() { 2 } else { 1 }).map(|_| start()).collect();
    let mut client = servers[0].client().with_key(&key);
    let questions = r#"[{ "id": "one", "kind": "scale", "text": "?", "from": 1, "to": 5 }]"#;
    let quiz =
        program.quiz("acme", &format!(r#"{{ "name": "Invited", "anonymous": false, "questions": {questions} }}"#));
    let quiz = format!("/api/v1/namespaces/acme/quizzes/{quiz}");
    let users: Vec<Value> = (0..people).map(|number| json!({ "email": format!("p{number}@example.com") })).collect();
    let made = client.post(&format!("{quiz}/users"), json!({ "users": users })).expect("a reply").json();
    let ids: Vec<String> = made["users"].as_array().expect("users").iter().map(id).collect();
    let body = json!({ "kind": "invitation", "remindAfterDays": [4] });
    let plan = client.post(&format!("{quiz}/mails"), body).expect("a reply").json();
    assert_eq!(plan["people"], people);
    // The last ones wait the longest.
    let erased: Vec<usize> = (people - 10..people).collect();
    for number in &erased {
        let reply = client.delete(&format!("{quiz}/users/{}", ids[*number])).expect("a reply");
        assert_eq!(reply.status, 200, "{reply:?}");
    }
    thread::sleep(Duration::from_secs(1));
    let finished: Vec<usize> = (people - 20..people - 10).collect();
    for number in &finished {
        let id = &ids[*number];
        client.post(&format!("{quiz}/users/invited/{id}/initQuiz"), json!({})).expect("a reply");
        let submitted = client.post(&format!("{quiz}/users/{id}/answers/submit"), json!({ "answers": { "one": 3 } }));
        let submitted = submitted.expect("a reply");
        assert_eq!(submitted.status, 200, "{submitted:?}");
    }
    let before = taken();
    let mut kills = 0;
    loop {
        let all = program.run(&["--json", "mail", "list"]).done().stdout;
        let is_under_way =
            |line: &str| line.contains("\"claimed\"") || line.contains("\"queued\"") && line.contains("\"invitation\"");
        if !all.lines().any(is_under_way) {
            break;
        }
        // The claims of a dead server expire after half a minute.
        let patience = Duration::from_mins(3) + Duration::from_millis(200) * u32::try_from(people).unwrap_or(1);
        assert!(began.elapsed() < patience, "{all}");
        if kills < 12 {
            kills += 1;
            match &mut database {
                Some(pair) if kills == 2 => pair.fail_over(),
                Some(pair) if kills == 4 => pair.restart(),
                _ => {}
            }
            let number = usize::try_from(kills).expect("a few") % servers.len();
            servers.remove(number).kill();
            servers.insert(number, start());
            thread::sleep(Duration::from_millis(700 + 90 * kills));
        } else {
            thread::sleep(Duration::from_millis(300));
        }
    }
    drop(servers);
    let taken = taken();
    let all = program.run(&["--json", "mail", "list"]).done().stdout;
    for number in 0..people {
        let address = format!("p{number}@example.com");
        let of = taken.iter().filter(|to| **to == address).count();
        assert!(of <= 1, "{address} got {of} messages");
        if finished.contains(&number) {
            assert!(of == 0 || before.contains(&address), "{address} had finished before");
        }
        if erased.contains(&number) {
            assert!(of == 0 || before.contains(&address), "{address} was erased before");
            assert!(!all.contains(&format!("\"{address}\"")), "{all}");
        }
    }
    let invitations = |state: &str| {
        let is_of = |line: &&str| line.contains("\"invitation\"") && line.contains(&format!("\"{state}\""));
        all.lines().filter(is_of).count()
    };
    let (accepted, unknown) = (invitations("accepted"), invitations("unknown"));
    let (refused, cancelled) = (invitations("refused"), invitations("cancelled"));
    println!(
        "{accepted} accepted, {refused} refused, {cancelled} cancelled and {unknown} of unknown outcome after {kills} kills, {:.0?}",
        began.elapsed()
    );
    assert_eq!(accepted + refused + cancelled + unknown, people - erased.len());
    assert!(refused > 0 && refused <= people / 50 && cancelled > 0, "{refused} {cancelled}");
    assert!(kills >= 3 && unknown > 0, "{kills} kills met {unknown} messages");
}

#[test]
fn invited_people_get_one_message_each_however_often_the_server_is_killed() {
    invited_while_killed(200, None);
}

#[test]
fn invited_people_get_one_message_each_though_postgresql_fails_over_and_servers_are_killed() {
    invited_while_killed(200, Some(Pair::start()));
}

#[test]
#[ignore = "takes minutes: run it by name, with --ignored --nocapture, for the figures"]
fn a_thousand_invited_people_get_one_message_each_however_often_the_server_is_killed() {
    invited_while_killed(1000, None);
}

#[test]
#[ignore = "takes minutes: run it by name, with --ignored --nocapture, for the figures"]
fn a_thousand_invited_people_get_one_message_each_though_postgresql_fails_over_and_servers_are_killed() {
    invited_while_killed(1000, Some(Pair::start()));
}

#[test]
fn what_a_mail_server_hands_back_is_noted_beside_the_person() {
    let mail_server = MailServer::start(|_, _| Does::Take);
    let program = Program::new();
    let key = program.namespace_and_key("acme");
    let mail = ["--mail-server", &mail_server.address, "--mail-tls", "none", "--mail-from", "quiz@example.org"];
    let options = [&mail[..], &["--mail-bounces", "--base-url", "https://quiz.example"]].concat();
    let server = Server::start_with(&program, &options);
    let mut client = server.client().with_key(&key);
    let quiz = client.post("/api/v1/namespaces/acme/quizzes", json!({ "name": "Invited", "anonymous": false }));
    let quiz =
        format!("/api/v1/namespaces/acme/quizzes/{}", quiz.expect("a reply").json()["id"].as_str().expect("an id"));
    let users = json!({ "users": [{ "email": "ana@example.com" }] });
    client.post(&format!("{quiz}/users"), users).expect("a reply");
    client.post(&format!("{quiz}/mails"), json!({ "kind": "invitation" })).expect("a reply");
    let began = Instant::now();
    while mail_server.taken().is_empty() {
        assert!(began.elapsed() < PATIENCE);
        thread::sleep(Duration::from_millis(100));
    }
    let from = mail_server.taken()[0].from.clone();
    assert!(from.starts_with("quiz+") && from.ends_with("@example.org"), "{from}");
    let report = |status: &str, to: &str| {
        format!(
            "To: {to}\r\nMIME-Version: 1.0\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n\
             --b\r\nContent-Type: text/plain\r\n\r\nSorry.\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n\
             Reporting-MTA: dns; mx.example.com\r\n\r\nFinal-Recipient: rfc822; ana@example.com\r\nAction: failed\r\n\
             Status: {status}\r\n\r\n--b--\r\n"
        )
    };
    let vacation = format!("To: {from}\r\nAuto-Submitted: auto-replied\r\n\r\nI am away. 5.1.1\r\n");
    for passed in [vacation, report("4.4.7", &from), report("5.1.1", "quiz@example.org"), String::new()] {
        assert_eq!(program.run_with(&["mail", "bounce"], &passed).done().stdout.trim(), "passed over");
    }
    let noted = program.run_with(&["--json", "mail", "bounce"], &report("5.1.1", &from.to_uppercase())).done();
    let noted: Value = serde_json::from_str(&noted.stdout).expect("JSON");
    assert_eq!((&noted["noted"], &noted["status"]), (&json!(true), &json!("5.1.1")));
    let listed = client.get(&format!("{quiz}/users")).expect("a reply").json();
    assert_eq!(listed["items"][0]["mail"]["state"], "bounced");
}

fn id(mail: &Value) -> String {
    mail["id"].as_str().expect("an id").to_owned()
}

#[test]
fn a_test_says_each_step_and_its_outcome() {
    let program = Program::new();
    program.run(&["mail", "test", "ana@example.com"]).fails("mail is not set up");
    let mail_server = MailServer::start(|to, _| match to {
        "no@example.com" => Does::Reply("RCPT", "550 5.1.1 <no@example.com> is not here"),
        _ => Does::Take,
    });
    let password = program.folder().join("password");
    fs::write(&password, "hunter2\n").expect("written");
    let to_server = |address: &str, more: &[&str]| {
        let options =
            ["mail", "test", address, "--mail-server", &mail_server.address, "--mail-from", "quiz@example.org"];
        program.run(&[&options[..], more].concat())
    };
    let in_clear = to_server("ana@example.com", &[]);
    assert!(!in_clear.is_success && in_clear.stdout.contains("problem\tstart TLS\t"), "{in_clear:?}");
    assert!(mail_server.tries().is_empty(), "{:?}", mail_server.tries());
    let signed_in =
        ["--mail-tls", "none", "--mail-user", "quiz", "--mail-password-file", &password.display().to_string()];
    let told = to_server("ana@example.com", &signed_in).done();
    let steps = ["connect", "sign in", "sender", "recipient", "begin of text", "text"];
    assert_eq!(told.stdout.lines().collect::<Vec<_>>(), steps.map(|step| format!("ok\t{step}")));
    assert!(mail_server.taken()[0].text.contains("Mail works"), "{:?}", mail_server.taken());
    let refused = to_server("no@example.com", &signed_in);
    let problem = "recipient: the mail server replied 550 5.1.1";
    assert!(refused.stdout.contains(&format!("problem\trecipient\t{problem}")), "{refused:?}");
    assert!(!refused.stderr.contains("hunter2") && !refused.stderr.contains("no@example.com"), "{refused:?}");
    assert!(!refused.is_success && refused.stderr.contains(problem), "{refused:?}");
    to_server("ana@example.com", &["--mail-tls", "none", "--mail-user", "quiz"]).fails("--mail-password-file");
    let elsewhere = ["mail", "test", "ana@example.com", "--mail-server", "192.0.2.1", "--mail-tls", "none"];
    program.run(&[&elsewhere[..], &["--mail-from", "quiz@example.org"]].concat()).fails("to this machine alone");

    let folder = program.folder().join("mails");
    let to_folder = ["mail", "test", "ana@example.com", "--mail-folder", &folder.display().to_string()];
    program.run(&to_folder).fails("--mail-from");
    program.run(&[&to_folder[..], &["--mail-from", "Quizzes <quiz@example.org>"]].concat()).done();
    let files: Vec<_> = fs::read_dir(&folder).expect("a folder").map(|file| file.expect("a file").path()).collect();
    assert_eq!(files.len(), 1);
    assert!(files[0].extension().is_some_and(|end| end == "eml"), "{files:?}");
    assert!(fs::read_to_string(&files[0]).expect("a message").contains("To: ana@example.com\r\n"));
}
