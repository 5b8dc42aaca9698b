//! Options that are not scored, and kinds of not answering, from the definition to figures and exports.

use domain::Role;
use serde_json::{Value, json};

use crate::{
    admin_answer_views::newest_export,
    exports::exported,
    support::{App, QuizAt, submit},
};

const HAS_NONE: &str = "10000000-0000-4000-8000-000000000004";

fn desk() -> Value {
    json!({
        "name": "Desk", "anonymous": false, "inapp": true,
        "questions": [
            { "id": "remote", "text": "Where?", "options": [{ "label": "At home" }, { "label": "In an office" }] },
            { "id": "desk", "text": "A good desk?", "weight": 3, "options": [
                { "label": "Yes", "points": 100 }, { "label": "No", "points": 0 },
                { "id": HAS_NONE, "label": "I have none", "points": null, "missing": "not_applicable" }] },
            { "id": "room", "text": "Room?", "required": false, "showIf": { "question": "remote", "is": [1] },
              "options": [{ "label": "Enough", "points": 80 }, { "label": "Little", "points": 20 },
                          { "label": "Rather not say", "points": 20, "missing": "declined" }] }],
        "scoring": { "method": "sum", "allowMissing": 1 }
    })
}

async fn answered(quiz: &QuizAt<'_>) {
    for (session, answers) in [
        ("session-1", json!({ "remote": 1, "desk": 1, "room": 1 })),
        ("session-2", json!({ "remote": 1, "desk": 3, "room": 3 })),
        ("session-3", json!({ "remote": 2, "desk": 2 })),
        ("session-4", json!({ "remote": 1, "desk": 2 })),
    ] {
        quiz.session(session).await;
        submit(quiz, session, answers).await;
    }
    quiz.session("session-5").await;
    let body = json!({ "sessionId": "session-5", "questionId": "remote", "answer": 1 });
    quiz.post("/users/inapp/answers").json(body).await.is(200);
}

#[tokio::test]
async fn a_definition_keeps_what_it_says_of_not_answering() {
    let app = App::start().await;
    let quiz = app.quiz(desk()).await;
    let record = quiz.get("").key(&app.key).await.is(200).json();
    let option =
        json!({ "id": HAS_NONE, "code": 3, "label": "I have none", "points": null, "missing": "not_applicable" });
    assert_eq!(record["questions"][1]["options"][2], option);
    let same = quiz.patch(json!({ "questions": record["questions"] })).await.is(200).json();
    assert_eq!(same["version"], 1);
    let public = quiz.get("/public").await.is(200).json();
    let shown = &public["questions"][1]["options"];
    assert_eq!((&shown[0]["missing"], &shown[2]["missing"]), (&Value::Null, &json!("not_applicable")));
    assert!(shown.as_array().expect("options").iter().all(|option| option.get("points").is_none()), "{shown}");
    // A change of scoring creates a version, and so does a change of what exports tell.
    let mut scored = record["questions"].clone();
    scored[1]["options"][2]["points"] = json!(50);
    assert_eq!(quiz.patch(json!({ "questions": scored })).await.is(200).json()["version"], 2);
    scored[1]["options"][2]["missing"] = json!("unknown");
    assert_eq!(quiz.patch(json!({ "questions": scored })).await.is(200).json()["version"], 3);
    scored[1]["options"][2]["missing"] = json!("never");
    quiz.patch(json!({ "questions": scored })).await.is(422);
    scored[1]["options"][2]
        .as_object_mut()
        .expect("an option")
        .retain(|field, _| field != "points" && field != "missing");
    quiz.patch(json!({ "questions": scored })).await.invalid_at(&["questions[1].options[2].points"]);
}

