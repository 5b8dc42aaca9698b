//! Limits the number of records that a client may begin.

use std::{
    collections::HashMap,
    net::IpAddr,
    num::NonZeroU32,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use super::ServiceError;
use crate::client_prefix::{client_prefix, site};

const HOUR: f64 = 3600.0;
/// Number of clients above which recovered ones are forgotten, and minimum time between two sweeps.
const REMEMBERED: usize = 10_000;
const SWEEP: Duration = Duration::from_secs(10);
/// Subscribers of one site that may use up their limits at the same time.
const PER_SITE: f64 = 16.0;
/// Shares add up to the whole limit with an error far below this.
const ROUNDING: f64 = 1e-9;

/// The same number of records per hour for each client, as a burst if needed, and 16 times as many for a whole site.
pub struct BeginLimit {
    per_hour: f64,
    clients: Mutex<Clients>,
}

struct Clients {
    spent: HashMap<Origin, Spent>,
    swept: Instant,
}

#[derive(Clone, Copy, Eq, Hash, PartialEq)]
enum Origin {
    ClientPrefix(IpAddr),
    Site(IpAddr),
}

/// A share of the limit, at the time it was last counted.
#[derive(Clone, Copy)]
struct Spent {
    share: f64,
    at: Instant,
}

impl BeginLimit {
    pub fn new(per_hour: NonZeroU32) -> Self {
        let clients = Clients { spent: HashMap::new(), swept: Instant::now() };
        Self { per_hour: per_hour.get().into(), clients: Mutex::new(clients) }
    }

    pub(super) fn check(&self, client: IpAddr) -> Result<(), ServiceError> {
        let clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let over = self.origins(client).filter_map(|(origin, share)| {
            let spent = clients.spent.get(&origin)?;
            Some(left(spent, now) + share - 1.0)
        });
        let over = over.fold(0.0, f64::max);
        if over <= ROUNDING {
            return Ok(());
        }
        Err(ServiceError::Throttled(Duration::from_secs_f64(over * HOUR).as_secs() + 1))
    }

    pub(super) fn count(&self, client: IpAddr) {
        let now = Instant::now();
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        if clients.spent.len() > REMEMBERED && now.duration_since(clients.swept) >= SWEEP {
            clients.spent.retain(|_, spent| left(spent, now) > 0.0);
            clients.swept = now;
        }
        for (origin, share) in self.origins(client) {
            let spent = clients.spent.entry(origin).or_insert(Spent { share: 0.0, at: now });
            *spent = Spent { share: left(spent, now) + share, at: now };
        }
    }

    /// The origins under which a record of this client is counted, each with the share of its hourly limit.
    fn origins(&self, client: IpAddr) -> impl Iterator<Item = (Origin, f64)> {
        let site = site(client).map(|site| (Origin::Site(site), 1.0 / (self.per_hour * PER_SITE)));
        std::iter::once((Origin::ClientPrefix(client_prefix(client)), 1.0 / self.per_hour)).chain(site)
    }
}

/// The share that still counts: an hour forgives all.
fn left(spent: &Spent, now: Instant) -> f64 {
    (spent.share - now.duration_since(spent.at).as_secs_f64() / HOUR).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_has_its_limit_and_a_site_that_of_sixteen_clients() {
        let limit = BeginLimit::new(NonZeroU32::new(10).expect("not zero"));
        let begun = |address: IpAddr| limit.check(address).map(|()| limit.count(address)).is_ok();
        assert_eq!((0..30).filter(|_| begun([10, 0, 0, 1].into())).count(), 10);
        assert!(begun([10, 0, 0, 2].into()));
        let of_site = |n: u16| IpAddr::from([0x2001, 0xdb8, 7, n, 0, 0, 0, 1]);
        assert_eq!((0..30).filter(|_| begun(of_site(0))).count(), 10);
        assert_eq!((1..1000).filter(|n| begun(of_site(*n))).count(), 150);
        assert!(begun([0x2001, 0xdb8, 8, 0, 0, 0, 0, 1].into()), "another site");
        assert!(matches!(limit.check(of_site(0)), Err(ServiceError::Throttled(1..=361))));
    }
}
