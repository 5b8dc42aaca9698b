//! Shared reports: who may make them, what they show, and when they show nothing.

use domain::Role;
use serde_json::json;

use crate::support::{App, Person, QuizAt};

const OPTIONS: [&str; 3] = [
    "11111111-1111-4111-8111-111111111111",
    "22222222-2222-4222-8222-222222222222",
    "33333333-3333-4333-8333-333333333333",
];

async fn quiz(app: &App) -> QuizAt<'_> {
    let options: Vec<_> =
        OPTIONS.iter().zip(["Red", "Green", "Blue"]).map(|(id, label)| json!({ "id": id, "label": label })).collect();
    app.quiz(json!({
        "name": "Colours", "language": "en", "anonymous": false, "inapp": true,
        "questions": [
            { "id": "colour", "text": "A colour?", "options": options },
            { "id": "secret", "kind": "text", "required": false, "text": "Why?" },
            { "id": "after", "text": "Really?", "showIf": { "question": "colour", "is": [OPTIONS[0]] }, "options": options }]
    }))
    .await
}

async fn answers(quiz: &QuizAt<'_>, from: usize, colours: &[usize]) {
    for (number, colour) in colours.iter().enumerate() {
        let session = format!("session-{}", from + number);
        quiz.session(&session).await;
        let mut answers = json!({ "colour": OPTIONS[*colour], "secret": "a text of mine" });
        if *colour == 0 {
            answers["after"] = json!(OPTIONS[1]);
        }
        let body = json!({ "sessionId": session, "answers": answers });
        quiz.post("/users/inapp/answers/submit").json(body).await.is(200);
    }
}

/// The path of a new report.
async fn report(quiz: &QuizAt<'_>, owner: &Person<'_>, threshold: &str) -> String {
    let fields = [
        ("title", "For the board"),
        ("table", "q.colour"),
        ("table", "q.after"),
        ("days", "30"),
        ("threshold", threshold),
    ];
    let html = owner.post(&quiz.dashboard("insights/reports"), &fields).await.is(200).text();
    let token = html.split("/report/").nth(1).and_then(|rest| rest.split('"').next()).expect("a link");
    format!("/report/{token}")
}

#[tokio::test]
async fn a_report_hides_small_groups_and_is_renewed_by_a_thresholds_worth() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let quiz = quiz(&app).await;
    let link = report(&quiz, &owner, "5").await;
    answers(&quiz, 0, &[1; 4]).await;
    let early = app.get(&link).await.is(200).text();
    assert!(early.contains("nothing to show") && early.contains("For the board"), "{early}");
    answers(&quiz, 4, &[1, 1, 1, 0, 2, 2, 2, 2, 2, 2]).await;
    let first = app.get(&link).await.is(200).text();
    // Seven chose green, six blue, one red: red is told with green, the first of the others.
    assert!(first.contains("14 responses") && first.contains("6 of 14 · 43 %"), "{first}");
    assert!(!first.contains("7 of 14") && !first.contains("1 of 14"), "{first}");
    assert!(!first.contains("Really?") && !first.contains("a text of mine") && !first.contains("Why?"), "{first}");
    assert!(first.contains(&format!("href=\"{link}/table-0.csv\"")), "{first}");
    let csv = app.get(&format!("{link}/table-0.csv")).await.is(200);
    for (name, value) in
        [("cache-control", "no-store"), ("x-robots-tag", "noindex"), ("x-content-type-options", "nosniff")]
    {
        assert_eq!(csv.header(name), value);
    }
    let csv = csv.text();
    assert!(
        csv.starts_with("Answer,People,Of,Percent\r\nRed,hidden,,\r\nGreen,hidden,,\r\nBlue,6,14,42.9\r\n"),
        "{csv}"
    );
    let svg = app.get(&format!("{link}/table-0.svg")).await.is(200).text();
    assert!(svg.contains("6 of 14 · 43 %") && svg.matches(">hidden</text>").count() >= 2, "{svg}");
    assert!(svg.contains("14 responses, as of ") && !svg.contains("7 of 14") && !svg.contains("1 of 14"), "{svg}");
    app.get(&format!("{link}/table-0.png")).await.is(404);
    for missing in ["table-1.csv", "table-0.pdf", "q-after.csv", "table-0"] {
        app.get(&format!("{link}/{missing}")).await.is(404);
    }
    answers(&quiz, 14, &[1; 4]).await;
    assert!(app.get(&link).await.is(200).text().contains("14 responses"), "four more are too few");
    answers(&quiz, 18, &[1]).await;
    let second = app.get(&link).await.is(200).text();
    assert!(second.contains("19 responses") && second.contains("5, others hidden"), "{second}");
}

