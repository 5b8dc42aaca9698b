//! Quizzes that open or close at a date of their own: told once, and late by a server that slept.

use domain::{Quiz, QuizStatus, Timestamp};
use serde_json::Value;

use crate::{
    record::QuizData,
    store::{EventType, NewEvent, QUIZ_DATES_TOLD, SecretOf, Store, StoreError, Transaction, WorkScope},
};

/// What dates of the quiz have done in a time, at whose end it is as it was at its beginning. Each with its moment.
pub(crate) fn date_changes(quiz: &Quiz, after: Timestamp, until: Timestamp) -> Vec<(EventType, Timestamp)> {
    let settings = &quiz.settings;
    if settings.status != QuizStatus::Open {
        return Vec::new();
    }
    let came = |date: Option<Timestamp>| date.filter(|date| *date > after && *date <= until);
    let is_empty = settings.opens_at.zip(settings.closes_at).is_some_and(|(start, end)| end <= start);
    let opened = came(settings.opens_at).map(|at| (EventType::QuizOpened, at));
    let closed = came(settings.closes_at).map(|at| (EventType::QuizClosed, at));
    [opened, closed].into_iter().flatten().filter(|_| !is_empty).collect()
}

pub(crate) fn quiz_event(kind: EventType, quiz: &Quiz, at: Timestamp) -> NewEvent {
    let data = serde_json::to_value(QuizData { name: quiz.name().to_owned(), version: quiz.version });
    NewEvent::of(kind, &quiz.namespace_id, &quiz.id, None, at, data.unwrap_or(Value::Null))
}

/// The moment until which dates of a quiz were told, by this or by a change; `None` where no endpoint listens.
pub(crate) async fn told_until(tx: &Transaction<'_>, quiz: &Quiz) -> Result<Option<Timestamp>, StoreError> {
    let endpoints = tx.endpoints(&quiz.namespace_id).await?;
    let Some(first) = endpoints.iter().map(|endpoint| endpoint.created_at).min() else { return Ok(None) };
    let told = tx.quiz_dates_told().await?;
    Ok(told.map(|told| told.max(first).max(quiz.updated_at)))
}

/// Tells of dates that have come since the last time; returns the number of events. A quiz that was changed since is told
/// of by its change.
pub(super) async fn tell(store: &Store, now: Timestamp) -> Result<usize, StoreError> {
    let Some(told) = store.quiz_dates_told().await? else {
        // What was before there was an endpoint is told to none.
        store.transact(WorkScope::Installation, move |tx| Box::pin(note(tx, now))).await?;
        return Ok(0);
    };
    if store.quizzes_with_dates(told, now).await?.is_empty() {
        return Ok(0);
    }
    // No quiz changes meanwhile, and no other server tells the same.
    let count = store.transact(WorkScope::Everything, move |tx| {
        Box::pin(async move {
            let told = tx.quiz_dates_told().await?.unwrap_or(now);
            let mut events = Vec::new();
            for (id, first_endpoint) in tx.quizzes_with_dates(told, now).await? {
                let Some(quiz) = tx.quiz(&id).await? else { continue };
                let after = told.max(first_endpoint).max(quiz.updated_at);
                let changes = date_changes(&quiz, after, now).into_iter();
                events.extend(changes.map(|(kind, at)| quiz_event(kind, &quiz, at)));
            }
            tx.add_events(&events).await?;
            // Another server may have come further.
            note(tx, told.max(now)).await?;
            Ok::<_, StoreError>(events.len())
        })
    });
    let count = count.await?;
    store.listeners().ring();
    Ok(count)
}

async fn note(tx: &mut Transaction<'_>, now: Timestamp) -> Result<(), StoreError> {
    let of = SecretOf::Installation(QUIZ_DATES_TOLD.to_owned());
    tx.put_secret(&of, now.nanoseconds().to_string().as_bytes()).await
}
