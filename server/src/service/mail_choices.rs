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
    store::{AuditAction, MailChoices, Transaction, WorkScope},
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
                let details = format!("{failures}, new responses {responses}");
                record_audit(tx, &caller, AuditDraft::new(AuditAction::SetMailChoices).with(details)).await
            })
        })
        .await
    }
}

async fn set(tx: &mut Transaction<'_>, id: &str, choices: MailChoices) -> Result<(), ServiceError> {
    let (now, zone) = (clock::now(), tx.time_zone(id).await?);
    let due = choices.digest.and_then(|interval| digest_due(interval, zone.as_deref(), now));
    Ok(tx.set_mail_choices(id, choices, due.map(|due| (now, due))).await?)
}

/// Computes anew when the next message about new responses is due, in the administrator's time zone.
pub(super) async fn renew_digest(tx: &mut Transaction<'_>, id: &str) -> Result<(), ServiceError> {
    match tx.mail_choices(id).await? {
        Some(choices) if choices.digest.is_some() => set(tx, id, choices).await,
        _ => Ok(()),
    }
}
