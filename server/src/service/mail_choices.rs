//! Administrators' choices of mail.

use super::{
    AdminRights, Missing, Service, ServiceError,
    account::own,
    audit::{AuditDraft, record_audit},
    rights::Right,
};
use crate::{
    clock,
    jobs::digest_due,
    store::{AlertMail, AuditAction, DigestInterval, MailChoices, MailTimes, Transaction, WorkScope},
};

impl Service {
    pub async fn mail_choices(&self, rights: &AdminRights) -> Result<MailChoices, ServiceError> {
        Ok(self.store.mail_choices(&rights.id).await?.ok_or(Missing::Administrator)?)
    }

    /// The first message about new responses covers the time from this call on. A period that has begun keeps its beginning.
    pub async fn set_mail_choices(&self, rights: &AdminRights, choices: MailChoices) -> Result<(), ServiceError> {
        let id = rights.id.clone();
        self.transact(&own(rights), Right::Account, WorkScope::Installation, move |tx, caller| {
            Box::pin(async move {
                let before = tx.mail_choices(&id).await?.ok_or(Missing::Administrator)?;
                if before == choices {
                    return Ok(());
                }
                set(tx, &id, choices).await?;
                let failures = if choices.failures { "failures" } else { "no failures" };
                let responses = choices.digest.map_or("never", |interval| interval.as_str());
                let alerts = choices.alerts.map_or("never", AlertMail::as_str);
                let details = format!("{failures}, new responses {responses}, alerts {alerts}");
                record_audit(tx, &caller, AuditDraft::new(AuditAction::SetMailChoices).with(details)).await
            })
        })
        .await
    }
}

async fn set(tx: &mut Transaction<'_>, id: &str, choices: MailChoices) -> Result<(), ServiceError> {
    let (now, zone) = (clock::now(), tx.time_zone(id).await?);
    let next = |interval| digest_due(interval, zone.as_deref(), now);
    let is_daily = choices.alerts == Some(AlertMail::Daily);
    let times = MailTimes {
        digest: choices.digest.and_then(next).map(|due| (now, due)),
        alerts: is_daily.then_some(DigestInterval::Daily).and_then(next),
    };
    Ok(tx.set_mail_choices(id, choices, times).await?)
}

/// Computes anew when the next messages are due, in the administrator's time zone.
pub(super) async fn renew_digest(tx: &mut Transaction<'_>, id: &str) -> Result<(), ServiceError> {
    match tx.mail_choices(id).await? {
        Some(choices) => set(tx, id, choices).await,
        None => Ok(()),
    }
}
