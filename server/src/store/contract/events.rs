//! Events: written in the transaction of the change they report, only where an endpoint listens.

use domain::{AnswersRecord, Quiz, QuizId, QuizKind, UserId};
use serde_json::json;

use super::{
    TestResult, TestStore, apply, contract,
    endpoints::endpoint,
    samples::{at, record, session, submitted},
};
use crate::store::{
    AfterAttempt, Attempt, Claim, DeliveryState, Endpoint, EndpointState, ErasedBy, EventType, Job, JobKind, NewEvent,
    Page, StoreError,
};

fn event(kind: EventType, quiz: &Quiz, user: &UserId, moment: i64) -> NewEvent {
    let user = Some(user.as_str().to_owned());
    NewEvent::of(kind, &quiz.namespace_id, &quiz.id, user, at(moment), json!({ "attempt": 1 }))
}

impl TestStore {
    async fn told(&self, quiz: &QuizId) -> anyhow::Result<Vec<String>> {
        Ok(self.event_bodies(quiz).await?.into_iter().map(|(kind, _)| kind).collect())
    }

    pub(super) async fn sent_to(&self, endpoint: &str) -> anyhow::Result<Vec<(String, DeliveryState)>> {
        let listed = self.deliveries(endpoint, None, Page { after: None, limit: 100 }).await?;
        let mut all: Vec<_> = listed.items.into_iter().map(|sent| (sent.kind, sent.state)).collect();
        all.reverse();
        Ok(all)
    }

    async fn begin_and_tell(&self, quiz: &Quiz, user: &UserId, moment: i64) -> Result<AnswersRecord, StoreError> {
        let event = event(EventType::ResponseBegun, quiz, user, moment);
        self.begin_told(record(quiz, user, moment), Some(event)).await
    }

    pub(super) async fn put(&self, endpoint: Endpoint) -> Result<(), StoreError> {
        self.transact(move |tx| Box::pin(async move { tx.put_endpoint(&endpoint).await })).await
    }
}

#[apply(contract!)]
async fn no_event_is_written_where_no_endpoint_listens(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let begun = store.begin_and_tell(&quiz, &session("first"), 10).await?;
    let submission = event(EventType::ResponseSubmitted, &quiz, &begun.user, 20);
    assert!(store.replace_told(submitted(begun.clone(), 20), begun.activity_at, Some(submission)).await?);
    assert_eq!(store.told(&quiz.id).await?, [""; 0]);
    assert_eq!(store.read_listeners().await?, 0);
    assert_eq!(store.listeners().hear(&quiz.namespace_id, &quiz.id, EventType::ResponseBegun), None);
    assert!(store.due_endpoints(at(i64::MAX)).await?.is_empty());
    Ok(())
}

#[apply(contract!)]
async fn each_endpoint_gets_what_it_asks_for_once(store: TestStore) -> TestResult {
    let (quiz, other) = (store.a_quiz().await?, store.quiz_of(QuizKind::InApp, 2).await?);
    let all = endpoint("all", &quiz);
    let some = Endpoint {
        types: vec![EventType::ResponseSubmitted, EventType::QuizOpened],
        quizzes: vec![quiz.id.clone()],
        with_answers: true,
        ..endpoint("some", &quiz)
    };
    let off = Endpoint { state: EndpointState::Off, ..endpoint("off", &quiz) };
    for endpoint in [&all, &some, &off] {
        store.put(endpoint.clone()).await?;
    }
    let begun = store.begin_and_tell(&quiz, &session("first"), 10).await?;
    let again = store.begin_and_tell(&quiz, &begun.user, 15).await?;
    assert_eq!(again.started_at, begun.started_at);
    let submission = event(EventType::ResponseSubmitted, &quiz, &begun.user, 20).with_answers(json!({ "q": 1 }));
    let (new, seen) = (submitted(begun.clone(), 20), begun.activity_at);
    assert!(store.replace_told(new.clone(), seen, Some(submission.clone())).await?);
    assert!(!store.replace_told(new, seen, Some(event(EventType::ResponseSubmitted, &quiz, &begun.user, 21))).await?);
    let elsewhere = event(EventType::ResponseSubmitted, &other, &session("second"), 30);
    store.begin_told(record(&other, &session("second"), 30), Some(elsewhere)).await?;
    let told = ["response.begun", "response.submitted", "response.submitted"].map(str::to_owned);
    let in_state = |kinds: &[String], state| kinds.iter().map(|kind| (kind.clone(), state)).collect::<Vec<_>>();
    assert_eq!(store.sent_to("all").await?, in_state(&told, DeliveryState::Waiting));
    assert_eq!(store.sent_to("off").await?, in_state(&told, DeliveryState::Held));
    assert_eq!(store.sent_to("some").await?, in_state(&told[1..2], DeliveryState::Waiting));
    let body = async |endpoint: &str| -> anyhow::Result<Vec<Option<String>>> {
        let claimed = store.claim_deliveries(endpoint, at(20), at(99), 9).await?;
        Ok(claimed
            .into_iter()
            .filter(|claimed| claimed.event_id == submission.id)
            .map(|claimed| claimed.body)
            .collect())
    };
    assert_eq!(body("some").await?, std::slice::from_ref(&submission.full_body));
    assert_eq!(body("all").await?, [Some(submission.body.clone())]);
    assert!(store.claim_deliveries("off", at(99), at(199), 9).await?.is_empty());
    Ok(())
}

