//! What differs between two states of a quiz, for the audit log: fields as the API names them, before and after.

use std::collections::BTreeSet;

use domain::{Quiz, edit::of_quiz};
use serde_json::{Map, Value, json};

/// Characters of a value, and questions that are named.
const LONGEST: usize = 60;
const NAMED: usize = 10;

/// `nothing`, or such as `version 2; questions: +wages, -rent; closesAt: none → 2026-12-01T00:00:00Z`.
pub(super) fn what_changed(old: &Quiz, new: &Quiz) -> String {
    let mut changes = Vec::new();
    if new.version != old.version {
        changes.push(format!("version {}", new.version));
    }
    let [before, after] = [old, new].map(fields);
    let names: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    for name in names {
        let (before, after) = (before.get(name), after.get(name));
        if before == after {
            continue;
        }
        changes.push(match (name.as_str(), short(before), short(after)) {
            ("questions", ..) => format!("questions: {}", questions(before, after)),
            (_, Some(before), Some(after)) => format!("{name}: {before} → {after}"),
            _ => name.clone(),
        });
    }
    if changes.is_empty() { "nothing".to_owned() } else { changes.join("; ") }
}

fn fields(quiz: &Quiz) -> Map<String, Value> {
    let mut fields = of_quiz(quiz).value().as_object().cloned().unwrap_or_default();
    fields.insert("status".to_owned(), json!(quiz.settings.status.as_str()));
    fields
}

/// A value that is one, and not a list or texts in several languages.
fn short(value: Option<&Value>) -> Option<String> {
    let text = match value {
        None | Some(Value::Null) => return Some("none".to_owned()),
        Some(Value::String(text)) => text.clone(),
        Some(value @ (Value::Bool(_) | Value::Number(_))) => value.to_string(),
        Some(Value::Array(_) | Value::Object(_)) => return None,
    };
    let cut: String = text.chars().take(LONGEST).collect();
    Some(if cut.len() < text.len() { format!("{cut}…") } else { cut })
}

/// Ids of questions: new ones with a plus, those that are gone with a minus, and those that are not as before.
fn questions(before: Option<&Value>, after: Option<&Value>) -> String {
    let list = |value: Option<&Value>| value.and_then(Value::as_array).cloned().unwrap_or_default();
    let id = |question: &Value| question["id"].as_str().unwrap_or_default().to_owned();
    let (before, after) = (list(before), list(after));
    let find = |questions: &[Value], wanted: &str| questions.iter().find(|question| id(question) == wanted).cloned();
    let mut changes: Vec<String> = after
        .iter()
        .filter_map(|question| match find(&before, &id(question)) {
            None => Some(format!("+{}", id(question))),
            Some(earlier) => (earlier != *question).then(|| id(question)),
        })
        .collect();
    changes.extend(before.iter().map(id).filter(|id| find(&after, id).is_none()).map(|id| format!("-{id}")));
    if changes.is_empty() {
        return "their order".to_owned();
    }
    let more = changes.len().saturating_sub(NAMED);
    changes.truncate(NAMED);
    let named = changes.join(", ");
    if more > 0 { format!("{named} and {more} more") } else { named }
}
