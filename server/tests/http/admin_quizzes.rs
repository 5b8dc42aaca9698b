//! Creating, importing, opening, scheduling, duplicating and deleting quizzes.

use domain::Role;
use serde_json::{Value, json};

use crate::support::{App, EditorForm, Person, QuizAt, Reply};

const QUIZZES: &str = "/admin/ns/acme/quizzes";

async fn editor(app: &App) -> Person<'_> {
    app.member("editor@example.com", "acme", Role::Editor).await
}

/// The quiz that a form redirects to.
#[track_caller]
fn made<'a>(app: &'a App, reply: &Reply) -> QuizAt<'a> {
    assert_eq!(reply.status, 303, "{}", reply.text());
    let location = reply.header("location").to_owned();
    let id = location.strip_prefix(&format!("{QUIZZES}/")).expect("the new quiz's page");
    let id = id.split(['?', '/']).next().expect("an id").to_owned();
    QuizAt { app, namespace: "acme".to_owned(), url: format!("/api/v1/namespaces/acme/quizzes/{id}"), id }
}

async fn record(quiz: &QuizAt<'_>) -> Value {
    quiz.get("").key(&quiz.app.key).await.is(200).json()
}

fn page_of(quiz: &QuizAt<'_>) -> String {
    format!("{QUIZZES}/{}", quiz.id)
}

fn new<'a>(name: &'a str, begin: &'a str, kind: &'a str, language: &'a str) -> [(&'a str, &'a str); 4] {
    [("name", name), ("begin", begin), ("kind", kind), ("language", language)]
}

/// Submits the import form as a browser does.
async fn import(person: &Person<'_>, pasted: &str, file: &str) -> Reply {
    let part = |name: &str, text: &str| {
        format!("--edge\r\nContent-Disposition: form-data; name=\"{name}\"; filename=\"x\"\r\n\r\n{text}\r\n")
    };
    let body = part("definition", pasted) + &part("file", file) + "--edge--\r\n";
    let call = person.call(axum::http::Method::POST, &format!("{QUIZZES}/import"));
    call.body("multipart/form-data; boundary=edge", body).await
}

#[tokio::test]
async fn a_new_quiz_of_the_eight_questions_is_a_draft() {
    let app = App::start().await;
    let person = editor(&app).await;
    let form = person.get(&format!("{QUIZZES}/new")).await.is(200).text();
    assert!(form.contains("Create quiz") && form.contains("enctype=\"multipart/form-data\""), "{form}");
    let quiz = made(&app, &person.post(&format!("{QUIZZES}/new"), &new("Money", "template", "open", "es")).await);
    let record = record(&quiz).await;
    assert_eq!(
        (&record["status"], &record["kind"], &record["language"]),
        (&json!("draft"), &json!("open"), &json!("es"))
    );
    assert_eq!(record["questions"].as_array().map(Vec::len), Some(8));
    app.get(&quiz.page()).await.is(403);
}

#[tokio::test]
async fn a_quiz_of_ones_own_cannot_be_opened_before_its_questions_are_written() {
    let app = App::start().await;
    let person = editor(&app).await;
    let quiz = made(&app, &person.post(&format!("{QUIZZES}/new"), &new("Pets", "own", "open", "en")).await);
    assert_eq!((&record(&quiz).await["questions"], &record(&quiz).await["status"]), (&json!([]), &json!("draft")));
    let page = person.get(&quiz.dashboard("")).await.is(200).text();
    assert!(page.contains("It has no questions yet") && !page.contains("/open\""), "{page}");
    assert!(page.contains("<dd>English</dd>"), "{page}");
    person.post(&quiz.dashboard("open"), &[]).await.is(422);
    for status in ["open", "closed"] {
        quiz.patch(json!({ "status": status })).await.invalid_at(&["questions"]);
    }
    for page in ["preview", "preview?q=q1", "preview?page=result"] {
        person.get(&quiz.dashboard(page)).await.is(200);
    }
    person.post(&quiz.dashboard("preview"), &[("lang", "en")]).await.is(303);
    app.get(&quiz.page()).await.is(403);
    let copy = made(&app, &import(&person, &person.get(&quiz.dashboard("definition")).await.text(), "").await);
    assert_eq!(record(&copy).await["questions"], json!([]));
    let api = app.post("/api/v1/namespaces/acme/quizzes").key(&app.key);
    api.json(json!({ "name": "Open at once", "questions": [] })).await.invalid_at(&["questions"]);

    // The rest may be saved beforehand.
    write_question(&person, &quiz).await;
    let page = person.get(&quiz.dashboard("")).await.is(200).text();
    assert!(page.contains("Publish changes and open the quiz") && !page.contains("without the changes"), "{page}");
    publish(&person, &quiz, &page).await.is(303);
    assert_eq!(record(&quiz).await["status"], "open");
}

