//! The tree and its edits.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use thiserror::Error;

use super::{
    Place,
    lists::{gathered, id_of, index_of, step_of, steps_of},
};
use crate::{Language, OptionId, Path, json};

/// The body of Create Quiz, possibly incomplete. Any JSON value may stand anywhere; only [`problems`](super::problems)
/// validates.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Tree(Value);

/// A change at one place: the unit of undo, saving and forms.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Edit {
    pub place: Place,
    #[serde(flatten)]
    pub change: Change,
}

#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Change {
    /// Sets the value at the place. Missing enclosing objects are created.
    Set(Value),
    /// Inserts into the list at the place, which is created if absent.
    Insert {
        at: usize,
        value: Value,
    },
    Remove,
    /// Moves the item at the place to this index, counted without the item itself.
    Move {
        to: usize,
    },
}

#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum EditError {
    #[error("{0} is not there")]
    Absent(Place),
    #[error("{0} is not a list")]
    NotAList(Place),
    #[error("{0} has fewer items")]
    OutOfRange(Place),
    /// Depth of the place plus depth of the value.
    #[error("{0} would be nested deeper than {max}", max = Tree::DEEPEST)]
    TooDeep(Place),
}

/// The number of steps reported for a place that is too deep.
const TOLD: usize = 4;

impl Edit {
    pub fn set(place: Place, value: impl Into<Value>) -> Self {
        Self { place, change: Change::Set(value.into()) }
    }

    pub fn insert(list: Place, at: usize, value: impl Into<Value>) -> Self {
        Self { place: list, change: Change::Insert { at, value: value.into() } }
    }

    pub fn remove(place: Place) -> Self {
        Self { place, change: Change::Remove }
    }

    pub fn shift(place: Place, to: usize) -> Self {
        Self { place, change: Change::Move { to } }
    }

    fn check_depth(&self) -> Result<(), EditError> {
        let place = self.place.steps().len();
        let depth = match &self.change {
            Change::Set(value) => place + json::depth(value),
            Change::Insert { value, .. } => place + 1 + json::depth(value),
            Change::Remove | Change::Move { .. } => place,
        };
        if depth > Tree::DEEPEST { Err(EditError::TooDeep(self.place.first(TOLD))) } else { Ok(()) }
    }
}

impl Tree {
    /// Maximum nesting of objects and lists. The deepest valid value, a condition of an option, needs half of it.
    pub const DEEPEST: usize = json::DEEPEST;

    pub fn new(body: Value) -> Self {
        Self(if body.is_object() { body } else { Value::Object(Map::new()) })
    }

    pub fn value(&self) -> &Value {
        &self.0
    }

    pub fn get(&self, place: &Place) -> Option<&Value> {
        place.steps().iter().try_fold(&self.0, |value, step| match value {
            Value::Array(items) => items.get(index_of(items, step)?),
            value => value.get(step),
        })
    }

    pub fn text(&self, place: &Place) -> Option<&str> {
        self.get(place)?.as_str()
    }

    /// Empty if there is no list.
    pub fn list(&self, place: &Place) -> &[Value] {
        self.get(place).and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }

    pub fn questions(&self) -> &[Value] {
        self.list(&"questions".into())
    }

    pub fn items(&self, list: &Place) -> Vec<Place> {
        self.each(list).map(|(place, _)| place).collect()
    }

