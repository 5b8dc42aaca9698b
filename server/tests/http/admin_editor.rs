//! The quiz editor: drafts, saving, versions, field problems and the preview.

use domain::Role;
use serde_json::{Value, json};

use crate::support::{App, EditorForm, Person, QuizAt};

/// Two questions of its own and a built-in one, in both languages.
async fn pets(app: &App) -> QuizAt<'_> {
    app.quiz(json!({
        "name": "Pets", "language": "en", "description": { "en": "About pets", "es": "Sobre mascotas" },
        "questions": [
            { "id": "pet", "text": { "en": "A pet?", "es": "¿Mascota?" },
              "options": [{ "label": { "en": "Cat", "es": "Gato" } }, { "label": { "en": "Dog", "es": "Perro" } }] },
            { "id": "fhn2", "required": false },
            { "id": "food", "text": "Food <b>?", "options": [{ "label": "Dry" }, { "label": "Wet" }, { "label": "Both" }] },
        ],
    }))
    .await
}

async fn editor(app: &App) -> Person<'_> {
    app.member("editor@example.com", "acme", Role::Editor).await
}

async fn record(quiz: &QuizAt<'_>) -> Value {
    quiz.get("").key(&quiz.app.key).await.is(200).json()
}

#[tokio::test]
async fn saving_a_form_as_it_came_changes_nothing() {
    let app = App::start().await;
    let person = editor(&app).await;
    let quiz = pets(&app).await;
    let before = record(&quiz).await;
    let page = person.get(&quiz.dashboard("edit")).await.is(200).text();
    assert!(page.contains("The questions are those of version 1"), "{page}");
    let reply = EditorForm::of(&page).send(&person, &quiz, "save").await.is(303);
    assert!(reply.header("location").ends_with("/edit?said=saved"), "{}", reply.header("location"));
    let after = record(&quiz).await;
    for field in ["name", "description", "questions", "version", "language", "primaryColor", "allowedOrigins", "about"]
    {
        assert_eq!(before[field], after[field], "{field}");
    }
}

#[tokio::test]
async fn changed_words_make_a_version_and_it_is_said_before_and_after() {
    let app = App::start().await;
    let person = editor(&app).await;
    let quiz = pets(&app).await;
    quiz.begin().await;
    let form = EditorForm::open(&person, &quiz).await.with("q0-text-en", "A pet at home?").with("name-en", "All pets");
    form.send(&person, &quiz, "keep").await.is(303);
    let page = person.get(&quiz.dashboard("edit")).await.is(200).text();
    assert!(page.contains("Saving makes version 2; who has begun goes on with version 1."), "{page}");
    let reply = EditorForm::of(&page).send(&person, &quiz, "save").await.is(303);
    let page = person.get(reply.header("location")).await.is(200).text();
    assert!(page.contains("Saved as a new version.") && !page.contains("Not saved yet"), "{page}");
    assert!(page.contains("Food &lt;b>?"), "{page}");
    let record = record(&quiz).await;
    assert_eq!((&record["version"], &record["name"]), (&json!(2), &json!("All pets")));
    assert_eq!(record["questions"][0]["text"], json!({ "en": "A pet at home?", "es": "¿Mascota?" }));
    assert_eq!(record["questions"][2]["text"], "Food <b>?", "one text for all languages stays one");
}

#[tokio::test]
async fn settings_are_saved_in_place() {
    let app = App::start().await;
    let person = editor(&app).await;
    let quiz = pets(&app).await;
    let form = EditorForm::open(&person, &quiz).await;
    let form = form.with("colour", "#ffe600").with("retry-after", "30");
    let form = form.with("origins", "https://a.example\r\n\r\n http://localhost:8080 ");
    form.send(&person, &quiz, "save").await.is(303);
    let stored = record(&quiz).await;
    assert_eq!((&stored["version"], &stored["primaryColor"]), (&json!(1), &json!("#ffe600")));
    assert_eq!((&stored["retryAfterDays"], &stored["status"]), (&json!(30), &json!("open")));
    assert_eq!(stored["allowedOrigins"], json!(["https://a.example", "http://localhost:8080"]));
    let page = person.get(&quiz.dashboard("edit")).await.is(200).text();
    assert!(
        page.contains("made darker to be read") && page.contains("as it is"),
        "yellow is read on dark only: {page}"
    );
    let cleared = EditorForm::of(&page).with("colour", "").with("retry-after", "").with("origins", "");
    cleared.send(&person, &quiz, "save").await.is(303);
    let stored = record(&quiz).await;
    assert_eq!((&stored["primaryColor"], &stored["retryAfterDays"]), (&Value::Null, &Value::Null));
}

