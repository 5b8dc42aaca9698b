//! Messages by mail, from queueing to their end.

use domain::{Email, NamespaceId, QuizId, Timestamp};
use macro_rules_attribute::derive;

use super::{
    Reads, Room,
    rows::{Stored, columns, count, damaged, moment},
    sql,
};
use crate::store::{
    Listed, Mail, MailKind, MailOutcome, MailState, NewMail, Page, Result, Store, Transaction, WorkScope,
};

#[derive(columns!)]
pub(in crate::store) struct MailRow {
    id: String,
    kind: String,
    at: i64,
    namespace_id: Option<String>,
    quiz_id: Option<String>,
    user_id: Option<String>,
    admin_id: Option<String>,
    reference: Option<String>,
    recipient: String,
    state: String,
    attempts: i64,
    due_at: i64,
    fence: i64,
    message_id: Option<String>,
    ended_at: Option<i64>,
    error: Option<String>,
}

impl Stored for Mail {
    type Row = MailRow;

    fn read(row: MailRow) -> Result<Self> {
        let what = format!("message {}", row.id);
        let damaged = || damaged(&what);
        let new = NewMail {
            id: row.id.clone(),
            kind: MailKind::parse(&row.kind).ok_or_else(damaged)?,
            at: moment(row.at),
            namespace: row.namespace_id.as_deref().map(NamespaceId::parse).transpose().map_err(|_| damaged())?,
            quiz: row.quiz_id.as_deref().map(QuizId::parse).transpose().map_err(|_| damaged())?,
            user: row.user_id,
            admin: row.admin_id,
            reference: row.reference,
            recipient: Email::parse(&row.recipient).map_err(|_| damaged())?,
            due_at: moment(row.due_at),
        };
        Ok(Self {
            new,
            state: MailState::parse(&row.state).ok_or_else(damaged)?,
            attempts: count(row.attempts, &what)?,
            message_id: row.message_id,
            ended_at: row.ended_at.map(moment),
            error: row.error,
            fence: row.fence,
        })
    }
}

