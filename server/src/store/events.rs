//! Events for other systems, and the endpoints that listen.

use std::{
    sync::{PoisonError, RwLock, RwLockReadGuard},
    time::{Duration, Instant},
};

use domain::{NamespaceId, QuizId, Timestamp, base62};
use serde_json::{Value as Json, json};
use tokio::sync::{Notify, futures::Notified};

use crate::{clock, random};

/// Validity of the known endpoints, which are reloaded every second.
const FRESH: Duration = Duration::from_secs(3);

macro_rules! event_types {
    ($($Type:ident = $text:literal,)+) => {
        #[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
        pub enum EventType {
            $($Type,)+
        }

        impl EventType {
            pub const ALL: &[Self] = &[$(Self::$Type,)+];
            pub const NAMES: &[&'static str] = &[$($text,)+];

            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$Type => $text,)+
                }
            }
        }
    };
}

event_types! {
    ResponseBegun = "response.begun",
    ResponseSubmitted = "response.submitted",
    ResponseRescored = "response.rescored",
    ResponseErased = "response.erased",
    QuizOpened = "quiz.opened",
    QuizClosed = "quiz.closed",
    QuizPublished = "quiz.published",
    ExportDone = "export.done",
    ExportFailed = "export.failed",
    InvitationCreated = "invitation.created",
    AlertRaised = "alert.raised",
    AlertAcknowledged = "alert.acknowledged",
    OccasionDue = "occasion.due",
}

/// The type of a test delivery. No endpoint can subscribe to it.
pub const TEST_EVENT: &str = "endpoint.test";

impl EventType {
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|known| known.as_str() == text)
    }
}

/// An event to write together with the change it reports.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct NewEvent {
    pub id: String,
    pub kind: EventType,
    pub at: Timestamp,
    pub namespace: NamespaceId,
    pub quiz: QuizId,
    pub user: Option<String>,
    /// The JSON body as it is sent.
    pub body: String,
    /// The body with answers, if an endpoint may request them.
    pub full_body: Option<String>,
}

/// Maximum size of an event's body in bytes.
const LARGEST: usize = 20_000;

impl NewEvent {
    /// An event about a quiz, with its ids in the data.
    pub fn of(
        kind: EventType,
        namespace: &NamespaceId,
        quiz: &QuizId,
        user: Option<String>,
        at: Timestamp,
        data: Json,
    ) -> Self {
        let mut ids = json!({ "namespaceId": namespace.as_str(), "quizId": quiz.as_str() });
        if let Some(user) = &user {
            ids["userId"] = Json::from(user.as_str());
        }
        let whole = |more: Json| body(kind.as_str(), at, &with(ids.clone(), more));
        let mut text = whole(data);
        if text.len() > LARGEST {
            text = whole(json!({ "tooLarge": true }));
        }
        Self {
            id: event_id(at),
            kind,
            at,
            namespace: namespace.clone(),
            quiz: quiz.clone(),
            user,
            body: text,
            full_body: None,
        }
    }

    /// Adds the answers for endpoints that request them, or a note that they are too large.
    #[must_use]
    #[expect(clippy::needless_pass_by_value, reason = "it is made for this")]
    pub fn with_answers(self, answers: Json) -> Self {
        let Ok(Json::Object(mut whole)) = serde_json::from_str(&self.body) else { return self };
        let data = whole.remove("data").unwrap_or_default();
        let mut text = body(self.kind.as_str(), self.at, &with(data.clone(), json!({ "answers": answers })));
        if text.len() > LARGEST {
            text = body(self.kind.as_str(), self.at, &with(data, json!({ "answersTooLarge": true })));
        }
        Self { full_body: Some(text), ..self }
    }
}

/// A new id. Ids sort by time, so that new rows are adjacent.
pub fn event_id(at: Timestamp) -> String {
    let moment = u128::from(at.nanoseconds().unsigned_abs()) << 64;
    format!("evt_{}", base62(moment | (random::bits() >> 64), 22))
}

