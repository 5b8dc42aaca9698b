//! Help on alerts on question pages: with the form whose answers decide about it, or above it.

use serde_json::{Value, json};

use super::*;

fn option(number: u8) -> String {
    format!("00000000-0000-4000-8000-{number:012x}")
}

/// Two choices; help depends on the first, on the second, and on both.
fn helping(alerts: &Value) -> Definition {
    let options = |from: u8| [from, from + 1].map(|number| json!({ "id": option(number), "label": "O" }));
    let questions = json!([{ "id": "one", "kind": "choice", "text": "One?", "required": true, "options": options(1) },
        { "id": "two", "kind": "choice", "text": "Two?", "required": true, "options": options(3) }]);
    serde_json::from_value(json!({ "language": "en", "scheme": 1, "questions": questions, "alerts": alerts }))
        .expect("a definition")
}

fn alerts() -> Value {
    let is = |id: &str, number: u8| json!({ "question": id, "is": [option(number)] });
    json!([
        { "id": "one", "name": "Secret", "when": is("one", 1), "help": { "en": "Help 1", "es": "Ayuda 1" } },
        { "id": "two", "name": "Secret", "when": is("two", 3), "help": format!("Help 2{HOSTILE}") },
        { "id": "both", "name": "Secret", "when": { "all": [is("one", 1), is("two", 4)] }, "help": "Help both" },
        { "id": "silent", "name": "Secret", "when": is("two", 4) },
    ])
}

fn page(language: Language, current: &str, given: &Value) -> String {
    let given: Answers = serde_json::from_value(given.clone()).expect("answers");
    let current = QuestionId::parse(current).expect("an id");
    let page = QuestionPage {
        definition: Arc::new(helping(&alerts())),
        answers: given,
        current,
        goes_page_by_page: true,
        ..question_page(false)
    };
    question(&PageContext { nonce: Some("n0nce".to_owned()), ..context(language) }, &page)
}

/// Each help of the form: if it is shown, and its words up to the first markup.
fn of_form(html: &str) -> Vec<(bool, &str)> {
    let helps = html.split("<p data-when=\"").skip(1).filter_map(|help| help.split_once('>'));
    helps.map(|(tag, help)| (!tag.contains(" hidden"), help.split('<').next().unwrap_or_default())).collect()
}

#[test]
fn help_that_the_form_decides_waits_with_its_buttons() {
    let html = page(Language::EN, "one", &json!({}));
    assert_eq!(of_form(&html), [(false, "Help 1")]);
    assert!(html.contains("import(\"/assets/alert-help.js\")") && html.contains("<style nonce=\"n0nce\">.alert-help{"));
    let (_, form) = html.split_once("<form ").expect("a form");
    let (form, _) = form.split_once("</form>").expect("its end");
    let before_buttons = form.split_once("<div class=\"buttons\">").expect("buttons").0;
    let live = before_buttons.split_once("<div role=\"status\">").expect("a live region").1;
    assert!(
        live.starts_with("<div hidden class=\"card\">") || live.starts_with("<div class=\"card\" hidden>"),
        "{live}"
    );
    let when = format!(
        "{{&quot;chosen&quot;:{{&quot;field&quot;:&quot;answer&quot;,&quot;values&quot;:[&quot;{}&quot;]}}}}",
        option(1)
    );
    assert!(live.contains(&when), "{live}");
    assert!(!html.contains("Secret") && !html.contains("Help 2") && !html.contains("id=\"alert-help\""));
    assert_references(&html);
}

#[test]
fn help_by_other_answers_stands_above_and_that_of_a_stored_answer_is_shown() {
    let html = page(Language::EN, "two", &json!({ "one": option(1), "two": option(4) }));
    let (above, form) = html.split_once("<form ").expect("a form");
    assert!(above.contains("id=\"alert-help\"") && above.contains("Help 1"), "{above}");
    assert!(!form.contains("Help 1") && !html.contains("Secret"));
    let helps = of_form(&html);
    assert!(matches!(helps[..], [(false, two), (true, "Help both")] if two.starts_with("Help 2&lt;")), "{helps:?}");
    assert!(!form.contains("<div hidden class=\"card\">") && !form.contains("<b onclick"));
    let html = page(Language::ES, "two", &json!({ "one": option(1) }));
    assert!(html.contains("Ayuda 1") && html.contains("lang=\"en\""), "help is in the language of the page");
}

#[test]
fn a_page_that_decides_nothing_has_none_of_it() {
    let none = |html: &str| ["data-when", "alert-help", "asked-foot"].iter().all(|part| !html.contains(part));
    assert!(!none(&page(Language::EN, "two", &json!({}))));
    let silent = json!([{ "id": "a", "name": "A", "when": { "answered": "one" } },
        { "id": "b", "name": "B", "when": { "not": { "answered": "one" } }, "help": "Waits for the submission" }]);
    let html = |alerts: &Value| {
        let current = QuestionId::parse("one").expect("an id");
        let page = QuestionPage { definition: Arc::new(helping(alerts)), current, ..question_page(false) };
        question(&context(Language::EN), &page)
    };
    assert!(none(&html(&silent)));
    assert_eq!(html(&silent), html(&json!([])), "alerts without help at once cost no byte");
}

#[test]
fn help_that_quotes_an_answer_of_the_form_comes_from_the_server() {
    let mut definition = helping(&json!([
        { "id": "one", "name": "A", "when": { "question": "one", "is": [option(1)] }, "help": "You said {answer:one}." }]));
    definition.quotes = true;
    let current = QuestionId::parse("one").expect("an id");
    let helps_that_quote = definition.helps_that_quote(&current);
    assert_eq!(helps_that_quote.len(), 1);
    let page = QuestionPage {
        definition: Arc::new(definition),
        answers: Answers::new(),
        helps_that_quote,
        current,
        goes_page_by_page: true,
        ..question_page(false)
    };
    assert!(!question(&context(Language::EN), &page).contains("data-when"));
}
