//! Roles of administrators in namespaces.

use domain::{Email, FieldCode, Invalid, NamespaceId, Permission, Role};

use super::{
    Caller, Conflict, Forbidden, Missing, Service, ServiceError,
    administrators::add_administrator,
    audit::{AuditDraft, record_audit},
    links::new_link,
};
use crate::store::{Administrator, AuditAction, Member, Transaction, WorkScope};

/// An account after a change to it or to its roles.
#[derive(Clone, Debug)]
pub struct NewMember {
    pub administrator: Administrator,
    /// The token of a new link to choose a password, if one was made.
    pub link: Option<String>,
    /// The role that the person had in the namespace before.
    pub role_before: Option<Role>,
}

/// Decides about a person who already has another role in the namespace.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum ExistingRole {
    Keep,
    Replace,
}

impl Service {
    /// By e-mail address; without administrators of all namespaces.
    pub async fn members(&self, caller: &Caller, namespace: &NamespaceId) -> Result<Vec<Member>, ServiceError> {
        caller.require(Permission::Manage, namespace)?;
        self.require_namespace(namespace).await?;
        Ok(self.store.members(namespace).await?)
    }

    /// Gives a person a role, creating the account if there is none. When an account comes into the namespace its
    /// earlier links end: with them their holders would come in too. Refused when the namespace would lose its last
    /// owner, or when the person has roles in namespaces that the caller may not manage.
    pub async fn set_member(
        &self,
        caller: &Caller,
        namespace: &NamespaceId,
        email: Email,
        role: Role,
        existing: ExistingRole,
    ) -> Result<NewMember, ServiceError> {
        let input = (caller.clone(), namespace.clone(), email, role, existing);
        self.transact(WorkScope::Both(namespace.clone()), input, |(caller, namespace, email, role, existing), tx| {
            Box::pin(async move {
                let caller = manager(tx, caller, namespace).await?;
                let Some(known) = tx.administrator_by_email(email).await? else {
                    let newcomer = add_administrator(tx, Some(&caller), email, None, false).await?;
                    return let_in(tx, &caller, namespace, newcomer, *role).await;
                };
                if known.is_everywhere {
                    return Err(Invalid::one("email", FieldCode::ForeignAdministrator).into());
                }
                let roles = tx.roles(&known.id).await?;
                let Some(present) = role_in(&roles, namespace) else {
                    require_power_over(&caller, &known, &roles)?;
                    return let_in(tx, &caller, namespace, known, *role).await;
                };
                if present != *role && *existing == ExistingRole::Keep {
                    return Err(Conflict::HasRole { id: known.id, email: known.email, role: present }.into());
                }
                change_role(tx, &caller, namespace, &known, present, *role).await?;
                Ok(NewMember { administrator: known, link: None, role_before: Some(present) })
            })
        })
        .await
    }

    pub async fn change_role(
        &self,
        caller: &Caller,
        namespace: &NamespaceId,
        id: &str,
        role: Role,
    ) -> Result<(), ServiceError> {
        let input = (caller.clone(), namespace.clone(), id.to_owned(), role);
        self.transact(WorkScope::Both(namespace.clone()), input, |(caller, namespace, id, role), tx| {
            Box::pin(async move {
                let caller = manager(tx, caller, namespace).await?;
                let Member { administrator, role: present } = member(tx, namespace, id).await?;
                change_role(tx, &caller, namespace, &administrator, present, *role).await
            })
        })
        .await
    }

    /// Makes a link by which a member chooses a new password; earlier ones end. Refused when the person has roles in
    /// namespaces that the caller may not manage.
    pub async fn renew_link(
        &self,
        caller: &Caller,
        namespace: &NamespaceId,
        id: &str,
    ) -> Result<NewMember, ServiceError> {
        self.transact(
            WorkScope::Both(namespace.clone()),
            (caller.clone(), namespace.clone(), id.to_owned()),
            |(caller, namespace, id), tx| {
                Box::pin(async move {
                    let caller = manager(tx, caller, namespace).await?;
                    let Member { administrator, role } = member(tx, namespace, id).await?;
                    require_power_over(&caller, &administrator, &tx.roles(id).await?)?;
                    tx.end_sign_in_links(Some(id)).await?;
                    let draft = AuditDraft::of_namespace(AuditAction::LinkMember, namespace);
                    record_audit(tx, &caller, draft.on(administrator.email.as_str())).await?;
                    let link = Some(new_link(tx, Some(id.clone())).await?);
                    Ok(NewMember { administrator, link, role_before: Some(role) })
                })
            },
        )
        .await
    }

    /// True if [`Service::renew_link`] would make a link for this person.
    pub async fn may_renew_link(&self, caller: &Caller, person: &Administrator) -> Result<bool, ServiceError> {
        Ok(require_power_over(caller, person, &self.store.roles(&person.id).await?).is_ok())
    }

