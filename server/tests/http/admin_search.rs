//! The search for quizzes, the page of shortcuts, and browser names.

use domain::Role;
use serde_json::json;

use crate::support::{App, PASSWORD};

#[tokio::test]
async fn quizzes_are_found_by_name_in_the_visitors_namespaces_only() {
    let app = App::start().await;
    app.namespace("other").await;
    let key = app.key_for(Some("other"), server::store::KeyScope::Admin).await;
    let mine = app.quiz(json!({ "name": "Money <1>" })).await;
    let theirs = app.quiz_in("other", &key, json!({ "name": "Money 2" })).await;
    let viewer = app.member("viewer@example.com", "acme", Role::Viewer).await;
    let page = viewer.get("/admin/search?q=mONEY").await.is(200).text();
    assert!(page.contains("Money &lt;1&gt;") && page.contains(&mine.dashboard("")), "{page}");
    assert!(!page.contains(&theirs.id), "{page}");
    let all = app.administrator("root@example.com").await;
    assert!(all.get("/admin/search?q=money").await.is(200).text().contains(&theirs.id));
    assert!(viewer.get("/admin/search?q=pets").await.is(200).text().contains("No matching quizzes"));
    assert!(!viewer.get("/admin/search").await.is(200).text().contains("No matching"));
    app.get("/admin/search?q=money").await.is(303);
}

#[tokio::test]
async fn a_search_that_ends_before_the_last_quiz_says_so() {
    const SAID: &str = "There are more quizzes than one search looks at.";
    let app = App::start().await;
    let viewer = app.member("viewer@example.com", "acme", Role::Viewer).await;
    for number in 0..50 {
        app.quiz(json!({ "name": format!("Money {number}.") })).await;
    }
    let found = |page: &str| page.matches("<th scope=\"row\">").count();
    let search = async |name: &str| viewer.get(&format!("/admin/search?q={name}")).await.is(200).text();
    let page = search("money").await;
    assert_eq!((found(&page), page.contains(SAID)), (50, false), "{page}");
    let last = app.quiz(json!({ "name": { "en": "Money in two languages", "es": "Dinero É" } })).await;
    let page = search("money").await;
    assert_eq!((found(&page), page.contains(SAID)), (50, true), "{page}");
    let page = search("dinero+%C3%A9").await;
    assert_eq!((found(&page), page.contains(SAID)), (1, false), "{page}");
    assert!(page.contains(&last.dashboard("")) && page.contains("Money in two languages"), "{page}");

    let root = app.administrator("root@example.com").await;
    let search = async |name: &str| root.get(&format!("/admin/search?q={name}")).await.is(200).text();
    assert!(!search("dinero").await.contains(SAID));
    for number in 0..100 {
        app.namespace(&format!("further-{number}")).await;
    }
    assert!(search("dinero").await.contains(SAID), "not all namespaces are looked at");
}

#[tokio::test]
async fn the_list_of_a_namespace_is_searched_in_pages() {
    let app = App::start().await;
    let viewer = app.member("viewer@example.com", "acme", Role::Viewer).await;
    for number in 0..52 {
        app.quiz(json!({ "name": format!("Money {number}.") })).await;
    }
    let quiz = app.quiz(json!({ "name": "Pets", "anonymous": false, "inapp": true })).await;
    let page = viewer.get("/admin/ns/acme?search=MONEY&status=open").await.is(200).text();
    let next = page.split("href=\"").find(|rest| rest.contains("rel=\"next\"")).expect("a further page");
    let next = next.split('"').next().expect("an address").replace("&amp;", "&");
    let rest = viewer.get(&next).await.is(200).text();
    let found = |page: &str| page.matches("<th scope=\"row\">").count();
    assert_eq!((found(&page), found(&rest)), (50, 2), "{rest}");
    assert!(!rest.contains("rel=\"next\""), "{rest}");
    let page = viewer.get("/admin/ns/acme?search=pets").await.is(200).text();
    assert!(page.contains(&quiz.dashboard("")) && page.contains("<td>In-app</td>"), "{page}");
    assert!(viewer.get("/admin/ns/acme?status=closed").await.is(200).text().contains("No matching quizzes"));
}

#[tokio::test]
async fn every_page_leads_to_search_and_help() {
    let app = App::start().await;
    let viewer = app.member("viewer@example.com", "acme", Role::Viewer).await;
    let quiz = app.open_quiz().await;
    for page in ["/admin/ns/acme".to_owned(), quiz.dashboard(""), "/admin/help".to_owned()] {
        let page = viewer.get(&page).await.is(200).text();
        assert!(page.contains("href=\"/admin/search\"") && page.contains("href=\"/admin/help\""), "{page}");
    }
}

#[tokio::test]
async fn sessions_are_listed_by_browser_and_system() {
    let app = App::start().await;
    app.member("ana@example.com", "acme", Role::Viewer).await;
    let agent = "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0";
    let reply = app.sign_in("ana@example.com", PASSWORD, "").header("user-agent", agent).await.is(303);
    let cookie = reply.header("set-cookie").split(';').next().expect("a cookie").to_owned();
    let page = app.get("/admin/account").header("cookie", &cookie).await.is(200).text();
    assert!(page.contains("Firefox on Linux") && !page.contains("Mozilla"), "{page}");
}

#[tokio::test]
async fn general_pages_and_errors_lead_back_to_where_one_came_from() {
    let app = App::start().await;
    let viewer = app.member("viewer@example.com", "acme", Role::Viewer).await;
    let from = |page: &str, referer: &str| viewer.get(page).header("referer", referer);
    let back = |html: &str| html.contains("‹ Back");
    let quiz = "/admin/ns/acme/quizzes/aaaaaaaaaaaaaaaa/answers?band=coping&q=ana";
    for page in ["/admin/help", "/admin/search", "/admin/account"] {
        let html = from(page, &format!("https://quiz.example{quiz}")).await.is(200).text();
        assert!(html.contains(&format!("href=\"{}\"", quiz.replace('&', "&amp;"))) && back(&html), "{page}: {html}");
    }
    let html = from("/admin/nowhere", "https://quiz.example/admin/ns/acme").await.is(404).text();
    assert!(html.contains("href=\"/admin/ns/acme\"") && back(&html), "{html}");
    for other in [
        "https://elsewhere.example/admin/ns/acme",
        "https://quiz.example.elsewhere/admin/ns/acme",
        "https://quiz.example/admin/help",
        "javascript:alert(1)",
    ] {
        assert!(!back(&from("/admin/help", other).await.is(200).text()), "{other}");
    }
}
