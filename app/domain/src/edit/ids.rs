//! Edits that reach beyond their place: ids, texts by language, and fields that become empty.

use serde_json::{Map, Value};

use super::{Edit, Place, Tree, User, lists::id_of};
use crate::Language;

impl Tree {
    /// `q1`, or the first number that none of the trees has.
    pub fn free_question_id(trees: &[&Self]) -> String {
        let is_free = |id: &String| {
            let mut questions = trees.iter().flat_map(|tree| tree.questions());
            questions.all(|question| id_of(question) != Some(id))
        };
        (1..=u32::MAX).map(|number| format!("q{number}")).find(is_free).unwrap_or_default()
    }

    /// `category1`, or the first number that is free in a list.
    pub fn free_id(&self, list: &Place, word: &str) -> String {
        let items = self.list(list);
        let is_free = |id: &String| items.iter().all(|item| id_of(item) != Some(id));
        (1..=u32::MAX).map(|number| format!("{word}{number}")).find(is_free).unwrap_or_default()
    }

    /// Gives a question another id, also in conditions and cards.
    pub fn rename_question(&self, old: &str, new: &str) -> Vec<Edit> {
        let renamed = |named: &str| {
            let rest = named.strip_prefix(old).filter(|rest| rest.is_empty() || rest.starts_with('_'))?;
            Some(format!("{new}{rest}"))
        };
        let mut edits = Vec::new();
        for (by, place, field) in self.conditional() {
            let place = place.then(field);
            let Some(before) = self.get(&place) else { continue };
            let mut after = before.clone();
            rename_in(&mut after, &renamed);
            if after != *before && (by, &place) != (User::Question, &Place::question(old)) {
                edits.push(Edit::set(place, after));
            }
        }
        for card in self.items(&Place::from("scoring").then("cards")) {
            let place = card.then("about").then("question");
            if let Some(id) = self.text(&place).and_then(renamed) {
                edits.push(Edit::set(place, id));
            }
        }
        edits.push(Edit::set(Place::question(old).then("id"), new));
        edits
    }

    /// Writes a text in a language; an empty one takes it away. One text for all languages stays that until another
    /// language comes.
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
                let texts: Map<String, Value> = texts.into_iter().map(|(tag, text)| (tag, text.into())).collect();
                Edit::set(place.clone(), texts)
            }),
            None | Some(Value::Null) if text.is_empty() => None,
            _ if language == own => Some(Edit::set(place.clone(), text)),
            _ => Some(Edit::set(place.then(tag), text)),
        }
    }

    /// Takes a field away, and with it the objects around it that it leaves empty. Items of lists stay.
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
