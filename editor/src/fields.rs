//! Converts control values to edits of the tree. The name of a control is the place of its value; names with `@` stand
//! for choices that change more than one value.

use std::collections::HashMap;

use domain::{
    ImageId, Language,
    edit::{self, Edit, Holds, Place, Tree},
};
use serde_json::{Number, Value};

use crate::{actions, conditions, series};

/// Of a button: a verb, a place, and sometimes one more word.
pub(crate) const WORDS: usize = 3;
/// The value of an option's `@score` that sets its points to `null`.
pub(crate) const UNSCORED: &str = "none";
/// The value of a statement's `@order` that shuffles the questions behind it.
pub(crate) const QUESTIONS: &str = "questions";
/// Answers entered for trying out are not part of the quiz.
const TRIED: &str = "try";

/// The edits that the fields of a form make. Fields of the same name belong together; a field that equals the tree
/// makes none.
pub fn form_edits(tree: &Tree, fields: &[(String, String)]) -> Vec<Edit> {
    let mut joined: Vec<(Place, String)> = Vec::new();
    let mut known: HashMap<Place, usize> = HashMap::new();
    for (name, typed) in fields {
        let place = Place::parse(name);
        if let Some(at) = known.get(&place) {
            joined[*at].1.push('\n');
            joined[*at].1.push_str(typed);
        } else {
            known.insert(place.clone(), joined.len());
            joined.push((place, typed.clone()));
        }
    }
    // Ids are changed last: other fields address the item by the id it had when the page was rendered.
    joined.sort_by_key(|(place, _)| {
        (is_id(place), std::cmp::Reverse(if is_id(place) { place.steps().len() } else { 0 }))
    });
    let (mut now, mut all) = (tree.clone(), Vec::new());
    for (place, typed) in joined {
        if field_edits(tree, &place, &typed).is_empty() {
            continue;
        }
        let edits = field_edits(&now, &place, &typed);
        if now.apply_all(&edits).is_ok() {
            all.extend(edits);
        }
    }
    all
}

fn is_id(place: &Place) -> bool {
    place.steps().last().is_some_and(|last| last == "id")
}

/// Adapts a button's value, rendered earlier, to ids that these fields changed.
pub fn followed(button: &str, fields: &[(String, String)]) -> String {
    let typed = fields.iter().map(|(name, typed)| (Place::parse(name), typed.trim()));
    let ids: HashMap<Place, &str> = typed.filter(|(place, typed)| is_id(place) && !typed.is_empty()).collect();
    let renamed = |word: &str| {
        let place = Place::parse(word);
        let steps = place.steps().iter().enumerate().map(|(at, step)| {
            let id = ids.get(&place.first(at + 1).then("id"));
            id.map_or_else(|| step.clone(), |id| (*id).to_owned())
        });
        steps.fold(Place::default(), |place, step| place.then(step)).to_string()
    };
    let mut words = button.splitn(WORDS, ' ');
    let verb = words.next().unwrap_or_default().to_owned();
    words.fold(verb, |button, word| format!("{button} {}", renamed(word)))
}

/// The edits for one control's value. An unticked checkbox has an empty value.
pub fn field_edits(tree: &Tree, place: &Place, typed: &str) -> Vec<Edit> {
    if place.steps().first().is_some_and(|step| step == TRIED) {
        return Vec::new();
    }
    let typed = typed.replace("\r\n", "\n").replace('\r', "\n");
    let Some((outer, last)) = place.split() else { return Vec::new() };
    if let Some(choice) = last.strip_prefix('@') {
        return choices(tree, &outer, choice, &typed);
    }
    if last == "kind" && outer.steps().first().is_some_and(|step| step == "questions") {
        return actions::change_kind(tree, &outer, &typed);
    }
    if last == "id" {
        return rename(tree, &outer, typed.trim());
    }
    if let Some((text, language)) = text_at(tree, place) {
        let text_now = tree.get(&text).map_or("", |text| wording(text, language, tree.language()));
        let is_shown = is_as_shown(&text, text_now, &typed);
        return if is_shown { Vec::new() } else { tree.write(&text, language, &typed).into_iter().collect() };
    }
    let holds = Holds::at(place);
    match (value(tree, place, holds, &typed), tree.get(place)) {
        (None, None | Some(Value::Null)) => Vec::new(),
        (None, Some(_)) => vec![tree.clear(place)],
        (Some(value), Some(known)) if value == *known => Vec::new(),
        (Some(value), Some(known)) if holds == Holds::Choices && has_same(&value, known) => Vec::new(),
        (Some(value), None) if is_default(holds, &value) => Vec::new(),
        (Some(value), _) => vec![Edit::set(place.clone(), value)],
    }
}

/// True if a text equals its control's value, given that forms normalize line breaks and single-line inputs drop them.
fn is_as_shown(place: &Place, text: &str, typed: &str) -> bool {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    text == typed || Holds::at(place) == Holds::Line && text.replace('\n', "") == typed
}

/// True for the same values, in any order.
fn has_same(one: &Value, other: &Value) -> bool {
    let (Some(one), Some(other)) = (one.as_array(), other.as_array()) else { return false };
    one.len() == other.len() && one.iter().all(|item| other.contains(item))
}

/// True if a value equals the meaning of its absence.
fn is_default(holds: Holds, value: &Value) -> bool {
    match holds {
        Holds::Answer(default) => default && *value == Value::Bool(true),
        Holds::Word(default) => value == default,
        Holds::List => value.as_array().is_some_and(Vec::is_empty),
        _ => false,
    }
}

