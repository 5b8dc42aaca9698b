//! Quizzes with all kinds of question and their own scoring, from the definition to the export.

use domain::Role;
use serde_json::{Value, json};

use crate::{
    exports::exported,
    support::{App, QuizAt},
};

const AT_HOME: &str = "10000000-0000-4000-8000-000000000001";
const MEETINGS: &str = "20000000-0000-4000-8000-000000000001";
const NOISE: &str = "20000000-0000-4000-8000-000000000002";

pub(crate) fn team_health() -> Value {
    json!({
        "name": { "en": "Team health", "es": "Salud del equipo" }, "language": "en", "anonymous": false, "inapp": true,
        "start": { "text": "Five minutes, once a quarter." },
        "end": { "text": "Thanks!", "next": { "label": "Back to the team page", "url": "https://example.org" } },
        "questions": [
            { "id": "remote", "required": true, "text": "Where do you work?",
              "options": [{ "id": AT_HOME, "label": "At home" }, { "label": "In an office" },
                          { "label": "Elsewhere", "other": true }] },
            { "id": "energy", "kind": "scale", "required": true, "text": "How much energy do you have?", "from": 1, "to": 5,
              "labels": { "1": "None", "5": { "en": "Plenty", "es": "Mucha" } }, "category": "body", "points": "linear" },
            { "id": "desk", "required": true, "text": "Is your desk comfortable?", "category": "body", "weight": 2,
              "showIf": { "question": "remote", "is": [AT_HOME] },
              "options": [{ "label": "Yes", "points": 100 }, { "label": "Mostly", "points": 60 }, { "label": "No", "points": 0 }] },
            { "id": "blockers", "kind": "multiple", "required": false, "text": "What gets in your way?", "category": "work",
              "max": 3,
              "options": [{ "id": MEETINGS, "label": "Meetings", "points": -40 }, { "id": NOISE, "label": "Noise", "points": -30 },
                          { "label": "Nothing", "points": 100, "exclusive": true }] },
            { "id": "hours", "kind": "number", "required": true, "text": "Hours of sleep?", "min": 0, "max": 24, "decimals": 1,
              "category": "body", "ranges": [{ "below": 5, "points": 0 }, { "below": 7, "points": 50 }, { "points": 100 }] },
            { "id": "wish", "kind": "text", "required": false, "text": "One wish?", "long": true, "maxLength": 1000 }],
        "scoring": {
            "method": "average",
            "categories": [{ "id": "body", "name": "Body" }, { "id": "work", "name": "Work" }],
            "bands": [{ "id": "low", "from": 0, "name": "Running low", "hue": "rose" },
                      { "id": "fine", "from": 50, "name": "Fine", "hue": "leaf" }],
            "cards": [{ "id": "sleep", "about": { "question": "hours" }, "focusBelow": 80, "title": "Sleep",
                        "bands": { "fine": { "subTitle": "Go to bed.", "stepsTitle": "Tonight", "steps": ["Lights out at ten"],
                                             "boost": "Try it" } } }] }
    })
}

pub(crate) async fn answered(quiz: &QuizAt<'_>, session: &str) {
    quiz.session(session).await;
    for (question, answer) in [
        ("remote", json!(1)),
        ("energy", json!(4)),
        ("desk", json!(2)),
        ("hours", json!(6.5)),
        ("blockers", json!([1])),
        ("wish", json!("=more \"sun\"")),
    ] {
        let body = json!({ "sessionId": session, "questionId": question, "answer": answer });
        quiz.post("/users/inapp/answers").json(body).await.is(200);
    }
}

pub(crate) async fn submitted(quiz: &QuizAt<'_>, session: &str) {
    answered(quiz, session).await;
    quiz.post("/users/inapp/answers/submit").json(json!({ "sessionId": session })).await.is(200);
}

