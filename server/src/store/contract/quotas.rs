//! The usage of namespaces, counted by the writes that store data.

use std::sync::Arc;

use domain::{AnswersRecord, Definition, Indicator, Language, OwnQuota, Quiz, QuizKind, UserId};
use futures_util::future::try_join_all;
use serde_json::json;

use super::{
    TestResult, TestStore, apply, contract,
    endpoints::endpoint,
    samples::{answer, at, invited_id, namespace, namespace_id, person, quiz, record, submitted},
};
use crate::store::{Draft, Edition, EventType, Expired, ExpiredAttempt, Invitation, Mailed, NewEvent, StoreError};

const ROW: u64 = 1024;

#[apply(contract!)]
async fn a_namespace_holds_its_own_quizzes_and_nothing_else(store: TestStore) -> TestResult {
    store.add_namespace(namespace("other")).await?;
    let quiz = store.a_quiz().await?;
    assert_eq!(store.usage(&quiz.namespace_id).await?.0.quizzes, 1);
    assert_eq!(bytes(&store).await?, of_new(&quiz));
    for nothing in ["other", "unknown"] {
        assert_eq!(store.usage(&namespace_id(nothing)).await?, Default::default());
    }
    store.delete_quiz(&quiz.id, at(9)).await?;
    assert_eq!(store.usage(&quiz.namespace_id).await?, Default::default());
    Ok(())
}

#[apply(contract!)]
async fn versions_settings_and_drafts_count_with_their_texts(store: TestStore) -> TestResult {
    let first = store.a_quiz().await?;
    let mut definition = Definition::built_in();
    definition.language = Language::ES;
    let second = Quiz { version: 2, definition: Arc::new(definition), updated_at: at(3_000_000), ..first.clone() };
    store.update_quiz(second.clone()).await?;
    let of_second = ROW + written(&*second.definition);
    assert_eq!(bytes(&store).await?, of_new(&first) + of_second);
    let mut renamed = second.clone();
    renamed.settings.name = "Ñ".into();
    store.update_quiz(renamed.clone()).await?;
    let held = of_new(&Quiz { settings: renamed.settings.clone(), ..first.clone() }) + of_second;
    assert_eq!(bytes(&store).await?, held);
    let draft = |fields: &str, moment| {
        let (quiz_id, based_on) = (first.id.clone(), Edition::of(&first));
        Draft { quiz_id, fields: fields.to_owned(), based_on, admin_id: "a".to_owned(), updated_at: at(moment) }
    };
    for fields in ["{}", "{\"name\":\"Ñandú\"}", ""] {
        let length = fields.len() as u64;
        store.put_draft(draft(fields, 2)).await?;
        assert_eq!(bytes(&store).await?, held + ROW + length);
    }
    for _ in 0..2 {
        store.delete_draft(&first.id).await?;
        assert_eq!(bytes(&store).await?, held);
    }
    for (moment, fields) in [(3, "{}"), (3, "{ }"), (4, "{  }")] {
        let earlier = draft(fields, moment);
        let kept: Result<(), StoreError> =
            store.transact(move |tx| Box::pin(async move { tx.keep_earlier_draft(&earlier, 1).await })).await;
        kept?;
        assert_eq!(bytes(&store).await?, held + ROW + fields.len() as u64);
    }
    Ok(())
}

#[apply(contract!)]
async fn a_record_counts_from_its_beginning_until_it_is_erased(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let empty = bytes(&store).await?;
    for _ in 0..2 {
        store.begin(record(&quiz, &person(1), 1)).await?;
        assert_eq!(bytes(&store).await?, empty + ROW);
    }
    store.save_answer(answer(&quiz, &person(1), Indicator::Fhn1, 1, 2)).await?;
    assert_eq!(bytes(&store).await?, empty + ROW, "answers count with the submission");
    let seen = store.stored(&quiz, &person(1)).await?;
    let first = AnswersRecord { custom_data: Some("Ñandú".to_owned()), ..submitted(record(&quiz, &person(1), 1), 5) };
    assert!(store.replace_record(first.clone(), seen.activity_at).await?);
    let of_first = ROW + written(&first.answers) + 7;
    assert_eq!(bytes(&store).await?, empty + of_first);
    let stored = store.stored(&quiz, &person(1)).await?;
    store.rescore(&quiz.id, vec![(stored.clone(), stored.clone())]).await?;
    assert_eq!(bytes(&store).await?, empty + of_first);
    // A stale submission stores nothing and counts nothing.
    assert!(!store.replace_record(first.clone(), at(1)).await?);
    assert_eq!(bytes(&store).await?, empty + of_first);
    let next = AnswersRecord {
        attempt: 2,
        answers: [].into(),
        started_at: at(30),
        activity_at: at(30),
        submission: None,
        ..stored.clone()
    };
    let begun = store.begin_again(next, stored.activity_at).await?.expect("it was submitted");
    assert_eq!(bytes(&store).await?, empty + of_first + ROW);
    let second = submitted(begun, 40);
    assert!(store.replace_record(second.clone(), at(30)).await?);
    assert_eq!(bytes(&store).await?, empty + 2 * of_first);
    assert!(store.erase_user(&quiz.id, &person(1)).await?);
    assert_eq!(bytes(&store).await?, empty);
    assert!(!store.erase_user(&quiz.id, &person(1)).await?);
    assert_eq!(bytes(&store).await?, empty);
    Ok(())
}

