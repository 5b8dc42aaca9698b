//! Conditions in editable form: an earlier question or a score, a verb and values, in groups of all, any or none.

use domain::{
    KindName,
    edit::{Edit, Place, Tree},
};
use serde_json::{Value, json};

use crate::actions::Made;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ConditionSubject {
    /// The id of the question, or of a row prefixed with its question's id.
    pub(crate) id: String,
    pub(crate) text: String,
    pub(crate) takes: Takes,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Takes {
    /// One of these options, with their labels.
    One(Vec<(String, String)>),
    Several(Vec<(String, String)>),
    Number,
    /// Answers that can only be tested for presence.
    Anything,
}

/// A condition, as far as it can be edited.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Node {
    /// The place of the list, the group's word (`all`, `any` or `none`), and its length.
    Group(Place, &'static str, usize),
    /// The place of the rule, inside a `not` if there is one, its question and its verb.
    Rule(Place, String, &'static str),
    Language(Place, bool),
    /// The place of the test, `band` or `change`, the score, and whether it is inside a `not`.
    Score(Place, &'static str, String, bool),
    /// Cannot be edited here.
    Unknown,
}

/// The verbs of a rule with their labels. A `not-` verb is the opposite of the verb before it.
pub(crate) fn verbs(takes: Option<&Takes>) -> Vec<(&'static str, &'static str)> {
    let own: &[(&str, &str)] = match takes {
        Some(Takes::One(_)) => &[("is", "is one of"), ("not-is", "is none of")],
        Some(Takes::Several(_)) => &[("includes", "includes one of"), ("not-includes", "includes none of")],
        Some(Takes::Number) => &[
            ("least", "is at least"),
            ("most", "is at most"),
            ("between", "is between"),
            ("not-between", "is not between"),
        ],
        Some(Takes::Anything) | None => &[],
    };
    own.iter().copied().chain([("answered", "is answered"), ("not-answered", "is not answered")]).collect()
}

/// Everything that is asked before a place's question; all questions for a place outside of questions.
pub(crate) fn asked_before(tree: &Tree, place: &Place) -> Vec<ConditionSubject> {
    let end = match place.steps() {
        [list, ..] if list == "questions" => tree.index(&place.first(2)),
        _ => None,
    };
    let questions = tree.items(&"questions".into());
    let end = end.unwrap_or(questions.len());
    questions.iter().take(end).flat_map(|question| asked_in(tree, question)).collect()
}

fn asked_in(tree: &Tree, question: &Place) -> Vec<ConditionSubject> {
    let Some(id) = tree.text(&question.then("id")).map(str::to_owned) else { return Vec::new() };
    let text = tree.question_text(&id).unwrap_or_else(|| id.clone());
    if let Some(built_in) = tree.built_in(question) {
        let language = tree.language();
        let options = built_in.options(language, language);
        let options = options.into_iter().map(|option| (option.id.to_string(), option.label)).collect();
        return vec![ConditionSubject { id, text, takes: Takes::One(options) }];
    }
    let options = || {
        let places = tree.items(&question.then("options"));
        let option = |place: &Place| {
            let id = tree.text(&place.then("id"))?.to_owned();
            Some((id, tree.words(&place.then("label")).unwrap_or("(no label)").to_owned()))
        };
        places.iter().filter_map(option).collect::<Vec<_>>()
    };
    match tree.kind(question) {
        KindName::Statement => Vec::new(),
        KindName::Matrix => {
            let cells = tree.list(&question.then("options"));
            let takes = if cells.is_empty() { Takes::Number } else { Takes::One(options()) };
            let rows = tree.items(&question.then("rows"));
            let row = |place: &Place| {
                let id = format!("{id}_{}", tree.text(&place.then("id"))?);
                Some(ConditionSubject { text: tree.question_text(&id)?, id, takes: takes.clone() })
            };
            rows.iter().filter_map(row).collect()
        }
        KindName::Choice => vec![ConditionSubject { id, text, takes: Takes::One(options()) }],
        KindName::Multiple => vec![ConditionSubject { id, text, takes: Takes::Several(options()) }],
        KindName::Scale | KindName::Number => vec![ConditionSubject { id, text, takes: Takes::Number }],
        _ => vec![ConditionSubject { id, text, takes: Takes::Anything }],
    }
}

pub(crate) fn node(tree: &Tree, place: &Place) -> Node {
    let Some(value) = tree.get(place) else { return Node::Unknown };
    let (inner, is_not) = match value.get("not") {
        Some(_) => (place.then("not"), true),
        None => (place.clone(), false),
    };
    let Some(held) = tree.get(&inner) else { return Node::Unknown };
    for (field, word) in [("all", "all"), ("any", if is_not { "none" } else { "any" })] {
        if let Some(list) = held.get(field).and_then(Value::as_array)
            && !(is_not && field == "all")
        {
            return Node::Group(inner.then(field), word, list.len());
        }
    }
    if held.get("language").is_some_and(Value::is_array) {
        return Node::Language(inner, is_not);
    }
    for test in ["band", "change"] {
        if let Some(of) = held.get(test).and_then(|test| test.get("of")?.as_str()) {
            return Node::Score(inner.then(test), test, of.to_owned(), is_not);
        }
    }
    if let Some(id) = held.get("answered").and_then(Value::as_str) {
        return Node::Rule(inner, id.to_owned(), if is_not { "not-answered" } else { "answered" });
    }
    let Some(id) = held.get("question").and_then(Value::as_str) else { return Node::Unknown };
    let verb = match (held.get("is"), held.get("includes"), held.get("atLeast"), held.get("atMost")) {
        (Some(_), ..) => ["is", "not-is"],
        (None, Some(_), ..) => ["includes", "not-includes"],
        (None, None, None, Some(_)) if !is_not => ["most", "most"],
        (None, None, Some(_), None) if !is_not => ["least", "least"],
        (None, None, Some(_), _) | (None, None, _, Some(_)) => ["between", "not-between"],
        (None, None, None, None) => ["least", "least"],
    };
    Node::Rule(inner, id.to_owned(), verb[usize::from(is_not)])
}

/// The condition at a place after a group, question or verb was chosen.
pub(crate) fn choose(tree: &Tree, place: &Place, choice: &str, typed: &str) -> Vec<Edit> {
    let now = node(tree, place);
    let value = match (choice, now) {
        ("group", Node::Group(list, word, _)) if word != typed => {
            let inner = tree.get(&list).cloned().unwrap_or_default();
            match typed {
                "any" => json!({ "any": inner }),
                "none" => json!({ "not": { "any": inner } }),
                _ => json!({ "all": inner }),
            }
        }
        ("question", Node::Rule(_, id, _)) if id == typed => return Vec::new(),
        ("question", Node::Language(..)) if typed == "@language" => return Vec::new(),
        ("question", _) if typed == "@language" => json!({ "language": [] }),
        ("question", Node::Score(_, test, of, _)) if typed == subject(test, &of) => return Vec::new(),
        ("question", _) if typed.starts_with('@') => match typed[1..].split_once(' ') {
            Some((test, of)) => json!({ (test): { "of": of, "is": [] } }),
            None => return Vec::new(),
        },
        ("question", _) => {
            let asked = asked_before(tree, place).into_iter().find(|asked| asked.id == typed);
            asked.map_or_else(|| json!({ "answered": typed }), |asked| rule(&asked))
        }
        ("verb", Node::Rule(inner, id, verb)) if verb != typed => with_verb(tree, &inner, &id, typed),
        ("verb", Node::Language(inner, is_not)) if is_not != (typed == "not-language") => {
            let held = tree.get(&inner).cloned().unwrap_or_default();
            if is_not { held } else { json!({ "not": held }) }
        }
        ("verb", Node::Score(test, .., is_not)) if is_not != (typed == "not-is") => {
            let held = test.split().and_then(|(around, _)| tree.get(&around).cloned()).unwrap_or_default();
            if is_not { held } else { json!({ "not": held }) }
        }
        _ => return Vec::new(),
    };
    vec![Edit::set(place.clone(), value)]
}

/// The value that stands for a test of a score among the subjects of a rule.
pub(crate) fn subject(test: &str, of: &str) -> String {
    format!("@{test} {of}")
}

/// The rule at a place with another verb, keeping the values that fit it.
fn with_verb(tree: &Tree, rule: &Place, id: &str, verb: &str) -> Value {
    let held = |field: &str| tree.get(&rule.then(field)).cloned();
    let options = || held("is").or_else(|| held("includes")).unwrap_or_else(|| json!([]));
    let (least, most) = (held("atLeast"), held("atMost"));
    let low = least.clone().or_else(|| most.clone()).unwrap_or_else(|| json!(0));
    let high = most.or(least).unwrap_or_else(|| json!(0));
    let positive = match verb.trim_start_matches("not-") {
        "is" => json!({ "question": id, "is": options() }),
        "includes" => json!({ "question": id, "includes": options() }),
        "least" => json!({ "question": id, "atLeast": low }),
        "most" => json!({ "question": id, "atMost": high }),
        "between" => json!({ "question": id, "atLeast": low, "atMost": high }),
        _ => json!({ "answered": id }),
    };
    if verb.starts_with("not-") { json!({ "not": positive }) } else { positive }
}

/// An initial rule about a question.
fn rule(asked: &ConditionSubject) -> Value {
    match asked.takes {
        Takes::One(_) => json!({ "question": asked.id, "is": [] }),
        Takes::Several(_) => json!({ "question": asked.id, "includes": [] }),
        Takes::Number => json!({ "question": asked.id, "atLeast": 0 }),
        Takes::Anything => json!({ "answered": asked.id }),
    }
}

/// The buttons of conditions: the first rule, another rule, and a group of rules.
pub(crate) fn act(tree: &Tree, verb: &str, place: &Place, word: &str) -> Option<Made> {
    let new = asked_before(tree, place).last().map_or_else(|| json!({ "language": [] }), rule);
    let new = if verb == "group" { json!({ (if word.is_empty() { "any" } else { word }): [new] }) } else { new };
    let held = tree.get(place).filter(|value| !value.is_null());
    let (edit, focus) = match held {
        None => (Edit::set(place.clone(), new), place.clone()),
        Some(Value::Array(list)) => (Edit::insert(place.clone(), list.len(), new), place.item(list.len())),
        Some(_) if verb == "begin" => return None,
        Some(before) => (Edit::set(place.clone(), json!({ "all": [before, new] })), place.then("all").item(1)),
    };
    Some(Made { edits: vec![edit], focus: Some(focus) })
}
