//! `/api/v1/namespaces/{namespaceId}/quizzes`

use serde_json::{Value, json};

use crate::support::App;

const QUIZZES: &str = "/api/v1/namespaces/acme/quizzes";

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

fn own(id: &str) -> Value {
    json!({ "id": id, "text": "Do you?", "options": [{ "label": "Yes" }, { "label": "No" }] })
}

#[tokio::test]
async fn a_name_is_all_it_takes() {
    let app = App::start().await;
    let quiz = app.post(QUIZZES).key(&app.key).json(json!({ "name": "Check" })).await.is(201).json();
    let mut expected = [
        "id",
        "namespaceId",
        "name",
        "description",
        "kind",
        "anonymous",
        "inapp",
        "status",
        "language",
        "primaryColor",
        "questions",
        "version",
        "createdAt",
        "updatedAt",
        "opensAt",
        "closesAt",
        "retryAfterDays",
        "allowedOrigins",
        "about",
        "respondentsMayErase",
        "responses",
        "csvExportStatus",
        "csvExportPath",
        "csvExportError",
        "csvExportRows",
        "csvExportProgress",
        "csvExportSha256",
    ];
    let mut found = keys(&quiz);
    expected.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, expected);
    assert_eq!(quiz["kind"], "open");
    assert_eq!(quiz["status"], "open");
    assert_eq!(quiz["language"], "en");
    assert_eq!(quiz["version"], 1);
    assert_eq!(quiz["responses"], json!({ "started": 0, "completed": 0 }));
    assert_eq!(quiz["csvExportStatus"], Value::Null);
    let questions = quiz["questions"].as_array().expect("questions");
    let ids: Vec<&str> = questions.iter().filter_map(|question| question["id"].as_str()).collect();
    assert_eq!(ids, ["fhn1", "fhn2", "fhn3", "fhn4", "fhn5", "fhn6", "fhn7", "fhn8"]);
    assert_eq!(questions[4]["options"][1]["points"], 85);
    let id = quiz["id"].as_str().expect("an id");
    assert!(id.len() == 16 && id.bytes().all(|byte| byte.is_ascii_alphanumeric()), "{id}");
    let shown = app.get(&format!("{QUIZZES}/{id}")).key(&app.key).await.is(200).json();
    assert_eq!(shown, quiz);
}

#[tokio::test]
async fn two_flags_make_three_kinds() {
    let app = App::start().await;
    for (anonymous, inapp, kind) in [(true, false, "open"), (false, true, "inapp"), (false, false, "invited")] {
        let body = json!({ "name": "Q", "anonymous": anonymous, "inapp": inapp });
        let quiz = app.post(QUIZZES).key(&app.key).json(body).await.is(201).json();
        assert_eq!(quiz["kind"], kind);
    }
    let both = json!({ "name": "Q", "anonymous": true, "inapp": true });
    app.post(QUIZZES).key(&app.key).json(both).await.invalid_at(&["inapp"]);
    let inapp = json!({ "name": "Q", "inapp": true });
    app.post(QUIZZES).key(&app.key).json(inapp).await.invalid_at(&["inapp"]);
}

#[tokio::test]
async fn everything_that_was_said_comes_back() {
    let app = App::start().await;
    let option = "11111111-2222-4333-8444-555555555555";
    let body = json!({
        "name": "Haushalt & más",
        "description": { "en": "About you", "es": "Sobre ti" },
        "language": "es",
        "primaryColor": "#0a7d4f",
        "opensAt": "2020-01-01T01:00:00+01:00",
        "closesAt": "2100-01-01T00:00:00Z",
        "allowedOrigins": ["https://app.example.com", "http://localhost:8080"],
        "questions": [
            { "id": "fhn3", "required": false },
            {
                "id": "pet",
                "text": { "en": "A pet?", "es": "¿Mascota?" },
                "help": "Any",
                "options": [{ "id": option, "label": { "en": "Cat", "es": "Gato" } }, { "label": "🐕" }],
            },
        ],
    });
    let quiz = app.post(QUIZZES).key(&app.key).json(body.clone()).await.is(201).json();
    for field in ["name", "description", "language", "primaryColor", "closesAt", "allowedOrigins"] {
        assert_eq!(quiz[field], body[field], "{field}");
    }
    assert_eq!(quiz["opensAt"], "2020-01-01T00:00:00Z");
    let [built_in, own] = &quiz["questions"].as_array().expect("questions")[..] else { panic!("two questions") };
    assert_eq!((&built_in["builtIn"], &built_in["required"]), (&json!(true), &json!(false)));
    assert_eq!((&own["builtIn"], &own["required"]), (&json!(false), &json!(true)));
    assert_eq!(own["text"], body["questions"][1]["text"]);
    assert_eq!(own["help"], "Any");
    assert_eq!(own["options"][0], json!({ "id": option, "code": 1, "label": { "en": "Cat", "es": "Gato" } }));
    assert_eq!(own["options"][1]["code"], 2);
    assert_eq!(own["options"][1]["label"], "🐕");
    let made = own["options"][1]["id"].as_str().expect("an id was made");
    assert_eq!(made.len(), 36);
}

