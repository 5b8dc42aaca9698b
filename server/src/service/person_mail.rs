//! Writing to invited people: who gets a message, who does not, and why.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::Arc,
};

use domain::{Email, FieldCode, Invalid, InvitedId, Language, Permission, Quiz, QuizStatus, Timestamp};

use super::{
    Caller, Conflict, Missing, QuizPath, Service, ServiceError,
    audit::{AuditDraft, record_audit},
    invitations::require_invited,
    mails::to_administrator,
    opt_outs::OptOuts,
    person_letters::Written,
    rights::Right,
};
use crate::{
    clock,
    mail::Letter,
    store::{
        AuditAction, Invitation, InvitationFilter, InvitationState, Listed, Mail, MailKind, MailState, MailText,
        MailedState, NewMail, Page, PendingMail,
    },
};

/// Reminders that a person gets at most.
pub const REMINDERS: u32 = 3;
/// Time between two messages to a person, in days.
pub const DAYS_APART: u32 = 2;
/// The latest day after the invitation for which a reminder can be planned.
pub const LATEST_DAY: u32 = 90;
pub(super) const DAY: i64 = 24 * 60 * 60;
/// Characters of a subject and of a message.
const SUBJECT: usize = 200;
const BODY: usize = 5000;
/// People of one transaction.
const PIECE: u32 = 1000;
/// People whose messages are shown before they are sent.
const SHOWN: usize = 3;

/// Messages to send to everyone of a quiz who is to get one.
#[derive(Clone, Debug)]
pub struct Mailshot {
    /// One that goes to people.
    pub kind: MailKind,
    /// Days after an invitation on which those who have not finished are reminded, ascending.
    pub remind_after: Vec<u32>,
}

/// Why a person gets no message.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum LeftOut {
    NoAddress,
    Revoked,
    OptedOut,
    Bounced,
    /// A message waits already.
    Waiting,
    /// Was invited by mail before.
    Invited,
    /// Had a message less than [`DAYS_APART`] days ago.
    TooSoon,
    /// Had all [`REMINDERS`].
    TooMany,
}

/// Who gets a message, and who does not.
#[derive(Clone, Debug, Default)]
pub struct MailPlan {
    pub people: u64,
    pub left_out: BTreeMap<LeftOut, u64>,
    /// The first of those who get one.
    pub first: Vec<Invitation>,
}

impl LeftOut {
    pub const ALL: [Self; 8] = [
        Self::NoAddress,
        Self::Revoked,
        Self::OptedOut,
        Self::Bounced,
        Self::Waiting,
        Self::Invited,
        Self::TooSoon,
        Self::TooMany,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::NoAddress => "no_address",
            Self::Revoked => "revoked",
            Self::OptedOut => "unsubscribed",
            Self::Bounced => "bounced",
            Self::Waiting => "waiting",
            Self::Invited => "invited_before",
            Self::TooSoon => "too_soon",
            Self::TooMany => "too_many",
        }
    }
}

/// What is known of a quiz's people when messages are planned.
struct Standing {
    pending: HashMap<String, Vec<PendingMail>>,
    opted_out: HashSet<String>,
    opt_outs: OptOuts,
    now: Timestamp,
}

impl Standing {
    fn pending(&self, person: &Invitation) -> &[PendingMail] {
        self.pending.get(person.id.as_str()).map_or(&[], Vec::as_slice)
    }

    fn pending_reminders(&self, person: &Invitation) -> u32 {
        let reminders = self.pending(person).iter().filter(|mail| mail.waits && mail.kind.is_reminder()).count();
        u32::try_from(reminders).unwrap_or(u32::MAX)
    }

    /// The address that a message of this kind goes to. `None` for a person whom such messages are not for at all.
    fn address(&self, kind: MailKind, person: &Invitation, state: InvitationState) -> Option<Result<Email, LeftOut>> {
        let is_for = match kind {
            MailKind::ReminderToStart => state == InvitationState::Invited,
            _ => state != InvitationState::Submitted,
        };
        is_for.then(|| self.address_of(kind, person))
    }

