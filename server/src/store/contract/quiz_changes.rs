//! Changing a quiz: its settings in place, its questions by a new version.

use std::sync::Arc;

use domain::{About, Colour, Definition, Quiz, QuizKind, QuizStatus, RetryAfter, Settings};
use futures_util::future::try_join_all;

use super::{
    Outcome, TestStore,
    samples::{at, quiz, settings},
};

pub(super) async fn new_settings_replace_the_old_ones(store: TestStore) -> Outcome {
    let old = store.a_quiz().await?;
    let new = Quiz {
        settings: Settings {
            name: "Renamed".into(),
            description: Some("New".into()),
            primary_colour: Some(Colour::parse("#123456")?),
            opens_at: Some(at(3)),
            closes_at: Some(at(4)),
            retry_after: RetryAfter::days(0),
            allowed_origins: vec!["https://bank.example".to_owned()],
            about: About { run_by: Some("Example Ltd".into()), ..About::default() },
            status: QuizStatus::Closed,
        },
        updated_at: old.updated_at.just_after(),
        ..old.clone()
    };
    assert!(store.update_quiz(new.clone(), old.updated_at).await?);
    assert_eq!(store.quiz(&old.id).await?.as_ref(), Some(&new));
    let bare = Quiz { settings: settings("Bare"), updated_at: new.updated_at.just_after(), ..new.clone() };
    assert!(store.update_quiz(bare.clone(), new.updated_at).await?);
    assert_eq!(store.quiz(&old.id).await?, Some(bare));
    Ok(())
}

pub(super) async fn a_new_version_is_added_and_the_old_one_stays(store: TestStore) -> Outcome {
    let first = store.a_quiz().await?;
    let second = next_version(&first, 7);
    let third = next_version(&second, 6);
    assert!(store.update_quiz(second.clone(), first.updated_at).await?);
    assert_eq!(store.quiz(&first.id).await?.as_ref(), Some(&second));
    assert!(store.update_quiz(third.clone(), second.updated_at).await?);
    assert_eq!(store.quiz(&first.id).await?.as_ref(), Some(&third));
    for version in [&first, &second, &third] {
        let stored = store.definition(&first.id, version.version).await?;
        assert_eq!(stored.as_ref(), Some(&*version.definition), "version {}", version.version);
    }
    assert_eq!(store.definition(&first.id, 4).await?, None);
    Ok(())
}

pub(super) async fn a_stored_version_never_changes(store: TestStore) -> Outcome {
    let first = store.a_quiz().await?;
    let same_version = Quiz { version: 1, settings: settings("Renamed"), ..next_version(&first, 3) };
    assert!(store.update_quiz(same_version.clone(), first.updated_at).await?);
    let stored = store.quiz(&first.id).await?;
    assert_eq!(stored, Some(Quiz { definition: Arc::clone(&first.definition), ..same_version }));
    assert_eq!(store.definition(&first.id, 1).await?.as_ref(), Some(&*first.definition));
    Ok(())
}

pub(super) async fn a_change_of_a_quiz_that_changed_since_it_was_seen_is_refused(store: TestStore) -> Outcome {
    let seen = store.a_quiz().await?;
    let renamed = Quiz { settings: settings("By another"), updated_at: seen.updated_at.just_after(), ..seen.clone() };
    assert!(store.update_quiz(renamed.clone(), seen.updated_at).await?);

    let late = Quiz { settings: settings("Too late"), ..next_version(&seen, 5) };
    assert!(!store.update_quiz(late, seen.updated_at).await?);
    assert_eq!(store.quiz(&seen.id).await?.as_ref(), Some(&renamed));
    assert_eq!(store.definition(&seen.id, 2).await?, None);
    Ok(())
}

pub(super) async fn of_many_changes_at_once_one_wins(store: TestStore) -> Outcome {
    let seen = store.a_quiz().await?;
    // All at the moment of the quiz itself, so that nothing but the store tells them apart.
    let changed = |number: usize| Quiz { settings: settings(&format!("{number}")), ..seen.clone() };
    let done = try_join_all((0..8).map(|number| store.update_quiz(changed(number), seen.updated_at))).await?;
    assert_eq!(done.iter().filter(|is_stored| **is_stored).count(), 1);
    let winner = done.iter().position(|is_stored| *is_stored).expect("it was counted above");
    let stored = store.quiz(&seen.id).await?;
    assert_eq!(stored, Some(Quiz { updated_at: seen.updated_at.just_after(), ..changed(winner) }));
    Ok(())
}

pub(super) async fn a_quiz_that_is_not_there_cannot_be_changed(store: TestStore) -> Outcome {
    let deleted = store.a_quiz().await?;
    store.delete_quiz(&deleted.id, at(3_000_000)).await?;
    for absent in [deleted, quiz(QuizKind::Open, 2)] {
        assert!(!store.update_quiz(next_version(&absent, 7), absent.updated_at).await?);
        assert_eq!(store.quiz(&absent.id).await?, None);
        assert_eq!(store.definition(&absent.id, 2).await?, None);
    }
    Ok(())
}

/// The quiz with only the first `questions` of its questions.
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
