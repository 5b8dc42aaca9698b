//! Reading what people answered.

use std::sync::Arc;

use domain::{AnswersRecord, Definition, Permission, Quiz, QuizKind, UserId};

use super::{Caller, Missing, QuizPath, Respondent, Service, ServiceError};
use crate::store::{Listed, Page, RecordChange, RecordPage, RecordQuery};

impl Service {
    /// One person's record. `user` is the user's id; for in-app quizzes and callers who see all it may also be the
    /// custom data, and then the record that was active last is meant.
    pub async fn answers_of(
        &self,
        caller: &Caller,
        path: &QuizPath,
        user: &str,
    ) -> Result<AnswersRecord, ServiceError> {
        let quiz = self.find_quiz(path).await?;
        let sees_all = caller.sees_all(&path.namespace);
        let named = match &quiz.session_secret {
            // A session id alone must not open the result of a quiz whose sessions are signed.
            Some(_) if !sees_all => Some(self.identify(&quiz, &Respondent::Any(user.to_owned()))?.0),
            _ => UserId::parse(quiz.kind, user),
        };
        if let (Some(user), false) = (&named, sees_all) {
            self.require_link(&quiz, user).await?;
        }
        let mut found = match named {
            Some(user) => self.store.record(&quiz.id, &user).await?,
            None => None,
        };
        if found.is_none() && quiz.kind == QuizKind::InApp && sees_all {
            found = self.store.record_by_custom_data(&quiz.id, user).await?;
        }
        let record = found.ok_or(Missing::User)?;
        if sees_all {
            self.record_reading(caller, path, &record.user, None).await?;
        }
        Ok(record)
    }

    /// The version of the quiz that a record is asked, or whose scores it has.
    pub async fn definition_of(
        &self,
        path: &QuizPath,
        record: &AnswersRecord,
    ) -> Result<Arc<Definition>, ServiceError> {
        let quiz = self.find_quiz(path).await?;
        self.definition(&quiz, record.scored_version()).await
    }

    /// The questions that a record is asked, and whether clients without a key get its own scores, which goes by the quiz
    /// as it is now.
    pub async fn asked_of(
        &self,
        path: &QuizPath,
        record: &AnswersRecord,
    ) -> Result<(Arc<Definition>, bool), ServiceError> {
        let quiz = self.find_quiz(path).await?;
        Ok((self.definition(&quiz, record.version).await?, quiz.definition.show_results))
    }

    /// The records that fit a filter, one page in an order.
    pub async fn list_answers(
        &self,
        caller: &Caller,
        path: &QuizPath,
        query: &RecordQuery,
    ) -> Result<RecordPage, ServiceError> {
        caller.require(Permission::Read, &path.namespace)?;
        let quiz = self.read_quiz(path).await?;
        Ok(self.store.page_of_records(&quiz.id, query, false).await?)
    }

    /// The changes of a quiz's answers after a given one, in the order of commits.
    pub async fn answer_changes(
        &self,
        caller: &Caller,
        path: &QuizPath,
        after: u64,
        limit: u32,
    ) -> Result<Listed<(u64, RecordChange)>, ServiceError> {
        caller.require(Permission::Read, &path.namespace)?;
        let quiz = self.read_quiz(path).await?;
        Ok(self.store.changes(&quiz.id, after, limit).await?)
    }

    /// Adds made-up records, for trying things out; those that exist are left as they are.
    pub async fn load_records(
        &self,
        caller: &Caller,
        path: &QuizPath,
        records: Vec<AnswersRecord>,
    ) -> Result<(), ServiceError> {
        caller.require(Permission::Edit, &path.namespace)?;
        self.find_quiz(path).await?;
        Ok(self.store.add_records(records).await?)
    }
}

/// Earlier attempts that are shown with a record.
const ATTEMPTS: u32 = 100;

/// A record with what is needed to read it.
#[derive(Clone, Debug)]
pub struct PersonAnswers {
    pub quiz: Arc<Quiz>,
    pub record: AnswersRecord,
    /// The questions of the record's version.
    pub definition: Arc<Definition>,
    /// Those of the version that gave the scores.
    pub scored_by: Arc<Definition>,
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
        let scored_by = self.definition(&quiz, record.scored_version()).await?;
        let attempts = if record.attempt > 1 {
            let page = Page { after: Some(record.attempt), limit: ATTEMPTS };
            self.store.attempts(&quiz.id, &record.user, page).await?.items
        } else {
            Vec::new()
        };
        Ok(PersonAnswers { quiz, record, definition, scored_by, attempts })
    }
}
