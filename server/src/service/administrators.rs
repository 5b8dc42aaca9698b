//! Administrators' accounts, as managed by the operator and the operator's programs.

use domain::{Email, NamespaceId, Permission, Role};

use super::{
    Caller, Conflict, Missing, NewMember, Service, ServiceError,
    audit::{AuditDraft, record_audit},
    links::new_link,
    passwords,
    rights::{Permitted, Right},
};
use crate::{
    clock,
    store::{Administrator, AuditAction, Transaction, WorkScope},
};

impl Service {
    /// Creates an administrator of all namespaces. Without a password, also creates a link to choose one.
    pub async fn create_administrator(
        &self,
        caller: &Caller,
        email: Email,
        password: Option<&str>,
    ) -> Result<NewMember, ServiceError> {
        caller.require_everywhere(Permission::Manage)?;
        let password_hash = match password {
            Some(password) => {
                passwords::check(password, email.as_str())?;
                Some(passwords::hash(password, passwords::CHOSEN).await?)
            }
            None => None,
        };
        let right = Right::Everywhere(Permission::Manage);
        self.transact(caller, right, WorkScope::Installation, move |tx, caller| {
            Box::pin(async move {
                let administrator =
                    add_administrator(tx, Some(&caller), &email, password_hash.as_deref(), true).await?;
                let link = match password_hash {
                    Some(_) => None,
                    None => Some(new_link(tx, Some(administrator.id.clone())).await?),
                };
                Ok(NewMember { administrator, link })
            })
        })
        .await
    }

    /// Resets an administrator who has lost the password or the second factor: removes both, ends all sessions and
    /// links, and creates a link to choose a password.
    pub async fn reset_administrator(&self, caller: &Caller, email: &Email) -> Result<NewMember, ServiceError> {
        let (right, email) = (Right::Everywhere(Permission::Manage), email.clone());
        self.transact(caller, right, WorkScope::Installation, move |tx, caller| {
            Box::pin(async move {
                let administrator = tx.administrator_by_email(&email).await?.ok_or(Missing::Administrator)?;
                set_credentials(tx, &administrator.id, None).await?;
                record_audit(tx, &caller, AuditDraft::new(AuditAction::ResetAdministrator).on(email.as_str())).await?;
                let link = Some(new_link(tx, Some(administrator.id.clone())).await?);
                Ok(NewMember { administrator, link })
            })
        })
        .await
    }

    pub async fn administrators(&self, caller: &Caller) -> Result<Vec<Administrator>, ServiceError> {
        caller.require_everywhere(Permission::Manage)?;
        let mut found = self.store.administrators().await?;
        found.retain(|administrator| administrator.is_everywhere);
        Ok(found)
    }

    /// Removes an administrator of all namespaces: the account with its roles, sessions and links. Refused for the last
    /// one.
    pub async fn remove_administrator(&self, caller: &Caller, email: &Email) -> Result<(), ServiceError> {
        caller.require_everywhere(Permission::Manage)?;
        let (right, email) = (Right::Everywhere(Permission::Manage), email.clone());
        // The administrator may own any namespace.
        self.transact(caller, right, WorkScope::Everything, move |tx, caller| {
            Box::pin(async move {
                let found = tx.administrator_by_email(&email).await?.filter(|found| found.is_everywhere);
                let administrator = found.ok_or(Missing::Administrator)?;
                if tx.administrators_everywhere().await? < 2 {
                    return Err(Conflict::LastAdministrator.into());
                }
                tx.delete_administrator(&administrator.id).await?;
                let draft = AuditDraft::new(AuditAction::RemoveAdministrator).on(email.as_str());
                record_audit(tx, &caller, draft).await
            })
        })
        .await
    }

    /// Makes an account with this password an owner of a namespace, and ends all its sessions and links. For accounts
    /// that a program manages, for example the demo's.
    pub async fn renew_member(
        &self,
        caller: &Caller,
        namespace: &NamespaceId,
        email: Email,
        password: &str,
    ) -> Result<(), ServiceError> {
        caller.require_everywhere(Permission::Manage)?;
        passwords::check(password, email.as_str())?;
        let password_hash = passwords::hash(password, passwords::CHOSEN).await?;
        let (right, namespace) = (Right::Everywhere(Permission::Manage), namespace.clone());
        self.transact(caller, right, WorkScope::Both(namespace.clone()), move |tx, caller| {
            Box::pin(async move {
                let id = match tx.administrator_by_email(&email).await? {
                    Some(known) => known.id,
                    None => add_administrator(tx, Some(&caller), &email, None, false).await?.id,
                };
                set_credentials(tx, &id, Some(&password_hash)).await?;
                tx.set_role(&id, &namespace, Some(Role::Owner)).await?;
                let draft = AuditDraft::of_namespace(AuditAction::RenewMember, &namespace);
                record_audit(tx, &caller, draft.on(email.as_str())).await
            })
        })
        .await
    }
}

/// Adds an administrator, on behalf of `by` or of the new administrator.
pub(super) async fn add_administrator(
    tx: &mut Transaction<'_>,
    by: Option<&Permitted>,
    email: &Email,
    password_hash: Option<&str>,
    is_everywhere: bool,
) -> Result<Administrator, ServiceError> {
    if tx.administrator_by_email(email).await?.is_some() {
        return Err(Conflict::EmailTaken.into());
    }
    let administrator = Administrator {
        id: uuid::Uuid::new_v4().to_string(),
        name: email.as_str().split('@').next().unwrap_or_default().to_owned(),
        email: email.clone(),
        password_hash: password_hash.map(ToOwned::to_owned),
        totp: None,
        is_everywhere,
        created_at: clock::now(),
    };
    tx.add_administrator(&administrator).await?;
    let caller = match by {
        Some(caller) => caller.clone(),
        None => Permitted::of_account(tx, &administrator).await?,
    };
    let draft = AuditDraft::new(AuditAction::CreateAdministrator).on(email.as_str());
    record_audit(tx, &caller, draft).await?;
    Ok(administrator)
}

/// Sets or clears the password, removes the second factor, and ends all sessions and links.
async fn set_credentials(
    tx: &mut Transaction<'_>,
    id: &str,
    password_hash: Option<&String>,
) -> Result<(), ServiceError> {
    tx.set_password(id, password_hash.map(String::as_str)).await?;
    tx.set_second_factor(id, None).await?;
    tx.set_recovery_codes(id, &[]).await?;
    tx.end_sessions(id, None).await?;
    Ok(tx.end_sign_in_links(Some(id)).await?)
}