#[apply(contract!)]
async fn a_rollback_takes_its_events_along(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    store.put(endpoint("all", &quiz)).await?;
    let opened = NewEvent::of(EventType::QuizOpened, &quiz.namespace_id, &quiz.id, None, at(5), json!({}));
    let told = opened.clone();
    let failed: Result<(), StoreError> = store
        .transact(move |tx| {
            Box::pin(async move {
                tx.add_events(&[told]).await?;
                Err(StoreError::Busy)
            })
        })
        .await;
    assert!(failed.is_err());
    assert_eq!(store.told(&quiz.id).await?, [""; 0]);
    store.transact(move |tx| Box::pin(async move { tx.add_events(&[opened]).await })).await?;
    let store = store.reopened().await?;
    assert_eq!(store.told(&quiz.id).await?, ["quiz.opened"]);
    assert_eq!(store.sent_to("all").await?.len(), 1);
    Ok(())
}

#[apply(contract!)]
async fn erasing_a_respondent_empties_the_events_and_tells_by_ids(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    store.put(endpoint("all", &quiz)).await?;
    let (ana, ben) = (session("ana of the first"), session("ben of the first"));
    for (user, moment) in [(&ana, 10), (&ben, 11)] {
        store.begin_and_tell(&quiz, user, moment).await?;
    }
    let claimed = store.claim_deliveries("all", at(10), at(60), 9).await?;
    let replied = Attempt { status: Some(200), reply: Some("thanks, ana".to_owned()), error: None };
    assert!(store.note_attempt(&claimed[0], &replied, AfterAttempt::Delivered, at(12)).await?);
    let submission = event(EventType::ResponseSubmitted, &quiz, &ana, 20).with_answers(json!({ "q": "a secret" }));
    let seen = store.stored(&quiz, &ana).await?;
    store.replace_told(submitted(seen.clone(), 20), seen.activity_at, Some(submission)).await?;
    let (id, user) = (quiz.id.clone(), ana.clone());
    let erased = store
        .transact(move |tx| Box::pin(async move { tx.erase_user(&id, &user, ErasedBy::Namespace, at(30)).await }))
        .await?;
    assert!(erased);
    let bodies = store.event_bodies(&quiz.id).await?;
    let is_kept: Vec<(&str, bool)> = bodies.iter().map(|(kind, body)| (kind.as_str(), body.is_some())).collect();
    let expected =
        [("response.begun", false), ("response.begun", true), ("response.submitted", false), ("response.erased", true)];
    assert_eq!(is_kept, expected);
    let last = bodies[3].1.as_deref().unwrap_or_default();
    let told: serde_json::Value = serde_json::from_str(last)?;
    assert_eq!(told["data"], json!({ "namespaceId": "demo", "quizId": quiz.id.as_str(), "userId": ana.as_str() }));
    let states: Vec<DeliveryState> = store.sent_to("all").await?.into_iter().map(|(_, state)| state).collect();
    use DeliveryState::{Delivered, Failed, Waiting};
    assert_eq!(states, [Delivered, Waiting, Failed, Waiting]);
    let listed = store.deliveries("all", None, Page { after: None, limit: 9 }).await?;
    assert!(listed.items.iter().all(|sent| sent.reply.is_none()), "a reply may name the respondent");
    let failed = listed.items.iter().find(|sent| sent.state == Failed).and_then(|sent| sent.last_error.as_deref());
    assert_eq!(failed, Some("the respondent was erased"));
    let id = listed.items[1].event_id.clone();
    let again = store.transact(move |tx| Box::pin(async move { tx.send_again("all", &id, at(40)).await })).await?;
    assert!(!again, "there is nothing left to send");
    Ok(())
}

#[apply(contract!)]
async fn events_go_after_their_time_and_with_their_quiz(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    store.put(endpoint("all", &quiz)).await?;
    for (number, moment) in [10, 20, 30, 40].into_iter().enumerate() {
        store.begin_and_tell(&quiz, &session(&format!("person {number}")), moment).await?;
    }
    assert_eq!(store.forget_events(at(30), 1).await?, 1);
    assert_eq!(store.forget_events(at(30), 9).await?, 1);
    assert_eq!(store.forget_events(at(30), 9).await?, 0);
    assert_eq!(store.sent_to("all").await?.len(), 2);
    let id = quiz.id.clone();
    store.transact(move |tx| Box::pin(async move { tx.mark_deleted(&id, at(50)).await })).await?;
    store.purge_deleted().await?;
    assert_eq!(store.told(&quiz.id).await?, [""; 0]);
    assert!(store.sent_to("all").await?.is_empty());
    Ok(())
}

#[apply(contract!)]
async fn an_export_that_ends_is_told_once(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    store.put(endpoint("all", &quiz)).await?;
    let job = Job::new("j1".to_owned(), JobKind::Export, quiz.id.clone(), "{}".to_owned(), at(10));
    let told = || Some(NewEvent::of(EventType::ExportDone, &quiz.namespace_id, &quiz.id, None, at(12), json!({})));
    let queued = job.clone();
    store.transact(move |tx| Box::pin(async move { tx.enqueue(&queued).await })).await?;
    let claimed = store.claim_job(job.kind, at(11), at(99)).await?.expect("it is queued");
    let stale = Claim { fence: 0, ..claimed.claim() };
    assert!(!store.finish_job_told(stale, "{}".to_owned(), told(), at(12)).await?);
    assert_eq!(store.told(&quiz.id).await?, [""; 0]);
    assert!(store.finish_job_told(claimed.claim(), "{}".to_owned(), told(), at(12)).await?);
    assert_eq!(store.told(&quiz.id).await?, ["export.done"]);
    Ok(())
}
