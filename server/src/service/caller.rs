//! Who is asking, and what they may do.

use std::fmt;

use domain::NamespaceId;

use super::ServiceError;
use crate::store::KeyScope;

const KEY_REQUIRED: ServiceError = ServiceError::Unauthorized("x-api-key is required");

#[derive(Clone, Debug)]
pub enum Caller {
    /// Anyone; knows at most the id of one respondent.
    Public,
    /// A program with an API key.
    Key(Grant),
    /// The operator at the machine's own shell.
    Operator,
}

/// What a valid key allows.
#[derive(Clone, Debug)]
pub struct Grant {
    pub key_id: String,
    /// None means all namespaces.
    pub namespace: Option<NamespaceId>,
    pub scope: KeyScope,
}

impl Caller {
    /// # Errors
    /// Unauthorized without a key; forbidden when the key is of another namespace or lacks the scope.
    pub fn require(&self, scope: KeyScope, namespace: &NamespaceId) -> Result<(), ServiceError> {
        match self {
            Self::Public => Err(KEY_REQUIRED),
            Self::Key(grant) if !grant.covers(namespace) => {
                Err(ServiceError::Forbidden("the api key belongs to another namespace"))
            }
            Self::Key(grant) if !grant.scope.includes(scope) => Err(lacks(scope)),
            Self::Key(_) | Self::Operator => Ok(()),
        }
    }

    /// # Errors
    /// As [`Caller::require`]; forbidden also when the key is of one namespace only.
    pub fn require_everywhere(&self, scope: KeyScope) -> Result<(), ServiceError> {
        match self {
            Self::Public => Err(KEY_REQUIRED),
            Self::Key(grant) if grant.namespace.is_some() => {
                Err(ServiceError::Forbidden("the api key belongs to one namespace"))
            }
            Self::Key(grant) if !grant.scope.includes(scope) => Err(lacks(scope)),
            Self::Key(_) | Self::Operator => Ok(()),
        }
    }

    /// # Errors
    /// Unauthorized without a key.
    pub fn require_known(&self) -> Result<(), ServiceError> {
        match self {
            Self::Public => Err(KEY_REQUIRED),
            Self::Key(_) | Self::Operator => Ok(()),
        }
    }

    /// Whether a record of this namespace is shown whole (to a key that may read it) or filtered (to anyone).
    ///
    /// # Errors
    /// Forbidden for a key that may not read it: it is never taken for no key.
    pub fn view(&self, namespace: &NamespaceId) -> Result<bool, ServiceError> {
        match self {
            Self::Public => Ok(false),
            known => known.require(KeyScope::Read, namespace).map(|()| true),
        }
    }

    /// Whether answers of this namespace are shown whole rather than filtered.
    #[must_use]
    pub fn sees_all(&self, namespace: &NamespaceId) -> bool {
        self.require(KeyScope::Read, namespace).is_ok()
    }
}

/// For people who read afterwards who asked for something.
impl fmt::Display for Caller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Public => f.write_str("anyone"),
            Self::Key(grant) => write!(f, "key {}", grant.key_id),
            Self::Operator => f.write_str("operator"),
        }
    }
}

impl Grant {
    fn covers(&self, namespace: &NamespaceId) -> bool {
        self.namespace.as_ref().is_none_or(|own| own == namespace)
    }
}

fn lacks(scope: KeyScope) -> ServiceError {
    ServiceError::Forbidden(match scope {
        KeyScope::Read => "the api key lacks the scope read",
        KeyScope::Export => "the api key lacks the scope export",
        KeyScope::Admin => "the api key lacks the scope admin",
    })
}
