//! Announces that quizzes have opened or closed at their dates: once, regardless of the number of servers, and late if
//! none was running.

use std::sync::Arc;

use domain::{Quiz, Timestamp};
use serde_json::json;

use crate::{
    causes::with_causes,
    record::QuizData,
    store::{EventType, NewEvent, QuizDate, Store, StoreError, WorkScope},
};

/// Quizzes per query.
const LIST: u32 = 100;

/// Announces due dates. For a quiz that has opened and closed meanwhile, announces both.
pub(super) async fn tell_dates(store: &Arc<Store>, now: Timestamp) -> Result<(), StoreError> {
    loop {
        let due = store.due_dates(now, LIST).await?;
        let mut is_told = false;
        for date in &due {
            // A damaged quiz must not hold up the others.
            match tell(store, date, now).await {
                Ok(()) => is_told = true,
                Err(error) => {
                    tracing::warn!(quiz = %date.quiz, "cannot tell of its date: {}", with_causes(&error.into()));
                }
            }
        }
        if !is_told {
            return Ok(());
        }
    }
}

async fn tell(store: &Arc<Store>, date: &QuizDate, now: Timestamp) -> Result<(), StoreError> {
    let date = date.clone();
    let work = store.transact(WorkScope::Namespace(date.namespace.clone()), move |tx| {
        Box::pin(async move {
            let Some(quiz) = tx.quiz(&date.quiz).await? else { return Ok(()) };
            if tx.pass_date(&date, quiz.settings.next_date(now)).await? {
                tx.add_events(&date_events(&quiz, date.at, now)).await?;
            }
            Ok(())
        })
    });
    work.await
}

/// The events of a quiz's dates, from the first that was not announced until now.
pub(crate) fn date_events(quiz: &Quiz, untold: Timestamp, now: Timestamp) -> Vec<NewEvent> {
    if untold == QuizDate::UNKNOWN {
        return Vec::new();
    }
    let dates = [(quiz.settings.opens_at, EventType::QuizOpened), (quiz.settings.closes_at, EventType::QuizClosed)];
    let come = dates.into_iter().filter_map(|(date, kind)| Some((date?, kind)));
    let come = come.filter(|(date, _)| (untold..=now).contains(date));
    let data = json!(QuizData { name: quiz.name().to_owned(), version: quiz.version });
    come.map(|(at, kind)| NewEvent::of(kind, &quiz.namespace_id, &quiz.id, None, at, data.clone())).collect()
}

#[cfg(test)]
mod tests {
    use domain::{QuizKind, Settings};

    use super::*;
    use crate::store::{
        Endpoint, EndpointState,
        contract::samples::{at, namespace, quiz},
    };

    fn open_between(opens_at: i64, closes_at: i64) -> Quiz {
        let quiz = quiz(QuizKind::Open, 1);
        let settings =
            Settings { opens_at: Some(at(opens_at)), closes_at: Some(at(closes_at)), ..quiz.settings.clone() };
        Quiz { settings, updated_at: at(5), ..quiz }
    }

    async fn store_with(folder: &tempfile::TempDir, quiz: &Quiz) -> Arc<Store> {
        let url = format!("sqlite:{}", folder.path().join("test.db").display());
        let store = Arc::new(Store::open(&url).await.expect("a store"));
        let (namespace, stored) = (namespace("demo"), quiz.clone());
        let endpoint = Endpoint {
            id: "all".to_owned(),
            namespace_id: quiz.namespace_id.clone(),
            url: "https://example.com/hooks".to_owned(),
            description: String::new(),
            types: Vec::new(),
            quizzes: Vec::new(),
            with_answers: false,
            header_names: Vec::new(),
            sealed: Vec::new(),
            state: EndpointState::On,
            failing_since: None,
            created_by: String::new(),
            created_at: at(1),
            updated_at: at(1),
        };
        let made: Result<(), StoreError> = store
            .transact(WorkScope::Everything, move |tx| {
                Box::pin(async move {
                    tx.add_namespace(&namespace).await?;
                    tx.add_quiz(&stored).await?;
                    tx.put_endpoint(&endpoint).await
                })
            })
            .await;
        made.expect("stored");
        store
    }

    async fn told(store: &Store, quiz: &Quiz) -> Vec<String> {
        let bodies = store.event_bodies(&quiz.id).await.expect("events");
        bodies.into_iter().map(|(kind, _)| kind).collect()
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn opening_and_closing_are_told_once_by_servers_that_look_at_once() {
        let (folder, quiz) = (tempfile::tempdir().expect("a folder"), open_between(100, 200));
        let store = store_with(&folder, &quiz).await;
        let look = async |now: i64| {
            let looks = (0..8).map(|_| tell_dates(&store, at(now)));
            futures_util::future::try_join_all(looks).await.expect("told");
            told(&store, &quiz).await
        };
        assert_eq!(look(99).await, [""; 0]);
        assert_eq!(look(100).await, ["quiz.opened"]);
        assert_eq!(look(199).await, ["quiz.opened"]);
        assert_eq!(look(500).await, ["quiz.opened", "quiz.closed"]);
        assert_eq!(look(900).await, ["quiz.opened", "quiz.closed"]);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_server_that_slept_tells_both_with_the_moments_at_which_they_happened() {
        let (folder, quiz) = (tempfile::tempdir().expect("a folder"), open_between(1_000_000_000, 2_000_000_000));
        let store = store_with(&folder, &quiz).await;
        tell_dates(&store, at(9_000_000_000)).await.expect("told");
        let bodies = store.event_bodies(&quiz.id).await.expect("events");
        let bodies: Vec<String> = bodies.into_iter().filter_map(|(_, body)| body).collect();
        assert!(bodies[0].contains("\"quiz.opened\"") && bodies[0].contains("1970-01-01T00:00:01Z"), "{bodies:?}");
        assert!(bodies[1].contains("\"quiz.closed\"") && bodies[1].contains("1970-01-01T00:00:02Z"), "{bodies:?}");
        assert_eq!(bodies.len(), 2);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn of_a_quiz_from_before_dates_were_kept_only_what_is_to_come_is_told() {
        let (folder, quiz) = (tempfile::tempdir().expect("a folder"), open_between(100, 200));
        let store = store_with(&folder, &quiz).await;
        let date = store.due_dates(at(100), 1).await.expect("a date").remove(0);
        let unknown = store.transact(WorkScope::Installation, move |tx| {
            Box::pin(async move { tx.pass_date(&date, Some(QuizDate::UNKNOWN)).await })
        });
        assert!(unknown.await.expect("stored"));
        tell_dates(&store, at(150)).await.expect("told");
        assert_eq!(told(&store, &quiz).await, [""; 0]);
        tell_dates(&store, at(200)).await.expect("told");
        assert_eq!(told(&store, &quiz).await, ["quiz.closed"]);
    }
}
