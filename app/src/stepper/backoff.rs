//! The delay before a retry.

/// Milliseconds to wait after this many consecutive failures: 1 s, doubled each time, at most 30 s.
///
/// A longer delay requested by the server (`Retry-After`, in seconds) is respected, up to ten minutes.
pub(super) fn delay(failures: u32, retry_after: Option<u32>) -> u32 {
    let doubled = 1000_u32.saturating_mul(1 << failures.saturating_sub(1).min(5)).min(30_000);
    let asked = retry_after.unwrap_or(0).min(600) * 1000;
    doubled.max(asked)
}

#[cfg(test)]
mod tests {
    use super::delay;

    #[test]
    fn waiting_doubles_up_to_half_a_minute() {
        let waits: Vec<u32> = (1..=7).map(|failures| delay(failures, None)).collect();
        assert_eq!(waits, [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
        assert_eq!(delay(u32::MAX, None), 30_000);
    }

    #[test]
    fn the_server_may_ask_for_more_but_not_for_less() {
        assert_eq!(delay(1, Some(45)), 45_000);
        assert_eq!(delay(4, Some(2)), 8000);
        assert_eq!(delay(1, Some(u32::MAX)), 600_000);
    }
}
