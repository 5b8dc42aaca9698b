//! Every kind of question answered by plain forms, and the forms' errors.

use serde_json::{Value, json};

use crate::{
    assessments::team_health,
    support::{App, Page, QuizAt},
};

const AT_HOME: &str = "10000000-0000-4000-8000-000000000001";
const OFFICE: &str = "10000000-0000-4000-8000-000000000002";
const MEETINGS: &str = "20000000-0000-4000-8000-000000000001";
const NOTHING: &str = "20000000-0000-4000-8000-000000000003";

/// The published example as an open quiz.
fn team_check() -> Value {
    let mut body = team_health();
    (body["anonymous"], body["inapp"]) = (json!(true), json!(false));
    body["questions"][0]["options"][1]["id"] = json!(OFFICE);
    body["questions"][3]["options"][2]["id"] = json!(NOTHING);
    body
}

async fn begun<'a>(app: &'a App, quiz: &QuizAt<'_>) -> Page<'a> {
    Page::open(app, &quiz.page()).await.is(200).send(&[]).await.follow().await.is(200)
}

/// Submits the fields and follows the redirect, which must lead to this question.
async fn on<'a>(page: &Page<'a>, fields: &[(&str, &str)], question: &str) -> Page<'a> {
    let next = page.send(fields).await.follow().await.is(200);
    assert_eq!(next.question().as_deref(), Some(question));
    next
}

async fn record(quiz: &QuizAt<'_>, user: &str) -> Value {
    quiz.whole_answers_of(user).await.is(200).answers()
}

#[tokio::test]
async fn the_example_is_answered_by_forms_alone() {
    let app = App::start().await;
    let quiz = app.quiz(team_check()).await;
    let start = Page::open(&app, &quiz.page()).await.is(200);
    assert!(start.text().contains("Five minutes, once a quarter."), "{}", start.text());
    let first = begun(&app, &quiz).await;
    assert_eq!(first.question().as_deref(), Some("remote"));
    // Without the question about the desk, which is only shown to those at home.
    assert!(first.text().contains("Question 1 of 5"), "{}", first.text());
    let energy = on(&first, &[("answer", AT_HOME)], "energy").await;
    assert!(energy.text().contains("Question 2 of 6"), "{}", energy.text());
    let desk = on(&energy, &[("answer", "4")], "desk").await;
    let mostly = desk.options()[1].clone();
    let blockers = on(&desk, &[("answer", &mostly)], "blockers").await;
    let hours = on(&blockers, &[("answer", MEETINGS)], "hours").await;
    let wish = on(&hours, &[("answer", " 6,5 ")], "wish").await;
    let user = wish.user();
    wish.send(&[("answer", "More sun\r\nand less noise ")]).await.follow().await.is(200);
    let record = record(&quiz, &user).await;
    assert_eq!((&record["score"], &record["band"]), (&json!(61), &json!("fine")));
    assert_eq!(record["category_scores"], json!({ "body": 61, "work": 60 }));
    assert_eq!(
        record["values"],
        json!({ "energy": 4, "hours": 6.5, "blockers": [MEETINGS], "wish": "More sun\nand less noise" })
    );
}

#[tokio::test]
async fn a_changed_answer_keeps_what_it_hides_until_the_submission() {
    let app = App::start().await;
    let mut body = team_check();
    body["review"] = json!(true);
    let quiz = app.quiz(body).await;
    let first = begun(&app, &quiz).await;
    let energy = on(&first, &[("answer", AT_HOME)], "energy").await;
    let desk = on(&energy, &[("answer", "4")], "desk").await;
    let blockers = on(&desk, &[("answer", &desk.options()[1])], "blockers").await;
    let hours = on(&blockers, &[("answer", MEETINGS)], "hours").await;
    let wish = on(&hours, &[("answer", "6.5")], "wish").await;
    let review = wish.send(&[("go", "skip")]).await.follow().await.is(200);
    assert_eq!(review.heading(), "Check your answers");
    let text = review.text();
    for told in ["At home", "Mostly", "Meetings", "6.5", "Change"] {
        assert!(text.contains(told), "{told}: {text}");
    }
    assert!(!text.contains("won’t be sent"), "{text}");

    // The change hides the desk and leads straight back.
    let user = review.user();
    let changed = Page::open(&app, &format!("{}?q=remote&from=review", review.path())).await.is(200);
    let review = changed.send(&[("answer", OFFICE)]).await.follow().await.is(200);
    let text = review.text();
    assert!(text.contains("won’t be sent") && !text.contains("Mostly"), "{text}");
    assert!(record(&quiz, &user).await["qAnswers"].get("desk").is_some(), "it is kept until the submission");
    // Changed back, the answer is there again.
    let changed = Page::open(&app, &format!("{}?q=remote&from=review", review.path())).await.is(200);
    let desk = changed.send(&[("answer", AT_HOME)]).await.follow().await.is(200);
    assert_eq!(desk.question().as_deref(), Some("desk"), "what a change has opened is shown");
    assert_eq!(desk.chosen(), Some(desk.options()[1].clone()));
    let review = desk.send(&[("answer", &desk.options()[1])]).await.follow().await.is(200);
    let changed = Page::open(&app, &format!("{}?q=remote&from=review", review.path())).await.is(200);
    let review = changed.send(&[("answer", OFFICE)]).await.follow().await.is(200);
    review.send(&[]).await.follow().await.is(200);
    let record = record(&quiz, &user).await;
    assert_eq!((&record["isCompleted"], &record["score"]), (&json!(true), &json!(62)));
    assert!(record["qAnswers"].get("desk").is_none(), "{record}");
}

