//! Three-way merge of trees.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use super::{
    Edit, Place, Tree,
    difference::{is_one_value, may_be_null},
    lists::{gathered, id_of, ids_of, unmoved},
};
use crate::Language;

/// A place that both sides changed differently; a side is `None` if it removed the value.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Conflict {
    pub place: Place,
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "is_there")]
    pub mine: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "is_there")]
    pub theirs: Option<Value>,
}

#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Merged {
    /// My side wins conflicts, except that a changed value wins over a removed one.
    pub tree: Tree,
    pub conflicts: Vec<Conflict>,
}

/// Distinguishes `null` from an absent value.
fn is_there<'de, D: Deserializer<'de>>(value: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(value).map(Some)
}

impl Conflict {
    /// The edit of the merged tree that resolves the conflict for one side.
    pub fn decide(&self, for_mine: bool) -> Edit {
        match if for_mine { &self.mine } else { &self.theirs } {
            Some(value) => Edit::set(self.place.clone(), value.clone()),
            None => Edit::remove(self.place.clone()),
        }
    }
}

/// Merges two changes of `base`, question by question and option by option, by field.
pub fn merge(base: &Tree, mine: &Tree, theirs: &Tree) -> Merged {
    let mine = with_free_ids(base, mine, theirs);
    let mut merging = Merging { language: theirs.language(), conflicts: Vec::new() };
    let merged = merging.value(Some(base.value()), Some(mine.value()), Some(theirs.value()), &Place::default());
    Merged { tree: Tree::new(merged.unwrap_or_default()), conflicts: merging.conflicts }
}

/// My tree, with new ids for questions whose ids clash with other new questions of theirs.
fn with_free_ids(base: &Tree, mine: &Tree, theirs: &Tree) -> Tree {
    let (base, theirs_by_id) = (by_id(base.questions()), by_id(theirs.questions()));
    let is_taken = |id: &str, question: &Value| theirs_by_id.get(id).is_some_and(|other| *other != question);
    let clashing = mine
        .questions()
        .iter()
        .filter_map(|question| id_of(question).filter(|id| !base.contains_key(id) && is_taken(id, question)));
    let clashing: BTreeSet<&str> = gathered(clashing);
    if clashing.is_empty() {
        return mine.clone();
    }
    let free = Tree::free_question_ids(&[mine, theirs]);
    let names: BTreeMap<&str, String> = gathered(clashing.into_iter().zip(free));
    let mut renamed = mine.clone();
    // Cannot fail: each edit is of a value that was just read.
    let _ = renamed.apply_all(&mine.rename_questions(&names));
    renamed
}

fn by_id(list: &[Value]) -> BTreeMap<&str, &Value> {
    gathered(list.iter().rev().filter_map(|item| Some((id_of(item)?, item))))
}

struct Merging {
    language: Language,
    conflicts: Vec<Conflict>,
}

impl Merging {
    fn value(
        &mut self,
        base: Option<&Value>,
        mine: Option<&Value>,
        theirs: Option<&Value>,
        place: &Place,
    ) -> Option<Value> {
        let is_there = |value: &&Value| !value.is_null() || may_be_null(place);
        let [base, mine, theirs] = [base, mine, theirs].map(|value| value.filter(is_there));
        if mine == theirs || theirs == base {
            return mine.cloned();
        }
        if mine == base {
            return theirs.cloned();
        }
        match (mine, theirs) {
            (Some(Value::Object(m)), Some(Value::Object(t))) if !is_one_value(place) => {
                let translated = base.filter(|_| is_text(m)).and_then(|base| self.by_language(base));
                let base = translated.as_ref().or(base).and_then(Value::as_object);
                return Some(self.objects(base, m, t, place));
            }
            (Some(Value::Object(texts)), Some(Value::String(_)))
            | (Some(Value::String(_)), Some(Value::Object(texts)))
                if is_text(texts) =>
            {
                let all = [base, mine, theirs].map(|value| value.and_then(|value| self.by_language(value)));
                return self.value(all[0].as_ref(), all[1].as_ref(), all[2].as_ref(), place);
            }
            (Some(Value::Array(m)), Some(Value::Array(t))) => {
                let b = base.and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
                if let (Some(ids), Some(mine), Some(theirs)) = (ids_of(b), ids_of(m), ids_of(t))
                    && !(mine.is_empty() && theirs.is_empty())
                {
                    let order = order(&ids, &mine, &theirs);
                    return Some(self.items(&order, [b, m, t], place));
                }
                if b.len() == m.len() && m.len() == t.len() && !is_one_value(place) {
                    let each = b.iter().zip(m).zip(t).enumerate();
                    let items = each.map(|(at, ((b, m), t))| {
                        self.value(Some(b), Some(m), Some(t), &place.item(at)).unwrap_or_default()
                    });
                    return Some(items.collect());
                }
            }
            _ => {}
        }
        self.conflicts.push(Conflict { place: place.clone(), mine: mine.cloned(), theirs: theirs.cloned() });
        mine.or(theirs).cloned()
    }

