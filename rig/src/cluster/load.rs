//! Respondents who take whole quizzes through the proxy, and the journal of acknowledged writes.

use std::{
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use serde_json::Value;

use super::client::{self, Reply};

pub(super) const QUESTIONS: u64 = 8;
const QUIZZES_A_SECOND: u64 = 25;
pub(super) const ANSWERS_A_SECOND: u64 = QUESTIONS * QUIZZES_A_SECOND;
/// Enough to sustain the rate with requests of 200 ms.
const RESPONDENTS: usize = 64;
const RETRY: Duration = Duration::from_millis(200);
/// The maximum time that a respondent retries a request.
const PATIENCE: Duration = Duration::from_mins(3);

/// The acknowledged part of one respondent's quiz.
#[derive(Default)]
pub(super) struct Taken {
    pub(super) user: String,
    pub(super) has_begun: bool,
    /// The codes of the options, in the order of the questions.
    pub(super) answers: Vec<u64>,
    pub(super) is_submitted: bool,
}

pub(super) struct Load {
    port: u16,
    path: String,
    has_ended: AtomicBool,
    next: Mutex<(Instant, u64)>,
    journal: Mutex<Vec<Taken>>,
    complaints: Mutex<Vec<String>>,
    service: Mutex<Service>,
}

/// The acknowledgements of writes over time.
#[derive(Clone, Copy)]
struct Service {
    last: Instant,
    longest_gap: Duration,
    slowest: Duration,
    writes: u64,
}

impl Load {
    pub(super) fn new(port: u16, quiz: &str) -> Self {
        let now = Instant::now();
        Self {
            port,
            path: format!("/api/v1/namespaces/drill/quizzes/{quiz}/users"),
            has_ended: AtomicBool::new(false),
            next: Mutex::new((now, 0)),
            journal: Mutex::default(),
            complaints: Mutex::default(),
            service: Mutex::new(Service { last: now, longest_gap: Duration::ZERO, slowest: Duration::ZERO, writes: 0 }),
        }
    }

    /// Takes quizzes until `end`; those in progress are finished.
    pub(super) fn run<'a>(&'a self, scope: &'a thread::Scope<'a, '_>) {
        for _ in 0..RESPONDENTS {
            scope.spawn(|| {
                while !self.has_ended.load(Ordering::Relaxed) {
                    let number = self.wait_for_turn();
                    let mut taken = Taken::default();
                    self.take(number, &mut taken);
                    lock(&self.journal).push(taken);
                }
            });
        }
    }

    pub(super) fn end(&self) {
        self.has_ended.store(true, Ordering::Relaxed);
    }

    /// Respondents arrive at equal intervals. Delays from an outage are not caught up.
    fn wait_for_turn(&self) -> u64 {
        let (at, number) = {
            let mut next = lock(&self.next);
            let at = next.0.max(Instant::now());
            *next = (at + Duration::from_secs(1) / u32::try_from(QUIZZES_A_SECOND).unwrap_or(1), next.1 + 1);
            (at, next.1)
        };
        thread::sleep(at.saturating_duration_since(Instant::now()));
        number
    }

    /// Requests an id, begins, answers eight questions, submits and reads the result. Returns early if a request is
    /// refused.
    fn take(&self, number: u64, taken: &mut Taken) -> Option<()> {
        let post = |step: &str, json: &str, is_write| {
            self.insist(is_write, || client::post(self.port, &format!("{}/anonymous/{step}", self.path), json))
        };
        let id = post("genId", "{}", false)?.json();
        id["anon_id"].as_str()?.clone_into(&mut taken.user);
        let named = format!("\"anon_id\":\"{}\"", taken.user);
        post("initQuiz", &format!("{{{named}}}"), true)?;
        taken.has_begun = true;
        for question in 1..=QUESTIONS {
            let answer = (number + question * 3) % 4 + 1;
            post("answers", &format!("{{{named},\"questionId\":\"fhn{question}\",\"answer\":{answer}}}"), true)?;
            taken.answers.push(answer);
        }
        post("answers/submit", &format!("{{{named}}}"), true)?;
        taken.is_submitted = true;
        let path = format!("{}/{}/answers?recommendations_type=full", self.path, taken.user);
        let result = self.insist(false, || client::get(self.port, &path))?.json();
        if result["answers"]["isCompleted"] != Value::Bool(true) {
            lock(&self.complaints).push(format!("{} was submitted, and read as {result}", taken.user));
        }
        Some(())
    }

    /// Retries a request until it is acknowledged. `None` if it is refused permanently.
    fn insist(&self, is_write: bool, send: impl Fn() -> std::io::Result<Reply>) -> Option<Reply> {
        let begun = Instant::now();
        loop {
            let told = match send() {
                Ok(reply) if reply.status == 200 => {
                    if is_write {
                        lock(&self.service).acknowledge(begun.elapsed());
                    }
                    return Some(reply);
                }
                Ok(reply) if reply.status < 500 => {
                    lock(&self.complaints).push(format!("{}: {}", reply.status, reply.body));
                    return None;
                }
                Ok(reply) => format!("{}: {}", reply.status, reply.body),
                Err(error) => error.to_string(),
            };
            if begun.elapsed() > PATIENCE {
                lock(&self.complaints).push(format!("gave up: {told}"));
                return None;
            }
            thread::sleep(RETRY);
        }
    }

    pub(super) fn measure(&self) {
        let mut service = lock(&self.service);
        (service.longest_gap, service.slowest) = (Duration::ZERO, Duration::ZERO);
    }

    /// The longest time without an acknowledged write since `measure`, and the longest duration of one.
    pub(super) fn measured(&self) -> (Duration, Duration) {
        let service = *lock(&self.service);
        (service.longest_gap.max(service.last.elapsed()), service.slowest)
    }

    pub(super) fn writes(&self) -> u64 {
        lock(&self.service).writes
    }

    pub(super) fn into_journal(self) -> (Vec<Taken>, Vec<String>) {
        let inner = PoisonError::into_inner;
        (
            self.journal.into_inner().unwrap_or_else(inner),
            self.complaints.into_inner().unwrap_or_else(PoisonError::into_inner),
        )
    }
}

impl Service {
    fn acknowledge(&mut self, duration: Duration) {
        self.longest_gap = self.longest_gap.max(self.last.elapsed());
        self.last = Instant::now();
        self.slowest = self.slowest.max(duration);
        self.writes += 1;
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
