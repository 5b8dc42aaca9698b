//! Size limits of a draft: those of a definition, so that comparing and merging stay fast.

use serde_json::Value;

use super::{Change, Edit, Tree};
use crate::{
    Definition, FieldCode, FieldError, Part, Path, Question,
    quiz::bounds::{ALERTS, BANDS, CARDS, CATEGORIES, CONDITIONS, NAMED, NORMS, OPTIONS, ROWS, TABLES},
};

/// The maximum length of each list, by field.
const LISTS: [(&str, usize); 9] = [
    ("questions", Definition::MOST_QUESTIONS),
    ("options", Question::MOST_OPTIONS),
    ("rows", ROWS),
    ("categories", CATEGORIES),
    ("bands", BANDS),
    ("cards", CARDS),
    ("tables", TABLES),
    ("norms", NORMS),
    ("alerts", ALERTS),
];
/// The maximum number of objects in any other list.
const OTHERS: usize = CONDITIONS;

/// Fails at a place where the tree exceeds a limit and has grown. A tree that already exceeds it may stay or shrink.
pub fn check_growth(before: &Tree, tree: &Tree) -> Result<(), FieldError> {
    let past = Size::of(tree).past();
    if past.is_empty() {
        return Ok(());
    }
    let known = Size::of(before).past();
    let is_grown = |one: &Past<'_>| known.iter().all(|known| known.what != one.what || known.count < one.count);
    past.into_iter().find(is_grown).map_or(Ok(()), |one| Err(one.error()))
}

/// True for edits that add more than roughly `bytes` bytes.
pub fn are_large(edits: &[Edit], bytes: usize) -> bool {
    let mut left = bytes;
    let fits = edits.iter().all(|edit| {
        let value =
            if let Change::Set(value) | Change::Insert { value, .. } = &edit.change { value } else { &Value::Null };
        spend(&mut left, PER_EDIT) && take(value, &mut left)
    });
    !fits
}

/// Bytes counted for an edit on top of its value, and for a value on top of its text.
const PER_EDIT: usize = 64;
const PER_VALUE: usize = 8;

fn take(value: &Value, left: &mut usize) -> bool {
    spend(left, PER_VALUE)
        && match value {
            Value::String(text) => spend(left, text.len()),
            Value::Array(items) => items.iter().all(|item| take(item, left)),
            Value::Object(fields) => fields.iter().all(|(name, value)| spend(left, name.len()) && take(value, left)),
            _ => true,
        }
}

fn spend(left: &mut usize, bytes: usize) -> bool {
    let fits = *left >= bytes;
    *left = left.saturating_sub(bytes);
    fits
}

#[derive(Default)]
struct Size<'t> {
    /// The longest list of each field with its own limit, and the longest of all others, with their places.
    lists: [(usize, Vec<Part<'t>>); LISTS.len() + 1],
    options: usize,
    conditions: usize,
    /// Options and languages in conditions.
    named: usize,
}

struct Past<'t> {
    what: &'static str,
    max: usize,
    count: usize,
    /// `None` for a limit of the whole quiz.
    place: Option<Vec<Part<'t>>>,
}

impl<'t> Size<'t> {
    fn of(tree: &'t Tree) -> Self {
        let mut size = Self::default();
        size.look(tree.value(), &mut Vec::new(), false);
        size
    }

    fn look(&mut self, value: &'t Value, place: &mut Vec<Part<'t>>, is_condition: bool) {
        match value {
            Value::Object(fields) => {
                self.conditions += usize::from(is_condition);
                for (name, value) in fields {
                    place.push(Part::Field(name));
                    self.look(value, place, is_condition || name == "showIf" || name == "when");
                    place.pop();
                }
            }
            Value::Array(items) => {
                self.count(items, place, is_condition);
                for (at, item) in items.iter().enumerate() {
                    place.push(Part::Item(at));
                    self.look(item, place, is_condition);
                    place.pop();
                }
            }
            _ => {}
        }
    }

