//! Namespaces, and how long their records are kept.

use domain::{FieldCode, Invalid, NamespaceId, Permission, Retention, Timestamp};

use super::{
    AdminRights, Caller, Conflict, Missing, Service, ServiceError, SignedIn,
    audit::{AuditDraft, record_audit},
    rights::Right,
};
use crate::{
    clock, jobs,
    store::{AuditAction, ExpiredCounts, Namespace, Page, WorkScope},
};

/// What to change of a namespace. What is absent stays.
#[derive(Clone, Debug, Default)]
pub struct NamespaceChange {
    pub name: Option<String>,
    /// Whether everyone without a second factor has to set one up before they see anything of the namespace.
    pub requires_second_factor: Option<bool>,
}

fn check_name(name: &str) -> Result<(), Invalid> {
    if name.trim().is_empty() || name.chars().count() > 200 || name.contains('\0') {
        return Err(Invalid::one("name", FieldCode::WrongLength { min: 1, max: 200 }));
    }
    Ok(())
}

impl Service {
    pub async fn create_namespace(
        &self,
        caller: &Caller,
        id: NamespaceId,
        name: String,
    ) -> Result<Namespace, ServiceError> {
        caller.require_everywhere(Permission::Manage)?;
        check_name(&name)?;
        let namespace = Namespace { id, name, created_at: clock::now(), requires_second_factor: false };
        let (right, scope) = (Right::Everywhere(Permission::Manage), WorkScope::Both(namespace.id.clone()));
        self.transact(caller, right, scope, move |tx, caller| {
            Box::pin(async move {
                if tx.namespace(&namespace.id).await?.is_some() {
                    return Err(Conflict::NamespaceExists.into());
                }
                // Otherwise its owners could read the audit lines of its predecessor, and old links would lead to it.
                if tx.has_been_namespace(&namespace.id).await? {
                    return Err(Conflict::NamespaceWasDeleted.into());
                }
                tx.add_namespace(&namespace).await?;
                let draft = AuditDraft::of_namespace(AuditAction::CreateNamespace, &namespace.id);
                record_audit(tx, &caller, draft.with(namespace.name.clone())).await?;
                Ok(namespace.clone())
            })
        })
        .await
    }

    /// Deletes a namespace without quizzes, with its API keys and roles. Its audit log stays.
    pub async fn delete_namespace(&self, caller: &Caller, id: &NamespaceId) -> Result<(), ServiceError> {
        caller.require_everywhere(Permission::Manage)?;
        // Answers of deleted quizzes may remain.
        self.store.purge_deleted().await?;
        let (right, scope, id) = (Right::Everywhere(Permission::Manage), WorkScope::Both(id.clone()), id.clone());
        self.transact(caller, right, scope, move |tx, caller| {
            Box::pin(async move {
                let namespace = tx.namespace(&id).await?.ok_or(Missing::Namespace)?;
                if !tx.delete_namespace(&id).await? {
                    return Err(Conflict::NamespaceInUse.into());
                }
                let draft = AuditDraft::of_namespace(AuditAction::DeleteNamespace, &id);
                record_audit(tx, &caller, draft.with(namespace.name)).await
            })
        })
        .await
    }

    /// Returns the namespace as it is then.
    pub async fn change_namespace(
        &self,
        caller: &Caller,
        id: &NamespaceId,
        change: NamespaceChange,
    ) -> Result<Namespace, ServiceError> {
        change.name.as_deref().map_or(Ok(()), check_name)?;
        let (right, id) = (Right::Namespace(Permission::Manage, id.clone()), id.clone());
        self.transact(caller, right, WorkScope::Namespace(id.clone()), move |tx, caller| {
            Box::pin(async move {
                let mut namespace = tx.namespace(&id).await?.ok_or(Missing::Namespace)?;
                if let Some(name) = change.name.filter(|name| *name != namespace.name) {
                    tx.rename_namespace(&id, &name).await?;
                    let draft = AuditDraft::of_namespace(AuditAction::RenameNamespace, &id);
                    record_audit(tx, &caller, draft.with(format!("{} → {name}", namespace.name))).await?;
                    namespace.name = name;
                }
                let required = change.requires_second_factor;
                if let Some(is_required) = required.filter(|required| *required != namespace.requires_second_factor) {
                    tx.require_second_factor(&id, is_required).await?;
                    let draft = AuditDraft::of_namespace(AuditAction::RequireSecondFactor, &id);
                    record_audit(tx, &caller, draft.with(if is_required { "on" } else { "off" }.to_owned())).await?;
                    namespace.requires_second_factor = is_required;
                }
                Ok(namespace)
            })
        })
        .await
    }