#[tokio::test]
async fn a_mistake_is_named_by_its_field_and_what_was_typed_stays() {
    let app = App::start().await;
    let quiz = app.quiz(team_check()).await;
    let first = begun(&app, &quiz).await;
    let energy = on(&first, &[("answer", OFFICE)], "energy").await;
    let blockers = on(&energy, &[("answer", "4")], "blockers").await;
    let again = blockers.send(&[("answer", MEETINGS), ("answer", NOTHING)]).await.stays().is(422);
    assert!(again.text().contains("Choose either “Nothing” or other answers, not both"), "{}", again.text());
    assert_eq!(again.shown().matches(" checked").count(), 2);
    let hours = on(&blockers, &[("go", "skip")], "hours").await;
    for (typed, said) in [
        ("25", "Enter a number between 0 and 24"),
        ("six", "Enter a number between 0 and 24"),
        ("", "Enter a number between 0 and 24"),
        ("6.55", "Enter a number with one decimal place at most"),
    ] {
        let again = hours.send(&[("answer", typed)]).await.stays().is(422);
        assert!(again.text().contains(said), "{typed}: {}", again.text());
        assert!(typed.is_empty() || again.html().contains(&format!("value=\"{typed}\"")), "{typed}");
        assert!(again.html().contains("<title>Error: "));
    }
    let wish = on(&hours, &[("answer", "7")], "wish").await;
    let long = "é".repeat(1001);
    let again = wish.send(&[("answer", &long)]).await.stays().is(422);
    assert!(again.text().contains("Shorten your answer to 1000 characters or fewer") && again.html().contains(&long));
    let stored = record(&quiz, &wish.user()).await;
    assert_eq!(stored["values"], json!({ "energy": 4, "hours": 7 }), "nothing wrong is stored");
}

/// One question of each kind that the example lacks.
fn others() -> Value {
    let options =
        |others: bool| json!([{ "label": "Red" }, { "label": "Green" }, { "label": "Blue", "other": others }]);
    let ranked = json!([{ "label": "Sea" }, { "label": "Hills" }, { "label": "Town" }]);
    json!([
        { "id": "hello", "kind": "statement", "text": "Welcome." },
        { "id": "colour", "display": "dropdown", "text": "Which colour?", "options": options(true) },
        { "id": "born", "kind": "date", "text": "When were you born?", "max": "2026-01-01" },
        { "id": "places", "kind": "ranking", "text": "Where would you rather be?", "options": ranked },
        { "id": "parts", "kind": "matrix", "text": "How is each?", "from": 1, "to": 5,
          "rows": [{ "id": "food", "text": "The food" }, { "id": "room", "text": "The room" }] },
        { "id": "mail", "kind": "text", "required": false, "text": "Your address?", "format": "email" },
        { "id": "terms", "kind": "consent", "text": "May we keep this?", "link": "https://example.org/terms" },
        { "id": "stop", "kind": "statement", "text": "That is all.", "ends": true,
          "showIf": { "question": "colour", "is": [3] } },
        { "id": "never", "kind": "consent", "text": "Never asked?" },
    ])
}

