//! The fields of each kind of question, whose names and values the server and the browser read.

use domain::{
    FieldCode,
    form::{self, Field},
};
use serde_json::{Value, json};

use super::*;

fn option(question: u8, number: u8) -> String {
    format!("{question:08x}-0000-4000-8000-{number:012x}")
}

fn options(question: u8, more: &Value) -> Value {
    let written = |number: u8| {
        let mut option = json!({ "id": option(question, number), "label": format!("{HOSTILE}{number}") });
        if number == 3 {
            option.as_object_mut().expect("an option").extend(more.as_object().expect("fields").clone());
        }
        option
    };
    (1..=3).map(written).collect()
}

/// A question of each kind in stored form.
fn each_kind() -> Definition {
    let rows = json!([{ "id": "food", "text": HOSTILE }, { "id": "room", "text": "Room" }]);
    let questions = json!([
        { "id": "choice", "text": HOSTILE, "help": HOSTILE, "options": options(1, &json!({ "other": true })) },
        { "id": "list", "display": "dropdown", "text": "List?", "options": options(2, &json!({})) },
        { "id": "pair", "display": "buttons", "text": "Pair?", "options": options(3, &json!({})) },
        { "id": "several", "kind": "multiple", "text": "Several?", "options": options(4, &json!({ "exclusive": true })), "max": 2 },
        { "id": "scale", "kind": "scale", "text": "Scale?", "from": 0, "to": 10, "labels": { "0": HOSTILE, "10": "Much" } },
        { "id": "number", "kind": "number", "text": "Number?", "min": 0, "max": 24, "decimals": 1, "unit": HOSTILE },
        { "id": "text", "kind": "text", "required": false, "text": "Text?", "maxLength": 1000 },
        { "id": "long", "kind": "text", "text": "Long?", "long": true, "maxLength": 1000 },
        { "id": "mail", "kind": "text", "text": "Mail?", "format": "email" },
        { "id": "date", "kind": "date", "text": "Date?", "max": "2030-12-31" },
        { "id": "ranking", "kind": "ranking", "text": "Order?", "options": options(5, &json!({})) },
        { "id": "matrix", "kind": "matrix", "text": "Matrix?", "rows": rows, "options": options(6, &json!({})) },
        { "id": "scales", "kind": "matrix", "text": "Scales?", "rows": rows, "from": 1, "to": 5 },
        { "id": "words", "kind": "statement", "text": "Words." },
        { "id": "consent", "kind": "consent", "text": "Consent?", "link": "https://example.org" },
    ]);
    let definition = json!({ "language": "en", "scheme": 1, "questions": questions });
    serde_json::from_value(definition).expect("a definition")
}

pub(super) fn answered() -> Answers {
    let text = |text: &str| json!({ "text": text });
    let answers = json!({
        "choice": option(1, 3), "choice_other": text(HOSTILE), "list": option(2, 2), "pair": option(3, 1),
        "several": [option(4, 1), option(4, 2)], "scale": 7, "number": 6.5, "text": text(HOSTILE),
        "long": text("Two\nlines"), "mail": text("ana@example.org"), "date": text("2026-04-03"),
        "ranking": [option(5, 2), option(5, 3), option(5, 1)], "matrix_food": option(6, 2), "matrix_room": option(6, 1),
        "scales_food": 1, "scales_room": 5, "consent": true,
    });
    serde_json::from_value(answers).expect("answers")
}

pub(super) fn page(current: &str, answers: Answers) -> QuestionPage {
    let current = QuestionId::parse(current).expect("an id");
    QuestionPage { definition: Arc::new(each_kind()), current, answers, ..question_page(false) }
}

/// The fields that a browser would submit for a question's form.
fn fields_of(html: &str, question: &str) -> Vec<Field> {
    let start = format!("<section data-question=\"{question}\"");
    let section = html.split(&start).nth(1).and_then(|rest| rest.split("</section>").next()).expect("the question");
    let mut fields = Vec::new();
    let attribute = |tag: &str, name: &str| attributes(&format!(" {tag}"), name).first().map(|value| unescape(value));
    for tag in tags(section, "input") {
        let kind = attribute(tag, "type").expect("a type");
        let is_sent = !["radio", "checkbox"].contains(&kind.as_str()) || tag.contains(" checked");
        if is_sent && !tag.contains(" disabled") {
            fields.push((attribute(tag, "name").expect("a name"), attribute(tag, "value").unwrap_or_default()));
        }
    }
    for element in ["select", "textarea"] {
        for part in section.split(&format!("<{element} ")).skip(1) {
            let (tag, rest) = part.split_once('>').expect("the tag's end");
            let content = rest.split(&format!("</{element}>")).next().unwrap_or_default();
            let chosen = tags(content, "option").into_iter().find(|option| option.contains(" selected"));
            let value = match element {
                "select" => chosen.and_then(|option| attribute(option, "value")).unwrap_or_default(),
                _ => unescape(content),
            };
            fields.push((attribute(tag, "name").expect("a name"), value));
        }
    }
    fields
}

