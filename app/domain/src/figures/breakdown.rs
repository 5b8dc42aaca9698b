//! Breakdowns of records: by answer, band, field of people, language, version, attempt or occasion.

use std::fmt;

use crate::{
    Answer, AnswersRecord, Decimal, FieldType, FieldValue, Item, KindName, Name, PersonField, QuestionId, Scored,
    text::dates::is_date,
};

/// Its form in URLs is `language`, `version`, `attempt`, `occasion`, `band`, `band.<category>`, `field.<field>` or
/// `q.<question>`.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Breakdown {
    Question {
        id: QuestionId,
        kind: KindName,
        /// The first number of each part that numeric answers are divided into; see [`Item::parts`].
        parts: Vec<Decimal>,
    },
    /// Of the overall score or of a category.
    Band(Option<Name>),
    /// Of people.
    Field {
        id: QuestionId,
        kind: FieldType,
    },
    Language,
    Version,
    Attempt,
    /// Of a series.
    Occasion,
}

/// The groups that are compared, and what their answers are told against; scores and bands are told in any case.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Comparison {
    pub rows: Breakdown,
    pub columns: Option<Breakdown>,
}

impl Breakdown {
    /// Stands for the values of a field that come after the first [`MOST_VALUES`](Self::MOST_VALUES).
    pub const OTHERS: &'static str = "…";
    /// Values of a field that are told apart.
    pub const MOST_VALUES: usize = 100;

    /// By the values of a field; `None` if they are numbers.
    pub fn of_field(field: &PersonField) -> Option<Self> {
        (field.kind != FieldType::Number).then(|| Self::Field { id: field.id.clone(), kind: field.kind })
    }

    /// By the answers to a question; `None` if they are texts.
    pub fn of_question(item: &Item<'_>) -> Option<Self> {
        let kind = item.kind.name();
        (kind != KindName::Text).then(|| Self::Question { id: item.id.clone(), kind, parts: item.parts() })
    }

    /// The values of a record; empty if it has no answer or no band. For several options all chosen ones, for a ranking
    /// the first, for a number the first number of its part, for a date the month. For a field yes or no as `true` and
    /// `false`.
    pub fn values(&self, record: &AnswersRecord) -> Vec<String> {
        match self {
            Self::Question { id, kind, parts } => match record.answers.get(id) {
                Some(Answer::Option(option)) => vec![option.to_string()],
                Some(Answer::Options(options)) => {
                    let told = if *kind == KindName::Ranking { 1 } else { options.len() };
                    options.iter().take(told).map(ToString::to_string).collect()
                }
                Some(Answer::Number(number)) => {
                    parts.iter().rev().find(|from| *from <= number).map(ToString::to_string).into_iter().collect()
                }
                Some(Answer::Text(date)) => date.get(..7).map(str::to_owned).into_iter().collect(),
                Some(Answer::Consent) => vec!["yes".to_owned()],
                None => Vec::new(),
            },
            Self::Band(category) => {
                let Some(submission) = &record.submission else { return Vec::new() };
                let scored = match category {
                    Some(category) => submission.scores.categories.get(category),
                    None => submission.scores.overall.as_ref(),
                };
                scored.and_then(Scored::band_id).map(str::to_owned).into_iter().collect()
            }
            Self::Field { id, kind } => {
                let value = record.fields.get(id.as_str()).and_then(|value| match value {
                    FieldValue::YesNo(is_so) => Some(is_so.to_string()),
                    FieldValue::Number(number) => Some(number.to_string()),
                    // The field may have been a text when the attempt began.
                    FieldValue::Text(day) if *kind == FieldType::Date => {
                        Some(day).filter(|day| is_date(day)).and_then(|day| day.get(..7)).map(str::to_owned)
                    }
                    FieldValue::Text(text) => Some(text.clone()),
                });
                value.into_iter().collect()
            }
            Self::Language => vec![record.language.to_string()],
            Self::Version => vec![record.version.to_string()],
            Self::Attempt => vec![record.attempt.to_string()],
            Self::Occasion => record.occasion.iter().map(ToString::to_string).collect(),
        }
    }
}

impl fmt::Display for Breakdown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Question { id, .. } => write!(f, "q.{id}"),
            Self::Band(None) => f.write_str("band"),
            Self::Band(Some(category)) => write!(f, "band.{category}"),
            Self::Field { id, .. } => write!(f, "field.{id}"),
            Self::Language => f.write_str("language"),
            Self::Version => f.write_str("version"),
            Self::Attempt => f.write_str("attempt"),
            Self::Occasion => f.write_str("occasion"),
        }
    }
}
