//! Slows down password guessing, by account and by client.

use std::{
    net::IpAddr,
    num::NonZeroU32,
    sync::Mutex,
    time::{Duration, Instant},
};

use domain::Email;
use governor::{DefaultKeyedRateLimiter, Quota, clock::Clock};

use super::ServiceError;
use crate::client_prefix::client_prefix;

/// Attempts that may come in a burst, and the time after which one more is allowed.
type Allowance = (NonZeroU32, Duration);
/// On one account from one client. A client that keeps trying locks out itself, not the account's owner.
const PER_PAIR: Allowance = (NonZeroU32::new(10).expect("not zero"), Duration::from_mins(1));
/// On one account from all browsers that it is known to.
const PER_KNOWN: Allowance = PER_PAIR;
/// On one account from all clients: too few to guess a password, and more than a single client can use up.
const PER_ACCOUNT: Allowance = (NonZeroU32::new(200).expect("not zero"), Duration::from_secs(3));
/// On all accounts from one client. Many administrators may share an address.
const PER_CLIENT: Allowance = (NonZeroU32::new(50).expect("not zero"), Duration::from_secs(12));
/// On the second factor of one account, with the correct password, from browsers that are new to it: 150 codes of a
/// million in a day.
const PER_CODE: Allowance = (NonZeroU32::new(20).expect("not zero"), Duration::from_mins(10));
/// On a signed-in administrator's own password, which must not be guessed in an unattended browser.
const PER_CONFIRMATION: Allowance = PER_PAIR;
/// Number of entries above which recovered ones are dropped, and minimum time between two sweeps.
const REMEMBERED: usize = 10_000;
const SWEEP: Duration = Duration::from_secs(10);

pub(super) struct Throttle {
    pairs: DefaultKeyedRateLimiter<(Email, IpAddr)>,
    accounts: DefaultKeyedRateLimiter<Email>,
    clients: DefaultKeyedRateLimiter<IpAddr>,
    confirmations: DefaultKeyedRateLimiter<Email>,
    known: DefaultKeyedRateLimiter<Email>,
    codes: DefaultKeyedRateLimiter<Email>,
    swept: Mutex<Instant>,
}

impl Default for Throttle {
    fn default() -> Self {
        Self {
            pairs: DefaultKeyedRateLimiter::keyed(quota(PER_PAIR)),
            accounts: DefaultKeyedRateLimiter::keyed(quota(PER_ACCOUNT)),
            clients: DefaultKeyedRateLimiter::keyed(quota(PER_CLIENT)),
            confirmations: DefaultKeyedRateLimiter::keyed(quota(PER_CONFIRMATION)),
            known: DefaultKeyedRateLimiter::keyed(quota(PER_KNOWN)),
            codes: DefaultKeyedRateLimiter::keyed(quota(PER_CODE)),
            swept: Mutex::new(Instant::now()),
        }
    }
}

impl Throttle {
    /// Counts an attempt. Accounts that do not exist count too, so that a refusal reveals nothing about them.
    pub(super) fn count(&self, account: Option<&Email>, address: IpAddr) -> Result<(), ServiceError> {
        self.sweep();
        let client = client_prefix(address);
        self.clients.check_key(&client).map_err(|until| wait(&until))?;
        let Some(account) = account else { return Ok(()) };
        self.pairs.check_key(&(account.clone(), client)).map_err(|until| wait(&until))?;
        self.accounts.check_key(account).map_err(|until| wait(&until))
    }

    /// Counts an attempt on an account from one of the browsers in which it has signed in before. They share their
    /// attempts, which neither strangers nor other accounts can use up.
    pub(super) fn count_known(&self, account: &Email) -> Result<(), ServiceError> {
        self.sweep();
        self.known.check_key(account).map_err(|until| wait(&until))
    }

    /// Counts a signed-in administrator's confirmation with the password. Neither strangers nor other accounts can use up
    /// these attempts.
    pub(super) fn count_confirmation(&self, account: &Email) -> Result<(), ServiceError> {
        self.sweep();
        self.confirmations.check_key(account).map_err(|until| wait(&until))
    }

