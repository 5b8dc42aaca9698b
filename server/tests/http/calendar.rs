//! Calendar entries of a result: a reminder of the first step, and the day of the next attempt.

use serde_json::json;

use crate::support::{App, Page, Reply};

fn assert_private_file(reply: &Reply) {
    for (name, value) in [
        ("content-type", "text/calendar; charset=utf-8"),
        ("content-disposition", "attachment; filename=\"reminder.ics\""),
        ("cache-control", "private, no-store"),
        ("x-robots-tag", "noindex"),
        ("referrer-policy", "no-referrer"),
        ("x-content-type-options", "nosniff"),
        ("content-security-policy", "default-src 'none'; frame-ancestors 'none'"),
    ] {
        assert_eq!(reply.header(name), value);
    }
}

fn property(file: &str, name: &str) -> String {
    let file = file.replace("\r\n ", "");
    let mut found = file.split("\r\n").filter_map(|line| line.strip_prefix(name));
    found.next().unwrap_or_else(|| panic!("{name} is missing: {file}")).to_owned()
}

#[tokio::test]
async fn the_result_links_to_a_reminder_of_its_first_step() {
    let app = App::start().await;
    for inapp in [false, true] {
        let quiz = app.quiz(json!({ "name": "Check-up", "anonymous": !inapp, "inapp": inapp })).await;
        let start = if inapp { format!("/app/acme/{}?sessionId=session-1", quiz.id) } else { quiz.page() };
        let mut page = Page::open(&app, &start).await.send(&[]).await.follow().await;
        for code in [4, 4, 1, 1, 2, 1, 3, 1] {
            page = page.is(200).choose(code).await;
        }
        let separator = if inapp { '&' } else { '?' };
        let user = page.url.rsplit(['/', '=']).next().expect("a user").to_owned();
        for (language, title, step) in [
            ("en", "Check-up: my next step", "List any bills that are late"),
            ("es", "Check-up: mi próximo paso", "Anota las cuentas que estén atrasadas"),
        ] {
            let result = Page::open(&app, &format!("{}{separator}lang={language}", page.url)).await.is(200);
            let href = format!("{}{separator}calendar=step&lang={language}", page.url);
            assert!(result.html().contains(&href.replace('&', "&amp;")), "{href}: {}", result.html());
            let reply = app.get(&href).await.is(200);
            assert_private_file(&reply);
            let file = reply.text();
            assert_eq!(property(&file, "SUMMARY:"), title);
            assert!(property(&file, "DESCRIPTION:").starts_with(step), "{file}");
            assert!(property(&file, "DTSTART:").ends_with("T150000"));
            // Calendars are shared, so they must not link to the result.
            assert!(!file.contains(&user) && file.contains("CLASS:PRIVATE"), "{file}");
            assert_eq!(property(&file, "UID:"), property(&app.get(&href).await.text(), "UID:"));
        }
    }
}

#[tokio::test]
async fn a_reminder_of_a_step_that_needs_help_says_who_helps() {
    let app = App::start().await;
    let help = json!([{ "label": "Debt advice", "url": "tel:+15550100" }]);
    let quiz = app.quiz(json!({ "name": "Check-up", "about": { "help": help } })).await;
    // Late bills lead to help; goals that feel far off do not.
    for (codes, is_named) in [([1, 4, 1, 1, 1, 1, 1, 1], true), ([1, 1, 1, 4, 1, 1, 1, 1], false)] {
        let mut page = Page::open(&app, &quiz.page()).await.send(&[]).await.follow().await;
        for code in codes {
            page = page.is(200).choose(code).await;
        }
        let file = app.get(&format!("{}?calendar=step&lang=en", page.url)).await.is(200).text();
        assert_eq!(property(&file, "DESCRIPTION:").ends_with("\\nDebt advice: tel:+15550100"), is_named, "{file}");
    }
}

#[tokio::test]
async fn the_day_of_the_next_attempt_is_an_entry_until_it_has_come() {
    let app = App::start().await;
    let quiz = app.quiz(json!({ "name": "Check-up", "retryAfterDays": 30 })).await;
    let url = format!("{}/{}", quiz.page(), quiz.submitted().await);
    let href = format!("{url}?calendar=retake&lang=en");
    let result = Page::open(&app, &url).await.is(200);
    assert!(result.html().contains(&href.replace('&', "&amp;")), "{}", result.html());
    let reply = app.get(&href).await.is(200);
    assert_private_file(&reply);
    let file = reply.text();
    assert_eq!(property(&file, "DTSTART;VALUE=DATE:").len(), 8);
    assert!(property(&file, "DESCRIPTION:").ends_with(&url), "{file}");

    quiz.patch(json!({ "retryAfterDays": 0 })).await.is(200);
    let page = Page::open(&app, &href).await.is(200);
    assert_eq!(page.heading(), "Your result");
    assert!(!page.html().contains("calendar=retake"));
}

#[tokio::test]
async fn an_entry_that_there_is_not_leads_to_the_page_as_it_is() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let (done, begun) = (quiz.submitted().await, quiz.begin().await);
    for odd in ["", "retake", "STEP", "x"] {
        let page = Page::open(&app, &format!("{}/{done}?calendar={odd}", quiz.page())).await.is(200);
        assert_eq!(page.heading(), "Your result", "{odd}");
    }
    let page = Page::open(&app, &format!("{}/{begun}?calendar=step", quiz.page())).await.is(200);
    assert_eq!(page.question().as_deref(), Some("fhn1"));
    for stranger in [quiz.new_anon_id().await, "somebody".to_owned()] {
        let reply = app.get(&format!("{}/{stranger}?calendar=step", quiz.page())).await.is(404);
        assert!(reply.header("content-type").starts_with("text/html"));
    }
}
