//! Edits with effects beyond their place: ids, texts by language, and fields that become empty.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::{
    Edit, Place, Tree,
    lists::{gathered, id_of},
};
use crate::Language;

/// Before the id of a question in a text that quotes its answer.
const QUOTE: &str = "{answer:";

impl Tree {
    /// `q1`, or the first number that is free in all of the trees.
    pub fn free_question_id(trees: &[&Self]) -> String {
        Self::free_question_ids(trees).next().unwrap_or_default()
    }

    /// All free question ids, ascending.
    pub(super) fn free_question_ids(trees: &[&Self]) -> impl Iterator<Item = String> + use<> {
        free(&mut trees.iter().flat_map(|tree| tree.questions()), "q")
    }

    /// `category1`, or the first number that is free in the list.
    pub fn free_id(&self, list: &Place, word: &str) -> String {
        free(&mut self.list(list).iter(), word).next().unwrap_or_default()
    }

    /// Renames a question, including its uses in conditions, cards and quotations.
    pub fn rename_question(&self, old: &str, new: &str) -> Vec<Edit> {
        self.rename_questions(&gathered([(old, new.to_owned())]))
    }

    /// Renames several questions; `names` maps old ids to new ones.
    pub(super) fn rename_questions(&self, names: &BTreeMap<&str, String>) -> Vec<Edit> {
        let renamed = |named: &str| {
            let own = self.owner(named)?;
            Some(format!("{}{}", names.get(own)?, named.strip_prefix(own)?))
        };
        let mut edits = Vec::new();
        for (_, place, before) in self.conditions() {
            let mut after = before.clone();
            rename_in(&mut after, &renamed);
            if after != *before {
                edits.push(Edit::set(place, after));
            }
        }
        for card in self.items(&Place::from("scoring").then("cards")) {
            let place = card.then("about").then("question");
            if let Some(id) = self.text(&place).and_then(renamed) {
                edits.push(Edit::set(place, id));
            }
        }
        for part in ["questions", "scoring", "alerts", "end"] {
            self.requote(part.into(), &renamed, &mut edits);
        }
        edits.extend(names.iter().map(|(old, new)| Edit::set(Place::question(old).then("id"), new.as_str())));
        edits
    }

    /// Changes `{answer:id}` in all texts at a place.
    fn requote(&self, place: Place, renamed: &dyn Fn(&str) -> Option<String>, edits: &mut Vec<Edit>) {
        match self.get(&place) {
            Some(Value::String(text)) if text.contains(QUOTE) => {
                let mut pieces = text.split(QUOTE);
                let first = pieces.next().unwrap_or_default().to_owned();
                let after = pieces.fold(first, |text, piece| {
                    let named = piece.split_once('}').and_then(|(id, rest)| Some((renamed(id)?, rest)));
                    match named {
                        Some((id, rest)) => [&text, QUOTE, &id, "}", rest].concat(),
                        None => [&text, QUOTE, piece].concat(),
                    }
                });
                if after != *text {
                    edits.push(Edit::set(place, after));
                }
            }
            Some(Value::Object(fields)) => {
                fields.keys().for_each(|field| self.requote(place.then(field), renamed, edits));
            }
            Some(Value::Array(_)) => self.items(&place).into_iter().for_each(|item| self.requote(item, renamed, edits)),
            _ => {}
        }
    }

    /// The question that an answer's id belongs to. The id is the question's own, a row's, or that of the text beside
    /// an option.
    pub(super) fn owner(&self, id: &str) -> Option<&str> {
        let is_part = |question: &&Value| {
            let part = id_of(question).and_then(|own| id.strip_prefix(own)?.strip_prefix('_'));
            let mut rows = question.get("rows").and_then(Value::as_array).into_iter().flatten();
            part.is_some_and(|part| part == "other" || rows.any(|row| id_of(row) == Some(part)))
        };
        // Exact ids win: an unknown part could have the name of another question.
        let whole = self.questions().iter().find(|question| id_of(question) == Some(id));
        whole.or_else(|| self.questions().iter().find(is_part)).and_then(id_of)
    }

    pub(super) fn belongs(&self, id: &str, question: &Place) -> bool {
        self.owner(id).is_some_and(|own| self.get(question).and_then(id_of) == Some(own))
    }

    /// Sets a text in a language; an empty text removes it. A single text for all languages stays one until a second
    /// language is written.
    pub fn write(&self, place: &Place, language: Language, text: &str) -> Option<Edit> {
        let own = self.language();
        let tag = language.to_string();
        match self.get(place) {
            Some(Value::Object(_)) if text.is_empty() => {
                let place = place.then(tag);
                self.get(&place)?;
                Some(self.clear(&place))
            }
            Some(Value::Object(_)) => Some(Edit::set(place.then(tag), text)),
            Some(Value::String(_)) if language == own && text.is_empty() => Some(self.clear(place)),
            Some(Value::String(before)) if language != own => (!text.is_empty()).then(|| {
                let texts = [(own.to_string(), before.as_str()), (tag, text)];
                let texts: Map<String, Value> = gathered(texts.map(|(tag, text)| (tag, text.into())));
                Edit::set(place.clone(), texts)
            }),
            None | Some(Value::Null) if text.is_empty() => None,
            _ if language == own => Some(Edit::set(place.clone(), text)),
            _ => Some(Edit::set(place.then(tag), text)),
        }
    }

    /// Removes a field, and the enclosing objects that become empty. List items stay.
    pub fn clear(&self, place: &Place) -> Edit {
        let mut place = place.clone();
        while let Some((outer, _)) = place.split() {
            let is_item = outer.split().is_some_and(|(list, _)| self.get(&list).is_some_and(Value::is_array));
            let is_single = self.get(&outer).and_then(Value::as_object).is_some_and(|fields| fields.len() == 1);
            if outer.is_whole() || is_item || !is_single {
                break;
            }
            place = outer;
        }
        Edit::remove(place)
    }
}

/// The unused ids made of the word and a number, ascending.
fn free(items: &mut dyn Iterator<Item = &Value>, word: &str) -> impl Iterator<Item = String> + use<> {
    let taken: BTreeSet<String> = gathered(items.filter_map(id_of).map(str::to_owned));
    let word = word.to_owned();
    (1..=u32::MAX).map(move |number| format!("{word}{number}")).filter(move |id| !taken.contains(id))
}

fn rename_in(condition: &mut Value, renamed: &dyn Fn(&str) -> Option<String>) {
    let Some(fields) = condition.as_object_mut() else { return };
    for (name, value) in fields {
        match (name.as_str(), value) {
            ("question" | "answered", Value::String(id)) => {
                if let Some(new) = renamed(id) {
                    *id = new;
                }
            }
            ("all" | "any", Value::Array(inner)) => inner.iter_mut().for_each(|inner| rename_in(inner, renamed)),
            ("not", inner) => rename_in(inner, renamed),
            _ => {}
        }
    }
}
