//! Links of invited respondents: revoking, restoring and replacing them.

use domain::{InvitedId, Permission, Quiz, UserId};

use super::{
    Caller, Missing, QuizPath, Service, ServiceError,
    audit::{AuditDraft, record_audit_on_respondent},
};
use crate::{clock, random, store::AuditAction};

impl Service {
    /// Revokes or restores a link. A revoked link opens nothing. Answers given with it are kept.
    pub async fn revoke_link(
        &self,
        caller: &Caller,
        path: &QuizPath,
        id: &str,
        is_revoked: bool,
    ) -> Result<(), ServiceError> {
        let target = self.target(caller, Permission::Edit, path).await?;
        let id = InvitedId::parse(id).map_err(|_| Missing::User)?;
        let path = path.clone();
        self.transact(caller, target.right(), path.scope(), move |tx, caller| {
            Box::pin(async move {
                target.quiz(tx).await?;
                if !tx.set_revoked(&path.quiz, &id, is_revoked.then(clock::now)).await? {
                    return Err(Missing::User.into());
                }
                let what = if is_revoked { "revoked" } else { "restored" };
                let draft = AuditDraft::of_quiz(AuditAction::ChangeLink, &target.path).with(what.to_owned());
                record_audit_on_respondent(tx, &caller, draft, id.as_str()).await
            })
        })
        .await
    }

    /// Ends the link of a person who has not begun, and creates another. Returns `false` for others, whose answers are
    /// stored under the link.
    pub async fn renew_link_of_invited(
        &self,
        caller: &Caller,
        path: &QuizPath,
        id: &str,
    ) -> Result<bool, ServiceError> {
        let target = self.target(caller, Permission::Edit, path).await?;
        let id = InvitedId::parse(id).map_err(|_| Missing::User)?;
        let path = path.clone();
        self.transact(caller, target.right(), path.scope(), move |tx, caller| {
            Box::pin(async move {
                target.quiz(tx).await?;
                tx.invitation(&path.quiz, &id).await?.ok_or(Missing::User)?;
                let new = random::invited_id();
                if !tx.renew_invitation(&path.quiz, &id, &new).await? {
                    return Ok(false);
                }
                let draft = AuditDraft::of_quiz(AuditAction::ChangeLink, &target.path).with("renewed".to_owned());
                record_audit_on_respondent(tx, &caller, draft, new.as_str()).await?;
                Ok(true)
            })
        })
        .await
    }

    /// Refuses an invited respondent whose link is revoked, as if there had never been one.
    pub(super) async fn require_link(&self, quiz: &Quiz, user: &UserId) -> Result<(), ServiceError> {
        let UserId::Invited(id) = user else { return Ok(()) };
        match self.store.invitation(&quiz.id, id).await? {
            Some(invitation) if invitation.revoked_at.is_some() => Err(Missing::User.into()),
            _ => Ok(()),
        }
    }
}
