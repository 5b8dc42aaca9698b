//! The respondents' pages without scripts: only links and forms.

use axum::http::{Method, StatusCode};
use serde_json::json;

use crate::support::{App, Page, QuizAt, VECTOR_3, segment};

async fn answer_all<'a>(app: &'a App, first: Page<'a>) -> Page<'a> {
    let mut page = first.is(200);
    for (question, code) in VECTOR_3 {
        assert_eq!(page.question().as_deref(), Some(question));
        assert_no_answer_in(&page.url, &page.options());
        page = page.choose(code).await.is(200);
    }
    assert_eq!(page.heading(), "Your result");
    assert!(page.text().contains("73"), "{}", page.text());
    let again = Page::open(app, &page.url).await.is(200);
    assert_eq!(again.text(), page.text());
    page
}

#[track_caller]
fn assert_no_answer_in(url: &str, options: &[String]) {
    assert!(options.len() >= 4 && !url.contains("answer"), "{url}");
    assert!(options.iter().all(|option| !url.contains(option.as_str())), "{url}");
}

async fn record(quiz: &QuizAt<'_>, user: &str) -> serde_json::Value {
    quiz.whole_answers_of(user).await.is(200).answers()
}

#[tokio::test]
async fn an_open_quiz_from_its_start_page_to_the_result() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let start = Page::open(&app, &quiz.page()).await.is(200);
    assert_eq!(start.heading(), "Open");
    let first = start.send(&[]).await.follow().await;
    let anon_id = first.user();
    assert!(anon_id.starts_with("anon_"), "{}", first.url);
    let result = answer_all(&app, first).await;
    assert_eq!(result.url, format!("{}/{anon_id}", quiz.page()), "one link to come back to");
    assert!(result.html().contains(&format!("https://quiz.example{}", result.url)));
    assert_eq!(record(&quiz, &anon_id).await["score"], 73);
}

#[tokio::test]
async fn an_inapp_quiz_keeps_its_session_in_the_address() {
    let app = App::start().await;
    let quiz = app.inapp_quiz().await;
    let url = format!("/app/acme/{}?sessionId={}&customData=crm%3D9", quiz.id, segment("söme one"));
    let start = Page::open(&app, &url).await.is(200);
    quiz.answers_of("söme one").await.is(500);
    let first = start.send(&[]).await.follow().await;
    let result = answer_all(&app, first).await;
    assert!(result.url.contains("sessionId="), "{}", result.url);
    let record = record(&quiz, "söme one").await;
    assert_eq!((&record["score"], &record["customData"]), (&json!(73), &json!("crm=9")));
}

#[tokio::test]
async fn an_invitation_is_spent_by_the_first_post_and_never_by_a_get() {
    let app = App::start().await;
    let quiz = app.invited_quiz().await;
    let uuid = quiz.invited().await;
    let url = format!("{}/{uuid}", quiz.page());
    for method in [Method::GET, Method::HEAD, Method::GET] {
        let reply = app.call(method, &url).await.is(200);
        assert!(reply.header("set-cookie").is_empty());
        quiz.answers_of(&uuid).await.fails(500, "invited user does not exist");
    }
    let start = Page::open(&app, &url).await.is(200);
    assert!(start.text().contains("Hello, Ana."), "{}", start.text());
    assert_eq!(start.question(), None);
    let first = start.send(&[]).await.follow().await;
    assert_eq!(record(&quiz, &uuid).await["completionStatus"], 1);
    answer_all(&app, first).await;
    assert_eq!(record(&quiz, &uuid).await["score"], 73);
}

#[tokio::test]
async fn nothing_chosen_brings_the_same_question_back_with_what_to_do() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let first = Page::open(&app, &quiz.page()).await.send(&[]).await.follow().await;
    let second = first.choose(1).await;
    assert_eq!(second.question().as_deref(), Some("fhn2"));
    let again = second.send(&[]).await.stays().is(422);
    assert_eq!(again.question().as_deref(), Some("fhn2"));
    assert_eq!(again.heading(), second.heading());
    let text = again.text();
    assert!(text.contains("Choose one answer to continue"), "{text}");
    assert!(again.html().contains("<title>Error: "), "the window says so too");
    // The rest of the quiz is reachable.
    assert_eq!(again.choose(2).await.is(200).question().as_deref(), Some("fhn3"));
}

