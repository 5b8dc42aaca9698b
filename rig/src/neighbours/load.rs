//! A neighbour's load: requests over many connections at once, as fast as they are answered or at an even pace.

use std::{
    io,
    net::SocketAddr,
    sync::atomic::{AtomicU32, Ordering},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use super::connection::{Connection, Request};

/// The pause of a connection after a refused request.
const AFTER_REFUSAL: Duration = Duration::from_millis(50);

const PATIENCE: Duration = Duration::from_secs(30);

pub(super) type Numbered<'a> = Box<dyn Fn(u32) -> Request + Sync + 'a>;

pub(super) struct Load<'a> {
    pub(super) connections: u32,
    pub(super) request: &'a Numbered<'a>,
    /// Time between the requests of all connections together; `None` sends them as fast as they are answered.
    pub(super) interval: Option<Duration>,
    /// Closes each request's connection before the response.
    pub(super) leaves: bool,
}

impl Load<'_> {
    /// Sends requests for a while and then abandons those in progress. Returns the number of requests.
    pub(super) fn run(&self, server: SocketAddr, time: Duration) -> u32 {
        let (begun, sent) = (Instant::now(), AtomicU32::new(0));
        let until = begun + time;
        let after = |number| self.interval.unwrap_or_default() * number;
        thread::scope(|scope| {
            for first in 0..self.connections {
                let sent = &sent;
                scope.spawn(move || {
                    let mut connection = Connection::new(server);
                    for number in (first..).step_by(self.connections as usize) {
                        let due = begun + after(number);
                        if due.max(Instant::now()) >= until {
                            break;
                        }
                        thread::sleep(due.saturating_duration_since(Instant::now()));
                        sent.fetch_add(1, Ordering::Relaxed);
                        let request = (self.request)(number);
                        if self.leaves {
                            let _ = connection.leave(&request, until);
                        } else if !connection.ask(&request, until, &mut io::sink()).is_ok_and(|status| status < 400) {
                            thread::sleep(AFTER_REFUSAL);
                        }
                    }
                });
            }
        });
        sent.into_inner()
    }
}

/// Sends `count` different requests over several connections. Fails unless all of them succeed.
pub(super) fn all(
    server: SocketAddr,
    count: u32,
    connections: u32,
    request: &(impl Fn(u32) -> Request + Sync),
) -> Result<()> {
    let send = |first: u32| {
        let mut connection = Connection::new(server);
        for number in (first..count).step_by(connections as usize) {
            let mut body = Vec::new();
            let status = connection.ask(&request(number), Instant::now() + PATIENCE, &mut body)?;
            ensure!(status < 300, "refused with {status}: {}", String::from_utf8_lossy(&body));
        }
        Ok(())
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..connections).map(|first| scope.spawn(move || send(first))).collect();
        threads
            .into_iter()
            .try_for_each(|thread| thread.join().unwrap_or_else(|_| bail!("a connection's thread ended")))
    })
}

pub(super) fn one(server: SocketAddr, request: &Request) -> Result<(u16, String)> {
    let mut body = Vec::new();
    let status = Connection::new(server).ask(request, Instant::now() + PATIENCE, &mut body)?;
    Ok((status, String::from_utf8_lossy(&body).into_owned()))
}

pub(super) fn create(server: SocketAddr, request: &Request) -> Result<String> {
    let (status, body) = one(server, request)?;
    ensure!(status == 201, "a quiz is refused with {status}: {body}");
    let made: Value = serde_json::from_str(&body)?;
    Ok(made["id"].as_str().context("a quiz has no id")?.to_owned())
}
