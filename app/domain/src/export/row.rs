//! A record's row in an export, and its cells.

use super::AttemptsOfRow;
use crate::{CompletionStatus, Decimal, ExportAnswer, FieldValues, Scores};

/// An answers record as exports read it. Stored values are not checked again.
#[derive(Clone, Copy, Debug)]
pub struct ExportRow<'a> {
    pub user: &'a str,
    pub attempt: u32,
    pub occasion: Option<u32>,
    pub version: u32,
    pub language: &'a str,
    /// By question id, in any order, without duplicates.
    pub answers: &'a [(&'a str, ExportAnswer<'a>)],
    pub custom_data: Option<&'a str>,
    pub fields: Option<&'a FieldValues>,
    /// From the invitation.
    pub name: Option<&'a str>,
    /// From the invitation.
    pub email: Option<&'a str>,
    /// Times are RFC 3339; in an export for people `YYYY-MM-DD HH:MM:SS` in its time zone.
    pub activity_at: &'a str,
    pub started_at: &'a str,
    pub submitted_at: Option<&'a str>,
    /// Seconds from the start to the submission.
    pub duration: Option<u32>,
    pub score: Option<Decimal>,
    /// Spend, save, borrow, plan; 0 to 100.
    pub category_scores: [Option<u8>; 4],
    /// All scores of the quiz's own scoring.
    pub own: Option<&'a Scores>,
    /// Where the layout needs them.
    pub attempts: Option<AttemptsOfRow<'a>>,
    /// The ids of alerts that the attempt raised, with a space between them.
    pub alerts: Option<&'a str>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cell<'a> {
    Empty,
    /// Text written by a user. It may contain anything, including formulas.
    Text(&'a str),
    /// An id or a fixed word; in an export for programs also a time.
    Word(&'a str),
    /// `YYYY-MM-DD HH:MM:SS`, which spreadsheets recognize as a time.
    Moment(&'a str),
    /// A date given as an answer, `YYYY-MM-DD`.
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
