//! People that the index of their words finds.

use domain::{AnswersRecord, QuizId, UserId};

use super::Invitation;

/// A person in one quiz of a namespace.
#[derive(Clone, Debug)]
pub struct FoundPerson {
    pub quiz: QuizId,
    pub quiz_name: String,
    pub user: UserId,
    /// `None` if the invited person has not begun.
    pub record: Option<AnswersRecord>,
    pub invitation: Option<Invitation>,
}

/// The outcome of filling in words of people from before.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum FilledWords {
    All,
    /// There is more to do.
    Some,
    /// A server of an earlier release is at work, and its people would be missing.
    Waiting,
}

/// What a person has in common in all quizzes of a namespace.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum PersonKey {
    /// The address of invitations, in any case.
    Email(String),
    /// The id of a respondent, such as the id that an application gives.
    Id(String),
}
