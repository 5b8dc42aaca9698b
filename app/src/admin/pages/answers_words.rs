//! Questions, answers, scores and conditions of a quiz in the dashboard's language.

use std::collections::{BTreeMap, HashMap};

use domain::{
    Answer, Band, Category, Decimal, Definition, FieldType, FieldValue, Item, Language, Name, PersonField, QuestionId,
};

use super::answers_filter::FilterGroup;
use crate::{admin::charts::band_name, components::in_one_line, words::texts};

/// Maximum letters of a question in a head and of an answer in a cell.
const BRIEF: usize = 48;

type Bands = Vec<(String, String)>;

/// Everything that a quiz asks and scores: the newest version in its order, then parts of earlier versions only.
#[derive(Clone, Debug, Default)]
pub struct AnswerWords {
    pub questions: Vec<QuestionWords>,
    /// The quiz's own categories, or the built-in ones that it asks.
    pub categories: Vec<(Name, String)>,
    /// For the overall score (`None`) and for categories with bands.
    bands: Vec<(Option<Name>, Bands)>,
    /// Ids and names of the alerts of all versions.
    pub alerts: Vec<(String, String)>,
    pub is_scored: bool,
    pub has_built_in_bands: bool,
    /// True if respondents answer, or answered, on occasions of a series.
    pub has_occasions: bool,
    places: HashMap<QuestionId, usize>,
    people: BTreeMap<String, String>,
    /// Of people, as the quiz declares them.
    pub fields: Vec<PersonField>,
}

#[derive(Clone, Debug)]
pub struct QuestionWords {
    pub id: QuestionId,
    /// The question that it is a part of, or itself.
    question: QuestionId,
    pub text: String,
    /// Values of answers with their labels, for questions with fixed answers.
    pub values: Vec<(String, String)>,
    /// The form of typed answers; `None` for fixed answers.
    pub entry: Option<Entry>,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Entry {
    Number,
    Date,
    Text,
}

impl Entry {
    fn of(item: &Item<'_>) -> Option<Self> {
        if item.is_text() {
            Some(Self::Text)
        } else if item.is_date() {
            Some(Self::Date)
        } else {
            (item.step().is_some() && item.scale_values().is_empty()).then_some(Self::Number)
        }
    }
}

impl AnswerWords {
    /// For these versions, newest first.
    pub fn of(versions: &[(u32, Definition)]) -> Self {
        let mut words = Self::default();
        for (_, definition) in versions {
            for item in definition.items() {
                words.add(&item, definition.language);
            }
            words.add_alerts(definition);
        }
        if let Some((_, newest)) = versions.first() {
            words.add_scores(newest);
        }
        words
    }

    fn add(&mut self, item: &Item<'_>, default: Language) {
        let place = *self.places.entry(item.id.clone()).or_insert_with(|| {
            let text = item.text(Language::EN, default);
            let entry = Entry::of(item);
            let question = item.question.id.clone();
            self.questions.push(QuestionWords { id: item.id.clone(), question, text, values: Vec::new(), entry });
            self.questions.len() - 1
        });
        let known = &mut self.questions[place].values;
        let mut add = |value: String, label: String| {
            if !known.iter().any(|(own, _)| *own == value) {
                known.push((value, label));
            }
        };
        let is_text_beside = item.id != item.question.id && !item.is_choice();
        let options = item.question.options(Language::EN, default);
        if !is_text_beside && !options.is_empty() {
            for option in options {
                add(option.id.to_string(), option.label);
            }
        } else if item.is_consent() {
            add("true".to_owned(), texts(Language::EN).agreed.to_owned());
        } else {
            for value in item.scale_values() {
                let text = answer_text(item, &Answer::Number(value), default).unwrap_or_else(|| value.to_string());
                add(value.to_string(), text);
            }
        }
    }

    fn add_alerts(&mut self, definition: &Definition) {
        for alert in &definition.alerts {
            if !self.alerts.iter().any(|(id, _)| id == alert.id.as_str()) {
                let name = alert.name.in_language(Language::EN, definition.language);
                self.alerts.push((alert.id.to_string(), name.to_owned()));
            }
        }
    }

