//! `/docs`: the API document in a viewer that can also send requests. Nothing is loaded from another host.

use axum::{
    extract::State,
    http::header,
    response::{Html, IntoResponse},
    routing::get,
};

use super::{open_routes::OpenRoutes, state::Http};

pub(super) const DOCUMENT: &str = "/api/v1/openapi.json";

/// The viewer sets styles from script.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
                      connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";

pub(super) struct DocsAssets {
    pub(super) css: String,
    pub(super) viewer: String,
    pub(super) start: String,
    pub(super) favicon: String,
}

pub(super) fn open_routes() -> OpenRoutes {
    OpenRoutes::default().route("/docs", get(page)).route("/docs/", get(page))
}

async fn page(State(http): State<Http>) -> impl IntoResponse {
    let DocsAssets { css, viewer, start, favicon } = &http.assets.docs;
    let headers = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    let html = format!(
        r#"<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>API – Quiz Answers</title>
<link rel="icon" href="{favicon}">
<link rel="stylesheet" href="{css}">
<main id="document" data-url="{DOCUMENT}"></main>
<script src="{viewer}"></script>
<script src="{start}"></script>
</html>
"#
    );
    (headers, Html(html))
}
