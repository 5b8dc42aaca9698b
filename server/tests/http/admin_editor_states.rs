//! The editor's history and other views of earlier states: comparison, conflicts, translations older than their
//! originals; also fixes for problems, and trying answers out.

use domain::Role;
use serde_json::{Value, json};

use crate::{
    admin_editor::everything,
    support::{App, EditorForm, Person, QuizAt, button},
};

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
async fn both_sides_of_a_conflict_stay_in_the_history_also_of_one_administrator() {
    let app = App::start().await;
    let (quiz, ana) = (app.quiz(everything()).await, ana(&app).await);
    let write = |text: &'static str| {
        let (quiz, ana) = (&quiz, &ana);
        async move { EditorForm::open(ana, quiz, "/q/wish").await.with("questions.wish.text", text) }
    };
    write("A wish?").await.send(&ana, "save").await.is(303);
    let (one, other) = (write("In one window").await, write("In the other").await);
    other.send(&ana, "save").await.is(303);
    let asked = one.send(&ana, "save").await.is(409).text();
    EditorForm::of(&asked).send(&ana, "save").await.is(303);
    assert_eq!(tree(&ana, &quiz).await["questions"][7]["text"], "In one window");
    let page = ana.get(&quiz.dashboard("edit/history")).await.is(200).text();
    let mut kept = Vec::new();
    for button in page.split("value=\"restore ").skip(1).filter(|button| button.starts_with("draft-")) {
        let name = button.split('"').next().expect("its end");
        let shown = ana.get(&quiz.dashboard(&format!("edit/history?from=version-1&to={name}"))).await.is(200).text();
        kept.push(shown.split("was “Wish?”").next().expect("a part").rsplit('“').next().expect("words").to_owned());
    }
    kept.sort();
    assert_eq!(kept, ["In one window” (", "In the other” ("]);
}

#[tokio::test]
async fn two_states_are_compared_in_words() {
    let app = App::start().await;
    let (quiz, ana) = (app.quiz(everything()).await, ana(&app).await);
    let form = EditorForm::open(&ana, &quiz, "/q/wish").await;
    form.with("questions.wish.text", "A wish?")
        .with("questions.wish.maxLength", "500")
        .send(&ana, "save")
        .await
        .is(303);
    EditorForm::publish(&ana, &quiz, "publish").await.is(303);
    let form = EditorForm::open(&ana, &quiz, "/q/wish").await;
    form.with("questions.wish.text", "Another wish?").send(&ana, "save").await.is(303);
    // A version covers questions, scoring and pages; the colour belongs to the quiz.
    EditorForm::open(&ana, &quiz, "/look").await.with("primaryColor", "#123456").send(&ana, "save").await.is(303);
    let compare = |from: &'static str, to: &'static str| {
        let (quiz, ana) = (&quiz, &ana);
        async move { ana.get(&quiz.dashboard(&format!("edit/history?from={from}&to={to}"))).await }
    };
    let versions = compare("version-1", "version-2").await.is(200).text();
    for words in [
        "The text of question “A wish?”: “A wish?” (was “Wish?”)",
        "The longest answer of question “A wish?”: 500 (was 1000)",
    ] {
        assert!(versions.contains(words), "{words}: {versions}");
    }
    assert!(!versions.contains("colour: “"), "{versions}");
    let draft = compare("version-2", "present").await.is(200).text();
    assert!(draft.contains("The text of question “Another wish?”: “Another wish?” (was “A wish?”)"), "{draft}");
    assert!(!draft.contains("colour: “"), "{draft}");
    assert!(compare("version-2", "version-2").await.is(200).text().contains("They are the same."));
    compare("version-9", "version-2").await.is(404);
    compare("anything", "version-2").await.is(404);
}

