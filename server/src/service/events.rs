//! The events that use-cases write with what they tell of.

use domain::{AnswersRecord, NamespaceId, Quiz, QuizStatus, Timestamp};
use serde::Serialize;
use serde_json::{Value, json};

use super::Service;
use crate::{
    jobs::{date_changes, quiz_event},
    record::{RecommendationsType, RecordBody, ResponseData, View},
    store::{EventType, Invitation, Listeners, NewEvent},
};

impl Service {
    /// The event that tells of a response, or `None` where no endpoint listens.
    pub(super) fn response_event(
        &self,
        kind: EventType,
        namespace: &NamespaceId,
        record: &AnswersRecord,
        at: Timestamp,
    ) -> Option<NewEvent> {
        let heard = self.store.listeners().hear(namespace, &record.quiz_id, kind)?;
        let user = Some(record.user.as_str().to_owned());
        let event = NewEvent::of(kind, namespace, &record.quiz_id, user, at, data(ResponseData::from(record)));
        Some(if heard.with_answers { event.with_answers(answers(record)) } else { event })
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

/// The events that tell of a quiz that was changed, where an endpoint listens; before them, those of dates that have come
/// since `told`, the moment until which they were told.
pub(super) fn quiz_events(
    listeners: &Listeners,
    old: &Quiz,
    new: &Quiz,
    told: Option<Timestamp>,
    now: Timestamp,
) -> Vec<NewEvent> {
    let is_heard = |kind: EventType| listeners.hear(&new.namespace_id, &new.id, kind).is_some();
    let dates = told.map(|told| date_changes(old, told, now)).unwrap_or_default().into_iter();
    let dates = dates.filter(|(kind, _)| is_heard(*kind)).map(|(kind, at)| quiz_event(kind, old, at));
    let changes = quiz_changes(old, new, now).into_iter();
    dates.chain(changes.filter(|kind| is_heard(*kind)).map(|kind| quiz_event(kind, new, now))).collect()
}

/// What a change of a quiz is to those who listen.
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

/// The record as the API gives it with a key.
fn answers(record: &AnswersRecord) -> Value {
    data(RecordBody::new(record, View::Whole, RecommendationsType::None))
}
