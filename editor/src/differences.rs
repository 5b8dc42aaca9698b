//! The differences between two states of a quiz, in words.

use std::collections::HashSet;

use domain::edit::{Change, Edit, Tree, edits_between};
use serde_json::Value;

use crate::place_names::place_name;

/// A sentence for each difference, in the order of the quiz; identical sentences appear once.
pub fn differences(before: &Tree, after: &Tree) -> Vec<String> {
    let mut told = HashSet::new();
    let all = edits_between(before, after).into_iter().map(|edit| difference(&edit, before, after));
    all.filter(|text| told.insert(text.clone())).collect()
}

fn difference(edit: &Edit, before: &Tree, after: &Tree) -> String {
    let place = &edit.place;
    let (was, now) = (place_name(before, place), place_name(after, place));
    let old = match before.get(place) {
        Some(Value::String(text)) if !text.is_empty() => format!(" (was “{text}”)"),
        Some(value @ (Value::Number(_) | Value::Bool(_))) => format!(" (was {value})"),
        _ => String::new(),
    };
    match &edit.change {
        Change::Insert { value, .. } => format!("{now}: “{}” added", name(value)),
        Change::Move { .. } => format!("{now} moved"),
        Change::Remove => format!("{was} removed{old}"),
        Change::Set(Value::String(text)) if !text.is_empty() => format!("{now}: “{text}”{old}"),
        Change::Set(value @ (Value::Number(_) | Value::Bool(_))) => format!("{now}: {value}{old}"),
        Change::Set(Value::Null) if place.steps().last().is_some_and(|last| last == "points") => {
            format!("{now}: not scored{old}")
        }
        Change::Set(_) => format!("{now} changed"),
    }
}

fn name(item: &Value) -> String {
    let tree = Tree::new(item.clone());
    let words = ["name", "title", "label", "text"].into_iter().find_map(|field| tree.words(&field.into()));
    words.or(item.get("id").and_then(Value::as_str)).or(item.as_str()).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn differences_are_told_in_the_words_of_the_quiz() {
        let published = Tree::new(json!({ "name": "Team", "questions": [
            { "id": "place", "text": "Where?", "options": [{ "id": "a", "label": "Home" }, { "id": "b", "label": "Office" }] },
            { "id": "why", "kind": "text", "text": "Why?", "showIf": { "answered": "place" } } ] }));
        let tree = Tree::new(json!({ "name": "Team health", "retryAfterDays": 7, "questions": [
            { "id": "place", "text": "Where?", "options": [{ "id": "b", "label": "At work" }, { "id": "a", "label": "Home" }, { "id": "c", "label": "Else" }] },
            { "id": "how", "kind": "text", "text": "How?" } ] }));
        let told = differences(&published, &tree);
        assert_eq!(
            told,
            [
                "The name: “Team health” (was “Team”)",
                "Question “Why?” removed",
                "The questions: “How?” added",
                "Option “At work” of question “Where?” moved",
                "The options of question “Where?”: “Else” added",
                "The label of option “At work” of question “Where?”: “At work” (was “Office”)",
                "The days until a retake: 7",
            ]
        );
        assert!(differences(&tree, &tree).is_empty());
    }
}