/// Writes the first question in the editor, and keeps it as a draft.
async fn write_question(person: &Person<'_>, quiz: &QuizAt<'_>) {
    EditorForm::open(person, quiz, "/look").await.send(person, "add questions choice").await.is(303);
    let draft = person.get(&quiz.dashboard("edit/draft")).await.is(200).json();
    let mut form = EditorForm::open(person, quiz, "/q/q1").await.with("questions.q1.text", "A pet?");
    for (at, label) in ["Cat", "Dog"].into_iter().enumerate() {
        let id = draft["tree"]["questions"][0]["options"][at]["id"].as_str().expect("an id");
        form = form.with(&format!("questions.q1.options.{id}.label"), label);
    }
    form.send(person, "save").await.is(303);
}

/// Presses the overview's button that publishes the draft and opens the quiz.
async fn publish(person: &Person<'_>, quiz: &QuizAt<'_>, overview: &str) -> Reply {
    let stamp = overview.split("name=\"draft\" value=\"").nth(1).expect("the draft's revision");
    let stamp = stamp.split('"').next().expect("its end");
    person.post(&quiz.dashboard("open"), &[("changes", "publish"), ("draft", stamp)]).await
}

#[tokio::test]
async fn respondents_read_what_was_written_and_only_in_its_language() {
    let app = App::start().await;
    let person = editor(&app).await;
    let quiz = made(&app, &person.post(&format!("{QUIZZES}/new"), &new("Pets", "own", "open", "en")).await);
    write_question(&person, &quiz).await;
    publish(&person, &quiz, &person.get(&quiz.dashboard("")).await.text()).await.is(303);
    let single = app
        .quiz(json!({ "name": "One language", "questions": [
        { "id": "pet", "text": "A pet?", "options": [{ "label": "Cat" }, { "label": "Dog" }] }] }))
        .await;
    for quiz in [&quiz, &single] {
        let start = app.get(&quiz.page()).header("accept-language", "es").await.is(200).text();
        assert!(start.contains("<html lang=\"en\"") && !start.contains("Español"), "{start}");
        let begun = app.post(&quiz.page()).header("accept-language", "es").form(&[]).await.is(303);
        let link = begun.header("location").to_owned();
        for address in [link.clone(), format!("{link}&lang=es")] {
            let page = app.get(&address).header("accept-language", "es").await.is(200).text();
            assert!(page.contains("A pet?") && page.contains("Cat") && page.contains("<html lang=\"en\""), "{page}");
            assert!(!page.contains("Español") && !page.contains("Sí"), "{page}");
        }
        assert_eq!(quiz.get("/public").await.is(200).json()["languages"], json!(["en"]));
    }
    let mut questions = record(&quiz).await["questions"].clone();
    questions[0]["text"] = json!({ "en": "A pet?", "es": "¿Mascota?" });
    for (option, (en, es)) in [("Cat", "Gato"), ("Dog", "Perro")].into_iter().enumerate() {
        questions[0]["options"][option]["label"] = json!({ "en": en, "es": es });
    }
    quiz.patch(json!({ "questions": questions })).await.is(200);
    let start = app.get(&quiz.page()).header("accept-language", "es").await.is(200).text();
    assert!(start.contains("<html lang=\"es\""), "once it is written: {start}");
}

