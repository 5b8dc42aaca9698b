//! Databases of earlier releases, brought up to date.

use domain::{AnswersRecord, Language, QuizKind};
use sqlx::Executor;
use tempfile::tempdir;

use super::open;
use crate::store::{
    InsightStore, NamespaceStore, QuizStore, RecordStore,
    contract::samples::{namespace, person, quiz, record, submitted},
};

const SECOND: i64 = 1_000_000_000;

#[tokio::test(flavor = "multi_thread")]
async fn records_that_were_there_before_there_were_tallies_are_counted() -> anyhow::Result<()> {
    let folder = tempdir()?;
    let store = open(folder.path()).await?;
    let quiz = quiz(QuizKind::InApp, 1);
    store.add_namespace(namespace("demo")).await?;
    store.add_quiz(quiz.clone()).await?;
    // Times at and around the places where they become coarser.
    let seconds = [0, 599, 600, 601, 700, 86_399, 86_400, 100_000, 3_000_000];
    let mut records: Vec<AnswersRecord> = seconds
        .into_iter()
        .enumerate()
        .map(|(number, took)| submitted(record(&quiz, &person(number), SECOND / 2), took * SECOND + SECOND))
        .collect();
    records[2].language = Language::Es;
    records.push(record(&quiz, &person(99), 900_000 * SECOND));
    store.add_records(records).await?;
    let counted = store.insights(&quiz.id).await?;
    assert_eq!((counted.started(), counted.completed()), (10, 9));
    store
        .writer
        .write(|connection| {
            Box::pin(async move {
                let older = "DROP TABLE tallies; DROP INDEX records_by_score; DROP INDEX records_unfinished;
                             DELETE FROM _sqlx_migrations WHERE version = 4";
                connection.execute(older).await.map(drop)
            })
        })
        .await?;
    drop(store);
    assert_eq!(open(folder.path()).await?.insights(&quiz.id).await?, counted);
    Ok(())
}
