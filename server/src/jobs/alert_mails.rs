//! Queues messages about alerts: at once about new ones, and daily about those that are open.

use std::sync::Arc;

use domain::{QuizId, Timestamp};

use super::digests::digest_due;
use crate::{
    causes::with_causes,
    store::{DigestInterval, DueAlerts, MailKind, NewMail, Store, StoreError, WorkScope},
};

/// The schema version of PostgreSQL from which on servers know these messages.
const SINCE: i64 = 27;

/// Tells of each new alert once, however many servers call this.
pub(super) async fn queue_alert_mails(store: &Arc<Store>, now: Timestamp) -> anyhow::Result<()> {
    let quizzes = store.quizzes_with_untold_alerts(now).await?;
    // An older server would take the messages and not know their kind.
    if quizzes.is_empty() || store.has_older_servers(SINCE).await? {
        return Ok(());
    }
    for quiz in quizzes {
        // One that is damaged does not hold up the others.
        if let Err(error) = tell(store, quiz, now).await {
            tracing::warn!("cannot queue messages about alerts: {}", with_causes(&error));
        }
    }
    Ok(())
}

async fn tell(store: &Arc<Store>, quiz: QuizId, now: Timestamp) -> anyhow::Result<()> {
    let Some(quiz) = store.quiz(&quiz).await? else { return Ok(()) };
    let scope = WorkScope::Namespace(quiz.namespace_id.clone());
    let told: Result<(), StoreError> =
        store.transact(scope, move |tx| Box::pin(async move { tx.tell_of_alerts(&quiz, now).await })).await;
    Ok(told?)
}

/// After days without a server, one message tells of all that are open.
pub(super) async fn queue_open_alerts(store: &Arc<Store>, now: Timestamp) -> anyhow::Result<()> {
    for due in store.due_alert_mails(now).await? {
        if let Err(error) = remind(store, due, now).await {
            tracing::warn!("cannot queue a message about open alerts: {}", with_causes(&error));
        }
    }
    Ok(())
}

async fn remind(store: &Arc<Store>, due: DueAlerts, now: Timestamp) -> anyhow::Result<()> {
    let next = digest_due(DigestInterval::Daily, due.zone.as_deref(), now);
    let next = next.unwrap_or(Timestamp::from_nanoseconds(i64::MAX));
    let Some(administrator) = store.administrator(&due.admin).await? else { return Ok(()) };
    let is_worth_it = !store.open_alerts_for(&due.admin).await?.is_empty();
    let mail = is_worth_it.then(|| NewMail {
        admin: Some(due.admin.clone()),
        ..NewMail::of(MailKind::OpenAlerts, &administrator.email, now)
    });
    let queued: Result<(), StoreError> = store
        .transact(WorkScope::Installation, move |tx| {
            Box::pin(async move {
                if tx.begin_next_alert_mail(&due, next).await?
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
