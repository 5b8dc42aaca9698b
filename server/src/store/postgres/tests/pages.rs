//! Pages of lists, whose time does not depend on the size of the quiz.

use anyhow::Context;
use domain::{Indicator, QuizKind, UserId};
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};

use crate::store::{
    Store,
    contract::{
        database::empty_schema,
        samples::{answer, quiz},
    },
};

const RECORDS: i64 = 20_000;
const PAGE: u32 = 100;
/// After a few runs, statements are planned without their values.
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

/// All records were submitted when the planner counted them, and many more respondents have begun since.
#[tokio::test(flavor = "multi_thread")]
async fn an_answer_reads_no_more_than_its_record() -> anyhow::Result<()> {
    let url = empty_schema().await?;
    Store::open(&url).await?.close().await;
    let quiz = quiz(QuizKind::InApp, 1);
    let records = |state: &str, first: i64, last: i64| {
        format!(
            "INSERT INTO records (quiz_id, user_id, version, language, answers, started_at, activity_at, changed,
                 submitted_at)
             SELECT '{}', 'user ' || number, 1, 'en', '{{}}', number, number, number, {state}
             FROM generate_series({first}, {last}) AS number;",
            quiz.id
        )
    };
    let fill = format!(
        "INSERT INTO namespaces (id, name, created_at) VALUES ('demo', '', 0);
         INSERT INTO quizzes (id, namespace_id, kind, settings, version, created_at, updated_at)
         VALUES ('{}', 'demo', 'inapp', '{{}}', 1, 0, 0);
         {} ANALYZE records; {}",
        quiz.id,
        records("number", 1, RECORDS),
        records("NULL", RECORDS + 1, RECORDS + 2_000)
    );
    let mut other = PgConnection::connect(&url).await?;
    other.execute(AssertSqlSafe(fill)).await?;
    other.close().await?;
    let before = reads(&url).await?;
    let store = Store::open(&url).await?;
    let user = UserId::parse(QuizKind::InApp, &format!("user {}", RECORDS + 1)).context("an id")?;
    for choice in 1..=3 {
        let saved = store.save_answer(answer(&quiz, &user, Indicator::Fhn1, choice, RECORDS + 1)).await?;
        assert!(saved.is_some());
    }
    store.close().await;
    let read = reads(&url).await? - before;
    assert!((3..=30).contains(&read), "{read} read for 3 answers");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_of_changes_reads_no_more_than_it_shows() -> anyhow::Result<()> {
    let url = empty_schema().await?;
    Store::open(&url).await?.close().await;
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
    // A connection reports its reads when it ends.
    other.close().await?;
    let before = reads(&url).await?;
    let store = Store::open(&url).await?;
    let mut last = 0;
    for _ in 0..PAGES {
        let page = store.changes(&quiz, last, PAGE).await?.items;
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
