//! `/api/v1/namespaces/{namespaceId}/quizzes`

use serde_json::{Value, json};

use crate::support::App;

const QUIZZES: &str = "/api/v1/namespaces/acme/quizzes";

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
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
        "closingGrace",
        "timeZone",
        "retryAfterDays",
        "series",
        "allowedOrigins",
        "about",
        "respondentsMayErase",
        "resultByMail",
        "showProgress",
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
        "name": "</script>&amp; \"más\"\t\r\n\u{1}\u{2028}\u{202e}e\u{301} 👩‍👩‍👧‍👦",
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
    let found = app.listed(QUIZZES, &app.key, 2).await;
    assert_eq!(found.iter().filter_map(|item| item["id"].as_str()).collect::<Vec<_>>(), made);
    app.get(&format!("{QUIZZES}?cursor=00")).key(&app.key).await.is(400);
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
