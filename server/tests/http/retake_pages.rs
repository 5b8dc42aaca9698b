//! Retaking a quiz in a browser without scripts.

use serde_json::{Value, json};

use crate::support::{App, Page, QuizAt, VECTOR_3};

const AGAIN: [(&str, &str); 1] = [("go", "retake")];

async fn answer_all(mut page: Page<'_>, codes: [u32; 8]) -> Page<'_> {
    for code in codes {
        page = page.is(200).choose(code).await;
    }
    assert_eq!(page.heading(), "Your result");
    page
}

fn mixed() -> [u32; 8] {
    VECTOR_3.map(|(_, code)| code)
}

async fn attempts(quiz: &QuizAt<'_>, user: &str) -> Vec<Value> {
    let page = quiz.get(&format!("/users/{user}/attempts")).key(&quiz.app.key).await.is(200).json();
    page["items"].as_array().expect("items").clone()
}

#[tokio::test]
async fn every_kind_of_person_takes_a_quiz_again_and_reads_the_earlier_result() {
    let app = App::start().await;
    for (flags, kind) in [(json!({}), "open"), (json!({ "inapp": true }), "inapp"), (json!({}), "invited")] {
        let anonymous = kind == "open";
        let mut body = json!({ "name": "Again", "anonymous": anonymous, "retryAfterDays": 0 });
        body["inapp"] = flags["inapp"].as_bool().unwrap_or_default().into();
        let quiz = app.quiz(body).await;
        let start = match kind {
            "open" => quiz.page(),
            "inapp" => format!("/app/acme/{}?sessionId=session-1", quiz.id),
            _ => format!("{}/{}", quiz.page(), quiz.invited().await),
        };
        let first = Page::open(&app, &start).await.send(&[]).await.follow().await;
        let result = answer_all(first, mixed()).await;
        assert!(result.text().contains("73") && result.text().contains("Take it again"), "{kind}");
        let link = result.url.clone();

        let question = result.send(&AGAIN).await.follow().await.is(200);
        assert_eq!((question.question().as_deref(), question.chosen()), (Some("fhn1"), None));
        assert!(question.text().contains("You’re taking this quiz again."));
        let separator = if link.contains('?') { '&' } else { '?' };
        let earlier_url = format!("{link}{separator}attempt=1");
        assert!(question.html().contains(&earlier_url.replace('&', "&amp;")), "{kind}");
        let earlier = Page::open(&app, &earlier_url).await.is(200);
        assert!(earlier.text().contains("73") && earlier.text().contains("This is an earlier result."));
        assert!(!earlier.text().contains("Take it again"));

        let second = answer_all(question, [1; 8]).await;
        assert_eq!(second.url, link, "one link to come back to");
        assert!(second.text().contains("100") && second.html().contains("attempt=1"));
        assert!(second.text().contains("your score was 73. Now it’s 100."), "{kind}: {}", second.text());
        assert!(second.html().contains("Spending <strong>+77</strong>") && !earlier.text().contains("Since last time"));
        assert!(Page::open(&app, &earlier_url).await.is(200).text().contains("73"));
    }
}

#[tokio::test]
async fn the_button_is_there_from_its_day_on_while_the_quiz_is_open() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let user = quiz.submitted().await;
    let url = format!("{}/{user}", quiz.page());
    let text = async || Page::open(&app, &url).await.is(200).text();
    assert!(!text().await.contains("again"));

    quiz.patch(json!({ "retryAfterDays": 3 })).await.is(200);
    assert!(text().await.contains("You can take this quiz again from "));
    // Submitting the form nevertheless leads to the page with the date.
    let reply = app.post(&url).form(&AGAIN).await;
    assert_eq!((reply.status.as_u16(), reply.header("location")), (303, url.as_str()));

    quiz.patch(json!({ "retryAfterDays": 0 })).await.is(200);
    assert!(text().await.contains("Take it again"));
    quiz.patch(json!({ "retryAfterDays": 3, "closesAt": "2026-01-01T00:00:00Z" })).await.is(200);
    assert!(!text().await.contains("again"), "it is closed by then");
    app.post(&url).form(&AGAIN).await.is(303);
    assert_eq!(attempts(&quiz, &user).await.len(), 1);
}

#[tokio::test]
async fn a_retake_is_compared_with_the_same_respondents_result_and_no_other() {
    let app = App::start().await;
    let quiz = app.quiz(json!({ "name": "Again", "retryAfterDays": 0 })).await;
    let (one, other) = (quiz.submitted().await, quiz.submitted().await);
    let page = Page::open(&app, &format!("{}/{one}", quiz.page())).await.is(200);
    answer_all(page.send(&AGAIN).await.follow().await, [1; 8]).await;
    for query in ["", "?attempt=1", "?attempt=2"] {
        let page = Page::open(&app, &format!("{}/{other}{query}", quiz.page())).await.is(200);
        assert!(page.text().contains("73") && !page.text().contains("Since last time"), "{}", page.text());
    }
}

#[tokio::test]
async fn changed_questions_are_not_compared() {
    let app = App::start().await;
    let questions = |ids: [&str; 2]| json!(ids.map(|id| json!({ "id": id })));
    let body = json!({ "name": "Again", "retryAfterDays": 0, "questions": questions(["fhn1", "fhn3"]) });
    let quiz = app.quiz(body).await;
    let mut page = Page::open(&app, &quiz.page()).await.send(&[]).await.follow().await;
    page = page.choose(5).await.choose(5).await;
    quiz.patch(json!({ "questions": questions(["fhn1", "fhn4"]) })).await.is(200);
    page = page.send(&AGAIN).await.follow().await.choose(1).await.choose(1).await;
    let text = page.text();
    assert!(text.contains("Compared with your result of") && text.contains("Spending +100"), "{text}");
    assert!(!text.contains("your score was") && !text.contains("Saving +"), "{text}");
}

#[tokio::test]
async fn a_quiz_that_closes_in_between_shows_the_result_before() {
    let app = App::start().await;
    let quiz = app.quiz(json!({ "name": "Again", "retryAfterDays": 0 })).await;
    let user = quiz.submitted().await;
    let url = format!("{}/{user}", quiz.page());
    Page::open(&app, &url).await.send(&AGAIN).await.follow().await.is(200);
    quiz.patch(json!({ "status": "closed" })).await.is(200);
    let page = Page::open(&app, &url).await.is(200);
    assert_eq!(page.heading(), "Your result");
    assert!(page.text().contains("73") && !page.text().contains("Take it again"));
}

#[tokio::test]
async fn an_attempt_that_there_is_not_leads_to_the_page_as_it_is() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let user = quiz.submitted().await;
    for odd in ["0", "1", "2", "99999999999", "-1", "x", ""] {
        let page = Page::open(&app, &format!("{}/{user}?attempt={odd}", quiz.page())).await.is(200);
        assert!(!page.text().contains("earlier"), "{odd}");
    }
}
