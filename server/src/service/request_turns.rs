//! Turns of whole requests, by owner: those that can cost much go on a few at a time, on threads that leave the processor
//! to all others.

use std::{num::NonZero, sync::LazyLock, thread};

use super::{AdminRights, ServiceError, queue::Queue};
use crate::{
    owner::Owner,
    turns::{Bounds, Full, Turn, Turns},
};

/// Together fewer than there are connections for reading, so that some are left for all else.
///
/// A namespace has half of the processors at most: where all of them are busy, a thread that is woken waits some
/// milliseconds even for one of low priority, and a request to PostgreSQL wakes several.
static NAMESPACES: LazyLock<Line> = LazyLock::new(|| {
    let processors = thread::available_parallelism().map_or(1, NonZero::get);
    let each = (processors / 2).clamp(1, 2);
    Line::new("requests", Bounds { at_once: 3, at_once_each: each, waiting_each: 256 }, 64)
});

/// Apart from those of namespaces, so that a person who has a turn in each line has not all of them.
static ACCOUNTS: LazyLock<Line> =
    LazyLock::new(|| Line::new("accounts", Bounds { at_once: 2, at_once_each: 1, waiting_each: 64 }, 16));

/// Apart from those of all who are known: a stranger can come from many addresses.
static CLIENTS: LazyLock<Line> =
    LazyLock::new(|| Line::new("clients", Bounds { at_once: 2, at_once_each: 1, waiting_each: 32 }, 16));

/// Bodies of one owner that are read ahead of its turns.
const BODIES_EACH: usize = 8;

struct Line {
    requests: Queue,
    /// Places for bodies of requests that wait.
    bodies: Turns<String>,
}

impl Line {
    fn new(what: &'static str, bounds: Bounds, bodies: usize) -> Self {
        let of_bodies = Bounds { at_once: bodies, at_once_each: BODIES_EACH, waiting_each: bounds.waiting_each };
        Self { requests: Queue::new(what, bounds), bodies: Turns::new(of_bodies) }
    }
}

impl Owner {
    fn line(&self) -> &'static Line {
        match self {
            Self::Namespace(_) => &NAMESPACES,
            Self::Members(_) | Self::Account(_) | Self::Key(_) => &ACCOUNTS,
            Self::Client(_) => &CLIENTS,
        }
    }

    /// Whose a request is that names no namespace.
    pub(crate) fn of_account(rights: &AdminRights) -> Self {
        let first = rights.roles.iter().map(|(namespace, _)| namespace).min();
        match first.filter(|_| !rights.is_everywhere) {
            Some(namespace) => Self::Members(namespace.to_string()),
            None => Self::Account(rights.id.clone()),
        }
    }

    /// Does the work when it is the owner's turn. Refused at once if too many of the owner wait; ends when the caller
    /// stops waiting. Work within a turn needs no other.
    pub(crate) async fn in_turn<T: Send + 'static>(
        &self,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Result<T, ServiceError> {
        self.line().requests.run_future(&self.name(), work).await
    }

    /// A place for the body of a request that is to wait. A body arrives as slowly as its sender likes, so a turn does not
    /// wait for it.
    pub(crate) async fn place_for_body(&self) -> Result<Turn<String>, ServiceError> {
        let place = self.line().bodies.take(self.name()).await;
        place.map_err(|Full| ServiceError::Unavailable("too many bodies wait for their turn".to_owned()))
    }
}

/// All turns of an owner.
pub struct Held(#[expect(dead_code, reason = "given back when it is dropped")] Vec<Turn<String>>);

/// Takes all turns of an owner, for tests of what waits for them.
pub async fn hold_turns(owner: &Owner) -> Held {
    Held(owner.line().requests.hold(&owner.name()).await)
}
