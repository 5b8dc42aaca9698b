//! The editor without scripts: one page after another, as forms.

use domain::Role;
use serde_json::{Value, json};

use crate::support::{App, EditorForm, Person, QuizAt, button};

/// A quiz with content for every page of the editor.
pub(crate) fn everything() -> Value {
    json!({ "name": { "en": "Team health", "es": "Salud del equipo" }, "description": "Once a quarter", "primaryColor": "#0a7",
        "retryAfterDays": 7, "timeZone": "Europe/Madrid", "closesAt": "2031-02-02T03:04:05Z", "allowedOrigins": ["https://a.example", "https://b.example"],
        "about": { "runBy": "Example Ltd", "help": [{ "label": "Talk", "url": "tel:+15550100" }] },
        "start": { "text": "Five minutes." }, "end": { "text": "Thanks!", "next": { "label": "Back", "url": "https://example.org" } },
        "review": true, "showResults": true, "result": "categories", "address": "formal",
        "questions": [
            { "id": "place", "text": { "en": "Where?", "es": "¿Dónde?" }, "options": [
                { "label": { "en": "Home", "es": "En casa" } }, { "label": "Office" }, { "label": "Else", "other": true }] },
            { "id": "energy", "kind": "scale", "text": "Energy?\nNow", "from": 1, "to": 5, "labels": { "1": "None", "5": "Plenty" },
                "category": "body", "points": "linear" },
            { "id": "desk", "kind": "multiple", "text": "<Desk> & \"chair\"", "help": "Both", "category": "body", "weight": 2, "max": 2,
                "showIf": { "all": [{ "question": "place", "is": [1] }, { "not": { "question": "energy", "atLeast": 4 } }] },
                "options": [{ "label": "Good", "points": 60.5 }, { "label": "Fair", "points": -40 }, { "label": "None", "points": 100, "exclusive": true }] },
            { "id": "hours", "kind": "number", "text": "Hours?", "min": 0, "max": 24, "decimals": 1, "unit": "h", "category": "body",
                "ranges": [{ "below": 5, "points": 0 }, { "points": 100 }] },
            { "id": "rows", "kind": "matrix", "text": "How is", "rows": [{ "id": "a", "text": "A" }, { "id": "b", "text": "B" }], "from": 1, "to": 3 },
            { "id": "rank", "kind": "ranking", "text": "Order?", "options": [{ "label": "X" }, { "label": "Y" }] },
            { "id": "day", "kind": "date", "text": "When?", "min": "2026-01-01", "required": false },
            { "id": "wish", "kind": "text", "text": "Wish?", "required": false, "long": true, "maxLength": 1000 },
            { "id": "ok", "kind": "consent", "text": "Agreed?", "link": "https://example.org/terms" },
            { "id": "fhn1" },
            { "id": "bye", "kind": "statement", "text": "Bye", "ends": true } ],
        "scoring": { "categories": [{ "id": "body", "name": "Body", "change": { "better": "higher", "sd": 7.5, "reliability": 0.8 },
                "norms": [{ "name": { "en": "All", "es": "Todos" }, "source": "Survey", "percentiles": [[0, 1], [50.5, 40], [100, 99]] }] }],
            "change": { "better": "lower", "percent": 21, "points": 2.5, "cutoff": -10 },
            "norms": [{ "name": "At home", "source": "Manual", "when": { "question": "energy", "atLeast": 4 }, "mean": 50, "sd": 10 }],
            "bands": [{ "id": "low", "from": 0, "name": "Low", "text": "…", "hue": "rose" }, { "id": "fine", "from": 50, "name": "Fine", "hue": "leaf" }],
            "cards": [{ "id": "sleep", "about": { "question": "hours" }, "focusBelow": 80, "title": "Sleep",
                "bands": { "low": { "subTitle": "Rest", "steps": ["One", "Two"], "links": [{ "label": "More", "url": "https://example.org" }] } } }] },
        "alerts": [
            { "id": "tired", "name": { "en": "Tired", "es": "Cansancio" }, "early": true, "help": "Rest.\nCall 112.",
                "when": { "any": [{ "question": "energy", "atMost": 1 }, { "answered": "hours" }] } },
            { "id": "worse", "name": "Worse", "when": { "all": [{ "band": { "of": "overall", "is": ["low"] } },
                { "not": { "change": { "of": "body", "is": ["same", "better"] } } }] } } ] })
}

async fn ana(app: &App) -> Person<'_> {
    app.member("ana@example.com", "acme", Role::Editor).await
}

async fn definition(person: &Person<'_>, quiz: &QuizAt<'_>) -> Value {
    person.get(&quiz.dashboard("definition")).await.is(200).json()
}