fn unescape(text: &str) -> String {
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#x27;", "'"), ("&#39;", "'"), ("&amp;", "&")]
        .into_iter()
        .fold(text.to_owned(), |text, (escaped, plain)| text.replace(escaped, plain))
}

#[test]
fn each_kind_is_drawn_with_the_fields_that_are_read_from_it() {
    for language in [Language::EN, Language::ES] {
        let html = question(&context(language), &page("choice", answered()));
        for asked in &each_kind().questions {
            let fields = fields_of(&html, asked.id.as_str());
            for (item, reading) in form::read(asked, &fields) {
                assert_eq!(reading, Ok(answered().get(&item).cloned()), "{item} in {language}: {fields:?}");
            }
        }
    }
    let empty = question(&context(Language::EN), &page("choice", Answers::new()));
    for asked in &each_kind().questions {
        for (item, reading) in form::read(asked, &fields_of(&empty, asked.id.as_str())) {
            let expected = if item.as_str() == "text" { Ok(None) } else { Err(FieldCode::Required) };
            assert_eq!(reading, expected, "{item}");
        }
    }
}

#[test]
fn each_kind_is_a_whole_page_in_every_state() {
    for asked in &each_kind().questions {
        let mut page = page(asked.id.as_str(), answered());
        for errors in [vec![], asked.items().iter().map(|item| (item.id.clone(), FieldCode::Required)).collect()] {
            page.errors = errors;
            let html = question(&context(Language::ES), &page);
            assert_references(&html);
            assert!(!html.contains("<b onclick") && !html.contains("</script><b"), "{html}");
            assert!(attributes(&html, "style").is_empty());
            let shown =
                tags(&html, "section").into_iter().filter(|section| !section.contains(" hidden")).collect::<Vec<_>>();
            assert!(matches!(shown[..], [section] if section.contains(&format!("\"{}\"", asked.id))), "{shown:?}");
            // Each control has an accessible name.
            let labels: BTreeSet<&str> = attributes(&html, "for").into_iter().collect();
            for tag in ["input", "select", "textarea"].map(|name| tags(&html, name)).concat() {
                let tag = format!(" {tag}");
                let id = attributes(&tag, "id");
                let is_named = tag.contains("type=\"hidden\"") || id.first().is_some_and(|id| labels.contains(id));
                assert!(is_named || tag.contains("autocomplete=\"off\"") && id.is_empty(), "{tag}");
            }
        }
    }
}

#[test]
fn a_mistake_is_told_by_its_field_and_what_was_typed_stays() {
    let said = |current: &str, typed: &[(&str, &str)]| {
        let mut page = page(current, answered());
        let typed: Vec<Field> = typed.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let asked = page.definition.question(&page.current).expect("the question").clone();
        let readings = form::read(&asked, &typed).into_iter();
        page.errors = readings.filter_map(|(item, reading)| Some((item, reading.err()?))).collect();
        page.typed = Some(typed.clone());
        let html = question(&context(Language::EN), &page);
        let kept: Vec<Field> =
            fields_of(&html, current).into_iter().filter(|(name, _)| name.starts_with("answer")).collect();
        for (name, value) in typed {
            assert!(kept.contains(&(name.clone(), value.clone())), "{name}={value}: {kept:?}");
        }
        let summary = html.split(&format!("id=\"{current}-summary\"")).nth(1).expect("the summary");
        let links = summary.split("</div>").next().expect("its end").split("<p ").skip(1);
        let links = links.filter(|link| !link.split('>').next().unwrap_or_default().contains(" hidden"));
        let texts = links.filter_map(|link| link.split("</a>").next()?.rsplit('>').next());
        texts.map(unescape).collect::<Vec<_>>()
    };
    let one = |text: &str| vec![text.to_owned()];
    assert_eq!(said("number", &[("answer", "25")]), one("Enter a number between 0 and 24"));
    assert_eq!(said("number", &[("answer", "1.25")]), one("Enter a number with one decimal place at most"));
    assert_eq!(said("mail", &[("answer", "ana")]), one("Enter an email address, such as name@example.com"));
    assert_eq!(
        said("date", &[("answer_day", "31"), ("answer_month", "2"), ("answer_year", "2026")]),
        one("Enter a day, a month and a year that make a real date")
    );
    let several = [1, 2, 3].map(|number| option(4, number));
    let chosen = |ids: &[usize]| ids.iter().map(|id| ("answer", several[*id].as_str())).collect::<Vec<_>>();
    assert_eq!(said("several", &chosen(&[0, 2])), [format!("Choose either “{HOSTILE}3” or other answers, not both")]);
    assert_eq!(said("scales", &[("answer_food", "4")]), one("Choose an answer for “Room”"));
    assert_eq!(said("consent", &[]), one("Tick the box to continue"));
    let ranks = [1, 2].map(|number| format!("answer_rank_{}", option(5, number)));
    assert_eq!(said("ranking", &[(&ranks[0], "1"), (&ranks[1], "1")]), one("Give each answer a place of its own"));
}

