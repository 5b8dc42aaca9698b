//! Making quizzes: from a definition, and from another quiz.

use std::sync::Arc;

use domain::{Definition, NamespaceId, Permission, Quiz, QuizId, QuizInput, QuizKind, QuizStatus, Settings};

use super::{Caller, QuizPath, Service, ServiceError, audit::AuditDraft};
use crate::{clock, random, store::AuditAction};

/// Characters that a name has at most.
const NAME: usize = 200;

impl Service {
    /// # Errors
    /// When the caller may not, the namespace is not there, or the quiz is not valid.
    pub async fn create_quiz(
        &self,
        caller: &Caller,
        namespace: NamespaceId,
        input: QuizInput,
    ) -> Result<Quiz, ServiceError> {
        self.create_quiz_as(caller, namespace, input, QuizStatus::Open).await
    }

    /// Makes a quiz that nobody can answer before it is opened.
    ///
    /// # Errors
    /// As [`Service::create_quiz`].
    pub async fn create_unopened_quiz(
        &self,
        caller: &Caller,
        namespace: NamespaceId,
        input: QuizInput,
    ) -> Result<Quiz, ServiceError> {
        self.create_quiz_as(caller, namespace, input, QuizStatus::Draft).await
    }

    /// Makes another quiz with the same questions and settings, not opened and without dates.
    ///
    /// # Errors
    /// When the caller may not or the quiz is not there.
    pub async fn duplicate_quiz(&self, caller: &Caller, path: &QuizPath) -> Result<Quiz, ServiceError> {
        caller.require(Permission::Edit, &path.namespace)?;
        let original = self.read_quiz(path).await?;
        let settings = Settings {
            name: original.settings.name.map(|name| format!("Copy of {name}").chars().take(NAME).collect()),
            opens_at: None,
            closes_at: None,
            status: QuizStatus::Draft,
            ..original.settings.clone()
        };
        let definition = Arc::clone(&original.definition);
        let details = format!("copy of {}", original.id);
        self.add_quiz(caller, path.namespace.clone(), original.kind, settings, definition, details).await
    }

    async fn create_quiz_as(
        &self,
        caller: &Caller,
        namespace: NamespaceId,
        input: QuizInput,
        status: QuizStatus,
    ) -> Result<Quiz, ServiceError> {
        caller.require(Permission::Edit, &namespace)?;
        self.require_namespace(&namespace).await?;
        let new = input.check(random::option_id)?;
        let settings = Settings { status, ..new.settings };
        let details = settings.name.in_language(new.definition.language, new.definition.language).to_owned();
        self.add_quiz(caller, namespace, new.kind, settings, Arc::new(new.definition), details).await
    }

    async fn add_quiz(
        &self,
        caller: &Caller,
        namespace_id: NamespaceId,
        kind: QuizKind,
        settings: Settings,
        definition: Arc<Definition>,
        details: String,
    ) -> Result<Quiz, ServiceError> {
        let now = clock::now();
        let id = QuizId::from_random(random::bits());
        let quiz = Quiz { id, namespace_id, kind, settings, version: 1, definition, created_at: now, updated_at: now };
        let draft = AuditDraft {
            namespace: Some(&quiz.namespace_id),
            quiz: Some(&quiz.id),
            ..AuditDraft::new(AuditAction::CreateQuiz)
        };
        self.record_audit(caller, draft.with(details)).await?;
        self.store.add_quiz(quiz.clone()).await?;
        Ok(quiz)
    }
}
