//! Saving the editor's form leaves everything as it is that was not changed in it, shown or not.

use domain::{NamespaceId, Quiz, QuizId, Role};
use proptest::{
    prelude::*,
    test_runner::{Config, TestRunner},
};
use serde_json::{Map, Value, json};
use server::service::{Caller, QuizPath};
use tokio::runtime::Runtime;

use crate::support::{App, EditorForm, Person, QuizAt};

const WORDINGS: [&str; 12] = [
    "Cat",
    "¿Mascota?",
    "  a  b ",
    "two\nlines",
    "\nfirst",
    "cr\r\nlf",
    "\rold ",
    "<b>&amp;\"'</textarea>",
    "| bar |",
    "tab\there",
    "日本\u{202e}",
    "https://a.example | tel:112",
];

fn wording() -> impl Strategy<Value = String> {
    prop::sample::select(WORDINGS.to_vec()).prop_map(str::to_owned)
}

/// One text for all languages, or one by language, at least in `language`.
fn text(language: &'static str) -> impl Strategy<Value = Value> {
    let other = if language == "en" { "es" } else { "en" };
    prop_oneof![
        wording().prop_map(Value::from),
        wording().prop_map(move |own| json!({ language: own })),
        (wording(), wording()).prop_map(move |(own, also)| json!({ language: own, other: also })),
        wording().prop_map(|both| json!({ "en": both, "es": both })),
    ]
}

/// Any text that may be absent or lack a language.
fn optional() -> impl Strategy<Value = Option<Value>> {
    prop::option::of(prop_oneof![text("en"), text("es")])
}

/// The same where a text may also be empty.
fn loose() -> impl Strategy<Value = Option<Value>> {
    let empty = prop::sample::select(vec![json!(""), json!({}), json!({ "en": "", "es": "?" }), json!({ "es": " " })]);
    prop_oneof![3 => optional(), 1 => empty.prop_map(Some)]
}

fn link(web: bool) -> impl Strategy<Value = Value> {
    let urls = if web {
        vec!["https://a.example/privacy"]
    } else {
        vec!["https://a.example/x?y#z", "tel:+1-555-0100", "mailto:a@b.example"]
    };
    let url = prop::sample::select(urls);
    prop_oneof![
        url.clone().prop_map(|url| json!(url)),
        url.clone().prop_map(|url| json!({ "es": url })),
        (url.clone(), url).prop_map(|(en, es)| json!({ "en": en, "es": es })),
    ]
}

fn about() -> impl Strategy<Value = Value> {
    let help = (prop_oneof![text("en"), text("es")], link(false))
        .prop_map(|(label, url)| json!({ "label": label, "url": url }));
    let links = (prop::option::of(link(false)), prop::option::of(link(true)));
    (optional(), optional(), optional(), links, prop::collection::vec(help, 0..=5)).prop_map(
        |(run_by, seen_by, kept, (contact, privacy), help)| {
            json!({ "runBy": run_by, "seenBy": seen_by, "kept": kept, "contact": contact, "privacy": privacy, "help": help })
        },
    )
}

fn question(language: &'static str) -> impl Strategy<Value = Value> {
    let options = prop_oneof![6 => 2..5_usize, 2 => 29..40_usize, 1 => 300..=300_usize];
    let options = options.prop_flat_map(move |count| prop::collection::vec(text(language), count));
    let options =
        options.prop_map(|labels| labels.into_iter().map(|label| json!({ "label": label })).collect::<Value>());
    let hidden = (prop::option::of(1..=1000_u32), prop::option::of(Just("body")));
    let own = (text(language), loose(), any::<bool>(), hidden, options).prop_map(
        |(text, help, required, (weight, category), options)| {
            let mut question = json!({ "text": text, "required": required, "options": options });
            for (name, value) in
                [("help", help), ("weight", weight.map(Value::from)), ("category", category.map(Value::from))]
            {
                if let Some(value) = value {
                    question[name] = value;
                }
            }
            question
        },
    );
    let built_in = (1..=8_u8, any::<bool>());
    prop_oneof![3 => own, 1 => built_in.prop_map(|(number, required)| json!({ "id": format!("fhn{number}"), "required": required }))]
}

