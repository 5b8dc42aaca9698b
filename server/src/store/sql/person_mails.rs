//! Messages to invited people: the last outcome per person, and each quiz's texts and opt-outs.

use std::collections::{HashMap, HashSet};

use domain::{Language, NamespaceId, QuizId, Timestamp};

use super::{
    Reads, Room,
    rows::{damaged, moment},
    sql,
};
use crate::store::{
    BounceStatus, Listed, Mail, MailKind, MailOutcome, MailState, MailText, MailedState, NewMail, Page, PendingMail,
    Result, Transaction,
};

impl Reads<'_> {
    /// Returns the messages to a quiz's invited people, newest first, optionally of one state.
    pub async fn mails_of_quiz(
        &self,
        quiz: &QuizId,
        state: Option<MailState>,
        page: Page<String>,
    ) -> Result<Listed<Mail>> {
        let room = Room::of_page(page.limit);
        let after = page.after.unwrap_or_else(|| "~".to_owned());
        let select = sql!(
            "SELECT {mail} FROM mails WHERE quiz_id = $1 AND id < $2 AND ($3 = '' OR state = $3)
             ORDER BY id DESC LIMIT $4"
        );
        let select = select.bind(quiz).bind(after).bind(state.map_or("", MailState::as_str)).bind(room.limit());
        self.part(select, room).await
    }

    /// True while a message to this person with a lower number is due or being sent.
    pub async fn waits_for_another(&self, quiz: &QuizId, user: &str, number: u32, now: Timestamp) -> Result<bool> {
        let select = sql!(
            "SELECT id FROM mails
             WHERE quiz_id = $1 AND user_id = $2 AND CAST(reference AS BIGINT) < $3
                 AND (state = 'claimed' OR state = 'queued' AND due_at <= $4)
             LIMIT 1"
        );
        let other = select.bind(quiz).bind(user).bind(i64::from(number)).bind(now);
        let other: Option<String> = self.find(other).await?;
        Ok(other.is_some())
    }

    /// Returns the messages about occasions that were claimed as one with this, itself among them; none for other kinds.
    pub async fn mails_sent_with(&self, mail: &Mail) -> Result<Vec<Mail>> {
        let NewMail { kind: MailKind::Occasion, namespace: Some(namespace), recipient, .. } = &mail.new else {
            return Ok(Vec::new());
        };
        let select = sql!(
            "SELECT {mail} FROM mails
             WHERE namespace_id = $1 AND recipient = $2 AND kind = 'occasion' AND message_id = $3 ORDER BY id"
        );
        let message_id = mail.message_id.clone().unwrap_or_default();
        self.list(select.bind(namespace.as_str()).bind(recipient.as_str()).bind(message_id)).await
    }

    /// Returns the latest moment from `since` on at which the address of a message was sent another one about occasions.
    /// One that is being sent counts as of the end of all time.
    pub async fn sent_occasions_since(&self, mail: &Mail, since: Timestamp) -> Result<Option<Timestamp>> {
        let select = sql!(
            "SELECT CASE WHEN state = 'claimed' THEN CAST($5 AS BIGINT) ELSE ended_at END AS latest FROM mails
             WHERE namespace_id = $1 AND recipient = $2 AND kind = 'occasion' AND coalesce(message_id, '') <> $3
                 AND (state = 'claimed' OR state = 'accepted' AND ended_at >= $4)
             ORDER BY latest DESC LIMIT 1"
        );
        let namespace = mail.new.namespace.as_ref().map(NamespaceId::as_str);
        let select = select.bind(namespace).bind(mail.new.recipient.as_str());
        let select = select.bind(mail.message_id.clone().unwrap_or_default()).bind(since).bind(i64::MAX);
        let latest: Vec<(i64,)> = self.rows(select).await?;
        Ok(latest.first().map(|(latest,)| moment(*latest)))
    }

    /// Returns the messages to a quiz's invited people that wait, were sent or may have been sent, by person. Forgotten
    /// ones are missing.
    pub async fn pending_mails(&self, quiz: &QuizId) -> Result<HashMap<String, Vec<PendingMail>>> {
        let select = sql!(
            "SELECT user_id, kind, coalesce(reference, ''), due_at, state IN ('queued', 'claimed') FROM mails
             WHERE quiz_id = $1 AND user_id IS NOT NULL AND state NOT IN ('refused', 'cancelled')"
        );
        let rows: Vec<(String, String, String, i64, bool)> = self.rows(select.bind(quiz)).await?;
        let mut pending: HashMap<String, Vec<PendingMail>> = HashMap::new();
        for (user, kind, number, due_at, waits) in rows {
            let kind = MailKind::parse(&kind).ok_or_else(|| damaged(format!("message of kind {kind}")))?;
            let number = number.parse().unwrap_or_default();
            pending.entry(user).or_default().push(PendingMail { kind, number, due_at: moment(due_at), waits });
        }
        Ok(pending)
    }

    /// Returns the hashes of addresses that have opted out of messages of a quiz or of its namespace.
    pub async fn opt_outs(&self, namespace: &NamespaceId, quiz: &QuizId) -> Result<HashSet<String>> {
        let select = sql!(
            "SELECT address FROM quiz_opt_outs WHERE quiz_id = $1
             UNION SELECT address FROM namespace_opt_outs WHERE namespace_id = $2"
        );
        let addresses: Vec<String> = self.list(select.bind(quiz).bind(namespace)).await?;
        Ok(addresses.into_iter().collect())
    }

    /// True if an address, given as its hash, has opted out of messages of a quiz or of its namespace.
    pub async fn has_opted_out(&self, namespace: &NamespaceId, quiz: &QuizId, address: &str) -> Result<bool> {
        let select = sql!(
            "SELECT address FROM quiz_opt_outs WHERE quiz_id = $1 AND address = $3
             UNION ALL SELECT address FROM namespace_opt_outs WHERE namespace_id = $2 AND address = $3"
        );
        let found: Vec<String> = self.list(select.bind(quiz).bind(namespace).bind(address)).await?;
        Ok(!found.is_empty())
    }

    /// Returns the owner's message texts for a quiz, in all languages.
    pub async fn mail_texts(&self, quiz: &QuizId) -> Result<Vec<MailText>> {
        let select =
            sql!("SELECT kind, language, subject, body FROM mail_texts WHERE quiz_id = $1 ORDER BY kind, language");
        let rows: Vec<(String, String, String, String)> = self.rows(select.bind(quiz)).await?;
        let read = |(kind, language, subject, body): (String, String, String, String)| {
            let named = MailKind::parse(&kind).zip(Language::parse(&language).ok());
            let (kind, language) = named.ok_or_else(|| damaged(format!("text of quiz {quiz}")))?;
            Ok(MailText { kind, language, subject, body })
        };
        rows.into_iter().map(read).collect()
    }
}

