//! `/healthz`, `/readyz`

use crate::support::App;

#[tokio::test]
async fn a_running_service_says_so() {
    let app = App::start().await;
    assert_eq!(app.get("/healthz").await.is(200).text(), "ok");
    assert_eq!(app.get("/readyz").await.is(200).text(), "ready");
}
