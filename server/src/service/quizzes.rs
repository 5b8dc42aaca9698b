//! Changing and reading quizzes.

use std::sync::Arc;

use domain::{Definition, NamespaceId, Permission, Quiz, QuizChange, QuizId, QuizStatus, Timestamp};

use super::{Caller, Missing, QuizPath, Service, ServiceError, audit::AuditDraft};
use crate::{
    clock, random,
    store::{AuditAction, Counts, Page},
};

/// How often a change is tried again when somebody else changes the same quiz.
const TRIES: usize = 5;

/// Which quizzes to look for.
#[derive(Clone, Debug)]
pub struct QuizSearch {
    /// Part of the name, in capitals or not; empty for any.
    pub name: String,
    pub status: Option<QuizStatus>,
    /// The quiz that the list begins after.
    pub after: Option<QuizId>,
    pub limit: u32,
}

impl Service {
    /// What an administrator sees.
    ///
    /// # Errors
    /// When the caller may not read it or it is not there.
    pub async fn quiz(&self, caller: &Caller, path: &QuizPath) -> Result<(Arc<Quiz>, Counts), ServiceError> {
        caller.require(Permission::Read, &path.namespace)?;
        let quiz = self.read_quiz(path).await?;
        let counts = self.store.counts(&quiz.id).await?;
        Ok((quiz, counts))
    }

    /// What anyone may see; at most a second old.
    ///
    /// # Errors
    /// When it is not there.
    pub async fn public_quiz(&self, path: &QuizPath) -> Result<Arc<Quiz>, ServiceError> {
        self.find_quiz(path).await
    }

    /// Newest first.
    ///
    /// # Errors
    /// When the caller may not read them or the namespace is not there.
    pub async fn list_quizzes(
        &self,
        caller: &Caller,
        namespace: &NamespaceId,
        page: Page<(Timestamp, QuizId)>,
    ) -> Result<Vec<(Quiz, Counts)>, ServiceError> {
        caller.require(Permission::Read, namespace)?;
        self.require_namespace(namespace).await?;
        Ok(self.store.quizzes(namespace, page).await?)
    }

    /// Quizzes whose name holds a text, in a state, newest first; and whether there are more.
    ///
    /// # Errors
    /// When the caller may not read them or the namespace is not there.
    pub async fn search_quizzes(
        &self,
        caller: &Caller,
        namespace: &NamespaceId,
        search: &QuizSearch,
    ) -> Result<(Vec<(Quiz, Counts)>, bool), ServiceError> {
        caller.require(Permission::Read, namespace)?;
        self.require_namespace(namespace).await?;
        let all = self.store.settings_of_quizzes(namespace).await?;
        let last = search.after.as_ref().and_then(|last| all.iter().position(|(id, _)| id == last));
        let (name, now, limit) = (search.name.to_lowercase(), clock::now(), search.limit as usize);
        let mut found: Vec<QuizId> = all
            .into_iter()
            .skip(last.map_or(0, |last| last + 1))
            .filter(|(_, settings)| settings.name.wordings().any(|wording| wording.to_lowercase().contains(&name)))
            .filter(|(_, settings)| search.status.is_none_or(|status| settings.status_at(now) == status))
            .map(|(id, _)| id)
            .take(limit + 1)
            .collect();
        let is_more = found.len() > limit;
        found.truncate(limit);
        Ok((self.store.these_quizzes(&found).await?, is_more))
    }

    /// Changes settings in place; a change of questions or language makes a new version.
    ///
    /// # Errors
    /// When the caller may not, it is not there, or the result would not be valid.
    pub async fn change_quiz(
        &self,
        caller: &Caller,
        path: &QuizPath,
        change: QuizChange,
    ) -> Result<(Quiz, Counts), ServiceError> {
        caller.require(Permission::Edit, &path.namespace)?;
        for _ in 0..TRIES {
            let old = self.read_quiz(path).await?;
            let (settings, definition) = change.clone().apply(&old, random::option_id)?;
            let version = if definition == *old.definition { old.version } else { old.version + 1 };
            let quiz = Quiz {
                settings,
                version,
                definition: Arc::new(definition),
                updated_at: clock::now().max(old.updated_at.just_after()),
                ..Quiz::clone(&old)
            };
            self.record_audit(
                caller,
                AuditDraft::of_quiz(AuditAction::ChangeQuiz, path).with(what_changed(&old, &quiz)),
            )
            .await?;
            let is_stored = self.store.update_quiz(quiz.clone(), old.updated_at).await?;
            self.quizzes.forget(&path.quiz);
            if is_stored {
                let counts = self.store.counts(&quiz.id).await?;
                return Ok((quiz, counts));
            }
        }
        Err(ServiceError::Conflict("the quiz is being changed by somebody else".to_owned()))
    }

    /// Erases the quiz and everything answered in it.
    ///
    /// # Errors
    /// When the caller may not or it is not there.
    pub async fn delete_quiz(&self, caller: &Caller, path: &QuizPath) -> Result<(), ServiceError> {
        caller.require(Permission::Edit, &path.namespace)?;
        let quiz = self.read_quiz(path).await?;
        self.record_audit(caller, AuditDraft::of_quiz(AuditAction::DeleteQuiz, path).with(quiz.name().to_owned()))
            .await?;
        let is_deleted = self.store.delete_quiz(&path.quiz, clock::now()).await?;
        self.quizzes.forget(&path.quiz);
        if is_deleted { Ok(()) } else { Err(Missing::Quiz.into()) }
    }

    /// The definition that a record was begun under.
    pub(super) async fn definition(&self, quiz: &Quiz, version: u32) -> Result<Arc<Definition>, ServiceError> {
        if quiz.version == version {
            return Ok(Arc::clone(&quiz.definition));
        }
        if let Some(definition) = self.quizzes.definition(&quiz.id, version) {
            return Ok(definition);
        }
        let stored = self.store.definition(&quiz.id, version).await?;
        let definition =
            stored.ok_or_else(|| ServiceError::Internal(format!("quiz {} lacks version {version}", quiz.id)))?;
        Ok(self.quizzes.put_definition(&quiz.id, version, definition))
    }
}

/// For the audit log: what differs between two states of a quiz.
fn what_changed(old: &Quiz, new: &Quiz) -> String {
    let mut changes = Vec::new();
    if new.version != old.version {
        changes.push(format!("version {}", new.version));
    }
    if new.settings != old.settings {
        changes.push("settings".to_owned());
    }
    if changes.is_empty() { "nothing".to_owned() } else { changes.join(", ") }
}