    fn address_of(&self, kind: MailKind, person: &Invitation) -> Result<Email, LeftOut> {
        let email = person.email.as_deref().and_then(|email| Email::parse(email).ok()).ok_or(LeftOut::NoAddress)?;
        let soon = self.now.later_by(i64::from(DAYS_APART) * DAY);
        let since = self.now.later_by(-i64::from(DAYS_APART) * DAY);
        let waits = |mail: &PendingMail| {
            mail.waits && if kind == MailKind::Invitation { mail.kind == kind } else { mail.due_at < soon }
        };
        let left_out = if person.revoked_at.is_some() {
            LeftOut::Revoked
        } else if self.opted_out.contains(&self.opt_outs.hash(email.as_str())) {
            LeftOut::OptedOut
        } else if person.mailed.state == Some(MailedState::Bounced) {
            LeftOut::Bounced
        } else if self.pending(person).iter().any(waits) {
            LeftOut::Waiting
        } else if kind == MailKind::Invitation {
            return if person.mailed.at.is_some() { Err(LeftOut::Invited) } else { Ok(email) };
        } else if person.mailed.reminders + self.pending_reminders(person) >= REMINDERS {
            LeftOut::TooMany
        } else if person.mailed.at.is_some_and(|at| at > since) {
            LeftOut::TooSoon
        } else {
            return Ok(email);
        };
        Err(left_out)
    }

    /// The messages to one person.
    fn mails(&self, shot: &Mailshot, quiz: &Quiz, person: &Invitation, email: &Email) -> Vec<NewMail> {
        let of = |kind, number: u32, due_at| NewMail {
            namespace: Some(quiz.namespace_id.clone()),
            quiz: Some(quiz.id.clone()),
            user: Some(person.id.to_string()),
            reference: Some(number.to_string()),
            due_at,
            ..NewMail::of(kind, email, self.now)
        };
        // Numbers that neither a sent nor a planned reminder has.
        let is_free = |number: &u32| self.pending(person).iter().all(|mail| mail.number != *number);
        let mut free = (1..).filter(is_free);
        if shot.kind != MailKind::Invitation {
            return free.next().map(|number| of(shot.kind, number, self.now)).into_iter().collect();
        }
        let had = person.mailed.reminders + self.pending_reminders(person);
        let left = REMINDERS.saturating_sub(had) as usize;
        let reminders = (shot.remind_after.iter().take(left).zip(free))
            .map(|(days, number)| of(MailKind::Reminder, number, self.now.later_by(i64::from(*days) * DAY)));
        std::iter::once(of(MailKind::Invitation, 0, self.now)).chain(reminders).collect()
    }
}

impl Mailshot {
    fn check(&self) -> Result<(), ServiceError> {
        let days = &self.remind_after;
        let is_apart = days.is_sorted_by(|one, next| one.saturating_add(DAYS_APART) <= *next);
        let is_in = days.iter().all(|day| (DAYS_APART..=LATEST_DAY).contains(day));
        let is_few = days.len() <= REMINDERS as usize && (days.is_empty() || self.kind == MailKind::Invitation);
        if is_apart && is_in && is_few {
            return Ok(());
        }
        Err(Invalid::one("remindAfterDays", FieldCode::OutOfRange { min: DAYS_APART.into(), max: LATEST_DAY.into() })
            .into())
    }
}

impl Service {
    async fn standing(&self, quiz: &Quiz) -> Result<Standing, ServiceError> {
        Ok(Standing {
            pending: self.store.pending_mails(&quiz.id).await?,
            opted_out: self.store.opt_outs(&quiz.namespace_id, &quiz.id).await?,
            opt_outs: self.opt_out_links(),
            now: clock::now(),
        })
    }

    /// Fails where messages cannot be sent now.
    fn require_mail(&self, quiz: &Quiz) -> Result<(), ServiceError> {
        require_invited(quiz)?;
        if !self.mails_links() {
            return Err(Conflict::NoMail.into());
        }
        match quiz.status(clock::now()) {
            QuizStatus::Open => Ok(()),
            QuizStatus::Draft => Err(Conflict::NotOpenYet.into()),
            QuizStatus::Closed => Err(Conflict::Closed.into()),
        }
    }