    fn count(&mut self, items: &[Value], place: &[Part<'t>], is_condition: bool) {
        let field = if let Some(Part::Field(name)) = place.last() { *name } else { "" };
        let at = LISTS.iter().position(|(name, _)| *name == field);
        if is_condition {
            self.named += items.iter().filter(|item| !item.is_object()).count();
        } else if field == "options" {
            self.options += items.len();
        }
        // Lists of numbers, as in a conversion table, are neither searched nor reordered.
        let count = if at.is_some() { items.len() } else { items.iter().filter(|item| item.is_object()).count() };
        let longest = &mut self.lists[at.unwrap_or(LISTS.len())];
        if count > longest.0 {
            *longest = (count, place.to_vec());
        }
    }

    fn past(self) -> Vec<Past<'t>> {
        let bounds = LISTS.into_iter().chain([("others", OTHERS)]);
        let lists =
            bounds.zip(self.lists).map(|((what, max), (count, place))| Past { what, max, count, place: Some(place) });
        let sums = [
            ("options in all", OPTIONS, self.options),
            ("conditions", CONDITIONS, self.conditions),
            ("options and languages in conditions", NAMED, self.named),
        ];
        let sums = sums.into_iter().map(|(what, max, count)| Past { what, max, count, place: None });
        lists.chain(sums).filter(|past| past.count > past.max).collect()
    }
}

impl Past<'_> {
    fn error(self) -> FieldError {
        let Self { what, max, place, .. } = self;
        let Some(place) = place else {
            let what = if what == "options in all" { "options" } else { what };
            return FieldError::new("questions", FieldCode::TooManyInAll { what, max });
        };
        let path = place.into_iter().fold(Path::default(), |path, part| match part {
            Part::Field(name) => path.field(name.to_owned()),
            Part::Item(at) => path.item(at),
        });
        FieldError::new(path, FieldCode::TooMany { min: 0, max })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn options(count: usize) -> Value {
        (0..count).map(|at| json!({ "id": format!("o{at}") })).collect()
    }

    fn of_questions(count: usize, options: &Value) -> Tree {
        let questions = (0..count).map(|at| json!({ "id": format!("q{at}"), "options": options }));
        Tree::new(json!({ "questions": questions.collect::<Vec<_>>() }))
    }

    fn refused(before: &Tree, tree: &Tree) -> Option<String> {
        check_growth(before, tree).err().map(|error| error.to_string())
    }

    #[test]
    fn a_draft_has_no_more_items_than_a_definition() {
        let empty = Tree::default();
        let condition = |named: usize| json!({ "question": "q", "is": (0..named).collect::<Vec<_>>() });
        let any = |count: usize, named: usize| {
            let all: Vec<Value> = (0..count).map(|_| condition(named)).collect();
            Tree::new(json!({ "questions": [{ "id": "q1", "showIf": { "any": all } }] }))
        };
        let table = Tree::new(json!({ "scoring": { "tables": [{ "values": vec![0; 50_000] }] } }));
        for fitting in
            [of_questions(200, &options(50)), of_questions(1, &options(300)), any(1999, 10), any(2, 10_000), table]
        {
            assert_eq!(refused(&empty, &fitting), None);
        }
        for (tree, expected) in [
            (of_questions(201, &options(0)), "questions must have 0 to 200 entries"),
            (of_questions(2, &options(301)), "questions[0].options must have 0 to 300 entries"),
            (of_questions(101, &options(100)), "questions exceeds the 10000 options that a quiz may have in all"),
            (any(2000, 1), "questions exceeds the 2000 conditions that a quiz may have in all"),
            (
                any(3, 10_000),
                "questions exceeds the 20000 options and languages in conditions that a quiz may have in all",
            ),
            (Tree::new(json!({ "x": { "y": [options(2001)] } })), "x.y[0] must have 0 to 2000 entries"),
        ] {
            assert_eq!(refused(&empty, &tree).as_deref(), Some(expected));
        }
    }

    #[test]
    fn edits_are_weighed_by_what_they_bring() {
        let small = vec![Edit::set("name".into(), "Team"); 100];
        assert!(!are_large(&small, 64 * 1024) && are_large(&small, 1024));
        assert!(are_large(&[Edit::set("name".into(), "x".repeat(70_000))], 64 * 1024));
        assert!(are_large(&[Edit::set("name".into(), json!({ "a": vec![0; 10_000] }))], 64 * 1024));
    }

    #[test]
    fn what_is_too_large_already_may_stay_and_become_smaller() {
        let of = |options_of_one: usize| of_questions(1, &options(options_of_one));
        assert_eq!(refused(&of(400), &of(400)), None);
        assert_eq!(refused(&of(400), &of(399)), None);
        assert!(refused(&of(400), &of(401)).is_some());
        assert!(refused(&of(400), &of_questions(201, &options(1))).is_some());
    }
}
