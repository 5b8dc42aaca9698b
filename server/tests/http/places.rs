//! Limited places: looked at on beginning and taken by submissions, over the API and by pages.

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::support::{App, Page, QuizAt, Reply, submit};

const MORNING: &str = "10000000-0000-4000-8000-000000000001";
const EVENING: &str = "10000000-0000-4000-8000-000000000002";

fn course(places: &Value, of_morning: u32) -> Value {
    json!({
        "name": "Course", "anonymous": true, "places": places,
        "questions": [
            { "id": "slot", "text": "When?", "options": [
                { "id": MORNING, "label": "Morning", "places": of_morning }, { "id": EVENING, "label": "Evening" }] },
            { "id": "note", "kind": "text", "text": "Anything else?", "required": false },
        ],
    })
}

/// A respondent of an open quiz, who has begun.
async fn begun(quiz: &QuizAt<'_>) -> String {
    let anon_id = quiz.new_anon_id().await;
    quiz.post("/users/anonymous/initQuiz").json(json!({ "anon_id": anon_id })).await.is(200);
    anon_id
}

async fn hand_in(quiz: &QuizAt<'_>, anon_id: &str, slot: &str) -> Reply {
    let body = json!({ "anon_id": anon_id, "answers": { "slot": slot } });
    quiz.post("/users/anonymous/answers/submit").json(body).await
}

#[tokio::test]
async fn the_last_places_are_given_once_and_those_who_come_later_read_the_owners_words() {
    let app = App::start().await;
    let words =
        json!({ "most": 3, "text": { "en": "The course is full. Write to course@example.com.", "es": "Completo." } });
    let quiz = app.quiz(course(&words, 100)).await;
    let people = join_all((0..12).map(|_| begun(&quiz))).await;
    let replies = join_all(people.iter().map(|person| hand_in(&quiz, person, EVENING))).await;
    let (stored, refused): (Vec<_>, Vec<_>) = people.iter().zip(replies).partition(|(_, reply)| reply.status == 200);
    assert_eq!((stored.len(), refused.len()), (3, 9));
    for (_, reply) in &refused {
        assert_eq!(reply.status, 409);
        assert_eq!(
            reply.json()["error"],
            "no place is left in the quiz: The course is full. Write to course@example.com."
        );
        assert_eq!(reply.header("x-error-code"), "no_places");
    }
    let late = quiz.new_anon_id().await;
    let begin = |language: &str| json!({ "anon_id": late, "language": language });
    let refusal = quiz.post("/users/anonymous/initQuiz").json(begin("es")).await.is(409).coded("no_places");
    assert_eq!(refusal.error(), "no place is left in the quiz: Completo.");
    // A respondent who has begun goes on, and a repeated submission is the same.
    let (waiting, _) = &refused[0];
    quiz.post("/users/anonymous/initQuiz").json(json!({ "anon_id": waiting })).await.is(200);
    hand_in(&quiz, stored[0].0, EVENING).await.is(200);

    // The start page leads those who have begun back, and lets no one begin.
    let page = Page::open(&app, &quiz.page()).await.is(200);
    assert!(page.text().contains("There are no places left"), "{}", page.text());
    assert!(page.text().contains("Write to course@example.com"), "{}", page.text());
    assert!(page.html().contains("class=\"resume\"") && !page.html().contains("<form"), "{}", page.html());
    // Their own page says so, too, instead of leading back to a question whose button does nothing.
    let own = Page::open(&app, &format!("{}/{waiting}", quiz.page())).await.is(409);
    assert_eq!(own.heading(), "There are no places left");
    assert!(own.text().contains("Write to course@example.com"), "{}", own.text());
    assert_eq!(quiz.get("/public").await.is(200).json().get("places"), None);
    // Nothing they wrote is hidden from them, also once the quiz is closed.
    let body = json!({ "anon_id": waiting, "questionId": "note", "answer": "By the window" });
    quiz.post("/users/anonymous/answers").json(body).await.is(200);
    for (status, page) in [("open", 409), ("closed", 410)] {
        quiz.patch(json!({ "status": status })).await.is(200);
        let own = Page::open(&app, &format!("{}/{waiting}", quiz.page())).await.is(page);
        assert!(own.text().contains("By the window"), "{status}: {}", own.text());
    }
    quiz.patch(json!({ "status": "open" })).await.is(200);

    // An erasure frees a place.
    app.delete(&format!("{}/users/{}", quiz.url, stored[0].0)).key(&app.key).await.is(200);
    hand_in(&quiz, waiting, EVENING).await.is(200);
    hand_in(&quiz, refused[1].0, EVENING).await.is(409);
}

