//! Pages of lists, which take the same time in a quiz of any size.

use domain::QuizKind;
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};

use super::super::PostgresStore;
use crate::store::{
    ChangeStore, InstallationStore,
    contract::{cluster::empty_schema, samples::quiz},
};

const RECORDS: i64 = 20_000;
const PAGE: u32 = 100;
/// After a few, statements are planned without their values.
const PAGES: u32 = 10;

/// Rows of records that were read so far, directly or by an index.
async fn reads(url: &str) -> anyhow::Result<i64> {
    let mut connection = PgConnection::connect(url).await?;
    let reads = sqlx::query_scalar(
        "SELECT CAST(coalesce(sum(seq_tup_read), 0) + (
             SELECT coalesce(sum(idx_tup_read), 0) FROM pg_stat_user_indexes
             WHERE schemaname = current_schema() AND relname = 'records'
         ) AS BIGINT) FROM pg_stat_user_tables WHERE schemaname = current_schema() AND relname = 'records'",
    );
    Ok(reads.fetch_one(&mut connection).await?)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_of_changes_reads_no_more_than_it_shows() -> anyhow::Result<()> {
    let url = empty_schema().await?;
    PostgresStore::open(&url).await?.close().await;
    let quiz = quiz(QuizKind::InApp, 1).id;
    let fill = format!(
        "INSERT INTO namespaces (id, name, created_at) VALUES ('demo', '', 0);
         INSERT INTO quizzes (id, namespace_id, kind, settings, version, created_at, updated_at)
         VALUES ('{quiz}', 'demo', 'inapp', '{{}}', 1, 0, 0);
         INSERT INTO records (quiz_id, user_id, version, language, answers, started_at, activity_at, changed)
         SELECT '{quiz}', 'user ' || number, 1, 'en', '{{}}', number, number, number
         FROM generate_series(1, {RECORDS}) AS number;
         ANALYZE records"
    );
    let mut other = PgConnection::connect(&url).await?;
    other.execute(AssertSqlSafe(fill)).await?;
    // A connection tells what it has read when it ends.
    other.close().await?;
    let before = reads(&url).await?;
    let store = PostgresStore::open(&url).await?;
    let mut last = 0;
    for _ in 0..PAGES {
        let page = store.changes(&quiz, last, PAGE).await?;
        assert_eq!(page.len(), usize::try_from(PAGE)?);
        last = page.last().map_or(0, |(number, _)| *number);
    }
    store.close().await;
    let read = reads(&url).await? - before;
    // The place of each in the order, and the record.
    let shown = i64::from(PAGE * PAGES);
    assert!((shown..=3 * shown).contains(&read), "{read} read for {shown} shown");
    Ok(())
}