async fn tree(person: &Person<'_>, quiz: &QuizAt<'_>) -> Value {
    person.get(&quiz.dashboard("edit/draft")).await.is(200).json()["tree"].clone()
}

#[tokio::test]
async fn saving_a_page_as_it_came_changes_nothing() {
    let app = App::start().await;
    let (quiz, ana) = (app.quiz(everything()).await, ana(&app).await);
    let before = definition(&ana, &quiz).await;
    let ids = before["questions"]
        .as_array()
        .expect("questions")
        .iter()
        .map(|question| format!("/q/{}", question["id"].as_str().expect("an id")));
    let tabs = ["", "/scoring", "/languages/es", "/look", "/settings", "/history"];
    for page in ids.chain(tabs.map(str::to_owned)) {
        EditorForm::open(&ana, &quiz, &page).await.send(&ana, "save").await.is(303);
        let draft = ana.get(&quiz.dashboard("edit/draft")).await.is(200).json();
        assert_eq!((&draft["tree"], &draft["at"]), (&before, &Value::Null), "{page}");
    }
}

#[tokio::test]
async fn one_field_of_a_large_quiz_is_changed_and_nothing_else() {
    let app = App::start().await;
    let ana = ana(&app).await;
    let question = |number: usize, options: usize| {
        let options: Vec<Value> = (0..options).map(|at| json!({ "label": format!("O{at}"), "points": 0 })).collect();
        json!({ "id": format!("q{number}"), "text": "?", "options": options })
    };
    let scoring = json!({ "bands": [{ "id": "all", "from": 0, "name": "All", "hue": "leaf" }] });
    for (questions, at) in [(vec![question(1, 300)], 0), ((0..200).map(|number| question(number, 50)).collect(), 1)] {
        let quiz = app.quiz(json!({ "name": "Large", "questions": questions, "scoring": scoring })).await;
        let mut expected = definition(&ana, &quiz).await;
        let option = expected["questions"][at]["options"][48]["id"].as_str().expect("an id").to_owned();
        let label = format!("questions.q1.options.{option}.label");
        let form = EditorForm::open(&ana, &quiz, "/q/q1").await.with(&label, "Other");
        form.send(&ana, "save").await.is(303);
        EditorForm::publish(&ana, &quiz, "publish").await.is(303);
        expected["questions"][at]["options"][48]["label"] = json!("Other");
        assert_eq!(definition(&ana, &quiz).await, expected);
        assert_eq!(quiz.get("").key(&app.key).await.is(200).json()["version"], 2);
    }
}

#[tokio::test]
async fn a_quiz_is_built_from_nothing_and_opened() {
    let app = App::start().await;
    let ana = ana(&app).await;
    let new = [("name", "Pets"), ("begin", "own"), ("kind", "open"), ("language", "en")];
    let made = ana.post("/admin/ns/acme/quizzes/new", &new).await.is(303);
    let id = made.header("location").rsplit('/').nth(1).expect("an id").to_owned();
    let quiz =
        QuizAt { app: &app, namespace: "acme".to_owned(), url: format!("/api/v1/namespaces/acme/quizzes/{id}"), id };
    let revision =
        ana.get(&quiz.dashboard("edit/draft")).await.is(200).json()["revision"].as_str().expect("one").to_owned();
    let add = [("revision", revision.as_str()), ("do", "add questions choice")];
    let added = ana.post(&quiz.dashboard("edit"), &add).await.is(303);
    assert!(added.header("location").contains("/edit/q/q1"), "{}", added.header("location"));
    let refused = EditorForm::publish(&ana, &quiz, "publish-open").await.is(422).text();
    assert!(refused.contains("Not published"), "{refused}");
    let options = tree(&ana, &quiz).await["questions"][0]["options"].clone();
    let label = |at: usize| format!("questions.q1.options.{}.label", options[at]["id"].as_str().expect("an id"));
    let form = EditorForm::open(&ana, &quiz, "/q/q1").await.with("questions.q1.text", "A pet?");
    let form = form.with(&label(0), "Cat").with(&label(1), "Dog");
    form.send(&ana, "add questions.q1.options").await.is(303);
    let third = tree(&ana, &quiz).await["questions"][0]["options"][2]["id"].as_str().expect("a third").to_owned();
    let third = format!("questions.q1.options.{third}");
    EditorForm::open(&ana, &quiz, "/q/q1")
        .await
        .with(&format!("{third}.label"), "Fish")
        .send(&ana, &format!("up {third}"))
        .await
        .is(303);
    let page = ana.get(&quiz.dashboard("edit/publish")).await.is(200).text();
    assert!(page.contains("The questions: “A pet?” added") && page.contains("Publish and open"), "{page}");
    let published = EditorForm::publish(&ana, &quiz, "publish-open").await.is(303);
    assert_eq!(published.header("location"), format!("{}?said=saved-opened", quiz.dashboard("share")));
    let stored = definition(&ana, &quiz).await;
    let labels: Vec<&Value> =
        stored["questions"][0]["options"].as_array().expect("options").iter().map(|option| &option["label"]).collect();
    assert_eq!(labels, ["Cat", "Fish", "Dog"]);
    assert_eq!(quiz.get("").key(&app.key).await.is(200).json()["status"], "open");
    assert!(app.get(&quiz.page()).await.is(200).text().contains("Pets"));
}

