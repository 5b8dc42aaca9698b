//! Messages by mail: what each is about, and what became of it.

use std::fmt;

use domain::{Email, Language, NamespaceId, QuizId, Timestamp, base62};

use crate::random;

macro_rules! names {
    ($(#[$about:meta])* $Name:ident { $($(#[$of:meta])* $Variant:ident = $text:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
        pub enum $Name {
            $($(#[$of])* $Variant,)+
        }

        impl $Name {
            pub const NAMES: &[&'static str] = &[$($text,)+];

            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$Variant => $text,)+
                }
            }

            pub fn parse(text: &str) -> Option<Self> {
                match text {
                    $($text => Some(Self::$Variant),)+
                    _ => None,
                }
            }
        }
    };
}

names! {
    /// What a message tells of.
    MailKind {
        /// The reference is the offer's id.
        Offer = "offer",
        /// The reference is what the link's token is made from.
        PasswordLink = "password-link",
        SecondFactorOn = "second-factor-on",
        SecondFactorOff = "second-factor-off",
        /// A sign-in from a browser that the account was not known in.
        NewBrowser = "new-browser",
        /// A webhook was turned off, since its receiver takes nothing; the reference is its id.
        WebhookStopped = "webhook-stopped",
        /// An export was given up; the reference is the job's id.
        ExportFailed = "export-failed",
        /// The same of a delivery, which is the operator's.
        DeliveryFailed = "delivery-failed",
        /// Responses that were submitted; the reference is the time, as nanoseconds from and until.
        NewResponses = "new-responses",
        /// A respondent's own result, by own wish. The row has no address and names no quiz; see [`ResultMail`].
        Result = "result",
        /// To an invited person. The reference of these three is the number of reminders before, and with, it.
        Invitation = "invitation",
        /// To a person who has not finished.
        Reminder = "reminder",
        /// To a person who has not started.
        ReminderToStart = "reminder-to-start",
    }
}

names! {
    MailState {
        Queued = "queued",
        /// A server is sending it.
        Claimed = "claimed",
        /// The mail server has taken it.
        Accepted = "accepted",
        Refused = "refused",
        /// It may have gone or not: only a person sends it again.
        Unknown = "unknown",
        /// No longer wanted when it was about to be sent, or given up by a person.
        Cancelled = "cancelled",
    }
}

names! {
    /// What became of the last message to an invited person.
    MailedState {
        Sent = "sent",
        Refused = "refused",
        /// It may have gone or not.
        Unknown = "unknown",
        /// It was accepted, and came back.
        Bounced = "bounced",
    }
}

/// The status of a delivery that failed for good (RFC 3463), such as 5.1.1.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct BounceStatus {
    subject: u16,
    detail: u16,
}

impl BounceStatus {
    /// Reads the beginning of a text. `None` for other classes than 5.
    pub fn parse(text: &str) -> Option<Self> {
        let number = |part: &str| part.parse().ok().filter(|number| *number < 1000);
        let mut parts = text.trim().split(|c: char| !c.is_ascii_digit() && c != '.').next()?.split('.');
        let class = parts.next()?;
        let (subject, detail) = (number(parts.next()?)?, number(parts.next()?)?);
        (class == "5" && parts.next().is_none()).then_some(Self { subject, detail })
    }

    /// False for a full mailbox (5.2.2) and for a policy against the sender (5.7): they say nothing against the address.
    pub fn is_of_address(self) -> bool {
        self.subject != 7 && (self.subject, self.detail) != (2, 2)
    }
}

impl fmt::Display for BounceStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "5.{}.{}", self.subject, self.detail)
    }
}

/// What an owner writes to invited people, in one language.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct MailText {
    pub kind: MailKind,
    pub language: Language,
    pub subject: String,
    pub body: String,
}

/// A message to an invited person that waits, or was or may have been sent.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct PendingMail {
    pub kind: MailKind,
    /// Its number among the reminders, 0 for an invitation.
    pub number: u32,
    pub due_at: Timestamp,
    /// It waits, or is being sent.
    pub waits: bool,
}

/// A message to write with what it tells of.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct NewMail {
    pub id: String,
    pub kind: MailKind,
    pub at: Timestamp,
    pub namespace: Option<NamespaceId>,
    pub quiz: Option<QuizId>,
    pub user: Option<String>,
    /// The administrator that it is for, with whom it goes.
    pub admin: Option<String>,
    pub reference: Option<String>,
    pub recipient: Email,
    /// Not to be sent before.
    pub due_at: Timestamp,
}

impl MailKind {
    pub fn is_reminder(self) -> bool {
        matches!(self, Self::Reminder | Self::ReminderToStart)
    }

    /// The names of those that go to invited people, and of those that an owner writes.
    pub const TO_PEOPLE: &[&'static str] = &["invitation", "reminder", "reminder-to-start"];
    pub const WRITTEN: &[&'static str] = &["invitation", "reminder"];

    /// True if it goes to an invited person.
    pub fn is_to_person(self) -> bool {
        self == Self::Invitation || self.is_reminder()
    }
}

/// The result that a message leads to, and the encrypted address that it goes to.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ResultMail {
    pub quiz: QuizId,
    /// The respondent's id.
    pub user: String,
    pub attempt: u32,
    pub sealed: String,
}

impl NewMail {
    /// Stands in the place of an address that is kept elsewhere; no mail can reach it (RFC 2606).
    pub const HIDDEN: &str = "hidden@address.invalid";

    pub fn of(kind: MailKind, recipient: &Email, at: Timestamp) -> Self {
        let moment = u128::from(at.nanoseconds().unsigned_abs()) << 64;
        Self {
            id: format!("mail_{}", base62(moment | (random::bits() >> 64), 22)),
            kind,
            at,
            namespace: None,
            quiz: None,
            user: None,
            admin: None,
            reference: None,
            recipient: recipient.clone(),
            due_at: at,
        }
    }

    /// In lower case, as addresses are.
    pub(super) fn domain(&self) -> &str {
        self.recipient.as_str().rsplit_once('@').map_or("", |(_, domain)| domain)
    }
}

/// A message as it is stored.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Mail {
    pub new: NewMail,
    pub state: MailState,
    /// Attempts that have ended without an outcome.
    pub attempts: u32,
    pub message_id: Option<String>,
    pub ended_at: Option<Timestamp>,
    /// Of the last attempt; it names no address.
    pub error: Option<String>,
    /// Grows with every claim; names the claim in what the worker reports.
    pub fence: i64,
}

/// What became of a claimed message.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum MailOutcome {
    Accepted,
    Later(Timestamp, String),
    Refused(String),
    Unknown(String),
    /// No longer wanted, and why.
    Cancelled(String),
}
