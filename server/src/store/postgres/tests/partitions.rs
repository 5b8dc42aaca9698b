//! Tables that are partitioned by quiz, as in a distributed database.

use std::collections::BTreeMap;

use anyhow::Context;
use domain::{Indicator, QuizKind};
use sqlx::{Connection, Executor, PgConnection};

use crate::store::{
    Store, StoreError, WorkScope,
    contract::{
        backend::PARTITION,
        database::empty_schema,
        samples::{answer, at, person, quiz, record, submitted},
    },
};

/// Puts many records into each of eight quizzes, as planners expect of tables that are worth partitioning.
const FILL: &str = r"
    INSERT INTO namespaces (id, name, created_at) VALUES ('demo', '', 0);
    INSERT INTO quizzes (id, namespace_id, kind, settings, version, created_at, updated_at)
    SELECT 'quiz' || quiz, 'demo', 'inapp', '{}', 1, 0, 0 FROM generate_series(1, 8) AS quiz;
    INSERT INTO records (quiz_id, user_id, version, language, answers, started_at, activity_at, changed)
    SELECT 'quiz' || quiz, 'user ' || number, 1, 'en', '{}', number, number, number
    FROM generate_series(1, 8) AS quiz, generate_series(1, 10000) AS number;
    ANALYZE";

/// Returns the partitions that were read or written so far, with their number of uses and their tables.
async fn uses(connection: &mut PgConnection) -> anyhow::Result<BTreeMap<String, (String, i64)>> {
    let rows: Vec<(String, String, i64)> = sqlx::query_as(
        "SELECT relname::text, CAST(CAST(inhparent AS regclass) AS text),
             coalesce(seq_scan, 0) + coalesce(idx_scan, 0) + n_tup_ins
         FROM pg_inherits JOIN pg_stat_user_tables ON relid = inhrelid WHERE schemaname = current_schema()",
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|(partition, table, uses)| (partition, (table, uses))).collect())
}

/// Each statement of an answer looks into the one partition of its quiz.
#[tokio::test(flavor = "multi_thread")]
async fn an_answer_looks_into_the_partition_of_its_quiz_alone() -> anyhow::Result<()> {
    let url = empty_schema().await?;
    Store::open(&url).await?.close().await;
    let mut other = PgConnection::connect(&url).await?;
    other.execute(PARTITION).await?;
    other.execute(FILL).await?;
    let store = Store::open(&url).await?;
    let quiz = quiz(QuizKind::InApp, 1);
    let stored = quiz.clone();
    let added: Result<(), StoreError> =
        store.transact(WorkScope::Installation, move |tx| Box::pin(async move { tx.add_quiz(&stored).await })).await;
    added?;
    // A connection reports its uses when it ends.
    other.close().await?;
    store.close().await;
    let mut other = PgConnection::connect(&url).await?;
    let before = uses(&mut other).await?;
    let store = Store::open(&url).await?;
    for number in 0..40 {
        let begun = store.begin(record(&quiz, &person(number), 1)).await?;
        let answered = store.save_answer(answer(&quiz, &begun.user, Indicator::Fhn1, 2, 2)).await?;
        let answered = answered.context("a record")?;
        assert_eq!(store.record(&quiz.id, &begun.user).await?, Some(answered.clone()));
        assert!(store.replace_record(submitted(answered, 3), at(2)).await?);
    }
    store.close().await;
    other.close().await?;
    let mut used: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (partition, (table, uses)) in uses(&mut PgConnection::connect(&url).await?).await? {
        if before.get(&partition).is_none_or(|(_, before)| *before < uses) {
            used.entry(table).or_default().push(partition);
        }
    }
    assert!(["records", "tallies", "change_numbers"].iter().all(|table| used.contains_key(*table)), "{used:?}");
    assert!(used.values().all(|partitions| partitions.len() == 1), "{used:?}");
    Ok(())
}
