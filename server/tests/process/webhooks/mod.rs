//! SIGKILL while events are written and sent, and PostgreSQL failovers: each event arrives and verifies, in its own
//! namespace only.

mod manual;
mod receiver;

use std::{
    collections::BTreeSet,
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use serde_json::json;

use self::{
    manual::ManualReceiver,
    receiver::{Receiver, faulty, gone},
};
use crate::support::{Client, Pair, Program, Server};

const CLIENTS: usize = 4;
const NAMESPACES: [&str; 2] = ["acme", "other"];

struct Scale {
    events: usize,
    kills: usize,
    /// A client's pause between two events.
    pause: Duration,
    patience: Duration,
    /// Also verifies with the manual's receiver, which is killed as well.
    with_manual: bool,
}

struct Run {
    addresses: Mutex<Vec<String>>,
    written: AtomicUsize,
    is_over: AtomicBool,
}

impl Run {
    fn client(&self, number: usize) -> Client {
        let addresses = self.addresses.lock().expect("no client panicked");
        Client::new(&addresses[number % addresses.len()])
    }

    /// Begins responses until the run is over, switching servers on failure. Returns the acknowledged ones.
    fn begin(&self, mut number: usize, quiz: &str, pause: Duration) -> BTreeSet<String> {
        let (mut begun, mut client) = (BTreeSet::new(), self.client(number));
        while !self.is_over.load(Ordering::Relaxed) {
            if let Some(id) = begin(&mut client, quiz) {
                begun.insert(id);
                self.written.fetch_add(1, Ordering::Relaxed);
                thread::sleep(pause);
            } else {
                number += 1;
                client = self.client(number);
                thread::sleep(Duration::from_millis(50));
            }
        }
        begun
    }
}

fn begin(client: &mut Client, quiz: &str) -> Option<String> {
    let made = client.post(&format!("{quiz}/users/anonymous/genId"), json!({})).ok()?;
    let id = made.json()["anon_id"].as_str()?.to_owned();
    let begun = client.post(&format!("{quiz}/users/anonymous/initQuiz"), json!({ "anon_id": id })).ok()?;
    (begun.status == 200).then_some(id)
}

struct Tenant {
    namespace: &'static str,
    quiz: String,
    key: String,
    webhook: String,
    receiver: Receiver,
}

impl Tenant {
    fn new(program: &Program, namespace: &'static str, receiver: Receiver, with_manual: bool) -> Self {
        let key = program.namespace_and_key(namespace);
        let id = program.quiz(namespace, r#"{ "name": "Q" }"#);
        let quiz = format!("/api/v1/namespaces/{namespace}/quizzes/{id}");
        let create = ["webhook", "create", "--namespace", namespace, "--url", &receiver.url()];
        let create = [&create[..], &["--event", "response.begun"]].concat();
        program.run(&create).fails("the operator can allow it with --webhook-allow");
        let made = program.run(&[&create[..], &["--webhook-allow", &receiver.address]].concat()).done();
        let secret = made.stdout.trim();
        receiver.verify_with(secret);
        if with_manual {
            receiver.pass_on(ManualReceiver::start(secret));
        }
        let listed = program.run(&["webhook", "list", "--namespace", namespace]).done().stdout;
        assert!(listed.contains(&format!("\t{}\ton\t", receiver.url())), "{listed:?}");
        let webhook = listed.split('\t').next().expect("an id").to_owned();
        Self { namespace, quiz, key, webhook, receiver }
    }

    /// Events that a receiver has rejected are sent again on request.
    fn turn_on_again(&self, program: &Program, patience: Duration) {
        let run = |words: &[&str]| program.run(&[words, &["--namespace", self.namespace]].concat()).done().stdout;
        wait(patience, || run(&["webhook", "list"]).contains("\toff\t"), "410 turns a webhook off");
        run(&["webhook", "on", &self.webhook]);
        run(&["webhook", "resend", &self.webhook, "--since", "2020-01-01T00:00:00Z"]);
    }

    /// All acknowledged responses have an event, and no event is about a response that does not exist.
    fn is_told_of(&self, begun: &BTreeSet<String>, client: Client, patience: Duration) {
        let told = || self.receiver.told(self.namespace);
        let have_arrived = || self.receiver.verified() >= begun.len() && begun.is_subset(&told());
        wait(patience, have_arrived, "not all events have arrived");
        let mut client = client.with_key(&self.key);
        for id in told().difference(begun) {
            let record = client.get(&format!("{}/users/{id}/answers", self.quiz)).expect("a reply");
            assert_eq!(record.status, 200, "{id} was told of and is not there");
        }
    }
}

/// With two servers if the database has a standby. The database fails over after every fifth kill, and restarts in
/// between.
fn every_event_arrives(scale: &Scale, mut database: Option<Pair>) {
    let program = database.as_ref().map_or_else(Program::new, |pair| Program::on_postgresql(pair.url()));
    let receivers = [Receiver::start(faulty), Receiver::start(gone)].into_iter().zip(NAMESPACES);
    let tenants = receivers.map(|(receiver, namespace)| Tenant::new(&program, namespace, receiver, scale.with_manual));
    let tenants: Vec<Tenant> = tenants.collect();
    let allowed = ["--webhook-allow", &tenants[0].receiver.address, "--webhook-allow", &tenants[1].receiver.address];
    let start_server = || Server::start_with(&program, &[&allowed[..], &["--begin-limit", "off"]].concat());
    let mut servers: Vec<Server> = (0..if database.is_some() { 2 } else { 1 }).map(|_| start_server()).collect();
    let addresses = |servers: &[Server]| servers.iter().map(Server::address).collect::<Vec<_>>();
    let run = Run {
        addresses: Mutex::new(addresses(&servers)),
        written: AtomicUsize::new(0),
        is_over: AtomicBool::new(false),
    };
    let (start, mut failovers) = (Instant::now(), 0);
    let begun: Vec<BTreeSet<String>> = thread::scope(|scope| {
        let writers: Vec<_> = (0..CLIENTS)
            .map(|number| {
                let (run, quiz) = (&run, &tenants[number % 2].quiz);
                scope.spawn(move || run.begin(number / 2, quiz, scale.pause))
            })
            .collect();
        for round in 1..=scale.kills {
            let late = Instant::now() + scale.patience;
            while run.written.load(Ordering::Relaxed) < scale.events * round / scale.kills {
                if Instant::now() >= late {
                    run.is_over.store(true, Ordering::Relaxed);
                    panic!("too little was written to tell anything");
                }
                thread::sleep(Duration::from_millis(5 + round as u64));
            }
            match (&mut database, round % 5) {
                (Some(pair), 2) => {
                    pair.fail_over();
                    failovers += 1;
                }
                (Some(pair), 4) => pair.restart(),
                _ => {}
            }
            let number = round % servers.len();
            servers.remove(number).kill();
            tenants[number % 2].receiver.kill_manual();
            servers.insert(number, start_server());
            *run.addresses.lock().expect("no client panicked") = addresses(&servers);
        }
        run.is_over.store(true, Ordering::Relaxed);
        let mut begun = vec![BTreeSet::new(), BTreeSet::new()];
        for (number, writer) in writers.into_iter().enumerate() {
            begun[number % 2].extend(writer.join().expect("no writer panicked"));
        }
        begun
    });
    let written = start.elapsed();
    tenants[1].turn_on_again(&program, scale.patience);
    for (tenant, begun) in tenants.iter().zip(&begun) {
        tenant.is_told_of(begun, servers[0].client(), scale.patience);
    }
    let (events, all) = (begun.iter().map(BTreeSet::len).sum::<usize>(), start.elapsed());
    let verified: usize = tenants.iter().map(|tenant| tenant.receiver.verified()).sum();
    println!(
        "{events} events, {} kills, {failovers} failovers: written in {written:.0?}, all arrived after {all:.0?}, \
         {verified} requests verified",
        scale.kills
    );
}

fn wait(patience: Duration, mut holds: impl FnMut() -> bool, what: &str) {
    let until = Instant::now() + patience;
    while !holds() {
        assert!(Instant::now() < until, "{what}");
        thread::sleep(Duration::from_millis(200));
    }
}

const SMALL: Scale = Scale {
    events: 300,
    kills: 4,
    pause: Duration::from_millis(20),
    patience: Duration::from_secs(90),
    with_manual: false,
};

/// These need the Python packages of the browser tests.
const LARGE: Scale = Scale {
    events: 10_000,
    kills: 20,
    pause: Duration::from_millis(1),
    patience: Duration::from_mins(15),
    with_manual: true,
};

#[test]
fn every_event_arrives_though_the_server_is_killed_again_and_again() {
    every_event_arrives(&SMALL, None);
}

#[test]
fn every_event_arrives_though_postgresql_fails_over_and_servers_are_killed() {
    every_event_arrives(&SMALL, Some(Pair::start()));
}

#[test]
#[ignore = "takes minutes: run it by name, with --ignored --nocapture, for the figures"]
fn ten_thousand_events_arrive_though_the_server_is_killed_twenty_times() {
    every_event_arrives(&LARGE, None);
}

#[test]
#[ignore = "takes minutes: run it by name, with --ignored --nocapture, for the figures"]
fn ten_thousand_events_arrive_though_postgresql_fails_over_and_servers_are_killed_twenty_times() {
    every_event_arrives(&LARGE, Some(Pair::start()));
}