/// The body of Create Quiz, of any quiz that the editor shows.
fn any_quiz() -> impl Strategy<Value = Value> {
    prop::sample::select(vec!["en", "es"]).prop_flat_map(|language| {
        let colour = prop::option::of(prop::sample::select(vec!["#0a7", "#00AA77"]));
        let origins =
            prop::collection::vec(prop::sample::select(vec!["https://a.example", "http://b.example:8080"]), 0..3);
        let settings = (text(language), loose(), colour, prop::option::of(0..=3650_u32), origins, about());
        let ends = (any::<[bool; 2]>(), prop::option::of(text("en")), prop::option::of(text("es")));
        (settings, prop::collection::vec(question(language), 1..6), ends).prop_map(
            move |((name, description, colour, days, origins, about), questions, ([review, show_results], start, end))| {
                let mut body = json!({
                    "name": name, "description": description, "language": language, "primaryColor": colour,
                    "retryAfterDays": days, "allowedOrigins": origins, "about": about, "review": review, "showResults": show_results,
                    "start": start.map(|text| json!({ "text": text })), "end": end.map(|text| json!({ "text": text })),
                    "opensAt": "2026-01-01T00:00:00Z",
                });
                body["questions"] = with_ids(questions);
                body
            },
        )
    })
}

fn with_ids(questions: Vec<Value>) -> Value {
    let mut kept = Map::new();
    for (index, mut question) in questions.into_iter().enumerate() {
        if question["id"].is_null() {
            question["id"] = json!(format!("question_{index}"));
        }
        kept.insert(question["id"].to_string(), question);
    }
    kept.into_iter().map(|(_, question)| question).collect()
}

async fn stored(app: &App, quiz: &QuizAt<'_>) -> Quiz {
    let namespace = NamespaceId::parse("acme").expect("a namespace id");
    let path = QuizPath { namespace, quiz: QuizId::parse(&quiz.id).expect("a quiz id") };
    Quiz::clone(&app.service.quiz(&Caller::Operator, &path).await.expect("a quiz").0)
}

async fn saved(form: &EditorForm, person: &Person<'_>, quiz: &QuizAt<'_>) -> Result<(), TestCaseError> {
    let reply = form.send(person, quiz, "save").await;
    prop_assert_eq!(reply.status.as_u16(), 303, "{}", reply.text());
    Ok(())
}

async fn comes_back(app: &App, person: &Person<'_>, body: &Value) -> Result<(), TestCaseError> {
    let quiz = app.quiz(body.clone()).await;
    let before = stored(app, &quiz).await;
    // As the page renders it, and once more as it renders the draft.
    for is_draft in [false, true] {
        let mut form = EditorForm::open(person, &quiz).await;
        if is_draft {
            form.send(person, &quiz, "keep").await.is(303);
            form = EditorForm::open(person, &quiz).await;
        }
        saved(&form, person, &quiz).await?;
        let after = stored(app, &quiz).await;
        prop_assert_eq!(&after.settings, &before.settings);
        prop_assert_eq!(&after.definition, &before.definition);
    }
    // A change of one field changes no other.
    let language = before.definition.language;
    let form = EditorForm::open(person, &quiz).await.with("colour", "#123456");
    let own = before.definition.questions.iter().position(|question| question.own().is_some());
    let form = match own {
        Some(own) => form.with(&format!("q{own}-text-{language}"), "Changed?").with(&format!("q{own}-id"), "renamed"),
        None => form,
    };
    saved(&form, person, &quiz).await?;
    let after = stored(app, &quiz).await;
    let written = |quiz: &Quiz| {
        let mut settings = quiz.settings.clone();
        settings.primary_colour = None;
        let mut definition = json!(*quiz.definition);
        if let Some(own) = own {
            definition["questions"][own]["text"].take();
            definition["questions"][own]["id"].take();
        }
        (settings, definition)
    };
    prop_assert_eq!(written(&after), written(&before));
    if let Some(own) = own {
        let question = &after.definition.questions[own];
        prop_assert_eq!((question.id.as_str(), question.text(language, language)), ("renamed", "Changed?"));
    }
    Ok(())
}

