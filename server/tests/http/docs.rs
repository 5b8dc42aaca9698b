//! `/docs`: the interactive API document, without requests to other hosts.

use crate::support::App;

#[tokio::test]
async fn the_viewer_and_all_its_files_come_from_this_server() {
    let app = App::start().await;
    let page = app.get("/docs").await.is(200);
    assert!(page.header("content-type").starts_with("text/html"));
    let html = page.text();
    assert!(html.contains(r#"data-url="/api/v1/openapi.json""#), "{html}");
    let attributes = html.split([' ', '\n', '>']);
    let links: Vec<&str> = attributes
        .filter_map(|word| word.strip_prefix("src=\"").or_else(|| word.strip_prefix("href=\""))?.strip_suffix('"'))
        .collect();
    assert_eq!(links.len(), 4, "{html}");
    for link in links {
        assert!(link.starts_with("/assets/"), "{link} is not a file of this server");
        app.get(link).await.is(200);
    }
    app.get("/docs/").await.is(200);
}

#[tokio::test]
async fn the_viewer_may_reach_nothing_but_this_server() {
    let app = App::start().await;
    let policy = app.get("/docs").await.is(200).header("content-security-policy").to_owned();
    assert!(policy.starts_with("default-src 'none'; script-src 'self';"), "{policy}");
    assert!(!policy.contains("http"), "{policy}");
}
