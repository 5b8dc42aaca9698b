//! Quotas as operators write and read them.

use clap::Args;
use domain::{Measure, Quota, Usage};
use serde_json::{Value, json};

const UNITS: [(&str, u64); 4] = [("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30), ("TiB", 1 << 40)];

/// The quota of namespaces that have none of their own.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct DefaultQuota {
    /// Quizzes that a namespace may hold unless it has a quota of its own: `off`, or a number
    #[arg(long, env = "QA_QUOTA_QUIZZES", default_value = "10000", value_name = "off|N", value_parser = number)]
    quota_quizzes: u64,

    /// Bytes that a namespace may hold unless it has a quota of its own: `off`, or a size such as 500MiB or 10GiB
    #[arg(long, env = "QA_QUOTA_BYTES", default_value = "10GiB", value_name = "off|SIZE", value_parser = size)]
    quota_bytes: u64,
}

/// A bound of a namespace's own; `None` for that of all.
#[derive(Clone, Copy, Debug)]
pub(super) struct OwnBound(pub(super) Option<u64>);

impl From<DefaultQuota> for Quota {
    fn from(DefaultQuota { quota_quizzes, quota_bytes }: DefaultQuota) -> Self {
        Self { quizzes: quota_quizzes, bytes: quota_bytes }
    }
}

pub(super) fn own_number(text: &str) -> Result<OwnBound, String> {
    own(text, number)
}

pub(super) fn own_size(text: &str) -> Result<OwnBound, String> {
    own(text, size)
}

fn own(text: &str, parse: impl Fn(&str) -> Result<u64, String>) -> Result<OwnBound, String> {
    if text == "default" {
        return Ok(OwnBound(None));
    }
    parse(text).map(|bound| OwnBound(Some(bound))).map_err(|error| format!("{error}, or default"))
}

fn number(text: &str) -> Result<u64, String> {
    bound(text, 1).ok_or_else(|| "give a number, or off".to_owned())
}

fn size(text: &str) -> Result<u64, String> {
    let unit = UNITS.into_iter().find_map(|(unit, bytes)| Some((text.strip_suffix(unit)?, bytes)));
    let (digits, bytes) = unit.unwrap_or((text, 1));
    bound(digits, bytes).ok_or_else(|| "give a number of bytes, a size such as 500MiB or 10GiB, or off".to_owned())
}

fn bound(text: &str, unit: u64) -> Option<u64> {
    if text == "off" {
        return (unit == 1).then_some(Quota::UNBOUNDED);
    }
    text.parse::<u64>().ok()?.checked_mul(unit).filter(|bound| *bound < Quota::UNBOUNDED)
}

/// `12 of 10000 quizzes`
pub(super) fn told(usage: Usage, quota: Quota, measure: Measure) -> String {
    match quota.of(measure) {
        Quota::UNBOUNDED => format!("{} {measure}", usage.of(measure)),
        bound => format!("{} of {bound} {measure}", usage.of(measure)),
    }
}

pub(super) fn json_of(usage: Usage, quota: Quota, measure: Measure) -> Value {
    let bound = Some(quota.of(measure)).filter(|bound| *bound != Quota::UNBOUNDED);
    json!({ "used": usage.of(measure), "quota": bound })
}

/// True from nine tenths of the bound on.
pub(super) fn is_nearly_used_up(usage: Usage, quota: Quota, measure: Measure) -> bool {
    u128::from(usage.of(measure)) * 10 >= u128::from(quota.of(measure)) * 9
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units_and_an_end() {
        assert_eq!(size("0"), Ok(0));
        assert_eq!(size("10GiB"), Ok(10 << 30));
        assert_eq!(size("off"), Ok(Quota::UNBOUNDED));
        assert_eq!(number("10000"), Ok(10_000));
        for wrong in ["", "GiB", "-1", "1.5GiB", "10GB", "offGiB", "9223372036854775807", "8388608TiB", "1 GiB"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
        for wrong in ["", "10GiB", "many", "9223372036854775807"] {
            assert!(number(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn nine_tenths_are_nearly_all() {
        let is_near = |used, quota| {
            let usage = Usage { quizzes: used, bytes: 0 };
            is_nearly_used_up(usage, Quota { quizzes: quota, bytes: 0 }, Measure::Quizzes)
        };
        assert!(!is_near(8, 10) && is_near(9, 10) && is_near(10, 10) && is_near(0, 0));
        assert!(!is_near(u64::from(u32::MAX), Quota::UNBOUNDED));
    }
}
