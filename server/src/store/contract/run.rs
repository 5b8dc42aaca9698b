//! Turns the functions of the suite into tests.

/// One test per backend, which opens a store of its own and passes it to the function.
macro_rules! contract {
    ($(#[$about:meta])* async fn $test:ident($($argument:tt)*) -> TestResult $rule:block) => {
        $(#[$about])*
        async fn $test($($argument)*) -> TestResult $rule

        mod $test {
            use $crate::store::contract::{
                TestResult, TestStore,
                backend::{PostgresDatabase, SqliteFile},
            };

            #[tokio::test(flavor = "multi_thread")]
            async fn sqlite() -> TestResult {
                super::$test(TestStore::open(SqliteFile::empty().await?).await?).await
            }

            #[tokio::test(flavor = "multi_thread")]
            async fn postgres() -> TestResult {
                super::$test(TestStore::open(PostgresDatabase::empty().await?).await?).await
            }

            #[tokio::test(flavor = "multi_thread")]
            async fn partitioned() -> TestResult {
                super::$test(TestStore::open(PostgresDatabase::partitioned().await?).await?).await
            }
        }
    };
}
pub(super) use contract;