    fn add_scores(&mut self, definition: &Definition) {
        let language = definition.language;
        let Some(scoring) = &definition.scoring else {
            let words = texts(Language::EN);
            self.categories = definition
                .categories()
                .map(|category| (category.name(), words.category_name(category).to_owned()))
                .collect();
            self.is_scored = !self.categories.is_empty();
            let bands = Band::ALL.map(|band| {
                let (low, high) = band.range();
                (band.as_str().to_owned(), format!("{}, {}–{}", band_name(band), low.get(), high.get()))
            });
            if self.is_scored {
                self.has_built_in_bands = true;
                self.bands.push((None, bands.to_vec()));
                let of_category = |(name, _): &(Name, String)| (Some(name.clone()), bands.to_vec());
                self.bands.extend(self.categories.iter().map(of_category).collect::<Vec<_>>());
            }
            return;
        };
        self.is_scored = true;
        let named = |text: &domain::Text| text.in_language(Language::EN, language).to_owned();
        self.categories =
            scoring.categories.iter().map(|category| (category.id.clone(), named(&category.name))).collect();
        for of in std::iter::once(None).chain(scoring.categories.iter().map(|category| Some(category.id.clone()))) {
            let bands = scoring.bands_of(of.as_ref());
            if !bands.is_empty() {
                let bands = bands.iter().map(|band| (band.id.to_string(), named(&band.name))).collect();
                self.bands.push((of, bands));
            }
        }
    }

    /// Adds the names of respondents that a condition may refer to, by id.
    #[must_use]
    pub fn with_people(self, people: BTreeMap<String, String>) -> Self {
        Self { people, ..self }
    }

    #[must_use]
    pub fn with_occasions(self, has_occasions: bool) -> Self {
        Self { has_occasions, ..self }
    }

    #[must_use]
    pub fn with_fields(self, fields: &[PersonField]) -> Self {
        Self { fields: fields.to_vec(), ..self }
    }

    pub fn field(&self, id: &str) -> Option<&PersonField> {
        self.fields.iter().find(|field| field.id.as_str() == id)
    }

    pub fn question(&self, id: &str) -> Option<&QuestionWords> {
        self.questions.iter().find(|question| question.id.as_str() == id)
    }

    fn category<'w>(&'w self, id: &'w str) -> &'w str {
        let known = self.categories.iter().find(|(name, _)| name.as_str() == id);
        known.map_or(id, |(_, name)| name.as_str())
    }

    pub fn band(&self, of: Option<&Name>, id: &str) -> String {
        let bands = self.bands.iter().find(|(own, _)| own.as_ref() == of).or_else(|| self.bands.first());
        let known = bands.and_then(|(_, bands)| bands.iter().find(|(own, _)| own == id));
        let label = known.map_or(id, |(_, label)| label.as_str());
        // A built-in band is shown without its range.
        label.split_once(", ").map_or(label, |(name, _)| name).to_owned()
    }

    pub fn band_groups(&self) -> Vec<FilterGroup> {
        let group = |(of, bands): &(Option<Name>, Vec<(String, String)>)| {
            let option = |(id, label): &(String, String)| match of {
                Some(of) => (format!("band={of}:{id}"), label.clone()),
                None => (format!("band={id}"), label.clone()),
            };
            let label = of.as_ref().map_or("Overall", |of| self.category(of.as_str())).to_owned();
            FilterGroup { label, options: bands.iter().map(option).collect() }
        };
        self.bands.iter().map(group).collect()
    }

    /// Scores to filter by: the value of the form field, and the name.
    pub fn score_names(&self) -> Vec<(String, String)> {
        if !self.is_scored {
            return Vec::new();
        }
        let categories = self.categories.iter().map(|(id, name)| (id.to_string(), name.clone()));
        std::iter::once((String::new(), "Overall".to_owned())).chain(categories).collect()
    }

    /// Answers to filter by, of one question or of all.
    pub fn answer_groups(&self, only: Option<&str>) -> Vec<FilterGroup> {
        let wanted = self.questions.iter().filter(|question| only.is_none_or(|id| question.id.as_str() == id));
        wanted
            .map(|QuestionWords { id, text, values, .. }| {
                let values = values.iter().map(|(value, label)| (format!("answer={id}:{value}"), brief(label)));
                let others = [
                    (format!("answered={id}"), "Answered".to_owned()),
                    (format!("unanswered={id}"), "Not answered".to_owned()),
                ];
                FilterGroup { label: brief(text), options: values.chain(others).collect() }
            })
            .collect()
    }

