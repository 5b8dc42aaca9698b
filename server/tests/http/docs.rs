//! `/docs`: the API document to read, with nothing fetched from elsewhere.

use crate::support::App;

#[tokio::test]
async fn the_viewer_and_all_its_files_come_from_here() {
    let app = App::start().await;
    let first = app.get("/docs").await;
    assert!(first.status.is_redirection(), "{}", first.status);
    let home = first.header("location").to_owned();
    let page = app.get(&home).await.is(200);
    assert!(page.header("content-type").starts_with("text/html"));
    let html = page.text();
    let links = html.split([' ', '\n']).filter_map(|word| {
        let value = word.strip_prefix("src=\"").or_else(|| word.strip_prefix("href=\""))?;
        value.split('"').next()
    });
    let links: Vec<&str> = links.collect();
    assert!(links.len() >= 3, "{html}");
    for link in links {
        assert!(!link.contains("//"), "{link} is somewhere else");
        let path = format!("/docs/{}", link.trim_start_matches("./"));
        app.get(&path).await.is(200);
    }
}

#[tokio::test]
async fn the_viewer_reads_our_document_and_may_reach_nothing_else() {
    let app = App::start().await;
    let script = app.get("/docs/swagger-initializer.js").await.is(200);
    assert!(script.text().contains("/api/v1/openapi.json"));
    let policy = app.get("/docs/").await.is(200).header("content-security-policy").to_owned();
    assert!(policy.starts_with("default-src 'none'; script-src 'self';"), "{policy}");
    assert!(!policy.contains("http"), "{policy}");
}
