//! The part of the installation that a unit of work has for itself.

use domain::NamespaceId;

/// The part of the installation that a unit of work has for itself: nothing else changes there until it has ended, on any
/// server. Units wait in turns by namespace.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum WorkScope {
    /// Everything of a namespace, such as its quizzes, keys and roles, and the chain of its audit lines.
    Namespace(NamespaceId),
    /// Everything outside namespaces, such as accounts, sessions and secrets, and the chain of their audit lines.
    Installation,
    Both(NamespaceId),
    /// Every namespace too, for the operator's own work.
    Everything,
}

impl WorkScope {
    /// The scope of what belongs to a namespace, or to none.
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
