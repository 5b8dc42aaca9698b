//! Who may do what in a namespace.

use domain::{Email, Invalid, NamespaceId, Permission, Role};

use super::{Caller, Missing, Service, ServiceError, audit::Deed, passwords};
use crate::store::{Administrator, Member};

/// Somebody who was given a role.
#[derive(Clone, Debug)]
pub struct NewMember {
    pub administrator: Administrator,
    /// The token of the link by which a newcomer chooses a password; none for who has one, or had the role changed only.
    pub link: Option<String>,
}

impl Service {
    /// Makes an administrator of all namespaces. Without a password there is the token of a link to choose one.
    ///
    /// # Errors
    /// When the caller may not, the address is taken, or the password is too short or too long.
    pub async fn create_administrator(
        &self,
        caller: &Caller,
        email: Email,
        password: Option<&str>,
    ) -> Result<NewMember, ServiceError> {
        caller.require_everywhere(Permission::Manage)?;
        let password_hash = match password {
            Some(password) => {
                passwords::check(password)?;
                Some(passwords::hash(password).await?)
            }
            None => None,
        };
        let administrator = self.add_administrator(email, password_hash, true, Some(caller)).await?;
        let link = match password {
            Some(_) => None,
            None => Some(self.new_link(Some(administrator.id.clone())).await?),
        };
        Ok(NewMember { administrator, link })
    }

    /// Lets somebody in again who has lost the password or the second factor: neither holds any more, all their sessions
    /// end, and there is the token of a link to choose a password.
    ///
    /// # Errors
    /// When the caller may not manage all namespaces, or nobody has this address.
    pub async fn reset_administrator(&self, caller: &Caller, email: &Email) -> Result<NewMember, ServiceError> {
        caller.require_everywhere(Permission::Manage)?;
        let known = self.store.administrator_by_email(email).await?.ok_or(Missing::Administrator)?;
        self.write_down(caller, Deed::new("administrator.reset").on(email.as_str())).await?;
        let administrator = Administrator { password_hash: None, totp: None, ..known };
        self.store.update_administrator(administrator.clone()).await?;
        self.store.end_sessions(&administrator.id, None).await?;
        self.store.end_sign_in_links(&administrator.id).await?;
        let link = Some(self.new_link(Some(administrator.id.clone())).await?);
        Ok(NewMember { administrator, link })
    }

    /// By e-mail address; without administrators of all namespaces.
    ///
    /// # Errors
    /// When the caller may not manage the namespace.
    pub async fn members(&self, caller: &Caller, namespace: &NamespaceId) -> Result<Vec<Member>, ServiceError> {
        caller.require(Permission::Manage, namespace)?;
        self.require_namespace(namespace).await?;
        Ok(self.store.members(namespace).await?)
    }

    /// Gives somebody a role, making an account if there is none. Links made for the person before are void when they
    /// come into the namespace: who holds one would come in with them.
    ///
    /// # Errors
    /// When the caller may not manage the namespace, it would lose its last owner, or the person comes from namespaces
    /// that the caller may not manage.
    pub async fn set_member(
        &self,
        caller: &Caller,
        namespace: &NamespaceId,
        email: Email,
        role: Role,
    ) -> Result<NewMember, ServiceError> {
        caller.require(Permission::Manage, namespace)?;
        self.require_namespace(namespace).await?;
        let known = self.store.administrator_by_email(&email).await?;
        if known.as_ref().is_some_and(|known| known.is_everywhere) {
            return Err(Invalid::one("email", "belongs to an administrator of all namespaces").into());
        }
        let mut is_member = false;
        if let Some(known) = &known {
            is_member = self.store.roles(&known.id).await?.iter().any(|(own, _)| own == namespace);
            if !is_member {
                self.require_power_over(caller, known).await?;
            }
            if role != Role::Owner {
                self.require_another_owner(namespace, &known.id).await?;
            }
        }
        let deed = Deed::of_namespace("member.set", namespace).on(email.as_str()).with(role.as_str().to_owned());
        self.write_down(caller, deed).await?;
        let administrator = match known {
            Some(known) => known,
            None => self.add_administrator(email, None, false, Some(caller)).await?,
        };
        if !is_member {
            self.store.end_sign_in_links(&administrator.id).await?;
        }
        self.set_role(namespace, &administrator.id, Some(role)).await?;
        let link = match administrator.password_hash {
            None if !is_member => Some(self.new_link(Some(administrator.id.clone())).await?),
            _ => None,
        };
        Ok(NewMember { administrator, link })
    }

    /// Changes the role of somebody who has one.
    ///
    /// # Errors
    /// As [`Service::set_member`]; missing when the person has no role in the namespace.
    pub async fn change_role(
        &self,
        caller: &Caller,
        namespace: &NamespaceId,
        id: &str,
        role: Role,
    ) -> Result<(), ServiceError> {
        let email = self.member(caller, namespace, id).await?.administrator.email;
        self.set_member(caller, namespace, email, role).await.map(drop)
    }

