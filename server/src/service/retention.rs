//! Rules about how long the records of a namespace are kept.

use domain::{NamespaceId, Permission, Retention, Timestamp};

use super::{
    Caller, Missing, Service, ServiceError,
    audit::{AuditDraft, record_audit},
};
use crate::{jobs, store::AuditAction};

impl Service {
    pub async fn retention(&self, caller: &Caller, namespace: &NamespaceId) -> Result<Retention, ServiceError> {
        caller.require(Permission::Read, namespace)?;
        self.require_namespace(namespace).await?;
        Ok(self.store.retention(namespace).await?)
    }

    /// Replaces the rule, which holds for records that exist already too, from the next hour on.
    pub async fn set_retention(
        &self,
        caller: &Caller,
        namespace: &NamespaceId,
        rule: Retention,
    ) -> Result<(), ServiceError> {
        self.transact((caller.clone(), namespace.clone(), rule), |(caller, namespace, rule), tx| {
            Box::pin(async move {
                let caller = caller.renewed(tx).await?;
                caller.require(Permission::Manage, namespace)?;
                tx.namespace(namespace).await?.ok_or(Missing::Namespace)?;
                if tx.retention(namespace).await? == *rule {
                    return Ok(());
                }
                tx.set_retention(namespace, *rule).await?;
                let days = |days: Option<u16>| days.map_or_else(|| "kept".to_owned(), |days| format!("{days} days"));
                let details = format!("answers {}, unfinished {}", days(rule.answers_days), days(rule.unfinished_days));
                let draft = AuditDraft::of_namespace(AuditAction::SetRetention, namespace);
                record_audit(tx, &caller, draft.with(details)).await
            })
        })
        .await
    }

    /// Erases what is past its time at this moment, as the service does every hour.
    pub async fn apply_retention(&self, now: Timestamp) -> Result<(), ServiceError> {
        jobs::apply_retention(&self.store, now).await.map_err(|error| ServiceError::Internal(format!("{error:#}")))
    }
}
