//! The well-behaved tenant: its requests at an even pace, and the latency of each kind.

use std::{
    collections::BTreeMap,
    io::{self, ErrorKind, Write},
    net::SocketAddr,
    process::Stdio,
    sync::atomic::{AtomicUsize, Ordering},
    thread::{self, ScopedJoinHandle},
    time::{Duration, Instant},
};

use anyhow::{Context, Result, anyhow, ensure};

use super::{
    connection::{Connection, Request},
    load,
};
use crate::bench::{self, Server};
use xtask::process;

const PASSWORD: &str = "quiet waters run deep";
const SESSIONS: u32 = 50;
/// For each kind of request, since many clients work for the tenant and none waits for another's response.
const CONNECTIONS: u32 = 8;
const PATIENCE: Duration = Duration::from_secs(5);

/// A kind of request, with the interval between two of them. Those with the key stay below a key's default rate limit.
struct Kind {
    name: &'static str,
    interval: Duration,
    request: Box<dyn Fn(u32) -> Request + Sync>,
    /// Only few are allowed per minute.
    is_rare: bool,
}

pub(super) struct Quiet {
    server: SocketAddr,
    kinds: Vec<Kind>,
}

#[derive(Default)]
pub(super) struct Taken {
    pub(super) kind: &'static str,
    /// 99th percentile of the time from a request's due time to its complete response, in milliseconds.
    pub(super) p99_ms: f64,
    pub(super) asked: usize,
    pub(super) failures: BTreeMap<String, usize>,
}

impl Taken {
    pub(super) fn complaints(&self) -> impl Iterator<Item = String> {
        self.failures.iter().map(|(what, count)| format!("{count} of {} {} failed ({what})", self.asked, self.kind))
    }
}

