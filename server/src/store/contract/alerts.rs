//! Alerts: once for each attempt, with it in one transaction, and erased with it.

use std::{collections::BTreeSet, sync::Arc};

use domain::{AlertRule, Condition, Definition, Indicator, Name, Quiz, UserId};

use super::{
    TestResult, TestStore, apply, contract,
    record_filters::{ids, selected},
    samples::{answer, at, person, record, submitted},
};
use crate::store::{
    Alert, AlertIs, AlertState, Cutoffs, EarlyAlerts, ErasedBy, ExpiredAttempt, NewAlert, NewAnswer, Page,
    RecordFilter, RecordQuery, Replaced,
};

fn name(text: &str) -> Name {
    Name::parse(text).expect("a name")
}

fn rule(id: &str) -> AlertRule {
    let when = Condition::Answered(Indicator::Fhn1.question_id());
    AlertRule { id: name(id), name: "Alert".into(), when, early: true, help: None }
}

fn raised(quiz: &Quiz, user: &UserId, ids: &[&str], now: i64) -> Vec<NewAlert> {
    let rules: Vec<AlertRule> = ids.iter().map(|id| rule(id)).collect();
    let rules: Vec<&AlertRule> = rules.iter().collect();
    NewAlert::all(&quiz.namespace_id, &record(quiz, user, 1), &rules, at(now), false)
}

pub(super) async fn submit(store: &TestStore, quiz: &Quiz, user: &UserId, alerts: &[&str], now: i64) -> TestResult {
    let begun = store.begin(record(quiz, user, now)).await?;
    let alerts = raised(quiz, user, alerts, now);
    assert_eq!(store.submit(submitted(begun, now + 1), at(now), None, alerts, Vec::new()).await?, Replaced::Stored);
    Ok(())
}

async fn all(store: &TestStore, quiz: &Quiz, state: Option<AlertState>) -> anyhow::Result<Vec<Alert>> {
    let mut found = Vec::new();
    loop {
        let after = found.last().map(|last: &Alert| last.id.clone());
        let page = store.alerts(&quiz.id, state, Page { after, limit: 2 }).await?;
        let is_more = page.is_more;
        found.extend(page.items);
        if !is_more {
            return Ok(found);
        }
    }
}

fn told(alerts: &[Alert]) -> Vec<(String, u32, String)> {
    alerts.iter().map(|alert| (alert.user.clone(), alert.attempt, alert.alert.to_string())).collect()
}

/// Declares an early alert that rises with the answer to the first question.
fn with_early(answer: NewAnswer) -> NewAnswer {
    let definition = Definition { alerts: vec![rule("first")], ..Definition::built_in() };
    NewAnswer { early: Some(EarlyAlerts { definition: Arc::new(definition), is_heard: false }), ..answer }
}

#[apply(contract!)]
async fn an_alert_is_raised_with_the_submission_or_not_at_all(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    submit(&store, &quiz, &person(1), &["low", "worse"], 5).await?;
    let stored = all(&store, &quiz, None).await?;
    let of = |id: &str| (person(1).to_string(), 1, id.to_owned());
    assert_eq!(told(&stored), [of("worse"), of("low")], "the latest first");
    let begun = store.begin(record(&quiz, &person(2), 5)).await?;
    let lost = raised(&quiz, &person(2), &["low"], 9);
    assert_eq!(
        store.submit(submitted(begun, 9), at(6), None, lost, Vec::new()).await?,
        Replaced::Changed,
        "it has changed meanwhile"
    );
    assert_eq!(all(&store, &quiz, None).await?.len(), 2);
    Ok(())
}

#[apply(contract!)]
async fn an_early_alert_rises_with_its_answer_and_never_again(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    for number in 1..=3 {
        store.begin(record(&quiz, &person(number), 1)).await?;
    }
    let second = answer(&quiz, &person(1), Indicator::Fhn2, 1, 5);
    store.save_answer(with_early(second)).await?.expect("it is stored");
    assert!(all(&store, &quiz, None).await?.is_empty(), "another question");
    for (number, code) in [(1, 1), (1, 2), (2, 1)] {
        let first = answer(&quiz, &person(number), Indicator::Fhn1, code, 6);
        store.save_answer(with_early(first)).await?.expect("it is stored");
    }
    let early = told(&all(&store, &quiz, None).await?);
    let of = |number| (person(number).to_string(), 1, "first".to_owned());
    assert_eq!((early.len(), early.contains(&of(1)), early.contains(&of(2))), (2, true, true));
    let plain = answer(&quiz, &person(3), Indicator::Fhn1, 1, 7);
    store.save_answer(plain).await?.expect("it is stored");
    let begun = store.stored(&quiz, &person(1)).await?;
    let again = raised(&quiz, &person(1), &["first"], 20);
    assert_eq!(
        store.submit(submitted(begun.clone(), 20), begun.activity_at, None, again, Vec::new()).await?,
        Replaced::Stored
    );
    assert_eq!(all(&store, &quiz, None).await?.len(), 2, "the submission raises it no second time");
    Ok(())
}