#[tokio::test]
async fn a_definition_comes_back_as_it_was_written() {
    let app = App::start().await;
    let body = team_health();
    let quiz = app.quiz(body.clone()).await;
    let record = quiz.get("").key(&app.key).await.is(200).json();
    for field in ["scoring", "start", "end"] {
        assert_eq!(record[field], body[field], "{field}");
    }
    for (shown, written) in
        record["questions"].as_array().expect("questions").iter().zip(body["questions"].as_array().expect("questions"))
    {
        for (field, value) in written.as_object().expect("a question") {
            match value.as_array().filter(|_| field == "options") {
                None => assert_eq!(&shown[field], value, "{field} of {}", written["id"]),
                Some(options) => {
                    for (shown, written) in shown["options"].as_array().expect("options").iter().zip(options) {
                        for (field, value) in written.as_object().expect("an option") {
                            assert_eq!(&shown[field], value, "{field}");
                        }
                    }
                }
            }
        }
    }
    assert_eq!(record["questions"][0]["kind"], "choice", "a choice is written without its kind, and shown with it");
    // A change of the scoring alone creates a version; removing the scoring requires removing points and categories
    // too.
    let mut scoring = body["scoring"].clone();
    scoring["bands"][1]["from"] = json!(70);
    let changed = quiz.patch(json!({ "scoring": scoring, "review": true })).await.is(200).json();
    assert_eq!((&changed["version"], &changed["review"]), (&json!(2), &json!(true)));
    assert_eq!(changed["scoring"]["bands"][1]["from"], 70);
    quiz.patch(json!({ "scoring": null })).await.invalid_at(&["scoring"]);
    let gone = quiz.patch(json!({ "end": null })).await.is(200).json();
    assert!(gone.get("end").is_none() && gone.get("start").is_some(), "{gone}");
}

#[tokio::test]
async fn mistakes_in_a_definition_are_named_with_path_and_code() {
    let app = App::start().await;
    for (at, value, path, code) in [
        ("/questions/4/category", json!("mind"), "questions[4].category", "unknown_category"),
        ("/scoring/bands/1/from", json!(-1), "scoring.bands[1].from", "not_ascending"),
    ] {
        let mut body = team_health();
        *body.pointer_mut(at).expect("it is there") = value;
        let reply = app.post("/api/v1/namespaces/acme/quizzes").key(&app.key).json(body).await;
        let details = reply.is(422).json()["details"].clone();
        let found =
            details.as_array().expect("details").iter().any(|detail| detail["path"] == path && detail["code"] == code);
        assert!(found, "{at}: {details}");
    }
}

#[tokio::test]
async fn the_example_has_the_published_scores_with_a_key_and_none_without() {
    let app = App::start().await;
    let quiz = app.quiz(team_health()).await;
    submitted(&quiz, "session-1").await;
    let record = quiz.whole_answers_of("session-1").await.is(200).answers();
    assert_eq!((&record["score"], &record["band"]), (&json!(61), &json!("fine")));
    assert_eq!(record["category_scores"], json!({ "body": 61, "work": 60 }));
    assert_eq!(record["indicator_scores"], json!({ "energy": 75, "desk": 60, "hours": 50, "blockers": 60 }));
    assert_eq!(record["values"], json!({ "energy": 4, "hours": 6.5, "blockers": [MEETINGS], "wish": "=more \"sun\"" }));
    assert_eq!(record["qAnswers"]["remote"], AT_HOME);
    assert!(record.get("cards").is_none() && record.get("recommendations").is_none(), "{record}");

    let public = quiz.answers_of("session-1").await.is(200).answers();
    for absent in ["score", "band", "category_scores", "values", "cards"] {
        assert!(public.get(absent).is_none(), "{absent}: {public}");
    }
    assert_eq!((&public["qAnswers"], &public["indicator_scores"]), (&json!({}), &json!({})));

    let of_type = |kind: &str| quiz.get(&format!("/users/session-1/answers?recommendations_type={kind}"));
    let min = of_type("min").key(&app.key).await.is(200).answers();
    let card = json!({ "id": "sleep", "priority": 1, "show_required": true, "steps": ["Lights out at ten"] });
    assert_eq!((&min["cards"], &min["recommendations"]), (&json!([card]), &json!([])));
    let full = of_type("full").key(&app.key).await.is(200).answers();
    assert_eq!(
        full["cards"],
        json!([{ "id": "sleep", "priority": 1, "show_required": true, "steps": ["Lights out at ten"], "band": "fine",
                 "question": "hours", "title": "Sleep", "subTitle": "Go to bed.", "stepsTitle": "Tonight", "boost": "Try it" }])
    );
    assert!(of_type("full").await.is(200).answers().get("cards").is_none());
}

