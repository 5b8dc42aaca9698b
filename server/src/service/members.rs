//! Roles of administrators in namespaces.

use domain::{Email, NamespaceId, Permission, Role};

use super::{
    Caller, Conflict, Forbidden, Missing, Service, ServiceError,
    audit::{AuditDraft, record_audit},
    links::new_mailed_link,
    offers::{NewOffer, new_offer, offer_message},
    rights::{Permitted, Right},
};
use crate::store::{Administrator, AuditAction, Member, Offer, Page, Transaction, WorkScope};

#[derive(Clone, Debug)]
pub struct NewMember {
    pub administrator: Administrator,
    /// The token of a new link to choose a password, if one was created.
    pub link: Option<String>,
}

/// The outcome of giving a role to an address.
#[derive(Clone, Debug)]
pub enum GivenRole {
    /// The address belongs to a member, who now has the role.
    Member(Member),
    /// Anyone else can accept the role with this token's link.
    Offered(Offer, String),
}

/// Decides if a member's different role is replaced.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum ExistingRole {
    Keep,
    Replace,
}

impl Service {
    pub async fn members(&self, caller: &Caller, namespace: &NamespaceId) -> Result<Vec<Member>, ServiceError> {
        self.page_of_members(caller, namespace, Page { after: None, limit: u32::MAX }).await
    }

    /// A page begins after an id.
    pub async fn page_of_members(
        &self,
        caller: &Caller,
        namespace: &NamespaceId,
        page: Page<String>,
    ) -> Result<Vec<Member>, ServiceError> {
        caller.require(Permission::Manage, namespace)?;
        self.require_namespace(namespace).await?;
        Ok(self.store.members(namespace, page).await?)
    }

