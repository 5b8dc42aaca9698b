//! Conditions as the parts of a sentence: "shown if Where do you work? is At home".

use serde_json::Value;

use super::{
    Place, Tree,
    lists::{codes_of, id_of, index_of},
};
use crate::{Indicator, KindName, Language, Question, QuestionId, QuestionOption};

/// A condition in readable form.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Phrase {
    Answer {
        question: String,
        /// `None` if the question does not exist.
        text: Option<String>,
        verb: Verb,
        /// Labels and numbers; `None` for an option that does not exist.
        values: Vec<Option<String>>,
    },
    /// The respondent's language is one of these tags.
    Language(Vec<String>),
    All(Vec<Self>),
    Any(Vec<Self>),
    /// None of these holds.
    None(Vec<Self>),
    Unfinished,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Verb {
    Is,
    Includes,
    AtLeast,
    AtMost,
    Between,
    Answered,
}

/// The condition in the tree's default language.
pub fn phrase(tree: &Tree, condition: &Value) -> Phrase {
    let group = |field: &str| {
        let inner = condition.get(field)?.as_array()?;
        Some(inner.iter().map(|inner| phrase(tree, inner)).collect::<Vec<_>>())
    };
    if let Some(all) = group("all") {
        return Phrase::All(all);
    }
    if let Some(any) = group("any") {
        return Phrase::Any(any);
    }
    if let Some(not) = condition.get("not") {
        return match phrase(tree, not) {
            Phrase::Any(inner) => Phrase::None(inner),
            Phrase::Unfinished => Phrase::Unfinished,
            inner => Phrase::None(vec![inner]),
        };
    }
    if let Some(tags) = condition.get("language").and_then(Value::as_array) {
        return Phrase::Language(tags.iter().filter_map(Value::as_str).map(str::to_owned).collect());
    }
    answer(tree, condition).unwrap_or(Phrase::Unfinished)
}

fn answer(tree: &Tree, condition: &Value) -> Option<Phrase> {
    let field = |name: &str| condition.get(name).filter(|value| !value.is_null());
    if let Some(id) = field("answered").and_then(Value::as_str) {
        let (question, text) = (id.to_owned(), tree.question_text(id));
        return Some(Phrase::Answer { question, text, verb: Verb::Answered, values: Vec::new() });
    }
    let id = field("question")?.as_str()?;
    let (verb, values) = match (field("is"), field("includes"), field("atLeast"), field("atMost")) {
        (Some(options), ..) => (Verb::Is, tree.labels(id, options.as_array()?)),
        (None, Some(options), ..) => (Verb::Includes, tree.labels(id, options.as_array()?)),
        (None, None, Some(least), Some(most)) => (Verb::Between, vec![Some(least.to_string()), Some(most.to_string())]),
        (None, None, Some(least), None) => (Verb::AtLeast, vec![Some(least.to_string())]),
        (None, None, None, Some(most)) => (Verb::AtMost, vec![Some(most.to_string())]),
        (None, None, None, None) => return None,
    };
    Some(Phrase::Answer { question: id.to_owned(), text: tree.question_text(id), verb, values })
}

/// A text in a language, or else in its first one; `None` if it is blank.
pub fn wording(text: &Value, language: Language) -> Option<&str> {
    let found = match text {
        Value::Object(texts) => texts.get(language.as_str()).or_else(|| texts.values().next())?.as_str(),
        text => text.as_str(),
    };
    found.filter(|text| !text.trim().is_empty())
}

pub fn built_in(question: &Value) -> Option<Question> {
    let id = QuestionId::parse(id_of(question)?).ok()?;
    Indicator::of_question(&id).map(|indicator| Question::built_in(indicator, true))
}

/// Defaults to a choice.
pub fn kind(question: &Value) -> KindName {
    question.get("kind").and_then(Value::as_str).and_then(KindName::parse).unwrap_or(KindName::Choice)
}

impl Tree {
    /// The text at a place in the tree's default language, or else in the first available one.
    pub fn words(&self, place: &Place) -> Option<&str> {
        wording(self.get(place)?, self.language())
    }

    /// The place of the question that an answer's id belongs to. The id is the question's own, a row's, or that of the
    /// text beside an option.
    pub fn asked(&self, id: &str) -> Option<Place> {
        self.owner(id).map(Place::question)
    }

    /// The text of a question, with its row; the service's own text for a built-in question. `None` if it does not
    /// exist.
    pub fn question_text(&self, id: &str) -> Option<String> {
        let place = self.asked(id)?;
        let language = self.language();
        if let Some(built_in) = self.built_in(&place) {
            return Some(built_in.text(language, language).to_owned());
        }
        let (_, own) = place.split()?;
        let text = self.words(&place.then("text")).unwrap_or(own).to_owned();
        let row = id.strip_prefix(own).and_then(|rest| rest.strip_prefix('_'));
        let row = row.and_then(|row| self.words(&place.then("rows").then(row).then("text")));
        Some(row.map_or(text.clone(), |row| format!("{text} {row}")))
    }

    pub fn built_in(&self, question: &Place) -> Option<Question> {
        built_in(self.get(question)?)
    }

    pub fn kind(&self, question: &Place) -> KindName {
        self.get(question).map_or(KindName::Choice, kind)
    }

    /// The labels of options that a condition refers to by id or code.
    fn labels(&self, question: &str, options: &[Value]) -> Vec<Option<String>> {
        let language = self.language();
        let place = self.asked(question);
        let built_in = place.as_ref().and_then(|place| self.built_in(place));
        let list = place.as_ref().map_or(&[][..], |place| self.list(&place.then("options")));
        let codes = codes_of(list);
        let label = |named: &Value| {
            let code = named.as_u64();
            if let Some(built_in) = &built_in {
                let options = built_in.options(language, language);
                let is_it = |option: &QuestionOption| {
                    u64::try_from(option.code).ok() == code || Some(option.id.as_str()) == named.as_str()
                };
                return options.into_iter().find(is_it).map(|option| option.label);
            }
            let index = match code {
                Some(code) => codes.iter().position(|own| *own == code),
                None => index_of(list, named.as_str()?),
            };
            let option = list.get(index?)?;
            Some(option.get("label").and_then(|label| wording(label, language)).unwrap_or("…").to_owned())
        };
        options.iter().map(label).collect()
    }
}