#[apply(contract!)]
async fn an_alert_is_acknowledged_once(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    submit(&store, &quiz, &person(1), &["low"], 5).await?;
    submit(&store, &quiz, &person(2), &["low"], 6).await?;
    let alert = all(&store, &quiz, None).await?.pop().expect("an alert");
    let acknowledge = async |by: &'static str, now| {
        let (quiz, id) = (quiz.id.clone(), alert.id.clone());
        store
            .transact(move |tx| {
                Box::pin(async move { tx.acknowledge_alert(&quiz, &id, by, Some("sealed"), at(now)).await })
            })
            .await
    };
    assert!(acknowledge("ana@example.com", 30).await?);
    assert!(!acknowledge("ben@example.com", 31).await?);
    let done = store.alert(&quiz.id, &alert.id).await?.and_then(|alert| alert.acknowledged).expect("it is");
    assert_eq!((done.at, done.by.as_str(), done.note.as_deref()), (at(30), "ana@example.com", Some("sealed")));
    assert_eq!(store.open_alerts(&quiz.id).await?, 1);
    assert_eq!(all(&store, &quiz, Some(AlertState::Open)).await?.len(), 1);
    assert_eq!(
        all(&store, &quiz, Some(AlertState::Acknowledged)).await?,
        [Alert { acknowledged: Some(done), ..alert }]
    );
    let of_all = store.alerts_of_all(&quiz.id, &[person(2).as_str(), person(9).as_str()]).await?;
    assert_eq!(of_all, [((person(2).to_string(), 1), vec!["low".to_owned()])].into());
    Ok(())
}

#[apply(contract!)]
async fn erasing_a_person_erases_the_alerts_and_retention_waits_for_open_ones(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    for number in 1..=2 {
        submit(&store, &quiz, &person(number), &["low"], 5).await?;
    }
    submit(&store, &quiz, &person(3), &[], 5).await?;
    let cutoffs = Cutoffs { untouched: at(0), unfinished: None, answers: Some(at(100)) };
    let expired = async || -> anyhow::Result<(usize, u64, u64)> {
        let found = store.expired(&quiz.namespace_id, &cutoffs, 10).await?.len();
        let counted = store.count_expired(&quiz.namespace_id, &cutoffs).await?.submitted;
        Ok((found, counted, store.count_waiting_for_alerts(&quiz.namespace_id, &cutoffs).await?))
    };
    assert_eq!(expired().await?, (1, 1, 2));
    let open = store.alerts_of(&quiz.id, person(1).as_str()).await?.pop().expect("an alert");
    let of_quiz = quiz.id.clone();
    let acknowledge = store.transact(move |tx| {
        Box::pin(async move { tx.acknowledge_alert(&of_quiz, &open.id, "ana", None, at(9)).await })
    });
    assert!(acknowledge.await?);
    assert_eq!(expired().await?, (2, 2, 1));
    let of_quiz = quiz.id.clone();
    let erase = store.transact(move |tx| {
        Box::pin(async move { tx.erase_user(&of_quiz, &person(2), ErasedBy::Namespace, at(50)).await })
    });
    assert!(erase.await?);
    assert!(store.alerts_of(&quiz.id, person(2).as_str()).await?.is_empty());
    assert_eq!(store.alerts_of(&quiz.id, person(1).as_str()).await?.len(), 1);
    Ok(())
}

#[apply(contract!)]
async fn a_past_attempt_with_an_open_alert_waits_too(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    submit(&store, &quiz, &person(1), &["low"], 5).await?;
    let first = store.stored(&quiz, &person(1)).await?;
    let next = domain::AnswersRecord { attempt: 2, ..record(&quiz, &person(1), 20) };
    let next = store.begin_again(next, first.activity_at).await?.expect("it was submitted");
    assert!(store.replace_record(submitted(next.clone(), 200), next.activity_at).await?);
    let past = async || store.expired_attempts(&quiz.namespace_id, at(100), 10).await;
    assert!(past().await?.is_empty());
    let open = store.alerts_of(&quiz.id, person(1).as_str()).await?.pop().expect("an alert");
    let of_quiz = quiz.id.clone();
    let work = store.transact(move |tx| {
        Box::pin(async move { tx.acknowledge_alert(&of_quiz, &open.id, "ana", None, at(9)).await })
    });
    assert!(work.await?);
    let expired = past().await?;
    let user = person(1).to_string();
    assert_eq!(expired, [ExpiredAttempt { quiz: quiz.id.clone(), user: user.clone(), attempt: 1 }]);
    let erase = store.transact(move |tx| Box::pin(async move { tx.erase_attempt(&expired[0], at(300)).await }));
    assert!(erase.await?);
    assert!(store.alerts_of(&quiz.id, &user).await?.is_empty());
    Ok(())
}

#[apply(contract!)]
async fn a_filter_finds_the_attempts_that_have_raised_an_alert(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    for (number, alerts) in [(1, &["low", "worse"][..]), (2, &["worse"]), (3, &[])] {
        submit(&store, &quiz, &person(number), alerts, 5).await?;
    }
    let named = |id: &str| Some(AlertIs::Named(name(id)));
    let cases =
        [(Some(AlertIs::Any), vec![1, 2]), (named("low"), vec![1]), (named("none"), vec![]), (None, vec![1, 2, 3])];
    for (alert, expected) in cases {
        let filter = RecordFilter { alert, ..RecordFilter::default() };
        let expected: BTreeSet<String> = expected.into_iter().map(|number| person(number).to_string()).collect();
        assert_eq!(ids(&selected(&store, &quiz, &filter).await?), expected, "exported: {filter:?}");
        let query = RecordQuery { filter: filter.clone(), limit: 9, ..RecordQuery::default() };
        assert_eq!(ids(&store.list_records(&quiz.id, &query).await?.items), expected, "listed: {filter:?}");
        assert_eq!(store.count_records(&quiz.id, &filter).await?.number, u64::try_from(expected.len())?, "{filter:?}");
    }
    Ok(())
}