#[tokio::test]
async fn coming_back_leads_to_the_first_open_question_with_the_answers_chosen() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let first = Page::open(&app, &quiz.page()).await.send(&[]).await.follow().await;
    // A single redirect: it saves a round trip before the first question.
    assert!(first.url.ends_with("?q=fhn1"), "{}", first.url);
    let link = first.path().to_owned();
    first.choose(3).await.choose(2).await;
    // The URL names the question, so that the browser's back button returns to it.
    let reply = app.get(&format!("{link}?lang=es")).await;
    assert_eq!((reply.status.as_u16(), reply.header("location")), (303, format!("{link}?q=fhn3&lang=es").as_str()));
    let back = Page::open(&app, &link).await.is(200);
    assert_eq!(back.question().as_deref(), Some("fhn3"));
    assert_eq!(back.chosen(), None);
    let earlier = Page::open(&app, &format!("{link}?q=fhn1")).await.is(200);
    assert_eq!(earlier.chosen(), Some(earlier.options()[2].clone()));
    // An unknown question redirects to the one that is due.
    for odd in ["fhn9", "", "%3Cscript%3E", "%ff"] {
        let reply = app.get(&format!("{link}?q={odd}")).await;
        assert_eq!((reply.status, reply.header("location")), (StatusCode::SEE_OTHER, link.as_str()), "{odd}");
    }
}

#[tokio::test]
async fn an_optional_question_can_be_passed_over_and_a_required_one_not() {
    let app = App::start().await;
    let questions = json!([{ "id": "fhn1", "required": false }, { "id": "fhn2" }]);
    let quiz = app.quiz(json!({ "name": "Q", "questions": questions })).await;
    let first = Page::open(&app, &quiz.page()).await.send(&[]).await.follow().await;
    assert!(first.text().contains("Skip this question"));
    let second = first.send(&[("go", "skip")]).await.follow().await;
    assert_eq!(second.question().as_deref(), Some("fhn2"));
    assert!(!second.text().contains("Skip this question"));
    second.send(&[("go", "skip")]).await.stays().is(422);
    let result = second.choose(1).await.is(200);
    assert!(result.text().contains("No overall score this time"), "{}", result.text());
}

#[tokio::test]
async fn passing_over_a_question_withdraws_its_answer() {
    let app = App::start().await;
    let questions = json!([{ "id": "fhn1", "required": false }, { "id": "fhn2" }]);
    let quiz = app.quiz(json!({ "name": "Q", "questions": questions })).await;
    let first = Page::open(&app, &quiz.page()).await.send(&[]).await.follow().await;
    let anon_id = first.user();
    first.choose(2).await;
    assert_eq!(record(&quiz, &anon_id).await["completionStatus"], 2);
    let option = first.options()[2].clone();
    let second = first.send(&[("answer", &option), ("go", "skip")]).await.follow().await;
    assert_eq!(second.question().as_deref(), Some("fhn2"));
    let left = record(&quiz, &anon_id).await;
    assert_eq!((&left["completionStatus"], &left["qAnswers"]), (&json!(1), &json!({})));
    assert_eq!(Page::open(&app, &first.url).await.is(200).chosen(), None);
}

#[tokio::test]
async fn an_answer_can_be_changed_until_the_end_and_not_after() {
    let app = App::start().await;
    let quiz = app.quiz(json!({ "name": "Q", "questions": [{ "id": "fhn1" }, { "id": "fhn2" }] })).await;
    let first = Page::open(&app, &quiz.page()).await.send(&[]).await.follow().await;
    let anon_id = first.user();
    first.choose(1).await;
    first.choose(5).await.choose(5).await;
    assert_eq!(record(&quiz, &anon_id).await["score"], 0);
    // A tab that was left open answers again: it is redirected to the result, which is unchanged.
    let late = first.send(&[("answer", &first.options()[0])]).await.follow().await.is(200);
    assert_eq!(late.heading(), "Your result");
    assert_eq!(record(&quiz, &anon_id).await["score"], 0);
}

#[tokio::test]
async fn an_option_of_another_question_is_not_taken() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let first = Page::open(&app, &quiz.page()).await.send(&[]).await.follow().await;
    let second = first.choose(1).await;
    for answer in [first.options()[0].as_str(), "1", "", "99999999-9999-4999-8999-999999999999"] {
        let page = second.send(&[("answer", answer)]).await.stays();
        assert!(page.reply.status.is_client_error(), "{answer}: {}", page.reply.status);
    }
    let anon_id = &first.user();
    assert_eq!(record(&quiz, anon_id).await["qAnswers"].as_object().map(serde_json::Map::len), Some(1));
}

#[tokio::test]
async fn the_language_follows_the_browser_and_the_wish() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let browser = app.get(&quiz.page()).header("accept-language", "es-MX,es;q=0.9,en;q=0.5").await.is(200).text();
    assert!(browser.contains("<html lang=\"es\""));
    let wish = Page::open(&app, &format!("{}?lang=es", quiz.page())).await.is(200);
    let first = wish.send(&[]).await.follow().await.is(200);
    assert!(first.html().contains("<html lang=\"es\""), "the language goes along");
    let english = Page::open(&app, &format!("{}?lang=en", first.path())).await.is(200);
    assert!(english.html().contains("<html lang=\"en\""));
    for odd in ["fr", "", "%ff", "en&lang=es"] {
        assert!(!app.get(&format!("{}?lang={odd}", quiz.page())).await.status.is_server_error());
    }
}

