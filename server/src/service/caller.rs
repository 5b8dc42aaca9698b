//! Callers and their permissions.

use std::fmt;

use domain::{Email, NamespaceId, Permission, Role};

use super::{Forbidden, ServiceError, Unauthorized};
use crate::{
    clock,
    store::{Actor, ActorKind, Administrator, KeyScope, KeyScopes, Transaction},
};

const UNKNOWN: ServiceError = ServiceError::Unauthorized(Unauthorized::NoKey);

#[derive(Clone, Debug)]
pub enum Caller {
    /// Anyone. Knows at most the id of one respondent.
    Public,
    Key(Grant),
    Administrator(AdminRights),
    /// The operator, in the machine's own shell.
    Operator,
}

#[derive(Clone, Debug)]
pub struct Grant {
    pub key_id: String,
    pub label: String,
    /// `None` means all namespaces.
    pub namespace: Option<NamespaceId>,
    pub scopes: KeyScopes,
}

#[derive(Clone, Debug)]
pub struct AdminRights {
    pub id: String,
    pub email: Email,
    pub name: String,
    /// True for an owner of all namespaces.
    pub is_everywhere: bool,
    pub roles: Vec<(NamespaceId, Role)>,
}

impl Caller {
    pub fn require(&self, permission: Permission, namespace: &NamespaceId) -> Result<(), ServiceError> {
        match self {
            Self::Public => Err(UNKNOWN),
            Self::Key(grant) if !grant.covers(namespace) => Err(Forbidden::OtherNamespace.into()),
            Self::Key(grant) if !grant.scopes.allows(permission) => Err(lacks(permission)),
            Self::Administrator(rights) => match rights.role(namespace) {
                Some(role) if role.allows(permission) => Ok(()),
                Some(_) => Err(Forbidden::Role.into()),
                None => Err(Forbidden::NoRole.into()),
            },
            Self::Key(_) | Self::Operator => Ok(()),
        }
    }

    pub fn require_everywhere(&self, permission: Permission) -> Result<(), ServiceError> {
        match self {
            Self::Public => Err(UNKNOWN),
            Self::Key(grant) if grant.namespace.is_some() => Err(Forbidden::OneNamespace.into()),
            Self::Key(grant) if !grant.scopes.allows(permission) => Err(lacks(permission)),
            Self::Administrator(rights) if !rights.is_everywhere => Err(Forbidden::NotEverywhere.into()),
            Self::Key(_) | Self::Administrator(_) | Self::Operator => Ok(()),
        }
    }

    pub fn require_known(&self) -> Result<(), ServiceError> {
        match self {
            Self::Public => Err(UNKNOWN),
            Self::Key(_) | Self::Administrator(_) | Self::Operator => Ok(()),
        }
    }

    /// True if this caller gets whole records of the namespace rather than filtered ones. Fails as forbidden for a key
    /// that may not read them, which is never treated as no key.
    pub fn view(&self, namespace: &NamespaceId) -> Result<bool, ServiceError> {
        match self {
            Self::Public => Ok(false),
            known => known.require(Permission::Read, namespace).map(|()| true),
        }
    }

    /// False for administrators who may not see respondents' ids: an id is a link that answers in its owner's name.
    pub fn sees_ids(&self, namespace: &NamespaceId) -> bool {
        !matches!(self, Self::Administrator(_)) || self.require(Permission::Edit, namespace).is_ok()
    }

    /// True if this caller gets whole answers of this namespace rather than filtered ones.
    pub fn sees_all(&self, namespace: &NamespaceId) -> bool {
        self.require(Permission::Read, namespace).is_ok()
    }

    /// Returns the caller with current rights, which may have been revoked while the request waited.
    pub(super) async fn renewed(&self, tx: &mut Transaction<'_>) -> Result<Self, ServiceError> {
        match self {
            Self::Administrator(rights) => {
                let administrator = tx.administrator(&rights.id).await?;
                let administrator = administrator.ok_or(Unauthorized::AccountGone)?;
                let roles = tx.roles(&rights.id).await?;
                Ok(Self::Administrator(AdminRights::of(&administrator, roles)))
            }
            Self::Key(grant) => {
                let key = tx.key(&grant.key_id).await?.filter(|key| key.state(clock::now()) == "valid");
                key.map(|_| self.clone()).ok_or(Unauthorized::UnknownKey.into())
            }
            Self::Public | Self::Operator => Ok(self.clone()),
        }
    }

    /// Returns the caller's name in the audit log, or `None` for anonymous callers, who leave no events.
    pub fn actor(&self) -> Option<Actor> {
        let (kind, id, name) = match self {
            Self::Public => return None,
            Self::Key(grant) => (ActorKind::Key, grant.key_id.clone(), grant.label.clone()),
            Self::Administrator(rights) => (ActorKind::Administrator, rights.id.clone(), rights.email.to_string()),
            Self::Operator => (ActorKind::Operator, String::new(), "operator".to_owned()),
        };
        Some(Actor { kind, id, name })
    }
}

impl fmt::Display for Caller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Public => f.write_str("anyone"),
            Self::Key(grant) => write!(f, "key {}", grant.key_id),
            Self::Administrator(rights) => rights.email.fmt(f),
            Self::Operator => f.write_str("operator"),
        }
    }
}

impl Grant {
    fn covers(&self, namespace: &NamespaceId) -> bool {
        self.namespace.as_ref().is_none_or(|own| own == namespace)
    }
}

impl AdminRights {
    pub(super) fn of(administrator: &Administrator, roles: Vec<(NamespaceId, Role)>) -> Self {
        Self {
            id: administrator.id.clone(),
            email: administrator.email.clone(),
            name: administrator.name.clone(),
            is_everywhere: administrator.is_everywhere,
            roles,
        }
    }

    pub fn role(&self, namespace: &NamespaceId) -> Option<Role> {
        if self.is_everywhere {
            return Some(Role::Owner);
        }
        self.roles.iter().find(|(own, _)| own == namespace).map(|(_, role)| *role)
    }
}

fn lacks(permission: Permission) -> ServiceError {
    let scope = match permission {
        Permission::Read => KeyScope::Read,
        Permission::Export => KeyScope::Export,
        Permission::Edit | Permission::Manage => KeyScope::Admin,
    };
    Forbidden::MissingScope(scope.as_str()).into()
}