    /// A person with a role in the namespace.
    pub async fn member(&self, caller: &Caller, namespace: &NamespaceId, id: &str) -> Result<Member, ServiceError> {
        let members = self.members(caller, namespace).await?;
        members.into_iter().find(|member| member.administrator.id == id).ok_or_else(|| Missing::Administrator.into())
    }

    /// Takes a member's role away, and ends the person's links. With the last role goes the account.
    pub async fn remove_member(&self, caller: &Caller, namespace: &NamespaceId, id: &str) -> Result<(), ServiceError> {
        self.transact(
            WorkScope::Both(namespace.clone()),
            (caller.clone(), namespace.clone(), id.to_owned()),
            |(caller, namespace, id), tx| {
                Box::pin(async move {
                    let caller = manager(tx, caller, namespace).await?;
                    let Member { administrator, .. } = member(tx, namespace, id).await?;
                    set_role(tx, namespace, &administrator, None).await?;
                    tx.end_sign_in_links(Some(id)).await?;
                    if !administrator.is_everywhere && tx.roles(id).await?.is_empty() {
                        tx.delete_administrator(id).await?;
                    }
                    let draft = AuditDraft::of_namespace(AuditAction::RemoveMember, namespace);
                    record_audit(tx, &caller, draft.on(administrator.email.as_str())).await
                })
            },
        )
        .await
    }
}

/// The caller as it is now, if it may manage the namespace.
async fn manager(tx: &mut dyn Transaction, caller: &Caller, namespace: &NamespaceId) -> Result<Caller, ServiceError> {
    let caller = caller.renewed(tx).await?;
    caller.require(Permission::Manage, namespace)?;
    tx.namespace(namespace).await?.ok_or(Missing::Namespace)?;
    Ok(caller)
}

async fn member(tx: &mut dyn Transaction, namespace: &NamespaceId, id: &str) -> Result<Member, ServiceError> {
    let administrator = tx.administrator(id).await?.ok_or(Missing::Administrator)?;
    let role = role_in(&tx.roles(id).await?, namespace).ok_or(Missing::Administrator)?;
    Ok(Member { administrator, role })
}

fn role_in(roles: &[(NamespaceId, Role)], namespace: &NamespaceId) -> Option<Role> {
    roles.iter().find(|(own, _)| own == namespace).map(|(_, role)| *role)
}

/// Gives a person a first role in a namespace.
async fn let_in(
    tx: &mut dyn Transaction,
    caller: &Caller,
    namespace: &NamespaceId,
    administrator: Administrator,
    role: Role,
) -> Result<NewMember, ServiceError> {
    tx.end_sign_in_links(Some(&administrator.id)).await?;
    tx.set_role(&administrator.id, namespace, Some(role)).await?;
    record_role(tx, caller, namespace, &administrator, role).await?;
    let link = match administrator.password_hash {
        None => Some(new_link(tx, Some(administrator.id.clone())).await?),
        Some(_) => None,
    };
    Ok(NewMember { administrator, link, role_before: None })
}

async fn change_role(
    tx: &mut dyn Transaction,
    caller: &Caller,
    namespace: &NamespaceId,
    administrator: &Administrator,
    present: Role,
    role: Role,
) -> Result<(), ServiceError> {
    if role == present {
        return Ok(());
    }
    set_role(tx, namespace, administrator, Some(role)).await?;
    record_role(tx, caller, namespace, administrator, role).await
}

async fn record_role(
    tx: &mut dyn Transaction,
    caller: &Caller,
    namespace: &NamespaceId,
    administrator: &Administrator,
    role: Role,
) -> Result<(), ServiceError> {
    let draft = AuditDraft::of_namespace(AuditAction::SetMember, namespace);
    record_audit(tx, caller, draft.on(administrator.email.as_str()).with(role.as_str().to_owned())).await
}

/// Changes a member's role or takes it away, as long as someone is left who owns the namespace.
async fn set_role(
    tx: &mut dyn Transaction,
    namespace: &NamespaceId,
    administrator: &Administrator,
    role: Option<Role>,
) -> Result<(), ServiceError> {
    let owners = tx.owners(namespace).await?;
    let is_last = !administrator.is_everywhere && owners == [administrator.id.as_str()];
    if is_last && role != Some(Role::Owner) {
        return Err(Conflict::LastOwner.into());
    }
    Ok(tx.set_role(&administrator.id, namespace, role).await?)
}

/// An account's address proves nothing. The owner who creates the account may therefore hold it, and an administrator who
/// makes a link for it can act as its holder. Neither may reach into a namespace that they do not manage.
fn require_power_over(
    caller: &Caller,
    person: &Administrator,
    roles: &[(NamespaceId, Role)],
) -> Result<(), ServiceError> {
    let is_within = roles.iter().all(|(namespace, _)| caller.require(Permission::Manage, namespace).is_ok());
    let is_ours = is_within && !person.is_everywhere;
    if is_ours || caller.require_everywhere(Permission::Manage).is_ok() {
        Ok(())
    } else {
        Err(Forbidden::SharedMember.into())
    }
}
