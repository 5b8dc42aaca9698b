//! Sending mail: each message is claimed by one server, and what became of a claim that was lost is unknown.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use domain::Timestamp;
use futures_util::future::BoxFuture;
use tokio::{task::JoinSet, time::interval};

use super::{
    alert_mails::{queue_alert_mails, queue_open_alerts},
    digests::queue_digests,
    lease::{after, nanoseconds},
};
use crate::{
    causes::with_causes,
    clock,
    mail::{Bounces, Composed, Letter, Minute, Post, Sent},
    random,
    store::{Mail, MailOutcome, OUTGOING_HELD, Store},
};

/// Interval at which to look for messages.
const LOOK: Duration = Duration::from_secs(1);
const TIDY: Duration = Duration::from_mins(1);
/// Time that a claim holds unless it is renewed, and the interval at which it is.
const LEASE: Duration = Duration::from_secs(30);
const RENEW: Duration = Duration::from_secs(5);
/// Messages at once.
const AT_ONCE: usize = 8;
/// Waits before the next attempt, after one that failed for now; after the last, a message is refused.
const WAITS: [Duration; 8] = [
    Duration::from_mins(1),
    Duration::from_mins(5),
    Duration::from_mins(15),
    Duration::from_hours(1),
    Duration::from_hours(4),
    Duration::from_hours(12),
    Duration::from_hours(24),
    Duration::from_hours(24),
];
/// Waits before the outcome of a message is noted again.
const NOTE_WAITS: [Duration; 6] = [
    Duration::from_millis(200),
    Duration::from_secs(1),
    Duration::from_secs(5),
    Duration::from_secs(20),
    Duration::from_mins(1),
    Duration::from_mins(2),
];
/// Rows that tidying removes in one write.
const PIECE: u32 = 500;

const ATTEMPTS: &str = "quiz_answers_mail_attempts_total";

/// Makes the text of a message as it is now.
pub(crate) type Composing = BoxFuture<'static, anyhow::Result<Composed>>;
pub(crate) type Compose = Arc<dyn Fn(Mail) -> Composing + Send + Sync>;

#[derive(Clone)]
pub struct MailSender {
    store: Arc<Store>,
    post: Arc<Post>,
    compose: Compose,
    bounces: Bounces,
    is_alone: bool,
}

impl MailSender {
    pub(crate) fn new(store: Arc<Store>, post: Arc<Post>, compose: Compose, bounces: Bounces) -> Self {
        Self { store, post, compose, bounces, is_alone: false }
    }

    /// With `is_alone`, no other server sends from this database: what is claimed when it begins was lost.
    #[must_use]
    pub fn alone(self, is_alone: bool) -> Self {
        Self { is_alone, ..self }
    }

