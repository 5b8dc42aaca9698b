//! Turns of whole requests, by owner: costly ones run a few at a time, on low-priority threads that leave the processor
//! to all others.

use std::{
    num::NonZero,
    sync::{Arc, LazyLock},
    thread,
};

use super::{AdminRights, Service, ServiceError, queue::Queue};
use crate::{
    low_priority::Threads,
    owner::Owner,
    turns::{Bounds, Full, Turn, Turns},
};

/// The turns of one owner on one server.
#[derive(Clone)]
pub struct OwnTurns {
    owner: Owner,
    all: Arc<RequestTurns>,
}

pub(super) struct RequestTurns {
    namespaces: Line,
    /// Separate from those of namespaces, so that an administrator with a turn in each does not hold all of them.
    accounts: Line,
    /// Separate from those of known callers, because a stranger can use many addresses.
    clients: Line,
}

pub struct Held(#[expect(dead_code, reason = "given back when it is dropped")] Vec<Turn<String>>);

struct Line {
    requests: Queue,
    /// Places for bodies of waiting requests.
    bodies: Turns<String>,
}

/// Bodies of one owner that are read ahead of its turns.
const BODIES_EACH: usize = 8;

/// One set per process, however many servers its tests start.
static THREADS: LazyLock<[Arc<Threads>; 3]> = LazyLock::new(|| {
    [("requests", 3), ("accounts", 2), ("clients", 2)].map(|(of, most)| Arc::new(Threads::new(of, most)))
});

impl Default for RequestTurns {
    /// Fewer in total than there are reading connections, so that some remain for everything else.
    ///
    /// A namespace gets at most half of the processors: if all are busy, a thread that is woken waits some milliseconds
    /// even for a low-priority one, and a request to PostgreSQL wakes several.
    fn default() -> Self {
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        let each = (processors / 2).clamp(1, 2);
        let [requests, accounts, clients] = &*THREADS;
        Self {
            namespaces: Line::new(
                requests,
                "requests",
                Bounds { at_once: 3, at_once_each: each, waiting_each: 256 },
                64,
            ),
            accounts: Line::new(accounts, "accounts", Bounds { at_once: 2, at_once_each: 1, waiting_each: 64 }, 16),
            clients: Line::new(clients, "clients", Bounds { at_once: 2, at_once_each: 1, waiting_each: 32 }, 16),
        }
    }
}

impl Line {
    fn new(threads: &Arc<Threads>, what: &'static str, bounds: Bounds, bodies: usize) -> Self {
        let of_bodies = Bounds { at_once: bodies, at_once_each: BODIES_EACH, waiting_each: bounds.waiting_each };
        Self { requests: Queue::on(Arc::clone(threads), what, bounds), bodies: Turns::new(of_bodies) }
    }
}

impl Owner {
    /// The owner of a request that names no namespace.
    pub(crate) fn of_account(rights: &AdminRights) -> Self {
        let first = rights.roles.iter().map(|(namespace, _)| namespace).min();
        match first.filter(|_| !rights.is_everywhere) {
            Some(namespace) => Self::Members(namespace.to_string()),
            None => Self::Account(rights.id.clone()),
        }
    }
}

impl Service {
    pub fn turns_of(&self, owner: Owner) -> OwnTurns {
        OwnTurns { owner, all: Arc::clone(&self.request_turns) }
    }
}

impl OwnTurns {
    /// The turns of an otherwise idle server.
    #[cfg(test)]
    pub(crate) fn alone() -> Self {
        Self { owner: Owner::Namespace("alone".to_owned()), all: Arc::default() }
    }

    fn line(&self) -> &Line {
        match self.owner {
            Owner::Namespace(_) => &self.all.namespaces,
            Owner::Members(_) | Owner::Account(_) | Owner::Key(_) => &self.all.accounts,
            Owner::Client(_) => &self.all.clients,
        }
    }

    /// Runs the work in the owner's turn. Refused immediately if too many of the owner wait. Ends if the caller stops
    /// waiting. Work within a turn needs no other.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Result<T, ServiceError> {
        self.line().requests.run_future(&self.owner.name(), work).await
    }

    /// Takes a place for the body of a waiting request. A body arrives as slowly as its sender likes, so no turn waits
    /// for it.
    pub(crate) async fn place_for_body(&self) -> Result<Turn<String>, ServiceError> {
        let place = self.line().bodies.take(self.owner.name()).await;
        place.map_err(|Full| ServiceError::Unavailable("too many bodies wait for their turn".to_owned()))
    }

    /// Takes all turns, for tests of waiting requests.
    pub async fn hold(&self) -> Held {
        Held(self.line().requests.hold(&self.owner.name()).await)
    }
}
