//! Changing a quiz: its settings in place, its questions by a new version.

use std::sync::Arc;

use domain::{About, Colour, Definition, Quiz, QuizKind, QuizStatus, RetryAfter, Settings};

use super::{
    TestResult, TestStore, apply, contract,
    samples::{at, quiz, settings},
};

#[apply(contract!)]
async fn new_settings_replace_the_old_ones(store: TestStore) -> TestResult {
    let old = store.a_quiz().await?;
    let new = Quiz {
        settings: Settings {
            name: "Renamed".into(),
            description: Some("New".into()),
            primary_colour: Some(Colour::parse("#123456")?),
            opens_at: Some(at(3)),
            closes_at: Some(at(4)),
            closing_grace: true,
            time_zone: domain::TimeZoneName::parse("Asia/Kolkata")?,
            retry_after: RetryAfter::days(0),
            series: None,
            had_series: true,
            fields: Vec::new(),
            respondents_may_erase: false,
            result_by_mail: false,
            show_progress: false,
            allowed_origins: vec!["https://bank.example".to_owned()],
            about: About { run_by: Some("Example Ltd".into()), ..About::default() },
            status: QuizStatus::Closed,
        },
        updated_at: old.updated_at.just_after(),
        ..old.clone()
    };
    store.update_quiz(new.clone()).await?;
    assert_eq!(store.quiz(&old.id).await?.as_ref(), Some(&new));
    let bare = Quiz { settings: settings("Bare"), updated_at: new.updated_at.just_after(), ..new.clone() };
    store.update_quiz(bare.clone()).await?;
    assert_eq!(store.quiz(&old.id).await?, Some(bare));
    Ok(())
}

#[apply(contract!)]
async fn a_new_version_is_added_and_the_old_one_stays(store: TestStore) -> TestResult {
    let first = store.a_quiz().await?;
    let second = next_version(&first, 7);
    let third = next_version(&second, 6);
    store.update_quiz(second.clone()).await?;
    assert_eq!(store.quiz(&first.id).await?.as_ref(), Some(&second));
    store.update_quiz(third.clone()).await?;
    assert_eq!(store.quiz(&first.id).await?.as_ref(), Some(&third));
    for version in [&first, &second, &third] {
        let stored = store.definition(&first.id, version.version).await?;
        assert_eq!(stored.as_ref(), Some(&*version.definition), "version {}", version.version);
    }
    assert_eq!(store.definition(&first.id, 4).await?, None);
    Ok(())
}

#[apply(contract!)]
async fn a_stored_version_never_changes(store: TestStore) -> TestResult {
    let first = store.a_quiz().await?;
    let same_version = Quiz { version: 1, settings: settings("Renamed"), ..next_version(&first, 3) };
    store.update_quiz(same_version.clone()).await?;
    let stored = store.quiz(&first.id).await?;
    assert_eq!(stored, Some(Quiz { definition: Arc::clone(&first.definition), ..same_version }));
    assert_eq!(store.definition(&first.id, 1).await?.as_ref(), Some(&*first.definition));
    Ok(())
}

#[apply(contract!)]
async fn a_quiz_that_is_not_there_cannot_be_changed(store: TestStore) -> TestResult {
    let deleted = store.a_quiz().await?;
    store.delete_quiz(&deleted.id, at(3_000_000)).await?;
    for absent in [deleted, quiz(QuizKind::Open, 2)] {
        let _ = store.update_quiz(next_version(&absent, 7)).await;
        assert_eq!(store.quiz(&absent.id).await?, None);
        assert_eq!(store.definition(&absent.id, 2).await?, None);
    }
    Ok(())
}

fn next_version(quiz: &Quiz, questions: usize) -> Quiz {
    let mut definition = Definition::clone(&quiz.definition);
    definition.questions.truncate(questions);
    Quiz {
        version: quiz.version + 1,
        definition: Arc::new(definition),
        updated_at: quiz.updated_at.just_after(),
        ..quiz.clone()
    }
}
