//! A record on its way into an export, and the cells that it becomes.

use super::AttemptsOfRow;
use crate::{CompletionStatus, Decimal, ExportAnswer, Scores};

/// An answers record as exports read it: what was checked when it was stored, taken as it stands.
#[derive(Clone, Copy, Debug)]
pub struct ExportRow<'a> {
    pub user: &'a str,
    pub version: u32,
    pub language: &'a str,
    /// By question id, in any order, each question once.
    pub answers: &'a [(&'a str, ExportAnswer<'a>)],
    pub custom_data: Option<&'a str>,
    /// Of the invitation.
    pub name: Option<&'a str>,
    /// Of the invitation.
    pub email: Option<&'a str>,
    /// Moments are RFC 3339; in an export for people `YYYY-MM-DD HH:MM:SS` of its time zone.
    pub activity_at: &'a str,
    pub started_at: &'a str,
    pub submitted_at: Option<&'a str>,
    /// Seconds from the start to the submission.
    pub duration: Option<u32>,
    pub score: Option<Decimal>,
    /// Spend, save, borrow, plan; 0 to 100.
    pub category_scores: [Option<u8>; 4],
    /// All scores, of a scoring of the quiz's own.
    pub own: Option<&'a Scores>,
    /// Where the layout needs them.
    pub attempts: Option<AttemptsOfRow<'a>>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cell<'a> {
    Empty,
    /// Text that a user wrote. It may contain anything, formulas included.
    Text(&'a str),
    /// An id or a word of ours; for programs, a moment too.
    Word(&'a str),
    /// `YYYY-MM-DD HH:MM:SS`, which spreadsheets take for a moment.
    Moment(&'a str),
    /// A day that a respondent gave, `YYYY-MM-DD`.
    Day(&'a str),
    Number(u32),
    Decimal(Decimal),
    Flag(bool),
}

impl Cell<'_> {
    pub fn is_empty(&self) -> bool {
        matches!(self, Cell::Empty | Cell::Text(""))
    }
}

impl ExportRow<'_> {
    pub fn status(&self) -> CompletionStatus {
        match (self.submitted_at, self.answers) {
            (Some(_), _) => CompletionStatus::Submitted,
            (None, []) => CompletionStatus::Initialised,
            (None, _) => CompletionStatus::Answering,
        }
    }
}
