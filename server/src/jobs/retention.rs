//! Erases records that are past their time: those that the rules of their namespace name, and everywhere those that were
//! begun and never answered.

use std::{sync::Arc, time::Duration};

use domain::{NamespaceId, Retention, Timestamp};

use super::lease::nanoseconds;
use crate::{
    clock,
    store::{
        Actor, ActorKind, AuditAction, AuditEvent, Cutoffs, Expired, ExpiredAttempt, Page, Store, StoreError, WorkScope,
    },
};

/// Time after the start of the program: an operator who restored the wrong backup, or set the clock wrong, can still stop it.
pub(super) const FIRST_LOOK: Duration = Duration::from_mins(5);
/// Interval of looking for such records.
pub(super) const LOOK: Duration = Duration::from_hours(1);
/// Time after which a record without an answer goes, wherever it is.
const UNTOUCHED: Duration = Duration::from_hours(7 * 24);
/// Records erased in one write: few enough that answers do not wait for it.
const PIECE: u32 = 200;
const NAMESPACES: u32 = 200;
/// Time to wait while respondents keep the writer busy.
const REST: Duration = Duration::from_millis(50);

/// Erases what is past its time at this moment.
pub(crate) async fn apply(store: &Arc<dyn Store>, now: Timestamp) -> anyhow::Result<()> {
    let mut is_erased = false;
    let mut after = None;
    loop {
        let namespaces = store.namespaces(Page { after, limit: NAMESPACES }).await?;
        for namespace in &namespaces {
            while erase_some(store, &namespace.id, now).await? {
                is_erased = true;
                tokio::time::sleep(REST).await;
            }
        }
        after = namespaces.last().map(|last| last.id.clone());
        if after.is_none() {
            break;
        }
    }
    if is_erased {
        store.scrub();
    }
    Ok(())
}

/// False when there was nothing to erase.
async fn erase_some(store: &Arc<dyn Store>, namespace: &NamespaceId, now: Timestamp) -> anyhow::Result<bool> {
    let rule = store.retention(namespace).await?;
    let cutoffs = cutoffs(rule, now);
    let expired = store.expired(namespace, &cutoffs, PIECE).await?;
    let attempts = match cutoffs.answers {
        Some(before) => store.expired_attempts(namespace, before, PIECE).await?,
        None => Vec::new(),
    };
    if expired.is_empty() && attempts.is_empty() {
        return Ok(false);
    }
    let input = (namespace.clone(), rule, expired, attempts);
    let erased: Result<bool, StoreError> = store
        .transact(WorkScope::Namespace(namespace.clone()), input, |(namespace, rule, expired, attempts), tx| {
            Box::pin(async move {
                // The rule may have been changed meanwhile; the next look finds out.
                if tx.retention(namespace).await? != *rule {
                    return Ok(true);
                }
                let counts = erase(tx, expired, attempts).await?;
                if counts == [0; 3] {
                    // Answered meanwhile; the next hour looks again.
                    return Ok(false);
                }
                let [unfinished, submitted, attempts] = counts;
                let actor = Actor { kind: ActorKind::System, id: String::new(), name: "retention".to_owned() };
                let details = format!("{submitted} submitted, {unfinished} unfinished, {attempts} earlier attempts");
                let event = AuditEvent {
                    namespace_id: Some(namespace.clone()),
                    details: Some(details),
                    ..AuditEvent::new(clock::now(), actor, AuditAction::EraseExpired)
                };
                tx.append_audit(&event).await?;
                Ok(true)
            })
        })
        .await;
    Ok(erased?)
}

/// Returns how many unfinished and submitted records, and how many attempts before them, are erased.
async fn erase(
    tx: &mut dyn crate::store::Transaction,
    expired: &[Expired],
    attempts: &[ExpiredAttempt],
) -> Result<[u32; 3], StoreError> {
    let mut counts = [0; 3];
    for record in expired {
        if tx.erase_expired(record).await? {
            counts[usize::from(record.is_submitted)] += 1;
        }
    }
    for attempt in attempts {
        counts[2] += u32::from(tx.erase_attempt(attempt).await?);
    }
    Ok(counts)
}

fn cutoffs(rule: Retention, now: Timestamp) -> Cutoffs {
    let ago = |length: Duration| Timestamp::from_nanoseconds(now.nanoseconds().saturating_sub(nanoseconds(length)));
    let days = |days: u16| ago(Duration::from_hours(u64::from(days) * 24));
    Cutoffs {
        untouched: ago(UNTOUCHED),
        unfinished: rule.unfinished_days.map(days),
        answers: rule.answers_days.map(days),
    }
}
