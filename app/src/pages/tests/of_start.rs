//! The start page: its promises and the order of its content.

use domain::{NamespaceId, OptionId, Quiz, QuizId, QuizInput, Retention, Timestamp};
use serde_json::{Value, json};

use super::*;
use crate::words;

/// A quiz as the server stores it, from a body of Create Quiz without a name.
fn stored(mut body: Value, unfinished_days: Option<i64>) -> Quiz {
    body["name"] = json!("A quiz");
    let input: QuizInput = serde_json::from_value(body).expect("a body");
    let mut number = 0;
    let new_id = || {
        number += 1;
        OptionId::parse(&format!("{number:08x}-0000-4000-8000-000000000000")).expect("a UUID")
    };
    let new = input.check(new_id).unwrap_or_else(|error| panic!("{error}"));
    Quiz {
        id: QuizId::from_random(1),
        namespace_id: NamespaceId::parse("demo").expect("a namespace id"),
        kind: new.kind,
        settings: new.settings,
        version: 1,
        definition: Arc::new(new.definition),
        retention: Retention::new(unfinished_days, None).expect("days"),
        session_secret: None,
        created_at: Timestamp::default(),
        updated_at: Timestamp::default(),
    }
}

fn page_of(stored: &Quiz, language: Language) -> String {
    let about = words::about(stored, language);
    let quiz = QuizView { kind: stored.kind, about, ..quiz() };
    let page = StartPage {
        outlook: Outlook::of(stored, &stored.definition),
        definition: stored.definition.clone(),
        quiz,
        action: "/aq".to_owned(),
        full: None,
        name: None,
        drawn: None,
    };
    start(&context(language), &page)
}

/// A body with a question of these fields, and more fields of the body.
fn asking(question: Value, more: Value) -> Value {
    let mut asked = json!({ "id": "one", "text": "What?" });
    let mut body = more;
    let fields = |value: Value| value.as_object().cloned().unwrap_or_default();
    asked.as_object_mut().expect("an object").extend(fields(question));
    body["questions"] = json!([asked]);
    body
}

fn scale(more: Value) -> Value {
    asking(json!({ "kind": "scale", "from": 1, "to": 5 }), more)
}

fn text(format: Value) -> Value {
    asking(json!({ "kind": "text", "format": format }), json!({}))
}

/// An open, in-app or invited quiz.
fn of_kind(kind: QuizKind) -> Value {
    scale(json!({ "anonymous": kind.is_anonymous(), "inapp": kind.is_inapp() }))
}

/// The names and texts of the sentences that a start page may contain, in all their forms.
fn sentences(language: Language) -> Vec<(String, String)> {
    let words = texts(language);
    let kinds = [("open", QuizKind::Open), ("in-app", QuizKind::InApp), ("invited", QuizKind::Invited)];
    let by_kind = |name: &'static str, of: fn(QuizKind) -> &'static str| {
        kinds.map(move |(kind, of_kind)| (format!("{name} {kind}"), of(of_kind).to_owned()))
    };
    let plain = [
        ("unsigned", words.start_unsigned),
        ("contact", words.start_contact),
        ("seen", words.start_seen),
        ("saved", words.start_saved),
        ("stands", words.start_stands),
        ("link", words.start_link),
        ("erase", words.start_erase),
        ("no wrong", words.start_no_wrong),
    ];
    let plain = plain.map(|(name, text)| (name.to_owned(), text.to_owned()));
    let within = [1, 7].map(|days| (format!("within {days}"), (words.start_within)(days)));
    let of_kinds = [("identity", words.start_identity), ("return", words.start_return), ("ask", words.erase_ask)];
    of_kinds.into_iter().flat_map(|(name, of)| by_kind(name, of)).chain(plain).chain(within).collect()
}