#[tokio::test]
async fn the_other_kinds_are_answered_by_forms_and_a_statement_ends_the_quiz() {
    let app = App::start().await;
    let quiz = app.quiz(json!({ "name": "Kinds", "questions": others() })).await;
    let stored = quiz.get("").key(&app.key).await.is(200).json();
    let ids = |question: usize| -> Vec<String> {
        let options = stored["questions"][question]["options"].as_array().expect("options");
        options.iter().map(|option| option["id"].as_str().expect("an id").to_owned()).collect()
    };
    let hello = begun(&app, &quiz).await;
    assert_eq!((hello.question().as_deref(), hello.heading().as_str()), (Some("hello"), "Welcome."));
    let colour = on(&hello, &[], "colour").await;
    let born = on(&colour, &[("answer", &ids(1)[2]), ("answer_other", "Sky blue")], "born").await;
    let wrong = [("answer_day", "31"), ("answer_month", "2"), ("answer_year", "1990")];
    let again = born.send(&wrong).await.stays().is(422);
    assert!(again.text().contains("Enter a day, a month and a year that make a real date"), "{}", again.text());
    assert!(again.html().contains("value=\"31\"") && again.html().contains("value=\"1990\""));
    for (day, month, year, told) in [
        ("", "2", "1990", "Enter the day"),
        ("3", "Foo", "1990", "Enter the month, as a number or a name"),
        ("3/4/1990", "", "", "Enter the month, as a number or a name"),
        ("3", "2", "90", "Enter the year with four digits, such as 1985"),
    ] {
        let again = born.send(&[("answer_day", day), ("answer_month", month), ("answer_year", year)]).await;
        assert!(again.stays().is(422).text().contains(told), "{told}");
    }
    // A month by name, in a language other than the page's.
    let right = [("answer_day", "3"), ("answer_month", "Feb."), ("answer_year", "1990")];
    on(&born, &right, "places").await;
    // A whole date, as pasted.
    let places = on(&born, &[("answer_day", "3 de febrero de 1990")], "places").await;
    let names: Vec<String> = ids(3).iter().map(|id| format!("answer_rank_{id}")).collect();
    let ranked =
        |ranks: [&'static str; 3]| -> Vec<(&str, &str)> { names.iter().map(String::as_str).zip(ranks).collect() };
    let again = places.send(&ranked(["1", "1", "2"])).await.stays().is(422);
    assert!(again.text().contains("Give each answer a place of its own"), "{}", again.text());
    let parts = on(&places, &ranked(["3", "1", "2"]), "parts").await;
    let again = parts.send(&[("answer_food", "4")]).await.stays().is(422);
    assert!(again.text().contains("Choose an answer for “The room”"), "{}", again.text());
    // The answered row is kept.
    let user = again.hidden_field("question").map(|_| parts.user()).expect("the same question");
    assert_eq!(record(&quiz, &user).await["values"]["parts_food"], 4);
    let mail = on(&parts, &[("answer_food", "4"), ("answer_room", "5")], "mail").await;
    mail.send(&[("answer", "nobody")]).await.stays().is(422);
    let terms = on(&mail, &[("answer", "")], "terms").await;
    terms.send(&[]).await.stays().is(422);
    let stop = on(&terms, &[("answer", "yes")], "stop").await;
    stop.send(&[]).await.follow().await.is(200);
    let record = record(&quiz, &user).await;
    assert_eq!(record["isCompleted"], true, "{record}");
    let [_, sky] = [1, 2].map(|at| ids(1)[at].clone());
    assert_eq!(record["qAnswers"], json!({ "colour": sky }));
    let rank = [1, 2, 0].map(|at| ids(3)[at].clone());
    assert_eq!(
        record["values"],
        json!({ "colour_other": "Sky blue", "born": "1990-02-03", "places": rank, "parts_food": 4, "parts_room": 5,
                "terms": true })
    );
}

#[tokio::test]
async fn a_page_opens_what_is_answered_and_the_next_question_alone() {
    let app = App::start().await;
    let quiz = app.quiz(team_check()).await;
    let first = begun(&app, &quiz).await;
    let energy = on(&first, &[("answer", OFFICE)], "energy").await;
    let path = energy.path().to_owned();
    for (asked, leads_to) in [("remote", "remote"), ("energy", "energy")] {
        let page = Page::open(&app, &format!("{path}?q={asked}")).await.is(200);
        assert_eq!(page.question().as_deref(), Some(leads_to));
    }
    // Hidden, or not reached.
    for asked in ["desk", "hours", "wish"] {
        let reply = app.get(&format!("{path}?q={asked}")).await;
        assert_eq!((reply.status.as_u16(), reply.header("location")), (303, path.as_str()), "{asked}");
    }
    let due = Page::open(&app, &path).await.is(200);
    assert_eq!(due.question().as_deref(), Some("energy"));
}

#[tokio::test]
async fn people_who_are_known_by_a_link_or_a_session_answer_come_back_and_answer_again() {
    let app = App::start().await;
    for inapp in [true, false] {
        let mut body = team_check();
        (body["anonymous"], body["inapp"]) = (json!(false), json!(inapp));
        body["retryAfterDays"] = json!(0);
        let quiz = app.quiz(body).await;
        let user = if inapp { "session-1".to_owned() } else { quiz.invited().await };
        let url =
            if inapp { format!("/app/acme/{}?sessionId={user}", quiz.id) } else { format!("{}/{user}", quiz.page()) };
        for (attempt, sleep) in ["4", "8"].into_iter().enumerate() {
            let begin: &[(&str, &str)] = if attempt == 0 { &[] } else { &[("go", "retake")] };
            let first = Page::open(&app, &url).await.is(200).send(begin).await.follow().await;
            assert_eq!(first.url.contains("sessionId="), inapp, "{}", first.url);
            on(&first, &[("answer", OFFICE)], "energy").await;
            // From the link, as if the page had been closed in between.
            let energy = Page::open(&app, &url).await.is(200);
            let blockers = on(&energy, &[("answer", "5")], "blockers").await;
            let hours = on(&blockers, &[("answer", NOTHING)], "hours").await;
            let wish = on(&hours, &[("answer", sleep)], "wish").await;
            wish.send(&[("go", "skip")]).await.follow().await.is(200);
            let record = record(&quiz, &user).await;
            // 100, 100 and the points for the hours.
            assert_eq!((&record["isCompleted"], &record["score"]), (&json!(true), &json!([67, 100][attempt])), "{url}");
        }
    }
}
