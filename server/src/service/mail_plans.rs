//! Who of a quiz's invited people gets a message, who does not, and why.

use std::collections::{BTreeMap, HashMap, HashSet};

use domain::{Email, FieldCode, Invalid, Quiz, Timestamp};

use super::{ServiceError, opt_outs::OptOuts};
use crate::store::{Invitation, InvitationState, MailKind, MailedState, NewMail, PendingMail};

/// Reminders that a person gets at most.
pub const REMINDERS: u32 = 3;
/// Time between two messages to a person, in days.
pub const DAYS_APART: u32 = 2;
/// The latest day after the invitation for which a reminder can be planned.
pub const LATEST_DAY: u32 = 90;
pub(super) const DAY: i64 = 24 * 60 * 60;
/// People whose messages are shown before they are sent.
pub(super) const SHOWN: usize = 3;

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
pub(super) struct Standing {
    pub(super) pending: HashMap<String, Vec<PendingMail>>,
    pub(super) opted_out: HashSet<String>,
    /// In a series, who has an occasion that is open and not answered, and true where an attempt has begun on it.
    pub(super) due: Option<HashMap<String, bool>>,
    pub(super) opt_outs: OptOuts,
    pub(super) now: Timestamp,
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
    pub(super) fn address(
        &self,
        kind: MailKind,
        person: &Invitation,
        state: InvitationState,
    ) -> Option<Result<Email, LeftOut>> {
        let is_for = match (kind, &self.due) {
            (MailKind::ReminderToStart, Some(due)) => due.get(person.id.as_str()) == Some(&false),
            (MailKind::Reminder, Some(due)) => due.contains_key(person.id.as_str()),
            (MailKind::ReminderToStart, None) => state == InvitationState::Invited,
            _ => state != InvitationState::Submitted,
        };
        is_for.then(|| self.address_of(kind, person))
    }

    fn address_of(&self, kind: MailKind, person: &Invitation) -> Result<Email, LeftOut> {
        let email = person.email.as_deref().and_then(|email| Email::parse(email).ok()).ok_or(LeftOut::NoAddress)?;
        let soon = self.now.later_by(i64::from(DAYS_APART) * DAY);
        let since = self.now.later_by(-i64::from(DAYS_APART) * DAY);
        let waits = |mail: &PendingMail| {
            // A message about an occasion has the link, too.
            let is_like = mail.kind == kind || mail.kind == MailKind::Occasion;
            mail.waits && if kind == MailKind::Invitation { is_like } else { mail.due_at < soon }
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
    pub(super) fn mails(&self, shot: &Mailshot, quiz: &Quiz, person: &Invitation, email: &Email) -> Vec<NewMail> {
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
    pub(super) fn check(&self) -> Result<(), ServiceError> {
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