#[apply(contract!)]
async fn expired_attempts_and_records_leave_the_count(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let empty = bytes(&store).await?;
    let first = submitted(record(&quiz, &person(1), 1), 5);
    store.add_records(vec![first.clone()]).await?;
    let next = AnswersRecord { attempt: 2, started_at: at(9), activity_at: at(9), ..record(&quiz, &person(1), 9) };
    store.begin_again(next, at(5)).await?.expect("it was submitted");
    let attempt = ExpiredAttempt { quiz: quiz.id.clone(), user: person(1).to_string(), attempt: 1 };
    for _ in 0..2 {
        let attempt = attempt.clone();
        store.transact(move |tx| Box::pin(async move { tx.erase_attempt(&attempt, at(10)).await })).await?;
        assert_eq!(bytes(&store).await?, empty + ROW);
    }
    let expired = Expired { quiz: quiz.id.clone(), user: person(1), seen: at(9), is_submitted: false };
    assert!(store.transact(move |tx| Box::pin(async move { tx.erase_expired(&expired, at(11)).await })).await?);
    assert_eq!(bytes(&store).await?, empty);
    Ok(())
}

#[apply(contract!)]
async fn an_invitation_counts_until_its_person_is_erased(store: TestStore) -> TestResult {
    let quiz = store.quiz_of(QuizKind::Invited, 1).await?;
    let empty = bytes(&store).await?;
    let invitation = |number, name: Option<&str>| Invitation {
        id: invited_id(number),
        quiz_id: quiz.id.clone(),
        name: name.map(str::to_owned),
        email: None,
        custom_data: Some("42".to_owned()),
        fields: domain::FieldValues::default(),
        created_at: at(1),
        revoked_at: None,
        language: None,
        mailed: Mailed::default(),
    };
    store.add_invitations(vec![invitation(1, Some("Zoé")), invitation(2, None)]).await?;
    assert_eq!(bytes(&store).await?, empty + 2 * ROW + 4 + 2 + 2);
    let user = UserId::Invited(invited_id(1));
    store.begin(record(&quiz, &user, 1)).await?;
    assert_eq!(bytes(&store).await?, empty + 3 * ROW + 8);
    assert!(store.erase_user(&quiz.id, &user).await?);
    assert_eq!(bytes(&store).await?, empty + ROW + 2);
    Ok(())
}