impl Reads<'_> {
    /// Newest first, optionally of one state.
    pub async fn mails(&self, state: Option<MailState>, page: Page<String>) -> Result<Listed<Mail>> {
        let room = Room::of_page(page.limit);
        // Greater than every id.
        let after = page.after.unwrap_or_else(|| "~".to_owned());
        let select =
            sql!("SELECT {mail} FROM mails WHERE id < $1 AND ($2 = '' OR state = $2) ORDER BY id DESC LIMIT $3");
        let select = select.bind(after).bind(state.map_or("", MailState::as_str)).bind(room.limit());
        self.part(select, room).await
    }

    pub async fn mail(&self, id: &str) -> Result<Option<Mail>> {
        self.find(sql!("SELECT {mail} FROM mails WHERE id = $1").bind(id)).await
    }

    /// Returns the ids and receiving domains of due messages without a namespace, longest waiting first, except for the
    /// domains in `but`.
    pub async fn due_mails(&self, now: Timestamp, but: &[String], limit: u32) -> Result<Vec<(String, String)>> {
        let select = sql!(
            sqlite: "SELECT id, domain FROM mails
                     WHERE state = 'queued' AND namespace_id IS NULL AND due_at <= $1
                         AND instr($2, ' ' || domain || ' ') = 0
                     ORDER BY due_at LIMIT $3",
            postgres: "SELECT id, domain FROM mails
                       WHERE state = 'queued' AND namespace_id IS NULL AND due_at <= $1
                           AND strpos($2, ' ' || domain || ' ') = 0
                       ORDER BY due_at LIMIT $3"
        );
        self.rows(select.bind(now).bind(format!(" {} ", but.join(" "))).bind(limit)).await
    }

    pub async fn namespaces_with_due_mails(&self, now: Timestamp) -> Result<Vec<String>> {
        let select = sql!(
            "SELECT n.id FROM namespaces AS n
             WHERE EXISTS (
                 SELECT 1 FROM mails AS m
                 WHERE m.namespace_id = n.id AND m.state = 'queued' AND m.user_id IS NOT NULL AND m.due_at <= $1
             ) OR EXISTS (
                 SELECT 1 FROM mails AS m
                 WHERE m.namespace_id = n.id AND m.state = 'queued' AND m.user_id IS NULL AND m.due_at <= $1
             )
             ORDER BY n.id"
        );
        self.list(select.bind(now)).await
    }

    /// Same as [`due_mails`](Self::due_mails), for messages of a namespace: to its invited people, or to others.
    pub async fn due_mails_of_namespace(
        &self,
        namespace: &str,
        to_people: bool,
        now: Timestamp,
        but: &[String],
        limit: u32,
    ) -> Result<Vec<(String, String)>> {
        let select = if to_people {
            sql!(
                sqlite: "SELECT id, domain FROM mails
                         WHERE namespace_id = $1 AND state = 'queued' AND user_id IS NOT NULL AND due_at <= $2
                             AND instr($3, ' ' || domain || ' ') = 0
                         ORDER BY due_at LIMIT $4",
                postgres: "SELECT id, domain FROM mails
                           WHERE namespace_id = $1 AND state = 'queued' AND user_id IS NOT NULL AND due_at <= $2
                               AND strpos($3, ' ' || domain || ' ') = 0
                           ORDER BY due_at LIMIT $4"
            )
        } else {
            sql!(
                sqlite: "SELECT id, domain FROM mails
                         WHERE namespace_id = $1 AND state = 'queued' AND user_id IS NULL AND due_at <= $2
                             AND instr($3, ' ' || domain || ' ') = 0
                         ORDER BY due_at LIMIT $4",
                postgres: "SELECT id, domain FROM mails
                           WHERE namespace_id = $1 AND state = 'queued' AND user_id IS NULL AND due_at <= $2
                               AND strpos($3, ' ' || domain || ' ') = 0
                           ORDER BY due_at LIMIT $4"
            )
        };
        self.rows(select.bind(namespace).bind(now).bind(format!(" {} ", but.join(" "))).bind(limit)).await
    }

    /// True while any message is queued or being sent.
    pub async fn has_mails_to_send(&self) -> Result<bool> {
        let some = sql!("SELECT id FROM mails WHERE state IN ('queued', 'claimed') LIMIT 1");
        let some: Option<String> = self.find(some).await?;
        Ok(some.is_some())
    }
}

/// The most messages about occasions that are sent as one.
const AS_ONE: i64 = 50;

impl Store {
    /// Claims a due message and sets the Message-ID that it is sent with; one about an occasion with the others that wait
    /// for its address, up to [`AS_ONE`]. Returns `None` if another server was first.
    pub async fn claim_mail(
        &self,
        id: &str,
        message_id: &str,
        now: Timestamp,
        lease_until: Timestamp,
    ) -> Result<Option<Mail>> {
        let claim = sql!(
            "UPDATE mails SET state = 'claimed', message_id = $2, due_at = $4, fence = fence + 1
             WHERE id = $1 AND state = 'queued' AND due_at <= $3"
        );
        let claim = claim.bind(id).bind(message_id).bind(now).bind(lease_until);
        let (id, message_id) = (id.to_owned(), message_id.to_owned());
        self.transact(WorkScope::Installation, move |tx| {
            Box::pin(async move {
                if tx.execute(claim).await? == 0 {
                    return Ok(None);
                }
                let claimed = tx.mail(&id).await?;
                if let Some(NewMail { kind: MailKind::Occasion, namespace: Some(namespace), recipient, .. }) =
                    claimed.as_ref().map(|mail| &mail.new)
                {
                    let others = sql!(
                        "UPDATE mails SET state = 'claimed', message_id = $3, due_at = $4, fence = fence + 1
                         WHERE state = 'queued' AND id IN (
                             SELECT id FROM mails
                             WHERE namespace_id = $1 AND recipient = $2 AND kind = 'occasion' AND state = 'queued'
                             ORDER BY id LIMIT $5)"
                    );
                    let others = others.bind(namespace.as_str()).bind(recipient.as_str()).bind(&message_id);
                    tx.execute(others.bind(lease_until).bind(AS_ONE - 1)).await?;
                }
                Ok(claimed)
            })
        })
        .await
    }

