//! Administrators' choices of mail.

use domain::{QuizId, Timestamp};

/// An administrator's choices. Messages about the security of the account are always sent.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct MailChoices {
    /// Messages about failed exports, deliveries and webhooks.
    pub failures: bool,
    /// Interval of messages about new responses; `None` for no messages.
    pub digest: Option<DigestInterval>,
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

/// Number of responses to a quiz submitted in a period.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct NewResponses {
    pub quiz: QuizId,
    pub count: u64,
}