#[tokio::test]
async fn two_administrators_keep_each_others_fields_and_are_asked_about_the_same() {
    let app = App::start().await;
    let (quiz, ana) = (app.quiz(everything()).await, ana(&app).await);
    let ben = app.member("ben@example.com", "acme", Role::Owner).await;
    EditorForm::open(&ana, &quiz, "/look").await.with("primaryColor", "#123456").send(&ana, "save").await.is(303);
    let anas = EditorForm::open(&ana, &quiz, "/q/wish").await.with("questions.wish.text", "A wish?");
    let bens = EditorForm::open(&ben, &quiz, "/q/wish").await.with("questions.wish.help", "Anything");
    bens.send(&ben, "save").await.is(303);
    anas.send(&ana, "save").await.is(303);
    let both = tree(&ana, &quiz).await;
    assert_eq!((&both["questions"][7]["text"], &both["questions"][7]["help"]), (&json!("A wish?"), &json!("Anything")));

    let anas = EditorForm::open(&ana, &quiz, "/q/wish").await.with("questions.wish.text", "Of Ana");
    EditorForm::open(&ben, &quiz, "/q/wish")
        .await
        .with("questions.wish.text", "Of Ben")
        .send(&ben, "save")
        .await
        .is(303);
    let asked = anas.send(&ana, "save").await.is(409).text();
    assert!(asked.contains("was changed meanwhile by ben to: “Of Ben”"), "{asked}");
    assert_eq!(tree(&ana, &quiz).await["questions"][7]["text"], "Of Ben");
    let again = EditorForm::of(&asked);
    assert_eq!(again.get("questions.wish.text"), "Of Ana", "what was entered is still there");
    again.send(&ana, "save").await.is(303);
    assert_eq!(tree(&ana, &quiz).await["questions"][7]["text"], "Of Ana");
    let history = ana.get(&quiz.dashboard("edit/history")).await.is(200).text();
    assert!(history.contains("Draft of ben"), "the draft that was replaced stays: {history}");
}

/// The server detects changed fields by comparison with the page as loaded, even after other saves.
#[tokio::test]
async fn two_windows_of_one_administrator_keep_each_others_fields() {
    let app = App::start().await;
    let (quiz, ana) = (app.quiz(everything()).await, ana(&app).await);
    EditorForm::open(&ana, &quiz, "/look").await.with("primaryColor", "#123456").send(&ana, "save").await.is(303);
    let old = EditorForm::open(&ana, &quiz, "/q/wish").await.with("questions.wish.help", "Anything");
    for text in ["A wish?", "One wish?", "Your wish?"] {
        let form = EditorForm::open(&ana, &quiz, "/q/wish").await.with("questions.wish.text", text);
        form.send(&ana, "save").await.is(303);
    }
    old.send(&ana, "save").await.is(303);
    let both = tree(&ana, &quiz).await;
    assert_eq!(
        (&both["questions"][7]["text"], &both["questions"][7]["help"]),
        (&json!("Your wish?"), &json!("Anything"))
    );
    // If the loaded state is no longer known, typed text is shown but not stored.
    let old = EditorForm::open(&ana, &quiz, "/q/wish").await.with("questions.wish.help", "Nothing");
    for number in 0..51 {
        let form =
            EditorForm::open(&ana, &quiz, "/q/wish").await.with("questions.wish.text", &format!("Wish {number}?"));
        form.send(&ana, "save").await.is(303);
    }
    let asked = old.send(&ana, "save").await.text();
    assert!(asked.contains("Not saved: the draft was changed since this page was loaded."), "{asked}");
    assert_eq!(tree(&ana, &quiz).await["questions"][7]["help"], "Anything");
}

