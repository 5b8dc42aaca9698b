//! The events that use-cases write with what they tell of.

use domain::{AnswersRecord, NamespaceId, Quiz, QuizStatus, Timestamp};
use serde_json::{Value, json};

use super::Service;
use crate::{
    clock,
    record::{RecommendationsType, RecordBody, View},
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
        let event = NewEvent::of(kind, namespace, &record.quiz_id, user, at, response(record));
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

/// The events that tell of a quiz that was changed, where an endpoint listens.
pub(super) fn quiz_events(listeners: &Listeners, old: &Quiz, new: &Quiz, now: Timestamp) -> Vec<NewEvent> {
    let event = |kind| {
        let data = json!({ "name": new.name(), "version": new.version });
        NewEvent::of(kind, &new.namespace_id, &new.id, None, now, data)
    };
    let is_heard = |kind: &EventType| listeners.hear(&new.namespace_id, &new.id, *kind).is_some();
    quiz_changes(old, new, now).into_iter().filter(is_heard).map(event).collect()
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

/// Ids, attempt, scores and bands; no answers.
fn response(record: &AnswersRecord) -> Value {
    let mut data = json!({
        "attempt": record.attempt,
        "quizVersion": record.version,
        "language": record.language.as_str(),
        "startedAt": clock::to_rfc3339(record.started_at),
    });
    let Some(submission) = &record.submission else { return data };
    data["submittedAt"] = clock::to_rfc3339(submission.at).into();
    let scores = &submission.scores;
    if let Some(overall) = &scores.overall {
        data["score"] = json!(overall.score);
        data["band"] = json!(overall.band_id());
    }
    let categories = scores
        .categories
        .iter()
        .map(|(id, scored)| (id.to_string(), json!({ "score": scored.score, "band": scored.band_id() })));
    data["categories"] = Value::Object(categories.collect());
    data
}

/// The record as the API gives it with a key.
fn answers(record: &AnswersRecord) -> Value {
    serde_json::to_value(RecordBody::new(record, View::Whole, RecommendationsType::None)).unwrap_or_default()
}