#[tokio::test]
async fn opening_asks_what_becomes_of_changes_that_are_not_saved() {
    let app = App::start().await;
    let person = editor(&app).await;
    let quiz = made(&app, &person.post(&format!("{QUIZZES}/new"), &new("Money", "template", "open", "en")).await);
    let overview = quiz.dashboard("");
    let keep = async |name: &str| {
        let form = EditorForm::open(&person, &quiz, "/settings").await.with("name", name);
        form.send(&person, "save").await.is(303);
        person.get(&overview).await.is(200).text()
    };
    let state = async || (record(&quiz).await["name"].clone(), record(&quiz).await["status"].clone());
    let page = keep("Money at home").await;
    assert!(page.contains("Publish changes and open the quiz"), "{page}");
    assert!(page.contains("Open the quiz without the changes"), "{page}");
    // From a page that was loaded before the draft existed.
    let refused = person.post(&quiz.dashboard("open"), &[]).await.is(422).text();
    assert!(refused.contains("Choose whether to publish them."), "{refused}");
    // And from one that was loaded before the last change.
    keep("Money in the house").await;
    publish(&person, &quiz, &page).await.is(422);
    assert_eq!(state().await, (json!("Money"), json!("draft")));

    // The draft is checked as on saving.
    let page = keep(" ").await;
    let editor = publish(&person, &quiz, &page).await.is(422).text();
    assert!(editor.contains("Not published"), "{editor}");
    assert_eq!(state().await, (json!("Money"), json!("draft")));

    person.post(&quiz.dashboard("open"), &[("changes", "leave")]).await.is(303);
    assert_eq!(state().await, (json!("Money"), json!("open")));
    assert_eq!(EditorForm::open(&person, &quiz, "/settings").await.get("name"), " ", "the draft stays");
    person.post(&quiz.dashboard("close"), &[]).await.is(303);
    let page = keep("Money again").await;
    assert!(page.contains("Publish changes and open it again"), "{page}");
    let reply = publish(&person, &quiz, &page).await.is(303);
    assert_eq!(reply.header("location"), format!("{overview}?said=saved-opened"));
    assert_eq!(state().await, (json!("Money again"), json!("open")));
    assert!(!person.get(&overview).await.text().contains("Unpublished changes"));
}

#[tokio::test]
async fn problems_with_a_new_quiz_appear_at_its_fields() {
    let app = App::start().await;
    let person = editor(&app).await;
    let reply = person.post(&format!("{QUIZZES}/new"), &new("  ", "template", "inapp", "es")).await.is(422);
    let page = reply.text();
    assert!(page.contains("href=\"#name\"") && page.contains("id=\"name-problem\""), "{page}");
    assert!(page.contains("value=\"inapp\" checked") || page.contains("checked value=\"inapp\""), "{page}");
    person.post(&format!("{QUIZZES}/new"), &new("x", "template", "odd", "es")).await.is(422);
}