#[test]
fn an_option_that_does_not_apply_is_not_offered() {
    let mut definition = each_kind();
    let shown = json!({ "id": "again", "text": "Again?", "options": [
        { "id": option(9, 1), "label": "A", "showIf": { "question": "pair", "is": [option(3, 2)] } },
        { "id": option(9, 2), "label": "B" }] });
    definition.questions.push(serde_json::from_value(shown).expect("a question"));
    let mut page = page("again", answered());
    page.definition = Arc::new(definition);
    let html = question(&context(Language::EN), &page);
    let label = tags(&html, "label").into_iter().find(|tag| tag.contains("for=\"again-1\"")).expect("the option");
    let input = tags(&html, "input").into_iter().find(|tag| tag.contains("id=\"again-1\"")).expect("its control");
    assert!(label.contains(" hidden") && input.contains(" disabled"), "{label} {input}");
    // Links do not lead to it either.
    assert!(html.contains("href=\"#again-2\"") && !html.contains("href=\"#again-1\""));
}

#[test]
fn the_head_of_a_column_hides_with_it() {
    let mut definition = each_kind();
    let asked = json!({ "id": "again", "kind": "matrix", "text": "Again?", "rows": [{ "id": "food", "text": "Food" }],
        "options": [
            { "id": option(9, 1), "label": "A", "showIf": { "question": "pair", "is": [option(3, 2)] } },
            { "id": option(9, 2), "label": "B" }] });
    definition.questions.push(serde_json::from_value(asked).expect("a question"));
    let page = QuestionPage { definition: Arc::new(definition), ..page("again", answered()) };
    let html = question(&context(Language::EN), &page);
    // The browser program finds both by the option's id.
    let hidden = |name: &str, number: u8| {
        let value = format!("value=\"{}\"", option(9, number));
        let tag = tags(&html, name).into_iter().find(|tag| tag.contains(&value)).expect("the element");
        tag.contains(if name == "data" { " hidden" } else { " disabled" })
    };
    assert_eq!([1, 2].map(|number| hidden("data", number)), [true, false]);
    assert_eq!([1, 2].map(|number| hidden("input", number)), [true, false]);
}

#[test]
fn only_pages_with_more_than_choices_load_what_those_need() {
    let plain = question(&context(Language::EN), &question_page(false));
    assert!(!plain.contains("/assets/fields") && !plain.contains("/assets/kinds"), "{plain}");
    let html = question(&context(Language::EN), &page("choice", Answers::new()));
    assert!(html.contains("href=\"/assets/fields.css\"") && html.contains("import(\"/assets/kinds.js\")"));
}

