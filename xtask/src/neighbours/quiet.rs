//! The tenant that does nothing but its work: its requests, at an even pace, and how long each kind of them takes.

use std::{
    collections::BTreeMap,
    io::{self, ErrorKind},
    net::SocketAddr,
    thread,
    time::{Duration, Instant},
};

use anyhow::{Result, anyhow};

use super::{
    connection::{Connection, Request},
    load,
};
use crate::bench::{Server, api};

const SESSIONS: usize = 50;
/// A request that takes longer has failed.
const PATIENCE: Duration = Duration::from_secs(5);

/// One kind of request, with the interval between two of them. Those with the key stay below the default limit of a key.
struct Kind {
    name: &'static str,
    interval: Duration,
    request: Box<dyn Fn(usize) -> Request + Sync>,
}

pub(super) struct Quiet {
    server: SocketAddr,
    kinds: Vec<Kind>,
}

/// The requests of one kind within a while.
#[derive(Default)]
pub(super) struct Taken {
    pub(super) kind: &'static str,
    /// 99th percentile of the time from when a request was due to its complete reply, in milliseconds.
    pub(super) p99_ms: f64,
    pub(super) asked: usize,
    /// How many failed, by what happened to them.
    pub(super) failures: BTreeMap<String, usize>,
}

impl Taken {
    pub(super) fn complaints(&self) -> impl Iterator<Item = String> {
        self.failures.iter().map(|(what, count)| format!("{count} of {} {} failed ({what})", self.asked, self.kind))
    }
}

impl Quiet {
    /// The demo's namespace, with respondents who have begun.
    pub(super) fn new(server: &Server, address: SocketAddr) -> Result<Self> {
        let (quiz, key) = (api(&server.inapp_quiz), server.key.clone());
        let begin = |number| Request::post(format!("{quiz}/users/inapp/quiet-{number}/initQuiz"), "{}");
        load::all(address, SESSIONS, 4, &begin)?;
        let path = quiz.clone();
        let answer = move |number: usize| {
            let (session, question, answer) = (number % SESSIONS, number % 8 + 1, number % 4 + 1);
            let json = format!(r#"{{"sessionId":"quiet-{session}","questionId":"fhn{question}","answer":{answer}}}"#);
            Request::post(format!("{path}/users/inapp/answers"), json)
        };
        let (path, its_key) = (quiz.clone(), key.clone());
        let save = move |number: usize| {
            Request::patch(&path, format!(r#"{{"name":"Quiet {number}"}}"#)).with("x-api-key", &its_key)
        };
        let info = format!("{quiz}/public");
        let record = move |number: usize| Request::get(format!("{quiz}/users/quiet-{}/answers", number % SESSIONS));
        let with_key = {
            let record = record.clone();
            move |number| record(number).with("x-api-key", &key)
        };
        let kind = |name, a_second: u32, request| Kind { name, interval: Duration::from_secs(1) / a_second, request };
        let kinds = vec![
            kind("answers", 50, Box::new(answer) as Box<dyn Fn(usize) -> Request + Sync>),
            kind("saves of a quiz", 15, Box::new(save)),
            kind("public info", 50, Box::new(move |_| Request::get(&info))),
            kind("reading a record with a key", 25, Box::new(with_key)),
            kind("reading a record", 50, Box::new(record)),
            kind("/healthz", 25, Box::new(|_| Request::get("/healthz"))),
        ];
        Ok(Self { server: address, kinds })
    }

    /// Works for a while. A request under way at its end is waited for.
    pub(super) fn work(&self, time: Duration) -> Result<Vec<Taken>> {
        let begun = Instant::now();
        thread::scope(|scope| {
            let kinds: Vec<_> =
                self.kinds.iter().map(|kind| scope.spawn(move || self.ask(kind, begun, time))).collect();
            kinds.into_iter().map(|kind| kind.join().map_err(|_| anyhow!("a kind of request ended early"))).collect()
        })
    }

    /// True if a request of each kind succeeds.
    pub(super) fn ask_once(&self) -> bool {
        let mut connection = Connection::new(self.server);
        self.kinds.iter().all(|kind| {
            let reply = connection.ask(&(kind.request)(0), Instant::now() + PATIENCE, &mut io::sink());
            reply.is_ok_and(|status| status == 200)
        })
    }

    /// Times count from when a request was due, so one that is held up by the one before it is late as well.
    fn ask(&self, kind: &Kind, begun: Instant, time: Duration) -> Taken {
        let mut connection = Connection::new(self.server);
        let (mut times, mut failures) = (Vec::new(), BTreeMap::new());
        let mut due = begun;
        for number in 0.. {
            if due.max(Instant::now()) >= begun + time {
                break;
            }
            thread::sleep(due.saturating_duration_since(Instant::now()));
            let until = Instant::now() + PATIENCE;
            match connection.ask(&(kind.request)(number), until, &mut io::sink()) {
                Ok(200) => {}
                Ok(status) => *failures.entry(status.to_string()).or_default() += 1,
                Err(error) if matches!(error.kind(), ErrorKind::TimedOut | ErrorKind::WouldBlock) => {
                    *failures.entry("no reply in time".to_owned()).or_default() += 1;
                }
                Err(error) => *failures.entry(error.to_string()).or_default() += 1,
            }
            times.push(due.elapsed().as_secs_f64() * 1000.0);
            due += kind.interval;
        }
        Taken { kind: kind.name, p99_ms: percentile(&mut times, 99), asked: times.len(), failures }
    }
}

fn percentile(times: &mut [f64], part: usize) -> f64 {
    times.sort_by(f64::total_cmp);
    times[(times.len() * part).div_ceil(100).saturating_sub(1)]
}