    /// Works until `stop`, and then until what is under way has ended.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        metrics::describe_counter!(ATTEMPTS, "Attempts to send messages by mail, by outcome.");
        for outcome in ["accepted", "later", "refused", "unknown"] {
            metrics::counter!(ATTEMPTS, "outcome" => outcome).increment(0);
        }
        let (mut stop, mut tasks) = (std::pin::pin!(stop), JoinSet::new());
        let mut minute = Minute::new(self.post.rates(), Instant::now());
        let (mut looks, mut tidied) = (interval(LOOK), None::<Instant>);
        let mut alerts_looked = Instant::now();
        if self.is_alone
            && let Err(error) = self.store.end_lost_mails(clock::now(), after(2 * LEASE)).await
        {
            tracing::warn!(%error, "messages that an earlier start was sending are of unknown outcome a little later");
        }
        loop {
            tokio::select! {
                () = &mut stop => break,
                Some(_) = tasks.join_next() => {}
                _ = looks.tick() => {}
            }
            if let Err(error) = self.look(&mut tasks, &mut minute).await {
                tracing::warn!("cannot look for mail to send: {}", with_causes(&error));
                tokio::time::sleep(LOOK).await;
            }
            if alerts_looked.elapsed() >= LOOK {
                alerts_looked = Instant::now();
                if let Err(error) = queue_alert_mails(&self.store, clock::now()).await {
                    tracing::warn!("cannot look for new alerts: {}", with_causes(&error));
                }
            }
            if tidied.is_none_or(|tidied| tidied.elapsed() >= TIDY) {
                tidied = Some(Instant::now());
                if let Err(error) = self.tidy(clock::now()).await {
                    tracing::warn!("cannot remove old messages: {}", with_causes(&error));
                }
                if let Err(error) = queue_digests(&self.store, clock::now()).await {
                    tracing::warn!("cannot look for messages about new responses: {}", with_causes(&error));
                }
                if let Err(error) = queue_open_alerts(&self.store, clock::now()).await {
                    tracing::warn!("cannot look for open alerts: {}", with_causes(&error));
                }
            }
        }
        while tasks.join_next().await.is_some() {}
    }

    /// Begins what is due and has room.
    async fn look(&self, tasks: &mut JoinSet<()>, minute: &mut Minute) -> anyhow::Result<()> {
        let lost = self.store.end_lost_mails(clock::now(), clock::now()).await?;
        if lost > 0 {
            tracing::warn!(lost, "a server ended while it sent messages; it is not known whether they have gone");
        }
        let (room, full) = minute.room(Instant::now());
        let room = AT_ONCE.saturating_sub(tasks.len()).min(usize::try_from(room).unwrap_or(usize::MAX));
        if room == 0 {
            return Ok(());
        }
        let due = self.due(room, &full).await?;
        if due.is_empty() || self.is_held().await? {
            return Ok(());
        }
        for (id, domain) in due {
            if !minute.take(&domain) {
                continue;
            }
            let message_id = self.post.message_id(&id, random::bits() >> 64);
            let Some(mail) = self.store.claim_mail(&id, &message_id, clock::now(), after(LEASE)).await? else {
                continue;
            };
            let this = self.clone();
            tasks.spawn(async move {
                let id = mail.new.id.clone();
                if let Err(error) = this.send(mail, &message_id).await {
                    // The claim runs out, and the outcome is unknown then.
                    tracing::warn!(mail = id, "cannot note what came of a message: {}", with_causes(&error));
                }
            });
        }
        Ok(())
    }

    /// What is sent next: first what belongs to no namespace, such as password links; then in turns by namespace, what is for
    /// administrators before what is for invited people.
    async fn due(&self, room: usize, full: &[String]) -> anyhow::Result<Vec<(String, String)>> {
        let limit = |room: usize| u32::try_from(room).unwrap_or(u32::MAX);
        let mut due = self.store.due_mails(clock::now(), full, limit(room)).await?;
        let mut namespaces = self.store.namespaces_with_due_mails(clock::now()).await?;
        if namespaces.is_empty() {
            return Ok(due);
        }
        // A different one begins each time.
        let first = usize::try_from(random::bits() % namespaces.len() as u128).unwrap_or(0);
        namespaces.rotate_left(first);
        let share = room.div_ceil(namespaces.len());
        for namespace in namespaces {
            let left = room.saturating_sub(due.len()).min(share);
            if left == 0 {
                break;
            }
            let own = self.store.due_mails_of_namespace(&namespace, false, clock::now(), full, limit(left)).await?;
            let left = left - own.len().min(left);
            due.extend(own);
            if left > 0 {
                due.extend(self.store.due_mails_of_namespace(&namespace, true, clock::now(), full, limit(left)).await?);
            }
        }
        Ok(due)
    }

    async fn is_held(&self) -> anyhow::Result<bool> {
        Ok(self.store.installation_secret(OUTGOING_HELD).await?.is_some_and(|note| !note.is_empty()))
    }

    async fn send(&self, mail: Mail, message_id: &str) -> anyhow::Result<()> {
        let composed = (self.compose)(mail.clone()).await;
        let outcome = match composed {
            // Nothing was sent.
            Err(error) => {
                tracing::warn!(mail = mail.new.id, "cannot put a message together: {}", with_causes(&error));
                later(&mail, "it could not be put together".to_owned())
            }
            Ok(Composed::Unwanted(why)) => MailOutcome::Cancelled(why.to_owned()),
            Ok(Composed::NotBefore(at, why)) => MailOutcome::Later(at, why.to_owned()),
            Ok(Composed::Letter(letter)) => {
                let (counted, outcome) = match self.send_holding(&mail, &letter, message_id).await {
                    Sent::Accepted => ("accepted", MailOutcome::Accepted),
                    Sent::Later(reason) => ("later", later(&mail, reason)),
                    Sent::Refused(reason) => ("refused", MailOutcome::Refused(reason)),
                    Sent::Unknown(reason) => ("unknown", MailOutcome::Unknown(reason)),
                };
                metrics::counter!(ATTEMPTS, "outcome" => counted).increment(1);
                outcome
            }
        };
        match &outcome {
            MailOutcome::Refused(reason) | MailOutcome::Unknown(reason) => {
                tracing::warn!(mail = mail.new.id, kind = mail.new.kind.as_str(), "a message was not sent: {reason}");
            }
            MailOutcome::Later(_, reason) => tracing::info!(mail = mail.new.id, "a message is tried again: {reason}"),
            MailOutcome::Accepted | MailOutcome::Cancelled(_) => {}
        }
        self.note(&mail, &outcome).await
    }

    /// Tries again for minutes where the database is busy or away: without a note, what was sent is of unknown outcome.
    async fn note(&self, mail: &Mail, outcome: &MailOutcome) -> anyhow::Result<()> {
        for wait in NOTE_WAITS {
            match self.store.note_mail(mail, outcome, clock::now()).await {
                Ok(_) => return Ok(()),
                Err(error) => tracing::info!(mail = mail.new.id, %error, "the outcome of a message is noted later"),
            }
            tokio::time::sleep(wait).await;
        }
        self.store.note_mail(mail, outcome, clock::now()).await?;
        Ok(())
    }

    /// Sends it, and renews the claim meanwhile.
    async fn send_holding(&self, mail: &Mail, letter: &Letter, message_id: &str) -> Sent {
        let bounces = letter.mail_id.as_deref().map(|id| self.bounces.token(id));
        let mut untold = |_: &'static str, _: Result<(), &str>| {};
        let mut sending = std::pin::pin!(self.post.send(letter, message_id, bounces.as_deref(), &mut untold));
        let mut ticks = interval(RENEW);
        loop {
            tokio::select! {
                sent = &mut sending => return sent,
                _ = ticks.tick() => {
                    // Without a database, what comes of it is noted later or is unknown.
                    if let Err(error) = self.store.renew_mail(mail, after(LEASE)).await {
                        tracing::warn!(%error, "cannot hold on to a message that is being sent");
                    }
                }
            }
        }
    }

    async fn tidy(&self, now: Timestamp) -> anyhow::Result<()> {
        let before = Timestamp::from_nanoseconds(now.nanoseconds().saturating_sub(nanoseconds(self.post.keep())));
        while self.store.forget_mails(before, PIECE).await? > 0 {}
        self.store.forget_addresses(now).await?;
        Ok(())
    }
}

/// The next attempt, or the end.
fn later(mail: &Mail, reason: String) -> MailOutcome {
    match usize::try_from(mail.attempts).ok().and_then(|made| WAITS.get(made)) {
        Some(wait) => MailOutcome::Later(after(*wait), reason),
        None => MailOutcome::Refused(reason),
    }
}
