//! The audit log.

use domain::{NamespaceId, Permission, QuizId, UserId};

use super::{
    Caller, QuizPath, Service, ServiceError,
    rights::{Permitted, Right},
};
use crate::{
    clock, random,
    store::{
        Actor, ActorKind, AuditAction, AuditEntry, AuditEvent, AuditFilter, Page, Reading, Transaction, WorkScope,
    },
};

#[derive(Clone, Debug)]
pub(super) struct AuditDraft<'a> {
    pub(super) action: AuditAction,
    pub(super) namespace: Option<&'a NamespaceId>,
    pub(super) quiz: Option<&'a QuizId>,
    pub(super) subject: Option<String>,
    pub(super) details: Option<String>,
}

impl<'a> AuditDraft<'a> {
    pub(super) fn new(action: AuditAction) -> Self {
        Self { action, namespace: None, quiz: None, subject: None, details: None }
    }

    pub(super) fn of_namespace(action: AuditAction, namespace: &'a NamespaceId) -> Self {
        Self { namespace: Some(namespace), ..Self::new(action) }
    }

    pub(super) fn of_quiz(action: AuditAction, path: &'a QuizPath) -> Self {
        Self { namespace: Some(&path.namespace), quiz: Some(&path.quiz), ..Self::new(action) }
    }

    pub(super) fn on(self, subject: &str) -> Self {
        Self { subject: Some(subject.to_owned()), ..self }
    }

    pub(super) fn with(self, details: String) -> Self {
        Self { details: Some(details), ..self }
    }

    fn by(self, actor: Actor) -> AuditEvent {
        AuditEvent {
            namespace_id: self.namespace.cloned(),
            quiz_id: self.quiz.cloned(),
            subject: self.subject,
            details: self.details,
            ..AuditEvent::new(clock::now(), actor, self.action)
        }
    }
}

/// Records an event in the transaction of its action. Respondents leave no events, because their records tell what they
/// did, unless they erase them.
pub(super) async fn record_audit(
    transaction: &mut Transaction<'_>,
    caller: &Permitted,
    draft: AuditDraft<'_>,
) -> Result<(), ServiceError> {
    if let Some(actor) = caller.actor() {
        transaction.append_audit(&draft.by(actor)).await?;
    }
    Ok(())
}

pub(super) async fn record_audit_on_respondent(
    tx: &mut Transaction<'_>,
    caller: &Permitted,
    draft: AuditDraft<'_>,
    user: &str,
) -> Result<(), ServiceError> {
    let Some(quiz) = draft.quiz else { return record_audit(tx, caller, draft).await };
    let pseudonym = tx.pseudonym(quiz, user, random::bits().to_be_bytes()).await?;
    record_audit(tx, caller, draft.on(&pseudonym)).await
}

/// Records a respondent's action on their own answers, which are gone afterwards.
pub(super) async fn record_audit_of_respondent(
    tx: &mut Transaction<'_>,
    draft: AuditDraft<'_>,
) -> Result<(), ServiceError> {
    let actor = Actor { kind: ActorKind::System, id: String::new(), name: "respondent".to_owned() };
    Ok(tx.append_audit(&draft.by(actor)).await?)
}

pub(super) async fn record_audit_by_respondent(
    tx: &mut Transaction<'_>,
    draft: AuditDraft<'_>,
    user: &str,
) -> Result<(), ServiceError> {
    let Some(quiz) = draft.quiz else { return Ok(()) };
    let pseudonym = tx.pseudonym(quiz, user, random::bits().to_be_bytes()).await?;
    let actor = Actor { kind: ActorKind::System, id: String::new(), name: "respondent".to_owned() };
    tx.append_audit(&draft.on(&pseudonym).by(actor)).await?;
    Ok(())
}

impl Service {
    /// Records that a respondent's answers were read. `details` describes how.
    pub(super) async fn record_reading(
        &self,
        caller: &Caller,
        path: &QuizPath,
        user: &UserId,
        details: Option<&str>,
    ) -> Result<(), ServiceError> {
        let Some(actor) = caller.actor() else { return Ok(()) };
        let reading = Reading {
            at: clock::now(),
            actor,
            action: AuditAction::ReadAnswers,
            namespace: path.namespace.clone(),
            quiz: path.quiz.clone(),
            user: user.clone(),
            details: details.map(ToOwned::to_owned),
            salt: random::bits().to_be_bytes(),
        };
        Ok(self.store.record_reading(reading).await?)
    }

    /// Records that a reply to an answering operation shows all answers of the respondent.
    pub async fn note_reading(&self, caller: &Caller, path: &QuizPath, user: &UserId) -> Result<(), ServiceError> {
        self.record_reading(caller, path, user, Some("while answering")).await
    }

    /// Records that a page of a list is read that contains whole answers, or links with which to answer as its
    /// respondents.
    pub async fn note_list(
        &self,
        caller: &Caller,
        path: &QuizPath,
        action: AuditAction,
        items: usize,
    ) -> Result<(), ServiceError> {
        if items == 0 {
            return Ok(());
        }
        let right = Right::Quiz(Permission::Read, path.namespace.clone());
        self.record_audit(caller, right, AuditDraft::of_quiz(action, path).with(format!("{items} people"))).await
    }

    /// Records an event in a transaction of its own before the action: a reading that cannot be recorded is refused.
    pub(super) async fn record_audit(
        &self,
        caller: &Caller,
        right: Right,
        draft: AuditDraft<'_>,
    ) -> Result<(), ServiceError> {
        let scope = WorkScope::of(draft.namespace);
        let Some(event) = caller.actor().map(|actor| draft.by(actor)) else { return Ok(()) };
        right.check(caller)?;
        let caller = caller.clone();
        self.store
            .note_reading(scope, move |tx| {
                Box::pin(async move {
                    right.require(tx, &caller).await?;
                    Ok(tx.append_audit(&event).await?)
                })
            })
            .await
    }

    pub(super) async fn record_audit_as(&self, actor: Actor, draft: AuditDraft<'_>) -> Result<(), ServiceError> {
        self.record_event(draft.by(actor)).await
    }

    pub(super) async fn record_event(&self, event: AuditEvent) -> Result<(), ServiceError> {
        let scope = WorkScope::of(event.namespace_id.as_ref());
        self.store.note_reading(scope, move |tx| Box::pin(async move { Ok(tx.append_audit(&event).await?) })).await
    }

    /// Newest first. A page begins before a line's number.
    pub async fn audit_log(
        &self,
        caller: &Caller,
        filter: &AuditFilter,
        page: Page<u64>,
    ) -> Result<Vec<AuditEntry>, ServiceError> {
        match &filter.namespace {
            Some(namespace) => caller.require(Permission::Manage, namespace)?,
            None => caller.require_everywhere(Permission::Manage)?,
        }
        Ok(self.store.audit(filter, page).await?)
    }

    /// Records that the caller downloads part of the log.
    pub async fn begin_audit_export(&self, caller: &Caller, filter: &AuditFilter) -> Result<(), ServiceError> {
        let namespace = filter.namespace.as_ref();
        let right = Right::within(Permission::Manage, namespace);
        self.record_audit(caller, right, AuditDraft { namespace, ..AuditDraft::new(AuditAction::ExportAudit) }).await
    }
}
