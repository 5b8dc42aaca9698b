//! Drafts of quizzes.

use domain::{Quiz, QuizId, QuizStatus, Settings, Timestamp};
use sha2::{Digest, Sha256};

/// A quiz as it is being edited: the editor's fields as sent, which may be invalid.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Draft {
    pub quiz_id: QuizId,
    /// JSON in the editor's own format.
    pub fields: String,
    pub based_on: Edition,
    pub admin_id: String,
    /// Increases with each change of the draft and serves as its revision.
    pub updated_at: Timestamp,
}

/// A draft that was replaced.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct EarlierDraft {
    pub admin_id: String,
    pub updated_at: Timestamp,
}

/// The state of a quiz that the editor edits, as a number that changes with it: version and settings, but neither the
/// status nor the dates, which change outside the editor.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Edition(i64);

impl Edition {
    #[expect(clippy::missing_panics_doc, reason = "the proofs stand beside them")]
    pub fn of(quiz: &Quiz) -> Self {
        let settings = Settings { opens_at: None, closes_at: None, status: QuizStatus::Draft, ..quiz.settings.clone() };
        let mut hash = Sha256::new_with_prefix(quiz.version.to_be_bytes());
        hash.update(serde_json::to_vec(&settings).expect("settings are JSON"));
        let hash: [u8; 32] = hash.finalize().into();
        let first = *hash.first_chunk().expect("a hash has 32 bytes");
        Self(i64::from_be_bytes(first))
    }

    pub fn number(self) -> i64 {
        self.0
    }
}

impl From<i64> for Edition {
    fn from(number: i64) -> Self {
        Self(number)
    }
}
