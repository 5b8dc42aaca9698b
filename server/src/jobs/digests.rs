//! Queues messages about new responses. Each covers the time since the previous one.

use std::sync::Arc;

use domain::{Email, Timestamp};

use crate::{
    causes::with_causes,
    delivery::Timetable,
    store::{DigestInterval, DueDigest, MailKind, NewMail, Store, StoreError, WorkScope},
};

/// End of the period of a message: seven o'clock in the administrator's time zone, or in UTC if this machine does not know
/// the zone. `None` past the year 2262.
pub(crate) fn digest_due(interval: DigestInterval, zone: Option<&str>, now: Timestamp) -> Option<Timestamp> {
    let in_zone = |zone: &str| match interval {
        DigestInterval::Daily => Timetable::daily("07:00", zone),
        DigestInterval::Weekly => Timetable::weekly("mon@07:00", zone),
    };
    in_zone(zone.unwrap_or("UTC")).or_else(|_| in_zone("UTC")).ok()?.next_after(now)
}

/// Queues the messages that are due, each once, however many servers call this. After a time without a server, one message
/// covers all of it.
pub(super) async fn queue_digests(store: &Arc<Store>, now: Timestamp) -> anyhow::Result<()> {
    for digest in store.due_digests(now).await? {
        // One that is damaged does not hold up the others.
        if let Err(error) = queue(store, digest, now).await {
            tracing::warn!("cannot queue a message about new responses: {}", with_causes(&error));
        }
    }
    Ok(())
}

async fn queue(store: &Arc<Store>, digest: DueDigest, now: Timestamp) -> anyhow::Result<()> {
    let next =
        digest_due(digest.interval, digest.zone.as_deref(), now).unwrap_or(Timestamp::from_nanoseconds(i64::MAX));
    let Some(administrator) = store.administrator(&digest.admin).await? else { return Ok(()) };
    let is_worth_it = !store.new_responses(&digest.admin, digest.from, now).await?.is_empty();
    let mail = is_worth_it.then(|| message(&administrator.email, &digest, now));
    let queued: Result<(), StoreError> = store
        .transact(WorkScope::Installation, move |tx| {
            Box::pin(async move {
                if tx.begin_next_digest(&digest, now, next).await?
                    && let Some(mail) = mail
                {
                    tx.add_mail(&mail).await?;
                }
                Ok(())
            })
        })
        .await;
    Ok(queued?)
}

fn message(to: &Email, digest: &DueDigest, until: Timestamp) -> NewMail {
    NewMail {
        admin: Some(digest.admin.clone()),
        reference: Some(format!("{} {}", digest.from.nanoseconds(), until.nanoseconds())),
        ..NewMail::of(MailKind::NewResponses, to, until)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::{parse_rfc3339, to_rfc3339};

    #[track_caller]
    fn assert_due(interval: DigestInterval, zone: &str, now: &str, due: &str) {
        let now = parse_rfc3339(now).expect("a moment");
        let found = digest_due(interval, Some(zone), now).map(to_rfc3339);
        assert_eq!(found.as_deref(), Some(due), "{zone} after {now:?}");
    }

    #[test]
    fn it_is_seven_where_the_administrator_is_also_when_summer_time_begins() {
        assert_due(DigestInterval::Daily, "Europe/Madrid", "2026-03-28T12:00:00Z", "2026-03-29T05:00:00Z");
        assert_due(DigestInterval::Daily, "Europe/Madrid", "2026-03-27T12:00:00Z", "2026-03-28T06:00:00Z");
        assert_due(DigestInterval::Daily, "Pacific/Kiritimati", "2026-12-31T18:00:00Z", "2027-01-01T17:00:00Z");
        assert_due(DigestInterval::Weekly, "UTC", "2026-11-28T12:00:00Z", "2026-11-30T07:00:00Z");
        assert_due(DigestInterval::Weekly, "UTC", "2026-11-30T07:00:00Z", "2026-12-07T07:00:00Z");
        assert_due(DigestInterval::Daily, "Mars/Olympus", "2028-02-28T08:00:00Z", "2028-02-29T07:00:00Z");
    }
}
