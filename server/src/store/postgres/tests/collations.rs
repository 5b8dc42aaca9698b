//! Order of text, which must be that of bytes wherever an index or a page of a list relies on it.

use sqlx::{Connection, PgConnection};

use crate::store::{Store, contract::database::empty_database};

/// Made without, and read by equality alone.
const BY_EQUALITY: [(&str, &str); 12] = [
    ("installation_secrets", "name"),
    ("jobs", "kind"),
    ("mails", "recipient"),
    ("mails", "reference"),
    ("result_mails", "address"),
    ("result_mails", "mail_id"),
    ("result_mails", "quiz_id"),
    ("result_mails", "user_id"),
    ("tallies", "bucket"),
    ("tallies", "dimension"),
    ("webhook_deliveries", "state"),
    ("work_turns", "name"),
];

/// By the rules of a language, `~` sorts before letters, and ids do not sort by the moment at which they were made.
#[tokio::test(flavor = "multi_thread")]
async fn indexed_text_sorts_by_bytes_whatever_the_database_does() -> anyhow::Result<()> {
    let url = empty_database().await?;
    Store::open(&url).await?.close().await;
    let mut connection = PgConnection::connect(&url).await?;
    let columns: Vec<(String, String)> = sqlx::query_as(
        "SELECT DISTINCT CAST(t.relname AS TEXT), CAST(a.attname AS TEXT)
         FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid
             JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = ANY (i.indkey)
             JOIN pg_collation c ON c.oid = a.attcollation
         WHERE t.relnamespace = CAST(current_schema() AS regnamespace) AND c.collname <> 'C'
         ORDER BY 1, 2",
    )
    .fetch_all(&mut connection)
    .await?;
    let is_known = |(table, column): &&(String, String)| !BY_EQUALITY.contains(&(table, column));
    let wrong: Vec<_> = columns.iter().filter(is_known).collect();
    assert!(wrong.is_empty(), "add COLLATE \"C\": {wrong:?}");
    Ok(())
}