#[tokio::test]
async fn answers_are_tried_without_scripts_and_nothing_is_stored() {
    let app = App::start().await;
    let mut body = everything();
    body["questions"]
        .as_array_mut()
        .expect("questions")
        .retain(|question| question["id"] == "energy" || question["id"] == "hours");
    let (quiz, ana) = (app.quiz(body).await, ana(&app).await);
    let form = EditorForm::open(&ana, &quiz, "/scoring").await.with("try.energy", "4").with("try.hours", "6,5");
    let form = form.with("scoring.bands.fine.name", "Good");
    let shown = form.send(&ana, "try").await.is(200).text();
    assert!(shown.contains("88, Good"), "(75 + 100) / 2: {shown}");
    let again = EditorForm::of(&shown);
    assert_eq!((again.get("try.energy"), again.get("scoring.bands.fine.name")), ("4", "Good"));
    assert_eq!(ana.get(&quiz.dashboard("edit/draft")).await.is(200).json()["at"], Value::Null, "nothing is stored");
    again.send(&ana, "save").await.is(303);
    let stored = tree(&ana, &quiz).await;
    assert_eq!((&stored["scoring"]["bands"][1]["name"], &stored["try"]), (&json!("Good"), &Value::Null));
}

#[tokio::test]
async fn a_translation_is_marked_once_its_original_is_another() {
    let app = App::start().await;
    let (quiz, ana) = (app.quiz(everything()).await, ana(&app).await);
    let marks = || async {
        let page = ana.get(&quiz.dashboard("edit/languages/es")).await.is(200).text();
        page.matches("Changed since it was translated.").count()
    };
    assert_eq!(marks().await, 0);
    let write = |name: &'static str, text: &'static str, page: &'static str| {
        let (quiz, ana) = (&quiz, &ana);
        async move { EditorForm::open(ana, quiz, page).await.with(name, text).send(ana, "save").await.is(303) }
    };
    write("questions.place.text", "Where now?", "/q/place").await;
    assert_eq!(marks().await, 1);
    EditorForm::publish(&ana, &quiz, "publish").await.is(303);
    assert_eq!(marks().await, 1, "also of a version that was published since");
    let program = ana.get(&quiz.dashboard("edit/draft")).await.is(200).json();
    assert_eq!(program["stale"], json!(["questions.place.text.es"]));
    write("questions.place.text.es", "¿Dónde ahora?", "/languages/es").await;
    assert_eq!(marks().await, 0);
    write("questions.place.text", "Where then?", "/q/place").await;
    assert_eq!(marks().await, 1, "in one draft, one after the other");
    assert!(definition(&ana, &quiz).await.to_string().contains("Where now?"), "what is published stays as it is");
}

#[tokio::test]
async fn problems_are_cured_by_buttons() {
    let app = App::start().await;
    let (quiz, ana) = (app.quiz(everything()).await, ana(&app).await);
    EditorForm::open(&ana, &quiz, "/q/place").await.send(&ana, "down questions.place").await.is(303);
    EditorForm::open(&ana, &quiz, "/q/place").await.send(&ana, "down questions.place").await.is(303);
    let page = ana.get(&quiz.dashboard("edit/q/desk")).await.is(200).text();
    let cure = button(&page, "Move “Where?” above this one");
    EditorForm::open(&ana, &quiz, "/q/desk").await.send(&ana, &cure).await.is(303);
    let stored = tree(&ana, &quiz).await;
    let ids: Vec<&Value> =
        stored["questions"].as_array().expect("questions").iter().map(|question| &question["id"]).collect();
    assert_eq!(ids[..3], ["energy", "place", "desk"]);
    let page = ana.get(&quiz.dashboard("edit/q/desk")).await.is(200).text();
    assert!(!page.contains("above this one"), "{page}");
}

#[tokio::test]
async fn times_are_those_of_the_administrators_zone() {
    let app = App::start().await;
    let (quiz, ana) = (app.quiz(everything()).await, ana(&app).await);
    let history = || async { ana.get(&quiz.dashboard("edit/history")).await.is(200).text() };
    assert!(history().await.contains(" UTC"), "{}", history().await);
    ana.post("/admin/account/time-zone", &[("zone", "Asia/Kolkata")]).await.is(303);
    let page = history().await;
    assert!(page.contains("Asia/Kolkata") && !page.contains(" UTC"), "{page}");
}
