//! New versions of quizzes whose built-in questions have another wording in this release.

use std::sync::Arc;

use domain::{Edition, Permission};

use super::{
    Caller, QuizPath, Service, ServiceError,
    audit::{AuditDraft, record_audit},
};
use crate::{clock, store::AuditAction};

impl Service {
    /// Returns the quizzes that [`renew_words`](Self::renew_words) would give a new version.
    pub async fn worded_otherwise(&self, edition: Edition) -> Result<Vec<QuizPath>, ServiceError> {
        if edition == Edition::FIRST {
            return Ok(Vec::new());
        }
        let found = self.store.quizzes_outside_edition(edition).await?;
        Ok(found.into_iter().map(|(namespace, quiz)| QuizPath { namespace, quiz }).collect())
    }

    /// Creates a new version of each quiz that asks built-in questions in the wording of an earlier edition. Records
    /// that were begun keep their version, and with it the wording that their respondents read. Returns the number of
    /// quizzes, including those that another server has renewed meanwhile.
    pub async fn renew_words(&self, edition: Edition) -> Result<usize, ServiceError> {
        let stale = self.worded_otherwise(edition).await?;
        for path in &stale {
            self.renew(path, edition).await?;
        }
        Ok(stale.len())
    }

    async fn renew(&self, path: &QuizPath, edition: Edition) -> Result<(), ServiceError> {
        let target = self.target(&Caller::Operator, Permission::Edit, path).await?;
        let renewed = self.transact(&Caller::Operator, target.right(), path.scope(), move |tx, caller| {
            Box::pin(async move {
                let mut quiz = target.quiz(tx).await?;
                let Some(definition) = quiz.definition.renewed(edition) else { return Ok(()) };
                let json =
                    serde_json::to_string(&definition).map_err(|error| ServiceError::Internal(error.to_string()))?;
                quiz.version += 1;
                quiz.definition = Arc::new(definition);
                quiz.updated_at = clock::now().max(quiz.updated_at.just_after());
                tx.update_quiz(&quiz, Some(&json)).await?;
                let draft = AuditDraft::of_quiz(AuditAction::ChangeQuiz, &target.path);
                record_audit(tx, &caller, draft.with(format!("version {}: words of this release", quiz.version))).await
            })
        });
        renewed.await?;
        self.quizzes.forget(&path.quiz);
        Ok(())
    }
}
