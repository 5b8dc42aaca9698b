//! A receiver that refuses some requests, verifies the rest with the specification's library, and keeps them. The
//! manual's receiver in Python may be chained behind it, which verifies with its own library.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex, OnceLock},
    thread,
    time::Duration,
};

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use serde_json::{Value, json};
use standardwebhooks::Webhook;

use super::manual::ManualReceiver;

/// A receiver's first response to an event that it refuses.
#[derive(Clone, Copy)]
pub(super) enum Refusal {
    Silence,
    Status(&'static str),
}

/// Accepts most events immediately and some slowly; some get no response, 500 or a redirect the first time.
pub(super) fn faulty(number: usize) -> Option<Refusal> {
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

/// Rejects everything after some events, until an administrator turns the webhook on again.
pub(super) fn gone(number: usize) -> Option<Refusal> {
    (number == 40).then_some(Refusal::Status("410 Gone"))
}

struct Request {
    bytes: Vec<u8>,
    headers: HeaderMap,
    body: usize,
}

/// Events by id, and requests that did not verify.
#[derive(Default)]
struct Taken {
    seen: BTreeSet<String>,
    events: BTreeMap<String, Value>,
    attempts: usize,
    unsigned: Vec<String>,
}

struct Desk {
    refuses: fn(usize) -> Option<Refusal>,
    webhook: OnceLock<Webhook>,
    manual: OnceLock<ManualReceiver>,
    taken: Mutex<Taken>,
}

pub(super) struct Receiver {
    pub(super) address: String,
    desk: Arc<Desk>,
}

impl Receiver {
    pub(super) fn start(refuses: fn(usize) -> Option<Refusal>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("an address").to_string();
        let (webhook, manual) = (OnceLock::new(), OnceLock::new());
        let desk = Arc::new(Desk { refuses, webhook, manual, taken: Mutex::default() });
        let shared = Arc::clone(&desk);
        thread::spawn(move || {
            for (number, stream) in listener.incoming().enumerate() {
                let (Ok(mut stream), desk) = (stream, Arc::clone(&shared)) else { continue };
                thread::spawn(move || desk.receive(number, &mut stream));
            }
        });
        Self { address, desk }
    }

    pub(super) fn url(&self) -> String {
        format!("http://{}/hooks", self.address)
    }

    pub(super) fn verify_with(&self, secret: &str) {
        assert!(self.desk.webhook.set(Webhook::new(secret).expect("a secret")).is_ok(), "it has a secret already");
    }

    /// From now on, accepted requests also go to the manual's receiver.
    pub(super) fn pass_on(&self, manual: ManualReceiver) {
        assert!(self.desk.manual.set(manual).is_ok(), "it has one already");
    }

    /// Kills the manual's receiver, if there is one, and restarts it.
    pub(super) fn kill_manual(&self) {
        self.desk.manual.get().into_iter().for_each(ManualReceiver::kill);
    }

    pub(super) fn told(&self, namespace: &str) -> BTreeSet<String> {
        let taken = self.desk.taken.lock().expect("no receiver panicked");
        let user = |event: &Value| {
            assert_eq!((&event["type"], &event["data"]["namespaceId"]), (&json!("response.begun"), &json!(namespace)));
            event["data"]["userId"].as_str().expect("an id").to_owned()
        };
        taken.events.values().map(user).collect()
    }

    /// The number of accepted requests; fails if any did not verify.
    pub(super) fn verified(&self) -> usize {
        let taken = self.desk.taken.lock().expect("no receiver panicked");
        assert!(taken.unsigned.is_empty(), "{:?}", taken.unsigned);
        taken.attempts
    }
}

impl Desk {
    fn receive(&self, number: usize, stream: &mut TcpStream) {
        let Some(request) = read(stream) else { return };
        let id = request.header("webhook-id");
        // After a second failure, the next attempt would come minutes later.
        let is_first = self.taken.lock().expect("no receiver panicked").seen.insert(id.clone());
        let status = match (self.refuses)(number).filter(|_| is_first) {
            Some(Refusal::Silence) => return,
            Some(Refusal::Status(status)) => status,
            None => match self.take(&request, id, is_first) {
                Some(()) => "204 No Content",
                None => return,
            },
        };
        let _ = write!(stream, "HTTP/1.1 {status}\r\ncontent-length: 0\r\n\r\n");
    }

    /// `None` if the manual's receiver is not running.
    fn take(&self, request: &Request, id: String, is_first: bool) -> Option<()> {
        let body = &request.bytes[request.body..];
        let event = self.webhook.get().expect("a secret").verify(body, &request.headers);
        let mut complaint = event.err().map(|error| error.to_string());
        if let Some(manual) = self.manual.get() {
            let status =
                if is_first { manual.status_of(&request.bytes)? } else { manual.last_status_of(&request.bytes) };
            if status != 204 {
                complaint.get_or_insert(format!("the receiver of the manual replied {status}"));
            }
        }
        let mut taken = self.taken.lock().expect("no receiver panicked");
        taken.attempts += 1;
        match complaint {
            None => drop(taken.events.insert(id, serde_json::from_slice(body).expect("JSON"))),
            Some(complaint) => taken.unsigned.push(format!("{id}: {complaint}")),
        }
        Some(())
    }
}

impl Request {
    fn header(&self, name: &str) -> String {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned()
    }
}

fn read(stream: &mut TcpStream) -> Option<Request> {
    let (mut bytes, mut piece) = (Vec::new(), [0; 4096]);
    loop {
        let count = stream.read(&mut piece).ok().filter(|count| *count > 0)?;
        bytes.extend_from_slice(&piece[..count]);
        let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") else { continue };
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let headers: HeaderMap = head
            .lines()
            .filter_map(|line| line.split_once(": "))
            .filter_map(|(name, value)| Some((HeaderName::try_from(name).ok()?, HeaderValue::from_str(value).ok()?)))
            .collect();
        let length: usize = headers.get("content-length")?.to_str().ok()?.parse().ok()?;
        if bytes.len() >= end + 4 + length {
            return Some(Request { bytes, headers, body: end + 4 });
        }
    }
}
