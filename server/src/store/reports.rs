//! Shared reports: links to figures of a quiz, the published figures, and the rules for the next publication.

use domain::{Language, NamespaceId, QuizId, ShownTables, Threshold, TimeZoneName, Timestamp, Withheld};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Report {
    pub id: String,
    pub quiz: QuizId,
    pub token_hash: [u8; 32],
    pub title: String,
    /// The names of the tables that it shows.
    pub tables: Vec<String>,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
    /// `None` until its owner publishes it.
    pub published: Option<Publication>,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Publication {
    pub at: Timestamp,
    /// The moment up to which it includes submissions.
    pub until: Timestamp,
    /// [`ReportFigures::withdrawals`] at that moment: a later withdrawal hides the figures.
    pub withdrawals: i64,
    /// The tables that did not get new numbers.
    pub withheld: Vec<WithheldTable>,
}

#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct WithheldTable {
    pub label: String,
    pub reason: Withheld,
    /// The moment that its older numbers reach to; `None` if it shows none.
    pub until: Option<Timestamp>,
}

/// A report as served to a visitor with the link, without its figures.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SharedReport {
    pub id: String,
    pub quiz: QuizId,
    pub namespace: NamespaceId,
    pub title: String,
    pub expires_at: Timestamp,
    /// The moment of its publication, unless it was withdrawn later.
    pub published_at: Option<Timestamp>,
}

/// The state that determines the next numbers of all reports of a quiz.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ReportFigures {
    pub rules: ReportRules,
    /// Number of times that answers were erased by someone other than their respondent.
    pub withdrawals: i64,
}

#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct ReportRules {
    pub threshold: Threshold,
    /// The moment up to which the last publication includes submissions.
    pub until: Option<Timestamp>,
    pub shown: ShownTables,
}

/// The figures of a report as published. None of them describe a single person.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Snapshot {
    /// The quiz's own language, used for the labels.
    pub language: Language,
    /// The quiz's time zone, used for all moments.
    #[serde(default, skip_serializing_if = "TimeZoneName::is_utc")]
    pub time_zone: TimeZoneName,
    pub threshold: Threshold,
    /// True if anyone could answer.
    pub is_open: bool,
    pub figures: Vec<SnapshotFigure>,
}

#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct SnapshotFigure {
    pub label: String,
    pub rows: Vec<SnapshotRow>,
}

#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct SnapshotRow {
    pub label: String,
    /// `None` if it is not shown.
    pub number: Option<SnapshotNumber>,
}

#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct SnapshotNumber {
    pub count: u64,
    pub whole: u64,
    pub until: Timestamp,
}
