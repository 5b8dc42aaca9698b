//! Databases of earlier releases, brought up to date.

use std::path::Path;

use domain::{AnswersRecord, Language, QuizId, QuizKind};
use tempfile::tempdir;

use super::{
    super::{
        SqliteConnection,
        connection::{Access, Way},
        schema::{self, bring_to, bring_up_to_date},
    },
    open, other_program, upgraded,
};
use crate::store::{
    Counts, Store,
    contract::{
        migrating::{AN_OLDER_QUIZ, WITH_OWN_SCORES, assert_older_scores},
        samples::{namespace, person, quiz, record, submitted},
    },
};

const SECOND: i64 = 1_000_000_000;

/// A database in the folder, as a release of this version of the schema makes it.
fn older(folder: &Path, version: i64) -> anyhow::Result<SqliteConnection> {
    let file = folder.join("test.db");
    let mut connection = schema::connect(&Way::to(&file, Access::Make))?;
    bring_to(&mut connection, &file, version)?;
    Ok(connection)
}

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
        .map(|(number, duration)| submitted(record(&quiz, &person(number), SECOND / 2), duration * SECOND + SECOND))
        .collect();
    records[2].language = Language::ES;
    records.push(record(&quiz, &person(99), 900_000 * SECOND));
    store.add_records(records).await?;
    let counted = store.insights(&quiz.id).await?;
    assert_eq!((counted.started(), counted.completed()), (10, 9));
    let older = store.run(&[
        "DELETE FROM tally_changes",
        "DROP TABLE tallies",
        "DROP TABLE submitted_scores",
        "DROP INDEX records_unfinished",
        "UPDATE records SET score = score / 10",
        "ALTER TABLE records DROP COLUMN own_scores",
        "ALTER TABLE past_attempts DROP COLUMN own_scores",
        "DELETE FROM _sqlx_migrations WHERE version IN (4, 20, 21)",
    ]);
    older.await?;
    store.close().await;
    // The later ones are there, so that no start would look for those that are missing.
    let file = folder.path().join("test.db");
    bring_up_to_date(&mut schema::connect(&Way::to(&file, Access::Write))?, &file)?;
    assert_eq!(open(folder.path()).await?.insights(&quiz.id).await?, counted);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_counts_of_an_older_release_stay() -> anyhow::Result<()> {
    let folder = tempdir()?;
    older(folder.path(), 7)?.batch(
        "PRAGMA foreign_keys = OFF;
             INSERT INTO namespaces (id, name, created_at) VALUES ('demo', '', 0);
             INSERT INTO quizzes (id, namespace_id, kind, settings, version, created_at, updated_at)
             VALUES ('0000000000000001', 'demo', 'inapp', '{}', 1, 0, 0);
             INSERT INTO records (quiz_id, user_id, version, language, answers, started_at, activity_at, submitted_at,
                 indicators, attempt)
             VALUES ('0000000000000001', 'one', 1, 'en', '{}', 1, 1, NULL, NULL, 1),
                 ('0000000000000001', 'two', 1, 'en', '{}', 1, 2, 2, '{}', 1);
             INSERT INTO tallies (quiz_id, dimension, bucket, n)
             VALUES ('0000000000000001', 'started', 0, 2), ('0000000000000001', 'completed', 0, 1)",
    )?;
    let select = "SELECT started, completed FROM record_counts";
    let before: (i64, i64) =
        other_program(folder.path())?.query_one(select, [], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let Counts { started, completed } =
        upgraded(folder.path()).await?.counts(&QuizId::parse("0000000000000001")?).await?;
    assert_eq!((before, started, completed), ((2, 1), 2, 1));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn scores_of_an_older_release_stay() -> anyhow::Result<()> {
    let folder = tempdir()?;
    let mut older = older(folder.path(), 19)?;
    older.batch("PRAGMA foreign_keys = OFF")?;
    older.batch(AN_OLDER_QUIZ)?;
    bring_to(&mut older, &folder.path().join("test.db"), 20)?;
    older.batch(WITH_OWN_SCORES)?;
    drop(older);
    assert_older_scores(&upgraded(folder.path()).await?.store).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_of_an_older_release_is_upgraded_alone_and_opened_by_nothing_else() -> anyhow::Result<()> {
    let folder = tempdir()?;
    let url = format!("sqlite:{}", folder.path().join("test.db").display());
    let older = older(folder.path(), 20)?;
    for refused in [Store::open(&url).await, Store::open_existing(&url).await, Store::open_to_read(&url).await] {
        let refused = refused.err().map(|error| error.to_string()).unwrap_or_default();
        assert!(refused.contains("was made by an older release"), "{refused}");
    }
    // It holds on to the file also while it does nothing.
    let refused = Store::upgrade(&url).await.err().map(|error| format!("{error:#}")).unwrap_or_default();
    assert!(refused.contains("stop what uses"), "{refused}");
    let version: i64 =
        other_program(folder.path())?.query_one("SELECT max(version) FROM _sqlx_migrations", [], |row| row.get(0))?;
    assert_eq!(version, 20);
    drop(older);
    assert!(Store::upgrade(&url).await?);
    assert!(!Store::upgrade(&url).await?, "there is nothing to do any more");
    open(folder.path()).await?.check().await?;
    Ok(())
}
