//! The kinds of requests on the price list, which together make whole quizzes.

use std::{
    io::sink,
    net::SocketAddr,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};

use super::callgrind::{Cost, Counted};
use crate::{
    bench::{BROWSERS_ENCODINGS, api},
    neighbours::{Connection, Request},
};

/// A request under valgrind takes up to some tenths of a second.
const PATIENCE: Duration = Duration::from_mins(1);

/// The respondents that a price list is made with.
pub(super) struct Respondents {
    connection: Connection,
    client: Client,
    /// The open quiz's part of the API, and its pages.
    api: String,
    pages: String,
    ids: Vec<String>,
}

/// The HTTP client that sends the requests.
#[derive(Clone, Copy)]
pub(super) enum Client {
    /// Accepts uncompressed responses only.
    Plain,
    /// Accepts compressed responses.
    Browser,
}

impl Client {
    pub(super) const ALL: [Self; 2] = [Self::Plain, Self::Browser];

    fn asking(self, request: Request) -> Request {
        match self {
            Self::Plain => request,
            Self::Browser => request.with("accept-encoding", BROWSERS_ENCODINGS),
        }
    }

    fn name(self, kind: &str) -> String {
        match self {
            Self::Plain => kind.to_owned(),
            Self::Browser => format!("{kind}, by a browser"),
        }
    }
}

/// Requests before the count, so that one-time work is done.
const WARM: u32 = 10;

/// Counts per kind; the minimum is the price.
const ROUNDS: u32 = 3;

/// Requests per count. The server does some work every half second regardless of requests, and callgrind takes that
/// long to hand over a count. A count of few requests would include a share of that work.
const COUNT: u32 = 60;

type Make = fn(&Respondents, &str) -> Request;

/// In the order of a respondent's journey, each with its name on the list.
const KINDS: [(&str, Make); 8] = [
    ("an empty reply", |_, _| Request::get("/healthz")),
    ("public quiz info", |all, _| Request::get(format!("{}/public", all.api))),
    ("initQuiz", |all, id| Request::post(all.anonymous("initQuiz"), format!(r#"{{"anon_id":"{id}"}}"#))),
    ("an answer", |all, id| {
        Request::post(all.anonymous("answers"), format!(r#"{{"anon_id":"{id}","questionId":"fhn1","answer":2}}"#))
    }),
    ("question page", |all, id| Request::get(format!("{}/{id}?q=fhn1", all.pages))),
    ("submission with eight answers", |all, id| {
        let answers: Vec<_> = (1..=8).map(|number| format!(r#""fhn{number}":{}"#, number % 4 + 1)).collect();
        let body = format!(r#"{{"anon_id":"{id}","answers":{{{}}}}}"#, answers.join(","));
        Request::post(all.anonymous("answers/submit"), body)
    }),
    ("Get User's Answer, `full`", |all, id| {
        Request::get(format!("{}/users/{id}/answers?recommendations_type=full", all.api))
    }),
    ("result page", |all, id| Request::get(format!("{}/{id}", all.pages))),
];

impl Respondents {
    pub(super) fn of(counted: &Counted, client: Client) -> Result<Self> {
        let server = &counted.server;
        let address: SocketAddr = server.url.trim_start_matches("http://").parse().context("the server's address")?;
        let connection = Connection::new(address);
        let pages = format!("/aq/demo/{}", server.open_quiz);
        Ok(Self { connection, client, api: api(&server.open_quiz), pages, ids: Vec::new() })
    }

    fn anonymous(&self, operation: &str) -> String {
        format!("{}/users/anonymous/{operation}", self.api)
    }

    pub(super) fn prices(&mut self, counted: &mut Counted) -> Result<Vec<(String, Cost)>> {
        self.take_ids(WARM)?;
        let mut price = Cost::UNKNOWN;
        for _ in 0..ROUNDS {
            price = price.least(counted.during(|| self.take_ids(COUNT))?.each(COUNT));
        }
        let mut prices = vec![(self.client.name("genId"), price)];
        for (kind, make) in KINDS {
            let requests: Vec<Request> = self.ids.iter().map(|id| self.client.asking(make(self, id))).collect();
            let (warm, measured) = requests.split_at(WARM as usize);
            self.ask_all(warm)?;
            let mut price = Cost::UNKNOWN;
            for round in measured.chunks(COUNT as usize) {
                price = price.least(counted.during(|| self.ask_all(round)).with_context(|| kind)?.each(COUNT));
            }
            prices.push((self.client.name(kind), price));
        }
        Ok(prices)
    }

    fn take_ids(&mut self, count: u32) -> Result<()> {
        let request = self.client.asking(Request::post(self.anonymous("genId"), "{}"));
        for _ in 0..count {
            let mut body = Vec::new();
            self.ask(&request, &mut body)?;
            let reply: serde_json::Value = serde_json::from_slice(&body)?;
            self.ids.push(reply["anon_id"].as_str().context("genId gave no id")?.to_owned());
        }
        Ok(())
    }

    fn ask_all(&mut self, requests: &[Request]) -> Result<()> {
        requests.iter().try_for_each(|request| self.ask(request, &mut sink()))
    }

    fn ask(&mut self, request: &Request, body: &mut impl std::io::Write) -> Result<()> {
        let status = self.connection.ask(request, Instant::now() + PATIENCE, body)?;
        ensure!(status == 200, "a request got status {status}");
        Ok(())
    }
}
