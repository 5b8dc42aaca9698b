//! The effects of buttons, as edits of the tree. A button's value is a verb, a place, and sometimes one more word.

use domain::{
    Indicator, KindName, OptionId,
    edit::{Edit, Place, Tree},
};
use serde_json::{Map, Value, json};

use crate::{conditions, fields::WORDS, fixes, measures};

/// The edits of a button, and the place to focus afterwards.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Made {
    pub edits: Vec<Edit>,
    /// The new or moved item; after a removal, the list.
    pub focus: Option<Place>,
}

/// Fields of every kind of question.
const OF_ALL: [&str; 8] = ["id", "kind", "text", "help", "image", "showIf", "part", "required"];
/// Odd, so that ids generated from consecutive numbers differ in all digits.
const SPREAD: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;
/// The upper end of a new scale, which starts at 1.
const LAST_OF_SCALE: usize = 5;

/// The greatest code that an author may set.
const GREATEST_CODE: u64 = 99_999;

/// `None` for an unknown button or a place that no longer exists.
pub fn act(tree: &Tree, button: &str, new_id: &mut dyn FnMut() -> OptionId) -> Option<Made> {
    let mut words = button.splitn(WORDS, ' ');
    let (verb, place) = (words.next()?, Place::parse(words.next()?));
    let word = words.next().unwrap_or_default();
    match verb {
        "add" => add(tree, &place, word, new_id),
        "after" => after(tree, &place, new_id),
        "remove" => Some(removed(tree, &place)),
        "up" => moved(tree, &place, tree.index(&place)?.checked_sub(1)?),
        "down" => moved(tree, &place, tree.index(&place)? + 1),
        "duplicate" => duplicate(tree, &place, new_id),
        "beside" => beside(tree, &place, &Place::parse(word)),
        "prune" => prune(tree, &place),
        "begin" | "also" | "group" => conditions::act(tree, verb, &place, word),
        "rule" | "sort" => measures::act(tree, verb, &place, word),
        "fit" => Some(made_of(&place, tree.get(&Place::parse(word))?.clone(), place.clone())),
        "score" => Some(Made { edits: vec![Edit::set("scoring".into(), json!({}))], focus: Some("scoring".into()) }),
        "language" => Some(Made { edits: vec![Edit::set("language".into(), word)], focus: None }),
        _ => None,
    }
}

fn add(tree: &Tree, list: &Place, word: &str, new_id: &mut dyn FnMut() -> OptionId) -> Option<Made> {
    let at = tree.list(list).len();
    let item = match list.steps().last()?.as_str() {
        "questions" => question(tree, word, new_id),
        "options" => json!({ "id": new_id().to_string(), "label": "" }),
        "rows" => json!({ "id": tree.free_id(list, "r"), "text": "" }),
        "ranges" => json!({ "points": 0 }),
        "categories" => json!({ "id": tree.free_id(list, "category"), "name": "" }),
        "bands" => band(tree, list),
        "cards" => json!({ "id": tree.free_id(list, "card"), "about": "score", "title": "", "bands": {} }),
        "tables" => json!({ "values": [] }),
        "help" | "links" => json!({ "label": "", "url": "" }),
        "steps" => json!(""),
        "norms" => json!({ "name": "", "source": "" }),
        "alerts" => json!({ "id": tree.free_id(list, "alert"), "name": "" }),
        "remind" => json!("P1D"),
        "change" => return Some(made_of(list, json!({ "better": "higher" }), list.clone())),
        "series" => {
            let plan = json!({ "every": "P14D", "times": 6, "open": "P5D" });
            return Some(made_of(list, plan, list.then("every")));
        }
        // The text of a card for a band, which is not a list item.
        _ => return Some(made_of(list, json!({}), list.clone())),
    };
    let focus = item.get("id").and_then(Value::as_str).map_or_else(|| list.item(at), |id| list.then(id));
    Some(Made { edits: vec![Edit::insert(list.clone(), at, item)], focus: Some(focus) })
}

/// Sets a value that is not a list item.
fn made_of(place: &Place, value: Value, focus: Place) -> Made {
    Made { edits: vec![Edit::set(place.clone(), value)], focus: Some(focus) }
}

fn after(tree: &Tree, item: &Place, new_id: &mut dyn FnMut() -> OptionId) -> Option<Made> {
    let (list, _) = item.split()?;
    let at = tree.index(item)? + 1;
    let mut made = add(tree, &list, "", new_id)?;
    for edit in &mut made.edits {
        if let domain::edit::Change::Insert { at: place, .. } = &mut edit.change {
            *place = at;
        }
    }
    Some(made)
}

