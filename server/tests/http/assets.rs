//! `/assets`: the browser's files, compressed and named by content hash.

use crate::support::{App, Page};

async fn linked(app: &App) -> Vec<String> {
    let quiz = app.open_quiz().await;
    let html = Page::open(app, &quiz.page()).await.is(200).html();
    html.split('"').filter(|text| text.starts_with("/assets/")).map(str::to_owned).collect()
}

#[tokio::test]
async fn what_a_page_links_to_is_there_and_kept_for_good() {
    let app = App::start().await;
    let files = linked(&app).await;
    assert!(files.iter().any(|file| file.contains(".css")), "{files:?}: run `cargo xtask build` first");
    for file in files {
        let reply = app.get(&file).await.is(200);
        assert_eq!(reply.header("cache-control"), "max-age=31536000, immutable");
        assert_eq!(reply.header("x-content-type-options"), "nosniff");
        assert!(!reply.bytes.is_empty());
    }
}

#[tokio::test]
async fn a_browser_gets_the_smallest_form_that_it_takes() {
    let app = App::start().await;
    let files = linked(&app).await;
    let css = files.iter().find(|file| file.contains(".css")).expect("a style sheet: run `cargo xtask build` first");
    let plain = app.get(css).await.is(200);
    assert_eq!((plain.header("content-encoding"), plain.header("content-type")), ("", "text/css; charset=utf-8"));
    for (accepted, encoding) in
        [("gzip, deflate, br", "br"), ("gzip", "gzip"), ("br;q=0, gzip;q=0.5", "gzip"), ("identity", ""), ("zstd", "")]
    {
        let reply = app.get(css).header("accept-encoding", accepted).await.is(200);
        assert_eq!(reply.header("content-encoding"), encoding, "{accepted}");
        assert!(reply.header("vary").contains("accept-encoding"));
        assert!(encoding.is_empty() || reply.bytes.len() < plain.bytes.len());
    }
}

#[tokio::test]
async fn another_name_is_not_there() {
    let app = App::start().await;
    for name in ["main.css", "nothing.js", "..%2f..%2fCargo.toml", "main-000000000000.css", "%ff"] {
        let status = app.get(&format!("/assets/{name}")).await.status.as_u16();
        assert!(matches!(status, 400 | 404), "{name}: {status}");
    }
}
