//! Controls and buttons as edits, and server-rendered pages.

mod not_answering;
mod over_time;
mod own_words;
mod pasted;
mod pictures;

use std::sync::atomic::{AtomicU32, Ordering};

use domain::{
    OptionId,
    edit::{Edit, Place, Tree},
};
use serde_json::{Value, json};

use crate::{Given, Page, act, field_edits, followed, form_edits, pasting, question, try_out, view};

/// The specification's example, shortened.
fn example() -> Tree {
    Tree::new(json!({ "name": { "en": "Team health", "es": "Salud del equipo" }, "language": "en",
        "questions": [
            { "id": "remote", "text": "Where do you work?", "required": true, "options": [
                { "id": id(1), "label": "At home" }, { "id": id(2), "label": "In an office" } ] },
            { "id": "energy", "kind": "scale", "text": "How much energy?", "from": 1, "to": 5, "category": "body", "points": "linear" },
            { "id": "desk", "text": "Is your desk comfortable?", "category": "body", "weight": 2,
              "showIf": { "question": "remote", "is": [id(1)] }, "options": [
                { "id": id(3), "label": "Yes", "points": 100 }, { "id": id(4), "label": "Mostly", "points": 60 },
                { "id": id(5), "label": "No", "points": 0 } ] },
            { "id": "blockers", "kind": "multiple", "text": "What gets in your way?", "required": false, "category": "work", "options": [
                { "id": id(6), "label": "Meetings", "points": -40 }, { "id": id(7), "label": "Nothing", "points": 100, "exclusive": true } ] },
            { "id": "hours", "kind": "number", "text": "Hours of sleep?", "min": 0, "max": 24, "decimals": 1, "category": "body",
              "ranges": [{ "below": 5, "points": 0 }, { "below": 7, "points": 50 }, { "points": 100 }] } ],
        "scoring": { "categories": [{ "id": "body", "name": "Body" }, { "id": "work", "name": "Work" }],
            "bands": [{ "id": "low", "from": 0, "name": "Low", "hue": "rose" }, { "id": "fine", "from": 50, "name": "Fine", "hue": "leaf" }],
            "cards": [{ "id": "sleep", "about": { "question": "hours" }, "focusBelow": 80, "title": "Sleep", "bands": { "fine": { "boost": "Rest." } } }] } }))
}

fn id(number: u128) -> String {
    OptionId::from_random(number).to_string()
}

fn typed(tree: &mut Tree, name: &str, value: &str) {
    let edits = field_edits(tree, &Place::parse(name), value);
    tree.apply_all(&edits).expect("the edits fit");
}

fn pressed(tree: &mut Tree, button: &str) -> Option<Place> {
    static NUMBER: AtomicU32 = AtomicU32::new(100);
    let made = act(tree, button, &mut || OptionId::from_random(NUMBER.fetch_add(1, Ordering::Relaxed).into()));
    let made = made.unwrap_or_else(|| panic!("{button} is known"));
    tree.apply_all(&made.edits).expect("the edits fit");
    made.focus
}

fn get<'t>(tree: &'t Tree, place: &str) -> Option<&'t Value> {
    tree.get(&Place::parse(place))
}

#[test]
fn a_control_says_what_the_tree_says() {
    let tree = example();
    for (name, value) in [
        ("name", "Team health"),
        ("name.es", "Salud del equipo"),
        ("questions.energy.from", "1"),
        ("questions.energy.kind", "scale"),
        ("questions.energy.@points", "linear"),
        ("questions.remote.required", "\n1"),
        ("questions.blockers.required", ""),
        ("questions.desk.showIf.@question", "remote"),
        ("questions.desk.showIf.@verb", "is"),
        ("questions.desk.showIf.is", &id(1)),
        ("scoring.cards.sleep.@about", "question hours"),
        ("description", ""),
        ("questions.energy.help", ""),
        ("scoring.bands.low.text", ""),
    ] {
        assert_eq!(field_edits(&tree, &Place::parse(name), value), [], "{name}");
    }
}

