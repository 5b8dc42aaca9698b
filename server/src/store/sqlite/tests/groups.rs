//! Answers that are stored, and records that are looked up, together: what fails one must not fail the others.

use domain::{Indicator, QuizKind};
use futures_util::future::join_all;
use tempfile::tempdir;

use super::{gate::Gate, open};
use crate::store::{
    NamespaceStore, QuizStore, RecordStore, StoreError,
    contract::samples::{answer, namespace, person, quiz, record},
    sqlite::SqliteStore,
};

type Outcome = anyhow::Result<()>;

const PEOPLE: usize = 32;
const DAMAGED: [usize; 2] = [0, 17];

/// People who have begun; the records of some are no records any more.
async fn damaged(store: &SqliteStore, column: &'static str) -> anyhow::Result<domain::Quiz> {
    store.add_namespace(namespace("demo")).await?;
    let quiz = quiz(QuizKind::InApp, 1);
    store.add_quiz(quiz.clone()).await?;
    for number in 0..PEOPLE {
        store.begin(record(&quiz, &person(number), 1)).await?;
    }
    for number in DAMAGED {
        let user = person(number);
        let update = match column {
            "answers" => "UPDATE records SET answers = 'no JSON' WHERE user_id = $1",
            _ => "UPDATE records SET language = 'tlh' WHERE user_id = $1",
        };
        store
            .writer
            .write(move |connection| {
                Box::pin(async move { sqlx::query(update).bind(user.as_str()).execute(connection).await.map(drop) })
            })
            .await?;
    }
    Ok(quiz)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_record_fails_its_own_answer_only() -> Outcome {
    for column in ["answers", "language"] {
        let folder = tempdir()?;
        let store = open(folder.path()).await?;
        let quiz = damaged(&store, column).await?;
        // While the writer waits, all but the first gather in one statement.
        let gate = Gate::close(&store, namespace("gate")).await?;
        let answering =
            (0..PEOPLE).map(|number| store.save_answer(answer(&quiz, &person(number), Indicator::Fhn1, 1, 9)));
        let (saved, opened) = tokio::join!(join_all(answering), async {
            tokio::task::yield_now().await;
            gate.open().await
        });
        opened?;
        for (number, saved) in (0..PEOPLE).zip(saved) {
            if DAMAGED.contains(&number) {
                assert!(matches!(saved, Err(StoreError::Internal(_))), "{column} {number}: {saved:?}");
            } else {
                let saved = saved?;
                assert_eq!(saved.as_ref().map(|record| record.answers.len()), Some(1), "{column} {number}");
                assert_eq!(store.record(&quiz.id, &person(number)).await?, saved, "{column} {number}");
            }
        }
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_record_fails_its_own_lookup_only() -> Outcome {
    for column in ["answers", "language"] {
        let folder = tempdir()?;
        let store = open(folder.path()).await?;
        let quiz = damaged(&store, column).await?;
        let people: Vec<_> = (0..=PEOPLE).map(person).collect();
        let found = join_all(people.iter().map(|user| store.record(&quiz.id, user))).await;
        for (number, found) in found.into_iter().enumerate() {
            if DAMAGED.contains(&number) {
                assert!(matches!(found, Err(StoreError::Internal(_))), "{column} {number}: {found:?}");
            } else {
                let expected = (number < PEOPLE).then(|| record(&quiz, &person(number), 1));
                assert_eq!(found?, expected, "{column} {number}");
            }
        }
    }
    Ok(())
}