#[test]
fn a_quiz_comes_back_from_the_form_as_it_is() {
    let runtime = Runtime::new().expect("a runtime");
    let app = runtime.block_on(App::start());
    let person = runtime.block_on(app.member("editor@example.com", "acme", Role::Editor));
    let config = Config { failure_persistence: None, cases: 40, max_shrink_iters: 200, ..Config::default() };
    let outcome = TestRunner::new(config).run(&any_quiz(), |body| runtime.block_on(comes_back(&app, &person, &body)));
    if let Err(error) = outcome {
        panic!("{error}");
    }
}

#[tokio::test]
async fn a_hundred_options_outlive_a_new_description() {
    let app = App::start().await;
    let person = app.member("editor@example.com", "acme", Role::Editor).await;
    let options: Vec<Value> = (0..100).map(|number| json!({ "label": format!("Option {number}") })).collect();
    let quiz = app
        .quiz(json!({ "name": "Many", "questions": [{ "id": "many", "text": "Which?", "options": options }] }))
        .await;
    let before = stored(&app, &quiz).await;
    let form = EditorForm::open(&person, &quiz).await.with("description-en", "One of a hundred");
    form.send(&person, &quiz, "save").await.is(303);
    let after = stored(&app, &quiz).await;
    assert_eq!((after.version, &after.definition), (1, &before.definition));
    let moved = EditorForm::open(&person, &quiz).await;
    moved.send(&person, &quiz, "down:0:0").await.is(303);
    EditorForm::open(&person, &quiz).await.send(&person, &quiz, "save").await.is(303);
    let mut ids = before.definition.questions[0].option_ids();
    ids.swap(0, 1);
    assert_eq!(stored(&app, &quiz).await.definition.questions[0].option_ids(), ids);
}

#[tokio::test]
async fn a_form_changes_nothing_of_a_quiz_that_it_cannot_show() {
    let app = App::start().await;
    let person = app.member("editor@example.com", "acme", Role::Editor).await;
    let options = json!([{ "label": "A" }, { "label": "B" }]);
    let first = json!({ "id": "first", "text": "?", "options": options });
    for question in [
        json!({ "kind": "multiple", "options": options }),
        json!({ "kind": "ranking", "options": options }),
        json!({ "kind": "scale", "from": 0, "to": 4 }),
        json!({ "kind": "number", "min": 0, "max": 4 }),
        json!({ "kind": "text" }),
        json!({ "kind": "date" }),
        json!({ "kind": "statement" }),
        json!({ "kind": "consent" }),
        json!({ "kind": "matrix", "rows": [{ "id": "one", "text": "One" }], "options": options }),
        json!({ "options": options, "display": "dropdown" }),
        json!({ "options": options, "showIf": { "question": "first", "is": [1] } }),
        json!({ "options": [{ "label": "A" }, { "label": "B", "other": true }] }),
        json!({ "text": { "en": "?", "de": "?" }, "options": options }),
    ] {
        let mut question = question;
        question["id"] = json!("second");
        if question["text"].is_null() {
            question["text"] = json!("?");
        }
        let plain = app.quiz(json!({ "name": "Plain", "questions": [first] })).await;
        let form = EditorForm::open(&person, &plain).await;
        plain.patch(json!({ "questions": [first, question] })).await.is(200);
        let before = stored(&app, &plain).await;
        for button in ["keep", "save", "save-over"] {
            form.send(&person, &plain, button).await.is(409);
        }
        assert_eq!(stored(&app, &plain).await, before, "{question}");
    }
}