    /// Counts a code for the second factor, right or wrong, that came with the correct password.
    pub(super) fn count_code(&self, account: &Email) -> Result<(), ServiceError> {
        self.sweep();
        self.codes.check_key(account).map_err(|until| wait(&until))
    }

    fn sweep(&self) {
        let Self { pairs, accounts, clients, confirmations, known, codes, .. } = self;
        let of_accounts = accounts.len() + confirmations.len() + known.len() + codes.len();
        if pairs.len() + clients.len() + of_accounts > REMEMBERED
            && let Ok(mut swept) = self.swept.try_lock()
            && swept.elapsed() >= SWEEP
        {
            pairs.retain_recent();
            accounts.retain_recent();
            clients.retain_recent();
            confirmations.retain_recent();
            known.retain_recent();
            codes.retain_recent();
            *swept = Instant::now();
        }
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
    fn a_client_that_guesses_locks_out_itself_and_not_the_owner_of_the_account() {
        let throttle = Throttle::default();
        let [ana, ben] = ["ana@example.com", "ben@example.com"].map(|text| Email::parse(text).expect("an address"));
        for n in 0..10_u16 {
            // All of one prefix.
            assert!(throttle.count(Some(&ana), [0x2001, 0xdb8, 0, 1, 0, 0, 0, n].into()).is_ok());
        }
        let refused = throttle.count(Some(&ana), [0x2001, 0xdb8, 0, 1, 0, 0, 9, 9].into());
        assert!(matches!(refused, Err(ServiceError::Throttled(1..=61))), "{refused:?}");
        assert!(throttle.count(Some(&ana), [0x2001, 0xdb8, 0, 2, 0, 0, 0, 1].into()).is_ok());
        assert!(throttle.count(Some(&ben), [0x2001, 0xdb8, 0, 1, 0, 0, 0, 1].into()).is_ok());
    }

    #[test]
    fn many_clients_together_cannot_guess_the_password_of_one_account() {
        let throttle = Throttle::default();
        let ana = Email::parse("ana@example.com").expect("an address");
        let tries = (0..100_u8).flat_map(|n| [n; 10]).map(|n| throttle.count(Some(&ana), [10, 0, 0, n].into()).is_ok());
        let allowed = tries.filter(|is_ok| *is_ok).count();
        assert!((200..=201).contains(&allowed), "{allowed}");
    }

    #[test]
    fn one_persons_wrong_confirmations_leave_all_others_theirs() {
        let throttle = Throttle::default();
        let [ana, ben] = ["ana@example.com", "ben@example.com"].map(|text| Email::parse(text).expect("an address"));
        let allowed = (0..100).filter(|_| throttle.count_confirmation(&ana).is_ok()).count();
        assert_eq!(allowed, 10);
        assert!(throttle.count_confirmation(&ben).is_ok());
        assert!(throttle.count(Some(&ana), [10, 0, 0, 1].into()).is_ok(), "signing in is counted apart");
    }

    #[test]
    fn a_known_password_gives_no_more_than_a_few_tries_at_the_code() {
        let throttle = Throttle::default();
        let [ana, ben] = ["ana@example.com", "ben@example.com"].map(|text| Email::parse(text).expect("an address"));
        assert_eq!((0..1000).filter(|_| throttle.count_code(&ana).is_ok()).count(), 20);
        assert!(throttle.count_code(&ben).is_ok());
    }

    #[test]
    fn one_client_cannot_try_account_after_account() {
        let throttle = Throttle::default();
        let tries = (0..51).map(|n| {
            let account = Email::parse(&format!("a{n}@example.com")).expect("an address");
            throttle.count(Some(&account), [10, 0, 0, 1].into()).is_ok()
        });
        assert_eq!(tries.filter(|is_ok| *is_ok).count(), 50);
    }
}
