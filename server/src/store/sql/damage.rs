//! Damage of stored answers: what no release has ever written, so that only a backup can put it right.

use std::{collections::BTreeMap, fmt};

use domain::{Answer, NamespaceId, QuizId};
use serde_json::Value;

use crate::store::Divergence;

/// What was found in all answers.
#[derive(Default)]
pub struct Examined {
    pub diverging: Vec<(NamespaceId, QuizId, Divergence)>,
    pub damage: Vec<Damage>,
}

/// Damage of a quiz, or of one record or an earlier attempt in it.
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

/// Says what is damaged in a row that is no record, by its first answer that is none.
pub(super) fn of_row(column: &str, answers: &str) -> String {
    let answers: BTreeMap<String, Value> = serde_json::from_str(answers).unwrap_or_default();
    let damaged = answers.into_iter().find(|(_, answer)| serde_json::from_value::<Answer>(answer.clone()).is_err());
    match damaged {
        Some((question, _)) => format!("{question} has an answer that it cannot have"),
        None => format!("the {column} cannot be read"),
    }
}
