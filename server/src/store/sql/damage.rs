//! Damage in stored answers: data that no release has ever written and only a backup can restore.

use std::{collections::BTreeMap, fmt};

use domain::{Answer, NamespaceId, QuizId};
use serde_json::Value;

use crate::store::Divergence;

#[derive(Default)]
pub struct Examined {
    pub diverging: Vec<(NamespaceId, QuizId, Divergence)>,
    pub damage: Vec<Damage>,
}

/// Damage in a quiz, one of its records or a past attempt.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Damage {
    pub quiz: QuizId,
    pub user: Option<String>,
    pub what: String,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { quiz, user, what } = self;
        match user {
            Some(user) => write!(f, "quiz {quiz}, record {user}: {what}"),
            None => write!(f, "quiz {quiz}: {what}"),
        }
    }
}

/// Describes the damage in a row that is not a record, by its first invalid answer.
pub(super) fn of_row(column: &str, answers: &str) -> String {
    let answers: BTreeMap<String, Value> = serde_json::from_str(answers).unwrap_or_default();
    let damaged = answers.into_iter().find(|(_, answer)| serde_json::from_value::<Answer>(answer.clone()).is_err());
    match damaged {
        Some((question, _)) => format!("{question} has an answer that it cannot have"),
        None => format!("the {column} cannot be read"),
    }
}
