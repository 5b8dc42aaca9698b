//! Reading respondents' answers.

use std::sync::Arc;

use domain::{AnswersRecord, Definition, Permission, Quiz, QuizKind, UserId};

use super::{Caller, Missing, QuizPath, Respondent, Service, ServiceError};
use crate::store::{Listed, Page, RecordChange, RecordPage, RecordQuery};

impl Service {
    /// Returns one respondent's record. `user` is the user's id. For in-app quizzes and callers who see everything it
    /// may also be the custom data, which selects the record with the latest activity.
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

    /// Returns the version of the quiz that asks a record's questions, or that gave its scores.
    pub async fn definition_of(
        &self,
        path: &QuizPath,
        record: &AnswersRecord,
    ) -> Result<Arc<Definition>, ServiceError> {
        let quiz = self.find_quiz(path).await?;
        self.definition(&quiz, record.scored_version()).await
    }

    /// Returns the questions that a record is asked, and a flag that says if clients without a key get its own scores,
    /// which follows the quiz's current settings.
    pub async fn asked_of(
        &self,
        path: &QuizPath,
        record: &AnswersRecord,
    ) -> Result<(Arc<Definition>, bool), ServiceError> {
        let quiz = self.find_quiz(path).await?;
        Ok((self.definition(&quiz, record.version).await?, quiz.definition.show_results))
    }

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

    /// Adds sample records. Existing ones are left unchanged.
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

/// Maximum number of earlier attempts shown with a record.
const ATTEMPTS: u32 = 100;

/// A record with everything needed to display it.
#[derive(Clone, Debug)]
pub struct PersonAnswers {
    pub quiz: Arc<Quiz>,
    pub record: AnswersRecord,
    pub definition: Arc<Definition>,
    pub scored_by: Arc<Definition>,
    /// Up to a hundred earlier attempts, latest first.
    pub attempts: Vec<AnswersRecord>,
}

impl Service {
    /// Returns the respondent's record, and records the reading in the audit log.
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
