//! Webhook deliveries, and sending them again.

use std::{sync::Arc, time::Duration};

use domain::{NamespaceId, Permission, Timestamp};

use super::{
    Caller, Missing, Service, ServiceError,
    audit::{AuditDraft, record_audit},
    endpoints::open,
    rights::Right,
};
use crate::{
    clock,
    jobs::WebhookSender,
    store::{
        AuditAction, DeliveryState, Endpoint, EndpointHistory, EventDelivery, Listed, OUTGOING_HELD, Page, SecretOf,
        WaitingDelivery, WorkScope,
    },
    webhooks::Client,
};

/// Maximum number of deliveries that one call sends again. Callers repeat until it returns fewer.
const AT_ONCE: u32 = 1000;

/// The deliveries that are held after a restore or on a copy.
#[derive(Clone, Debug)]
pub struct Outgoing {
    /// `None` if nothing is held.
    pub held_since: Option<Timestamp>,
    pub waiting: Listed<WaitingDelivery>,
}

impl Service {
    pub async fn deliveries(
        &self,
        caller: &Caller,
        namespace: &NamespaceId,
        endpoint: &str,
        state: Option<DeliveryState>,
        page: Page<String>,
    ) -> Result<Listed<EventDelivery>, ServiceError> {
        let endpoint = self.endpoint(caller, namespace, endpoint).await?;
        Ok(self.store.deliveries(&endpoint.id, state, page).await?)
    }

    pub async fn count_undelivered(
        &self,
        caller: &Caller,
        namespace: &NamespaceId,
        endpoint: &str,
    ) -> Result<Vec<(DeliveryState, u64)>, ServiceError> {
        let endpoint = self.endpoint(caller, namespace, endpoint).await?;
        Ok(self.store.count_undelivered(&endpoint.id).await?)
    }

    pub async fn endpoint_history(
        &self,
        caller: &Caller,
        namespace: &NamespaceId,
        endpoint: &str,
    ) -> Result<EndpointHistory, ServiceError> {
        let endpoint = self.endpoint(caller, namespace, endpoint).await?;
        Ok(self.store.endpoint_history(&endpoint.id).await?)
    }

    /// Returns events of a namespace that may have been sent already, because they were waiting when outgoing
    /// deliveries were held. Newest first.
    pub async fn maybe_sent(
        &self,
        caller: &Caller,
        namespace: &NamespaceId,
        page: Page<(String, String)>,
    ) -> Result<Outgoing, ServiceError> {
        caller.require(Permission::Manage, namespace)?;
        self.require_namespace(namespace).await?;
        let held_since = self.outgoing_held().await?.and_then(|since| clock::parse_rfc3339(&since));
        let waiting = match held_since {
            Some(since) => self.store.waiting_since_before(namespace, since, page).await?,
            None => Listed::NONE,
        };
        Ok(Outgoing { held_since, waiting })
    }

    pub async fn send_again(
        &self,
        caller: &Caller,
        namespace: &NamespaceId,
        endpoint: &str,
        event: &str,
    ) -> Result<(), ServiceError> {
        let event = event.to_owned();
        self.on_endpoint(caller, namespace, endpoint, move |tx, caller, endpoint| {
            Box::pin(async move {
                if !tx.send_again(&endpoint.id, &event, clock::now()).await? {
                    return Err(Missing::Delivery.into());
                }
                let draft = AuditDraft::of_namespace(AuditAction::SendAgain, &endpoint.namespace_id);
                record_audit(tx, &caller, draft.on(&endpoint.id).with(event)).await
            })
        })
        .await?;
        self.store.listeners().ring();
        Ok(())
    }

    /// Queues failed and held deliveries of events since a moment. Returns their number.
    pub async fn send_left_again(
        &self,
        caller: &Caller,
        namespace: &NamespaceId,
        endpoint: &str,
        since: Timestamp,
    ) -> Result<u64, ServiceError> {
        let mut all = 0;
        loop {
            let step = self.on_endpoint(caller, namespace, endpoint, move |tx, caller, endpoint| {
                Box::pin(async move {
                    let count = tx.send_left_again(&endpoint.id, since, clock::now(), AT_ONCE).await?;
                    let draft = AuditDraft::of_namespace(AuditAction::SendAgain, &endpoint.namespace_id);
                    let details = format!("{count} events since {}", clock::to_rfc3339(since));
                    record_audit(tx, &caller, draft.on(&endpoint.id).with(details)).await?;
                    Ok(count)
                })
            });
            let count = step.await?;
            self.store.listeners().ring();
            all += count;
            if count < u64::from(AT_ONCE) {
                return Ok(all);
            }
        }
    }

    /// Returns the worker that sends this installation's events. Events are kept for `keep`.
    pub fn webhook_sender(&self, keep: Duration) -> WebhookSender {
        let vault = Arc::clone(&self.vault);
        let open = move |endpoint: &Endpoint| open(&vault, endpoint).map_err(|error| error.to_string());
        WebhookSender::new(Arc::clone(&self.store), Arc::clone(&self.outgoing), Arc::new(open), keep)
            .telling_owners(self.sends_mail())
            .mailing_occasions(self.mails_links())
    }

    /// Sends with another client, for example one with the operator's rules.
    #[must_use]
    pub fn sending_by(self, client: Client) -> Self {
        Self { outgoing: Arc::new(client), ..self }
    }

    /// Returns the moment since which outgoing deliveries are held, after a restore or on a copy, or `None` if they are
    /// not.
    pub async fn outgoing_held(&self) -> Result<Option<String>, ServiceError> {
        let note = self.store.installation_secret(OUTGOING_HELD).await?.unwrap_or_default();
        Ok(Some(String::from_utf8_lossy(&note).into_owned()).filter(|note| !note.is_empty()))
    }

    /// Releases what was held after a restore or on a copy. With `drops`, waiting deliveries are not sent and are
    /// listed as failed. Returns the moment since which they were held.
    pub async fn release_outgoing(&self, caller: &Caller, drops: bool) -> Result<Option<Timestamp>, ServiceError> {
        let right = Right::Everywhere(Permission::Manage);
        let release = self.transact(caller, right, WorkScope::Installation, move |tx, caller| {
            Box::pin(async move {
                let note = tx.installation_secret(OUTGOING_HELD).await?.unwrap_or_default();
                if drops {
                    tx.drop_outgoing().await?;
                }
                tx.put_secret(&SecretOf::Installation(OUTGOING_HELD.to_owned()), b"").await?;
                let action = if drops { AuditAction::DropOutgoing } else { AuditAction::ReleaseOutgoing };
                record_audit(tx, &caller, AuditDraft::new(action)).await?;
                Ok(clock::parse_rfc3339(&String::from_utf8_lossy(&note)))
            })
        });
        let held_since = release.await?;
        self.store.listeners().ring();
        Ok(held_since)
    }
}
