//! Strict transport security once HTTPS was seen.

use std::sync::Arc;

use server::{
    http::{Http, router},
    jobs::ExportFiles,
};

use crate::support::App;

#[tokio::test]
async fn a_server_behind_https_tells_browsers_to_stay_with_it() {
    let app = App::start().await;
    for path in ["/", "/admin", "/admin/sign-in", "/api/v1/openapi.json", "/api/v1/nothing", "/embed.js", "/healthz"] {
        let reply = app.get(path).await;
        assert_eq!(reply.header("strict-transport-security"), "max-age=31536000", "{path}");
    }
}

#[tokio::test]
async fn a_server_without_https_does_not() {
    let mut app = App::start().await;
    let exports = ExportFiles::in_data_dir(std::path::Path::new("/nowhere"));
    app.router = router(Http::new(Arc::clone(&app.service), "http://127.0.0.1:3000", exports));
    assert_eq!(app.get("/").await.is(200).header("strict-transport-security"), "");
}
