//! Beginning, finding and erasing answers records.

use domain::{AnswersRecord, Indicator, Language, QuizKind, UserId};
use futures_util::future::try_join_all;

use super::{
    TestResult, TestStore, apply, contract,
    samples::{anonymous, answer, at, invited_id, odd_texts, person, quiz_id, record, session, submitted},
};
use crate::store::{Invitation, Mailed};

#[apply(contract!)]
async fn beginning_again_returns_the_record_as_it_stands(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    store.begin(record(&quiz, &person(1), 1)).await?;
    let answered = store.save_answer(answer(&quiz, &person(1), Indicator::Fhn1, 2, 5)).await?;
    let again = AnswersRecord { version: 2, language: Language::ES, ..record(&quiz, &person(1), 9) };
    assert_eq!(Some(store.begin(again.clone()).await?), answered);
    assert_eq!(store.record(&quiz.id, &person(1)).await?, answered);

    let done = submitted(store.stored(&quiz, &person(1)).await?, 20);
    assert!(store.replace_record(done.clone(), at(5)).await?);
    assert_eq!(store.begin(again).await?, done);
    assert_eq!(store.stored(&quiz, &person(1)).await?, done);
    Ok(())
}

#[apply(contract!)]
async fn beginning_again_completes_custom_data_only_if_there_is_none(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let with =
        |custom_data: &str| AnswersRecord { custom_data: Some(custom_data.to_owned()), ..record(&quiz, &person(1), 1) };
    store.begin(record(&quiz, &person(1), 1)).await?;
    assert_eq!(store.begin(with("first")).await?.custom_data.as_deref(), Some("first"));
    assert_eq!(store.begin(with("second")).await?.custom_data.as_deref(), Some("first"));
    assert_eq!(store.begin(record(&quiz, &person(1), 1)).await?.custom_data.as_deref(), Some("first"));
    assert_eq!(store.stored(&quiz, &person(1)).await?.custom_data.as_deref(), Some("first"));
    Ok(())
}

#[apply(contract!)]
async fn completing_custom_data_is_a_change_that_a_stale_replacement_does_not_undo(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let seen = store.begin(record(&quiz, &person(1), 5)).await?;
    let again = AnswersRecord { custom_data: Some("42".to_owned()), ..record(&quiz, &person(1), 5) };
    assert_eq!(store.begin(again).await?.activity_at, seen.activity_at.just_after());
    assert!(!store.replace_record(submitted(seen.clone(), 9), seen.activity_at).await?);
    assert_eq!(store.stored(&quiz, &person(1)).await?.custom_data.as_deref(), Some("42"));
    Ok(())
}

#[apply(contract!)]
async fn of_many_beginnings_at_once_one_makes_the_record(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let begun = try_join_all((0..32).map(|moment| store.begin(record(&quiz, &person(1), moment)))).await?;
    assert!(begun.iter().all(|record| *record == begun[0]));
    assert_eq!(store.stored(&quiz, &person(1)).await?, begun[0]);
    Ok(())
}

#[apply(contract!)]
async fn every_kind_of_user_comes_back(store: TestStore) -> TestResult {
    let longest = session(&"é".repeat(128));
    for (number, user) in (1..).zip([anonymous(1), person(1), longest, UserId::Invited(invited_id(1))]) {
        let quiz = store.quiz_of(user.kind(), number).await?;
        let given = record(&quiz, &user, 1);
        store.begin(given.clone()).await?;
        assert_eq!(store.record(&quiz.id, &user).await?, Some(given));
    }
    Ok(())
}

#[apply(contract!)]
async fn one_user_has_a_record_in_each_quiz(store: TestStore) -> TestResult {
    let (one, other) = (store.quiz_of(QuizKind::InApp, 1).await?, store.quiz_of(QuizKind::InApp, 2).await?);
    store.begin(record(&one, &person(1), 1)).await?;
    assert_eq!(store.record(&other.id, &person(1)).await?, None);
    store.begin(record(&other, &person(1), 2)).await?;
    store.save_answer(answer(&one, &person(1), Indicator::Fhn1, 1, 3)).await?;
    assert_eq!(store.stored(&one, &person(1)).await?.answers.len(), 1);
    assert_eq!(store.stored(&other, &person(1)).await?, record(&other, &person(1), 2));
    Ok(())
}

#[apply(contract!)]
async fn users_whose_ids_look_alike_are_different_people(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let alike = ["josé-1", "jose\u{301}-1", "JOSÉ-1", "jose-1", "josé-1\u{200b}", "josé_1", "josé%1"];
    for (moment, id) in (1..).zip(alike) {
        store.begin(record(&quiz, &session(id), moment)).await?;
    }
    for (moment, id) in (1..).zip(alike) {
        assert_eq!(store.stored(&quiz, &session(id)).await?, record(&quiz, &session(id), moment));
    }
    Ok(())
}

