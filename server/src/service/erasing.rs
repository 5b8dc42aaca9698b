//! Erasing a respondent's answers, by an administrator or by the respondent.

use domain::{Permission, UserId};

use super::{
    Caller, Missing, QuizPath, Respondent, Service, ServiceError, Unauthorized,
    audit::{AuditDraft, record_audit_by_respondent, record_audit_on_respondent},
};
use crate::{
    clock,
    store::{AuditAction, ErasedBy},
};

impl Service {
    /// Erases a respondent's answers and invitation, and removes the exports that may contain the answers. Remains in
    /// the files are scrubbed soon afterwards.
    pub async fn erase_user(&self, caller: &Caller, path: &QuizPath, user: &str) -> Result<(), ServiceError> {
        let target = self.target(caller, Permission::Edit, path).await?;
        let user = user.to_owned();
        let erased = self.transact(caller, target.right(), path.scope(), move |tx, caller| {
            Box::pin(async move {
                let quiz = target.quiz(tx).await?;
                let user = UserId::parse(quiz.kind, &user).ok_or(Missing::User)?;
                let draft = AuditDraft::of_quiz(AuditAction::EraseAnswers, &target.path);
                // Recorded while the respondent is known, so that the line has the same pseudonym as earlier ones.
                record_audit_on_respondent(tx, &caller, draft, user.as_str()).await?;
                let is_erased = tx.erase_user(&quiz.id, &user, ErasedBy::Namespace, clock::now()).await?;
                if is_erased { Ok(()) } else { Err(Missing::User.into()) }
            })
        });
        erased.await?;
        self.store.scrub();
        Ok(())
    }

    /// Erases a respondent's answers of all attempts at their own request, if the quiz allows it. Exports that may
    /// contain the answers are replaced: respondents must not be able to remove the owner's exports, or to keep the
    /// server busy with them.
    pub async fn erase_own(&self, path: &QuizPath, who: &Respondent) -> Result<(), ServiceError> {
        let quiz = self.find_quiz(path).await?;
        if !quiz.settings.respondents_may_erase {
            return Err(Unauthorized::NoKey.into());
        }
        let (user, _) = self.identify(&quiz, who)?;
        let (path, known) = (path.clone(), quiz);
        let erased = self.transact_unasked(path.scope(), move |tx| {
            Box::pin(async move {
                let quiz = tx.quiz_again(&known).await?.ok_or(Missing::Quiz)?;
                if !quiz.settings.respondents_may_erase {
                    return Err(Unauthorized::NoKey.into());
                }
                let draft = AuditDraft::of_quiz(AuditAction::EraseAnswers, &path);
                record_audit_by_respondent(tx, draft, user.as_str()).await?;
                let is_erased = tx.erase_user(&path.quiz, &user, ErasedBy::Respondent, clock::now()).await?;
                if is_erased { Ok(()) } else { Err(Missing::User.into()) }
            })
        });
        erased.await?;
        self.store.scrub();
        Ok(())
    }
}
