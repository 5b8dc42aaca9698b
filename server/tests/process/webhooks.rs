//! SIGKILL while events are written and sent: each arrives, and verifies, in its namespace alone.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use base64::{Engine, engine::general_purpose::STANDARD};
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::Sha256;

use crate::support::{Client, Program, Server};

const CLIENTS: usize = 4;

/// How many events are written, and how often the server is killed meanwhile.
struct Scale {
    events: usize,
    kills: usize,
    /// Of a client, between two events.
    pause: Duration,
    patience: Duration,
}

/// Headers and body of a request.
type Received = (BTreeMap<String, String>, Vec<u8>);

/// What a receiver replies at first to an event that is not taken.
#[derive(Clone, Copy)]
enum Refusal {
    Silence,
    Status(&'static str),
}

/// Takes most events at once, some of them slowly; some get no reply, 500 or a redirect the first time.
fn faulty(number: usize) -> Option<Refusal> {
    match number % 23 {
        5 => Some(Refusal::Silence),
        11 => Some(Refusal::Status("500 Internal Server Error")),
        17 => Some(Refusal::Status("307 Temporary Redirect\r\nlocation: http://127.0.0.1:9/")),
        22 => {
            thread::sleep(Duration::from_millis(300));
            None
        }
        _ => None,
    }
}

/// Wants nothing more after some events, until an administrator turns it on again.
fn gone(number: usize) -> Option<Refusal> {
    (number == 40).then_some(Refusal::Status("410 Gone"))
}

/// A receiver, and what it has taken.
struct Receiver {
    address: String,
    received: Arc<Mutex<Vec<Received>>>,
}

impl Receiver {
    fn start(refuses: fn(usize) -> Option<Refusal>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("an address").to_string();
        let received: Arc<Mutex<Vec<Received>>> = Arc::default();
        let taken = Arc::clone(&received);
        thread::spawn(move || receive(&listener, &taken, refuses));
        Self { address, received }
    }

    fn url(&self) -> String {
        format!("http://{}/hooks", self.address)
    }

    /// The respondents of whom it was told.
    fn told(&self, namespace: &str) -> BTreeSet<String> {
        let id = |(_, body): &Received| {
            let event: Value = serde_json::from_slice(body).expect("JSON");
            assert_eq!((&event["type"], &event["data"]["namespaceId"]), (&json!("response.begun"), &json!(namespace)));
            event["data"]["userId"].as_str().expect("an id").to_owned()
        };
        self.received.lock().expect("no receiver panicked").iter().map(id).collect()
    }

