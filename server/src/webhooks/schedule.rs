//! The schedule of retries after a failed delivery.

use std::time::Duration;

use super::Sent;

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;
/// Seconds from an attempt to the next.
const WAITS: [u64; 9] = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];
/// Limit on the delay that a receiver can request.
const LONGEST: Duration = Duration::from_hours(24);

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Verdict {
    Delivered,
    RetryAfter(Duration),
    Failed,
    /// The receiver replied 410: it accepts no further deliveries.
    Gone,
}

/// Returns the next state of a delivery after an attempt. `spread` from 0 to 999 delays the next attempt by up to a
/// tenth, so that retries do not coincide.
pub fn judge(sent: &Sent, attempts_before: u32, spread: u32) -> Verdict {
    match sent.status {
        Some(200..=299) if sent.error.is_none() => Verdict::Delivered,
        Some(410) => Verdict::Gone,
        _ => {
            let next = usize::try_from(attempts_before).ok().and_then(|attempts| WAITS.get(attempts));
            next.map_or(Verdict::Failed, |seconds| {
                let planned = Duration::from_secs(*seconds);
                let later = planned.mul_f64(f64::from(spread.min(999)) / 10_000.0);
                Verdict::RetryAfter((planned + later).max(sent.retry_after.unwrap_or_default().min(LONGEST)))
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(status: u16) -> Sent {
        Sent { status: Some(status), ..Sent::default() }
    }

    #[test]
    fn ten_attempts_are_made_within_four_days() {
        let waits: Vec<Verdict> = (0..10).map(|before| judge(&sent(500), before, 0)).collect();
        let mut expected: Vec<Verdict> =
            WAITS.iter().map(|seconds| Verdict::RetryAfter(Duration::from_secs(*seconds))).collect();
        expected.push(Verdict::Failed);
        assert_eq!(waits, expected);
        assert_eq!(judge(&sent(500), 2, 999), Verdict::RetryAfter(Duration::from_millis(1_979_820)));
    }

    #[test]
    fn only_success_counts_and_gone_ends_it() {
        for status in [200, 201, 204, 299] {
            assert_eq!(judge(&sent(status), 0, 0), Verdict::Delivered);
        }
        for status in [100, 199, 300, 301, 302, 307, 308, 400, 404, 429, 500, 503] {
            assert_eq!(judge(&sent(status), 0, 0), Verdict::RetryAfter(Duration::from_secs(5)), "{status}");
        }
        assert_eq!(judge(&sent(410), 0, 0), Verdict::Gone);
        assert_eq!(judge(&Sent::default(), 9, 0), Verdict::Failed);
    }

    #[test]
    fn a_receiver_can_ask_for_more_time_but_not_for_all() {
        let asked = |seconds| Sent { retry_after: Some(Duration::from_secs(seconds)), ..sent(503) };
        assert_eq!(judge(&asked(60), 0, 0), Verdict::RetryAfter(Duration::from_mins(1)));
        assert_eq!(judge(&asked(1), 1, 0), Verdict::RetryAfter(Duration::from_mins(5)));
        assert_eq!(judge(&asked(u64::MAX), 0, 0), Verdict::RetryAfter(LONGEST));
    }
}