    /// Who would get messages of this kind now, and who not.
    pub async fn mail_plan(&self, caller: &Caller, path: &QuizPath, kind: MailKind) -> Result<MailPlan, ServiceError> {
        caller.require(Permission::Edit, &path.namespace)?;
        let quiz = self.read_quiz(path).await?;
        require_invited(&quiz)?;
        let (standing, mut plan, mut after) = (self.standing(&quiz).await?, MailPlan::default(), None);
        loop {
            let page = Page { after, limit: PIECE };
            let piece = self.store.invitations(&quiz.id, &InvitationFilter::default(), page).await?;
            for (person, state) in &piece {
                match standing.address(kind, person, *state) {
                    None => {}
                    Some(Err(why)) => *plan.left_out.entry(why).or_default() += 1,
                    Some(Ok(_)) => {
                        plan.people += 1;
                        if plan.first.len() < SHOWN {
                            plan.first.push(person.clone());
                        }
                    }
                }
            }
            after = piece.last().map(|(last, _)| (last.created_at, last.id.clone()));
            if piece.len() < PIECE as usize {
                return Ok(plan);
            }
        }
    }

    /// Writes to everyone who is to get a message of this kind; returns who they were. A call that is repeated writes to nobody
    /// twice.
    pub async fn write_to_people(
        &self,
        caller: &Caller,
        path: &QuizPath,
        shot: Mailshot,
    ) -> Result<MailPlan, ServiceError> {
        shot.check()?;
        let target = Arc::new(self.target(caller, Permission::Edit, path).await?);
        self.require_mail(&target.known)?;
        let mut plan = self.mail_plan(caller, path, shot.kind).await?;
        if plan.people == 0 {
            return Ok(plan);
        }
        let details = format!("{}, {} people", shot.kind.as_str(), plan.people);
        let (standing, shot) = (Arc::new(self.standing(&target.known).await?), Arc::new(shot));
        let (mut after, mut details) = (None, Some(details));
        plan.people = 0;
        loop {
            let (target, standing, shot) = (Arc::clone(&target), Arc::clone(&standing), Arc::clone(&shot));
            let (from, line) = (after.take(), details.take());
            let written = self.transact(caller, target.right(), path.scope(), move |tx, caller| {
                Box::pin(async move {
                    let quiz = target.quiz(tx).await?;
                    let page = Page { after: from, limit: PIECE };
                    let piece = tx.invitations(&quiz.id, &InvitationFilter::default(), page).await?;
                    let mut people = 0;
                    for (person, state) in &piece {
                        let Some(Ok(email)) = standing.address(shot.kind, person, *state) else { continue };
                        for mail in standing.mails(&shot, &quiz, person, &email) {
                            let is_written = tx.add_mail(&mail).await?;
                            people += u64::from(is_written && mail.kind == shot.kind);
                        }
                    }
                    if let Some(line) = line {
                        let draft = AuditDraft::of_quiz(AuditAction::MailUsers, &target.path);
                        record_audit(tx, &caller, draft.with(line)).await?;
                    }
                    let last = piece.last().map(|(last, _)| (last.created_at, last.id.clone()));
                    Ok((people, last.filter(|_| piece.len() == PIECE as usize)))
                })
            });
            let (people, last): (u64, Option<(Timestamp, InvitedId)>) = written.await?;
            plan.people += people;
            if last.is_none() {
                return Ok(plan);
            }
            after = last;
        }
    }

