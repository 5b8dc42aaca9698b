//! Fixes for problems: buttons that repair dangling references and unreachable conditions.

use domain::{
    FieldCode,
    edit::{Place, Problem, Tree},
};
use serde_json::{Value, json};

use crate::{controls::button, html::Html, measures, model::Editor};

type Fix = (String, String);

/// Buttons for the problems at a place or, with `inside`, anywhere below it.
pub(crate) fn buttons(ed: &Editor, place: &Place, inside: bool) -> Html {
    let is_here = |found: &Place| if inside { found.is_within(place) } else { found == place };
    let mut all: Vec<&Fix> = Vec::new();
    for fix in ed.problems.iter().filter(|problem| is_here(&problem.place)).flat_map(|problem| &problem.fixes) {
        if !all.contains(&fix) {
            all.push(fix);
        }
    }
    all.into_iter().map(|(label, action)| button(label.clone(), action.clone(), "button-quiet")).collect()
}

/// Possible fixes of a problem, most likely first.
pub(crate) fn fixes(tree: &Tree, problem: &Problem) -> Vec<Fix> {
    let place = &problem.place;
    let last = place.steps().last().map_or("", String::as_str);
    match place.steps().first().map(String::as_str) {
        Some("alerts") => return of_alert(tree, problem),
        Some("series" | "retryAfterDays") => return of_series(problem),
        _ => {}
    }
    let is_condition = matches!(last, "showIf" | "when");
    let remove = || ("Remove the condition".to_owned(), format!("remove {place}"));
    let prune = || ("Remove what is gone".to_owned(), format!("prune {place}"));
    match &problem.code {
        FieldCode::AlwaysTrue | FieldCode::NeverTrue | FieldCode::WrongCondition(_) if is_condition => vec![remove()],
        FieldCode::UnknownQuestion(_) | FieldCode::UnknownOption(_) if is_condition => vec![prune(), remove()],
        FieldCode::NotEarlier(id) if is_condition => {
            let (question, source) = (place.first(2), tree.asked(id.as_str()));
            match source.filter(|source| *source != question) {
                Some(source) => vec![
                    (format!("Move “{}” above this one", named(tree, &source)), format!("beside {source} {question}")),
                    (format!("Move this one below “{}”", named(tree, &source)), format!("beside {question} {source}")),
                    remove(),
                ],
                None => vec![remove()],
            }
        }
        FieldCode::NotOneOf(_) if last == "change" => measures::choices(tree, place),
        FieldCode::Required if last == "change" => vec![("Judge change".to_owned(), format!("add {place}"))],
        FieldCode::NotOneOf(_) if is_norm(place) => measures::choices(tree, place),
        FieldCode::NotAscending if is_in_table(place) => {
            let table = place.split().map(|(table, _)| table).unwrap_or_default();
            vec![("Sort the table by score".to_owned(), format!("sort {table}"))]
        }
        FieldCode::Unreachable => {
            let above = ending_before(tree, place).map(|end| {
                (format!("Move it above “{}”, which ends the quiz", named(tree, &end)), format!("beside {place} {end}"))
            });
            above.into_iter().chain([("Remove the question".to_owned(), format!("remove {place}"))]).collect()
        }
        FieldCode::UnknownCategory(_) if last == "category" && place.steps().len() == 3 => {
            vec![("Count it in no category".to_owned(), format!("remove {place}"))]
        }
        FieldCode::UnknownQuestion(_) | FieldCode::UnknownCategory(_) if is_in_card(place) => {
            vec![("Remove the card".to_owned(), format!("remove {}", place.first(3)))]
        }
        FieldCode::UnknownBand(_) if is_in_card(place) => {
            vec![("Remove its words".to_owned(), format!("remove {place}"))]
        }
        _ => Vec::new(),
    }
}

fn is_norm(place: &Place) -> bool {
    matches!(place.steps(), [.., norms, _] if norms == "norms")
}

fn is_in_table(place: &Place) -> bool {
    matches!(place.steps(), [.., table, _] if table == "percentiles")
}

/// The condition of an alert is required: without what is left of it, the alert goes.
fn of_alert(tree: &Tree, problem: &Problem) -> Vec<Fix> {
    let (place, alert) = (&problem.place, problem.place.first(2));
    let remove = ("Remove the alert".to_owned(), format!("remove {alert}"));
    if !place.steps().ends_with(&["when".to_owned()]) || problem.code == FieldCode::Required {
        return Vec::new();
    }
    let is_left = tree.get(place).is_some_and(|condition| pruned(tree, condition).is_some());
    match &problem.code {
        FieldCode::UnknownQuestion(_)
        | FieldCode::UnknownOption(_)
        | FieldCode::UnknownCategory(_)
        | FieldCode::UnknownBand(_)
            if is_left =>
        {
            vec![("Remove what is gone".to_owned(), format!("prune {place}")), remove]
        }
        FieldCode::NoScoreYet => {
            vec![("Let it rise when all is sent".to_owned(), format!("remove {}", alert.then("early"))), remove]
        }
        _ => vec![remove],
    }
}