#[tokio::test]
async fn a_report_is_withdrawn_after_an_erasure_until_enough_was_added() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let quiz = quiz(&app).await;
    let link = report(&quiz, &owner, "5").await;
    answers(&quiz, 0, &[1; 8]).await;
    assert!(app.get(&link).await.is(200).text().contains("8 of 8 · 100 %"));
    app.get(&format!("{link}/table-0.csv")).await.is(200);
    app.delete(&format!("{}/users/session-3", quiz.url)).key(&app.key).await.is(200);
    assert!(app.get(&link).await.is(200).text().contains("nothing to show"));
    app.get(&format!("{link}/table-0.csv")).await.is(404);
    answers(&quiz, 8, &[1; 4]).await;
    assert!(app.get(&link).await.is(200).text().contains("nothing to show"));
    answers(&quiz, 12, &[1; 3]).await;
    assert!(app.get(&link).await.is(200).text().contains("14 responses"));
}

/// A record that was not submitted is in no report: erasing it tells nothing.
#[tokio::test]
async fn a_report_stays_after_the_erasure_of_what_it_never_counted() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let quiz = quiz(&app).await;
    let erase = async |session: &str| {
        app.delete(&format!("{}/users/{session}", quiz.url)).key(&app.key).await.is(200);
    };
    quiz.session("session-a").await;
    erase("session-a").await;
    let link = report(&quiz, &owner, "5").await;
    answers(&quiz, 0, &[1; 8]).await;
    for session in ["session-b", "session-c", "session-d"] {
        quiz.session(session).await;
    }
    let answer = json!({ "sessionId": "session-c", "questionId": "colour", "answer": OPTIONS[0] });
    quiz.post("/users/inapp/answers").json(answer).await.is(200);
    let shows = async || app.get(&link).await.is(200).text().contains("8 of 8 · 100 %");
    assert!(shows().await);
    erase("session-b").await;
    erase("session-c").await;
    assert!(shows().await, "neither was submitted");
    // One that was submitted is not forgotten because of one after it that was not.
    erase("session-3").await;
    erase("session-d").await;
    assert!(!shows().await);
}

#[tokio::test]
async fn owners_make_and_end_reports_and_others_do_not() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let quiz = quiz(&app).await;
    let page = quiz.dashboard("insights/reports");
    editor.get(&page).await.is(403);
    let refused = owner.post(&page, &[("title", ""), ("days", "0"), ("threshold", "4")]).await.is(422).text();
    for problem in ["Enter a title", "Choose at least one", "from 1 to 366", "from 5 to 1000"] {
        assert!(refused.contains(problem), "{problem}: {refused}");
    }
    let link = report(&quiz, &owner, "10").await;
    let listed = owner.get(&page).await.is(200).text();
    assert!(listed.contains("For the board") && !listed.contains("q.after"), "{listed}");
    // It ends after a question.
    let action = listed.split("href=\"").find(|rest| rest.contains("/end\"")).and_then(|rest| rest.split('"').next());
    let action = action.expect("a link");
    assert!(!listed.contains(&format!("action=\"{action}\"")), "{listed}");
    let asked = owner.get(action).await.is(200).text();
    assert!(asked.contains("End the report For the board?"), "{asked}");
    app.get(&link).await.is(200);
    editor.get(action).await.is(403);
    owner.get(&action.replace("/end", "0/end")).await.is(404);
    owner.post(action, &[]).await.is(303);
    let (page, file) = (app.get(&link).await.is(404), app.get(&format!("{link}/table-0.csv")).await.is(404));
    let heading =
        |reply: &str| reply.split("<h1").nth(1).and_then(|rest| rest.split("</h1>").next()).map(str::to_owned);
    assert_eq!(heading(&page.text()), heading(&file.text()));
    app.get("/report/none").await.is(404);
}