/// Inserts pasted lines as options: in place of an empty option, or after one with content. Their numbers are points,
/// or codes where nothing is scored.
pub(crate) fn pasted(
    tree: &Tree,
    option: &Place,
    lines: &[(String, Option<Value>)],
    new_id: &mut dyn FnMut() -> OptionId,
) -> Option<Made> {
    let (list, _) = option.split()?;
    let kind = tree.get(&option.first(2).then("kind")).and_then(Value::as_str);
    let takes_points = kind != Some(KindName::Ranking.as_str());
    let is_scored = takes_points && tree.get(&"scoring".into()).is_some();
    let field = match !is_scored && are_codes(tree, &list, lines) {
        true => Some("code"),
        false => takes_points.then_some("points"),
    };
    let at = tree.index(option)?;
    let is_empty = tree.words(&option.then("label")).is_none();
    let mut made = Made::default();
    let rest = match lines.split_first() {
        Some(((first, number), rest)) if is_empty => {
            made.edits.extend(tree.write(&option.then("label"), tree.language(), first));
            let numbered = number.iter().zip(field);
            made.edits.extend(numbered.map(|(number, field)| Edit::set(option.then(field), number.clone())));
            made.focus = Some(option.clone());
            rest
        }
        _ => lines,
    };
    for (index, (label, number)) in rest.iter().enumerate() {
        let id = new_id().to_string();
        made.focus = Some(list.then(id.clone()));
        let mut option = json!({ "id": id, "label": label });
        if let (Some(number), Some(field)) = (number, field) {
            option[field] = number.clone();
        }
        made.edits.push(Edit::insert(list.clone(), at + 1 + index, option));
    }
    Some(made)
}

/// True if the numbers of pasted lines can be codes: whole, from 1 on, and none of them twice, in a list whose options
/// have no codes yet.
fn are_codes(tree: &Tree, list: &Place, lines: &[(String, Option<Value>)]) -> bool {
    let mut codes: Vec<u64> = Vec::new();
    let is_new = lines.iter().all(|(_, number)| {
        let code = number
            .as_ref()
            .and_then(Value::as_u64)
            .filter(|code| (1..=GREATEST_CODE).contains(code) && !codes.contains(code));
        codes.extend(code);
        code.is_some()
    });
    is_new && tree.list(list).iter().all(|option| option.get("code").is_none_or(Value::is_null))
}

fn removed(tree: &Tree, place: &Place) -> Made {
    let neighbour = place.split().and_then(|(list, _)| {
        let (items, at) = (tree.items(&list), tree.index(place)?);
        items.get(at.wrapping_sub(1)).or_else(|| items.get(at + 1)).cloned()
    });
    let is_item = place.split().is_some_and(|(list, _)| tree.get(&list).is_some_and(Value::is_array));
    let edit = if is_item { Edit::remove(place.clone()) } else { tree.clear(place) };
    Made { edits: if tree.get(place).is_some() { vec![edit] } else { Vec::new() }, focus: neighbour }
}

fn moved(tree: &Tree, place: &Place, to: usize) -> Option<Made> {
    let (list, _) = place.split()?;
    let edits = if to < tree.list(&list).len() { vec![Edit::shift(place.clone(), to)] } else { Vec::new() };
    Some(Made { edits, focus: Some(place.clone()) })
}

/// Moves an item to the position of another item in its list. The others move up or down to make room.
fn beside(tree: &Tree, item: &Place, other: &Place) -> Option<Made> {
    let is_beside = item.split().map(|(list, _)| list) == other.split().map(|(list, _)| list);
    moved(tree, item, tree.index(other).filter(|_| is_beside)?)
}

/// Removes dangling references from a condition, or the whole condition if nothing is left.
fn prune(tree: &Tree, condition: &Place) -> Option<Made> {
    let edit = match fixes::pruned(tree, tree.get(condition)?) {
        Some(left) => Edit::set(condition.clone(), left),
        None => tree.clear(condition),
    };
    Some(Made { edits: vec![edit], focus: None })
}

fn duplicate(tree: &Tree, place: &Place, new_id: &mut dyn FnMut() -> OptionId) -> Option<Made> {
    let (list, _) = place.split()?;
    let (at, mut copy) = (tree.index(place)?, tree.get(place)?.clone());
    let id = match list.steps().last()?.as_str() {
        "questions" => Tree::free_question_id(&[tree]),
        "options" => new_id().to_string(),
        word => tree.free_id(&list, word.trim_end_matches('s')),
    };
    for option in copy.get_mut("options").and_then(Value::as_array_mut).into_iter().flatten() {
        option["id"] = new_id().to_string().into();
    }
    // Copied options of a copied question keep their codes.
    if list.steps().len() > 2
        && let Some(copy) = copy.as_object_mut()
    {
        copy.remove("code");
    }
    let focus = if copy.get("id").is_some() {
        copy["id"] = id.clone().into();
        list.then(id)
    } else {
        list.item(at + 1)
    };
    Some(Made { edits: vec![Edit::insert(list, at + 1, copy)], focus: Some(focus) })
}

/// A question of a kind, or a built-in one by its id.
fn question(tree: &Tree, word: &str, new_id: &mut dyn FnMut() -> OptionId) -> Value {
    if Indicator::ALL.iter().any(|indicator| indicator.as_str() == word) {
        return json!({ "id": word, "required": true });
    }
    let mut question = json!({ "id": Tree::free_question_id(&[tree]), "required": true, "text": "" });
    let kind = KindName::parse(word).unwrap_or(KindName::Choice);
    if kind != KindName::Choice {
        question["kind"] = word.into();
    }
    give(&mut question, kind, new_id);
    question
}

