//! Lists in a tree, whose items are addressed by id if they have one.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

/// A set or a map of these items. Collecting brings a sort along for each type, and those are a large part of a
/// browser's program.
pub(super) fn gathered<T, C: Default + Extend<T>>(items: impl IntoIterator<Item = T>) -> C {
    let mut all = C::default();
    all.extend(items);
    all
}

pub(super) fn id_of(item: &Value) -> Option<&str> {
    item.get("id")?.as_str()
}

/// The first item with this id, or else the item at this index.
pub(super) fn index_of(list: &[Value], step: &str) -> Option<usize> {
    let by_id = list.iter().position(|item| id_of(item) == Some(step));
    by_id.or_else(|| index(step).filter(|index| *index < list.len()))
}

/// Accepts only the canonical form of an index, neither `+1` nor `01`, so that a place has one name.
fn index(step: &str) -> Option<usize> {
    let is_written_so = step == "0" || !step.starts_with(['0', '+']);
    step.parse().ok().filter(|_| is_written_so)
}

/// The index of each id. Ids must be distinct.
pub(super) fn indices<'i>(ids: &[&'i str]) -> BTreeMap<&'i str, usize> {
    gathered(ids.iter().enumerate().map(|(index, id)| (*id, index)))
}

/// The step that addresses the item at this index: its id, unless an earlier item has the same id.
pub(super) fn step_of(list: &[Value], index: usize) -> String {
    let id = list.get(index).and_then(id_of).filter(|id| !id.is_empty() && index_of(list, id) == Some(index));
    id.map_or_else(|| index.to_string(), str::to_owned)
}

pub(super) fn steps_of(list: &[Value]) -> Vec<String> {
    let mut before = BTreeSet::new();
    let items = list.iter().map(id_of).enumerate();
    let steps = items.map(|(index, id)| {
        let id = id.filter(|id| !id.is_empty() && before.insert(*id));
        id.map_or_else(|| index.to_string(), str::to_owned)
    });
    steps.collect()
}

/// The ids of the items; `None` unless all have distinct ids.
pub(super) fn ids_of(list: &[Value]) -> Option<Vec<&str>> {
    let ids: Vec<&str> = list.iter().map(id_of).collect::<Option<_>>()?;
    let distinct: BTreeSet<&str> = gathered(ids.iter().copied());
    (distinct.len() == ids.len()).then_some(ids)
}

/// The codes of options. Options without a code get the next ones, as saving does.
pub(super) fn codes_of(options: &[Value]) -> Vec<u64> {
    let given = |option: &Value| option.get("code").and_then(Value::as_u64);
    let mut last = options.iter().filter_map(given).max().unwrap_or_default();
    let mut next = || {
        last += 1;
        last
    };
    options.iter().map(|option| given(option).unwrap_or_else(&mut next)).collect()
}

/// The items that were not moved: a longest subsequence of `now` in the order of `before`.
pub(super) fn unmoved<'i>(before: &[&str], now: &[&'i str]) -> BTreeSet<&'i str> {
    let known = indices(before);
    let places: Vec<(usize, &str)> = now.iter().filter_map(|id| Some((*known.get(id)?, *id))).collect();
    // `ends`: by length, the end of the best run so far. `earlier`: for each item, its predecessor in its run.
    let (mut ends, mut earlier): (Vec<usize>, Vec<Option<usize>>) = (Vec::new(), Vec::new());
    for (at, (place, _)) in places.iter().enumerate() {
        let length = ends.partition_point(|end| places[*end].0 < *place);
        earlier.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        match ends.get_mut(length) {
            Some(end) => *end = at,
            None => ends.push(at),
        }
    }
    let mut kept = BTreeSet::new();
    let mut next = ends.last().copied();
    while let Some(at) = next {
        kept.insert(places[at].1);
        next = earlier[at];
    }
    kept
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_segments_of_a_list_are_those_of_its_items() {
        let list = [json!({ "id": "a" }), json!({ "id": "b" }), json!({ "id": "a" }), json!({ "id": "" }), json!(1)];
        let each: Vec<_> = (0..list.len()).map(|index| step_of(&list, index)).collect();
        assert_eq!(each, ["a", "b", "2", "3", "4"]);
        assert_eq!(steps_of(&list), each);
    }
}
