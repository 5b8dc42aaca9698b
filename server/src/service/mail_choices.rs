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
    store::{AuditAction, MailChoices, WorkScope},
};

impl Service {
    pub async fn mail_choices(&self, rights: &AdminRights) -> Result<MailChoices, ServiceError> {
        Ok(self.store.mail_choices(&rights.id).await?.ok_or(Missing::Administrator)?)
    }

    /// The first message about new responses covers the time from this call on.
    pub async fn set_mail_choices(&self, rights: &AdminRights, choices: MailChoices) -> Result<(), ServiceError> {
        let id = rights.id.clone();
        self.transact(&own(rights), Right::Account, WorkScope::Installation, move |tx, caller| {
            Box::pin(async move {
                let before = tx.mail_choices(&id).await?.ok_or(Missing::Administrator)?;
                if before == choices {
                    return Ok(());
                }
                let (now, zone) = (clock::now(), tx.time_zone(&id).await?);
                let due = choices.digest.and_then(|interval| digest_due(interval, zone.as_deref(), now));
                tx.set_mail_choices(&id, choices, due.map(|due| (now, due))).await?;
                let failures = if choices.failures { "failures" } else { "no failures" };
                let responses = choices.digest.map_or("never", |interval| interval.as_str());
                let details = format!("{failures}, new responses {responses}");
                record_audit(tx, &caller, AuditDraft::new(AuditAction::SetMailChoices).with(details)).await
            })
        })
        .await
    }
}