#[tokio::test]
async fn a_second_name_and_what_respondents_are_told_are_saved_in_place() {
    let app = App::start().await;
    let person = editor(&app).await;
    let quiz = pets(&app).await;
    let form = EditorForm::open(&person, &quiz).await;
    let form = form.with("name-es", "Mascotas").with("about-runby-en", "Example Ltd").with("about-kept-es", "dos años");
    let wrong = form.with("about-help-en", "Vets | example.org");
    let page = wrong.send(&person, &quiz, "save").await.is(422).text();
    assert!(page.contains("Help link 1: the address must be a link"), "{page}");
    let form = EditorForm::of(&page).with("about-help-en", "Vets | https://example.org\r\nAmbulance | tel:112");
    form.send(&person, &quiz, "save").await.is(303);
    let stored = record(&quiz).await;
    assert_eq!((&stored["version"], &stored["name"]), (&json!(1), &json!({ "en": "Pets", "es": "Mascotas" })));
    let about = &stored["about"];
    assert_eq!((&about["runBy"], &about["kept"]), (&json!({ "en": "Example Ltd" }), &json!({ "es": "dos años" })));
    assert_eq!(about["help"][1], json!({ "label": { "en": "Ambulance" }, "url": { "en": "tel:112" } }));
}

#[tokio::test]
async fn every_button_keeps_the_draft_and_returns_to_its_place() {
    let app = App::start().await;
    let person = editor(&app).await;
    let quiz = pets(&app).await;
    let mut form = EditorForm::open(&person, &quiz).await.with("name-en", "");
    for (button, place) in [
        ("up:2", "#q1-up"),
        ("down:0:0", "#q0-o1-up"),
        ("add-question", "#q3-text-en"),
        ("add-option:3", "#q3-o2-label-en"),
        ("add-built-in:fhn7", "#q4"),
        ("remove:3:0", "#q3-add-option"),
        ("remove:0", "#q0"),
        ("keep", ""),
    ] {
        let reply = form.send(&person, &quiz, button).await.is(303);
        let location = reply.header("location");
        assert!(location.starts_with(&quiz.dashboard("edit?kept=")) && location.ends_with(place), "{location}");
        form = EditorForm::open(&person, &quiz).await;
        let target = place.trim_start_matches('#');
        let page = person.get(&quiz.dashboard("edit")).await.text();
        assert!(place.is_empty() || page.contains(&format!("id=\"{target}\"")), "{button}");
    }
    let ids: Vec<&str> = (0..4).map(|index| form.get(&format!("q{index}-id"))).collect();
    assert_eq!(ids, ["food", "fhn2", "q1", "fhn7"]);
    assert_eq!(form.get("name-en"), "", "what is not valid is kept, too");
    assert_eq!(record(&quiz).await["name"], "Pets", "nothing is saved");
    let page = person.get(&quiz.dashboard("edit")).await.text();
    assert!(page.contains("Not saved yet: changes by you, kept as a draft since"), "{page}");
}