#[test]
fn what_is_typed_becomes_a_value_of_its_kind() {
    let mut tree = example();
    typed(&mut tree, "questions.energy.weight", "3");
    typed(&mut tree, "questions.hours.ranges.0.below", "5,5");
    typed(&mut tree, "questions.energy.to", "seven");
    typed(&mut tree, "questions.remote.text.es", "¿Dónde trabajas?");
    typed(&mut tree, "questions.remote.required", "");
    typed(&mut tree, "allowedOrigins", "https://a.example\r\nhttps://b.example\r\n");
    assert_eq!(get(&tree, "questions.energy.weight"), Some(&json!(3)));
    assert_eq!(get(&tree, "questions.hours.ranges.0.below"), Some(&json!(5.5)));
    assert_eq!(get(&tree, "questions.energy.to"), Some(&json!("seven")));
    let texts = json!({ "en": "Where do you work?", "es": "¿Dónde trabajas?" });
    assert_eq!(get(&tree, "questions.remote.text"), Some(&texts));
    assert_eq!(get(&tree, "questions.remote.required"), Some(&json!(false)));
    assert_eq!(get(&tree, "allowedOrigins"), Some(&json!(["https://a.example", "https://b.example"])));
    typed(&mut tree, "questions.energy.weight", "");
    assert_eq!(get(&tree, "questions.energy.weight"), None);
}

#[test]
fn conditions_and_cards_follow_an_id() {
    let mut tree = example();
    typed(&mut tree, "questions.remote.id", "place");
    assert_eq!(get(&tree, "questions.desk.showIf.question"), Some(&json!("place")));
    typed(&mut tree, "questions.hours.id", "sleep");
    assert_eq!(get(&tree, "scoring.cards.sleep.about"), Some(&json!({ "question": "sleep" })));
}

#[test]
fn a_form_that_was_not_touched_changes_nothing() {
    let tree = example();
    for question in ["remote", "energy", "desk", "blockers", "hours"] {
        let fields = fields_of(&drawn(&tree, &format!("q/{question}")));
        assert!(fields.len() > 4, "{question}: {fields:?}");
        assert_eq!(form_edits(&tree, &fields), [], "{question}");
    }
    for tab in ["scoring", "settings", "look", "languages/es"] {
        let fields = fields_of(&drawn(&tree, tab));
        assert_eq!(form_edits(&tree, &fields), [], "{tab}");
    }
}

#[test]
fn an_id_changes_after_the_other_fields_of_its_form() {
    let mut tree = example();
    let fields = [
        ("questions.energy.id", "vigour"),
        ("questions.energy.category", "work"),
        ("scoring.bands.low.id", "least"),
        ("scoring.bands.low.name", "Least"),
    ];
    let fields = fields.map(|(name, value)| (name.to_owned(), value.to_owned()));
    tree.apply_all(&form_edits(&tree, &fields)).expect("edits of this tree");
    assert_eq!(get(&tree, "questions.vigour.category"), Some(&json!("work")));
    assert_eq!(get(&tree, "scoring.bands.least.name"), Some(&json!("Least")));
    assert_eq!(followed("begin questions.energy.showIf", &fields), "begin questions.vigour.showIf");
    assert_eq!(followed("add scoring.bands", &fields), "add scoring.bands");
    assert_eq!(followed("beside questions.desk questions.energy", &fields), "beside questions.desk questions.vigour");
}

