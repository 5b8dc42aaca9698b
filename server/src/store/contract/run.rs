//! Makes tests of the functions that the suite names.

/// A module of tests for one backend: each opens a store of its own and hands it to the function of the same name.
macro_rules! tests_on {
    ($backend:ident: $Backend:ident $($area:ident { $($test:ident)* })*) => {
        mod $backend {
            $(mod $area {
                $(#[tokio::test(flavor = "multi_thread")]
                async fn $test() -> $crate::store::contract::Outcome {
                    let backend = $crate::store::contract::backend::$Backend::empty().await?;
                    let store = $crate::store::contract::TestStore::open(backend).await?;
                    $crate::store::contract::$area::$test(store).await
                })*
            })*
        }
    };
}
pub(super) use tests_on;
