//! One person in one quiz, for those who may read all answers.

use std::sync::Arc;

use domain::{AnswersRecord, Definition, Permission, Quiz};

use super::{Caller, QuizPath, Service, ServiceError};
use crate::store::Page;

/// Earlier attempts that are shown with a record.
const ATTEMPTS: u32 = 100;

/// A record with what is needed to read it.
#[derive(Clone, Debug)]
pub struct PersonAnswers {
    pub quiz: Arc<Quiz>,
    pub record: AnswersRecord,
    /// The questions of the record's version.
    pub definition: Arc<Definition>,
    /// The hundred attempts before the record's own, the latest first.
    pub attempts: Vec<AnswersRecord>,
}

impl Service {
    /// The person's record; that it was read is written to the audit log.
    pub async fn person(&self, caller: &Caller, path: &QuizPath, user: &str) -> Result<PersonAnswers, ServiceError> {
        caller.require(Permission::Read, &path.namespace)?;
        let quiz = self.read_quiz(path).await?;
        let record = self.answers_of(caller, path, user).await?;
        let definition = self.definition(&quiz, record.version).await?;
        let attempts = if record.attempt > 1 {
            let page = Page { after: Some(record.attempt), limit: ATTEMPTS };
            self.store.attempts(&quiz.id, &record.user, page).await?
        } else {
            Vec::new()
        };
        Ok(PersonAnswers { quiz, record, definition, attempts })
    }
}
