//! A selection of an export's columns in a chosen order, with names or titles as headings.

use std::{collections::HashSet, convert::Infallible};

use serde::{Deserialize, Serialize};

use super::{Cell, ExportLayout};
use crate::{Decimal, KindName};

#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Headings {
    /// Stable names, such as `startedAt` and the ids of questions.
    #[default]
    Id,
    /// Titles, and the texts of questions.
    Text,
}

pub(super) struct Shape {
    /// The indices of the columns among all columns.
    places: Vec<usize>,
    pub(super) header: Vec<String>,
}

/// An owned cell, which outlives its row.
enum Held {
    Empty,
    Text(String),
    Word(String),
    Number(u32),
    Decimal(Decimal),
    Flag(bool),
}

impl ExportLayout {
    /// Selects columns by name; all if `columns` is empty. Fails with the name of a column that the quiz does not have.
    /// An export for people always has titles as headings.
    pub fn shaped(mut self, columns: &[String], headings: Headings) -> Result<Self, String> {
        if let Some(people) = &mut self.people {
            people.choose(columns)?;
            return Ok(self);
        }
        if columns.is_empty() && headings == Headings::Id {
            return Ok(self);
        }
        let named = self.named();
        let place = |column: &String| named.iter().position(|(name, _)| name == column).ok_or_else(|| column.clone());
        let places = match columns {
            [] => (0..named.len()).collect(),
            columns => columns.iter().map(place).collect::<Result<Vec<_>, _>>()?,
        };
        let header = match headings {
            Headings::Id => places.iter().map(|place| named[*place].0.clone()).collect(),
            Headings::Text => unique(places.iter().map(|place| {
                let (name, title) = &named[*place];
                (title.as_str(), name.as_str())
            })),
        };
        self.shape = Some(Shape { places, header });
        Ok(self)
    }

    pub fn is_shaped(&self) -> bool {
        self.shape.is_some() || self.people.is_some()
    }

    /// The columns of an answer in words, by the id of its question.
    pub fn columns_of_answer(&self, question: &str) -> Vec<String> {
        let Some(column) = self.places.get(question).and_then(|place| self.columns.get(*place)) else {
            return Vec::new();
        };
        if let Some(people) = &self.people {
            return people.names_of_answer(self.places[question]);
        }
        match column.kind {
            KindName::Choice => vec![format!("{question}.label")],
            _ if column.options.is_empty() => vec![question.to_owned()],
            _ => column.names_of_options().collect(),
        }
    }

    pub fn names(&self) -> Vec<String> {
        match &self.people {
            Some(people) => people.names(),
            None => self.named().into_iter().map(|(name, _)| name).collect(),
        }
    }

    /// All columns in the order of their cells, each with its name and its title.
    fn named(&self) -> Vec<(String, String)> {
        let fixed = |name: &str| (name.to_owned(), words(name).to_owned());
        let mut named: Vec<(String, String)> = super::FIRST.iter().map(|(name, _)| fixed(name)).collect();
        if let Some(categories) = &self.categories {
            named.push(fixed("band"));
            named.extend(categories.iter().map(|(id, name)| (format!("category.{id}"), name.clone())));
        }
        if let Some(over_time) = &self.over_time {
            named.extend(over_time.names().zip(over_time.titles()));
        }
        named.extend(super::OCCASIONS.iter().filter(|_| self.has_occasions).map(|(name, _)| fixed(name)));
        named.extend(self.has_alerts.then(|| fixed(super::ALERTS.0)));
        named.push(fixed(super::CUSTOM_DATA.0));
        named.extend(self.fields.iter().map(|field| (super::name_of_field(field), field.name().to_owned())));
        for column in &self.columns {
            let (id, text) = (&column.id, &column.text);
            if column.kind == KindName::Choice {
                named.push((id.to_string(), format!("{text} (id)")));
                named.push((format!("{id}.code"), format!("{text} (number)")));
                named.push((format!("{id}.label"), text.clone()));
            } else {
                named.push((id.to_string(), text.clone()));
            }
            let labels = column.options.iter().map(|option| format!("{text} {}", option.label));
            named.extend(column.names_of_options().zip(labels));
            if column.is_scored {
                named.push((format!("{id}.points"), format!("{text} (points)")));
            }
            if column.tells_missing {
                named.push((column.name_of_missing(), format!("{text} (no answer)")));
            }
        }
        named.extend(self.order.iter().flat_map(super::OrderColumns::named));
        named
    }
}

impl Shape {
    /// Passes on the selected cells of all that `all` produces.
    pub(super) fn of<E>(
        &self,
        all: impl FnOnce(&mut dyn FnMut(Cell<'_>) -> Result<(), Infallible>) -> Result<(), Infallible>,
        mut cell: impl FnMut(Cell<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut held = Vec::new();
        let Ok(()) = all(&mut |cell| {
            held.push(Held::from(cell));
            Ok(())
        });
        self.places.iter().try_for_each(|place| cell(held.get(*place).map_or(Cell::Empty, Held::cell)))
    }
}

impl From<Cell<'_>> for Held {
    fn from(cell: Cell<'_>) -> Self {
        match cell {
            Cell::Empty => Self::Empty,
            Cell::Text(text) => Self::Text(text.to_owned()),
            Cell::Word(word) | Cell::Moment(word) | Cell::Day(word) => Self::Word(word.to_owned()),
            Cell::Number(number) => Self::Number(number),
            Cell::Decimal(number) => Self::Decimal(number),
            Cell::Flag(flag) => Self::Flag(flag),
        }
    }
}

impl Held {
    fn cell(&self) -> Cell<'_> {
        match self {
            Self::Empty => Cell::Empty,
            Self::Text(text) => Cell::Text(text),
            Self::Word(word) => Cell::Word(word),
            Self::Number(number) => Cell::Number(*number),
            Self::Decimal(number) => Cell::Decimal(*number),
            Self::Flag(flag) => Cell::Flag(*flag),
        }
    }
}

/// Makes titles unique by adding the column's name: two questions may have the same text.
pub(super) fn unique<'t>(columns: impl Iterator<Item = (&'t str, &'t str)>) -> Vec<String> {
    let mut known = HashSet::new();
    columns
        .map(|(title, name)| if known.insert(title) { title.to_owned() } else { format!("{title} ({name})") })
        .collect()
}

/// The title of a column that every quiz has.
pub(super) fn words(name: &str) -> &str {
    match name {
        "id" => "Record",
        "userId" => "Person",
        "quizId" => "Quiz",
        "quizVersion" => "Version",
        "scoredVersion" => "Rescored by version",
        "invitation.name" => "Name",
        "invitation.email" => "E-mail",
        "durationSeconds" => "Duration (seconds)",
        "activityDate" => "Last change",
        "startedAt" => "Started",
        "submittedAt" => "Submitted",
        "isCompleted" => "Completed",
        "completionStatus" => "Completion status",
        "isAnonymous" => "Anonymous",
        "language" => "Language",
        "score" => "Score",
        "band" => "Band",
        "attempt" => "Attempt",
        "occasion" => "Occasion",
        "alerts" => "Alerts",
        "customData" => "Custom data",
        "spend_score" => "Spending",
        "save_score" => "Saving",
        "borrow_score" => "Borrowing",
        "plan_score" => "Planning",
        other => other,
    }
}
