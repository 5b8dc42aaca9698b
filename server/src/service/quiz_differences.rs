//! Differences between two states of a quiz, for the audit log: fields as the API names them, before and after.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use domain::{
    Definition, Quiz,
    edit::{definition_fields, settings_fields},
};
use serde_json::{Map, Value, json};

/// Maximum length of a value in characters, and maximum number of listed questions.
const LONGEST: usize = 60;
const NAMED: usize = 10;

/// Descriptions by field.
pub(super) type Changes = BTreeMap<String, String>;

/// Returns the differences between definitions. This takes milliseconds for a large quiz, so it must not run in a
/// transaction.
pub(super) fn of_definitions(old: &Definition, new: &Definition) -> Changes {
    let [before, after] = [old, new].map(definition_fields);
    changes(&before, &after)
}

/// Returns `nothing`, or a text like `version 2; closesAt: none → 2026-12-01T00:00:00Z; questions: +wages, -rent`: the
/// settings, and the outcome of [`of_definitions`].
pub(super) fn what_changed(old: &Quiz, new: &Quiz, definitions: Changes) -> String {
    let version = (new.version != old.version).then(|| format!("version {}", new.version));
    let [before, after] = [old, new].map(|quiz| {
        let mut fields = settings_fields(quiz);
        fields.insert("status".to_owned(), json!(quiz.settings.status.as_str()));
        fields
    });
    let mut all = definitions;
    all.extend(changes(&before, &after));
    let changes: Vec<_> = version.into_iter().chain(all.into_values()).collect();
    if changes.is_empty() { "nothing".to_owned() } else { changes.join("; ") }
}

fn changes(before: &Map<String, Value>, after: &Map<String, Value>) -> Changes {
    let names: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let changed = names.into_iter().filter_map(|name| {
        let (before, after) = (before.get(name), after.get(name));
        let words = match (name.as_str(), short(before), short(after)) {
            _ if before == after => return None,
            ("questions", ..) => format!("questions: {}", questions(before, after)),
            (_, Some(before), Some(after)) => format!("{name}: {before} → {after}"),
            _ => name.clone(),
        };
        Some((name.clone(), words))
    });
    changed.collect()
}

/// Returns a scalar as text, and `None` for a list or texts in several languages.
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

/// Lists the ids of questions: new ones with a plus, removed ones with a minus, and changed ones.
fn questions(before: Option<&Value>, after: Option<&Value>) -> String {
    let [before, after] =
        [before, after].map(|value| value.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default());
    let (earlier, later) = (by_id(before), by_id(after));
    let new_or_changed = after.iter().filter_map(|question| match earlier.get(id(question)) {
        None => Some(format!("+{}", id(question))),
        Some(earlier) => (*earlier != question).then(|| id(question).to_owned()),
    });
    let gone = before.iter().map(id).filter(|id| !later.contains_key(id)).map(|id| format!("-{id}"));
    let mut changes: Vec<_> = new_or_changed.chain(gone).collect();
    if changes.is_empty() {
        return "their order".to_owned();
    }
    let more = changes.len().saturating_sub(NAMED);
    changes.truncate(NAMED);
    let named = changes.join(", ");
    if more > 0 { format!("{named} and {more} more") } else { named }
}

fn id(question: &Value) -> &str {
    question["id"].as_str().unwrap_or_default()
}

fn by_id(questions: &[Value]) -> HashMap<&str, &Value> {
    questions.iter().map(|question| (id(question), question)).collect()
}