    pub fn each<'t>(&'t self, list: &Place) -> impl Iterator<Item = (Place, &'t Value)> + use<'t> {
        let (items, list) = (self.list(list), list.clone());
        steps_of(items).into_iter().map(move |step| list.then(step)).zip(items)
    }

    pub fn index(&self, item: &Place) -> Option<usize> {
        let (list, step) = item.split()?;
        index_of(self.get(&list)?.as_array()?, step)
    }

    pub fn place(&self, path: &Path) -> Place {
        Place::of(path, &self.0)
    }

    pub fn language(&self) -> Language {
        self.text(&"language".into()).and_then(|tag| Language::parse(tag).ok()).unwrap_or_default()
    }

    /// Applies an edit and returns its inverse. A failed edit changes nothing.
    pub fn apply(&mut self, edit: &Edit) -> Result<Edit, EditError> {
        edit.check_depth()?;
        self.make(edit)
    }

    /// Skips the depth check, for the inverse of an edit: its value was in the tree before.
    fn make(&mut self, edit: &Edit) -> Result<Edit, EditError> {
        let place = &edit.place;
        match &edit.change {
            Change::Set(value) => self.set(place, value.clone()),
            Change::Insert { at, value } => self.insert(place, *at, value.clone()),
            Change::Remove => self.remove(place),
            Change::Move { to } => self.shift(place, *to),
        }
    }

    /// Applies all edits or none. Returns their inverses in the order in which to apply them.
    pub fn apply_all(&mut self, edits: &[Edit]) -> Result<Vec<Edit>, EditError> {
        let mut back = Vec::new();
        for edit in edits {
            match self.apply(edit) {
                Ok(inverse) => back.push(inverse),
                Err(error) => {
                    for inverse in back.iter().rev() {
                        self.make(inverse)?;
                    }
                    return Err(error);
                }
            }
        }
        back.reverse();
        Ok(back)
    }

    /// Gives an id to each option without one; options from files may have none.
    pub fn give_option_ids(&mut self, mut new_id: impl FnMut() -> OptionId) {
        let questions = self.0.get_mut("questions").and_then(Value::as_array_mut);
        for question in questions.into_iter().flatten() {
            let options = question.get_mut("options").and_then(Value::as_array_mut);
            for option in options.into_iter().flatten().filter_map(Value::as_object_mut) {
                if option.get("id").is_none_or(Value::is_null) {
                    option.insert("id".to_owned(), new_id().to_string().into());
                }
            }
        }
    }

    /// Copies the code of each option from another tree that has it. With `forgets`, the other options lose theirs;
    /// otherwise only options without a code get one.
    pub fn take_codes(&mut self, from: &Self, forgets: bool) {
        let questions = self.0.get_mut("questions").and_then(Value::as_array_mut);
        for question in questions.into_iter().flatten() {
            let known = id_of(question).map(|id| from.list(&Place::question(id).then("options"))).unwrap_or_default();
            let known: BTreeMap<&str, &Value> =
                gathered(known.iter().filter_map(|option| Some((id_of(option)?, option.get("code")?))));
            let options = question.get_mut("options").and_then(Value::as_array_mut);
            for option in options.into_iter().flatten() {
                let code = id_of(option).and_then(|id| known.get(id).copied());
                let Some(option) = option.as_object_mut() else { continue };
                match code {
                    Some(code) if forgets || !option.contains_key("code") => {
                        option.insert("code".to_owned(), code.clone());
                    }
                    None if forgets => drop(option.remove("code")),
                    _ => {}
                }
            }
        }
    }

    fn get_mut(&mut self, place: &Place) -> Option<&mut Value> {
        place.steps().iter().try_fold(&mut self.0, |value, step| match value {
            Value::Array(items) => {
                let at = index_of(items, step)?;
                items.get_mut(at)
            }
            value => value.get_mut(step),
        })
    }

    fn set(&mut self, place: &Place, value: Value) -> Result<Edit, EditError> {
        let Some((outer, last)) = place.split() else {
            return Ok(Edit::set(Place::default(), std::mem::replace(&mut self.0, value)));
        };
        let made = self.make_objects(&outer)?;
        let item = self.item_of_id(&outer, last);
        let around = self.get_mut(&outer).ok_or_else(|| EditError::Absent(outer.clone()))?;
        let (old, step) = match around {
            Value::Object(fields) => (fields.insert(last.to_owned(), value), last.to_owned()),
            Value::Array(items) => {
                let at = index_of(items, last).ok_or_else(|| EditError::Absent(place.clone()))?;
                let old = std::mem::replace(&mut items[at], value);
                (Some(old), step_of(items, at))
            }
            _ => return Err(EditError::Absent(place.clone())),
        };
        if let Some(made) = made {
            return Ok(made);
        }
        let place = self.around(item, outer).then(step);
        Ok(old.map_or_else(|| Edit::remove(place.clone()), |old| Edit::set(place.clone(), old)))
    }

    /// The list and index of an item whose id is this field. Editing it changes the step that addresses the item.
    fn item_of_id(&self, outer: &Place, field: &str) -> Option<(Place, usize)> {
        let (list, _) = outer.split().filter(|_| field == "id")?;
        Some((list, self.index(outer)?))
    }

    fn around(&self, item: Option<(Place, usize)>, before: Place) -> Place {
        item.map_or(before, |(list, at)| list.then(step_of(self.list(&list), at)))
    }

    /// Creates the missing objects on the path to a place. Returns the edit that removes the outermost.
    fn make_objects(&mut self, place: &Place) -> Result<Option<Edit>, EditError> {
        let Some(depth) =
            (1..=place.steps().len()).find(|depth| self.get(&place.first(*depth)).is_none_or(Value::is_null))
        else {
            return Ok(None);
        };
        let (outer, last) =
            place.first(depth).split().map(|(outer, last)| (outer, last.to_owned())).unwrap_or_default();
        let absent = || EditError::Absent(place.clone());
        let fields = self.get_mut(&outer).and_then(Value::as_object_mut).ok_or_else(absent)?;
        let inner = place.steps()[depth..]
            .iter()
            .rev()
            .fold(Value::Object(Map::new()), |inner, step| Value::Object(gathered([(step.clone(), inner)])));
        let old = fields.insert(last, inner);
        let first = place.first(depth);
        Ok(Some(old.map_or_else(|| Edit::remove(first.clone()), |old| Edit::set(first.clone(), old))))
    }

    fn insert(&mut self, list: &Place, at: usize, value: Value) -> Result<Edit, EditError> {
        if at == 0 && self.get(list).is_none_or(Value::is_null) {
            return self.set(list, Value::Array(vec![value]));
        }
        let items = self.get_mut(list).ok_or_else(|| EditError::Absent(list.clone()))?;
        let items = items.as_array_mut().ok_or_else(|| EditError::NotAList(list.clone()))?;
        if at > items.len() {
            return Err(EditError::OutOfRange(list.clone()));
        }
        items.insert(at, value);
        Ok(Edit::remove(list.then(step_of(items, at))))
    }

    fn remove(&mut self, place: &Place) -> Result<Edit, EditError> {
        let absent = || EditError::Absent(place.clone());
        let (outer, last) = place.split().ok_or_else(absent)?;
        let item = self.item_of_id(&outer, last);
        match self.get_mut(&outer).ok_or_else(absent)? {
            Value::Object(fields) => {
                let old = fields.remove(last).ok_or_else(absent)?;
                Ok(Edit::set(self.around(item, outer).then(last), old))
            }
            Value::Array(items) => {
                let at = index_of(items, last).ok_or_else(absent)?;
                Ok(Edit::insert(outer, at, items.remove(at)))
            }
            _ => Err(absent()),
        }
    }

    fn shift(&mut self, place: &Place, to: usize) -> Result<Edit, EditError> {
        let absent = || EditError::Absent(place.clone());
        let (outer, last) = place.split().ok_or_else(absent)?;
        let items = self.get_mut(&outer).ok_or_else(absent)?;
        let items = items.as_array_mut().ok_or_else(|| EditError::NotAList(outer.clone()))?;
        let from = index_of(items, last).ok_or_else(absent)?;
        if to >= items.len() {
            return Err(EditError::OutOfRange(outer));
        }
        let item = items.remove(from);
        items.insert(to, item);
        Ok(Edit::shift(outer.then(step_of(items, to)), from))
    }
}