pub fn body(kind: &str, at: Timestamp, data: &Json) -> String {
    json!({ "type": kind, "timestamp": clock::to_rfc3339(at), "data": data }).to_string()
}

fn with(data: Json, more: Json) -> Json {
    match (data, more) {
        (Json::Object(mut data), Json::Object(more)) => {
            data.extend(more);
            Json::Object(data)
        }
        (data, _) => data,
    }
}

/// An endpoint's subscription.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Listener {
    pub namespace: NamespaceId,
    /// Empty for all.
    pub types: Vec<EventType>,
    /// Empty for all of the namespace.
    pub quizzes: Vec<QuizId>,
    pub with_answers: bool,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Heard {
    pub with_answers: bool,
}

/// The endpoints that this server knows, so that no event is built where none listens. A stale cache means that all
/// listen; the transaction that writes an event checks again.
#[derive(Default)]
pub struct Listeners {
    known: RwLock<Known>,
    written: Notify,
}

#[derive(Default)]
struct Known {
    listeners: Option<(Instant, Vec<Listener>)>,
    /// Number of endpoint changes made by this server.
    changes: u64,
}

impl Listeners {
    /// Call before reading the endpoints.
    pub(super) fn changes(&self) -> u64 {
        self.read().changes
    }

    /// Stores the endpoints that were read after `changes` changes. A result that may lack a later change is dropped.
    pub(super) fn know(&self, changes: u64, read_at: Instant, listeners: Vec<Listener>) {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        if known.changes == changes {
            known.listeners = Some((read_at, listeners));
        }
    }

    /// Drops the cache, so that the next events follow the database.
    pub fn forget(&self) {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        known.changes += 1;
        known.listeners = None;
    }

    fn read(&self) -> RwLockReadGuard<'_, Known> {
        self.known.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// True if the cache is fresh and there are no endpoints.
    pub fn are_none(&self) -> bool {
        self.read()
            .listeners
            .as_ref()
            .is_some_and(|(read_at, listeners)| read_at.elapsed() < FRESH && listeners.is_empty())
    }

    /// Returns `None` if no endpoint listens.
    pub fn hear(&self, namespace: &NamespaceId, quiz: &QuizId, kind: EventType) -> Option<Heard> {
        let known = self.read();
        let Some((_, listeners)) = known.listeners.as_ref().filter(|(read_at, _)| read_at.elapsed() < FRESH) else {
            return Some(Heard { with_answers: true });
        };
        let hears = |listener: &&Listener| {
            listener.namespace == *namespace
                && (listener.types.is_empty() || listener.types.contains(&kind))
                && (listener.quizzes.is_empty() || listener.quizzes.contains(quiz))
        };
        let mut hearing = listeners.iter().filter(hears).peekable();
        hearing.peek()?;
        Some(Heard { with_answers: hearing.any(|listener| listener.with_answers) })
    }

    /// Wakes this server's worker, as there may be something to send.
    pub fn ring(&self) {
        self.written.notify_waiters();
    }

    pub fn rung(&self) -> Notified<'_> {
        self.written.notified()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn namespace(id: &str) -> NamespaceId {
        NamespaceId::parse(id).expect("a namespace id")
    }

