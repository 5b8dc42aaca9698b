//! Endpoints of other systems, and what was sent to them.

use domain::{NamespaceId, QuizId, Timestamp};

use super::EventType;

/// The name under which an installation notes since when nothing is sent to other systems, after a restore or on a copy;
/// empty once that was released. Not encrypted.
pub const OUTGOING_HELD: &str = "outgoing-held";

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum EndpointState {
    On,
    /// Off by itself after failing for days; it is tried once a day.
    Stopped,
    /// An administrator has turned it off.
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
    /// The encrypted form of secrets and headers.
    pub sealed: Vec<u8>,
    pub state: EndpointState,
    /// The first failure since the last success.
    pub failing_since: Option<Timestamp>,
    /// The audit log's name of who made it.
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

/// An event on its way to an endpoint.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct EventDelivery {
    pub event_id: String,
    pub kind: String,
    /// The moment of the event.
    pub at: Timestamp,
    pub quiz_id: QuizId,
    pub state: DeliveryState,
    pub attempts: u32,
    /// Of one that waits.
    pub due_at: Timestamp,
    /// This and the three below: of the last attempt.
    pub sent_at: Option<Timestamp>,
    pub status: Option<u16>,
    pub reply: Option<String>,
    pub last_error: Option<String>,
    pub first_error: Option<String>,
}

/// A delivery that waits, with the address that it goes to.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct WaitingDelivery {
    pub event_id: String,
    pub kind: String,
    /// The moment of the event.
    pub at: Timestamp,
    pub quiz_id: QuizId,
    pub endpoint_id: String,
    pub url: String,
}

/// Moments of the last events that an endpoint has taken or not.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct EndpointHistory {
    pub last_success: Option<Timestamp>,
    /// The attempt that failed, or the event where a later attempt arrived.
    pub last_failure: Option<Timestamp>,
}

/// A delivery that a worker sends.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ClaimedDelivery {
    pub quiz_id: QuizId,
    pub event_id: String,
    pub endpoint_id: String,
    /// Grows with every claim; names the claim in what the worker reports.
    pub fence: i64,
    /// Attempts before this one.
    pub attempts: u32,
    /// `None` once the respondent was erased.
    pub body: Option<String>,
}

/// What came of sending.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Attempt {
    pub status: Option<u16>,
    pub reply: Option<String>,
    /// `None` if it was taken.
    pub error: Option<String>,
}

/// What becomes of a delivery after an attempt.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum AfterAttempt {
    Delivered,
    Retry(Timestamp),
    Failed,
    /// The endpoint wants nothing more.
    Gone,
}