#[tokio::test]
async fn an_answer_of_the_wrong_shape_is_refused_with_path_and_code() {
    let app = App::start().await;
    let quiz = app.quiz(team_health()).await;
    quiz.session("session-3").await;
    for (question, answer, code) in [
        ("energy", json!(null), "required"),
        ("hours", json!(6.55), "too_precise"),
        ("blockers", json!([1, 3]), "exclusive"),
        ("wish", json!(true), "wrong_type"),
    ] {
        let body = json!({ "sessionId": "session-3", "questionId": question, "answer": answer });
        let details = quiz.post("/users/inapp/answers").json(body).await.is(422).json()["details"].clone();
        assert_eq!((&details[0]["path"], &details[0]["code"]), (&json!("answer"), &json!(code)), "{question} {answer}");
        let body = json!({ "sessionId": "session-3", "answers": { question: answer } });
        let details = quiz.post("/users/inapp/answers/submit").json(body).await.is(422).json()["details"].clone();
        assert_eq!((&details[0]["path"], &details[0]["code"]), (&json!(format!("answers.{question}")), &json!(code)));
    }
    let stored = quiz.whole_answers_of("session-3").await.is(200).answers();
    assert_eq!((&stored["completionStatus"], &stored["qAnswers"]), (&json!(1), &json!({})));
}

#[tokio::test]
async fn public_info_tells_the_questions_and_nothing_of_the_scoring() {
    let app = App::start().await;
    let quiz = app.quiz(team_health()).await;
    let shown = quiz.get("/public?language=es").await.is(200).json();
    assert_eq!(shown["questions"][0]["kind"], "choice");
    let energy = &shown["questions"][1];
    assert_eq!((&energy["kind"], &energy["from"], &energy["to"]), (&json!("scale"), &json!(1), &json!(5)));
    assert_eq!(energy["labels"], json!({ "1": "None", "5": "Mucha" }));
    assert_eq!(shown["questions"][2]["showIf"], json!({ "question": "remote", "is": [AT_HOME] }));
    assert_eq!(shown["questions"][0]["options"][2]["other"], true);
    assert_eq!(shown["questions"][3]["options"][2]["exclusive"], true);
    assert_eq!(shown["start"], json!({ "text": "Five minutes, once a quarter." }));
    assert_eq!(shown["end"]["next"]["url"], "https://example.org");
    let text = shown.to_string();
    for secret in ["points", "weight", "category", "ranges", "bands", "scoring", "cards", "Sleep"] {
        assert!(!text.contains(&format!("\"{secret}\"")), "{secret}: {text}");
    }
}

#[tokio::test]
async fn every_export_has_the_columns_of_each_kind() {
    let app = App::start().await;
    let quiz = app.quiz(team_health()).await;
    submitted(&quiz, "session-4").await;
    quiz.session("session-5").await;
    let text = exported(&quiz, "csv").await.text();
    let mut rows = csv::Reader::from_reader(text.as_bytes());
    let header = rows.headers().expect("a header").clone();
    let names: Vec<&str> = header.iter().skip(11).collect();
    assert_eq!(
        names,
        [
            "score",
            "spend_score",
            "save_score",
            "borrow_score",
            "plan_score",
            "band",
            "category.body",
            "category.work",
            "customData",
            "remote",
            "remote.code",
            "remote.label",
            "remote_other",
            "energy",
            "energy.points",
            "desk",
            "desk.code",
            "desk.label",
            "desk.points",
            "blockers",
            "blockers.1",
            "blockers.2",
            "blockers.3",
            "blockers.points",
            "hours",
            "hours.points",
            "wish",
        ]
    );
    let rows: Vec<csv::StringRecord> = rows.records().collect::<Result<_, _>>().expect("rows");
    let cell = |row: usize, name: &str| &rows[row][header.iter().position(|known| known == name).expect("a column")];
    for (name, value) in [
        ("score", "61"),
        ("plan_score", ""),
        ("band", "fine"),
        ("category.body", "61"),
        ("remote.code", "1"),
        ("remote.label", "At home"),
        ("energy", "4"),
        ("energy.points", "75"),
        ("desk.points", "60"),
        ("blockers", MEETINGS),
        ("blockers.1", "1"),
        ("blockers.2", "0"),
        ("blockers.points", "60"),
        ("hours", "6.5"),
        ("hours.points", "50"),
        ("wish", "'=more \"sun\""),
    ] {
        assert_eq!(cell(0, name), value, "{name}");
    }
    assert!(["score", "band", "energy", "blockers.1"].iter().all(|name| cell(1, name).is_empty()), "{text}");

    let text = exported(&quiz, "jsonl").await.text();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let mut shown = Vec::new();
    for user in ["session-4", "session-5"] {
        shown.push(quiz.whole_answers_of(user).await.is(200).answers());
    }
    assert_eq!(lines, shown);
    exported(&quiz, "xlsx").await;
}