#[test]
fn a_table_says_how_many_rows_are_answered_and_in_one_line_how_many_are_open() {
    let page = |errors: &[&str]| {
        let errors = errors.iter().map(|id| (QuestionId::parse(id).expect("an id"), FieldCode::Required)).collect();
        let current = QuestionId::parse("scales").expect("an id");
        let definition = Arc::new(each_kind());
        question(&context(Language::EN), &QuestionPage { definition, current, errors, ..question_page(false) })
    };
    let section = |html: &str| {
        let all = html.split_once("data-question=\"scales\"").expect("the question").1;
        all.split_once("</section>").expect("its end").0.to_owned()
    };
    let plain = |html: &str| {
        let texts = html.split('>').map(|part| part.split_once('<').map_or(part, |(text, _)| text));
        texts.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let calm = section(&page(&[]));
    let done = calm.split_once("class=\"rows-done\">").expect("the count").1.split_once("</p>").expect("its end").0;
    assert_eq!(plain(&format!(">{done}")), "of 2", "the style puts the number in front");
    let wrong = section(&page(&["scales_room"]));
    let summary =
        wrong.split_once("error-summary rows").expect("the summary").1.split_once("</div>").expect("its end").0;
    let line = summary.split_once("class=\"open-rows\">").expect("a line").1.split_once("<p ").expect("its end").0;
    assert_eq!(plain(&format!(">{line}")), "Rows without an answer: 1");
    assert!(summary.contains("href=\"#scales_room-1\""), "{summary}");
    assert!(!section(&page(&[])).contains("data-error=\"\"") && !calm.contains("Error:"));
}

#[test]
fn the_field_of_an_option_stands_below_it() {
    let mut definition = each_kind();
    definition.questions.truncate(1);
    let current = definition.questions[0].id.clone();
    let options = definition.questions[0].option_ids();
    let page = |definition: Definition| {
        let page = QuestionPage { definition: Arc::new(definition), current: current.clone(), ..question_page(false) };
        question(&context(Language::EN), &page)
    };
    let places = |html: &str| {
        let place = |text: &str| html.find(text).unwrap_or_else(|| panic!("{text}"));
        [place(&format!("value=\"{}\"", options[2])), place("class=\"beside\"")]
    };
    let [other, field] = places(&page(definition.clone()));
    assert!(other < field);
    // The opening option is now first, and another one follows the field.
    let mut written = serde_json::to_value(&definition).expect("JSON");
    written["questions"][0]["options"].as_array_mut().expect("a list").rotate_right(1);
    let html = page(serde_json::from_value(written).expect("a definition"));
    let [other, field] = places(&html);
    let next = html.find(&format!("value=\"{}\"", options[0])).expect("the next option");
    assert!(other < field && field < next);
}

#[test]
fn the_order_of_a_date_is_that_of_its_language() {
    let order = |language: &str| {
        let html = question(&context(Language::parse(language).expect("a tag")), &page("date", Answers::new()));
        let names = fields_of(&html, "date").into_iter().map(|(name, _)| name);
        names.filter_map(|name| name.strip_prefix("answer_").map(str::to_owned)).collect::<Vec<_>>()
    };
    assert_eq!(order("en"), ["day", "month", "year"]);
    assert_eq!(order("en-US"), ["month", "day", "year"]);
    assert_eq!(order("hu"), ["year", "month", "day"]);
}

#[test]
fn all_answers_are_shown_before_they_are_sent() {
    let definition = Arc::new(each_kind());
    let journey = definition.journey(&answered(), "en");
    let asked = journey.shown.iter().filter(|question| !question.items().is_empty());
    let hrefs: Vec<String> = asked.map(|question| format!("/aq/demo/quiz/me?q={}&from=review", question.id)).collect();
    let page = |answers: Answers| ReviewPage {
        quiz: quiz(),
        definition: definition.clone(),
        answers,
        action: "/aq/demo/quiz/me".to_owned(),
        page_href: "/aq/demo/quiz/me?review=1".to_owned(),
        hrefs: hrefs.clone(),
        own_link: None,
        may_erase: true,
    };
    let html = Screen::Review(page(answered())).to_html(&context(Language::EN));
    assert_references(&html);
    assert!(!html.contains("<b onclick"), "{html}");
    // And the link back.
    assert_eq!(html.matches("from=review").count(), 14 + 1, "all but the statement can be changed");
    for told in ["6.5", "3 April 2026", "ana@example.org"] {
        assert!(html.contains(told), "{told}: {html}");
    }
    let words = texts(Language::EN);
    assert!(html.contains(words.send_answers) && !html.contains(words.review_dropped), "{html}");
    let mut more = answered();
    more.insert(QuestionId::parse("gone").expect("an id"), built_in_options(Indicator::Fhn1)[0].clone().into());
    assert!(Screen::Review(page(more)).to_html(&context(Language::EN)).contains(words.review_dropped));
}
