//! Who erases a respondent, and what that does to files of others.

/// Nanoseconds for which an export is still handed out after the first respondent in it erased their own answers.
pub const HANDED_OUT: i64 = 3600 * 1_000_000_000;

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum ErasedBy {
    /// A key, an administrator, or the rule about how long answers are kept. Exports that may hold the respondent go.
    Namespace,
    /// The respondent. Strangers can repeat that, so exports that may hold the respondent are replaced.
    Respondent,
}
