//! The events that use cases write together with the changes they report.

use domain::{AnswersRecord, NamespaceId, Quiz, QuizStatus, Timestamp};
use serde::Serialize;
use serde_json::{Value, json};

use super::Service;
use crate::{
    record::{QuizData, RecommendationsType, RecordBody, ResponseData, View},
    store::{EventType, Invitation, Listeners, NewEvent},
};

impl Service {
    /// Returns the event for a response, or `None` if no endpoint listens.
    pub(super) fn response_event(
        &self,
        kind: EventType,
        namespace: &NamespaceId,
        record: &AnswersRecord,
        at: Timestamp,
    ) -> Option<NewEvent> {
        response_event(self.store.listeners(), kind, namespace, record, at)
    }

    pub(super) fn invitation_events(
        &self,
        namespace: &NamespaceId,
        invitations: &[Invitation],
        now: Timestamp,
    ) -> Vec<NewEvent> {
        let is_heard = |invitation: &&Invitation| {
            self.store.listeners().hear(namespace, &invitation.quiz_id, EventType::InvitationCreated).is_some()
        };
        let event = |invitation: &Invitation| {
            let user = Some(invitation.id.as_str().to_owned());
            NewEvent::of(EventType::InvitationCreated, namespace, &invitation.quiz_id, user, now, json!({}))
        };
        invitations.iter().filter(is_heard).map(event).collect()
    }
}

/// Returns the event for a response, or `None` if no endpoint listens.
pub(super) fn response_event(
    listeners: &Listeners,
    kind: EventType,
    namespace: &NamespaceId,
    record: &AnswersRecord,
    at: Timestamp,
) -> Option<NewEvent> {
    let heard = listeners.hear(namespace, &record.quiz_id, kind)?;
    let user = Some(record.user.as_str().to_owned());
    let event = NewEvent::of(kind, namespace, &record.quiz_id, user, at, data(ResponseData::from(record)));
    Some(if heard.with_answers { event.with_answers(answers(record)) } else { event })
}

/// Returns the events for a changed quiz, as far as endpoints listen.
pub(super) fn quiz_events(listeners: &Listeners, old: &Quiz, new: &Quiz, now: Timestamp) -> Vec<NewEvent> {
    let event = |kind| {
        let data = data(QuizData { name: new.name().to_owned(), version: new.version });
        NewEvent::of(kind, &new.namespace_id, &new.id, None, now, data)
    };
    let is_heard = |kind: &EventType| listeners.hear(&new.namespace_id, &new.id, *kind).is_some();
    quiz_changes(old, new, now).into_iter().filter(is_heard).map(event).collect()
}

fn quiz_changes(old: &Quiz, new: &Quiz, now: Timestamp) -> Vec<EventType> {
    let mut kinds = Vec::new();
    if new.version != old.version {
        kinds.push(EventType::QuizPublished);
    }
    match (old.status(now), new.status(now)) {
        (before, after) if before == after => {}
        (_, QuizStatus::Open) => kinds.push(EventType::QuizOpened),
        (QuizStatus::Open, _) => kinds.push(EventType::QuizClosed),
        _ => {}
    }
    kinds
}

fn data(data: impl Serialize) -> Value {
    serde_json::to_value(data).unwrap_or_default()
}

/// The record as in API replies to a caller with a key.
fn answers(record: &AnswersRecord) -> Value {
    data(RecordBody::new(record, View::Whole, RecommendationsType::None))
}