    pub async fn lacks_second_factor(&self, id: &NamespaceId, visitor: &SignedIn) -> Result<bool, ServiceError> {
        let is_required = self.store.namespace(id).await?.is_some_and(|namespace| namespace.requires_second_factor);
        Ok(is_required && !visitor.has_second_factor)
    }

    /// True if the administrator must set up a second factor before seeing anything of all namespaces together, because
    /// one of them requires it.
    pub async fn lacks_second_factor_somewhere(&self, visitor: &SignedIn) -> Result<bool, ServiceError> {
        Ok(!visitor.has_second_factor && self.store.requires_second_factor_somewhere().await?)
    }

    pub async fn list_namespaces(
        &self,
        caller: &Caller,
        page: Page<NamespaceId>,
    ) -> Result<Vec<Namespace>, ServiceError> {
        caller.require_everywhere(Permission::Read)?;
        Ok(self.store.namespaces(page).await?)
    }

    pub async fn namespace(&self, caller: &Caller, id: &NamespaceId) -> Result<Option<Namespace>, ServiceError> {
        caller.require(Permission::Read, id)?;
        Ok(self.store.namespace(id).await?)
    }

    /// Returns the namespaces in which an administrator has a role, ordered by id.
    pub async fn namespaces_of(
        &self,
        rights: &AdminRights,
        page: Page<NamespaceId>,
    ) -> Result<Vec<Namespace>, ServiceError> {
        if rights.is_everywhere {
            return Ok(self.store.namespaces(page).await?);
        }
        let mut ids: Vec<&NamespaceId> = rights.roles.iter().map(|(id, _)| id).collect();
        ids.retain(|id| page.after.as_ref().is_none_or(|after| *id > after));
        ids.sort_unstable();
        let mut found = Vec::new();
        for id in ids.into_iter().take(page.limit as usize) {
            found.extend(self.store.namespace(id).await?);
        }
        Ok(found)
    }
}

impl Service {
    pub async fn retention(&self, caller: &Caller, namespace: &NamespaceId) -> Result<Retention, ServiceError> {
        caller.require(Permission::Read, namespace)?;
        self.require_namespace(namespace).await?;
        Ok(self.store.retention(namespace).await?)
    }

    /// Replaces the rule. It also applies to existing records, from the next hour on.
    pub async fn set_retention(
        &self,
        caller: &Caller,
        namespace: &NamespaceId,
        rule: Retention,
    ) -> Result<(), ServiceError> {
        let (right, namespace) = (Right::Namespace(Permission::Manage, namespace.clone()), namespace.clone());
        self.transact(caller, right, WorkScope::Namespace(namespace.clone()), move |tx, caller| {
            Box::pin(async move {
                if tx.retention(&namespace).await? == rule {
                    return Ok(());
                }
                tx.set_retention(&namespace, rule).await?;
                let days = |days: Option<u16>| days.map_or_else(|| "kept".to_owned(), |days| format!("{days} days"));
                let details = format!("answers {}, unfinished {}", days(rule.answers_days), days(rule.unfinished_days));
                let draft = AuditDraft::of_namespace(AuditAction::SetRetention, &namespace);
                record_audit(tx, &caller, draft.with(details)).await
            })
        })
        .await
    }

    pub async fn expired_by(
        &self,
        caller: &Caller,
        namespace: &NamespaceId,
        rule: Retention,
    ) -> Result<ExpiredCounts, ServiceError> {
        caller.require(Permission::Read, namespace)?;
        self.require_namespace(namespace).await?;
        Ok(jobs::expired_by(&self.store, namespace, rule, clock::now()).await?)
    }

    /// The number of expired records that stay until their alerts are acknowledged.
    pub async fn waiting_for_alerts(
        &self,
        caller: &Caller,
        namespace: &NamespaceId,
        rule: Retention,
    ) -> Result<u64, ServiceError> {
        caller.require(Permission::Read, namespace)?;
        Ok(jobs::waiting_for_alerts(&self.store, namespace, rule, clock::now()).await?)
    }

    /// Erases expired records, as the service does every hour.
    pub async fn apply_retention(&self, now: Timestamp) -> Result<(), ServiceError> {
        jobs::apply_retention(&self.store, now).await.map_err(|error| ServiceError::Internal(format!("{error:#}")))
    }
}