#[tokio::test]
async fn drafts_are_discarded_and_earlier_ones_and_versions_restored() {
    let app = App::start().await;
    let (quiz, ana) = (app.quiz(everything()).await, ana(&app).await);
    let before = definition(&ana, &quiz).await;
    EditorForm::open(&ana, &quiz, "/q/wish")
        .await
        .with("questions.wish.text", "Of Ana")
        .send(&ana, "save")
        .await
        .is(303);
    let asked = EditorForm::publish(&ana, &quiz, "ask-discard").await.is(200).text();
    assert!(asked.contains("Discard the changes?") && asked.contains("name=\"do\" value=\"discard\""), "{asked}");
    assert_eq!(tree(&ana, &quiz).await["questions"][7]["text"], "Of Ana", "asking discards nothing");
    EditorForm::publish(&ana, &quiz, "discard").await.is(303);
    assert_eq!(tree(&ana, &quiz).await, before);
    let page = ana.get(&quiz.dashboard("edit/history")).await.is(200).text();
    let restore = button(&page, "Restore Draft of ana");
    EditorForm::open(&ana, &quiz, "/history").await.send(&ana, &restore).await.is(303);
    assert_eq!(tree(&ana, &quiz).await["questions"][7]["text"], "Of Ana");
    EditorForm::publish(&ana, &quiz, "publish").await.is(303);
    let page = ana.get(&quiz.dashboard("edit/history")).await.is(200).text();
    let restore = button(&page, "Restore Version 1");
    EditorForm::open(&ana, &quiz, "/history").await.send(&ana, &restore).await.is(303);
    assert_eq!(tree(&ana, &quiz).await, before);
    EditorForm::open(&ana, &quiz, "/history").await.send(&ana, "restore version-9").await.is(404);
    EditorForm::open(&ana, &quiz, "/history").await.send(&ana, "restore draft-9").await.is(404);
}

#[tokio::test]
async fn the_preview_shows_the_draft_with_its_gaps_and_stores_nothing() {
    let app = App::start().await;
    let mut body = everything();
    // Nothing may follow the statement that ends the quiz.
    body["questions"].as_array_mut().expect("questions").pop();
    let (quiz, ana) = (app.quiz(body).await, ana(&app).await);
    let wish = EditorForm::open(&ana, &quiz, "/q/wish").await.with("questions.wish.text", "A wish of yours?");
    wish.send(&ana, "add questions choice").await.is(303);
    let shown = ana.get(&quiz.dashboard("preview?q=wish")).await.is(200).text();
    assert!(shown.contains("A wish of yours?") && shown.contains("gaps stand where something is missing"), "{shown}");
    assert!(ana.get(&quiz.dashboard("preview?q=q1")).await.is(200).text().contains('…'));
    assert_eq!(quiz.get("").key(&app.key).await.is(200).json()["questions"][7]["text"], "Wish?");
}

#[tokio::test]
async fn only_the_editors_page_may_compile_a_program() {
    let app = App::start().await;
    let (quiz, ana) = (app.quiz(everything()).await, ana(&app).await);
    for (page, may) in [
        ("edit", true),
        ("edit/q/wish", true),
        ("edit/scoring", true),
        ("edit/publish", false),
        ("", false),
        ("share", false),
    ] {
        let reply = ana.get(&quiz.dashboard(page)).await.is(200);
        assert_eq!(reply.header("content-security-policy").contains("'wasm-unsafe-eval'"), may, "{page}");
    }
}

#[tokio::test]
async fn a_form_of_another_page_changes_nothing() {
    let app = App::start().await;
    let (quiz, ana) = (app.quiz(everything()).await, ana(&app).await);
    let edit = quiz.dashboard("edit");
    ana.post(&edit, &[("do", "save"), ("name", "Other")]).await.is(400);
    let revision =
        ana.get(&quiz.dashboard("edit/draft")).await.is(200).json()["revision"].as_str().expect("one").to_owned();
    ana.post(&edit, &[("do", "explode"), ("revision", &revision)]).await.is(400);
    // For a draft that is no longer known.
    let refused = ana.post(&edit, &[("do", "save"), ("revision", "5-5"), ("name", "Other")]).await.is(409).text();
    assert!(refused.contains("Not saved: the draft was changed since this page was loaded"), "{refused}");
    let eve = app.member("eve@example.com", "acme", Role::Viewer).await;
    for page in ["edit", "edit/publish", "edit/q/wish", "preview"] {
        eve.get(&quiz.dashboard(page)).await.is(403);
    }
    eve.post(&edit, &[("do", "publish"), ("revision", &revision)]).await.is(403);
    assert_eq!(definition(&ana, &quiz).await["name"], everything()["name"]);
}

#[tokio::test]
async fn an_open_page_of_a_hundred_questions_is_small() {
    let app = App::start().await;
    let ana = ana(&app).await;
    let options: Vec<Value> = (0..5).map(|at| json!({ "label": format!("Option {at}") })).collect();
    let questions: Vec<Value> = (0..100).map(|at| json!({ "id": format!("q{at}"), "text": format!("Question {at}, as long as most are?"), "options": options })).collect();
    let quiz = app.quiz(json!({ "name": "Long", "questions": questions })).await;
    let page = ana.get(&quiz.dashboard("edit")).await.is(200).text();
    assert!(page.len() <= 60 * 1024, "{} bytes", page.len());
}
