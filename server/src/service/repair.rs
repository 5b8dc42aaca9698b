//! Repairs lists and figures that diverge from the records.

use std::fmt;

use domain::Permission;

use super::{
    Caller, QuizPath, Service, ServiceError,
    audit::{AuditDraft, record_audit},
};
use crate::store::{AuditAction, Divergence, Examined, WorkScope};

impl Divergence {
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { has_other_lists, has_other_figures } = *self;
        let found = [(has_other_lists, "wrong lists by score"), (has_other_figures, "wrong figures")];
        let found: Vec<_> = found.iter().filter(|(is_so, _)| *is_so).map(|(_, what)| *what).collect();
        f.write_str(&found.join(", "))
    }
}

impl Service {
    pub async fn examine_answers(&self, caller: &Caller) -> Result<Examined, ServiceError> {
        caller.require_everywhere(Permission::Manage)?;
        Ok(self.store.examine_answers().await?)
    }

    pub async fn repair(&self, caller: &Caller, path: &QuizPath) -> Result<Divergence, ServiceError> {
        let target = self.target(caller, Permission::Manage, path).await?;
        self.transact(caller, target.right(), WorkScope::Both(path.namespace.clone()), move |tx, caller| {
            Box::pin(async move {
                let quiz = target.quiz(tx).await?;
                let divergence = tx.repair(&quiz.id).await?;
                if !divergence.is_none() {
                    let draft =
                        AuditDraft::of_quiz(AuditAction::RepairAnswers, &target.path).with(divergence.to_string());
                    record_audit(tx, &caller, draft).await?;
                }
                Ok(divergence)
            })
        })
        .await
    }
}
