//! The origin of an erasure, and its effect on files of others.

/// Nanoseconds for which an export stays available after the first respondent in it has erased their own answers.
pub const HANDED_OUT: i64 = 3600 * 1_000_000_000;

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum ErasedBy {
    /// An API key, an administrator, or the retention rule. Exports that may contain the respondent are removed.
    Namespace,
    /// The respondent. Strangers can repeat this, so exports that may contain the respondent are replaced.
    Respondent,
}
