//! Records that are past their time.

use domain::{QuizId, Timestamp, UserId};

/// The moments before which records of a namespace are past their time. `None` keeps them.
#[derive(Clone, Copy, Debug)]
pub struct Cutoffs {
    /// Of records begun and never answered, by their start.
    pub untouched: Timestamp,
    /// Of first attempts that were not submitted, by their last answer.
    pub unfinished: Option<Timestamp>,
    /// Of everything else, by the submission; of an attempt under way after others, by its last answer.
    pub answers: Option<Timestamp>,
}

/// A record that is past its time.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Expired {
    pub quiz: QuizId,
    pub user: UserId,
    /// Its `activity_at`: a record that has changed since is not erased.
    pub seen: Timestamp,
    pub is_submitted: bool,
}

/// An attempt before the one that stands for a respondent, past its time.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ExpiredAttempt {
    pub quiz: QuizId,
    pub user: String,
    pub attempt: u32,
}