    fn are_signed(&self, secret: &str) -> bool {
        self.received.lock().expect("no receiver panicked").iter().all(|request| is_signed(secret, request))
    }
}

fn receive(listener: &TcpListener, received: &Arc<Mutex<Vec<Received>>>, refuses: fn(usize) -> Option<Refusal>) {
    let seen = Arc::new(Mutex::new(BTreeSet::new()));
    for (number, stream) in listener.incoming().enumerate() {
        let (Ok(mut stream), received, seen) = (stream, Arc::clone(received), Arc::clone(&seen)) else { continue };
        thread::spawn(move || {
            let Some(request) = read(&mut stream) else { return };
            let id = request.0.get("webhook-id").cloned().unwrap_or_default();
            // After a second failure, the next attempt comes minutes later.
            let is_first = seen.lock().expect("no receiver panicked").insert(id);
            let status = match refuses(number).filter(|_| is_first) {
                Some(Refusal::Silence) => return,
                Some(Refusal::Status(status)) => status,
                None => {
                    received.lock().expect("no receiver panicked").push(request);
                    "200 OK"
                }
            };
            let _ = write!(stream, "HTTP/1.1 {status}\r\ncontent-length: 2\r\n\r\nok");
        });
    }
}

fn read(stream: &mut TcpStream) -> Option<Received> {
    let (mut bytes, mut piece) = (Vec::new(), [0; 4096]);
    loop {
        let count = stream.read(&mut piece).ok().filter(|count| *count > 0)?;
        bytes.extend_from_slice(&piece[..count]);
        let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") else { continue };
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let headers: BTreeMap<String, String> = head
            .lines()
            .filter_map(|line| line.split_once(": "))
            .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
            .collect();
        let length: usize = headers.get("content-length")?.parse().ok()?;
        if bytes.len() >= end + 4 + length {
            return Some((headers, bytes[end + 4..].to_vec()));
        }
    }
}

fn is_signed(secret: &str, (headers, body): &Received) -> bool {
    let key = STANDARD.decode(secret.strip_prefix("whsec_").expect("a secret")).expect("base 64");
    let of = |name: &str| headers.get(name).map(String::as_str).unwrap_or_default();
    let text = [of("webhook-id").as_bytes(), b".", of("webhook-timestamp").as_bytes(), b".", body].concat();
    let mac = Hmac::<Sha256>::new_from_slice(&key).expect("a key").chain_update(text).finalize().into_bytes();
    of("webhook-signature").split(' ').any(|signature| signature == format!("v1,{}", STANDARD.encode(mac)))
}

/// Begins responses until the server is gone. Returns those that were acknowledged.
fn begin(mut client: Client, quiz: &str, pause: Duration, count: &AtomicUsize) -> Vec<String> {
    let mut begun = Vec::new();
    loop {
        let Ok(reply) = client.post(&format!("{quiz}/users/anonymous/genId"), json!({})) else { return begun };
        let id = reply.json()["anon_id"].as_str().expect("an id").to_owned();
        match client.post(&format!("{quiz}/users/anonymous/initQuiz"), json!({ "anon_id": id })) {
            Ok(reply) if reply.status == 200 => begun.push(id),
            _ => return begun,
        }
        count.fetch_add(1, Ordering::Relaxed);
        thread::sleep(pause);
    }
}

/// A namespace with a quiz and a webhook.
struct Tenant {
    quiz: String,
    key: String,
    secret: String,
    begun: BTreeSet<String>,
}

impl Tenant {
    fn new(program: &Program, namespace: &str, receiver: &Receiver) -> Self {
        let key = program.namespace_and_key(namespace);
        let id = program.quiz(namespace, r#"{ "name": "Q" }"#);
        let quiz = format!("/api/v1/namespaces/{namespace}/quizzes/{id}");
        let create = ["webhook", "create", "--namespace", namespace, "--url", &receiver.url()];
        let create = [&create[..], &["--event", "response.begun"]].concat();
        program.run(&create).fails("the operator can allow it with --webhook-allow");
        let made = program.run(&[&create[..], &["--webhook-allow", &receiver.address]].concat()).done();
        Self { quiz, key, secret: made.stdout.trim().to_owned(), begun: BTreeSet::new() }
    }
}

fn every_event_arrives(scale: &Scale) {
    let (first, second) = (Receiver::start(faulty), Receiver::start(gone));
    let program = Program::new();
    let mut one = Tenant::new(&program, "acme", &first);
    let mut other = Tenant::new(&program, "other", &second);
    let listed = program.run(&["webhook", "list", "--namespace", "other"]).done();
    assert!(listed.stdout.contains(&format!("\t{}\ton\t", second.url())), "{listed:?}");
    let webhook = listed.stdout.split('\t').next().expect("an id").to_owned();
    let allowed = ["--webhook-allow", &first.address, "--webhook-allow", &second.address];
    let (start, count) = (Instant::now(), AtomicUsize::new(0));
    for round in 1..=scale.kills {
        let server = Server::start_with(&program, &allowed);
        thread::scope(|scope| {
            let writers: Vec<_> = (0..CLIENTS)
                .map(|number| {
                    let (is_other, client, count) = (number % 2 == 1, server.client(), &count);
                    let quiz = if is_other { &other.quiz } else { &one.quiz }.clone();
                    (is_other, scope.spawn(move || begin(client, &quiz, scale.pause, count)))
                })
                .collect();
            let late = Instant::now() + scale.patience;
            while count.load(Ordering::Relaxed) < scale.events * round / scale.kills {
                assert!(Instant::now() < late, "too little was written to tell anything");
                thread::sleep(Duration::from_millis(5 + 3 * round as u64));
            }
            server.kill();
            for (is_other, writer) in writers {
                let begun = writer.join().expect("no writer panicked");
                if is_other { &mut other } else { &mut one }.begun.extend(begun);
            }
        });
    }
    let written = start.elapsed();
    let server = Server::start_with(&program, &allowed);
    // What its receiver did not want is sent again when it is asked for.
    let of_other = ["--namespace", "other"];
    let state = || program.run(&["webhook", "list", "--namespace", "other"]).done().stdout;
    wait(scale.patience, || state().contains("\toff\t"), "410 turns a webhook off");
    program.run(&[&["webhook", "on", &webhook], &of_other[..]].concat()).done();
    let since = ["--since", "2020-01-01T00:00:00Z"];
    program.run(&[&["webhook", "resend", &webhook], &of_other[..], &since[..]].concat()).done();
    for (tenant, receiver, namespace) in [(&one, &first, "acme"), (&other, &second, "other")] {
        let have_arrived = || tenant.begun.is_subset(&receiver.told(namespace));
        wait(scale.patience, have_arrived, "not all events have arrived");
        assert!(receiver.are_signed(&tenant.secret), "all are signed");
        let mut client = server.client().with_key(&tenant.key);
        for id in receiver.told(namespace).difference(&tenant.begun) {
            let record = client.get(&format!("{}/users/{id}/answers", tenant.quiz)).expect("a reply");
            assert_eq!(record.status, 200, "{id} was told of and is not there");
        }
    }
    let events = one.begun.len() + other.begun.len();
    let (kills, all) = (scale.kills, start.elapsed());
    println!("{events} events, {kills} kills: written in {written:.0?}, all arrived after {all:.0?}");
}

fn wait(patience: Duration, mut holds: impl FnMut() -> bool, what: &str) {
    let until = Instant::now() + patience;
    while !holds() {
        assert!(Instant::now() < until, "{what}");
        thread::sleep(Duration::from_millis(200));
    }
}

#[test]
fn every_event_arrives_though_the_server_is_killed_again_and_again() {
    let (pause, patience) = (Duration::from_millis(20), Duration::from_secs(90));
    every_event_arrives(&Scale { events: 300, kills: 5, pause, patience });
}

#[test]
#[ignore = "takes minutes: run it by name, with --ignored --nocapture, for the figures"]
fn ten_thousand_events_arrive_though_the_server_is_killed_twenty_times() {
    let (pause, patience) = (Duration::from_millis(1), Duration::from_mins(15));
    every_event_arrives(&Scale { events: 10_000, kills: 20, pause, patience });
}