    /// The messages to some people as they would be sent now; in the texts given, if any are.
    pub async fn show_mails(
        &self,
        caller: &Caller,
        path: &QuizPath,
        kind: MailKind,
        people: &[Invitation],
        texts: Option<Vec<MailText>>,
    ) -> Result<Vec<Letter>, ServiceError> {
        caller.require(Permission::Edit, &path.namespace)?;
        let quiz = self.read_quiz(path).await?;
        let namespace = self.store.namespace(&path.namespace).await?.ok_or(Missing::Namespace)?;
        let texts = match texts {
            Some(texts) => texts,
            None => self.store.mail_texts(&quiz.id).await?,
        };
        let base_url = self.mailing.as_ref().and_then(|mailing| mailing.base_url.as_deref()).unwrap_or_default();
        let written = Written { quiz: &quiz, namespace: &namespace, texts: &texts, base_url };
        let letter = |person: &Invitation| {
            let address = self.opt_out_links().hash(person.email.as_deref().unwrap_or_default());
            let stop = self.opt_out_links().link(base_url, &quiz, &address);
            Letter {
                to: person.email.clone().unwrap_or_default(),
                ..written.letter(kind, person, person.language, &written.link(person.id.as_str()), &stop)
            }
        };
        Ok(people.iter().map(letter).collect())
    }

    /// Sends the caller, an administrator, a message as people get it, with a link to the preview.
    pub async fn send_mail_to_oneself(
        &self,
        caller: &Caller,
        path: &QuizPath,
        kind: MailKind,
    ) -> Result<(), ServiceError> {
        let target = self.target(caller, Permission::Edit, path).await?;
        require_invited(&target.known)?;
        if !self.mails_links() {
            return Err(Conflict::NoMail.into());
        }
        let Caller::Administrator(rights) = caller else { return Err(Missing::Administrator.into()) };
        let id = rights.id.clone();
        self.transact(caller, target.right(), path.scope(), move |tx, _| {
            Box::pin(async move {
                let quiz = target.quiz(tx).await?;
                let administrator = tx.administrator(&id).await?.ok_or(Missing::Administrator)?;
                let mail = to_administrator(kind, &administrator, clock::now());
                let namespace = Some(quiz.namespace_id.clone());
                tx.add_mail(&NewMail { namespace, quiz: Some(quiz.id.clone()), ..mail }).await?;
                Ok(())
            })
        })
        .await
    }

    /// What the owner writes to a quiz's people.
    pub async fn mail_texts(&self, caller: &Caller, path: &QuizPath) -> Result<Vec<MailText>, ServiceError> {
        caller.require(Permission::Read, &path.namespace)?;
        let quiz = self.read_quiz(path).await?;
        Ok(self.store.mail_texts(&quiz.id).await?)
    }

    /// The usual words of this kind and language.
    pub fn usual_mail_text(&self, kind: MailKind, language: Language) -> MailText {
        super::person_letters::usual_text(kind, language)
    }

    /// Replaces what is written in one language; empty texts bring the usual ones back. What waits is sent in the new words.
    pub async fn set_mail_text(&self, caller: &Caller, path: &QuizPath, text: MailText) -> Result<(), ServiceError> {
        // A subject is one line.
        let subject = text.subject.split_whitespace().collect::<Vec<_>>().join(" ");
        let body = text.body.lines().map(str::trim_end).collect::<Vec<_>>().join("\n").trim().to_owned();
        let text = MailText { subject, body, ..text };
        let target = self.target(caller, Permission::Edit, path).await?;
        require_invited(&target.known)?;
        check_text(&text)?;
        self.transact(caller, target.right(), path.scope(), move |tx, caller| {
            Box::pin(async move {
                let quiz = target.quiz(tx).await?;
                tx.put_mail_text(&quiz.id, &text).await?;
                let what = format!("{}, {}", text.kind.as_str(), text.language.as_str());
                let draft = AuditDraft::of_quiz(AuditAction::WriteMailText, &target.path);
                record_audit(tx, &caller, draft.with(what)).await
            })
        })
        .await
    }

    /// The messages to a quiz's people, the newest first.
    pub async fn mails_of_quiz(
        &self,
        caller: &Caller,
        path: &QuizPath,
        state: Option<MailState>,
        page: Page<String>,
    ) -> Result<Listed<Mail>, ServiceError> {
        caller.require(Permission::Read, &path.namespace)?;
        let quiz = self.read_quiz(path).await?;
        Ok(self.store.mails_of_quiz(&quiz.id, state, page).await?)
    }