#[tokio::test]
async fn every_mistake_is_named_with_its_place() {
    let app = App::start().await;
    for (change, places) in [
        (json!({ "name": "" }), &["name"][..]),
        (json!({ "name": "x".repeat(201) }), &["name"]),
        (json!({ "primaryColor": "blue" }), &["primaryColor"]),
        (json!({ "primaryColor": "#12345" }), &["primaryColor"]),
        (json!({ "opensAt": "2030-01-02T00:00:00Z", "closesAt": "2030-01-01T00:00:00Z" }), &["closesAt"]),
        (json!({ "allowedOrigins": ["https://a.example", "https://b.example/path"] }), &["allowedOrigins[1]"]),
        (json!({ "allowedOrigins": ["*"] }), &["allowedOrigins[0]"]),
        (json!({ "questions": [] }), &["questions"]),
        (json!({ "questions": [{ "id": "fhn1", "text": "Mine" }] }), &["questions[0]"]),
        (json!({ "questions": [{ "id": "Not valid" }] }), &["questions[0].id"]),
        (json!({ "questions": [own("a"), own("a")] }), &["questions[1].id"]),
        (
            json!({ "questions": [own("a"), { "id": "b", "text": "T", "options": [{ "label": "1" }] }] }),
            &["questions[1].options"],
        ),
        (json!({ "questions": [{ "id": "b" }] }), &["questions[0].text", "questions[0].options"]),
        (
            json!({ "questions": [{ "id": "b", "text": "T", "options": [{ "label": "" }, { "id": "no", "label": "2" }] }] }),
            &["questions[0].options[0].label", "questions[0].options[1].id"],
        ),
        (json!({ "name": "", "primaryColor": "x", "questions": [] }), &["primaryColor", "name", "questions"]),
        (
            json!({ "language": "es", "questions": [{ "id": "b", "text": { "en": "T" }, "options": [{ "label": "1" }, { "label": "2" }] }] }),
            &["questions"],
        ),
        // Values of the wrong kind are named too.
        (json!({ "name": 5 }), &["name"]),
        (json!({ "anonymous": "yes" }), &["anonymous"]),
        (json!({ "language": "french" }), &["language"]),
        (json!({ "opensAt": "tomorrow" }), &["opensAt"]),
        (json!({ "questions": [own("a"), { "text": "no id" }] }), &["questions[1].id"]),
        (json!({ "questions": [{ "id": "a", "text": 7 }] }), &["questions[0].text"]),
        (json!({ "questions": [{ "id": "a", "text": "T", "options": [{}] }] }), &["questions[0].options[0].label"]),
    ] {
        let mut body = json!({ "name": "Fine" });
        for (field, value) in change.as_object().expect("an object") {
            body[field] = value.clone();
        }
        app.post(QUIZZES).key(&app.key).json(body).await.invalid_at(places);
    }
    app.post(QUIZZES).key(&app.key).json(json!({})).await.invalid_at(&["name"]);
    app.get(QUIZZES).key(&app.key).await.is(200).json()["items"]
        .as_array()
        .expect("items")
        .is_empty()
        .then_some(())
        .expect("nothing was stored");
}

#[tokio::test]
async fn the_largest_quiz_there_may_be_is_taken() {
    let app = App::start().await;
    let label = |number: usize| json!({ "label": format!("{number} {}", "x".repeat(60)) });
    let question = |number: usize| json!({ "id": format!("q{number}"), "text": "T", "options": (0..30).map(label).collect::<Vec<_>>() });
    let questions: Vec<Value> = (0..200).map(question).collect();
    let body = json!({ "name": "é".repeat(200), "questions": questions });
    assert!(body.to_string().len() > 400_000);
    let quiz = app.post(QUIZZES).key(&app.key).json(body).await.is(201).json();
    assert_eq!(quiz["questions"].as_array().map(Vec::len), Some(200));
}

