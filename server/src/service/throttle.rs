//! Slowing down those who guess passwords, by account and by address.

use std::{net::IpAddr, num::NonZeroU32, time::Duration};

use domain::Email;
use governor::{DefaultKeyedRateLimiter, Quota, clock::Clock};

use super::ServiceError;

/// Tries that may come at once, and the time after which one more is allowed.
const PER_ACCOUNT: (NonZeroU32, Duration) = (NonZeroU32::new(10).expect("not zero"), Duration::from_mins(1));
/// More, since many people may share an address.
const PER_ADDRESS: (NonZeroU32, Duration) = (NonZeroU32::new(50).expect("not zero"), Duration::from_secs(12));
/// Accounts and addresses remembered before those that have recovered are dropped.
const REMEMBERED: usize = 10_000;

pub(super) struct Throttle {
    accounts: DefaultKeyedRateLimiter<Email>,
    addresses: DefaultKeyedRateLimiter<IpAddr>,
}

impl Default for Throttle {
    fn default() -> Self {
        Self {
            accounts: DefaultKeyedRateLimiter::keyed(quota(PER_ACCOUNT)),
            addresses: DefaultKeyedRateLimiter::keyed(quota(PER_ADDRESS)),
        }
    }
}

impl Throttle {
    /// Counts a try; also for accounts that do not exist, so that nobody learns which do.
    pub(super) fn count(&self, account: Option<&Email>, address: IpAddr) -> Result<(), ServiceError> {
        if self.accounts.len() + self.addresses.len() > REMEMBERED {
            self.accounts.retain_recent();
            self.addresses.retain_recent();
        }
        let by_address = self.addresses.check_key(&address).map_err(|until| wait(&until));
        by_address.and_then(|()| match account {
            Some(account) => self.accounts.check_key(account).map_err(|until| wait(&until)),
            None => Ok(()),
        })
    }
}

fn quota((burst, period): (NonZeroU32, Duration)) -> Quota {
    Quota::with_period(period).expect("the period is not zero").allow_burst(burst)
}

fn wait(until: &governor::NotUntil<<governor::clock::DefaultClock as Clock>::Instant>) -> ServiceError {
    let wait = until.wait_time_from(governor::clock::DefaultClock::default().now());
    ServiceError::Throttled(wait.as_secs() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_eleventh_try_on_one_account_waits_and_other_accounts_do_not() {
        let throttle = Throttle::default();
        let [ana, ben] = ["ana@example.com", "ben@example.com"].map(|text| Email::parse(text).expect("an address"));
        for n in 0..10_u8 {
            assert!(throttle.count(Some(&ana), [10, 0, 0, n].into()).is_ok());
        }
        let refused = throttle.count(Some(&ana), [10, 0, 0, 99].into());
        assert!(matches!(refused, Err(ServiceError::Throttled(1..=61))), "{refused:?}");
        assert!(throttle.count(Some(&ben), [10, 0, 0, 99].into()).is_ok());
    }

    #[test]
    fn one_address_cannot_try_account_after_account() {
        let throttle = Throttle::default();
        let tries = (0..51).map(|n| {
            let account = Email::parse(&format!("a{n}@example.com")).expect("an address");
            throttle.count(Some(&account), [10, 0, 0, 1].into()).is_ok()
        });
        assert_eq!(tries.filter(|is_ok| *is_ok).count(), 50);
    }
}