    /// Gives up all that waits for a quiz's people; returns the number.
    pub async fn cancel_mails_of_quiz(&self, caller: &Caller, path: &QuizPath) -> Result<u64, ServiceError> {
        let target = self.target(caller, Permission::Edit, path).await?;
        self.transact(caller, target.right(), path.scope(), move |tx, caller| {
            Box::pin(async move {
                let quiz = target.quiz(tx).await?;
                let cancelled = tx.cancel_mails_of(&quiz.id, clock::now()).await?;
                if cancelled > 0 {
                    let draft = AuditDraft::of_quiz(AuditAction::CancelUserMails, &target.path);
                    record_audit(tx, &caller, draft.with(format!("{cancelled} messages"))).await?;
                }
                Ok(cancelled)
            })
        })
        .await
    }

    /// The same for a message of any quiz.
    pub async fn note_bounce(&self, caller: &Caller, mail: &str, status: &str) -> Result<bool, ServiceError> {
        let Some(found) = self.store.mail(mail).await? else { return Ok(false) };
        let (Some(namespace), Some(quiz)) = (found.new.namespace, found.new.quiz) else { return Ok(false) };
        self.note_bounce_of(caller, &QuizPath { namespace, quiz }, mail, status).await
    }

    /// Notes that a message to a quiz's people came back; false if it is none of these.
    pub async fn note_bounce_of(
        &self,
        caller: &Caller,
        path: &QuizPath,
        mail: &str,
        status: &str,
    ) -> Result<bool, ServiceError> {
        caller.require(Permission::Edit, &path.namespace)?;
        let is_of_quiz = self.store.mail(mail).await?.is_some_and(|mail| mail.new.quiz.as_ref() == Some(&path.quiz));
        if !is_of_quiz {
            return Ok(false);
        }
        self.read_quiz(path).await?;
        let path = path.clone();
        let (right, mail) = (Right::Quiz(Permission::Edit, path.namespace.clone()), mail.to_owned());
        let status = status.to_owned();
        self.transact(caller, right, path.scope(), move |tx, caller| {
            Box::pin(async move {
                if tx.note_bounce(&mail, &status, clock::now()).await?.is_none() {
                    return Ok(false);
                }
                let draft = AuditDraft::of_quiz(AuditAction::NoteBounce, &path);
                record_audit(tx, &caller, draft.with(status)).await?;
                Ok(true)
            })
        })
        .await
    }
}

/// What stands for something in an owner's text; in a subject, all but the moment of closing, which a quiz may not have.
const PLACEHOLDERS: &[&str] = &["name", "quiz", "link", "closes"];
const IN_SUBJECT: &[&str] = &["name", "quiz"];

/// True if a text has something else in braces, such as a mistyped placeholder.
fn has_unknown(text: &str, known: &[&str]) -> bool {
    let mut rest = text;
    while let Some(start) = rest.find('{') {
        rest = &rest[start + 1..];
        let Some(end) = rest.find('}') else { return false };
        if !known.contains(&&rest[..end]) {
            return true;
        }
        rest = &rest[end + 1..];
    }
    false
}

fn check_text(text: &MailText) -> Result<(), Invalid> {
    if text.subject.is_empty() && text.body.is_empty() {
        return Ok(());
    }
    for (field, value, max) in [("subject", &text.subject, SUBJECT), ("body", &text.body, BODY)] {
        if value.trim().is_empty() {
            return Err(Invalid::one(field, FieldCode::Required));
        }
        if let Some(code) = FieldCode::of_text(value, max) {
            return Err(Invalid::one(field, code));
        }
    }
    for (field, value, known) in [("subject", &text.subject, IN_SUBJECT), ("body", &text.body, PLACEHOLDERS)] {
        if has_unknown(value, known) {
            return Err(Invalid::one(field, FieldCode::UnknownPlaceholder(known)));
        }
    }
    Ok(())
}
