//! Endpoints and their deliveries: claimed by one worker, held while off, and sent again.

use domain::Quiz;
use serde_json::json;

use super::{
    TestResult, TestStore, apply, contract,
    samples::{at, odd_texts},
};
use crate::store::{
    AfterAttempt, Attempt, DeliveryState, Endpoint, EndpointHistory, EndpointState, EventType, NewEvent, Page,
    StoreError,
};

pub(super) fn endpoint(id: &str, quiz: &Quiz) -> Endpoint {
    Endpoint {
        id: id.to_owned(),
        namespace_id: quiz.namespace_id.clone(),
        url: "https://example.com/hooks".to_owned(),
        description: "the warehouse".to_owned(),
        types: Vec::new(),
        quizzes: Vec::new(),
        with_answers: false,
        header_names: Vec::new(),
        sealed: vec![0, 255],
        state: EndpointState::On,
        failing_since: None,
        created_by: "operator".to_owned(),
        created_at: at(1),
        updated_at: at(1),
    }
}

impl TestStore {
    async fn tell(&self, quiz: &Quiz, moments: &[i64]) -> Result<Vec<String>, StoreError> {
        let event =
            |at_: &i64| NewEvent::of(EventType::QuizOpened, &quiz.namespace_id, &quiz.id, None, at(*at_), json!({}));
        let events: Vec<NewEvent> = moments.iter().map(event).collect();
        let ids = events.iter().map(|event| event.id.clone()).collect();
        self.transact(move |tx| Box::pin(async move { tx.add_events(&events).await })).await?;
        Ok(ids)
    }

    async fn set_on(&self, id: &'static str, is_on: bool) -> Result<(), StoreError> {
        self.transact(move |tx| Box::pin(async move { tx.set_endpoint_state(id, is_on, at(77)).await })).await
    }

    async fn states(&self, endpoint: &str) -> anyhow::Result<Vec<DeliveryState>> {
        Ok(self.sent_to(endpoint).await?.into_iter().map(|(_, state)| state).collect())
    }

    async fn state_of(&self, endpoint: &str) -> anyhow::Result<(EndpointState, Option<i64>)> {
        let endpoint = self.endpoint(endpoint).await?.expect("it is there");
        Ok((endpoint.state, endpoint.failing_since.map(domain::Timestamp::nanoseconds)))
    }
}

fn failed() -> Attempt {
    Attempt { status: Some(500), reply: Some("no".to_owned()), error: Some("the host replied 500".to_owned()) }
}

#[apply(contract!)]
async fn an_endpoint_comes_back_as_it_was_stored(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    for (number, text) in odd_texts().into_iter().filter(|text| !text.contains('\0')).enumerate() {
        let given = Endpoint {
            url: text.clone(),
            description: text,
            types: vec![EventType::ResponseBegun, EventType::ResponseErased],
            quizzes: vec![quiz.id.clone()],
            with_answers: number % 2 == 0,
            header_names: vec!["Authorization".to_owned(), "x-tenant".to_owned()],
            state: [EndpointState::On, EndpointState::Stopped, EndpointState::Off][number % 3],
            created_at: at(i64::try_from(number)?),
            ..endpoint(&format!("e{number}"), &quiz)
        };
        store.put(given.clone()).await?;
        assert_eq!(store.endpoint(&given.id).await?, Some(given.clone()));
        assert_eq!(store.endpoints(&quiz.namespace_id).await?[0], given);
    }
    let changed = Endpoint { description: String::new(), updated_at: at(9), ..endpoint("e0", &quiz) };
    let before = store.endpoint("e0").await?.expect("it is there");
    store.put(changed.clone()).await?;
    let expected = Endpoint { state: before.state, created_at: before.created_at, ..changed };
    assert_eq!(store.endpoint("e0").await?, Some(expected));
    assert_eq!(store.endpoint("E0").await?, None);
    Ok(())
}