/// A quiz of which a version asks one more question, and then asks another one of some only.
#[tokio::test]
async fn what_some_version_asks_of_some_only_is_in_no_report() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let quiz = quiz(&app).await;
    let page = quiz.dashboard("insights/reports");
    assert!(owner.get(&page).await.is(200).text().contains("value=\"q.colour\""));
    let labels = ["Red", "Green", "Blue"];
    let options: Vec<_> = OPTIONS.iter().zip(labels).map(|(id, label)| json!({ "id": id, "label": label })).collect();
    let publish = async |show_if: Option<serde_json::Value>| {
        let mut late = json!({ "id": "late", "text": "Late?", "options": options });
        if let Some(show_if) = show_if {
            late["showIf"] = show_if;
        }
        let questions = json!([{ "id": "colour", "text": "A colour?", "options": options }, late]);
        quiz.patch(json!({ "questions": questions })).await.is(200);
    };
    publish(None).await;
    assert!(owner.get(&page).await.is(200).text().contains("value=\"q.late\""), "a later version asks everyone");
    publish(Some(json!({ "question": "colour", "is": [OPTIONS[0]] }))).await;
    assert!(!owner.get(&page).await.is(200).text().contains("value=\"q.late\""));
    publish(None).await;
    let html = owner.get(&page).await.is(200).text();
    assert!(html.contains("value=\"q.colour\"") && !html.contains("value=\"q.late\""), "{html}");
}

/// Of options of which each person chooses exactly two, all but one would tell the last.
#[tokio::test]
async fn options_that_tell_of_one_another_are_told_together() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let labels = ["Red", "Green", "Blue"];
    let options: Vec<_> = OPTIONS.iter().zip(labels).map(|(id, label)| json!({ "id": id, "label": label })).collect();
    let quiz = app
        .quiz(json!({
            "name": "Colours", "language": "en", "anonymous": false, "inapp": true,
            "questions": [{ "id": "two", "kind": "multiple", "text": "Two?", "min": 2, "max": 2, "options": options }]
        }))
        .await;
    let fields = [("title", "Two"), ("table", "q.two"), ("days", "30"), ("threshold", "5")];
    let html = owner.post(&quiz.dashboard("insights/reports"), &fields).await.is(200).text();
    let token = html.split("/report/").nth(1).and_then(|rest| rest.split('"').next()).expect("a link");
    let link = format!("/report/{token}");
    let send = async |from: usize, pairs: &[[usize; 2]]| {
        for (number, pair) in pairs.iter().enumerate() {
            let session = format!("session-{}", from + number);
            quiz.session(&session).await;
            let body = json!({ "sessionId": session, "answers": { "two": pair.map(|at| OPTIONS[at]) } });
            quiz.post("/users/inapp/answers/submit").json(body).await.is(200);
        }
    };
    // Twelve chose red, eleven green, and so one blue.
    send(0, &[[0, 1]; 11]).await;
    send(11, &[[0, 2]]).await;
    let first = app.get(&link).await.is(200).text();
    assert!(first.contains("12 responses") && !first.contains(" of 12"), "{first}");
    assert_eq!(first.matches("hidden</td>").count(), 3, "{first}");
    send(12, &[[0, 1], [0, 1], [0, 1], [0, 1], [0, 1]]).await;
    let second = app.get(&link).await.is(200).text();
    assert!(second.contains("5, others hidden"), "a batch that gives no one away is told: {second}");
}
