//! Rights, checked in the transaction that uses them: a request may have waited while the right was revoked.

use std::ops::Deref;

use domain::{NamespaceId, Permission};
use futures_util::future::BoxFuture;

use super::{AdminRights, Caller, Missing, ServiceError};
use crate::store::{Administrator, Reads, Store, Transaction, WorkScope};

#[derive(Clone, Debug)]
pub(super) enum Right {
    /// In a namespace, which must exist.
    Namespace(Permission, NamespaceId),
    /// On a quiz of a namespace. The unit reads the quiz, which proves that the namespace exists.
    Quiz(Permission, NamespaceId),
    Everywhere(Permission),
    /// Over the administrator's own account.
    Account,
}

/// A caller whose right was checked in the current transaction. The audit log names no others.
#[derive(Clone, Debug)]
pub(super) struct Permitted(Caller);

impl Right {
    /// In a namespace, or in all of them.
    pub(super) fn within(permission: Permission, namespace: Option<&NamespaceId>) -> Self {
        namespace.map_or(Self::Everywhere(permission), |namespace| Self::Namespace(permission, namespace.clone()))
    }

    /// Checks the right as of the start of the request.
    pub(super) fn check(&self, caller: &Caller) -> Result<(), ServiceError> {
        match self {
            Self::Namespace(permission, namespace) | Self::Quiz(permission, namespace) => {
                caller.require(*permission, namespace)
            }
            Self::Everywhere(permission) => caller.require_everywhere(*permission),
            Self::Account => caller.require_known(),
        }
    }

    /// Returns the caller with current rights, if these still suffice.
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
    /// The operator, whose right is their account on the machine.
    pub(super) const OPERATOR: Self = Self(Caller::Operator);

    /// An administrator whose password or link the unit of work has verified.
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

/// Runs a unit of work on behalf of a caller, whose right is checked before it begins and again inside; see [`Store`]'s
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