fn choices(tree: &Tree, outer: &Place, choice: &str, typed: &str) -> Vec<Edit> {
    match choice {
        "about" => {
            let about: Value = match typed.split_once(' ') {
                Some((what, id)) => serde_json::json!({ (what): id }),
                None => "score".into(),
            };
            changed(tree, outer.then("about"), about)
        }
        "points" => match typed {
            "" => tree.get(&outer.then("points")).map(|_| tree.clear(&outer.then("points"))).into_iter().collect(),
            "list" if tree.get(&outer.then("points")).is_some_and(Value::is_array) => Vec::new(),
            "list" => vec![Edit::set(outer.then("points"), actions::even_points(tree, outer))],
            word => changed(tree, outer.then("points"), word.into()),
        },
        "score" => match (typed, tree.get(&outer.then("points"))) {
            (UNSCORED, _) => changed(tree, outer.then("points"), Value::Null),
            (_, Some(Value::Null)) => vec![tree.clear(&outer.then("points"))],
            _ => Vec::new(),
        },
        "order" => match typed {
            "" => tree.get(&outer.then("shuffle")).map(|_| tree.clear(&outer.then("shuffle"))).into_iter().collect(),
            QUESTIONS => changed(tree, outer.then("shuffle"), QUESTIONS.into()),
            _ => changed(tree, outer.then("shuffle"), true.into()),
        },
        "image" | "logo" => match ImageId::parse(typed) {
            Ok(id) => vec![edit::picture_edit(tree, &outer.then(choice), &id)],
            Err(_) => Vec::new(),
        },
        "cells" => actions::change_cells(tree, outer, typed),
        "count" | "unit" => series::change(tree, outer, choice == "unit", typed),
        choice => conditions::choose(tree, outer, choice, typed),
    }
}

fn changed(tree: &Tree, place: Place, value: Value) -> Vec<Edit> {
    if tree.get(&place) == Some(&value) { Vec::new() } else { vec![Edit::set(place, value)] }
}

/// Updates references in conditions and cards when a question's id changes.
fn rename(tree: &Tree, item: &Place, id: &str) -> Vec<Edit> {
    let place = item.then("id");
    let Some(now) = tree.text(&place).filter(|now| *now != id && !id.is_empty()) else { return Vec::new() };
    let is_question = matches!(item.steps(), [list, _] if list == "questions");
    if is_question { tree.rename_question(now, id) } else { vec![Edit::set(place, id)] }
}

/// `None` removes the value.
fn value(tree: &Tree, place: &Place, holds: Holds, typed: &str) -> Option<Value> {
    let is_item = place.split().is_some_and(|(outer, _)| tree.get(&outer).is_some_and(Value::is_array));
    let is_empty = typed.trim().is_empty();
    match holds {
        Holds::Flag => (!is_empty).then_some(Value::Bool(true)),
        Holds::Answer(_) => Some(Value::Bool(!is_empty)),
        Holds::List | Holds::Choices => {
            let lines = typed.split(['\n', ',']).map(str::trim).filter(|line| !line.is_empty());
            Some(lines.map(Value::from).collect())
        }
        Holds::Numbers => Some(typed.split_whitespace().map(number).collect()),
        Holds::Rows => Some(rows(typed)).filter(|rows| !rows.is_empty()).map(Value::from),
        Holds::Number => (!is_empty || is_item).then(|| number(typed.trim())),
        Holds::Text | Holds::Line | Holds::Word(_) => (!typed.is_empty() || is_item).then(|| typed.into()),
    }
}

/// Lines of numbers, without a line of headings that is copied along.
fn rows(typed: &str) -> Vec<Value> {
    let lines = typed.lines().map(|line| line.split([' ', '\t', ';', '\u{a0}']).filter(|cell| !cell.is_empty()));
    let rows = lines.map(|cells| cells.map(number).collect::<Vec<Value>>()).filter(|cells| !cells.is_empty());
    let mut rows: Vec<Vec<Value>> = rows.collect();
    let is_of_words = |row: &Vec<Value>| !row.iter().any(Value::is_number);
    if rows.len() > 1 && is_of_words(&rows[0]) && !is_of_words(&rows[1]) {
        rows.remove(0);
    }
    rows.into_iter().map(Value::from).collect()
}

/// A number, or the typed text while it is not a number.
pub(crate) fn number(typed: &str) -> Value {
    let written = typed.replace(',', ".").replace('−', "-");
    let written = written.strip_prefix('+').unwrap_or(&written);
    match serde_json::from_str::<Number>(written) {
        Ok(number) => Value::Number(number),
        Err(_) => typed.into(),
    }
}

/// The text that a place belongs to, and the language. The place of the text itself means the default language.
pub(crate) fn text_at(tree: &Tree, place: &Place) -> Option<(Place, Language)> {
    if is_text(place) {
        return Some((place.clone(), tree.language()));
    }
    let (outer, tag) = place.split()?;
    let language = Language::parse(tag).ok().filter(|_| is_text(&outer))?;
    Some((outer, language))
}

fn is_text(place: &Place) -> bool {
    matches!(Holds::at(place), Holds::Text | Holds::Line)
}

/// The wording of a text in one language; empty if it has none.
pub(crate) fn wording(text: &Value, language: Language, own: Language) -> &str {
    match text {
        Value::Object(texts) => texts.get(language.as_str()).and_then(Value::as_str).unwrap_or_default(),
        Value::String(same) if language == own => same,
        _ => "",
    }
}