/// Adds the fields that a question of a kind requires.
fn give(question: &mut Value, kind: KindName, new_id: &mut dyn FnMut() -> OptionId) {
    let Some(fields) = question.as_object_mut() else { return };
    let has_scale = fields.contains_key("from");
    let mut put = |name: &str, value: Value| {
        fields.entry(name).or_insert(value);
    };
    let mut option = || json!({ "id": new_id().to_string(), "label": "" });
    match kind {
        KindName::Choice | KindName::Multiple | KindName::Ranking => put("options", json!([option(), option()])),
        KindName::Matrix => {
            put("rows", json!([{ "id": "r1", "text": "" }]));
            if !has_scale {
                put("options", json!([option(), option()]));
            }
        }
        KindName::Scale => {
            put("from", json!(1));
            put("to", json!(LAST_OF_SCALE));
        }
        KindName::Number => {
            put("min", json!(0));
            put("max", json!(100));
        }
        KindName::Text => put("maxLength", json!(200)),
        _ => {}
    }
}

/// Keeps the fields that the new kind also has.
pub(crate) fn change_kind(tree: &Tree, place: &Place, word: &str) -> Vec<Edit> {
    let Some(before) = tree.get(place).and_then(Value::as_object) else { return Vec::new() };
    let Some(kind) = KindName::parse(word).filter(|kind| *kind != tree.kind(place)) else { return Vec::new() };
    let (required, others) = kind.fields();
    // `min` and `max` have a different meaning for each kind.
    let of_kind = |name: &str| !matches!(name, "min" | "max") && [required, others].concat().contains(&name);
    let is_kept = |name: &str| of_kind(name) || OF_ALL.contains(&name);
    let mut after = before.clone();
    after.retain(|name, _| is_kept(name));
    if kind == KindName::Choice {
        after.remove("kind");
    } else {
        after.insert("kind".to_owned(), word.into());
    }
    if kind == KindName::Statement {
        after.remove("required");
    }
    if (kind == KindName::Statement) != (tree.kind(place) == KindName::Statement) {
        after.remove("shuffle");
    }
    for option in after.get_mut("options").and_then(Value::as_array_mut).into_iter().flatten() {
        let Some(option) = option.as_object_mut() else { continue };
        if kind != KindName::Multiple {
            option.remove("exclusive");
        }
        if matches!(kind, KindName::Ranking | KindName::Matrix) {
            option.remove("other");
            option.remove("image");
            option.remove("places");
        }
        if kind == KindName::Matrix {
            option.remove("last");
        }
        if kind == KindName::Ranking {
            option.remove("points");
            option.remove("missing");
        }
    }
    given(tree, place, after, kind)
}

pub(crate) fn change_cells(tree: &Tree, place: &Place, cells: &str) -> Vec<Edit> {
    let Some(before) = tree.get(place).and_then(Value::as_object) else { return Vec::new() };
    let is_scale = cells == "scale";
    if is_scale == before.contains_key("from") {
        return Vec::new();
    }
    let mut after = before.clone();
    for field in ["options", "from", "to", "labels", "points"] {
        after.remove(field);
    }
    given(tree, place, after, if is_scale { KindName::Scale } else { KindName::Matrix })
}

/// A question with the fields that its kind requires.
fn given(tree: &Tree, place: &Place, question: Map<String, Value>, kind: KindName) -> Vec<Edit> {
    let mut question = Value::Object(question);
    let mut number = u128::from(seed(tree, place));
    give(&mut question, kind, &mut || {
        number += 1;
        OptionId::from_random(number.wrapping_mul(SPREAD))
    });
    vec![Edit::set(place.clone(), question)]
}

/// A seed that differs by quiz and question: an option that a change of kind adds needs an id that is unique in the
/// quiz, but not a secret one.
fn seed(tree: &Tree, place: &Place) -> u64 {
    let mut bits: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in tree.value().to_string().bytes().chain(place.to_string().bytes()) {
        bits = (bits ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    bits << 8
}

/// One entry for each number of the scale, from 0 to 100.
pub(crate) fn even_points(tree: &Tree, scale: &Place) -> Value {
    let bound = |name: &str| tree.get(&scale.then(name)).and_then(Value::as_i64).unwrap_or_default();
    let last = (bound("to") - bound("from")).clamp(1, 20);
    (0..=last).map(|step| json!(step * 100 / last)).collect()
}

/// A new band begins above the last one.
fn band(tree: &Tree, list: &Place) -> Value {
    let hues = ["rose", "amber", "leaf", "sky"];
    let bands = tree.list(list);
    let highest = bands.last().and_then(|band| band.get("from")?.as_i64());
    let from = highest.map_or(0, |from| from + (100 - from).max(2) / 2);
    json!({ "id": tree.free_id(list, "band"), "from": from, "name": "", "hue": hues[bands.len() % hues.len()] })
}
