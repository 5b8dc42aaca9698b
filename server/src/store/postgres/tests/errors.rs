//! Error messages for the operator.

use anyhow::Context;
use sqlx::{Connection, Executor, PgConnection};

use crate::{
    causes::with_causes,
    store::{StoreError, contract::database::empty_database, postgres::error::classify},
};

/// They would say "at line 1449", as if a file of this program had so many lines.
#[tokio::test(flavor = "multi_thread")]
async fn lines_of_the_sources_of_postgresql_are_left_out() -> anyhow::Result<()> {
    let mut connection = PgConnection::connect(&empty_database().await?).await?;
    let failed = connection.execute("SELECT * FROM nowhere").await.map(drop).expect_err("there is no such table");
    let words = "error returned from database: relation \"nowhere\" does not exist";
    let failed = Err::<(), _>(failed).context("cannot read").expect_err("the same");
    assert_eq!(with_causes(&failed), format!("cannot read: {words}"));
    let failed = connection.execute("SELECT * FROM nowhere").await.map(drop).expect_err("there is no such table");
    assert!(matches!(classify(failed), StoreError::Internal(told) if told == words));
    Ok(connection.close().await?)
}