#[tokio::test]
async fn a_quiz_of_another_namespace_or_of_none_is_missing() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    app.namespace("other").await;
    let key = app.key_for(None, server::store::KeyScope::Admin).await;
    for (path, message) in [
        (format!("/api/v1/namespaces/other/quizzes/{}", quiz.id), "quiz does not exist"),
        ("/api/v1/namespaces/acme/quizzes/0000000000000000".to_owned(), "quiz does not exist"),
        (format!("/api/v1/namespaces/nowhere/quizzes/{}", quiz.id), "namespace does not exist"),
    ] {
        app.get(&path).key(&key).await.fails(404, message);
        app.get(&format!("{path}/public")).await.fails(404, message);
        app.get(&format!("{path}/answers")).key(&key).await.fails(404, message);
        app.patch(&path).key(&key).json(json!({})).await.fails(404, message);
        app.delete(&path).key(&key).await.fails(404, message);
        app.post(&format!("{path}/users")).key(&key).json(json!({ "users": [{}] })).await.fails(404, message);
        app.post(&format!("{path}/users/anonymous/genId")).await.fails(404, message);
        let body = json!({ "sessionId": "session" });
        app.post(&format!("{path}/users/anonymous/initQuiz")).json(body).await.fails(404, message);
    }
    app.get("/api/v1/namespaces/nowhere/quizzes").key(&key).await.fails(404, "namespace does not exist");
    let body = json!({ "name": "Q" });
    app.post("/api/v1/namespaces/nowhere/quizzes").key(&key).json(body).await.fails(404, "namespace does not exist");
}

#[tokio::test]
async fn the_list_is_newest_first_and_comes_in_pieces() {
    let app = App::start().await;
    let mut made = Vec::new();
    for number in 0..5 {
        made.push(app.quiz(json!({ "name": format!("Quiz {number}") })).await.id);
    }
    made.reverse();
    for limit in [1, 2, 4, 5, 200] {
        let mut found = Vec::new();
        let mut path = format!("{QUIZZES}?limit={limit}");
        loop {
            let page = app.get(&path).key(&app.key).await.is(200).json();
            let items = page["items"].as_array().expect("items");
            assert!(!items.is_empty() && items.len() <= limit);
            found.extend(items.iter().map(|item| item["id"].as_str().expect("an id").to_owned()));
            let Some(cursor) = page["nextCursor"].as_str() else { break };
            path = format!("{QUIZZES}?limit={limit}&cursor={cursor}");
        }
        assert_eq!(found, made, "limit {limit}");
    }
    for query in ["limit=0", "limit=201", "limit=x", "cursor=00", "cursor=zz", "limit=1&limit=2"] {
        app.get(&format!("{QUIZZES}?{query}")).key(&app.key).await.is(400);
    }
}

#[tokio::test]
async fn a_deleted_quiz_is_gone_with_everything_in_it() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let anon_id = quiz.submitted().await;
    let body = app.delete(&quiz.url).key(&app.key).await.is(200).json();
    assert_eq!(body, json!({ "deleted": true }));
    app.delete(&quiz.url).key(&app.key).await.fails(404, "quiz does not exist");
    quiz.get("").key(&app.key).await.fails(404, "quiz does not exist");
    quiz.get("/public").await.fails(404, "quiz does not exist");
    quiz.answers_of(&anon_id).await.fails(500, "quiz does not exist");
    let body = json!({ "anon_id": anon_id });
    quiz.post("/users/anonymous/initQuiz").json(body).await.fails(404, "quiz does not exist");
    assert_eq!(app.get(QUIZZES).key(&app.key).await.json()["items"], json!([]));
}

#[tokio::test]
async fn the_record_counts_who_began_and_who_finished() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    quiz.begin().await;
    quiz.submitted().await;
    quiz.submitted().await;
    let record = quiz.get("").key(&app.key).await.is(200).json();
    assert_eq!(record["responses"], json!({ "started": 3, "completed": 2 }));
}

#[tokio::test]
async fn a_change_can_be_tied_to_the_revision_that_it_was_made_from() {
    let app = App::start().await;
    let made = app.post(QUIZZES).key(&app.key).json(json!({ "name": "Check" })).await.is(201);
    let url = made.header("location").strip_prefix("https://quiz.example").expect("an absolute address").to_owned();
    let first = made.header("etag").to_owned();
    let get = async || app.get(&url).key(&app.key).header("if-none-match", "*").await.is(200);
    assert_eq!(get().await.header("etag"), first);
    let change = |tag: &str| app.patch(&url).key(&app.key).header("if-match", tag).json(json!({ "name": tag }));

    let second = change(&first).await.is(200).header("etag").to_owned();
    assert_ne!(second, first);
    assert_eq!(get().await.header("etag"), second);
    for stale in [first.clone(), format!("W/{second}"), "\"other\"".to_owned(), "garbage".to_owned()] {
        let refused = change(&stale).await.fails(412, "the quiz has been changed since");
        assert_eq!(refused.header("x-error-code"), "quiz_changed");
    }
    assert_eq!(get().await.json()["name"], first.as_str());
    change(&format!("{first}, {second}")).await.is(200);
    change("*").await.is(200);
}

#[tokio::test]
async fn answers_and_exports_leave_the_revision_alone() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let etag = quiz.get("").key(&app.key).await.header("etag").to_owned();
    quiz.submitted().await;
    quiz.post("/csvExport").key(&app.key).await.is(202);
    assert_eq!(quiz.get("").key(&app.key).await.header("etag"), etag);
}
