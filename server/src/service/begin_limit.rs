//! Limits the records that one client may begin.

use std::{
    collections::HashMap,
    net::IpAddr,
    num::NonZeroU32,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use super::ServiceError;
use crate::subscriber::subscriber;

const HOUR: f64 = 3600.0;
/// Clients remembered before those that have recovered are forgotten, and the least time between two sweeps.
const REMEMBERED: usize = 10_000;
const SWEEP: Duration = Duration::from_secs(10);

/// As many records an hour from each client, all of them at once if need be.
pub struct BeginLimit {
    per_hour: f64,
    clients: Mutex<Clients>,
}

struct Clients {
    spent: HashMap<IpAddr, Spent>,
    swept: Instant,
}

#[derive(Clone, Copy)]
struct Spent {
    records: f64,
    at: Instant,
}

impl BeginLimit {
    pub fn new(per_hour: NonZeroU32) -> Self {
        let clients = Clients { spent: HashMap::new(), swept: Instant::now() };
        Self { per_hour: per_hour.get().into(), clients: Mutex::new(clients) }
    }

    /// Refuses when this client has begun too many records.
    pub(super) fn check(&self, client: IpAddr) -> Result<(), ServiceError> {
        let clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        let over = clients
            .spent
            .get(&subscriber(client))
            .map_or(0.0, |spent| self.left(spent, Instant::now()) + 1.0 - self.per_hour);
        if over <= 0.0 {
            return Ok(());
        }
        Err(ServiceError::Throttled(Duration::from_secs_f64(over * HOUR / self.per_hour).as_secs() + 1))
    }

    /// Counts a new record of this client.
    pub(super) fn count(&self, client: IpAddr) {
        let now = Instant::now();
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        if clients.spent.len() > REMEMBERED && now.duration_since(clients.swept) >= SWEEP {
            clients.spent.retain(|_, spent| self.left(spent, now) > 0.0);
            clients.swept = now;
        }
        let spent = clients.spent.entry(subscriber(client)).or_insert(Spent { records: 0.0, at: now });
        *spent = Spent { records: self.left(spent, now) + 1.0, at: now };
    }

    /// Records that still count.
    fn left(&self, spent: &Spent, now: Instant) -> f64 {
        let forgiven = now.duration_since(spent.at).as_secs_f64() * self.per_hour / HOUR;
        (spent.records - forgiven).max(0.0)
    }
}