#[apply(contract!)]
async fn events_and_deliveries_count_until_they_are_forgotten(store: TestStore) -> TestResult {
    let (quiz, other) = (store.a_quiz().await?, store.quiz_of(QuizKind::InApp, 2).await?);
    let begin = async |quiz: &Quiz, number: usize, moment| {
        let (namespace, user) = (&quiz.namespace_id, person(number));
        let of_user = Some(user.as_str().to_owned());
        let event = NewEvent::of(EventType::ResponseBegun, namespace, &quiz.id, of_user, at(moment), json!({}));
        let event = event.with_answers(json!({ "q": "Ñ" }));
        let texts = event.body.len() + event.full_body.as_ref().map_or(0, String::len);
        store.begin_told(record(quiz, &user, moment), Some(event)).await?;
        anyhow::Ok(texts as u64)
    };
    begin(&quiz, 1, 5).await?;
    let unheard = bytes(&store).await?;
    for id in ["one", "two"] {
        store.put(endpoint(id, &quiz)).await?;
    }
    assert_eq!(bytes(&store).await?, unheard, "the first was not written");
    let texts = [begin(&quiz, 2, 10).await?, begin(&quiz, 3, 20).await?, begin(&other, 4, 30).await?];
    assert!(texts[0] > 100, "{texts:?}");
    // Three records, and three events with two deliveries each.
    let held = unheard + 3 * ROW + 9 * ROW + texts.iter().sum::<u64>();
    assert_eq!(bytes(&store).await?, held);
    store.transact(|tx| Box::pin(async move { tx.delete_endpoint("two").await })).await?;
    while store.forget_deliveries("two", 2).await? > 0 {}
    assert_eq!(bytes(&store).await?, held - 3 * ROW);
    assert_eq!(store.forget_events(at(20), 9).await?, 1);
    let held = held - 3 * ROW - 2 * ROW - texts[0];
    assert_eq!(bytes(&store).await?, held);
    // The event's data about a respondent is erased with the record. The event stays, and another one reports the
    // erasure.
    assert!(store.erase_user(&quiz.id, &person(3)).await?);
    let erased = store.event_bodies(&quiz.id).await?.pop().and_then(|(_, body)| body).map_or(0, |body| body.len());
    assert_eq!(bytes(&store).await?, held - ROW - texts[1] + 2 * ROW + erased as u64);
    store.transact(|tx| Box::pin(async move { tx.delete_endpoint("one").await })).await?;
    while store.forget_deliveries("one", 1).await? > 0 {}
    assert_eq!(bytes(&store).await?, unheard + 2 * ROW, "two records are left");
    assert!(store.event_bodies(&quiz.id).await?.is_empty(), "no endpoint has a part in them");
    Ok(())
}

#[apply(contract!)]
async fn the_count_is_exact_after_many_writes_at_once(store: TestStore) -> TestResult {
    let quizzes = [store.quiz_of(QuizKind::InApp, 1).await?, store.quiz_of(QuizKind::InApp, 2).await?];
    let empty = bytes(&store).await?;
    let (store, quizzes) = (&store, &quizzes);
    try_join_all((0..60).map(|number| async move {
        let quiz = &quizzes[number % 2];
        let begun = store.begin(record(quiz, &person(number), 1)).await?;
        if number % 4 < 2 {
            store.replace_record(submitted(begun, 5), at(1)).await?;
        }
        if number % 3 == 0 {
            store.erase_user(&quiz.id, &person(number)).await?;
        }
        anyhow::Ok(())
    }))
    .await?;
    let answers = written(&submitted(record(&quizzes[0], &person(1), 1), 5).answers);
    // Of 60 people, 20 were erased. Of the remaining 40, 20 had submitted.
    assert_eq!(bytes(store).await?, empty + 40 * ROW + 20 * answers);
    Ok(())
}

#[apply(contract!)]
async fn writes_that_fail_count_nothing(store: TestStore) -> TestResult {
    let known = store.a_quiz().await?;
    let empty = bytes(&store).await?;
    let unknown = quiz(QuizKind::InApp, 2);
    let given = vec![submitted(record(&known, &person(1), 1), 5), record(&unknown, &person(1), 1)];
    assert!(store.add_records(given).await.is_err());
    assert!(store.add_quiz(known.clone()).await.is_err());
    assert_eq!(bytes(&store).await?, empty);
    Ok(())
}

#[apply(contract!)]
async fn a_quota_of_a_namespaces_own_comes_back_until_it_is_taken_away(store: TestStore) -> TestResult {
    for id in ["demo", "other"] {
        store.add_namespace(namespace(id)).await?;
    }
    let id = namespace_id("demo");
    for own in [
        OwnQuota { quizzes: Some(0), bytes: Some(i64::MAX.cast_unsigned()) },
        OwnQuota { quizzes: None, bytes: Some(1) },
        OwnQuota::default(),
    ] {
        let namespace = id.clone();
        store.transact(move |tx| Box::pin(async move { tx.set_quota(&namespace, own).await })).await?;
        assert_eq!(store.usage(&id).await?.1, own);
        assert_eq!(store.usage(&namespace_id("other")).await?.1, OwnQuota::default());
    }
    Ok(())
}

async fn bytes(store: &TestStore) -> anyhow::Result<u64> {
    Ok(store.usage(&namespace_id("demo")).await?.0.bytes)
}

fn of_new(quiz: &Quiz) -> u64 {
    2 * ROW + written(&quiz.settings) + written(&*quiz.definition)
}

fn written(value: &impl serde::Serialize) -> u64 {
    serde_json::to_string(value).expect("JSON").len() as u64
}