#[tokio::test]
async fn every_page_says_what_it_may_load_and_who_may_frame_it() {
    let app = App::start().await;
    let quiz = app.quiz(json!({ "name": "Q", "allowedOrigins": ["https://a.example", "http://localhost:81"] })).await;
    let start = Page::open(&app, &quiz.page()).await.is(200);
    let question = start.send(&[]).await.follow().await.is(200);
    let error = question.send(&[]).await.stays().is(422);
    let missing = Page::open(&app, "/aq/acme/0000000000000000").await.is(404);
    let mut nonces = Vec::new();
    for (page, ancestors) in [
        (&start, "https://a.example http://localhost:81"),
        (&question, "https://a.example http://localhost:81"),
        (&error, "https://a.example http://localhost:81"),
        (&missing, "'none'"),
    ] {
        let reply = &page.reply;
        let policy = reply.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'; script-src 'self'"), "{policy}");
        assert!(policy.ends_with(&format!("; frame-ancestors {ancestors}")), "{policy}");
        assert!(policy.contains("form-action 'self'; base-uri 'none'"), "{policy}");
        assert!(!policy.contains("unsafe-inline"), "{policy}");
        let nonce = policy.split("'nonce-").nth(1).and_then(|rest| rest.split('\'').next()).expect("a nonce");
        assert!(nonce.len() >= 22, "{nonce}");
        for tag in ["<script", "<style"] {
            for part in page.html().split(tag).skip(1) {
                let head = part.split('>').next().unwrap_or_default();
                assert!(head.contains(&format!("nonce=\"{nonce}\"")), "{tag}{head}");
            }
        }
        assert!(!page.html().contains(" style=\"") && !page.html().contains(" onclick="));
        assert_eq!(reply.header("referrer-policy"), "no-referrer");
        assert_eq!(reply.header("x-content-type-options"), "nosniff");
        assert_eq!(reply.header("cache-control"), "no-store");
        assert!(reply.header("set-cookie").is_empty());
        nonces.push(nonce.to_owned());
    }
    nonces.sort_unstable();
    nonces.dedup();
    assert_eq!(nonces.len(), 4, "a nonce is used once");
}

#[tokio::test]
async fn a_page_loads_nothing_from_elsewhere() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let start = Page::open(&app, &quiz.page()).await.is(200);
    let first = start.send(&[]).await.follow().await;
    let result = answer_all(&app, first).await;
    for page in [&start, &result] {
        let html = page.html();
        for attribute in ["src=\"", "<link", "action=\""] {
            for part in html.split(attribute).skip(1) {
                let tag = part.split('>').next().unwrap_or_default();
                assert!(!tag.contains("//"), "{attribute}{tag}");
            }
        }
    }
}

#[tokio::test]
async fn a_link_of_the_wrong_form_is_a_client_error_page() {
    let app = App::start().await;
    let (open, inapp) = (app.open_quiz().await, app.inapp_quiz().await);
    for path in [
        format!("{}/somebody", open.page()),
        format!("{}/%3Cscript%3E", open.page()),
        format!("{}/{}", open.page(), "x".repeat(5000)),
        format!("/app/acme/{}?sessionId=session", open.id),
        format!("/app/acme/{}?sessionId=%00%00%00%00%00", inapp.id),
    ] {
        let page = Page::open(&app, &path).await;
        assert!(page.reply.status.is_client_error(), "{path}: {}", page.reply.status);
    }
}

#[tokio::test]
async fn a_form_that_cannot_be_read_is_answered_with_a_page() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let anon_id = quiz.begin().await;
    let own = format!("{}/{anon_id}", quiz.page());
    for path in [&quiz.page(), &own] {
        for (media_type, body) in [
            ("application/json", "{}".to_owned()),
            ("text/plain", "x".to_owned()),
            ("application/x-www-form-urlencoded", "lang=en&lang=es".to_owned()),
            ("application/x-www-form-urlencoded", format!("lang={}", "x".repeat(64 * 1024))),
        ] {
            let reply = app.post(path).body(media_type, body).await.is(400);
            assert!(reply.header("content-type").starts_with("text/html"), "{path} {media_type}");
        }
    }
    for question in ["", "NOT VALID", "nothing"] {
        let reply = app.post(&own).form(&[("question", question), ("answer", "1")]).await;
        assert!(reply.status.is_client_error(), "{question}: {}", reply.status);
    }
    assert_eq!(record(&quiz, &anon_id).await["qAnswers"], json!({}));
}

