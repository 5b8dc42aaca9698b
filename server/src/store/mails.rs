//! Messages by mail: their subjects and their outcomes.

use std::fmt;

use domain::{Email, Language, NamespaceId, Quiz, QuizId, Timestamp, base62};

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
    /// The reason for a message.
    MailKind {
        /// The reference is the offer's id.
        Offer = "offer",
        /// The reference is the seed of the link's token.
        PasswordLink = "password-link",
        SecondFactorOn = "second-factor-on",
        SecondFactorOff = "second-factor-off",
        /// A sign-in from a browser that is new to the account.
        NewBrowser = "new-browser",
        /// A webhook was turned off because its receiver fails. The reference is its id.
        WebhookStopped = "webhook-stopped",
        /// An export failed permanently. The reference is the job's id.
        ExportFailed = "export-failed",
        /// A delivery failed permanently. The reference is the job's id.
        DeliveryFailed = "delivery-failed",
        /// Number of responses submitted in a period. The reference is the period: two moments in nanoseconds.
        NewResponses = "new-responses",
        /// A quiz's new alerts. The reference is its id.
        AlertsRaised = "alerts-raised",
        /// Alerts that are open, every day.
        OpenAlerts = "open-alerts",
        /// A link to a respondent's result, at the respondent's request. The row has neither the address nor the quiz; see
        /// [`ResultMail`].
        Result = "result",
        /// To an invited person. The reference of these three is the number of reminders so far, including this one.
        Invitation = "invitation",
        /// To a person who has not finished.
        Reminder = "reminder",
        /// To a person who has not started.
        ReminderToStart = "reminder-to-start",
        /// To a person of a series: an occasion has come, or is still open. All that are due for an address go in one
        /// message. The reference is [`NewMail::about_occasion`]'s.
        Occasion = "occasion",
    }
}

names! {
    MailState {
        Queued = "queued",
        /// A server is sending it.
        Claimed = "claimed",
        /// The mail server has accepted it.
        Accepted = "accepted",
        Refused = "refused",
        /// It may have been sent. It is sent again only on request.
        Unknown = "unknown",
        /// Obsolete when it was about to be sent, or cancelled on request.
        Cancelled = "cancelled",
    }
}

impl MailState {
    /// True if a person may send such a message again.
    pub fn can_be_sent_again(self) -> bool {
        matches!(self, Self::Refused | Self::Unknown | Self::Cancelled)
    }
}

names! {
    /// The outcome of the last message to an invited person.
    MailedState {
        Sent = "sent",
        Refused = "refused",
        /// It may have been sent.
        Unknown = "unknown",
        /// It was accepted and came back.
        Bounced = "bounced",
    }
}

/// The status of a permanent delivery failure (RFC 3463), for example 5.1.1.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct BounceStatus {
    subject: u16,
    detail: u16,
}

impl BounceStatus {
    /// Parses the start of a text. Returns `None` for classes other than 5.
    pub fn parse(text: &str) -> Option<Self> {
        let number = |part: &str| part.parse().ok().filter(|number| *number < 1000);
        let mut parts = text.trim().split(|c: char| !c.is_ascii_digit() && c != '.').next()?.split('.');
        let class = parts.next()?;
        let (subject, detail) = (number(parts.next()?)?, number(parts.next()?)?);
        (class == "5" && parts.next().is_none()).then_some(Self { subject, detail })
    }

    /// False for a full mailbox (5.2.2) and for a policy against the sender (5.7), which do not make the address
    /// invalid.
    pub fn is_of_address(self) -> bool {
        self.subject != 7 && (self.subject, self.detail) != (2, 2)
    }
}

impl fmt::Display for BounceStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "5.{}.{}", self.subject, self.detail)
    }
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct MailText {
    pub kind: MailKind,
    pub language: Language,
    pub subject: String,
    pub body: String,
}

/// A message to an invited person that waits, was sent or may have been sent.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct PendingMail {
    pub kind: MailKind,
    /// Its number among the reminders; 0 for an invitation.
    pub number: u32,
    pub due_at: Timestamp,
    /// True while it waits or is being sent.
    pub waits: bool,
}

/// A message to write together with the change it reports.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct NewMail {
    pub id: String,
    pub kind: MailKind,
    pub at: Timestamp,
    pub namespace: Option<NamespaceId>,
    pub quiz: Option<QuizId>,
    pub user: Option<String>,
    /// The administrator who receives it. It is deleted with the account.
    pub admin: Option<String>,
    pub reference: Option<String>,
    pub recipient: Email,
    /// Earliest moment of sending.
    pub due_at: Timestamp,
}

impl MailKind {
    pub fn is_reminder(self) -> bool {
        matches!(self, Self::Reminder | Self::ReminderToStart)
    }

    /// The names of the kinds that go to invited people, of those among them that are sent on request, and of those that
    /// an owner writes.
    pub const TO_PEOPLE: &[&'static str] = &["invitation", "reminder", "reminder-to-start", "occasion"];
    pub const ON_REQUEST: &[&'static str] = &["invitation", "reminder", "reminder-to-start"];
    pub const WRITTEN: &[&'static str] = &["invitation", "reminder", "occasion"];

    pub fn is_to_person(self) -> bool {
        self.is_on_request() || self == Self::Occasion
    }

    pub fn is_on_request(self) -> bool {
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

/// More than the reminders of an occasion, and than those that a person gets on request.
const OF_OCCASION: u64 = 1000;

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

    /// To a person of a series, about an occasion or, with its number, a reminder of one. The reference is a number greater
    /// than those of other reminders, so that neither keeps the other from being written.
    pub fn about_occasion(
        quiz: &Quiz,
        user: &str,
        occasion: u32,
        reminder: Option<u32>,
        to: &Email,
        at: Timestamp,
    ) -> Self {
        let number = u64::from(occasion) * OF_OCCASION + u64::from(reminder.unwrap_or(0));
        Self {
            namespace: Some(quiz.namespace_id.clone()),
            quiz: Some(quiz.id.clone()),
            user: Some(user.to_owned()),
            reference: Some(number.to_string()),
            ..Self::of(MailKind::Occasion, to, at)
        }
    }

    /// The number of the occasion that a message is about, and of the reminder; 0 for none.
    pub fn occasion(&self) -> Option<(u32, u32)> {
        let number: u64 = self.reference.as_deref().filter(|_| self.kind == MailKind::Occasion)?.parse().ok()?;
        let part = |number: u64| u32::try_from(number).ok();
        Some((part(number / OF_OCCASION)?, part(number % OF_OCCASION)?))
    }

    /// In lower case, like addresses.
    pub(super) fn domain(&self) -> &str {
        self.recipient.as_str().rsplit_once('@').map_or("", |(_, domain)| domain)
    }
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Mail {
    pub new: NewMail,
    pub state: MailState,
    /// Attempts that ended without an outcome.
    pub attempts: u32,
    pub message_id: Option<String>,
    pub ended_at: Option<Timestamp>,
    /// The error of the last attempt, without addresses.
    pub error: Option<String>,
    /// Increases with every claim and identifies the claim in the worker's reports.
    pub fence: i64,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub enum MailOutcome {
    Accepted,
    Later(Timestamp, String),
    Refused(String),
    Unknown(String),
    /// Obsolete, with the reason.
    Cancelled(String),
}
