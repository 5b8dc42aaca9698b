//! SIGKILL while events are written and sent: each arrives, and verifies.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

use base64::{Engine, engine::general_purpose::STANDARD};
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::Sha256;

use crate::support::{Client, Program, Server};

const ROUNDS: usize = 8;
const CLIENTS: usize = 4;

/// Headers and body of a request.
type Received = (BTreeMap<String, String>, Vec<u8>);

/// Takes most events at once; some get 500 or no reply the first time.
fn receive(listener: TcpListener, received: Arc<Mutex<Vec<Received>>>) {
    let seen = Arc::new(Mutex::new(BTreeSet::new()));
    for (number, stream) in listener.incoming().enumerate() {
        let (Ok(mut stream), received, seen) = (stream, Arc::clone(&received), Arc::clone(&seen)) else { continue };
        thread::spawn(move || {
            let Some(request) = read(&mut stream) else { return };
            let id = request.0.get("webhook-id").cloned().unwrap_or_default();
            // After a second failure, the next attempt comes minutes later.
            let is_first = seen.lock().expect("no receiver panicked").insert(id);
            if is_first && number % 11 == 10 {
                return;
            }
            let is_taken = !is_first || number % 7 != 6;
            if is_taken {
                received.lock().expect("no receiver panicked").push(request);
            }
            let status = if is_taken { "200 OK" } else { "500 Internal Server Error" };
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
fn begin(mut client: Client, quiz: &str) -> Vec<String> {
    let mut begun = Vec::new();
    loop {
        let Ok(reply) = client.post(&format!("{quiz}/users/anonymous/genId"), json!({})) else { return begun };
        let id = reply.json()["anon_id"].as_str().expect("an id").to_owned();
        match client.post(&format!("{quiz}/users/anonymous/initQuiz"), json!({ "anon_id": id })) {
            Ok(reply) if reply.status == 200 => begun.push(id),
            _ => return begun,
        }
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn every_event_arrives_though_the_server_is_killed_again_and_again() {
    let program = Program::new();
    let key = program.namespace_and_key("acme");
    let quiz = format!("/api/v1/namespaces/acme/quizzes/{}", program.quiz("acme", r#"{ "name": "Q" }"#));
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address").to_string();
    let received = Arc::new(Mutex::new(Vec::new()));
    let taken = Arc::clone(&received);
    thread::spawn(move || receive(listener, taken));
    let url = format!("http://{address}/hooks");
    let create = ["webhook", "create", "--namespace", "acme", "--url", &url, "--event", "response.begun"];
    program.run(&create).fails("the operator can allow it with --webhook-allow");
    let made = program.run(&[&create[..], &["--webhook-allow", &address]].concat()).done();
    let secret = made.stdout.trim().to_owned();
    let listed = program.run(&["webhook", "list", "--namespace", "acme"]).done();
    assert!(listed.stdout.contains(&format!("\t{url}\ton\t")), "{listed:?}");
    let mut begun = BTreeSet::new();
    for round in 0..ROUNDS {
        let server = Server::start_with(&program, &["--webhook-allow", &address]);
        thread::scope(|scope| {
            let writers: Vec<_> = (0..CLIENTS).map(|_| (server.client(), &quiz)).collect();
            let writers: Vec<_> =
                writers.into_iter().map(|(client, quiz)| scope.spawn(move || begin(client, quiz))).collect();
            thread::sleep(Duration::from_millis(400 + 53 * round as u64));
            server.kill();
            begun.extend(writers.into_iter().flat_map(|writer| writer.join().expect("no writer panicked")));
        });
    }
    assert!(begun.len() > 50, "too little was written to tell anything: {}", begun.len());
    let server = Server::start_with(&program, &["--webhook-allow", &address]);
    let told = |received: &[Received]| -> BTreeSet<String> {
        let id = |(_, body): &Received| {
            let event: Value = serde_json::from_slice(body).expect("JSON");
            assert_eq!((&event["type"], &event["data"]["namespaceId"]), (&json!("response.begun"), &json!("acme")));
            event["data"]["userId"].as_str().expect("an id").to_owned()
        };
        received.iter().map(id).collect()
    };
    let until = Instant::now() + Duration::from_secs(90);
    loop {
        let told = told(&received.lock().expect("no receiver panicked"));
        if begun.is_subset(&told) {
            break;
        }
        let missing = begun.difference(&told).count();
        assert!(Instant::now() < until, "{missing} of {} have not arrived", begun.len());
        thread::sleep(Duration::from_millis(200));
    }
    let received = received.lock().expect("no receiver panicked");
    assert!(received.iter().all(|request| is_signed(&secret, request)), "all are signed");
    let mut client = server.client().with_key(&key);
    for id in told(&received).difference(&begun) {
        let record = client.get(&format!("{quiz}/users/{id}/answers")).expect("a reply");
        assert_eq!(record.status, 200, "{id} was told of and is not there");
    }
}
