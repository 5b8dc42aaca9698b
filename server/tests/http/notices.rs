//! Pages that say why there is nothing else to see.

use axum::http::Method;
use serde_json::json;

use crate::support::{App, Page};

#[tokio::test]
async fn what_is_not_there_is_a_page_too() {
    let app = App::start().await;
    let (open, inapp, invited) = (app.open_quiz().await, app.inapp_quiz().await, app.invited_quiz().await);
    let nobody = open.new_anon_id().await;
    for (path, status, heading) in [
        ("/nothing".to_owned(), 404, "This page doesn’t exist"),
        ("/aq".to_owned(), 404, "This page doesn’t exist"),
        (format!("{}/", open.page()), 404, "This page doesn’t exist"),
        ("/%ff".to_owned(), 404, "This page doesn’t exist"),
        ("/aq/%ff/%fe".to_owned(), 404, "This page doesn’t exist"),
        ("/aq/acme/0000000000000000".to_owned(), 404, "This quiz doesn’t exist"),
        ("/aq/nowhere/0000000000000000".to_owned(), 404, "This quiz doesn’t exist"),
        ("/aq/Not%20valid/x".to_owned(), 404, "This quiz doesn’t exist"),
        ("/app/acme/0000000000000000?sessionId=session".to_owned(), 404, "This quiz doesn’t exist"),
        (format!("{}/{nobody}", open.page()), 404, "This link doesn’t work"),
        (format!("{}/4f1a2b3c-0000-4000-8000-00000000abcd", invited.page()), 404, "This link doesn’t work"),
        (format!("{}/anon_mistyped", open.page()), 404, "This link doesn’t work"),
        (invited.page(), 404, "This link doesn’t work"),
        (inapp.page(), 400, "We can’t tell who’s answering"),
        (format!("/app/acme/{}", inapp.id), 400, "We can’t tell who’s answering"),
        (format!("/app/acme/{}?sessionId={}", inapp.id, "x".repeat(129)), 400, "We can’t tell who’s answering"),
        (format!("/app/acme/{}?sessionId=abcd", inapp.id), 400, "We can’t tell who’s answering"),
        (format!("/app/acme/{}?sessionId=session&sessionId=session", inapp.id), 400, "We couldn’t read that"),
        ("/?lang=en&lang=es".to_owned(), 400, "We couldn’t read that"),
    ] {
        let page = Page::open(&app, &path).await.is(status);
        assert_eq!(page.heading(), heading, "{path}");
        assert!(!page.html().contains("{\""), "{path}");
    }
    for path in ["/", &open.page(), "/docs/nothing/at/all"] {
        let reply = app.call(Method::DELETE, path).await;
        assert!(reply.status.is_client_error(), "{path}: {}", reply.status);
    }
}

#[tokio::test]
async fn a_notice_says_what_is_known_and_leads_on() {
    let app = App::start().await;
    let (open, inapp) = (app.open_quiz().await, app.inapp_quiz().await);
    for mistyped in ["anon_mistyped", "nobody"] {
        let page = Page::open(&app, &format!("{}/{mistyped}", open.page())).await.is(404);
        assert!(page.html().contains(&format!("href=\"{}\"", open.page())), "{}", page.html());
    }
    let invited = app.invited_quiz().await;
    let page = Page::open(&app, &format!("{}/anon_mistyped", invited.page())).await.is(404);
    assert!(!page.text().contains("Start the quiz again"), "{}", page.text());

    let long = Page::open(&app, &format!("/app/acme/{}?sessionId={}", inapp.id, "x".repeat(200))).await.is(400);
    assert!(long.text().contains("sessionId must be 5 to 128 characters"), "{}", long.text());
    let none = Page::open(&app, &format!("/app/acme/{}", inapp.id)).await.is(400);
    assert!(!none.text().contains("sessionId"), "{}", none.text());

    open.patch(json!({ "opensAt": "2100-03-01T00:00:00Z" })).await.is(200);
    for (language, day) in [("en", "It opens on 1 March 2100."), ("es", "Se abre el 1 de marzo de 2100.")] {
        let page = Page::open(&app, &format!("{}?lang={language}", open.page())).await.is(403);
        assert!(page.text().contains(day), "{}", page.text());
    }
    open.patch(json!({ "status": "draft" })).await.is(200);
    let draft = Page::open(&app, &open.page()).await.is(403).text();
    assert!(!draft.contains("2100"), "a draft opens when it is opened by hand: {draft}");
}
