//! Alerts that attempts have raised, and who acknowledged them.

use std::sync::Arc;

use domain::{AlertRule, AnswersRecord, Definition, Name, NamespaceId, QuizId, Timestamp};
use serde_json::json;

use super::{EventType, NewEvent, event_id};

/// An alert to write together with the attempt that raises it, unless it has been raised before.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct NewAlert {
    pub namespace: NamespaceId,
    pub quiz: QuizId,
    pub user: String,
    pub attempt: u32,
    pub alert: Name,
    /// The version of the quiz that declares it.
    pub version: u32,
    pub at: Timestamp,
    pub id: String,
    /// True if an endpoint listens.
    pub is_heard: bool,
}

/// The alerts of a quiz that are decided with each answer.
#[derive(Clone, Debug)]
pub struct EarlyAlerts {
    pub definition: Arc<Definition>,
    /// True if an endpoint listens.
    pub is_heard: bool,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Alert {
    pub id: String,
    pub quiz: QuizId,
    pub user: String,
    pub attempt: u32,
    /// Its id in the definition.
    pub alert: Name,
    pub version: u32,
    pub at: Timestamp,
    pub acknowledged: Option<Acknowledged>,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Acknowledged {
    pub at: Timestamp,
    /// An e-mail address, or the label of a key.
    pub by: String,
    /// Encrypted.
    pub note: Option<String>,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum AlertState {
    Open,
    Acknowledged,
}

impl AlertState {
    pub const NAMES: &'static [&'static str] = &["open", "acknowledged"];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Acknowledged => "acknowledged",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        [Self::Open, Self::Acknowledged].into_iter().find(|state| state.as_str() == name)
    }
}

impl Alert {
    pub fn state(&self) -> AlertState {
        if self.acknowledged.is_some() { AlertState::Acknowledged } else { AlertState::Open }
    }
}

impl NewAlert {
    /// Of one attempt, with ids in the order of the definition.
    pub fn all(
        namespace: &NamespaceId,
        record: &AnswersRecord,
        raised: &[&AlertRule],
        at: Timestamp,
        is_heard: bool,
    ) -> Vec<Self> {
        let new = |(place, alert): (i64, &&AlertRule)| Self {
            namespace: namespace.clone(),
            quiz: record.quiz_id.clone(),
            user: record.user.as_str().to_owned(),
            attempt: record.attempt,
            alert: alert.id.clone(),
            version: record.version,
            at,
            id: alert_id(Timestamp::from_nanoseconds(at.nanoseconds().saturating_add(place))),
            is_heard,
        };
        (0..).zip(raised).map(new).collect()
    }

    pub fn event(&self) -> NewEvent {
        alert_event(EventType::AlertRaised, &self.namespace, (&self.quiz, &self.user), self.at, &self.id, self.attempt)
    }
}

/// Ids sort by the moment.
fn alert_id(at: Timestamp) -> String {
    format!("alr_{}", event_id(at).trim_start_matches("evt_"))
}

/// It tells neither the alert nor an answer.
pub fn alert_event(
    kind: EventType,
    namespace: &NamespaceId,
    (quiz, user): (&QuizId, &str),
    at: Timestamp,
    id: &str,
    attempt: u32,
) -> NewEvent {
    NewEvent::of(kind, namespace, quiz, Some(user.to_owned()), at, json!({ "alertId": id, "attempt": attempt }))
}
