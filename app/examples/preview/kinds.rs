//! A question of each kind, answered and with mistakes, and the page that shows all answers.

use std::sync::Arc;

use app::pages::{QuestionPage, ReviewPage, Screen};
use domain::{Answers, Definition, FieldCode};
use serde_json::json;

use crate::{
    own::{answers, definition},
    question, quiz,
};

pub(crate) fn pages() -> Vec<(String, Screen)> {
    let (definition, answers) = asked();
    let definition = Arc::new(definition);
    let page = |current: &domain::Question, has_mistakes: bool| {
        let items = current.items();
        let errors = items.iter().filter(|_| has_mistakes).map(|item| (item.id.clone(), FieldCode::Required));
        Screen::Question(QuestionPage {
            definition: definition.clone(),
            answers: if has_mistakes { Answers::new() } else { answers.clone() },
            current: current.id.clone(),
            errors: errors.collect(),
            ..question("fhn1", false, quiz())
        })
    };
    let review = ReviewPage {
        quiz: quiz(),
        definition: definition.clone(),
        answers: answers.clone(),
        action: "/".to_owned(),
        page_href: "/".to_owned(),
        hrefs: definition.questions.iter().filter(|asked| !asked.items().is_empty()).map(|_| "/".to_owned()).collect(),
        own_link: None,
        may_erase: true,
    };
    let each = definition.questions.iter().flat_map(|asked| {
        [(format!("kind-{}", asked.id), page(asked, false)), (format!("kind-{}-error", asked.id), page(asked, true))]
    });
    each.chain([("review".to_owned(), Screen::Review(review))]).collect()
}

fn asked() -> (Definition, Answers) {
    let labels = |labels: &[&str]| labels.iter().map(|label| json!({ "label": label })).collect::<Vec<_>>();
    let often = labels(&["Never", "Seldom", "Sometimes", "Often", "Always"]);
    let seats =
        json!([{ "label": "At the front" }, { "label": "In the middle" }, { "label": "Elsewhere", "other": true }]);
    let liked = json!([{ "label": "The talks" }, { "label": "The food" }, { "label": "The people" },
                       { "label": "None of these", "exclusive": true }]);
    let rows = json!([{ "id": "one", "text": "I know what is expected of me" }, { "id": "two", "text": "I get the help I need" },
                      { "id": "three", "text": "I would come again" }]);
    let written = json!({ "questions": [
        { "id": "choice", "text": "Where did you sit?", "options": seats },
        { "id": "list", "display": "dropdown", "text": "How often do you come?", "help": "To events like this one.", "options": often },
        { "id": "pair", "display": "buttons", "text": "Was it too long?", "options": labels(&["Yes", "No"]) },
        { "id": "several", "kind": "multiple", "text": "What did you like?", "max": 2, "options": liked },
        { "id": "scale", "kind": "scale", "text": "How was it?", "from": 1, "to": 5, "labels": { "1": "Bad", "3": "Fair", "5": "Great" } },
        { "id": "agree", "kind": "scale", "text": "It was worth the time.", "from": 1, "to": 7,
          "labels": { "1": "Strongly disagree", "7": "Strongly agree" } },
        { "id": "recommend", "kind": "scale", "text": "How likely are you to recommend us?", "from": 0, "to": 10,
          "labels": { "0": "Not at all", "10": "Very likely" } },
        { "id": "years", "kind": "scale", "text": "For how many years?", "from": 0, "to": 15, "labels": { "0": "This is the first" } },
        { "id": "number", "kind": "number", "text": "How far did you travel?", "min": 0, "max": 999, "decimals": 1, "unit": "km" },
        { "id": "text", "kind": "text", "text": "Who invited you?", "required": false, "maxLength": 80 },
        { "id": "long", "kind": "text", "text": "What else?", "long": true },
        { "id": "mail", "kind": "text", "text": "Where can we write to you?", "format": "email" },
        { "id": "date", "kind": "date", "text": "When did you arrive?", "help": "The day of your first talk.", "max": "2026-12-31" },
        { "id": "ranking", "kind": "ranking", "text": "What matters most to you?", "options": labels(&["Time", "Place", "A price that I can pay"]) },
        { "id": "matrix", "kind": "matrix", "text": "How often is this true?", "rows": rows, "options": often },
        { "id": "scales", "kind": "matrix", "text": "How good were these?", "rows": rows, "from": 1, "to": 5, "labels": { "1": "Bad", "5": "Great" } },
        { "id": "words", "kind": "statement", "text": "Nearly done.", "help": "One more, about your data." },
        { "id": "consent", "kind": "consent", "text": "May we keep this for a year?", "link": "https://event.example/terms" }] });
    let given = [
        ("choice", json!(3)),
        ("choice_other", json!("On the stairs")),
        ("list", json!(4)),
        ("pair", json!(2)),
        ("several", json!([3, 1])),
        ("scale", json!(4)),
        ("agree", json!(6)),
        ("recommend", json!(9)),
        ("years", json!(3)),
        ("number", json!(12.5)),
        ("text", json!("A friend")),
        ("long", json!("More breaks.\nFewer slides, please.")),
        ("mail", json!("ana@example.org")),
        ("date", json!("2026-03-05")),
        ("ranking", json!([2, 1, 3])),
        ("matrix_one", json!(3)),
        ("matrix_two", json!(5)),
        ("matrix_three", json!(1)),
        ("scales_one", json!(3)),
        ("consent", json!(true)),
    ];
    let definition = definition(&written);
    let answers = answers(&definition, &given);
    (definition, answers)
}
