//! A question as its author writes it, the same in requests, files and storage.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    Cells, Condition, Decimal, Display, Format, Kind, KindName, Name, Numeric, OwnOption, Question, QuestionBody,
    Range, Row, Scale, ScalePoints, Text, Writing,
};

/// A question as it is written: a built-in one has an id and perhaps `required` and `showIf`; the kind decides which
/// other fields there may be.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct QuestionInput {
    pub id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<KindName>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub required: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<Text>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<Text>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub show_if: Option<Condition>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub category: Option<Name>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weight: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<Vec<OptionInput>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub display: Option<Display>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<Vec<Row>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<i32>,
    /// By number of the scale.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub labels: Option<BTreeMap<String, Text>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<ScalePoints>,
    /// Of a number or a date, or of the count of chosen options.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<Bound>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<Bound>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decimals: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<Text>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ranges: Option<Vec<Range>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_length: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub long: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<Format>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<Text>,
}

#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OptionInput {
    /// Made by the server when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    pub label: Text,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<Decimal>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub exclusive: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub other: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub show_if: Option<Condition>,
}

/// A bound of numbers or of dates.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(untagged, expecting = "a number, or a date written YYYY-MM-DD")]
pub enum Bound {
    Number(Decimal),
    Date(String),
}

impl OptionInput {
    /// An option with a label and nothing else.
    pub fn new(id: Option<String>, label: Text) -> Self {
        Self { id, label, points: None, exclusive: false, other: false, show_if: None }
    }
}

impl From<&Question> for QuestionInput {
    fn from(question: &Question) -> Self {
        let mut input = Self {
            id: question.id.to_string(),
            required: Some(question.required),
            show_if: question.show_if.clone(),
            ..Self::default()
        };
        if let QuestionBody::Own(own) = &question.body {
            input.kind = Some(own.kind.name()).filter(|kind| *kind != KindName::Choice);
            input.text = Some(own.text.clone());
            input.help.clone_from(&own.help);
            input.category.clone_from(&own.category);
            input.weight = Some(own.weight).filter(|weight| *weight != 1);
            input.write(&own.kind);
        }
        input
    }
}

impl QuestionInput {
    fn write(&mut self, kind: &Kind) {
        let options = |options: &[OwnOption]| Some(options.iter().map(OptionInput::from).collect());
        let count = |count: &Option<usize>| {
            count.and_then(|count| Decimal::from_thousandths(1000 * i128::try_from(count).ok()?)).map(Bound::Number)
        };
        match kind {
            Kind::Choice { options: all, display } => {
                self.options = options(all);
                self.display = *display;
            }
            Kind::Multiple { options: all, min, max } => {
                self.options = options(all);
                (self.min, self.max) = (count(min), count(max));
            }
            Kind::Ranking { options: all } => self.options = options(all),
            Kind::Scale(scale) => self.write_scale(scale),
            Kind::Matrix { rows, cells } => {
                self.rows = Some(rows.clone());
                match cells {
                    Cells::Options(all) => self.options = options(all),
                    Cells::Scale(scale) => self.write_scale(scale),
                }
            }
            Kind::Number(Numeric { min, max, decimals, unit, ranges }) => {
                (self.min, self.max) = (Some(Bound::Number(*min)), Some(Bound::Number(*max)));
                self.decimals = Some(*decimals).filter(|decimals| *decimals > 0);
                self.unit.clone_from(unit);
                self.ranges = Some(ranges.clone()).filter(|ranges| !ranges.is_empty());
            }
            Kind::Text(Writing { max_length, long, format }) => {
                self.max_length = Some(*max_length);
                self.long = long.then_some(true);
                self.format = *format;
            }
            Kind::Date { min, max } => {
                (self.min, self.max) = (min.clone().map(Bound::Date), max.clone().map(Bound::Date));
            }
            Kind::Statement { ends } => {
                self.required = None;
                self.ends = ends.then_some(true);
            }
            Kind::Consent { link } => self.link = link.clone().map(Text::from),
        }
    }

    fn write_scale(&mut self, scale: &Scale) {
        (self.from, self.to) = (Some(scale.from), Some(scale.to));
        self.labels = Some(scale.labels.clone()).filter(|labels| !labels.is_empty());
        self.points.clone_from(&scale.points);
    }
}

impl From<&OwnOption> for OptionInput {
    fn from(option: &OwnOption) -> Self {
        Self {
            id: Some(option.id.to_string()),
            label: option.label.clone(),
            points: option.points,
            exclusive: option.exclusive,
            other: option.other,
            show_if: option.show_if.clone(),
        }
    }
}
