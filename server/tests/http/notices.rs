//! Pages that explain why there is nothing to show.

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
        ("/nothing/".to_owned(), 404, "This page doesn’t exist"),
        ("/aq//".to_owned(), 404, "This page doesn’t exist"),
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
async fn a_slash_at_the_end_of_a_link_is_taken_away() {
    let app = App::start().await;
    let (open, inapp) = (app.open_quiz().await, app.inapp_quiz().await);
    let of_session = format!("/app/acme/{}/?sessionId=session-1&lang=es", inapp.id);
    for (path, target) in [
        (format!("{}/", open.page()), open.page()),
        (format!("{}//?lang=es", open.page()), format!("{}?lang=es", open.page())),
        (of_session.clone(), of_session.replace("/?", "?")),
    ] {
        let reply = app.get(&path).await.is(308);
        assert_eq!(reply.header("location"), target);
        app.get(&target).await.is(200);
    }
}

#[tokio::test]
async fn a_notice_is_offered_in_the_other_language_at_the_same_address() {
    let app = App::start().await;
    let inapp = app.inapp_quiz().await;
    inapp.patch(json!({ "status": "closed" })).await.is(200);
    let address = format!("/app/acme/{}?sessionId=session-1", inapp.id);
    let english = Page::open(&app, &format!("{address}&lang=en")).await.is(410);
    assert!(english.html().contains(&format!("href=\"{address}&amp;lang=es\"")), "{}", english.html());
    let spanish = Page::open(&app, &format!("{address}&lang=es")).await.is(410);
    assert_eq!(spanish.heading(), "Este cuestionario está cerrado");
    let nothing = Page::open(&app, "/nothing").await.is(404);
    assert!(nothing.html().contains("href=\"/nothing?lang=es\""), "{}", nothing.html());
    let nothing = Page::open(&app, "/nothing?lang=es").await.is(404);
    assert!(nothing.html().contains("<html lang=\"es\""), "{}", nothing.html());
}

#[tokio::test]
async fn questions_in_single_strings_are_offered_in_the_quizs_own_language_alone() {
    let app = App::start().await;
    let own = json!({ "id": "pet", "text": "A pet?", "options": [{ "label": "Cat" }, { "label": "Dog" }] });
    let quiz = app.quiz(json!({ "name": "Check-up", "questions": [{ "id": "fhn1" }, own] })).await;
    let page = Page::open(&app, &format!("{}?lang=es", quiz.page())).await.is(200);
    assert!(page.html().contains("<html lang=\"en\"") && !page.html().contains("lang=es"), "{}", page.html());
    // An API client may begin in Spanish nevertheless; the page is in the language of the questions.
    let anon_id = quiz.new_anon_id().await;
    let body = json!({ "anon_id": anon_id, "language": "es" });
    quiz.post("/users/anonymous/initQuiz").json(body).await.is(200);
    let page = Page::open(&app, &format!("{}/{anon_id}?q=fhn1", quiz.page())).await.is(200);
    assert!(page.html().contains("<html lang=\"en\""), "{}", page.html());

    let bilingual = app.quiz(json!({ "name": "Check-up" })).await;
    let spanish = Page::open(&app, &format!("{}?lang=es", bilingual.page())).await.is(200);
    assert!(spanish.html().contains("<h1 lang=\"en\" dir=\"ltr\">Check-up</h1>"), "{}", spanish.html());
}

#[tokio::test]
async fn a_respondent_under_way_reads_that_the_answers_were_not_sent() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let (begun, answered) = (quiz.begin().await, quiz.begin().await);
    let body = json!({ "anon_id": answered, "questionId": "fhn1", "answer": 1 });
    quiz.post("/users/anonymous/answers").json(body).await.is(200);
    quiz.patch(json!({ "status": "closed" })).await.is(200);
    for (user, is_unsent) in [(begun, false), (answered, true)] {
        let page = Page::open(&app, &format!("{}/{user}?lang=en", quiz.page())).await.is(410);
        assert_eq!(page.text().contains("Your answers weren’t sent."), is_unsent, "{}", page.text());
    }
}

#[tokio::test]
async fn the_start_page_says_when_the_quiz_closes() {
    let app = App::start().await;
    let quiz = app.quiz(json!({ "name": "Check-up", "closesAt": "2100-03-01T00:00:00Z" })).await;
    let page = Page::open(&app, &format!("{}?lang=en", quiz.page())).await.is(200);
    assert!(page.text().contains("It closes on 1 March 2100, 00:00 (UTC)."), "{}", page.text());
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
    for (language, day) in
        [("en", "It opens on 1 March 2100, 00:00 (UTC)."), ("es", "Se abre el 1 de marzo de 2100, 00:00 (UTC).")]
    {
        let page = Page::open(&app, &format!("{}?lang={language}", open.page())).await.is(403);
        assert!(page.text().contains(day), "{}", page.text());
    }
    open.patch(json!({ "status": "draft" })).await.is(200);
    let draft = Page::open(&app, &open.page()).await.is(403).text();
    assert!(!draft.contains("2100"), "a draft opens when it is opened by hand: {draft}");
}