    /// Renews a claim. Returns `false` if it was lost.
    pub async fn renew_mail(&self, mail: &Mail, lease_until: Timestamp) -> Result<bool> {
        let renew = sql!(
            "UPDATE mails SET due_at = $3
             WHERE state = 'claimed' AND (id = $1 AND fence = $2 OR kind = 'occasion' AND message_id = $4)"
        );
        let renew = renew.bind(&mail.new.id).bind(mail.fence).bind(lease_until).bind(mail.message_id.clone());
        Ok(self.execute(renew).await? > 0)
    }

    /// Records the outcome of a claimed message, and of those that were sent with it, even if the claim has expired
    /// meanwhile. Returns `false`, and changes nothing, if the message was queued again or removed.
    pub async fn note_mail(&self, mail: &Mail, outcome: &MailOutcome, now: Timestamp) -> Result<bool> {
        let (mail, outcome) = (mail.clone(), outcome.clone());
        self.transact(WorkScope::Installation, move |tx| {
            Box::pin(async move {
                let with = tx.mails_sent_with(&mail).await?;
                let mut is_noted = tx.note_one(&mail, &outcome, now).await?;
                for other in with.iter().filter(|other| other.new.id != mail.new.id) {
                    is_noted |= tx.note_one(other, &outcome, now).await?;
                }
                Ok(is_noted)
            })
        })
        .await
    }

    /// Cancels one of the messages that were claimed together.
    pub async fn cancel_claimed(&self, mail: &Mail, why: &str, now: Timestamp) -> Result<bool> {
        let (mail, outcome) = (mail.clone(), MailOutcome::Cancelled(why.to_owned()));
        let work = self.transact(WorkScope::Installation, move |tx| {
            Box::pin(async move { tx.note_one(&mail, &outcome, now).await })
        });
        work.await
    }

    /// Ends messages whose claim expired before a moment, because their server is gone. They may have been sent, so
    /// they are not sent again. Returns their number.
    pub async fn end_lost_mails(&self, now: Timestamp, until: Timestamp) -> Result<u64> {
        let lost = sql!("SELECT id FROM mails WHERE state = 'claimed' AND due_at < $1 LIMIT 1").bind(until);
        if self.find::<String>(lost).await?.is_none() {
            return Ok(0);
        }
        self.transact(WorkScope::Installation, move |tx| {
            Box::pin(async move {
                let end = sql!(
                    "UPDATE mails SET state = 'unknown', ended_at = $1, error = 'the server ended while it was sent'
                     WHERE state = 'claimed' AND due_at < $2"
                );
                let ended = tx.execute(end.bind(now).bind(until)).await?;
                let told = sql!(
                    "UPDATE invitations SET mail_state = 'unknown', mailed_at = $1, mail_error = NULL,
                         reminders = reminders + (
                             SELECT count(*) FROM mails AS m
                             WHERE m.quiz_id = invitations.quiz_id AND m.user_id = invitations.id AND m.state = 'unknown'
                                 AND m.ended_at = $1 AND m.kind IN ('reminder', 'reminder-to-start'))
                     WHERE coalesce(mail_state, '') <> 'bounced' AND (quiz_id, id) IN (
                         SELECT quiz_id, user_id FROM mails
                         WHERE state = 'unknown' AND ended_at = $1 AND user_id IS NOT NULL)"
                );
                tx.execute(told.bind(now)).await?;
                Ok(ended)
            })
        })
        .await
    }

    /// Removes up to `limit` messages that ended before a moment. Returns their number.
    pub async fn forget_mails(&self, before: Timestamp, limit: u32) -> Result<u64> {
        let delete =
            sql!("DELETE FROM mails WHERE id IN (SELECT id FROM mails WHERE ended_at < $1 ORDER BY ended_at LIMIT $2)");
        self.execute(delete.bind(before).bind(limit)).await
    }
}