#[tokio::test]
async fn an_answer_that_is_not_scored_is_told_and_left_out_of_scores_and_figures_name_it() {
    let app = App::start().await;
    let quiz = app.quiz(desk()).await;
    answered(&quiz).await;
    let mut scores = Vec::new();
    for session in ["session-1", "session-2", "session-3", "session-4"] {
        let record = quiz.whole_answers_of(session).await.is(200).answers();
        scores.push(["score", "score_min", "score_max"].map(|field| record[field].as_f64().expect("a number")));
        assert!(record.get("missing").is_none(), "{record}");
    }
    // The fourth left a question of weight 1 open, next to one of weight 3 with 0 points.
    assert_eq!(scores, [[380.0, 20.0, 380.0], [20.0, 20.0, 80.0], [0.0, 0.0, 300.0], [0.0, 20.0, 380.0]]);
    let second = quiz.whole_answers_of("session-2").await.is(200).answers();
    assert_eq!(second["qAnswers"]["desk"], HAS_NONE);
    assert_eq!(second["indicator_scores"], json!({ "room": 20 }));

    let insights = quiz.get("/insights").key(&app.key).await.is(200).json();
    let desk = &insights["questions"][1];
    let told: Vec<_> =
        desk["options"].as_array().expect("options").iter().map(|o| (&o["chosen"], &o["missing"])).collect();
    let kind = json!("not_applicable");
    assert_eq!(told, [(&json!(1), &Value::Null), (&json!(2), &Value::Null), (&json!(1), &kind)]);
    assert_eq!(desk["answered"], 4);
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let html = owner.get(&quiz.dashboard("insights")).await.is(200).text();
    assert!(html.contains("4 answers, 1 of them without a value"), "{html}");
    assert!(html.contains("(counts as not applicable)") && html.contains("(counts as declined)"), "{html}");
    let person = owner.get(&quiz.dashboard("answers/session-2")).await.is(200).text();
    assert!(person.contains("Not scored") && person.contains("I have none"), "{person}");
}

#[tokio::test]
async fn exports_tell_it_apart_from_what_was_not_shown_and_not_reached() {
    let app = App::start().await;
    let quiz = app.quiz(desk()).await;
    answered(&quiz).await;
    let programs = [
        ["", ""],
        ["not_applicable", "declined"],
        ["", "not_shown"],
        ["", "left_open"],
        ["not_reached", "not_reached"],
    ];
    let people = [
        ["", ""],
        ["Does not apply", "Declined"],
        ["", "Not shown"],
        ["", "Left open"],
        ["Not reached", "Not reached"],
    ];
    let text = exported(&quiz, "csv").await.text();
    assert_eq!(columns(&text, ["desk.missing", "room.missing"]), programs, "{text}");
    assert_eq!(columns(&text, ["desk.points", "room.points"])[..3], [["100", "80"], ["", "20"], ["0", ""]], "{text}");
    let made = |body: Value| async {
        quiz.post("/exports").key(&quiz.app.key).json(body).await.is(202);
        newest_export(&quiz).await
    };
    let text = made(json!({ "form": "people" })).await;
    assert_eq!(columns(&text, ["A good desk? (no answer)", "Room? (no answer)"]), people, "{text}");
    let text = made(json!({ "columns": ["desk.missing", "room.missing"], "format": "jsonl" })).await;
    assert_eq!(text.lines().nth(1), Some(r#"{"desk.missing":"not_applicable","room.missing":"declined"}"#));

    let lines = exported(&quiz, "jsonl").await.text();
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    for (at, session) in ["session-1", "session-2", "session-3", "session-4", "session-5"].into_iter().enumerate() {
        let mut line = lines[at].clone();
        let missing = line.as_object_mut().expect("a record").remove("missing").unwrap_or(json!({}));
        let told = [&missing["desk"], &missing["room"]].map(|why| why.as_str().unwrap_or_default());
        assert_eq!(told, programs[at], "{session}");
        assert_eq!(line, quiz.whole_answers_of(session).await.is(200).answers(), "the rest is what the API shows");
    }
    exported(&quiz, "xlsx").await;
}

fn columns(file: &str, headings: [&str; 2]) -> Vec<[String; 2]> {
    let mut rows = csv::Reader::from_reader(file.trim_start_matches('\u{feff}').as_bytes());
    let header = rows.headers().expect("a header").clone();
    let places = headings.map(|heading| header.iter().position(|known| known == heading).expect("a column"));
    rows.records().map(|row| row.map(|row| places.map(|place| row[place].to_owned())).expect("a row")).collect()
}