    fn objects(
        &mut self,
        base: Option<&Map<String, Value>>,
        mine: &Map<String, Value>,
        theirs: &Map<String, Value>,
        place: &Place,
    ) -> Value {
        let names: BTreeSet<&str> = gathered(mine.keys().chain(theirs.keys()).map(String::as_str));
        let merged = names.into_iter().filter_map(|name| {
            let base = base.and_then(|base| base.get(name));
            let value = self.value(base, mine.get(name), theirs.get(name), &place.then(name))?;
            Some((name.to_owned(), value))
        });
        Value::Object(gathered(merged))
    }

    fn items(&mut self, order: &[&str], [base, mine, theirs]: [&[Value]; 3], place: &Place) -> Value {
        let lists = [base, mine, theirs].map(by_id);
        let merged = order.iter().filter_map(|id| {
            let [b, m, t] = [0, 1, 2].map(|side| lists[side].get(id).copied());
            self.value(b, m, t, &place.then(*id))
        });
        Value::Array(merged.collect())
    }

    /// Turns a single text into a text in the quiz's own language.
    fn by_language(&self, text: &Value) -> Option<Value> {
        match text {
            Value::String(_) => Some(Value::Object(gathered([(self.language.to_string(), text.clone())]))),
            Value::Object(texts) if is_text(texts) => Some(text.clone()),
            _ => None,
        }
    }
}

fn is_text(texts: &Map<String, Value>) -> bool {
    texts.iter().all(|(tag, text)| text.is_string() && Language::parse(tag).is_ok())
}

/// All ids of both sides: mine in my order, and theirs that are new or moved, each after its predecessor there.
fn order<'i>(base: &[&str], mine: &[&'i str], theirs: &[&'i str]) -> Vec<&'i str> {
    let (stayed, stayed_there) = (unmoved(base, mine), unmoved(base, theirs));
    let was_moved = |id: &str| stayed.contains(id) && !stayed_there.contains(id);
    let mut chain = Chain::default();
    let mut before = None;
    for id in mine.iter().copied() {
        chain.insert(before, id);
        before = Some(id);
    }
    // Each of their ids is in the chain once it has been visited.
    before = None;
    for id in theirs.iter().copied() {
        if !chain.has(id) || was_moved(id) {
            chain.remove(id);
            chain.insert(before, id);
        }
        before = Some(id);
    }
    chain.in_order()
}

/// A doubly linked list of ids, which is reordered without renumbering.
#[derive(Default)]
struct Chain<'i> {
    before: BTreeMap<&'i str, Option<&'i str>>,
    /// `None` is the head.
    behind: BTreeMap<Option<&'i str>, &'i str>,
}

impl<'i> Chain<'i> {
    fn has(&self, id: &str) -> bool {
        self.before.contains_key(id)
    }

    /// Inserts an id that is not in the chain after one that is, or at the head.
    fn insert(&mut self, before: Option<&'i str>, id: &'i str) {
        let next = self.behind.insert(before, id);
        self.before.insert(id, before);
        self.join(Some(id), next);
    }

    fn remove(&mut self, id: &'i str) {
        if let Some(before) = self.before.remove(id) {
            let next = self.behind.remove(&Some(id));
            self.join(before, next);
        }
    }

    fn join(&mut self, before: Option<&'i str>, next: Option<&'i str>) {
        match next {
            Some(next) => {
                self.behind.insert(before, next);
                self.before.insert(next, before);
            }
            None => _ = self.behind.remove(&before),
        }
    }

    fn in_order(&self) -> Vec<&'i str> {
        std::iter::successors(self.behind.get(&None).copied(), |id| self.behind.get(&Some(*id)).copied()).collect()
    }
}
