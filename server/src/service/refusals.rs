//! Refusals as security events. They are counted by action and subject and recorded once per interval, so that a flood
//! of them fills neither the audit log nor the log.

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use domain::Email;

use super::{Service, ServiceError};
use crate::{
    clock,
    store::{Actor, ActorKind, AuditAction, AuditEvent},
};

/// Maximum number of distinct subjects per interval. Further ones are counted together.
const SUBJECTS: usize = 50;

/// Unrecorded refusals, by action and subject: a letter for the kind and an id, or empty for an unknown subject.
#[derive(Default)]
pub(super) struct Refusals(Mutex<BTreeMap<(AuditAction, String), u64>>);

pub enum RefusedCaller {
    /// A text that may be an API key.
    Key(String),
    Administrator(String),
    Anyone,
}

impl Refusals {
    pub(super) fn count(&self, action: AuditAction, subject: String) {
        self.add(action, subject, 1);
    }

    fn add(&self, action: AuditAction, subject: String, times: u64) {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (action, subject);
        let is_told_apart = counts.contains_key(&key) || counts.len() < SUBJECTS;
        *counts.entry(if is_told_apart { key } else { (action, String::new()) }).or_default() += times;
    }

    fn take(&self) -> BTreeMap<(AuditAction, String), u64> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Service {
    /// Counts a forbidden request. A key is named only if the request contains all of it.
    pub async fn note_denied(&self, caller: &RefusedCaller) {
        let subject = match caller {
            RefusedCaller::Key(text) => {
                let key = self.genuine_key(text).await.ok().flatten();
                key.map_or_else(String::new, |key| format!("k{}", key.id))
            }
            RefusedCaller::Administrator(id) => format!("a{id}"),
            RefusedCaller::Anyone => String::new(),
        };
        self.refusals.count(AuditAction::DenyAccess, subject);
    }

    pub fn note_limited(&self) {
        self.refusals.count(AuditAction::LimitRequests, String::new());
    }

    /// Counts a sign-in that was refused for a wrong password or code, or for too many attempts.
    pub(super) async fn note_sign_in(&self, email: Option<&Email>, refusal: &ServiceError) {
        let action = match refusal {
            ServiceError::Unauthorized(_) => AuditAction::RefuseSignIn,
            ServiceError::Throttled(_) => AuditAction::ThrottleSignIn,
            _ => return,
        };
        // A text that is not an account's address comes from a stranger and must not be logged.
        let account = match email {
            Some(email) => self.store.administrator_by_email(email).await.ok().flatten(),
            None => None,
        };
        self.refusals.count(action, account.map_or_else(String::new, |account| format!("a{}", account.id)));
    }

    /// Records the refusals every ten minutes, until it is dropped.
    pub async fn record_refusals_regularly(&self) {
        loop {
            tokio::time::sleep(Duration::from_mins(10)).await;
            if let Err(error) = self.record_refusals().await {
                tracing::warn!(%error, "cannot record refusals");
            }
        }
    }

    /// Records the refusals since the last time: one line of the audit log for each action and subject, and one log
    /// line, without subjects, for each action.
    pub async fn record_refusals(&self) -> Result<(), ServiceError> {
        let mut totals = BTreeMap::new();
        for ((action, subject), times) in self.refusals.take() {
            let recorded = async {
                let event = self.refusal(action, &subject, times).await?;
                self.record_event(event).await
            };
            if let Err(error) = recorded.await {
                self.refusals.add(action, subject, times);
                return Err(error);
            }
            *totals.entry(action).or_default() += times;
        }
        for (action, times) in totals {
            let (action, times): (_, u64) = (action.as_str(), times);
            tracing::warn!(action, times, "refused");
        }
        Ok(())
    }

    async fn refusal(&self, action: AuditAction, subject: &str, times: u64) -> Result<AuditEvent, ServiceError> {
        let service = Actor { kind: ActorKind::System, id: String::new(), name: "service".to_owned() };
        let known = if subject.is_empty() { None } else { Some(self.holder(subject).await?) };
        let namespace_id = match subject.strip_prefix('k') {
            Some(id) => self.store.key(id).await?.and_then(|key| key.namespace_id),
            None => None,
        };
        let (actor, subject) = match (action, known) {
            (AuditAction::DenyAccess, Some(caller)) => (caller, None),
            (_, known) => (service, known.map(|known| known.name)),
        };
        let details = Some(if times == 1 { "once".to_owned() } else { format!("{times} times") });
        Ok(AuditEvent { namespace_id, subject, details, ..AuditEvent::new(clock::now(), actor, action) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn past_the_bound_subjects_are_counted_together() {
        let refusals = Refusals::default();
        for number in 0..1000 {
            refusals.count(AuditAction::RefuseKey, format!("k{number}"));
        }
        let counts = refusals.take();
        assert_eq!(counts.len(), SUBJECTS + 1);
        assert_eq!(counts.values().sum::<u64>(), 1000);
        assert_eq!(refusals.take().len(), 0);
    }
}
