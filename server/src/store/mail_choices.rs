//! Administrators' choices of mail.

use domain::{QuizId, Timestamp};

/// An administrator's choices. Messages about the security of the account are always sent.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct MailChoices {
    /// Messages about failed exports, deliveries and webhooks.
    pub failures: bool,
    /// Interval of messages about new responses; `None` for no messages.
    pub digest: Option<DigestInterval>,
    /// `None` for no messages about alerts.
    pub alerts: Option<AlertMail>,
}

/// When an administrator is told of alerts.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum AlertMail {
    AtOnce,
    /// Of those that are open.
    Daily,
}

impl AlertMail {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::AtOnce => "at-once",
            Self::Daily => "daily",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        [Self::AtOnce, Self::Daily].into_iter().find(|choice| choice.as_str() == text)
    }
}

/// Moments that follow from an administrator's choices.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct MailTimes {
    /// Beginning and end of the period of the next message about new responses.
    pub digest: Option<(Timestamp, Timestamp)>,
    /// The next daily message about open alerts.
    pub alerts: Option<Timestamp>,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum DigestInterval {
    Daily,
    Weekly,
}

impl DigestInterval {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Daily => "daily",
            Self::Weekly => "weekly",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        [Self::Daily, Self::Weekly].into_iter().find(|interval| interval.as_str() == text)
    }
}

/// A message about new responses whose period has ended.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct DueDigest {
    /// The administrator.
    pub admin: String,
    pub interval: DigestInterval,
    pub from: Timestamp,
    pub due: Timestamp,
    /// The administrator's time zone, if one was chosen.
    pub zone: Option<String>,
}

/// A daily message about open alerts that is due.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct DueAlerts {
    /// The administrator.
    pub admin: String,
    pub due: Timestamp,
    /// The administrator's time zone, if one was chosen.
    pub zone: Option<String>,
}

/// Number of responses or alerts of a quiz.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct QuizCount {
    pub quiz: QuizId,
    pub count: u64,
}