impl Quiet {
    /// A namespace with a quiz and respondents who have begun.
    ///
    /// It signs in with this many accounts, each of which is allowed a burst of ten attempts and one more per minute.
    pub(super) fn new(server: &Server, address: SocketAddr, accounts: u32) -> Result<Self> {
        let command = |arguments: &[&str]| process::output(&mut server.command(arguments));
        command(&["namespace", "create", "quiet", "--name", "Quiet"])?;
        let key = command(&["key", "create", "--namespace", "quiet", "--name", "quiet"])?;
        let quizzes = "/api/v1/namespaces/quiet/quizzes";
        let create = Request::post(quizzes, r#"{ "name": "Quiet", "anonymous": false, "inapp": true }"#);
        let quiz = format!("{quizzes}/{}", load::create(address, &create.with("x-api-key", &key))?);
        let begin = |number| Request::post(format!("{quiz}/users/inapp/quiet-{number}/initQuiz"), "{}");
        load::all(address, SESSIONS, 4, &begin)?;
        let path = quiz.clone();
        let answer = move |number: u32| {
            let (session, question, answer) = (number % SESSIONS, number % 8 + 1, number % 4 + 1);
            let json = format!(r#"{{"sessionId":"quiet-{session}","questionId":"fhn{question}","answer":{answer}}}"#);
            Request::post(format!("{path}/users/inapp/answers"), json)
        };
        let (path, its_key) = (quiz.clone(), key.clone());
        let save = move |number: u32| {
            Request::patch(&path, format!(r#"{{"name":"Quiet {number}"}}"#)).with("x-api-key", &its_key)
        };
        let info = format!("{quiz}/public");
        let record = move |number: u32| Request::get(format!("{quiz}/users/quiet-{}/answers", number % SESSIONS));
        let with_key = {
            let record = record.clone();
            move |number| record(number).with("x-api-key", &key)
        };
        let cookies = (0..accounts).map(|number| sign_in(server, number)).collect::<Result<Vec<_>>>()?;
        let cookie = cookies.first().cloned().unwrap_or_default();
        let of_dashboard = {
            let cookie = cookie.clone();
            move |path: &'static str| {
                let cookie = cookie.clone();
                move |_: u32| Request::get(path).with("cookie", &cookie)
            }
        };
        let (sign_ins, tries) = (cookies.len(), AtomicUsize::new(0));
        // From browsers in which the accounts have signed in before.
        let sign_in = move |_: u32| {
            let account = tries.fetch_add(1, Ordering::Relaxed) % cookies.len();
            let fields = format!("email={}&password={PASSWORD}&code=&next=", email(account)).replace(' ', "+");
            let browser = cookies[account].split("; ").filter(|cookie| cookie.contains("browser")).collect::<String>();
            Request::form("/admin/sign-in", fields).with("cookie", &browser)
        };
        let kind = |name, a_second: u32, request| Kind {
            name,
            interval: Duration::from_secs(1) / a_second,
            request,
            is_rare: false,
        };
        let mut kinds = vec![
            kind("answers", 50, Box::new(answer) as Box<dyn Fn(u32) -> Request + Sync>),
            kind("saves of a quiz", 15, Box::new(save)),
            kind("public info", 50, Box::new(move |_| Request::get(&info))),
            kind("reading a record with a key", 25, Box::new(with_key)),
            kind("reading a record", 50, Box::new(record)),
            kind("/healthz", 25, Box::new(|_| Request::get("/healthz"))),
            kind("pages of the dashboard", 10, Box::new(of_dashboard("/admin/ns/quiet"))),
            kind("searches in the dashboard", 10, Box::new(of_dashboard("/admin/search?q=quiet"))),
        ];
        if sign_ins > 0 {
            kinds.push(Kind { is_rare: true, ..kind("signing in", 1, Box::new(sign_in)) });
        }
        Ok(Self { server: address, kinds })
    }

    /// Works for a period, then waits for requests in progress.
    pub(super) fn work(&self, time: Duration) -> Result<Vec<Taken>> {
        let begun = Instant::now();
        thread::scope(|scope| {
            let ask = |kind, first| scope.spawn(move || self.ask(kind, first, begun, time));
            let kinds: Vec<_> = self
                .kinds
                .iter()
                .map(|kind| (kind, (0..CONNECTIONS).map(|first| ask(kind, first)).collect()))
                .collect();
            kinds.into_iter().map(|(kind, connections)| Taken::of(kind.name, connections)).collect()
        })
    }

    /// True if a request of each kind that is not rare succeeds.
    pub(super) fn ask_once(&self) -> bool {
        let mut connection = Connection::new(self.server);
        self.kinds.iter().filter(|kind| !kind.is_rare).all(|kind| {
            let reply = connection.ask(&(kind.request)(0), Instant::now() + PATIENCE, &mut io::sink());
            reply.is_ok_and(|status| matches!(status, 200 | 303))
        })
    }

    /// Sends every eighth request of a kind. Latency counts from the due time, so it includes delays by the previous
    /// request.
    fn ask(&self, kind: &Kind, first: u32, begun: Instant, time: Duration) -> Vec<Timed> {
        let mut connection = Connection::new(self.server);
        let mut asked = Vec::new();
        for number in (first..).step_by(CONNECTIONS as usize) {
            let due = begun + kind.interval * number;
            if due.max(Instant::now()) >= begun + time {
                break;
            }
            thread::sleep(due.saturating_duration_since(Instant::now()));
            let until = Instant::now() + PATIENCE;
            let failure = match connection.ask(&(kind.request)(number), until, &mut io::sink()) {
                Ok(200 | 303) => None,
                Ok(status) => Some(status.to_string()),
                Err(error) if matches!(error.kind(), ErrorKind::TimedOut | ErrorKind::WouldBlock) => {
                    Some("no reply in time".to_owned())
                }
                Err(error) => Some(error.to_string()),
            };
            asked.push(Timed { duration_ms: due.elapsed().as_secs_f64() * 1000.0, failure });
        }
        asked
    }
}

/// Signs in an administrator who does not belong to the other tenant.
fn sign_in(server: &Server, number: u32) -> Result<String> {
    let email = email(number as usize);
    let mut create = server.command(&["admin", "create", "--email", &email.replace("%40", "@")]);
    let mut child = create.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    child.stdin.take().context("the command takes no password")?.write_all(PASSWORD.as_bytes())?;
    ensure!(child.wait()?.success(), "no administrator was created");
    bench::sign_in_as(server, &email.replace("%40", "@"), PASSWORD)
}

/// Form-encoded.
fn email(account: usize) -> String {
    format!("quiet-{account}%40example.com")
}

struct Timed {
    duration_ms: f64,
    failure: Option<String>,
}

impl Taken {
    fn of(kind: &'static str, connections: Vec<ScopedJoinHandle<Vec<Timed>>>) -> Result<Self> {
        let mut taken = Self { kind, ..Self::default() };
        let mut times = Vec::new();
        for connection in connections {
            for asked in connection.join().map_err(|_| anyhow!("a connection's thread ended early"))? {
                times.push(asked.duration_ms);
                asked.failure.into_iter().for_each(|failure| *taken.failures.entry(failure).or_default() += 1);
            }
        }
        ensure!(!times.is_empty(), "no {kind} were asked for");
        (taken.asked, taken.p99_ms) = (times.len(), percentile(&mut times, 99));
        Ok(taken)
    }
}

fn percentile(times: &mut [f64], part: usize) -> f64 {
    times.sort_by(f64::total_cmp);
    times[(times.len() * part).div_ceil(100).saturating_sub(1)]
}
