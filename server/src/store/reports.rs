//! Shared reports: links that show figures of a quiz, and the figures that they may show.

use domain::{Published, QuizId, Threshold, Timestamp};
use serde::{Deserialize, Serialize};

/// A link to some figures of a quiz.
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
}

/// The figures that all reports of a quiz may show.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct ReportFigures {
    pub threshold: Threshold,
    pub published: Published,
    /// The number of the last erasure that was noticed, or that took nothing from what is counted here.
    pub erased: i64,
    /// After the erasure of a submitted record, the number of records when it was noticed. Nothing is shown until a threshold's worth of records
    /// was added.
    pub withdrawn: Option<i64>,
    /// The moment of the last batch.
    pub at: Option<Timestamp>,
}