#[tokio::test]
async fn the_dashboard_shares_and_edits_it() {
    let app = App::start().await;
    let mut body = team_health();
    (body["anonymous"], body["inapp"]) = (json!(true), json!(false));
    let open = app.quiz(body).await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let dashboard = format!("/admin/ns/acme/quizzes/{}", open.id);
    for page in [dashboard.clone(), format!("{dashboard}/share")] {
        let html = owner.get(&page).await.is(200).text();
        assert!(html.contains(&open.page()), "{page}: {html}");
    }
    owner.get(&format!("{dashboard}/share/qr.svg")).await.is(200);
    let lost = owner.get("/admin/nothing/here").await.is(404).text();
    assert!(lost.contains("The dashboard has no page") && lost.contains("href=\"/admin\""), "{lost}");

    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let html = editor.get(&format!("{dashboard}/edit")).await.is(200).text();
    assert!(html.contains("id=\"editor\"") && html.contains("What gets in your way?"), "{html}");
    for page in ["", "?q=hours", "?page=result"] {
        editor.get(&format!("{dashboard}/preview{page}")).await.is(200);
    }
}

#[tokio::test]
async fn lists_go_by_scores_of_any_size() {
    let app = App::start().await;
    let mut body = team_health();
    body["scoring"]["method"] = json!("sum");
    body["scoring"]["decimals"] = json!(1);
    body["scoring"]["bands"][1]["from"] = json!(200);
    let quiz = app.quiz(body).await;
    for (session, hours) in [("session-a", 4), ("session-b", 8)] {
        answered(&quiz, session).await;
        let body = json!({ "sessionId": session, "answers": { "hours": hours } });
        quiz.post("/users/inapp/answers/submit").json(body).await.is(200);
    }
    let list = quiz.get("/answers?sort=highest&scoreMin=100").key(&app.key).await.is(200).json();
    let scores: Vec<(&Value, &Value)> =
        list["items"].as_array().expect("items").iter().map(|item| (&item["userId"], &item["score"])).collect();
    // 75 + 2·60 − 40, with and without the points for the hours.
    assert_eq!(scores, [(&json!("session-b"), &json!(255)), (&json!("session-a"), &json!(155))]);
    let above = quiz.get("/answers?scoreMin=155.5").key(&app.key).await.is(200).json();
    assert_eq!(above["items"].as_array().map(Vec::len), Some(1), "{above}");
    let wrong = quiz.get("/answers?scoreMax=1.25").key(&app.key).await;
    wrong.fails(400, "scoreMax must be a number with at most one decimal place");

    // Scores of the category: 195 and 295.
    for (list, users) in [
        ("category=body&sort=lowest", vec!["session-a", "session-b"]),
        ("category=body&sort=highest", vec!["session-b", "session-a"]),
        ("category=body&scoreMin=195.1", vec!["session-b"]),
        ("category=body&band=low", vec!["session-a"]),
        ("category=work&scoreMax=-40", vec!["session-a", "session-b"]),
        ("category=spend", vec![]),
        ("category=body&state=started", vec![]),
        ("band=fine", vec!["session-b"]),
    ] {
        let found = quiz.get(&format!("/answers?{list}")).key(&app.key).await.is(200).json();
        let found: Vec<&str> =
            found["items"].as_array().expect("items").iter().filter_map(|item| item["userId"].as_str()).collect();
        assert_eq!(found, users, "{list}");
    }
    let first = quiz.get("/answers?category=body&sort=lowest&limit=1").key(&app.key).await.is(200).json();
    let cursor = first["nextCursor"].as_str().expect("a second page");
    let second = quiz.get(&format!("/answers?category=body&sort=lowest&limit=1&cursor={cursor}"));
    assert_eq!(second.key(&app.key).await.is(200).json()["items"][0]["userId"], "session-b");
    quiz.get(&format!("/answers?category=work&sort=lowest&limit=1&cursor={cursor}")).key(&app.key).await.is(400);
    for (parameter, of) in [("category", "mind"), ("band", "healthy"), ("category", "Not a name")] {
        let of = of.replace(' ', "%20");
        let wrong = quiz.get(&format!("/answers?{parameter}={of}")).key(&app.key).await.is(400).json();
        assert!(wrong["error"].as_str().is_some_and(|error| error.starts_with(parameter)), "{wrong}");
    }
}