    /// Changes the role of a member, or offers the role to anyone else. The outcome does not reveal if the address has
    /// an account. Refused if the namespace would lose its last owner.
    pub async fn give_role(
        &self,
        caller: &Caller,
        namespace: &NamespaceId,
        email: Email,
        role: Role,
        existing: ExistingRole,
        message: Option<String>,
    ) -> Result<GivenRole, ServiceError> {
        let message = offer_message(message)?;
        let (right, namespace) = (Right::Namespace(Permission::Manage, namespace.clone()), namespace.clone());
        let tokens = self.link_tokens();
        self.transact(caller, right, WorkScope::Both(namespace.clone()), move |tx, caller| {
            Box::pin(async move {
                let Some(member) = tx.member_by_email(&namespace, &email).await? else {
                    let offered = NewOffer { email: &email, role, message };
                    return new_offer(tx, &caller, &namespace, offered, tokens).await;
                };
                let Member { administrator, role: present } = member;
                if present != role && existing == ExistingRole::Keep {
                    let Administrator { id, email, .. } = administrator;
                    return Err(Conflict::HasRole { id, email, role: present }.into());
                }
                change_role(tx, &caller, &namespace, &administrator, present, role).await?;
                Ok(GivenRole::Member(Member { administrator, role }))
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
        let right = Right::Namespace(Permission::Manage, namespace.clone());
        let (namespace, id) = (namespace.clone(), id.to_owned());
        self.transact(caller, right, WorkScope::Both(namespace.clone()), move |tx, caller| {
            Box::pin(async move {
                let Member { administrator, role: present } = member(tx, &namespace, &id).await?;
                change_role(tx, &caller, &namespace, &administrator, present, role).await
            })
        })
        .await
    }

    /// Creates a link with which a member chooses a new password, and ends earlier ones. Refused if the member has
    /// roles in namespaces that the caller may not manage.
    pub async fn renew_link(
        &self,
        caller: &Caller,
        namespace: &NamespaceId,
        id: &str,
    ) -> Result<NewMember, ServiceError> {
        let right = Right::Namespace(Permission::Manage, namespace.clone());
        let (namespace, id, tokens) = (namespace.clone(), id.to_owned(), self.link_tokens());
        self.transact(caller, right, WorkScope::Both(namespace.clone()), move |tx, caller| {
            Box::pin(async move {
                let Member { administrator, .. } = member(tx, &namespace, &id).await?;
                require_power_over(&caller, &administrator, &tx.roles(&id).await?)?;
                tx.end_sign_in_links(Some(&id)).await?;
                let draft = AuditDraft::of_namespace(AuditAction::LinkMember, &namespace);
                record_audit(tx, &caller, draft.on(administrator.email.as_str())).await?;
                let link = Some(new_mailed_link(tx, &administrator, tokens).await?);
                Ok(NewMember { administrator, link })
            })
        })
        .await
    }

    /// True if [`Service::renew_link`] would create a link for this person.
    pub async fn may_renew_link(&self, caller: &Caller, person: &Administrator) -> Result<bool, ServiceError> {
        Ok(require_power_over(caller, person, &self.store.roles(&person.id).await?).is_ok())
    }

    pub async fn member(&self, caller: &Caller, namespace: &NamespaceId, id: &str) -> Result<Member, ServiceError> {
        caller.require(Permission::Manage, namespace)?;
        self.require_namespace(namespace).await?;
        let administrator = self.store.administrator(id).await?.ok_or(Missing::Administrator)?;
        let role = role_in(&self.store.roles(id).await?, namespace).ok_or(Missing::Administrator)?;
        Ok(Member { administrator, role })
    }

    /// Signs a member out of all browsers, also from other namespaces. An owner of one namespace cannot sign out an
    /// administrator of all.
    pub async fn end_sessions_of_member(
        &self,
        caller: &Caller,
        namespace: &NamespaceId,
        id: &str,
    ) -> Result<(), ServiceError> {
        let right = Right::Namespace(Permission::Manage, namespace.clone());
        let (namespace, id) = (namespace.clone(), id.to_owned());
        self.transact(caller, right, WorkScope::Both(namespace.clone()), move |tx, caller| {
            Box::pin(async move {
                let Member { administrator, .. } = member(tx, &namespace, &id).await?;
                if administrator.is_everywhere {
                    caller.require_everywhere(Permission::Manage)?;
                }
                tx.end_sessions(&id, None).await?;
                let draft = AuditDraft::of_namespace(AuditAction::SignMemberOut, &namespace);
                record_audit(tx, &caller, draft.on(administrator.email.as_str())).await
            })
        })
        .await
    }

    /// Removes a member's role, and ends the member's links. Removing the last role deletes the account.
    pub async fn remove_member(&self, caller: &Caller, namespace: &NamespaceId, id: &str) -> Result<(), ServiceError> {
        let right = Right::Namespace(Permission::Manage, namespace.clone());
        let (namespace, id) = (namespace.clone(), id.to_owned());
        self.transact(caller, right, WorkScope::Both(namespace.clone()), move |tx, caller| {
            Box::pin(async move {
                let Member { administrator, .. } = member(tx, &namespace, &id).await?;
                set_role(tx, &namespace, &administrator, None).await?;
                tx.end_sign_in_links(Some(&id)).await?;
                if !administrator.is_everywhere && tx.roles(&id).await?.is_empty() {
                    tx.delete_administrator(&id).await?;
                }
                let draft = AuditDraft::of_namespace(AuditAction::RemoveMember, &namespace);
                record_audit(tx, &caller, draft.on(administrator.email.as_str())).await
            })
        })
        .await
    }
}

async fn member(tx: &mut Transaction<'_>, namespace: &NamespaceId, id: &str) -> Result<Member, ServiceError> {
    let administrator = tx.administrator(id).await?.ok_or(Missing::Administrator)?;
    let role = role_in(&tx.roles(id).await?, namespace).ok_or(Missing::Administrator)?;
    Ok(Member { administrator, role })
}

fn role_in(roles: &[(NamespaceId, Role)], namespace: &NamespaceId) -> Option<Role> {
    roles.iter().find(|(own, _)| own == namespace).map(|(_, role)| *role)
}

async fn change_role(
    tx: &mut Transaction<'_>,
    caller: &Permitted,
    namespace: &NamespaceId,
    administrator: &Administrator,
    present: Role,
    role: Role,
) -> Result<(), ServiceError> {
    if role == present {
        return Ok(());
    }
    set_role(tx, namespace, administrator, Some(role)).await?;
    let draft = AuditDraft::of_namespace(AuditAction::SetMember, namespace);
    record_audit(tx, caller, draft.on(administrator.email.as_str()).with(role.as_str().to_owned())).await
}

/// Changes or removes a member's role, as long as an owner of the namespace remains.
pub(super) async fn set_role(
    tx: &mut Transaction<'_>,
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

/// The holder of a password link can act as the account, so a link must not give access to a namespace that its creator
/// does not manage.
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
