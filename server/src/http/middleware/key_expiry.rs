//! The expiry of new keys.

use domain::{FieldCode, Timestamp};

use crate::clock;

const DAY: i64 = 86_400 * 1_000_000_000;
/// A hundred years.
const LONGEST: u32 = 36_500;

/// For a key that is created without an expiry.
pub(in crate::http) const DEFAULT_DAYS: u32 = 365;

/// In days.
pub(in crate::http) const RANGE: FieldCode = FieldCode::OutOfRange { min: 1, max: 36_500 };

/// Returns the moment `days` days from now, if `days` is 1 to 36,500.
pub(in crate::http) fn after_days(days: u32) -> Option<Timestamp> {
    let is_sensible = (1..=LONGEST).contains(&days);
    is_sensible.then(|| Timestamp::from_nanoseconds(clock::now().nanoseconds().saturating_add(i64::from(days) * DAY)))
}
