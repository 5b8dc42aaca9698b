//! The edits that lead from one tree to another.

use serde_json::{Map, Value};

use super::{
    Edit, Place, Tree,
    lists::{id_of, ids_of, unmoved},
};

/// The edits that make one tree the other. Items of a list with ids are told apart by them.
pub fn edits_between(from: &Tree, to: &Tree) -> Vec<Edit> {
    let mut edits = Vec::new();
    of_values(from.value(), to.value(), &Place::default(), &mut edits);
    edits
}

/// True for values whose parts mean nothing alone: conditions, and the subject of a card.
pub(super) fn is_one_value(place: &Place) -> bool {
    let steps: Vec<&str> = place.steps().iter().map(String::as_str).collect();
    matches!(steps[..], [.., "showIf" | "when"] | [.., "cards", _, "about"])
}

fn of_values(from: &Value, to: &Value, place: &Place, edits: &mut Vec<Edit>) {
    match (from, to) {
        _ if from == to => {}
        (Value::Object(from), Value::Object(to)) if !is_one_value(place) => of_objects(from, to, place, edits),
        (Value::Array(old), Value::Array(new)) => match (ids_of(old), ids_of(new)) {
            (Some(old_ids), Some(new_ids)) => {
                of_order(&old_ids, new, &new_ids, place, edits);
                for item in new {
                    let before = old.iter().find(|old| id_of(old) == id_of(item));
                    if let (Some(before), Some(id)) = (before, id_of(item)) {
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

/// Removes, adds and moves items until their ids are in the new order.
fn of_order(old: &[&str], items: &[Value], new: &[&str], place: &Place, edits: &mut Vec<Edit>) {
    for id in old.iter().filter(|id| !new.contains(id)) {
        edits.push(Edit::remove(place.then(*id)));
    }
    let mut present: Vec<&str> = old.iter().filter(|id| new.contains(id)).copied().collect();
    let unmoved = unmoved(old, new);
    let mut before = None;
    for (id, item) in new.iter().zip(items) {
        let was = present.iter().position(|known| known == id);
        if !unmoved.contains(id) {
            if let Some(was) = was {
                present.remove(was);
            }
            let at = before.and_then(|before| present.iter().position(|known| *known == before));
            let at = at.map_or(0, |at| at + 1);
            present.insert(at, id);
            match was {
                Some(was) if was == at => {}
                Some(_) => edits.push(Edit::shift(place.then(*id), at)),
                None => edits.push(Edit::insert(place.clone(), at, item.clone())),
            }
        }
        before = Some(*id);
    }
}
