//! Validation of a tree, complete or not.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::{Place, Tree};
use crate::{
    AlertRule, ConversionTable, FieldCode, Norm, OptionId, OptionInput, OwnBand, OwnCard, OwnCategory, Path,
    QuestionInput, QuizInput, QuizKind, QuizStatus, Scoring,
    json::{DecodeError, DecodeErrorKind, Input},
    quiz::possible_answers,
    values::validation::Errors,
};

/// The effort that validation may spend.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Depth {
    /// A tenth of the full search for conditions without effect, for use during editing.
    Quick,
    /// As on publishing.
    Full,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Problem {
    /// As the API reports it, by index.
    pub path: Path,
    pub place: Place,
    pub code: FieldCode,
}

/// All errors. Type errors come first; while questions have any, conditions and scoring are not checked, because their
/// errors might only follow from those.
pub fn problems(tree: &Tree, depth: Depth) -> Vec<Problem> {
    let mut errors = Errors::default();
    let input = readable(tree, &mut errors);
    let is_scoring_broken = errors.has_any_of("scoring");
    let steps = if depth == Depth::Full { possible_answers::STEPS } else { possible_answers::STEPS / 10 };
    let mut number = 0;
    let new_id = || {
        number += 1;
        OptionId::from_random(number)
    };
    input.check_into(QuizStatus::Open, steps, new_id, &mut errors);
    let all = errors.finish().map_or_else(|invalid| invalid.0, |()| Vec::new());
    // Unreadable scoring is not missing.
    let is_missing = |path: &Path, code: &FieldCode| *path == "scoring" && *code == FieldCode::Required;
    all.into_iter()
        .filter(|error| !(is_scoring_broken && is_missing(&error.path, &error.code)))
        .map(|error| Problem { place: tree.place(&error.path), path: error.path, code: error.code })
        .collect()
}

/// The tree as a body of Create Quiz; `None` if a value has the wrong type.
pub fn read(tree: &Tree) -> Option<QuizInput> {
    typed(tree.value()).ok()
}

fn typed<T: DeserializeOwned>(value: &Value) -> Result<T, DecodeError> {
    T::deserialize(Input::from(value))
}

/// The readable part of a tree. Errors are added for the rest.
fn readable(tree: &Tree, errors: &mut Errors) -> QuizInput {
    let mut body = tree.value().as_object().cloned().unwrap_or_default();
    let questions = body.remove("questions");
    let scoring = body.remove("scoring");
    let alerts = body.remove("alerts");
    for (name, value) in std::mem::take(&mut body) {
        let alone = with("name", json!("…"), &name, value.clone());
        if note::<QuizInput>(&alone, &Path::default(), errors) {
            body.insert(name, value);
        }
    }
    if tree.get(&"name".into()).is_none() {
        errors.add("name", FieldCode::Required);
    }
    body.entry("name").or_insert_with(|| json!("…"));
    match questions {
        Some(Value::Array(list)) => {
            let each = list.into_iter().enumerate().map(|(index, question)| {
                if is_readable(&question, &Path::from("questions").item(index), errors) {
                    question
                } else {
                    let id = question.get("id").cloned().filter(Value::is_string);
                    json!({ "id": id.unwrap_or_else(|| json!(format!("unread_{index}"))), "kind": "statement", "text": "…" })
                }
            });
            body.insert("questions".to_owned(), each.collect());
        }
        Some(other) => {
            let alone = with("name", json!("…"), "questions", other);
            if note::<QuizInput>(&alone, &Path::default(), errors) {
                body.remove("questions");
            }
        }
        None => {}
    }
    if let Some(alerts) = alerts
        && are_alerts_readable(&alerts, errors)
    {
        body.insert("alerts".to_owned(), alerts);
    }
    if let Some(scoring) = scoring
        && is_scoring_readable(&scoring, errors)
    {
        body.insert("scoring".to_owned(), scoring);
    }
    typed(&Value::Object(body)).unwrap_or_else(|mistake| {
        add(mistake, &Path::default(), errors);
        QuizInput::new("…".into(), QuizKind::Open, tree.language())
    })
}

/// Checks each field of a question by itself, and each option, to find all errors.
fn is_readable(question: &Value, path: &Path, errors: &mut Errors) -> bool {
    let Some(fields) = question.as_object() else { return note::<QuestionInput>(question, path, errors) };
    let before = errors.len();
    if !fields.contains_key("id") {
        errors.add(path.field("id"), FieldCode::Required);
    }
    for (name, value) in fields {
        match (name.as_str(), value) {
            ("options", Value::Array(options)) => {
                for (at, option) in options.iter().enumerate() {
                    note::<OptionInput>(option, &path.field("options").item(at), errors);
                }
            }
            _ => {
                note::<QuestionInput>(&with("id", json!("q"), name, value.clone()), path, errors);
            }
        }
    }
    errors.len() == before
}

fn are_alerts_readable(alerts: &Value, errors: &mut Errors) -> bool {
    let path = Path::from("alerts");
    let Some(items) = alerts.as_array() else { return note::<Vec<AlertRule>>(alerts, &path, errors) };
    let before = errors.len();
    for (at, alert) in items.iter().enumerate() {
        note::<AlertRule>(alert, &path.item(at), errors);
    }
    errors.len() == before
}

fn is_scoring_readable(scoring: &Value, errors: &mut Errors) -> bool {
    let path = Path::from("scoring");
    let Some(fields) = scoring.as_object() else { return note::<Option<Scoring>>(scoring, &path, errors) };
    let before = errors.len();
    for (name, value) in fields {
        let items = value.as_array().map_or(&[][..], Vec::as_slice);
        let place = |at: usize| path.field(name.clone()).item(at);
        let mut each = |note: fn(&Value, &Path, &mut Errors) -> bool| {
            for (at, item) in items.iter().enumerate() {
                note(item, &place(at), errors);
            }
        };
        match name.as_str() {
            "categories" if value.is_array() => each(note::<OwnCategory>),
            "bands" if value.is_array() => each(note::<OwnBand>),
            "cards" if value.is_array() => each(note::<OwnCard>),
            "tables" if value.is_array() => each(note::<ConversionTable>),
            "norms" if value.is_array() => each(note::<Norm>),
            _ => {
                let alone: Map<String, Value> = [(name.clone(), value.clone())].into_iter().collect();
                note::<Scoring>(&Value::Object(alone), &path, errors);
            }
        }
    }
    errors.len() == before
}

/// An object with a required field and one other field.
fn with(required: &str, placeholder: Value, name: &str, value: Value) -> Value {
    let mut fields: Map<String, Value> = [(required.to_owned(), placeholder)].into_iter().collect();
    fields.insert(name.to_owned(), value);
    Value::Object(fields)
}

fn note<T: DeserializeOwned>(value: &Value, path: &Path, errors: &mut Errors) -> bool {
    typed::<T>(value).map_err(|mistake| add(mistake, path, errors)).is_ok()
}

fn add(mistake: DecodeError, around: &Path, errors: &mut Errors) {
    let (inner, code) = match mistake.kind {
        DecodeErrorKind::Field(code) => (mistake.path, code),
        DecodeErrorKind::UnknownField { name, expected } => (mistake.path.field(name), FieldCode::NotOneOf(expected)),
    };
    errors.add(around.join(&inner), code);
}
