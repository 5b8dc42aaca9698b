//! The part of the installation that a unit of work locks.

use domain::NamespaceId;

/// The part of the installation that a unit of work locks: nothing else changes it until the unit ends, on any server.
/// Namespaces take turns.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum WorkScope {
    /// All data of a namespace, including its quizzes, keys and roles, and the chain of its audit lines.
    Namespace(NamespaceId),
    /// All data outside namespaces, including accounts, sessions and secrets, and the chain of their audit lines.
    Installation,
    Both(NamespaceId),
    /// Also every namespace, for the operator's own work.
    Everything,
}

impl WorkScope {
    pub fn of(namespace: Option<&NamespaceId>) -> Self {
        namespace.map_or(Self::Installation, |namespace| Self::Namespace(namespace.clone()))
    }

    pub(super) fn namespace(&self) -> Option<&NamespaceId> {
        match self {
            Self::Namespace(namespace) | Self::Both(namespace) => Some(namespace),
            Self::Installation | Self::Everything => None,
        }
    }

    pub(super) fn has_installation(&self) -> bool {
        !matches!(self, Self::Namespace(_))
    }

    /// True if the audit lines of a namespace, or of none, are within the scope.
    pub(super) fn has_chain(&self, namespace: Option<&NamespaceId>) -> bool {
        match (self, namespace) {
            (Self::Everything, _) => true,
            (_, Some(namespace)) => self.namespace() == Some(namespace),
            (_, None) => self.has_installation(),
        }
    }
}