fn of_series(problem: &Problem) -> Vec<Fix> {
    let place = &problem.place;
    let fix = |label: &str, action: String| (label.to_owned(), action);
    let remove = |label: &str, what: &str| fix(label, format!("remove {what}"));
    let series = remove("Remove the series", "series");
    match (&problem.code, place.steps().get(1).map(String::as_str)) {
        (FieldCode::Beside("inapp"), _) => vec![remove("Send no mail", "series.mail")],
        (FieldCode::Beside(_), Some(_)) => {
            vec![remove("Keep the number of times", "series.until"), remove("Keep the last day", "series.times")]
        }
        (FieldCode::Beside(_), None) => vec![series, remove("Remove the retakes", "retryAfterDays")],
        (FieldCode::NotForOpen, _) => vec![series],
        (FieldCode::TooLongFor(_), Some("open")) => {
            vec![fix("Leave it open until the next occasion", "fit series.open series.every".to_owned())]
        }
        (FieldCode::TooLongFor(_) | FieldCode::NotAscending, Some("remind")) => {
            vec![remove("Remove the reminder", &place.to_string())]
        }
        _ => Vec::new(),
    }
}

fn is_in_card(place: &Place) -> bool {
    matches!(place.steps(), [scoring, cards, _, ..] if scoring == "scoring" && cards == "cards")
}

fn named(tree: &Tree, question: &Place) -> String {
    let id = question.steps().last().cloned().unwrap_or_default();
    tree.question_text(&id).unwrap_or(id)
}

/// The first earlier statement that ends the quiz unconditionally.
fn ending_before(tree: &Tree, question: &Place) -> Option<Place> {
    let ends = |place: &Place| {
        tree.get(&place.then("ends")) == Some(&Value::Bool(true))
            && tree.get(&place.then("showIf")).is_none_or(Value::is_null)
    };
    let at = tree.index(question)?;
    tree.items(&"questions".into()).into_iter().take(at).find(ends)
}

/// The condition without rules about missing questions and options; `None` if nothing is left.
pub(crate) fn pruned(tree: &Tree, condition: &Value) -> Option<Value> {
    for group in ["all", "any"] {
        if let Some(list) = condition.get(group).and_then(Value::as_array) {
            let left: Vec<Value> = list.iter().filter_map(|inner| pruned(tree, inner)).collect();
            return (!left.is_empty()).then(|| json!({ (group): left }));
        }
    }
    if let Some(inner) = condition.get("not") {
        return pruned(tree, inner).map(|inner| json!({ "not": inner }));
    }
    if let Some((word, test)) = ["band", "change"].into_iter().find_map(|word| Some((word, condition.get(word)?))) {
        return pruned_test(tree, word, test).map(|test| json!({ (word): test }));
    }
    let Some(id) = ["question", "answered"].into_iter().find_map(|field| condition.get(field)?.as_str()) else {
        return Some(condition.clone());
    };
    let question = tree.asked(id)?;
    let mut rule = condition.clone();
    if tree.built_in(&question).is_some() {
        return Some(rule);
    }
    let options = tree.list(&question.then("options"));
    for verb in ["is", "includes"] {
        if let Some(named) = rule.get_mut(verb).and_then(Value::as_array_mut) {
            named.retain(|option| match option.as_u64() {
                Some(code) => (1..=options.len() as u64).contains(&code),
                None => options.iter().any(|known| known.get("id") == Some(option)),
            });
            if named.is_empty() {
                return None;
            }
        }
    }
    Some(rule)
}

/// A test of a score without the bands that are gone; `None` if the score is, or if no band is left.
fn pruned_test(tree: &Tree, word: &str, test: &Value) -> Option<Value> {
    let of = test.get("of")?.as_str()?;
    if !tree.scores().iter().any(|(id, _)| id == of) {
        return None;
    }
    let mut test = test.clone();
    let bands = tree.bands_of(of);
    let is = test.get_mut("is").and_then(Value::as_array_mut).filter(|_| word == "band");
    if let Some(is) = is {
        is.retain(|named| bands.iter().any(|(id, _)| named == id));
        if is.is_empty() {
            return None;
        }
    }
    Some(test)
}