#[tokio::test]
async fn an_exported_definition_makes_the_same_quiz_again() {
    let app = App::start().await;
    let person = editor(&app).await;
    let original = app
        .quiz(json!({
            "name": { "en": "All of it", "es": "Todo" }, "description": { "en": "About", "es": "Sobre" }, "anonymous": false, "inapp": true,
            "language": "es", "primaryColor": "#0a7", "opensAt": "2031-01-02T03:04:05Z", "closesAt": "2032-01-02T03:04:05Z",
            "retryAfterDays": 30, "timeZone": "Europe/Madrid", "allowedOrigins": ["https://a.example"],
            "about": { "runBy": "Example Ltd", "help": [{ "label": { "en": "Help", "es": "Ayuda" }, "url": "tel:112" }] },
            "questions": [
                { "id": "fhn3", "required": false },
                { "id": "pet", "text": "¿Mascota?", "help": { "es": "Una" },
                  "options": [{ "label": "Sí" }, { "label": { "es": "No", "en": "No" } }] },
            ],
        }))
        .await;
    let file = person.get(&format!("{}/definition", page_of(&original))).await.is(200);
    assert!(file.header("content-disposition").starts_with("attachment; filename=\"quiz-"));
    for (pasted, file) in [(file.text(), String::new()), ("not used".to_owned(), file.text())] {
        let copy = made(&app, &import(&person, &pasted, &file).await);
        let (mut first, mut second) = (record(&original).await, record(&copy).await);
        for field in ["id", "createdAt", "updatedAt", "csvExportPath"] {
            first[field].take();
            second[field].take();
        }
        assert_eq!(first, second);
    }
}

