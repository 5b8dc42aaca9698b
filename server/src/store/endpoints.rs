//! Webhook endpoints and their deliveries.

use domain::{NamespaceId, QuizId, Timestamp};

use super::EventType;

/// The name of the moment since when nothing is sent to other systems, after a restore or on a copy. Empty once that
/// was released. Not encrypted.
pub const OUTGOING_HELD: &str = "outgoing-held";

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum EndpointState {
    On,
    /// Turned off automatically after failing for days. It is tried once a day.
    Stopped,
    /// Turned off by an administrator.
    Off,
}

impl EndpointState {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::On => "on",
            Self::Stopped => "stopped",
            Self::Off => "off",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        [Self::On, Self::Stopped, Self::Off].into_iter().find(|state| state.as_str() == text)
    }
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Endpoint {
    pub id: String,
    pub namespace_id: NamespaceId,
    pub url: String,
    pub description: String,
    /// Empty for all.
    pub types: Vec<EventType>,
    /// Empty for all of the namespace.
    pub quizzes: Vec<QuizId>,
    pub with_answers: bool,
    pub header_names: Vec<String>,
    /// The encrypted secrets and headers.
    pub sealed: Vec<u8>,
    pub state: EndpointState,
    /// The first failure since the last success.
    pub failing_since: Option<Timestamp>,
    /// The creator's name in the audit log.
    pub created_by: String,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum DeliveryState {
    Waiting,
    Delivered,
    /// All attempts have failed, or there is nothing left to send.
    Failed,
    /// Its endpoint is off.
    Held,
}

impl DeliveryState {
    pub const ALL: [Self; 4] = [Self::Waiting, Self::Delivered, Self::Failed, Self::Held];
    pub const NAMES: &[&'static str] = &["waiting", "delivered", "failed", "held"];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Delivered => "delivered",
            Self::Failed => "failed",
            Self::Held => "held",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == text)
    }
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct EventDelivery {
    pub event_id: String,
    pub kind: String,
    pub at: Timestamp,
    pub quiz_id: QuizId,
    pub state: DeliveryState,
    pub attempts: u32,
    /// Only meaningful while waiting.
    pub due_at: Timestamp,
    /// `sent_at`, `status`, `reply` and `last_error` describe the last attempt.
    pub sent_at: Option<Timestamp>,
    pub status: Option<u16>,
    pub reply: Option<String>,
    pub last_error: Option<String>,
    pub first_error: Option<String>,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct WaitingDelivery {
    pub event_id: String,
    pub kind: String,
    pub at: Timestamp,
    pub quiz_id: QuizId,
    pub endpoint_id: String,
    pub url: String,
}

/// Moments of an endpoint's last success and last failure.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct EndpointHistory {
    pub last_success: Option<Timestamp>,
    /// The failed attempt, or the moment of the event if a later attempt succeeded.
    pub last_failure: Option<Timestamp>,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ClaimedDelivery {
    pub quiz_id: QuizId,
    pub event_id: String,
    pub endpoint_id: String,
    /// Increases with every claim and identifies the claim in the worker's reports.
    pub fence: i64,
    /// Attempts before this one.
    pub attempts: u32,
    /// `None` if the respondent was erased.
    pub body: Option<String>,
}

#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Attempt {
    pub status: Option<u16>,
    pub reply: Option<String>,
    /// `None` on success.
    pub error: Option<String>,
}

/// The next state of a delivery after an attempt.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum AfterAttempt {
    Delivered,
    Retry(Timestamp),
    Failed,
    /// The endpoint refuses all further deliveries.
    Gone,
}