#[apply(contract!)]
async fn a_delivery_is_one_worker_s_until_its_lease_ends(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    store.put(endpoint("one", &quiz)).await?;
    let ids = store.tell(&quiz, &[10, 20, 30]).await?;
    assert!(store.due_endpoints(at(9)).await?.is_empty());
    assert_eq!(store.due_endpoints(at(10)).await?, [("one".to_owned(), quiz.namespace_id.clone())]);
    let other = store.beside().await?;
    let first = store.claim_deliveries("one", at(20), at(100), 1).await?;
    let second = other.claim_deliveries("one", at(20), at(100), 9).await?;
    let claimed: Vec<&String> = first.iter().chain(&second).map(|claimed| &claimed.event_id).collect();
    assert_eq!(claimed, [&ids[0], &ids[1]]);
    let again = store.claim_deliveries("one", at(100), at(200), 9).await?;
    assert_eq!(again.len(), 3);
    let late = first[0].clone();
    assert!(!other.note_attempt(&late, &failed(), AfterAttempt::Failed, at(101)).await?, "another has it since");
    let own = again.iter().find(|claimed| claimed.event_id == late.event_id).expect("it is claimed again");
    assert!(store.note_attempt(own, &failed(), AfterAttempt::Retry(at(500)), at(101)).await?);
    let second_error = Attempt { error: Some("second".to_owned()), ..failed() };
    let own = store.claim_deliveries("one", at(500), at(600), 9).await?;
    let own = own.iter().find(|claimed| claimed.event_id == late.event_id).expect("it is due again");
    assert_eq!(own.attempts, 1);
    assert!(store.note_attempt(own, &second_error, AfterAttempt::Failed, at(501)).await?);
    assert!(!store.note_attempt(own, &second_error, AfterAttempt::Delivered, at(502)).await?, "it has ended");
    let listed = store.deliveries("one", Some(DeliveryState::Failed), Page { after: None, limit: 9 }).await?;
    let [sent] = &listed.items[..] else { anyhow::bail!("{listed:?}") };
    assert_eq!((sent.attempts, sent.status, sent.sent_at), (2, Some(500), Some(at(501))));
    assert_eq!(sent.first_error.as_deref(), Some("the host replied 500"));
    assert_eq!(sent.last_error.as_deref(), Some("second"));
    Ok(())
}

#[apply(contract!)]
async fn deliveries_are_listed_in_pages_newest_first(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    store.put(endpoint("one", &quiz)).await?;
    let mut ids = store.tell(&quiz, &[10, 20, 20, 30, 40]).await?;
    ids[1..3].sort();
    ids.reverse();
    let mut found = Vec::new();
    let mut after = None;
    loop {
        let listed = store.deliveries("one", None, Page { after, limit: 2 }).await?;
        after = listed.next(|last| last.event_id.clone());
        found.extend(listed.items.into_iter().map(|sent| sent.event_id));
        if after.is_none() {
            break;
        }
    }
    assert_eq!(found, ids);
    Ok(())
}

#[apply(contract!)]
async fn what_is_held_or_failed_is_sent_again_when_asked(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    store.put(endpoint("one", &quiz)).await?;
    let ids = store.tell(&quiz, &[10, 20, 30]).await?;
    let claimed = store.claim_deliveries("one", at(10), at(99), 1).await?;
    store.note_attempt(&claimed[0], &Attempt::default(), AfterAttempt::Delivered, at(11)).await?;
    store.set_on("one", false).await?;
    store.tell(&quiz, &[40]).await?;
    use DeliveryState::{Delivered, Held, Waiting};
    assert_eq!(store.states("one").await?, [Delivered, Held, Held, Held]);
    assert_eq!(store.count_undelivered("one").await?, [(Held, 3)]);
    store.set_on("one", true).await?;
    assert_eq!(store.states("one").await?, [Delivered, Held, Held, Held]);
    let left = |since, limit| {
        store.transact(move |tx| Box::pin(async move { tx.send_left_again("one", at(since), at(50), limit).await }))
    };
    assert_eq!(left(30, 1).await?, 1);
    assert_eq!(store.states("one").await?, [Delivered, Held, Waiting, Held]);
    assert_eq!(left(30, 9).await?, 1);
    assert_eq!(left(30, 9).await?, 0);
    assert_eq!(store.states("one").await?, [Delivered, Held, Waiting, Waiting]);
    let first = ids[0].clone();
    let again = store.transact(move |tx| Box::pin(async move { tx.send_again("one", &first, at(50)).await })).await?;
    assert!(again);
    assert_eq!(store.states("one").await?, [Waiting, Held, Waiting, Waiting]);
    assert_eq!(store.claim_deliveries("one", at(50), at(99), 9).await?.len(), 3);
    Ok(())
}