#[apply(contract!)]
async fn an_unknown_record_is_not_there(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    store.begin(record(&quiz, &person(1), 1)).await?;
    assert_eq!(store.record(&quiz.id, &person(2)).await?, None);
    assert_eq!(store.record(&quiz_id(2), &person(1)).await?, None);
    assert_eq!(store.record_by_custom_data(&quiz.id, "42").await?, None);
    Ok(())
}

#[apply(contract!)]
async fn a_begun_record_comes_back_as_it_was_stored_and_is_found_by_its_custom_data(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    for (number, odd) in odd_texts().into_iter().enumerate() {
        let given = AnswersRecord {
            version: 3,
            language: Language::ES,
            custom_data: Some(odd.clone()),
            ..record(&quiz, &person(number), i64::MAX)
        };
        assert_eq!(store.begin(given.clone()).await?, given);
        assert_eq!(store.record(&quiz.id, &given.user).await?.as_ref(), Some(&given));
        assert_eq!(store.record_by_custom_data(&quiz.id, &odd).await?, Some(given));
    }
    Ok(())
}

#[apply(contract!)]
async fn custom_data_is_found_by_its_exact_bytes(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let custom_data = Some("José 007".to_owned());
    store.begin(AnswersRecord { custom_data, ..record(&quiz, &person(1), 1) }).await?;
    store.begin(record(&quiz, &person(2), 1)).await?;
    for other in ["josé 007", "Jose\u{301} 007", "José 007 ", " José 007", "José%", "José 00_", "José 7", "", "null"]
    {
        assert_eq!(store.record_by_custom_data(&quiz.id, other).await?, None, "{other:?}");
    }
    Ok(())
}

#[apply(contract!)]
async fn the_record_that_was_active_last_is_found_by_custom_data(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    for (number, moment) in [(1, 10), (2, 30), (3, 20)] {
        let custom_data = Some("42".to_owned());
        store.begin(AnswersRecord { custom_data, ..record(&quiz, &person(number), moment) }).await?;
    }
    let found = store.record_by_custom_data(&quiz.id, "42").await?;
    assert_eq!(found.map(|record| record.user), Some(person(2)));
    let active = store.save_answer(answer(&quiz, &person(1), Indicator::Fhn1, 1, 40)).await?;
    assert!(active.is_some());
    assert_eq!(store.record_by_custom_data(&quiz.id, "42").await?, active);
    Ok(())
}

#[apply(contract!)]
async fn custom_data_is_looked_for_in_one_quiz(store: TestStore) -> TestResult {
    let (one, other) = (store.quiz_of(QuizKind::InApp, 1).await?, store.quiz_of(QuizKind::InApp, 2).await?);
    let given = AnswersRecord { custom_data: Some("42".to_owned()), ..record(&one, &person(1), 1) };
    store.begin(given.clone()).await?;
    assert_eq!(store.record_by_custom_data(&other.id, "42").await?, None);
    assert_eq!(store.record_by_custom_data(&one.id, "42").await?, Some(given));
    Ok(())
}

#[apply(contract!)]
async fn erasing_a_user_takes_answers_and_invitation(store: TestStore) -> TestResult {
    let quiz = store.quiz_of(QuizKind::Invited, 1).await?;
    let (id, user) = (invited_id(1), UserId::Invited(invited_id(1)));
    let invitation = Invitation {
        id: id.clone(),
        quiz_id: quiz.id.clone(),
        name: None,
        email: None,
        custom_data: None,
        fields: domain::FieldValues::default(),
        created_at: at(1),
        revoked_at: None,
        language: None,
        mailed: Mailed::default(),
    };
    store.add_invitations(vec![invitation.clone()]).await?;
    store.begin(record(&quiz, &user, 1)).await?;
    assert!(store.erase_user(&quiz.id, &user).await?);
    assert_eq!(store.record(&quiz.id, &user).await?, None);
    assert_eq!(store.invitation(&quiz.id, &id).await?, None);
    assert!(!store.erase_user(&quiz.id, &user).await?);

    // A record or an invitation alone is enough to erase.
    store.add_invitations(vec![invitation]).await?;
    assert!(store.erase_user(&quiz.id, &user).await?);
    store.begin(record(&quiz, &user, 1)).await?;
    assert!(store.erase_user(&quiz.id, &user).await?);
    assert_eq!(store.record(&quiz.id, &user).await?, None);
    Ok(())
}

#[apply(contract!)]
async fn erasing_leaves_others_alone(store: TestStore) -> TestResult {
    let (one, other) = (store.quiz_of(QuizKind::InApp, 1).await?, store.quiz_of(QuizKind::InApp, 2).await?);
    for (quiz, number) in [(&one, 1), (&one, 2), (&other, 1)] {
        store.begin(record(quiz, &person(number), 1)).await?;
    }
    assert!(store.erase_user(&one.id, &person(1)).await?);
    assert!(!store.erase_user(&one.id, &person(3)).await?);
    assert_eq!(store.record(&one.id, &person(1)).await?, None);
    assert_eq!(store.stored(&one, &person(2)).await?, record(&one, &person(2), 1));
    assert_eq!(store.stored(&other, &person(1)).await?, record(&other, &person(1), 1));
    Ok(())
}