#[tokio::test]
async fn a_draft_and_a_closed_quiz_say_so_and_results_stay() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let first = Page::open(&app, &quiz.page()).await.send(&[]).await.follow().await;
    let begun = first.url.clone();
    let done = format!("{}/{}", quiz.page(), quiz.submitted().await);
    for (status, code, heading) in [("draft", 403, "This quiz isn’t open yet"), ("closed", 410, "This quiz is closed")]
    {
        quiz.patch(json!({ "status": status })).await.is(200);
        for path in [&quiz.page(), &begun] {
            let page = Page::open(&app, path).await.is(code);
            assert_eq!(page.heading(), heading);
            assert!(page.text().contains("Open"), "the name of the quiz");
        }
        // A respondent who had the page open gets the notice.
        let option = first.options()[0].clone();
        let sent = first.send(&[("answer", &option)]).await;
        let notice = if status == "closed" { sent.stays() } else { sent.follow().await };
        assert_eq!(notice.is(code).heading(), heading);
        let reply = app.post(&quiz.page()).form(&[("lang", "en")]).await;
        assert_eq!((reply.status.as_u16(), reply.header("location")), (303, quiz.page().as_str()));
        assert_eq!(Page::open(&app, &done).await.is(200).heading(), "Your result");
    }
}

#[tokio::test]
async fn what_was_written_stays_on_the_page_when_the_quiz_closes_meanwhile() {
    let app = App::start().await;
    let questions = json!([
        { "id": "first", "kind": "text", "text": "First?", "required": false },
        { "id": "essay", "kind": "text", "text": "What happened?", "long": true, "maxLength": 100 },
    ]);
    let quiz = app.quiz(json!({ "name": "Q", "questions": questions })).await;
    let first = Page::open(&app, &quiz.page()).await.send(&[]).await.follow().await;
    let essay = first.send(&[("answer", "Early words")]).await.follow().await;
    let url = essay.url.clone();
    quiz.patch(json!({ "status": "closed" })).await.is(200);
    for written in ["It began\nin May <b>.".to_owned(), "So long ".repeat(20)] {
        let notice = essay.send(&[("answer", &written)]).await.stays().is(410);
        for words in
            ["It closed before you finished", "Early words", "What happened?", written.trim().trim_end_matches("<b>.")]
        {
            assert!(notice.text().contains(words), "{words}: {}", notice.text());
        }
        assert!(!notice.html().contains("<b>"), "{}", notice.html());
    }
    let later = Page::open(&app, &url).await.is(410).text();
    assert!(later.contains("It closed before you finished") && later.contains("Early words"), "{later}");
}

#[tokio::test]
async fn who_has_begun_an_old_version_is_asked_its_questions() {
    let app = App::start().await;
    let quiz = app.quiz(json!({ "name": "Q", "questions": [{ "id": "fhn1" }, { "id": "fhn2" }] })).await;
    let first = Page::open(&app, &quiz.page()).await.send(&[]).await.follow().await;
    quiz.patch(json!({ "questions": [{ "id": "fhn1" }, { "id": "fhn3" }] })).await.is(200);
    let second = first.choose(1).await.is(200);
    assert_eq!(second.question().as_deref(), Some("fhn2"));
    assert_eq!(second.choose(1).await.is(200).heading(), "Your result");
}

#[tokio::test]
async fn the_colour_of_a_quiz_is_used_and_that_is_all_it_can_do() {
    let app = App::start().await;
    let quiz = app.quiz(json!({ "name": "Q", "primaryColor": "#0a7d4f" })).await;
    assert!(Page::open(&app, &quiz.page()).await.is(200).html().contains("<style nonce=\""));
    for smuggled in ["#000;}</style><script>", "red", "#12"] {
        quiz.patch(json!({ "primaryColor": smuggled })).await.invalid_at(&["primaryColor"]);
    }
}

#[tokio::test]
async fn the_first_page_shows_the_quizzes_of_the_demo_only() {
    let app = App::start().await;
    app.open_quiz().await;
    let home = Page::open(&app, "/").await.is(200);
    assert!(home.text().contains("To answer a quiz, open the link you were given."));
    let demo = App::start_with(|http| http.showing(Some(domain::NamespaceId::parse("acme").expect("an id")))).await;
    let (open, inapp) = (demo.open_quiz().await, demo.inapp_quiz().await);
    demo.invited_quiz().await;
    let html = Page::open(&demo, "/").await.is(200).html();
    assert!(html.contains(&format!("href=\"{}\"", open.page())));
    assert!(html.contains(&format!("href=\"/app/acme/{}?sessionId=visitor-", inapp.id)));
    assert!(!html.contains("Invited"));
}