#[tokio::test]
async fn problems_appear_at_their_fields_and_the_draft_is_kept() {
    let app = App::start().await;
    let person = editor(&app).await;
    let quiz = pets(&app).await;
    let form =
        EditorForm::open(&person, &quiz).await.with("q0-text-en", "").with("q0-text-es", "").with("colour", "red");
    let page = form.send(&person, &quiz, "save").await.is(422).text();
    for part in [
        "href=\"#q0-text-en\"",
        "id=\"q0-text-en-problem\"",
        "Question 1: the text must not be empty.",
        "id=\"colour-problem\"",
        "It cannot be saved like this yet",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert_eq!(EditorForm::open(&person, &quiz).await.get("colour"), "red");
    assert_eq!(record(&quiz).await["version"], 1);
}

#[tokio::test]
async fn a_draft_is_discarded_by_a_button() {
    let app = App::start().await;
    let person = editor(&app).await;
    let quiz = pets(&app).await;
    let form = EditorForm::open(&person, &quiz).await.with("name-en", "Other");
    form.send(&person, &quiz, "keep").await.is(303);
    assert!(person.get(&quiz.dashboard("")).await.text().contains("not saved"));
    EditorForm::open(&person, &quiz).await.send(&person, &quiz, "discard").await.is(303);
    assert_eq!(EditorForm::open(&person, &quiz).await.get("name-en"), "Pets");
}

#[tokio::test]
async fn a_change_made_meanwhile_is_not_saved_over_unknowingly() {
    let app = App::start().await;
    let person = editor(&app).await;
    let quiz = pets(&app).await;
    let form = EditorForm::open(&person, &quiz).await.with("name-en", "Mine");
    quiz.patch(json!({ "name": "Theirs" })).await.is(200);
    let page = form.send(&person, &quiz, "save").await.is(409).text();
    assert!(page.contains("The quiz itself was changed since") && page.contains("value=\"save-over\""), "{page}");
    assert_eq!(record(&quiz).await["name"], "Theirs");
    let again = EditorForm::open(&person, &quiz).await;
    assert_eq!(again.get("name-en"), "Mine");
    again.send(&person, &quiz, "save-over").await.is(303);
    assert_eq!(record(&quiz).await["name"], "Mine");
}

#[tokio::test]
async fn the_preview_shows_the_draft_and_stores_nothing() {
    let app = App::start().await;
    let person = editor(&app).await;
    let quiz = pets(&app).await;
    let preview = quiz.dashboard("preview");
    let start = person.get(&preview).await.is(200);
    assert!(start.text().contains("as it is saved"), "{}", start.text());
    assert!(start.header("content-security-policy").ends_with("frame-ancestors 'self'"));
    EditorForm::open(&person, &quiz)
        .await
        .with("q0-text-en", "A draft of a pet?")
        .send(&person, &quiz, "keep")
        .await
        .is(303);
    let first = person.post(&preview, &[("lang", "en")]).await.is(303);
    let page = person.get(first.header("location")).await.is(200).text();
    assert!(page.contains("A draft of a pet?") && page.contains("changes that are not saved"), "{page}");
    assert!(!page.contains("type=\"module\""), "no program that would send answers");
    let next = person.post(&preview, &[("question", "pet"), ("answer", "x"), ("lang", "es")]).await.is(303);
    assert!(next.header("location").ends_with("?q=fhn2&lang=es"), "{}", next.header("location"));
    let last = person.post(&preview, &[("question", "food"), ("lang", "es")]).await.is(303);
    let page = person.get(last.header("location")).await.is(200).text();
    assert!(page.contains("made-up answers") && page.contains("Your answers"), "{page}");
    let start = person.get(&format!("{preview}?lang=es")).await.is(200).text();
    assert!(start.contains("About pets"), "one of its questions is in English alone: {start}");
    assert_eq!(record(&quiz).await["responses"], json!({ "started": 0, "completed": 0 }));
}

#[tokio::test]
async fn a_draft_that_cannot_be_shown_leaves_the_saved_quiz_in_the_preview() {
    let app = App::start().await;
    let person = editor(&app).await;
    let quiz = pets(&app).await;
    EditorForm::open(&person, &quiz).await.with("q0-text-en", "").send(&person, &quiz, "keep").await.is(303);
    for shown in ["q=pet", "page=result"] {
        let page = person.get(&format!("{}?{shown}", quiz.dashboard("preview"))).await.is(200).text();
        assert!(page.contains("cannot be shown yet") && page.contains("A pet?"), "{page}");
    }
}

#[tokio::test]
async fn a_form_of_another_page_changes_nothing() {
    let app = App::start().await;
    let person = editor(&app).await;
    let quiz = pets(&app).await;
    let edit = quiz.dashboard("edit");
    for fields in [&[("do", "save")][..], &[("do", "fly"), ("based-on", "1")], &[("based-on", "1")]] {
        person.post(&edit, fields).await.is(400);
    }
    assert_eq!(record(&quiz).await["version"], 1);
}
