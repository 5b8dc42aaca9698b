//! The files of a running program, as a crash or a copy of the folder would leave them.

use std::path::Path;

use domain::QuizKind;
use tempfile::{TempDir, tempdir};

use super::{gate::Gate, open};
use crate::store::{
    Page,
    contract::samples::{namespace, person, quiz, record},
};

type TestResult = anyhow::Result<()>;

#[tokio::test(flavor = "multi_thread")]
async fn an_acknowledged_write_stands_in_the_files_and_an_open_one_does_not() -> TestResult {
    let folder = tempdir()?;
    let store = open(folder.path()).await?;
    let quiz = quiz(QuizKind::InApp, 1);
    store.add_namespace(namespace("demo")).await?;
    store.add_quiz(quiz.clone()).await?;
    let begun = store.begin(record(&quiz, &person(1), 1)).await?;
    let gate = Gate::close(&store, namespace("gate")).await?;

    let copy = copy_of(folder.path())?;
    let after_crash = open(copy.path()).await?;
    assert_eq!(after_crash.record(&quiz.id, &person(1)).await?, Some(begun));
    let namespaces = after_crash.namespaces(Page { after: None, limit: 10 }).await?;
    assert_eq!(namespaces, [namespace("demo")]);
    Ok(gate.open().await?)
}

/// Copies the files in their current state. The index of the log (`-shm`) is rebuilt after a crash.
fn copy_of(folder: &Path) -> anyhow::Result<TempDir> {
    let copy = tempdir()?;
    for name in ["test.db", "test.db-wal"] {
        std::fs::copy(folder.join(name), copy.path().join(name))?;
    }
    Ok(copy)
}