#[apply(contract!)]
async fn an_endpoint_stops_after_failing_for_days_and_rises_with_a_success(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    store.put(endpoint("one", &quiz)).await?;
    store.tell(&quiz, &[10, 20]).await?;
    assert!(!store.note_failure("one", at(100), at(0), at(900), true).await?, "a single failure stops nothing");
    assert_eq!(store.state_of("one").await?, (EndpointState::On, Some(100)));
    assert!(!store.note_success("one", at(150)).await?);
    assert_eq!(store.state_of("one").await?, (EndpointState::On, None));
    assert!(!store.note_failure("one", at(200), at(100), at(900), true).await?);
    assert!(!store.note_failure("one", at(250), at(150), at(900), true).await?);
    assert_eq!(store.state_of("one").await?, (EndpointState::On, Some(200)));
    assert!(store.note_failure("one", at(300), at(200), at(900), true).await?);
    assert_eq!(store.state_of("one").await?, (EndpointState::Stopped, Some(200)));
    use DeliveryState::{Held, Waiting};
    assert_eq!(store.states("one").await?, [Held, Held]);
    store.tell(&quiz, &[310]).await?;
    assert_eq!(store.states("one").await?, [Held; 3]);
    assert!(store.endpoints_to_probe(at(899), at(1800)).await?.is_empty());
    assert_eq!(store.endpoints_to_probe(at(900), at(1800)).await?.len(), 1);
    assert!(store.endpoints_to_probe(at(900), at(1800)).await?.is_empty(), "one server tries it");
    assert!(store.release_one("one", at(900)).await?);
    assert_eq!(store.states("one").await?, [Waiting, Held, Held]);
    assert_eq!(store.due_endpoints(at(900)).await?.len(), 1);
    assert!(!store.note_failure("one", at(901), at(800), at(1801), true).await?, "it has stopped before");
    assert_eq!(store.states("one").await?, [Held; 3]);
    assert!(store.note_success("one", at(1900)).await?);
    assert_eq!(store.state_of("one").await?, (EndpointState::On, None));
    assert_eq!(store.states("one").await?, [Waiting; 3]);
    // The namespace has no owner to notify.
    assert!(!store.has_mails_to_send().await?);
    store.turn_off("one", at(2000), false).await?;
    assert_eq!(store.state_of("one").await?.0, EndpointState::Off);
    assert_eq!(store.states("one").await?, [Held; 3]);
    assert!(!store.note_success("one", at(2100)).await?, "only its owner turns it on");
    assert_eq!(store.state_of("one").await?.0, EndpointState::Off);
    Ok(())
}

#[apply(contract!)]
async fn the_last_success_and_the_last_failure_are_told(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    store.put(endpoint("one", &quiz)).await?;
    assert_eq!(store.endpoint_history("one").await?, EndpointHistory::default());
    store.tell(&quiz, &[10, 20, 30]).await?;
    let claimed = store.claim_deliveries("one", at(30), at(99), 9).await?;
    let by_moment = |index: usize| &claimed[index];
    store.note_attempt(by_moment(0), &failed(), AfterAttempt::Retry(at(200)), at(40)).await?;
    store.note_attempt(by_moment(1), &Attempt::default(), AfterAttempt::Delivered, at(41)).await?;
    let expected = EndpointHistory { last_success: Some(at(41)), last_failure: Some(at(40)) };
    assert_eq!(store.endpoint_history("one").await?, expected);
    let again = store.claim_deliveries("one", at(200), at(300), 9).await?;
    let again = again.iter().find(|delivery| delivery.attempts == 1).expect("it is due again");
    store.note_attempt(again, &Attempt::default(), AfterAttempt::Delivered, at(201)).await?;
    let history = store.endpoint_history("one").await?;
    assert_eq!(history.last_success, Some(at(201)));
    assert!(history.last_failure.is_some_and(|failure| failure <= at(30)), "that of its event: {history:?}");
    Ok(())
}

#[apply(contract!)]
async fn what_waits_since_before_a_moment_is_listed_in_pages(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    for id in ["one", "two"] {
        store.put(endpoint(id, &quiz)).await?;
    }
    let ids = store.tell(&quiz, &[10, 20, 30]).await?;
    store.set_on("two", false).await?;
    store.set_on("two", true).await?;
    store.tell(&quiz, &[40]).await?;
    let mut found = Vec::new();
    let mut after = None;
    loop {
        let page = Page { after, limit: 1 };
        let listed = store.waiting_since_before(&quiz.namespace_id, at(40), page).await?;
        after = listed.next(|last| (last.event_id.clone(), last.endpoint_id.clone()));
        found.extend(listed.items.into_iter().map(|waiting| (waiting.at, waiting.endpoint_id)));
        if after.is_none() {
            break;
        }
    }
    let one = |moment| (at(moment), "one".to_owned());
    assert_eq!(found, [(at(40), "two".to_owned()), one(40), one(30), one(20), one(10)]);
    let page = Page { after: None, limit: 9 };
    let early = store.waiting_since_before(&quiz.namespace_id, at(10), page).await?;
    assert_eq!(early.items.into_iter().map(|waiting| waiting.event_id).collect::<Vec<_>>(), [ids[0].clone()]);
    Ok(())
}

#[apply(contract!)]
async fn a_deleted_endpoint_takes_its_deliveries_along_in_pieces(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    for id in ["one", "two"] {
        store.put(endpoint(id, &quiz)).await?;
    }
    store.tell(&quiz, &[10, 20, 30]).await?;
    assert_eq!(store.forget_deliveries("one", 9).await?, 0, "it is there");
    store.transact(|tx| Box::pin(async move { tx.delete_endpoint("one").await })).await?;
    assert_eq!(store.forget_deliveries("one", 2).await?, 2);
    assert_eq!(store.forget_deliveries("one", 2).await?, 1);
    assert_eq!(store.forget_deliveries("one", 2).await?, 0);
    assert_eq!(store.states("two").await?.len(), 3);
    Ok(())
}
