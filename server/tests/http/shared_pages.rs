//! Pages of different respondents that share cached HTML.

use serde_json::json;

use crate::support::{App, Page, QuizAt, Reply, VECTOR_3};

/// The page without the parts that are unique to each response.
fn lasting(reply: &Reply) -> String {
    let policy = reply.header("content-security-policy");
    let nonce = policy.split_once("'nonce-").and_then(|(_, rest)| rest.split_once('\'')).expect("a nonce").0;
    let html = reply.text();
    assert!(html.contains(&format!(" nonce=\"{nonce}\"")), "{html}");
    html.replace(nonce, "NONCE")
}

/// Fails unless a server with a cold cache returns the same page, also in Spanish, and no server returns it to another
/// respondent.
async fn assert_own_page(page: &Page<'_>, app: &App, others: &[&str]) {
    let cold = app.beside().await;
    let joint = if page.url.contains('?') { '&' } else { '?' };
    for url in [page.url.clone(), format!("{}{joint}lang=es", page.url)] {
        let first = lasting(&app.get(&url).await.is(200));
        assert_eq!(lasting(&app.get(&url).await.is(200)), first, "{url}");
        assert_eq!(lasting(&cold.get(&url).await.is(200)), first, "{url}");
        for other in others {
            assert!(!first.contains(other), "{url} names {other}");
        }
    }
}

/// Two respondents answer in turns, one of them in Spanish, retake the quiz, and view their earlier results.
async fn take_in_turns(quiz: &QuizAt<'_>, starts: [String; 2], names: [&str; 2]) {
    let app = quiz.app;
    let codes = [VECTOR_3.map(|(_, code)| code), [1; 8]];
    let mut pages = Vec::new();
    for start in &starts {
        pages.push(Page::open(app, start).await.send(&[]).await.follow().await);
    }
    // For an open quiz, the URL identifies the respondent.
    let users = [pages[0].user(), pages[1].user()];
    let own = |number: usize| if users[0] == users[1] { names[number] } else { users[number].as_str() };
    for round in 0..2 {
        for (step, codes) in codes[0].into_iter().zip(codes[1]).enumerate() {
            let codes = [codes.0, codes.1];
            for (number, page) in pages.iter_mut().enumerate() {
                if step % 3 == 0 {
                    assert_own_page(page, app, &[own(1 - number)]).await;
                }
                *page = page.choose(codes[(number + round) % 2]).await;
            }
        }
        for (number, page) in pages.iter_mut().enumerate() {
            assert_own_page(page, app, &[own(1 - number)]).await;
            if round == 0 {
                *page = page.send(&[("go", "retake")]).await.follow().await;
            }
        }
    }
    for (number, page) in pages.iter().enumerate() {
        let joint = if page.url.contains('?') { '&' } else { '?' };
        let earlier = Page::open(app, &format!("{}{joint}attempt=1", page.url)).await;
        assert_own_page(&earlier, app, &[own(1 - number)]).await;
    }
}

#[tokio::test]
async fn what_one_respondent_was_shown_changes_no_page_of_another() {
    let app = App::start().await;
    let quiz = async |anonymous: bool, inapp: bool| {
        let origins = if inapp { json!(["https://bank.example"]) } else { json!([]) };
        let name = json!({ "en": "Check-up", "es": "Chequeo" });
        let about = json!({ "runBy": "Ana & co", "help": [{ "label": "Help", "url": "tel:112" }] });
        let body = json!({ "name": name, "anonymous": anonymous, "inapp": inapp, "allowedOrigins": origins,
                           "retryAfterDays": 0, "about": about });
        app.quiz(body).await
    };
    let open = quiz(true, false).await;
    take_in_turns(&open, [open.page(), format!("{}?lang=es", open.page())], ["", ""]).await;
    let inapp = quiz(false, true).await;
    let session = |name: &str| format!("/app/acme/{}?sessionId={name}&customData=of-{name}", inapp.id);
    let starts = [session("first-session"), format!("{}&lang=es", session("second-session"))];
    take_in_turns(&inapp, starts, ["first-session", "second-session"]).await;
    let invited = quiz(false, false).await;
    let [first, second] =
        [invited.invited().await, invited.invited().await].map(|id| format!("{}/{id}", invited.page()));
    take_in_turns(&invited, [first, format!("{second}?lang=es")], ["", ""]).await;
}

#[tokio::test]
async fn new_settings_are_on_pages_that_were_drawn_before() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let page = Page::open(&app, &quiz.page()).await.send(&[]).await.follow().await;
    let page = Page::open(&app, &page.url).await.is(200);
    assert!(page.html().contains("– Open</title>"), "{}", page.html());
    quiz.patch(json!({ "name": "Renamed", "primaryColor": "#008000" })).await.is(200);
    let renamed = Page::open(&app, &page.url).await.is(200);
    assert!(renamed.html().contains("– Renamed</title>") && renamed.html().len() > page.html().len());
}