    /// The token of a link by which a member chooses a new password; earlier ones are void.
    ///
    /// # Errors
    /// When the caller may not manage the namespace, the person has no role in it, or has a part in others that the
    /// caller may not manage.
    pub async fn renew_link(
        &self,
        caller: &Caller,
        namespace: &NamespaceId,
        id: &str,
    ) -> Result<NewMember, ServiceError> {
        let administrator = self.member(caller, namespace, id).await?.administrator;
        self.require_power_over(caller, &administrator).await?;
        let deed = Deed::of_namespace("member.link", namespace).on(administrator.email.as_str());
        self.write_down(caller, deed).await?;
        self.store.end_sign_in_links(id).await?;
        let link = Some(self.new_link(Some(administrator.id.clone())).await?);
        Ok(NewMember { administrator, link })
    }

    /// Whether [`Service::renew_link`] does it for this person.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn may_renew_link(&self, caller: &Caller, person: &Administrator) -> Result<bool, ServiceError> {
        match self.require_power_over(caller, person).await {
            Ok(()) => Ok(true),
            Err(ServiceError::Forbidden(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Somebody with a role in the namespace.
    ///
    /// # Errors
    /// When the caller may not manage the namespace, or the person has no role in it.
    pub async fn member(&self, caller: &Caller, namespace: &NamespaceId, id: &str) -> Result<Member, ServiceError> {
        let members = self.members(caller, namespace).await?;
        members.into_iter().find(|member| member.administrator.id == id).ok_or_else(|| Missing::Administrator.into())
    }

    /// Makes somebody owner of a namespace with this password; all their sessions end. For accounts that a program keeps,
    /// such as the demo's.
    ///
    /// # Errors
    /// When the caller may not manage all namespaces, or the password is too short or too long.
    pub async fn renew_member(
        &self,
        caller: &Caller,
        namespace: &NamespaceId,
        email: Email,
        password: &str,
    ) -> Result<(), ServiceError> {
        caller.require_everywhere(Permission::Manage)?;
        passwords::check(password)?;
        let password_hash = Some(passwords::hash(password).await?);
        let deed = Deed::of_namespace("member.renew", namespace).on(email.as_str());
        self.write_down(caller, deed).await?;
        let id = match self.store.administrator_by_email(&email).await? {
            Some(known) => {
                let id = known.id.clone();
                self.store.update_administrator(Administrator { password_hash, totp: None, ..known }).await?;
                self.store.end_sessions(&id, None).await?;
                id
            }
            None => self.add_administrator(email, password_hash, false, Some(caller)).await?.id,
        };
        Ok(self.store.set_role(&id, namespace, Some(Role::Owner)).await?)
    }

    /// Takes somebody's role away; with the last one goes the account.
    ///
    /// # Errors
    /// When the caller may not manage the namespace, the person has no role in it, or it would lose its last owner.
    pub async fn remove_member(&self, caller: &Caller, namespace: &NamespaceId, id: &str) -> Result<(), ServiceError> {
        let member = self.member(caller, namespace, id).await?;
        self.require_another_owner(namespace, id).await?;
        let deed = Deed::of_namespace("member.remove", namespace).on(member.administrator.email.as_str());
        self.write_down(caller, deed).await?;
        self.set_role(namespace, id, None).await?;
        if !member.administrator.is_everywhere && self.store.roles(id).await?.is_empty() {
            self.store.delete_administrator(id).await?;
        }
        Ok(())
    }

    /// Nobody vouches for the addresses of accounts, so whoever makes a person's link can be that person, and whoever
    /// made the account may be. Neither may reach into a namespace that they do not manage.
    async fn require_power_over(&self, caller: &Caller, person: &Administrator) -> Result<(), ServiceError> {
        const REFUSED: ServiceError = ServiceError::Forbidden(
            "this person has a part in other namespaces: only an administrator of all namespaces may do this",
        );
        let roles = self.store.roles(&person.id).await?;
        let is_within = roles.iter().all(|(namespace, _)| caller.require(Permission::Manage, namespace).is_ok());
        let is_ours = is_within && !person.is_everywhere;
        if is_ours || caller.require_everywhere(Permission::Manage).is_ok() { Ok(()) } else { Err(REFUSED) }
    }

    /// Gives a role, or takes it away, as long as somebody is left who can manage the namespace from the dashboard.
    async fn set_role(&self, namespace: &NamespaceId, id: &str, role: Option<Role>) -> Result<(), ServiceError> {
        if self.store.set_role_if_owned(id, namespace, role).await? { Ok(()) } else { Err(no_owner()) }
    }

    /// The same question asked beforehand, so that nothing is written down of what is not done.
    async fn require_another_owner(&self, namespace: &NamespaceId, but: &str) -> Result<(), ServiceError> {
        let members = self.store.members(namespace).await?;
        let is_owner = |member: &Member| member.role == Role::Owner;
        let is_last = members.iter().any(|member| member.administrator.id == but && is_owner(member))
            && !members.iter().any(|member| member.administrator.id != but && is_owner(member));
        if is_last && !self.store.administrators().await?.iter().any(|administrator| administrator.is_everywhere) {
            return Err(no_owner());
        }
        Ok(())
    }
}

fn no_owner() -> ServiceError {
    ServiceError::Conflict("the namespace would have no owner".to_owned())
}
