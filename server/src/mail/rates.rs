//! How many messages leave this server in a minute, in all and to one receiving domain.

use std::{
    collections::HashMap,
    num::NonZeroU32,
    time::{Duration, Instant},
};

const MINUTE: Duration = Duration::from_mins(1);

/// Messages a minute; `None` for no bound.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Rates {
    pub all: Option<NonZeroU32>,
    pub domain: Option<NonZeroU32>,
}

/// The messages of this minute.
pub(crate) struct Minute {
    rates: Rates,
    began: Instant,
    all: u32,
    domains: HashMap<String, u32>,
}

impl Minute {
    pub(crate) fn new(rates: Rates, now: Instant) -> Self {
        Self { rates, began: now, all: 0, domains: HashMap::new() }
    }

    /// The number of messages that may still leave in this minute, and the domains that get none of them.
    pub(crate) fn room(&mut self, now: Instant) -> (u32, Vec<String>) {
        if now.duration_since(self.began) >= MINUTE {
            *self = Self::new(self.rates, now);
        }
        let room = self.rates.all.map_or(u32::MAX, |all| all.get().saturating_sub(self.all));
        let is_full = |count: u32| self.rates.domain.is_some_and(|most| count >= most.get());
        let full = self.domains.iter().filter(|(_, count)| is_full(**count)).map(|(domain, _)| domain.clone());
        (room, full.collect())
    }

    /// Counts one, unless the domain has had its share.
    pub(crate) fn take(&mut self, domain: &str) -> bool {
        let count = self.domains.get(domain).copied().unwrap_or(0);
        if self.rates.domain.is_some_and(|most| count >= most.get()) {
            return false;
        }
        self.domains.insert(domain.to_owned(), count + 1);
        self.all += 1;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_minute_has_so_many_in_all_and_so_many_of_a_domain() {
        let start = Instant::now();
        let rates = Rates { all: NonZeroU32::new(3), domain: NonZeroU32::new(2) };
        let mut minute = Minute::new(rates, start);
        assert_eq!(minute.room(start), (3, vec![]));
        assert!(minute.take("a.example") && minute.take("a.example"));
        assert!(!minute.take("a.example"));
        assert_eq!(minute.room(start), (1, vec!["a.example".to_owned()]));
        assert!(minute.take("b.example"));
        assert_eq!(minute.room(start + Duration::from_secs(59)).0, 0);
        assert_eq!(minute.room(start + MINUTE), (3, vec![]));
        let mut unbounded = Minute::new(Rates::default(), start);
        assert!((0..1000).all(|_| unbounded.take("a.example")));
        assert_eq!(unbounded.room(start), (u32::MAX, vec![]));
    }
}
