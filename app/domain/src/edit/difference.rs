//! The edits that turn one tree into another.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::{
    Edit, Place, Tree,
    lists::{gathered, ids_of, indices, unmoved},
};

/// The edits that turn one tree into the other. List items are matched by id.
pub fn edits_between(from: &Tree, to: &Tree) -> Vec<Edit> {
    let mut edits = Vec::new();
    of_values(from.value(), to.value(), &Place::default(), &mut edits);
    edits
}

/// True for values that are replaced as a whole: conditions, the subject of a card, and the table of a norm.
pub(super) fn is_one_value(place: &Place) -> bool {
    let steps: Vec<&str> = place.steps().iter().map(String::as_str).collect();
    matches!(steps[..], [.., "showIf" | "when" | "percentiles"] | [.., "cards", _, "about"])
}

/// True where `null` differs from an absent value: the points of an option.
pub(super) fn may_be_null(place: &Place) -> bool {
    matches!(place.steps(), [questions, _, options, _, points]
        if questions == "questions" && options == "options" && points == "points")
}

fn of_values(from: &Value, to: &Value, place: &Place, edits: &mut Vec<Edit>) {
    match (from, to) {
        _ if from == to => {}
        (Value::Object(from), Value::Object(to)) if !is_one_value(place) => of_objects(from, to, place, edits),
        (Value::Array(old), Value::Array(new)) => match (ids_of(old), ids_of(new)) {
            (Some(old_ids), Some(new_ids)) => {
                of_order(&old_ids, new, &new_ids, place, edits);
                let before: BTreeMap<&str, &Value> = gathered(old_ids.into_iter().zip(old));
                for (id, item) in new_ids.into_iter().zip(new) {
                    if let Some(before) = before.get(id) {
                        of_values(before, item, &place.then(id), edits);
                    }
                }
            }
            _ => edits.push(Edit::set(place.clone(), to.clone())),
        },
        _ => edits.push(Edit::set(place.clone(), to.clone())),
    }
}

fn of_objects(from: &Map<String, Value>, to: &Map<String, Value>, place: &Place, edits: &mut Vec<Edit>) {
    for name in from.keys().filter(|name| !to.contains_key(*name)) {
        edits.push(Edit::remove(place.then(name)));
    }
    for (name, value) in to {
        match from.get(name) {
            Some(before) => of_values(before, value, &place.then(name), edits),
            None => edits.push(Edit::set(place.then(name), value.clone())),
        }
    }
}

/// Removes, inserts and moves items until their ids are in the new order.
fn of_order(old: &[&str], items: &[Value], new: &[&str], place: &Place, edits: &mut Vec<Edit>) {
    let (was, wanted): (_, BTreeSet<&str>) = (indices(old), gathered(new.iter().copied()));
    for id in old.iter().filter(|id| !wanted.contains(*id)) {
        edits.push(Edit::remove(place.then(*id)));
    }
    let unmoved = unmoved(old, new);
    let mut waiting = Marks::new(old.len());
    for (at, id) in old.iter().enumerate() {
        if wanted.contains(id) && !unmoved.contains(id) {
            waiting.add(at);
        }
    }
    // The old index of the last unmoved item. Before it stand all items placed since then, and all earlier ones,
    // including those still waiting to be moved.
    let mut last = 0;
    for (done, (id, item)) in new.iter().zip(items).enumerate() {
        let before = was.get(id).copied();
        if unmoved.contains(id) {
            last = before.unwrap_or(last);
            continue;
        }
        before.into_iter().for_each(|before| waiting.remove(before));
        let at = done + waiting.before(last);
        edits.push(match before {
            Some(_) => Edit::shift(place.then(*id), at),
            None => Edit::insert(place.clone(), at, item.clone()),
        });
    }
}

/// A Fenwick tree: counts the marked indices below an index in logarithmic time.
struct Marks(Vec<usize>);

impl Marks {
    fn new(length: usize) -> Self {
        Self(vec![0; length + 1])
    }

    fn add(&mut self, index: usize) {
        self.change(index, |count| count + 1);
    }

    /// The index must be marked.
    fn remove(&mut self, index: usize) {
        self.change(index, |count| count.saturating_sub(1));
    }

    fn change(&mut self, index: usize, by: fn(usize) -> usize) {
        let mut node = index + 1;
        while let Some(count) = self.0.get_mut(node) {
            *count = by(*count);
            node += node & node.wrapping_neg();
        }
    }

    fn before(&self, index: usize) -> usize {
        let (mut node, mut count) = (index, 0);
        while node > 0 {
            count += self.0.get(node).copied().unwrap_or_default();
            node &= node - 1;
        }
        count
    }
}
