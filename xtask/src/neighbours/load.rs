//! What a neighbour sends: requests over many connections at once, as fast as they are answered or at an even pace.

use std::{
    io,
    net::SocketAddr,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Result, bail, ensure};

use super::connection::{Connection, Request};

/// The rest of a connection whose request was refused.
const AFTER_REFUSAL: Duration = Duration::from_millis(50);

/// For a request of a preparation.
pub(super) const PATIENCE: Duration = Duration::from_secs(30);

pub(super) type Numbered<'a> = Box<dyn Fn(usize) -> Request + Sync + 'a>;

pub(super) struct Load<'a> {
    pub(super) connections: usize,
    pub(super) request: &'a Numbered<'a>,
    /// Between the requests of all connections together; none sends them as fast as they are answered.
    pub(super) interval: Option<Duration>,
    /// Each request's connection is closed before the reply.
    pub(super) leaves: bool,
}

impl Load<'_> {
    /// Sends for a while, and then leaves whatever is under way. Returns the number of requests.
    pub(super) fn run(&self, server: SocketAddr, time: Duration) -> usize {
        let (begun, sent) = (Instant::now(), AtomicUsize::new(0));
        let until = begun + time;
        let after = |number| self.interval.unwrap_or_default() * u32::try_from(number).unwrap_or(u32::MAX);
        thread::scope(|scope| {
            for first in 0..self.connections {
                let sent = &sent;
                scope.spawn(move || {
                    let mut connection = Connection::new(server);
                    for number in (first..).step_by(self.connections) {
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

/// Sends as many requests over some connections, each once. Fails unless all of them succeed.
pub(super) fn all(
    server: SocketAddr,
    count: usize,
    connections: usize,
    request: &(impl Fn(usize) -> Request + Sync),
) -> Result<()> {
    let send = |first: usize| {
        let mut connection = Connection::new(server);
        for number in (first..count).step_by(connections) {
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