#[test]
fn options_are_added_moved_and_removed() {
    let mut tree = example();
    let labels = |tree: &Tree| {
        let options = tree.list(&Place::parse("questions.remote.options"));
        options.iter().map(|option| option["label"].as_str().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    let first = format!("questions.remote.options.{}", id(1));
    let focus = pressed(&mut tree, &format!("after {first}")).expect("the new one");
    assert_eq!(labels(&tree), ["At home", "", "In an office"]);
    typed(&mut tree, &focus.then("label").to_string(), "Elsewhere");
    pressed(&mut tree, &format!("up {focus}"));
    assert_eq!(labels(&tree), ["Elsewhere", "At home", "In an office"]);
    typed(&mut tree, &format!("{first}.code"), "7");
    let copy = pressed(&mut tree, &format!("duplicate {first}")).expect("the new one");
    assert_eq!((get(&tree, &format!("{first}.code")).is_some(), tree.get(&copy.then("code"))), (true, None));
    let list = Place::parse("questions.remote.options");
    assert_eq!(question::alike(&tree, &list), [copy.to_string()].into(), "it has the same words");
    pressed(&mut tree, &format!("remove {focus}"));
    assert_eq!(labels(&tree), ["At home", "At home", "In an office"]);
}

fn pasted(tree: &mut Tree, name: &str, text: &str) -> bool {
    let mut number = 200;
    let made = pasting::made(tree, &Place::parse(name), text, &mut || {
        number += 1;
        OptionId::from_random(number)
    });
    made.is_some_and(|made| tree.apply_all(&made.edits).is_ok())
}

#[test]
fn pasted_lines_become_options() {
    let mut tree = example();
    let empty = pressed(&mut tree, "add questions.remote.options").expect("the new one");
    assert!(pasted(&mut tree, &empty.then("label").to_string(), "A train\r\n\r\n A café \n"));
    assert!(!pasted(&mut tree, &empty.then("label").to_string(), "one line\n"), "an ordinary paste");
    let labels: Vec<_> =
        tree.list(&Place::parse("questions.remote.options")).iter().map(|option| option["label"].clone()).collect();
    assert_eq!(labels, ["At home", "In an office", "A train", "A café"]);
}

#[test]
fn pasted_lines_lose_the_marks_of_their_list_and_bring_their_points() {
    for (text, expected) in [
        ("1. A train\n2. A café", [json!(["A train", null]), json!(["A café", null])]),
        ("1.\tA train\n2.\tA café", [json!(["A train", null]), json!(["A café", null])]),
        ("•\u{a0}A train\n\u{f0b7}\tA café", [json!(["A train", null]), json!(["A café", null])]),
        ("a) A train\nb) A café", [json!(["A train", null]), json!(["A café", null])]),
        ("☐ A train\n☐ A café", [json!(["A train", null]), json!(["A café", null])]),
        ("- A train\n- A café", [json!(["A train", null]), json!(["A café", null])]),
        ("A train\t10\nA café\t-2,5", [json!(["A train", 10]), json!(["A café", -2.5])]),
        ("A train\tfast\nA café\tslow", [json!(["A train fast", null]), json!(["A café slow", null])]),
        // These are not list markers.
        ("3. Oktober\n9. November", [json!(["3. Oktober", null]), json!(["9. November", null])]),
        ("-5 °C\n1.5 km", [json!(["-5 °C", null]), json!(["1.5 km", null])]),
    ] {
        let mut tree = example();
        let empty = pressed(&mut tree, "add questions.remote.options").expect("the new one");
        assert!(pasted(&mut tree, &empty.then("label").to_string(), text));
        let options = tree.list(&Place::parse("questions.remote.options"));
        let read: Vec<_> = options[2..].iter().map(|option| json!([option["label"], option["points"]])).collect();
        assert_eq!(read, expected, "{text:?}");
    }
}

#[test]
fn a_piece_of_a_spreadsheet_becomes_points() {
    let mut tree = example();
    // A row of a question, and below it a row of the next one.
    assert!(pasted(&mut tree, &format!("questions.remote.options.{}.points", id(1)), "10\t20\n\n"));
    assert!(pasted(&mut tree, &format!("questions.desk.options.{}.points", id(3)), "90\t50,5\t10\n-10\t100"));
    // A column continues along the options.
    assert!(pasted(&mut tree, "questions.hours.ranges.1.points", "40\n80\n99"));
    let points =
        |place: &str| tree.list(&Place::parse(place)).iter().map(|one| one["points"].clone()).collect::<Vec<_>>();
    assert_eq!(points("questions.remote.options"), [json!(10), json!(20)]);
    assert_eq!(points("questions.desk.options"), [json!(90), json!(50.5), json!(10)]);
    assert_eq!(points("questions.blockers.options"), [json!(-10), json!(100)]);
    assert_eq!(points("questions.hours.ranges"), [json!(0), json!(40), json!(80)]);
}

#[test]
fn another_kind_keeps_what_it_has_too() {
    let mut tree = example();
    typed(&mut tree, "questions.blockers.kind", "choice");
    let options = json!([{ "id": id(6), "label": "Meetings", "points": -40 }, { "id": id(7), "label": "Nothing", "points": 100 }]);
    assert_eq!(get(&tree, "questions.blockers.options"), Some(&options));
    typed(&mut tree, "questions.blockers.kind", "scale");
    assert_eq!(get(&tree, "questions.blockers.options"), None);
    assert_eq!(get(&tree, "questions.blockers.text"), Some(&json!("What gets in your way?")));
}

#[test]
fn conditions_are_chosen() {
    let mut tree = example();
    let place = "questions.hours.showIf";
    pressed(&mut tree, &format!("begin {place}"));
    assert_eq!(get(&tree, place), Some(&json!({ "question": "blockers", "includes": [] })));
    typed(&mut tree, &format!("{place}.@question"), "energy");
    typed(&mut tree, &format!("{place}.@verb"), "between");
    typed(&mut tree, &format!("{place}.atMost"), "3");
    assert_eq!(get(&tree, place), Some(&json!({ "question": "energy", "atLeast": 0, "atMost": 3 })));
    pressed(&mut tree, &format!("also {place}"));
    typed(&mut tree, &format!("{place}.@group"), "none");
    assert_eq!(
        get(&tree, place),
        Some(
            &json!({ "not": { "any": [{ "question": "energy", "atLeast": 0, "atMost": 3 }, { "question": "blockers", "includes": [] }] } })
        )
    );
}

#[test]
fn answers_are_tried_with_the_rules_of_the_quiz() {
    let tried = [
        ("remote", id(1)),
        ("energy", "4".to_owned()),
        ("desk", id(4)),
        ("hours", "6,5".to_owned()),
        ("blockers", id(6)),
    ];
    let tried = tried.into_iter().map(|(id, value)| (id.to_owned(), value)).collect();
    let lines = try_out::outcome(&example(), &tried).expect("a score");
    let lines: Vec<_> = lines.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    assert_eq!(
        lines,
        [
            ("Score", "61, Fine"),
            ("Body", "61, Fine"),
            ("Work", "60, Fine"),
            ("Card", "Sleep: words for “fine” (to look at first)")
        ]
    );
    let refused = |id: &str, value: &str| {
        let tried = [(id.to_owned(), value.to_owned())].into_iter().collect();
        try_out::outcome(&example(), &tried).expect_err("no such answer")
    };
    assert!(refused("hours", "999").starts_with("“Hours of sleep?”"), "{}", refused("hours", "999"));
    assert!(refused("hours", "six").starts_with("“Hours of sleep?”"), "{}", refused("hours", "six"));
}

#[test]
fn problems_have_cures() {
    let mut tree = example();
    // The question that a condition refers to is moved below the one with the condition; an option and a category are
    // removed.
    pressed(&mut tree, "down questions.remote");
    pressed(&mut tree, "down questions.remote");
    let energy = get(&tree, "questions.energy").is_some();
    assert!(energy);
    fix(&mut tree, "not_earlier", "Move “Where do you work?” above this one");
    assert_eq!(
        tree.questions().iter().filter_map(|question| question["id"].as_str()).take(3).collect::<Vec<_>>(),
        ["energy", "remote", "desk"]
    );
    let elsewhere = json!({ "id": id(90), "label": "Elsewhere" });
    tree.apply(&Edit::insert(Place::parse("questions.remote.options"), 2, elsewhere)).expect("an option");
    pressed(&mut tree, &format!("remove questions.remote.options.{}", id(1)));
    fix(&mut tree, "unknown_option", "Remove what is gone");
    assert_eq!(get(&tree, "questions.desk.showIf"), None);
    let always = json!({ "any": [{ "answered": "energy" }, { "not": { "answered": "energy" } }] });
    tree.apply(&Edit::set(Place::parse("questions.desk.showIf"), always)).expect("a condition");
    fix(&mut tree, "always_true", "Remove the condition");
    assert_eq!(get(&tree, "questions.desk.showIf"), None);
    let gone = json!({ "all": [{ "answered": "gone" }, { "question": "energy", "atLeast": 2 }] });
    tree.apply(&Edit::set(Place::parse("questions.desk.showIf"), gone)).expect("a condition");
    fix(&mut tree, "unknown_question", "Remove what is gone");
    assert_eq!(get(&tree, "questions.desk.showIf"), Some(&json!({ "all": [{ "question": "energy", "atLeast": 2 }] })));
    let words = |tree: &Tree| get(tree, "scoring.cards.sleep.bands").cloned();
    let before = words(&tree);
    let nowhere = Edit::set(Place::parse("scoring.cards.sleep.bands.nowhere"), json!({ "subTitle": "Words" }));
    tree.apply(&nowhere).expect("words");
    fix(&mut tree, "unknown_band", "Remove its words");
    assert_eq!(words(&tree), before, "those for other bands stay");
    let end = json!({ "id": "bye", "kind": "statement", "text": "Bye", "ends": true });
    tree.apply(&Edit::insert("questions".into(), 2, end)).expect("a question");
    fix(&mut tree, "unreachable", "Move it above “Bye”, which ends the quiz");
}

/// Applies the fix with this label for the first problem of this code.
fn fix(tree: &mut Tree, code: &str, label: &str) {
    let found = domain::edit::problems(tree, domain::edit::Depth::Full);
    let problem = found.iter().find(|problem| problem.code.code() == code);
    let problem = problem.unwrap_or_else(|| panic!("no {code}: {found:?}"));
    let fixes = crate::fixes::fixes(tree, problem);
    let button = fixes.iter().find(|(known, _)| known == label).map(|(_, button)| button.clone());
    pressed(tree, &button.unwrap_or_else(|| panic!("no such fix: {fixes:?}")));
    let left = domain::edit::problems(tree, domain::edit::Depth::Full);
    assert!(!left.contains(problem), "{left:?}");
}

#[test]
fn a_hundred_questions_are_a_small_page() {
    let question = |number: usize| {
        json!({ "id": format!("q{number}"), "text": format!("What do you think of number {number}?"),
        "options": [{ "id": id(number as u128 * 2), "label": "Yes" }, { "id": id(number as u128 * 2 + 1), "label": "No" }] })
    };
    let tree = Tree::new(json!({ "name": "Long", "questions": (1..=100).map(question).collect::<Vec<_>>() }));
    let html = drawn(&tree, "q/q50");
    assert!(html.contains("What do you think of number 100?"), "the list has all");
    assert!(!html.contains(&id(20)), "and no definition");
    assert!(html.len() < 55 * 1024, "{} bytes", html.len());
}

#[test]
fn the_list_has_conditions_as_sentences() {
    let html = drawn(&example(), "");
    assert!(html.contains("if “Where do you work?” is At home"), "{html}");
    assert!(html.contains("always shown"), "{html}");
}

fn drawn(tree: &Tree, rest: &str) -> String {
    let given = Given { base: "/edit".to_owned(), preview: "/preview".to_owned(), ..Given::default() };
    let page = Page {
        tree: tree.clone(),
        given,
        rest: rest.to_owned(),
        problems: Vec::new(),
        notes: Vec::new(),
        program: None,
        tried: None,
    };
    view(page)
}

/// The fields that a browser submits for the named controls of a page.
fn fields_of(html: &str) -> Vec<(String, String)> {
    let mut fields = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        rest = &rest[at..];
        let end = rest.find('>').unwrap_or(rest.len() - 1);
        let tag = &rest[1..end];
        let name = attribute(tag, "name").filter(|name| !["do", "revision"].contains(&name.as_str()));
        let kind = tag.split_whitespace().next().unwrap_or_default();
        if let Some(name) = name {
            match kind {
                "input" if attribute(tag, "type").as_deref() == Some("checkbox") && !tag.contains(" checked") => {}
                "input" => fields.push((name, attribute(tag, "value").unwrap_or_default())),
                "textarea" => {
                    let text = rest[end + 1..].split("</textarea>").next().unwrap_or_default();
                    fields.push((name, unescaped(text.strip_prefix('\n').unwrap_or(text))));
                }
                "select" => {
                    let options = rest[end + 1..].split("</select>").next().unwrap_or_default();
                    let chosen = options
                        .split("<option")
                        .find(|option| option.split('>').next().is_some_and(|tag| tag.contains(" selected")));
                    let first = options.split("<option").nth(1);
                    let value = chosen
                        .or(first)
                        .and_then(|option| attribute(option.split('>').next().unwrap_or_default(), "value"));
                    fields.push((name, value.unwrap_or_default()));
                }
                _ => {}
            }
        }
        rest = &rest[end..];
    }
    fields
}

fn attribute(tag: &str, name: &str) -> Option<String> {
    let start = tag.find(&format!(" {name}=\""))? + name.len() + 3;
    Some(unescaped(tag[start..].split('"').next()?))
}

fn unescaped(text: &str) -> String {
    text.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

#[test]
fn what_a_control_cannot_show_as_it_is_stays() {
    let tree = Tree::new(json!({ "name": "two\nlines", "description": "cr\r\nlf\rend", "questions": [
        { "id": "q1", "text": "?", "showIf": { "question": "q0", "is": [id(2), id(1)] } } ] }));
    let is = format!("{}\n{}", id(1), id(2));
    for (name, shown) in
        [("name", "twolines"), ("description", "cr\r\nlf\r\nend"), ("questions.q1.showIf.is", is.as_str())]
    {
        assert_eq!(field_edits(&tree, &Place::parse(name), shown), [], "{name}");
    }
    assert_eq!(field_edits(&tree, &Place::parse("questions.q1.showIf.is"), &id(1)).len(), 1);
}