    /// A condition from a URL, in words.
    pub fn condition(&self, name: &str, value: &str) -> String {
        // A matrix is represented by its first row.
        let row = |id: &str| self.questions.iter().find(|known| known.question.as_str() == id);
        let question = |id: &str| {
            self.question(id).or_else(|| row(id)).map_or_else(|| id.to_owned(), |question| brief(&question.text))
        };
        match name {
            "q" => format!("Contains “{value}”"),
            "state" if value == "started" => "In progress".to_owned(),
            "state" => "Completed".to_owned(),
            "from" => format!("Started from {value}"),
            "to" => format!("Started to {value}"),
            "submittedFrom" => format!("Submitted from {value}"),
            "submittedTo" => format!("Submitted to {value}"),
            "zone" => format!("Days in {value}"),
            "category" => format!("Has a score: {}", self.category(value)),
            "scoreMin" => format!("Score from {value}"),
            "scoreMax" => format!("Score to {value}"),
            "score" => {
                let (of, bounds) = value.split_once(':').unwrap_or(("", value));
                let of = if of.is_empty() { "Score" } else { self.category(of) };
                match bounds.split_once("..") {
                    Some(("", "")) => format!("Has a score: {}", if of == "Score" { "Overall" } else { of }),
                    Some((low, "")) => format!("{of} from {low}"),
                    Some(("", high)) => format!("{of} to {high}"),
                    Some((low, high)) => format!("{of} {low}–{high}"),
                    None => format!("{of} {bounds}"),
                }
            }
            "band" => match value.split_once(':') {
                Some((of, id)) => {
                    let category = Name::parse(of).ok();
                    format!("{}: {}", self.category(of), self.band(category.as_ref(), id))
                }
                None => format!("Band: {}", self.band(None, value)),
            },
            "answer" | "also" => {
                let (id, value) = value.split_once(':').unwrap_or((value, ""));
                let named = |value: &str| {
                    let values = self.question(id).map(|known| &known.values);
                    values.into_iter().flatten().find(|(own, _)| own == value)
                };
                let ranked = value.split_once('@').filter(|(option, _)| named(option).is_some());
                let (value, rank) = ranked.map_or((value, None), |(option, rank)| (option, Some(rank)));
                let label = named(value).map_or_else(|| brief(value), |(_, label)| brief(label));
                let rank = rank.map(|rank| format!(", rank {rank}")).unwrap_or_default();
                format!("{}: {label}{rank}", question(id))
            }
            "contains" => {
                let (id, part) = value.split_once(':').unwrap_or((value, ""));
                format!("{}: contains “{}”", question(id), brief(part))
            }
            "field" => {
                let (id, value) = value.split_once(':').unwrap_or((value, ""));
                let name = self.field(id).map_or(id, PersonField::name);
                let value = match (value, self.field(id).map(|field| field.kind)) {
                    ("", _) => "none",
                    ("true", Some(FieldType::YesNo)) => "yes",
                    ("false", Some(FieldType::YesNo)) => "no",
                    (value, _) => value,
                };
                format!("{}: {}", brief(name), brief(value))
            }
            "answered" => format!("Answered: {}", question(value)),
            "unanswered" => format!("Not answered: {}", question(value)),
            "stopped" => match value.strip_prefix("q.") {
                Some(id) => format!("Stopped at: {}", question(id)),
                None => "Answered all, not submitted".to_owned(),
            },
            "alert" => match self.alerts.iter().find(|(id, _)| id == value) {
                Some((_, name)) => format!("Alert: {}", brief(name)),
                None if value == "*" => "With an alert".to_owned(),
                None => format!("Alert: {value}"),
            },
            "language" => Language::parse(value).map_or_else(|_| value.to_owned(), |language| language.endonym()),
            "version" => format!("Version {value}"),
            "attempt" => format!("Attempt {value}"),
            "occasion" => format!("Occasion {value}"),
            "attempts" if value == "each" => "Each attempt".to_owned(),
            "attempts" => "Last attempts submitted".to_owned(),
            "user" => match self.people.get(value) {
                Some(name) => format!("Person: {}", brief(name)),
                None => format!("Person {}", brief(value)),
            },
            _ => format!("{name} {value}"),
        }
    }
}

/// An answer in the dashboard's language, on one line.
pub fn answer_text(item: &Item<'_>, answer: &Answer, default: Language) -> Option<String> {
    item.readable(answer, Language::EN, default).map(|told| in_one_line(texts(Language::EN), told))
}

/// A value of a field of people in the dashboard's language.
pub fn field_text(value: &FieldValue) -> String {
    match value {
        FieldValue::Number(number) => number_text(*number),
        other => other.to_text(),
    }
}

pub fn number_text(number: Decimal) -> String {
    texts(Language::EN).number(number)
}

pub fn category_text(category: Category) -> &'static str {
    texts(Language::EN).category_name(category)
}

/// The beginning of a text, on one line.
pub fn brief(text: &str) -> String {
    let line: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= BRIEF {
        return line;
    }
    let start: String = line.chars().take(BRIEF - 1).collect();
    format!("{}…", start.trim_end())
}
