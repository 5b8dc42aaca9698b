//! Conditions as the parts of a sentence: "shown if Where do you work? is At home".

use serde_json::Value;

use super::{
    Place, Tree,
    lists::{codes_of, id_of, index_of},
};
use crate::{Band, Indicator, KindName, Language, Question, QuestionId, QuestionOption};

/// The id of the overall score in conditions.
const OVERALL: &str = "overall";

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
    /// The score is in one of these bands.
    Band(ScorePhrase),
    /// The score has one of these verdicts since the attempt before.
    Change(ScorePhrase),
    /// The respondent's language is one of these tags.
    Language(Vec<String>),
    All(Vec<Self>),
    Any(Vec<Self>),
    /// None of these holds.
    None(Vec<Self>),
    Unfinished,
}

/// A test of a score in readable form.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ScorePhrase {
    /// A category, or `overall`.
    pub of: String,
    /// `None` for the overall score, and for a category that does not exist.
    pub name: Option<String>,
    /// Verdicts, or the names of bands; `None` for a band that does not exist.
    pub values: Vec<Option<String>>,
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
    score(tree, condition).or_else(|| answer(tree, condition)).unwrap_or(Phrase::Unfinished)
}

fn score(tree: &Tree, condition: &Value) -> Option<Phrase> {
    let (is_band, test) = match (condition.get("band"), condition.get("change")) {
        (Some(test), None) => (true, test),
        (None, Some(test)) => (false, test),
        _ => return None,
    };
    let (of, is) = (test.get("of")?.as_str()?.to_owned(), test.get("is")?.as_array()?);
    let name = tree.scores().into_iter().find(|(id, _)| *id == of).and_then(|(_, name)| name);
    let bands = tree.bands_of(&of);
    let value = |id: &Value| {
        let id = id.as_str()?;
        if is_band {
            bands.iter().find(|(known, _)| known == id).map(|(_, name)| name.clone())
        } else {
            Some(id.to_owned())
        }
    };
    let phrase = ScorePhrase { name, values: is.iter().map(value).collect(), of };
    Some(if is_band { Phrase::Band(phrase) } else { Phrase::Change(phrase) })
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
    indicator(question).map(|indicator| Question::built_in(indicator, true))
}

fn indicator(question: &Value) -> Option<Indicator> {
    Indicator::of_question(&QuestionId::parse(id_of(question)?).ok()?)
}

/// Defaults to a choice.
pub fn kind(question: &Value) -> KindName {
    question.get("kind").and_then(Value::as_str).and_then(KindName::parse).unwrap_or(KindName::Choice)
}

impl Tree {
    /// The ids of all scores: `overall`, and the categories with their names. Built-in categories are named by their
    /// ids.
    pub fn scores(&self) -> Vec<(String, Option<String>)> {
        let scoring = Place::from("scoring");
        let has_overall = self.get(&scoring.then("overall")) != Some(&Value::Bool(false));
        let overall = has_overall.then(|| (OVERALL.to_owned(), None));
        let own = self.each(&scoring.then("categories")).filter_map(|(place, category)| {
            let id = id_of(category)?;
            Some((id.to_owned(), Some(self.words(&place.then("name")).unwrap_or(id).to_owned())))
        });
        let mut all: Vec<_> = overall.into_iter().chain(own).collect();
        for category in self.questions().iter().filter_map(indicator).map(Indicator::category) {
            let id = category.as_str();
            if !all.iter().any(|(known, _)| known == id) {
                all.push((id.to_owned(), Some(id.to_owned())));
            }
        }
        all
    }

    /// The ids and names of the bands that a score may be in.
    pub fn bands_of(&self, score: &str) -> Vec<(String, String)> {
        let place = self.bands_place(score);
        let band = |(place, band): (Place, &Value)| {
            let id = id_of(band)?;
            Some((id.to_owned(), self.words(&place.then("name")).unwrap_or(id).to_owned()))
        };
        let own: Vec<_> = self.each(&place).filter_map(band).collect();
        let built_in = || Band::ALL.map(|band| (band.as_str().to_owned(), band.as_str().to_owned())).to_vec();
        if own.is_empty() { built_in() } else { own }
    }

    /// The list of a score's bands; a category without any has the overall ones.
    pub fn bands_place(&self, score: &str) -> Place {
        let scoring = Place::from("scoring");
        let own = scoring.then("categories").then(score).then("bands");
        if self.list(&own).is_empty() { scoring.then("bands") } else { own }
    }

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