#[tokio::test]
async fn an_option_without_a_place_is_not_to_be_chosen_and_a_submission_with_it_leads_back_to_it() {
    let app = App::start().await;
    let quiz = app.quiz(course(&Value::Null, 1)).await;
    let first = Page::open(&app, &quiz.page()).await.is(200).send(&[]).await.follow().await.is(200);
    let note = first.send(&[("answer", MORNING)]).await.follow().await.is(200);
    assert!(!first.html().contains("no places left"), "{}", first.html());

    let quick = begun(&quiz).await;
    hand_in(&quiz, &quick, MORNING).await.is(200);
    let refusal = hand_in(&quiz, &begun(&quiz).await, MORNING).await.is(409).coded("no_places");
    assert_eq!(refusal.error(), "no place is left for “Morning”");

    let back = note.send(&[("answer", "See you")]).await.stays().is(422);
    assert_eq!(back.question().as_deref(), Some("slot"));
    assert!(back.text().contains("There are no places left for this answer"), "{}", back.text());
    assert!(back.text().contains("Morning (no places left)"), "{}", back.text());
    let html = back.html();
    let full = html.split("<input").find(|input| input.contains(MORNING)).expect("the option");
    assert!(full.split('>').next().is_some_and(|input| input.contains(" disabled")), "{full}");
    let again = back.send(&[("answer", EVENING)]).await.follow().await.is(200);
    assert_eq!(again.question().as_deref(), Some("note"));
    let done = again.send(&[("answer", "See you")]).await.follow().await.is(200);
    assert!(done.question().is_none(), "{}", done.html());
}

#[tokio::test]
async fn a_person_who_takes_the_quiz_again_keeps_the_place() {
    let app = App::start().await;
    let mut body = course(&json!({ "most": 1 }), 1);
    (body["anonymous"], body["inapp"], body["retryAfterDays"]) = (json!(false), json!(true), json!(0));
    let quiz = app.quiz(body).await;
    quiz.session("session-1").await;
    submit(&quiz, "session-1", json!({ "slot": MORNING })).await;
    let again = json!({ "sessionId": "session-1", "retake": true });
    quiz.post("/users/anonymous/initQuiz").json(again).await.is(200);
    let page = Page::open(&app, &format!("/app/acme/{}?sessionId=session-1", quiz.id)).await.is(200);
    assert!(!page.html().contains("no places left"), "{}", page.html());
    submit(&quiz, "session-1", json!({ "slot": MORNING })).await;
    quiz.post("/users/anonymous/initQuiz").json(json!({ "sessionId": "session-2" })).await.is(409).coded("no_places");
    let late = Page::open(&app, &format!("/app/acme/{}?sessionId=session-2", quiz.id)).await.is(409);
    assert_eq!(late.heading(), "There are no places left");
}

#[tokio::test]
async fn places_are_kept_taken_away_and_refused() {
    let app = App::start().await;
    let quiz = app.quiz(course(&json!({ "most": 5, "text": "Full" }), 2)).await;
    let record = quiz.get("").key(&app.key).await.is(200).json();
    assert_eq!(record["places"], json!({ "most": 5, "text": "Full" }));
    assert_eq!(record["questions"][0]["options"][0]["places"], 2);
    assert_eq!(quiz.patch(record).await.is(200).json()["version"], 1, "it is as it was");
    let public = quiz.get("/public").await.is(200).json();
    assert!(public["questions"][0]["options"][0].get("places").is_none(), "{public}");
    let more = quiz.patch(json!({ "places": { "most": 6 } })).await.is(200).json();
    assert_eq!((&more["version"], &more["places"]), (&json!(2), &json!({ "most": 6 })));
    assert!(quiz.patch(json!({ "places": null })).await.is(200).json().get("places").is_none());
    quiz.patch(json!({ "places": { "most": 0 } })).await.invalid_at(&["places.most"]);
}

#[tokio::test]
async fn places_that_a_later_version_limits_hold_for_those_who_have_begun() {
    let app = App::start().await;
    let mut first = course(&Value::Null, 1);
    first["questions"][0]["options"][0].as_object_mut().expect("an option").remove("places");
    let quiz = app.quiz(first).await;
    let [one, two, three] = [begun(&quiz).await, begun(&quiz).await, begun(&quiz).await];
    quiz.patch(json!({ "questions": course(&Value::Null, 1)["questions"] })).await.is(200);
    let shown = async |user: &str| {
        let page = Page::open(&app, &format!("{}/{user}?q=slot", quiz.page())).await.is(200);
        page.text().contains("no places left")
    };
    assert!(!shown(&one).await);
    hand_in(&quiz, &two, MORNING).await.is(200);
    assert!(shown(&one).await && shown(&three).await);
    hand_in(&quiz, &one, MORNING).await.is(409).coded("no_places");
    // Nothing of it is kept for others.
    app.delete(&format!("{}/users/{two}", quiz.url)).key(&app.key).await.is(200);
    assert!(!shown(&one).await && !shown(&three).await);
}

#[tokio::test]
async fn an_answer_that_stands_cannot_lose_its_place() {
    let app = App::start().await;
    let mut both = course(&Value::Null, 1);
    both["feedback"] = json!("at_once");
    app.post("/api/v1/namespaces/acme/quizzes").key(&app.key).json(both).await.invalid_at(&["feedback"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_thousand_at_once_ten_get_the_last_ten_places() {
    let app = App::start().await;
    let quiz = app.quiz(course(&json!({ "most": 10 }), 1000)).await;
    let mut people = Vec::new();
    for _ in 0..10 {
        people.extend(join_all((0..100).map(|_| begun(&quiz))).await);
    }
    let replies = join_all(people.iter().map(|person| hand_in(&quiz, person, EVENING))).await;
    let count = |status: u16| replies.iter().filter(|reply| reply.status == status).count();
    assert_eq!((count(200), count(409)), (10, 990));
    let counts = quiz.get("").key(&app.key).await.is(200).json()["responses"].clone();
    assert_eq!((&counts["started"], &counts["completed"]), (&json!(1000), &json!(10)), "{counts}");
}