impl Transaction<'_> {
    async fn note_one(&mut self, mail: &Mail, outcome: &MailOutcome, now: Timestamp) -> Result<bool> {
        // Read again: the person may have a new id, and the claim may have expired.
        let Some(before) = self.mail(&mail.new.id).await? else { return Ok(false) };
        let is_noted = self.note_mail(mail, outcome, now).await?;
        if is_noted {
            self.note_mailed(&before, outcome, now).await?;
            if !matches!(outcome, MailOutcome::Later(..)) {
                self.forget_address(&mail.new.id).await?;
            }
        }
        Ok(is_noted)
    }

    async fn note_mail(&mut self, mail: &Mail, outcome: &MailOutcome, now: Timestamp) -> Result<bool> {
        let (state, due_at, error) = match outcome {
            MailOutcome::Accepted => (MailState::Accepted, None, None),
            MailOutcome::Later(at, error) => (MailState::Queued, Some(*at), Some(error)),
            MailOutcome::Refused(error) => (MailState::Refused, None, Some(error)),
            MailOutcome::Unknown(error) => (MailState::Unknown, None, Some(error)),
            MailOutcome::Cancelled(why) => (MailState::Cancelled, None, Some(why)),
        };
        let update = sql!(
            "UPDATE mails SET state = $3, due_at = coalesce($4, due_at), error = $5, ended_at = $6, attempts = attempts + 1
             WHERE id = $1 AND fence = $2 AND state IN ('claimed', 'unknown')"
        );
        let ended_at = due_at.is_none().then_some(now);
        let update = update
            .bind(&mail.new.id)
            .bind(mail.fence)
            .bind(state.as_str())
            .bind(due_at)
            .bind(error.cloned())
            .bind(ended_at);
        Ok(self.execute(update).await? > 0)
    }

    /// Queues a message. Returns `false`, and writes nothing, if the same person already has one with this number.
    pub async fn add_mail(&mut self, mail: &NewMail) -> Result<bool> {
        let insert = sql!(
            "INSERT INTO mails (id, kind, at, namespace_id, quiz_id, user_id, admin_id, reference, recipient, domain,
                 state, due_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'queued', $11) ON CONFLICT DO NOTHING"
        );
        let insert = insert
            .bind(&mail.id)
            .bind(mail.kind.as_str())
            .bind(mail.at)
            .bind(mail.namespace.as_ref().map(|id| id.as_str().to_owned()))
            .bind(mail.quiz.as_ref().map(|id| id.as_str().to_owned()))
            .bind(mail.user.clone())
            .bind(mail.admin.clone())
            .bind(mail.reference.clone())
            .bind(mail.recipient.as_str())
            .bind(mail.domain())
            .bind(mail.due_at);
        Ok(self.execute(insert).await? > 0)
    }

    /// Cancels a queued message. Returns `false` if it is not queued.
    pub async fn cancel_mail(&mut self, id: &str, now: Timestamp) -> Result<bool> {
        let cancel = sql!("UPDATE mails SET state = 'cancelled', ended_at = $2 WHERE id = $1 AND state = 'queued'");
        Ok(self.execute(cancel.bind(id).bind(now)).await? > 0)
    }

    /// Queues a refused or cancelled message again, or one of unknown outcome. Returns `false` in any other state, if another
    /// message has its number, and for results, whose address is gone.
    pub async fn resend_mail(&mut self, id: &str, now: Timestamp) -> Result<bool> {
        let again = sql!(
            "UPDATE mails SET state = 'queued', attempts = 0, due_at = $2, fence = fence + 1, message_id = NULL,
                 ended_at = NULL, error = NULL
             WHERE id = $1 AND kind <> 'result' AND state IN ('refused', 'unknown', 'cancelled')
                 AND (user_id IS NULL OR NOT EXISTS (
                     SELECT 1 FROM mails AS other
                     WHERE other.quiz_id = mails.quiz_id AND other.user_id = mails.user_id
                         AND other.reference = mails.reference AND other.id <> mails.id
                         AND other.state NOT IN ('refused', 'cancelled')))"
        );
        Ok(self.execute(again.bind(id).bind(now)).await? > 0)
    }
}