#[test]
fn the_start_page_promises_what_holds_for_its_quiz_and_nothing_else() {
    let open = |more: Value| scale(more);
    let other = json!({ "kind": "choice", "options": [{ "label": "Yes" }, { "label": "Other", "other": true }] });
    let of_all = ["seen", "saved", "return open"];
    // Each quiz with the sentences that are true for it in addition to those.
    let cases: Vec<(Value, Option<i64>, Vec<&str>)> = vec![
        (open(json!({})), None, [&of_all[..], &["identity open", "erase"]].concat()),
        (json!({}), None, [&of_all[..], &["identity open", "erase", "no wrong"]].concat()),
        (text(Value::Null), None, [&of_all[..], &["unsigned", "erase"]].concat()),
        (text(json!("url")), None, [&of_all[..], &["unsigned", "erase"]].concat()),
        (asking(other, json!({})), None, [&of_all[..], &["unsigned", "erase"]].concat()),
        (text(json!("email")), None, [&of_all[..], &["contact", "erase"]].concat()),
        (text(json!("phone")), None, [&of_all[..], &["contact", "erase"]].concat()),
        (open(json!({ "respondentsMayErase": false })), None, [&of_all[..], &["identity open", "ask open"]].concat()),
        (
            open(json!({ "about": { "seenBy": "your coach" } })),
            None,
            vec!["identity open", "saved", "return open", "erase"],
        ),
        (open(json!({ "feedback": "at_once" })), None, vec!["identity open", "seen", "stands", "return open", "erase"]),
        (open(json!({})), Some(7), [&of_all[..], &["identity open", "erase", "within 7"]].concat()),
        (open(json!({})), Some(1), [&of_all[..], &["identity open", "erase", "within 1"]].concat()),
        (of_kind(QuizKind::InApp), None, vec!["identity in-app", "seen", "saved", "return in-app", "ask in-app"]),
        (
            of_kind(QuizKind::Invited),
            None,
            vec!["identity invited", "seen", "saved", "return invited", "link", "ask invited"],
        ),
    ];
    let mut said: BTreeSet<String> = BTreeSet::new();
    for language in Language::OF_PAGES {
        for (body, unfinished_days, expected) in &cases {
            let html = page_of(&stored(body.clone(), *unfinished_days), language);
            let list = html.split_once("class=\"card expect\"").expect("the list").1;
            let list = list.split_once("</ul>").expect("its end").0;
            let items: BTreeSet<String> = list
                .split("<li")
                .skip(1)
                .map(|item| item.split_once('>').expect("an item").1.split_once("</li>").expect("its end").0.to_owned())
                .collect();
            let all = sentences(language);
            let named: BTreeSet<&str> =
                all.iter().filter(|(_, text)| items.contains(text)).map(|(name, _)| name.as_str()).collect();
            assert_eq!(named, expected.iter().copied().collect(), "{language}: {body}");
            assert_eq!(items.len(), expected.len(), "{language}: a sentence without a test: {items:?}");
            said.extend(named.into_iter().map(str::to_owned));
        }
    }
    let all: BTreeSet<String> = sentences(Language::EN).into_iter().map(|(name, _)| name).collect();
    assert_eq!(said, all, "each sentence is true of a quiz");
}

#[test]
fn the_length_is_that_of_the_shortest_and_the_longest_way() {
    let rows: Vec<Value> = (0..15).map(|n| json!({ "id": format!("row{n}"), "text": "A row" })).collect();
    let matrix = asking(json!({ "kind": "matrix", "rows": rows, "from": 1, "to": 5 }), json!({}));
    let mut branch = asking(json!({ "kind": "choice", "options": [{ "label": "Yes" }, { "label": "No" }] }), json!({}));
    let of_yes = |n: usize| {
        let show_if = json!({ "question": "one", "is": [1] });
        json!({ "id": format!("more{n}"), "kind": "scale", "text": "How?", "from": 1, "to": 5, "showIf": show_if })
    };
    branch["questions"].as_array_mut().expect("a list").extend((0..9).map(of_yes));
    for (body, en, es) in [
        (json!({}), "8 questions. They’ll take about 3 minutes.", "8 preguntas. Te llevarán unos 3 minutos."),
        (matrix, "15 questions. They’ll take about 3 minutes.", "15 preguntas. Te llevarán unos 3 minutos."),
        (
            branch,
            "1 to 10 questions. They’ll take 1 to 3 minutes.",
            "De 1 a 10 preguntas. Te llevarán de 1 a 3 minutos.",
        ),
        (scale(json!({})), "One question. It’ll take about a minute.", "Una pregunta. Te llevará cerca de un minuto."),
    ] {
        let stored = stored(body, None);
        for (language, text) in [(Language::EN, en), (Language::ES, es)] {
            let html = page_of(&stored, language);
            let told = html.split_once("class=\"length\">").expect("the length").1.split_once('<').expect("its end").0;
            assert_eq!(told, text);
        }
    }
}

#[test]
fn a_start_page_says_whom_to_ask_where_the_owner_says_nothing() {
    let words = texts(Language::EN);
    for (kind, is_inapp) in [(QuizKind::Open, false), (QuizKind::InApp, true)] {
        let html = page_of(&stored(of_kind(kind), None), Language::EN);
        assert_eq!(html.contains(words.trust_unnamed_inapp), is_inapp);
        assert_eq!(html.contains(words.trust_unnamed), !is_inapp);
    }
}

#[test]
fn the_start_page_is_painted_before_its_style_sheet_has_come() {
    for html in every_page(Language::EN) {
        let (head, body) = html.split_once("<body").expect("a body");
        let is_start = html.contains("class=\"card expect\"");
        assert_eq!(head.contains("main > h1 { color: red }</style>"), is_start, "{head}");
        assert_eq!(head.contains("\"/assets/main.css\""), !is_start, "{head}");
        assert_eq!(body.contains("\"/assets/main.css\""), is_start);
    }
}
