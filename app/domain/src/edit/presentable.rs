//! Makes an incomplete tree presentable.

use serde_json::{Value, json};

use super::{Depth, Edit, Place, Problem, Tree, phrase::wording, picture_places, problems};
use crate::{KindName, OptionId};

const GAP: &str = "…";

/// The tree with gaps filled and without invalid parts: conditions and points are dropped, and an invalid question is
/// replaced by its text alone. The error lists the problems that remain.
pub fn presentable(tree: &Tree) -> Result<Tree, Vec<Problem>> {
    let mut shown = tree.clone();
    fill(&mut shown);
    for round in [Round::Fields, Round::Statements, Round::Without] {
        let found = problems(&shown, Depth::Quick);
        if found.is_empty() {
            return Ok(shown);
        }
        // In reverse, so that indices stay valid.
        for problem in found.iter().rev() {
            round.cure(&mut shown, &problem.place);
        }
    }
    let left = problems(&shown, Depth::Quick);
    if left.is_empty() { Ok(shown) } else { Err(left) }
}

#[derive(Clone, Copy)]
enum Round {
    /// Removes the invalid field.
    Fields,
    /// Replaces the question by a statement.
    Statements,
    Without,
}

impl Round {
    fn cure(self, tree: &mut Tree, place: &Place) {
        let steps: Vec<&str> = place.steps().iter().map(String::as_str).collect();
        let edit = match (steps[..].first(), self) {
            (Some(&"questions"), Self::Fields) if steps.contains(&"showIf") => {
                let condition = steps.iter().position(|step| *step == "showIf").unwrap_or_default();
                Edit::remove(place.first(condition + 1))
            }
            (Some(&"questions"), Self::Fields)
                if steps.len() > 2 && !matches!(steps[2], "id" | "text" | "options" | "rows") =>
            {
                Edit::remove(place.first(3))
            }
            (Some(&"questions"), Self::Fields) if steps.len() > 4 && steps[4] != "label" => {
                Edit::remove(place.first(5))
            }
            (Some(&"questions"), Self::Without) | (Some(&"alerts"), Self::Fields) if steps.len() > 1 => {
                Edit::remove(place.first(2))
            }
            (Some(&"questions"), _) if steps.len() > 1 => {
                let question = place.first(2);
                let text = tree.words(&question.then("text")).unwrap_or(GAP);
                let mut statement = json!({ "kind": "statement", "text": text });
                if let Some(id) = tree.get(&question.then("id")).filter(|_| !steps.ends_with(&["id"])) {
                    statement["id"] = id.clone();
                }
                Edit::set(question, statement)
            }
            (Some(&"scoring"), Self::Fields | Self::Statements) if measure(place).is_some() => {
                let measure = measure(place).unwrap_or_default();
                // An alert looks at a change that the scoring does not judge.
                let is_missing = measure == *place && tree.get(place).is_none();
                Edit::remove(if is_missing { "alerts".into() } else { measure })
            }
            (Some(&"scoring"), _) => {
                unscore(tree);
                Edit::remove("scoring".into())
            }
            (Some(&"name"), _) => Edit::set("name".into(), GAP),
            (Some(field), _) => Edit::remove((*field).into()),
            (None, _) => return,
        };
        // Another problem may have removed it already.
        let _ = tree.apply(&edit);
    }
}

/// The rule of change or the norms around a place.
fn measure(place: &Place) -> Option<Place> {
    let depth = place.steps().iter().position(|step| step == "change" || step == "norms")?;
    // A category may be called so, too.
    Some(place.first(depth + 1)).filter(|_| depth != 2)
}

fn fill(tree: &mut Tree) {
    let mut gaps = Vec::new();
    if tree.words(&"name".into()).is_none() {
        gaps.push(Edit::set("name".into(), GAP));
    }
    for field in ["start", "end"] {
        if tree.get(&field.into()).is_some() && tree.words(&Place::from(field).then("text")).is_none() {
            gaps.push(Edit::remove(field.into()));
        }
    }
    for picture in picture_places(tree) {
        if tree.get(&picture).is_some_and(Value::is_object) && tree.words(&picture.then("alt")).is_none() {
            gaps.push(Edit::set(picture.then("decorative"), true));
        }
    }
    for (number, question) in tree.items(&"questions".into()).into_iter().enumerate() {
        for field in ["help", "unit", "part", "explanation"] {
            let text = tree.get(&question.then(field));
            if text.is_some_and(|text| wording(text, tree.language()).is_none()) {
                gaps.push(Edit::remove(question.then(field)));
            }
        }
        if tree.built_in(&question).is_some() {
            continue;
        }
        let mut fill = |place: Place| {
            if tree.words(&place).is_none() {
                gaps.push(Edit::set(place, GAP));
            }
        };
        fill(question.then("text"));
        tree.items(&question.then("options")).into_iter().for_each(|option| fill(option.then("label")));
        tree.items(&question.then("rows")).into_iter().for_each(|row| fill(row.then("text")));
        let kind = tree.kind(&question);
        let has_options = kind.fields().0.contains(&"options")
            || kind == KindName::Matrix && tree.get(&question.then("from")).is_none();
        for at in tree.list(&question.then("options")).len()..2 {
            if has_options {
                let id = OptionId::from_random((number * 2 + at) as u128).to_string();
                gaps.push(Edit::insert(question.then("options"), at, json!({ "id": id, "label": GAP })));
            }
        }
    }
    for gap in gaps {
        // If no text can stand there, that is reported as a problem of its own.
        let _ = tree.apply(&gap);
    }
}

/// Points without scoring are an error.
fn unscore(tree: &mut Tree) {
    let mut points = Vec::new();
    for question in tree.items(&"questions".into()) {
        points.extend(["points", "ranges", "category"].map(|field| question.then(field)));
        points.extend(tree.items(&question.then("options")).into_iter().map(|option| option.then("points")));
    }
    points.retain(|place| tree.get(place).is_some_and(|value| *value != Value::Null));
    for place in points {
        let _ = tree.apply(&Edit::remove(place));
    }
}