impl Transaction<'_> {
    /// Records the outcome with the person's invitation, which outlives the message.
    pub(super) async fn note_mailed(&mut self, mail: &Mail, outcome: &MailOutcome, now: Timestamp) -> Result<()> {
        let (Some(quiz), Some(user)) = (&mail.new.quiz, &mail.new.user) else { return Ok(()) };
        let (state, at, error) = match outcome {
            MailOutcome::Accepted => (MailedState::Sent, Some(now), None),
            MailOutcome::Unknown(_) => (MailedState::Unknown, Some(now), None),
            MailOutcome::Refused(error) => (MailedState::Refused, None, Some(error.clone())),
            MailOutcome::Later(..) | MailOutcome::Cancelled(_) => return Ok(()),
        };
        // A message of unknown outcome was counted when its claim expired.
        let is_counted = mail.state == MailState::Unknown;
        let is_reminder = at.is_some() && mail.new.kind.is_reminder() && !is_counted;
        let update = sql!(
            "UPDATE invitations SET mail_state = $3, mailed_at = coalesce($4, mailed_at), mail_error = $5,
                 reminders = reminders + $6
             WHERE quiz_id = $1 AND id = $2 AND coalesce(mail_state, '') <> 'bounced'"
        );
        let update = update.bind(quiz).bind(user).bind(state.as_str()).bind(at).bind(error);
        self.execute(update.bind(i64::from(is_reminder))).await.map(drop)
    }

    /// Records a bounce, and cancels messages that wait for the address. Returns the quiz and the person, or `None` if
    /// there is no such message to a person.
    pub async fn note_bounce(
        &mut self,
        mail: &str,
        status: BounceStatus,
        now: Timestamp,
    ) -> Result<Option<(QuizId, String)>> {
        let Some(mail) = self.mail(mail).await? else { return Ok(None) };
        for with in self.mails_sent_with(&mail).await? {
            if with.new.id != mail.new.id && with.state != MailState::Cancelled {
                self.note_bounce_to(with, status, now).await?;
            }
        }
        self.note_bounce_to(mail, status, now).await
    }

    async fn note_bounce_to(
        &mut self,
        mail: Mail,
        status: BounceStatus,
        now: Timestamp,
    ) -> Result<Option<(QuizId, String)>> {
        let (Some(quiz), Some(user)) = (mail.new.quiz, mail.new.user) else { return Ok(None) };
        let state = if status.is_of_address() { MailedState::Bounced } else { MailedState::Refused };
        let update = sql!("UPDATE invitations SET mail_state = $4, mail_error = $3 WHERE quiz_id = $1 AND id = $2");
        if self.execute(update.bind(&quiz).bind(&user).bind(status.to_string()).bind(state.as_str())).await? == 0 {
            return Ok(None);
        }
        if !status.is_of_address() {
            return Ok(Some((quiz, user)));
        }
        self.cancel_mails_to(&quiz, &user, "an earlier message came back", now).await?;
        Ok(Some((quiz, user)))
    }

    /// Cancels the messages that wait for a person.
    pub async fn cancel_mails_to(&mut self, quiz: &QuizId, user: &str, why: &str, now: Timestamp) -> Result<u64> {
        let cancel = sql!(
            "UPDATE mails SET state = 'cancelled', ended_at = $3, error = $4
             WHERE quiz_id = $1 AND user_id = $2 AND state = 'queued'"
        );
        self.execute(cancel.bind(quiz).bind(user).bind(now).bind(why)).await
    }

    /// Cancels the messages that wait for a quiz's invited people. Returns their number.
    pub async fn cancel_mails_of(&mut self, quiz: &QuizId, now: Timestamp) -> Result<u64> {
        let cancel = sql!(
            "UPDATE mails SET state = 'cancelled', ended_at = $2, error = 'given up by a person'
             WHERE quiz_id = $1 AND user_id IS NOT NULL AND state = 'queued'"
        );
        self.execute(cancel.bind(quiz).bind(now)).await
    }

    /// Records that an address, given as its hash, opts out of messages of a quiz or, without one, of the whole
    /// namespace. Returns `false` if that was known.
    pub async fn opt_out(
        &mut self,
        namespace: &NamespaceId,
        quiz: Option<&QuizId>,
        address: &str,
        now: Timestamp,
    ) -> Result<bool> {
        let insert = match quiz {
            Some(quiz) => {
                sql!("INSERT INTO quiz_opt_outs (quiz_id, address, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
                    .bind(quiz)
            }
            None => sql!(
                "INSERT INTO namespace_opt_outs (namespace_id, address, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
            )
            .bind(namespace),
        };
        Ok(self.execute(insert.bind(address).bind(now)).await? > 0)
    }

    /// Replaces the text of this kind and language. An empty text removes it.
    pub async fn put_mail_text(&mut self, quiz: &QuizId, text: &MailText) -> Result<()> {
        let (kind, language) = (text.kind.as_str(), text.language.as_str());
        let delete = sql!("DELETE FROM mail_texts WHERE quiz_id = $1 AND kind = $2 AND language = $3");
        self.execute(delete.bind(quiz).bind(kind).bind(language)).await?;
        if text.subject.is_empty() && text.body.is_empty() {
            return Ok(());
        }
        let insert =
            sql!("INSERT INTO mail_texts (quiz_id, kind, language, subject, body) VALUES ($1, $2, $3, $4, $5)");
        let insert = insert.bind(quiz).bind(kind).bind(language).bind(&text.subject).bind(&text.body);
        self.execute(insert).await.map(drop)
    }
}
