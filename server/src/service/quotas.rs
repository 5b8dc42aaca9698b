//! Quotas of namespaces, and their enforcement.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use domain::{Measure, NamespaceId, OwnQuota, Permission, Quota, Usage};

use super::{
    Caller, Conflict, Forbidden, Service, ServiceError,
    audit::{AuditDraft, record_audit},
    rights::Right,
};
use crate::store::{AuditAction, Transaction, WorkScope};

/// Time for which respondents may still begin after the namespace is full, or are refused after it has room again.
const FRESH: Duration = Duration::from_secs(1);
/// Maximum number of namespaces that are remembered. Beyond it, all are forgotten.
const REMEMBERED: usize = 10_000;

/// The namespaces that had no room for another respondent when last checked.
#[derive(Default)]
pub(super) struct FullNamespaces(Mutex<HashMap<NamespaceId, (Instant, bool)>>);

impl FullNamespaces {
    /// Returns `None` if the caller must check again. Meanwhile all others get the old state.
    fn known(&self, namespace: &NamespaceId) -> Option<bool> {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = seen.get(namespace).copied();
        if let Some((at, is_full)) = known
            && at.elapsed() < FRESH
        {
            return Some(is_full);
        }
        if seen.len() >= REMEMBERED {
            seen.clear();
        }
        seen.insert(namespace.clone(), (Instant::now(), known.is_some_and(|(_, is_full)| is_full)));
        None
    }

    fn note(&self, namespace: &NamespaceId, is_full: bool) {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        seen.insert(namespace.clone(), (Instant::now(), is_full));
    }
}

impl Service {
    /// Sets the quota of namespaces without one of their own.
    pub fn with_quota(self, quota: Quota) -> Self {
        Self { quota, ..self }
    }

    pub async fn usage(&self, caller: &Caller, namespace: &NamespaceId) -> Result<(Usage, Quota), ServiceError> {
        caller.require(Permission::Read, namespace)?;
        self.require_namespace(namespace).await?;
        let (usage, own) = self.store.usage(namespace).await?;
        Ok((usage, own.or(self.quota)))
    }

    pub async fn own_quota(&self, caller: &Caller, namespace: &NamespaceId) -> Result<OwnQuota, ServiceError> {
        caller.require(Permission::Read, namespace)?;
        self.require_namespace(namespace).await?;
        Ok(self.store.usage(namespace).await?.1)
    }

    pub async fn set_quota(&self, caller: &Caller, namespace: &NamespaceId, own: OwnQuota) -> Result<(), ServiceError> {
        if !matches!(caller, Caller::Operator) {
            return Err(Forbidden::QuotaNotOperator.into());
        }
        let right = Right::Namespace(Permission::Manage, namespace.clone());
        let scope = WorkScope::Namespace(namespace.clone());
        let namespace = namespace.clone();
        self.transact(caller, right, scope, move |tx, caller| {
            Box::pin(async move {
                if tx.usage(&namespace).await?.1 == own {
                    return Ok(());
                }
                tx.set_quota(&namespace, own).await?;
                let draft = AuditDraft::of_namespace(AuditAction::SetQuota, &namespace);
                let details = format!("quizzes {}, bytes {}", told(own.quizzes), told(own.bytes));
                record_audit(tx, &caller, draft.with(details)).await
            })
        })
        .await
    }

    pub(super) async fn require_room_to_begin(&self, namespace: &NamespaceId) -> Result<(), ServiceError> {
        let is_full = if let Some(is_full) = self.full.known(namespace) {
            is_full
        } else {
            let (usage, own) = self.store.usage(namespace).await?;
            let is_full = lacking(usage, own.or(self.quota), &[Measure::Bytes]).is_some();
            self.full.note(namespace, is_full);
            is_full
        };
        if is_full { Err(Conflict::QuotaExceeded(Measure::Bytes).into()) } else { Ok(()) }
    }
}

/// Fails if a unit of work makes its namespace exceed the quota. Called after the writes, which are then rolled back,
/// so that of two units that fit alone only one succeeds. The operator may exceed quotas.
pub(super) async fn require_room(
    tx: &mut Transaction<'_>,
    caller: &Caller,
    all: Quota,
    namespace: &NamespaceId,
    measures: &[Measure],
) -> Result<(), ServiceError> {
    if matches!(caller, Caller::Operator) {
        return Ok(());
    }
    let (usage, own) = tx.usage(namespace).await?;
    lacking(usage, own.or(all), measures).map_or(Ok(()), |measure| Err(Conflict::QuotaExceeded(measure).into()))
}

/// Returns the first exceeded measure. Bytes are exceeded if another row would not fit.
fn lacking(usage: Usage, quota: Quota, measures: &[Measure]) -> Option<Measure> {
    let usage = usage.plus(Usage::ROW);
    measures.iter().copied().find(|measure| usage.of(*measure) > quota.of(*measure))
}

fn told(own: Option<u64>) -> String {
    match own {
        None => "as all".to_owned(),
        Some(Quota::UNBOUNDED) => "off".to_owned(),
        Some(bound) => bound.to_string(),
    }
}
