//! Result pages of quizzes with their own scoring.

use serde_json::{Value, json};

use crate::{
    assessments::{answered, submitted, team_health},
    rescoring::regrade,
    support::{App, Page, QuizAt},
};

async fn result<'a>(app: &'a App, quiz: &QuizAt<'_>, session: &str) -> Page<'a> {
    Page::open(app, &format!("/app/acme/{}?sessionId={session}", quiz.id)).await.is(200)
}

#[tokio::test]
async fn the_example_shows_its_scores_bands_card_and_last_words() {
    let app = App::start().await;
    let quiz = app.quiz(team_health()).await;
    submitted(&quiz, "session-1").await;
    let page = result(&app, &quiz, "session-1").await;
    let (html, text) = (page.html(), page.text());
    assert!(
        html.contains("aria-label=\"Your score is 61 of 100.\"") && html.contains("class=\"overall leaf\""),
        "{html}"
    );
    for part in ["Fine", "Start here", "Sleep", "Tonight", "Lights out at ten", "Body", "Work", "Thanks!"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(html.contains("href=\"https://example.org\" target=\"_top\""), "the way on");
    assert!(!text.contains("You’re getting by"), "words of the eight questions");
}

#[tokio::test]
async fn the_first_step_of_an_owners_card_is_a_calendar_entry() {
    let app = App::start().await;
    let mut body = team_health();
    body["scoring"]["cards"][0]["bands"]["fine"]["links"] =
        json!([{ "label": "Sleep, well", "url": "https://sleep.example" }]);
    let quiz = app.quiz(body).await;
    submitted(&quiz, "session-1").await;
    let url = format!("/app/acme/{}?sessionId=session-1&calendar=step&lang=en", quiz.id);
    assert!(result(&app, &quiz, "session-1").await.html().contains(&url.replace('&', "&amp;")));
    let file = app.get(&url).await.is(200).text();
    let entry = "DESCRIPTION:Lights out at ten\\nSleep\\, well: https://sleep.example\r\n";
    assert!(file.contains(entry) && file.contains("SUMMARY:Team health: my next step\r\n"), "{file}");
}

#[tokio::test]
async fn the_page_around_the_frame_is_told_nothing_of_own_scores() {
    let app = App::start().await;
    let mut body = team_health();
    body["allowedOrigins"] = json!(["https://host.example"]);
    body["questions"].as_array_mut().expect("questions").push(json!({ "id": "fhn1" }));
    let quiz = app.quiz(body).await;
    answered(&quiz, "session-1").await;
    quiz.post("/users/inapp/answers/submit")
        .json(json!({ "sessionId": "session-1", "answers": { "fhn1": 1 } }))
        .await
        .is(200);
    let html = result(&app, &quiz, "session-1").await.html();
    let told = html.split_once("data-completed=\"").expect("what is told").1.split_once('"').expect("its end").0;
    let told: Value = serde_json::from_str(&told.replace("&quot;", "\"")).expect("JSON");
    let bands = json!({ "overall": null, "spend": "healthy", "save": null, "borrow": null, "plan": null });
    assert_eq!(told, json!({ "score": null, "bands": bands }));
}

#[tokio::test]
async fn a_rescored_result_and_its_person_in_the_dashboard_show_the_newer_scores() {
    let app = App::start().await;
    let quiz = app.quiz(team_health()).await;
    submitted(&quiz, "session-1").await;
    let ana = app.administrator("ana@example.com").await;
    let person = quiz.dashboard("answers/session-1");
    let before = ana.get(&person).await.is(200).text();
    assert!(before.contains("<strong>61</strong>") && before.contains("Fine") && before.contains("6.5"), "{before}");
    regrade(&quiz).await;
    quiz.post("/rescore").key(&app.key).json(json!({ "version": 2, "apply": true })).await.is(200);
    // (75 + 120 + 100 + 60) / 5
    let html = result(&app, &quiz, "session-1").await.html();
    assert!(html.contains("aria-label=\"Your score is 71 of 100.\""), "{html}");
    assert!(ana.get(&person).await.is(200).text().contains("<strong>71</strong>"));
}

#[tokio::test]
async fn a_preview_shows_a_result_with_made_up_answers_of_all_kinds() {
    let app = App::start().await;
    let quiz = app.quiz(team_health()).await;
    let ana = app.administrator("ana@example.com").await;
    let html = ana.get(&quiz.dashboard("preview?page=result")).await.is(200).text();
    for part in ["class=\"gauge\"", ">Body<", ">Work<", "A made-up answer", "Back to the team page"] {
        assert!(html.contains(part), "{part}: {html}");
    }
}

#[tokio::test]
async fn an_unscored_quiz_says_thanks_in_the_owners_words() {
    let app = App::start().await;
    let mut body = team_health();
    body["scoring"] = json!(null);
    body["questions"] = json!([{ "id": "day", "kind": "date", "text": "When?" }]);
    let quiz = app.quiz(body).await;
    quiz.session("session-1").await;
    let answers = json!({ "sessionId": "session-1", "answers": { "day": "2026-03-05" } });
    quiz.post("/users/inapp/answers/submit").json(answers).await.is(200);
    let page = result(&app, &quiz, "session-1").await;
    assert_eq!(page.heading(), "Thank you for your answers");
    assert!(page.text().contains("Thanks!") && page.text().contains("5 March 2026"), "{}", page.text());
}
