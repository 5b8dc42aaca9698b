//! The turns of units of work, by namespace. Units without a namespace share one.

use domain::NamespaceId;

use crate::{
    store::{StoreError, WorkScope},
    turns::{Bounds, Full, Turn, Turns},
};

pub(in crate::store) type UnitTurn = Turn<Option<NamespaceId>>;

#[derive(Clone)]
pub(in crate::store) struct UnitTurns(Turns<Option<NamespaceId>>);

impl UnitTurns {
    pub(in crate::store) fn new(bounds: Bounds) -> Self {
        Self(Turns::new(bounds))
    }

    /// Waits for a turn, which ends when the returned value is dropped.
    pub(in crate::store) async fn take(&self, scope: &WorkScope) -> Result<UnitTurn, StoreError> {
        self.0.take(scope.namespace().cloned()).await.map_err(|Full| StoreError::Busy)
    }

    pub(in crate::store) fn waiting(&self) -> usize {
        self.0.waiting()
    }
}
