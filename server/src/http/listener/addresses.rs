//! Counts the open connections of each client address, so that one client cannot take them all.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
};

use crate::client_prefix::client_prefix;

type Counts = HashMap<IpAddr, usize>;

#[derive(Clone, Default)]
pub(super) struct Addresses(Arc<Mutex<Counts>>);

/// One open connection of an address. Dropping it makes room for the next one.
pub(super) struct Slot {
    addresses: Addresses,
    client_prefix: IpAddr,
}

impl Addresses {
    /// Returns `None` if the address already has `most` connections. 0 means no limit.
    pub(super) fn admit(&self, address: IpAddr, most: usize) -> Option<Slot> {
        let client_prefix = client_prefix(address);
        self.with(|counts| {
            let count = counts.entry(client_prefix).or_default();
            let is_free = most == 0 || *count < most;
            if is_free {
                *count += 1;
            }
            is_free
        })
        .then(|| Slot { addresses: self.clone(), client_prefix })
    }

    fn with<T>(&self, change: impl FnOnce(&mut Counts) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.addresses.with(|counts| match counts.get_mut(&self.client_prefix) {
            Some(count) if *count > 1 => *count -= 1,
            _ => _ = counts.remove(&self.client_prefix),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn an_address_gets_its_share_and_gets_it_back() {
        let addresses = Addresses::default();
        let one = address("192.0.2.1");
        let places: Vec<_> = (0..3).map(|_| addresses.admit(one, 3)).collect();
        assert!(places.iter().all(Option::is_some));
        assert!(addresses.admit(one, 3).is_none());
        assert!(addresses.admit(address("192.0.2.2"), 3).is_some());
        drop(places);
        assert!(addresses.admit(one, 3).is_some());
        assert!(addresses.with(|counts| counts.is_empty()), "addresses without connections are forgotten");
    }

    #[test]
    fn addresses_of_one_prefix_share() {
        let addresses = Addresses::default();
        let _held = addresses.admit(address("2001:db8::1"), 1).expect("a place");
        assert!(addresses.admit(address("2001:db8::ffff:1"), 1).is_none());
        assert!(addresses.admit(address("2001:db8:0:1::1"), 1).is_some());
        let _held = addresses.admit(address("::ffff:192.0.2.1"), 1).expect("a place");
        assert!(addresses.admit(address("192.0.2.1"), 1).is_none());
    }

    #[test]
    fn zero_sets_no_limit() {
        let addresses = Addresses::default();
        let places: Vec<_> = (0..1000).map(|_| addresses.admit(address("192.0.2.1"), 0)).collect();
        assert!(places.iter().all(Option::is_some));
    }
}