#[tokio::test]
async fn problems_with_an_import_name_their_path() {
    let app = App::start().await;
    let person = editor(&app).await;
    for (definition, path, message) in [
        ("", "definition", "Paste a definition"),
        ("{", "definition", "malformed JSON"),
        ("{}", "name", "is required"),
        (
            r#"{"name":"x","questions":[{"id":"pet","text":"?","options":[{"label":"one"}]}]}"#,
            "questions[0].options",
            "2 to 30",
        ),
        (r#"{"name":"x","questions":[{"id":7}]}"#, "questions[0].id", "string"),
    ] {
        let page = import(&person, definition, "").await.is(422).text();
        assert!(page.contains(&format!("<code>{path}</code>")) && page.contains(message), "{definition}: {page}");
    }
    let page = import(&person, "</textarea><script>", "").await.is(422).text();
    assert!(page.contains("&lt;/textarea>&lt;script>"), "{page}");
    let quizzes = app.get("/api/v1/namespaces/acme/quizzes").key(&app.key).await.json();
    assert_eq!(quizzes["items"].as_array().or(quizzes["quizzes"].as_array()).map(Vec::len), Some(0), "{quizzes}");
}

#[tokio::test]
async fn a_quiz_is_opened_and_closed_by_a_button() {
    let app = App::start().await;
    let person = editor(&app).await;
    let quiz = made(&app, &person.post(&format!("{QUIZZES}/new"), &new("Money", "template", "open", "en")).await);
    let page = person.get(&page_of(&quiz)).await.is(200).text();
    assert!(page.contains("Open the quiz") && !page.contains("Close quiz"), "{page}");
    person.post(&format!("{}/open", page_of(&quiz)), &[]).await.is(303);
    app.get(&quiz.page()).await.is(200);
    let page = person.get(&page_of(&quiz)).await.is(200).text();
    assert!(page.contains("Close quiz") && page.contains("data-follow="), "{page}");
    person.post(&format!("{}/close", page_of(&quiz)), &[]).await.is(303);
    app.get(&quiz.page()).await.is(410);
    person.post(&format!("{}/open", page_of(&quiz)), &[]).await.is(303);
    assert_eq!(record(&quiz).await["status"], "open");
}

#[tokio::test]
async fn all_moments_are_in_the_time_zone_of_the_reader() {
    let app = App::start().await;
    let person = editor(&app).await;
    let quiz = app.open_quiz().await;
    quiz.submitted().await;
    person.post("/admin/account/time-zone", &[("zone", "Asia/Kolkata")]).await.is(303);
    person.post(&quiz.dashboard("exports"), &[("format", "csv")]).await.is(303);
    EditorForm::open(&person, &quiz, "/look").await.send(&person, "add questions choice").await.is(303);
    let draft = person.get(&quiz.dashboard("edit/draft")).await.is(200).json();
    let at = draft["at"].as_str().expect("a moment").to_owned();
    assert!(at.ends_with(" Asia/Kolkata"), "{at}");
    quiz.patch(json!({ "status": "draft" })).await.is(200);
    let fields = [("opensAt", "2031-01-02T03:04"), ("closesAt", "")];
    person.post(&quiz.dashboard("dates"), &fields).await.is(303);
    assert_eq!(record(&quiz).await["opensAt"], "2031-01-01T21:34:00Z");
    let overview = person.get(&quiz.dashboard("")).await.is(200).text();
    for part in [
        "Once opened, it waits for 2 Jan 2031, 03:04 Asia/Kolkata.",
        "Let it open on 2 Jan 2031, 03:04 Asia/Kolkata",
        "Opens (Asia/Kolkata)",
        "value=\"2031-01-02T03:04\"",
        at.as_str(),
    ] {
        assert!(overview.contains(part), "{part}: {overview}");
    }
    // Days are in the quiz's time zone, which is named.
    let overview = overview.replace("Days begin at midnight in UTC", "");
    assert!(!overview.contains(" UTC"), "{overview}");
    for page in ["exports", "share", "insights/reports"] {
        let html = person.get(&quiz.dashboard(page)).await.text();
        assert!(!html.contains(" UTC"), "{page}: {html}");
    }
    assert!(person.get(&quiz.dashboard("exports")).await.is(200).text().contains(" Asia/Kolkata"));
    let account = person.get("/admin/account").await.is(200).text();
    let (_, events) = account.split_once("Latest security events").expect("events");
    assert!(events.contains(" Asia/Kolkata") && !events.contains(" UTC"), "{events}");
}

#[tokio::test]
async fn dates_are_given_in_utc_without_a_time_zone_and_can_be_taken_away() {
    let app = App::start().await;
    let person = editor(&app).await;
    let quiz = app.open_quiz().await;
    let dates = format!("{}/dates", page_of(&quiz));
    // An open quiz would go offline immediately.
    let surprise = person.post(&dates, &[("opensAt", "2031-01-02T03:04"), ("closesAt", "2020-02-02T03:04")]).await;
    let surprise = surprise.is(422).text();
    assert!(surprise.contains("id=\"opensAt-problem\"") && surprise.contains("id=\"closesAt-problem\""), "{surprise}");
    assert_eq!(record(&quiz).await["status"], "open");
    quiz.patch(json!({ "status": "draft" })).await.is(200);
    person.post(&dates, &[("opensAt", "2031-01-02T03:04"), ("closesAt", "2031-02-02T03:04")]).await.is(303);
    person.post(&format!("{}/open", page_of(&quiz)), &[]).await.is(303);
    let stored = record(&quiz).await;
    assert_eq!((&stored["opensAt"], &stored["status"]), (&json!("2031-01-02T03:04:00Z"), &json!("draft")));
    let page = person.get(&page_of(&quiz)).await.is(200).text();
    assert!(page.contains("It opens by itself on 2 Jan 2031, 03:04 UTC."), "{page}");
    for (opens, closes, field) in
        [("2031-01-02T03:04", "2031-01-01T00:00", "closesAt"), ("soon", "", "opensAt"), ("", "later", "closesAt")]
    {
        let page = person.post(&dates, &[("opensAt", opens), ("closesAt", closes)]).await.is(422).text();
        assert!(page.contains(&format!("id=\"{field}-problem\"")), "{page}");
    }
    person.post(&dates, &[("opensAt", ""), ("closesAt", "")]).await.is(303);
    let stored = record(&quiz).await;
    assert_eq!(
        (&stored["opensAt"], &stored["closesAt"], &stored["status"]),
        (&Value::Null, &Value::Null, &json!("open"))
    );
}

#[tokio::test]
async fn a_duplicate_has_the_questions_and_none_of_the_answers() {
    let app = App::start().await;
    let person = editor(&app).await;
    let quiz = app.open_quiz().await;
    quiz.submitted().await;
    let copy = made(&app, &person.post(&format!("{}/duplicate", page_of(&quiz)), &[]).await);
    let record = record(&copy).await;
    assert_eq!((&record["name"], &record["status"]), (&json!("Copy of Open"), &json!("draft")));
    assert_eq!(record["responses"], json!({ "started": 0, "completed": 0 }));
    assert_eq!(record["questions"].as_array().map(Vec::len), Some(8));
}

#[tokio::test]
async fn a_duplicate_of_a_quiz_with_signed_sessions_takes_no_others() {
    let app = App::start().await;
    let person = editor(&app).await;
    let question = json!({ "id": "q", "text": "Ja?", "options": [{ "label": "Ja" }, { "label": "Nein" }] });
    let body =
        json!({ "name": "Umfrage", "anonymous": false, "inapp": true, "language": "de", "questions": [question] });
    let quiz = app.quiz(body).await;
    quiz.post("/sessionSecret").key(&app.key).await.is(201);
    let copy = made(&app, &person.post(&format!("{}/duplicate", page_of(&quiz)), &[]).await);
    assert_eq!(record(&copy).await["name"], json!("Kopie von Umfrage"));
    person.post(&format!("{}/open", page_of(&copy)), &[]).await.is(303);
    let begin = json!({ "sessionId": "plain-session" });
    let refused = copy.post("/users/anonymous/initQuiz").json(begin).await.is(403);
    assert_eq!(refused.header("x-error-code"), "invalid_session");
}

#[tokio::test]
async fn a_quiz_is_deleted_when_its_name_is_typed() {
    let app = App::start().await;
    let person = editor(&app).await;
    let quiz = app.open_quiz().await;
    quiz.begin().await;
    let delete = format!("{}/delete", page_of(&quiz));
    let question = person.get(&delete).await.is(200).text();
    assert!(question.contains("The answers of one person are erased with it."), "{question}");
    for wrong in ["", "open", "Opens"] {
        let page = person.post(&delete, &[("name", wrong)]).await.is(422).text();
        assert!(page.contains("Nothing was deleted"), "{page}");
    }
    assert_eq!(record(&quiz).await["name"], "Open");
    let reply = person.post(&delete, &[("name", " Open ")]).await.is(303);
    assert_eq!(reply.header("location"), "/admin/ns/acme?said=deleted");
    quiz.get("").key(&app.key).await.is(404);
    person.get(&page_of(&quiz)).await.is(404);
}

#[tokio::test]
async fn viewers_see_a_quiz_and_are_offered_no_change() {
    let app = App::start().await;
    let viewer = app.member("viewer@example.com", "acme", Role::Viewer).await;
    let quiz = app.open_quiz().await;
    quiz.submitted().await;
    let page = viewer.get(&page_of(&quiz)).await.is(200).text();
    for offer in ["/close", "/open", "/dates", "/duplicate", "/delete", "/edit", "/preview"] {
        assert!(!page.contains(&format!("{}{offer}", page_of(&quiz))), "{offer}");
    }
    assert!(page.contains(&format!("https://quiz.example{}", quiz.page())), "{page}");
    viewer.get(&format!("{}/definition", page_of(&quiz))).await.is(200);
    viewer.post(&format!("{}/close", page_of(&quiz)), &[]).await.is(403);
}

#[tokio::test]
async fn a_quiz_of_another_namespace_is_not_there() {
    let app = App::start().await;
    app.namespace("other").await;
    let quiz = app.open_quiz().await;
    let person = app.administrator("root@example.com").await;
    person.get(&format!("/admin/ns/other/quizzes/{}", quiz.id)).await.is(404);
    person.post(&format!("/admin/ns/other/quizzes/{}/delete", quiz.id), &[("name", "Open")]).await.is(404);
    assert_eq!(record(&quiz).await["name"], "Open");
}