    #[test]
    fn only_what_an_endpoint_asks_for_is_heard() {
        let (one, other) = (QuizId::from_random(1), QuizId::from_random(2));
        let listeners = Listeners::default();
        let hear = |namespace: &NamespaceId, quiz, kind| listeners.hear(namespace, quiz, kind);
        let demo = namespace("demo");
        assert!(hear(&demo, &one, EventType::QuizOpened).is_some(), "unknown is heard");
        listeners.know(listeners.changes(), Instant::now(), Vec::new());
        assert_eq!(hear(&demo, &one, EventType::QuizOpened), None);
        let all = Listener { namespace: demo.clone(), types: Vec::new(), quizzes: Vec::new(), with_answers: false };
        let some = Listener {
            types: vec![EventType::ResponseSubmitted],
            quizzes: vec![one.clone()],
            with_answers: true,
            ..all.clone()
        };
        listeners.know(listeners.changes(), Instant::now(), vec![some.clone()]);
        assert_eq!(hear(&demo, &one, EventType::ResponseSubmitted), Some(Heard { with_answers: true }));
        assert_eq!(hear(&demo, &one, EventType::ResponseBegun), None);
        assert_eq!(hear(&demo, &other, EventType::ResponseSubmitted), None);
        assert_eq!(hear(&namespace("other"), &one, EventType::ResponseSubmitted), None);
        listeners.know(listeners.changes(), Instant::now(), vec![some, all]);
        assert_eq!(hear(&demo, &other, EventType::QuizClosed), Some(Heard { with_answers: false }));
        assert_eq!(hear(&demo, &one, EventType::ResponseSubmitted), Some(Heard { with_answers: true }));
        listeners.forget();
        assert!(hear(&namespace("other"), &one, EventType::QuizOpened).is_some());
    }

    #[test]
    fn a_reading_from_before_a_change_is_not_relied_on() {
        let listeners = Listeners::default();
        let (before, read_at) = (listeners.changes(), Instant::now());
        // An endpoint is added during the read.
        listeners.forget();
        listeners.know(before, read_at, Vec::new());
        assert!(!listeners.are_none());
        assert!(listeners.hear(&namespace("demo"), &QuizId::from_random(1), EventType::QuizOpened).is_some());
    }

    #[test]
    fn what_was_read_long_ago_is_not_relied_on() {
        let listeners = Listeners::default();
        let Some(long_ago) = Instant::now().checked_sub(FRESH) else { return };
        listeners.know(listeners.changes(), long_ago, Vec::new());
        let heard = listeners.hear(&namespace("demo"), &QuizId::from_random(1), EventType::QuizOpened);
        assert_eq!(heard, Some(Heard { with_answers: true }));
    }

    #[test]
    fn types_have_names_of_their_own() {
        for (kind, name) in EventType::ALL.iter().zip(EventType::NAMES) {
            assert_eq!((kind.as_str(), EventType::parse(name)), (*name, Some(*kind)));
        }
        assert_eq!(EventType::parse(TEST_EVENT), None);
    }

    #[test]
    fn an_event_has_at_most_twenty_kilobytes() {
        let (demo, quiz, now) = (namespace("demo"), QuizId::from_random(1), Timestamp::from_nanoseconds(1_000_000_000));
        let of = |data| NewEvent::of(EventType::ResponseSubmitted, &demo, &quiz, Some("ana".to_owned()), now, data);
        let event = of(json!({ "score": 7 })).with_answers(json!({ "one": "a" }));
        let whole = |text: &str| serde_json::from_str::<Json>(text).expect("JSON");
        let ids = json!({ "namespaceId": "demo", "quizId": quiz.as_str(), "userId": "ana", "score": 7 });
        let sent = whole(&event.body);
        assert_eq!((&sent["type"], &sent["timestamp"]), (&json!("response.submitted"), &json!("1970-01-01T00:00:01Z")));
        assert_eq!(sent["data"], ids);
        let full = event.full_body.as_deref().map(whole).expect("answers");
        assert_eq!(full["data"], with(ids.clone(), json!({ "answers": { "one": "a" } })));
        let long = "x".repeat(LARGEST);
        let event = of(json!({ "score": 7 })).with_answers(json!({ "one": long }));
        let full = event.full_body.as_deref().map(whole).expect("answers");
        assert_eq!(full["data"], with(ids, json!({ "answersTooLarge": true })));
        let event = of(json!({ "score": long }));
        assert!(event.body.len() < LARGEST && whole(&event.body)["data"]["tooLarge"] == true, "{}", event.body);
    }

    #[test]
    fn later_ids_come_after_earlier_ones() {
        let ids = [1, 2, 900, 1_700_000_000_000].map(|at| event_id(Timestamp::from_nanoseconds(at)));
        assert!(ids.is_sorted(), "{ids:?}");
        assert!(ids.iter().all(|id| id.len() == 26), "{ids:?}");
    }
}
