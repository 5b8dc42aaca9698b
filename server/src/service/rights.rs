//! The right to change something, checked in the transaction that uses it: a request may have waited while the right was
//! taken away.

use std::ops::Deref;

use domain::{NamespaceId, Permission};
use futures_util::future::BoxFuture;

use super::{AdminRights, Caller, Missing, ServiceError};
use crate::store::{Administrator, Reads, Store, Transaction, WorkScope};

/// The right that a unit of work needs.
#[derive(Clone, Debug)]
pub(super) enum Right {
    /// In a namespace, which has to be there.
    Namespace(Permission, NamespaceId),
    /// On a quiz of a namespace. The unit reads the quiz, and so learns that the namespace is there.
    Quiz(Permission, NamespaceId),
    Everywhere(Permission),
    /// Over the administrator's own account.
    Account,
}

/// A caller whose right was checked in the transaction at hand. The audit log names no other.
#[derive(Clone, Debug)]
pub(super) struct Permitted(Caller);

impl Right {
    /// In a namespace, or in all of them together.
    pub(super) fn within(permission: Permission, namespace: Option<&NamespaceId>) -> Self {
        namespace.map_or(Self::Everywhere(permission), |namespace| Self::Namespace(permission, namespace.clone()))
    }

    /// Refuses a caller who lacks the right as it was when the request began.
    pub(super) fn check(&self, caller: &Caller) -> Result<(), ServiceError> {
        match self {
            Self::Namespace(permission, namespace) | Self::Quiz(permission, namespace) => {
                caller.require(*permission, namespace)
            }
            Self::Everywhere(permission) => caller.require_everywhere(*permission),
            Self::Account => caller.require_known(),
        }
    }

    /// The caller as it is now, if it still has the right.
    pub(super) async fn require(&self, tx: &mut Transaction<'_>, caller: &Caller) -> Result<Permitted, ServiceError> {
        let caller = caller.renewed(tx).await?;
        self.check(&caller)?;
        if let Self::Namespace(_, namespace) = self {
            tx.namespace(namespace).await?.ok_or(Missing::Namespace)?;
        }
        Ok(Permitted(caller))
    }
}

impl Permitted {
    /// The operator, whose right is the account of the machine.
    pub(super) const OPERATOR: Self = Self(Caller::Operator);

    /// An administrator whose password or link the unit of work has looked at.
    pub(super) async fn of_account(tx: &Reads<'_>, administrator: &Administrator) -> Result<Self, ServiceError> {
        Ok(Self(Caller::Administrator(AdminRights::of(administrator, tx.roles(&administrator.id).await?))))
    }
}

impl Deref for Permitted {
    type Target = Caller;

    fn deref(&self) -> &Caller {
        &self.0
    }
}

/// Runs a unit of work in the name of a caller, who has the right when it begins and still has it inside; see [`Store`]'s
/// `transact`.
pub(super) async fn transact<T: Send + 'static>(
    store: &Store,
    caller: &Caller,
    right: Right,
    scope: WorkScope,
    work: impl for<'t> FnOnce(&'t mut Transaction<'_>, Permitted) -> BoxFuture<'t, Result<T, ServiceError>> + Send + 'static,
) -> Result<T, ServiceError> {
    right.check(caller)?;
    let caller = caller.clone();
    store
        .transact(scope, move |tx| {
            Box::pin(async move {
                let caller = right.require(tx, &caller).await?;
                work(tx, caller).await
            })
        })
        .await
}
