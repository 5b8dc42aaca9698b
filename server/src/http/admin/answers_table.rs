//! The columns of the answers table, and their cells.

use std::collections::HashMap;

use app::admin::{
    AnswerCell, AnswerHead, AnswerWords, ColumnChoice, SortLink, answer_text, brief, field_text, number_text,
};
use domain::{AnswersRecord, Band, Definition, FieldType, Item, Name, PersonField, Points, QuestionId, Scored, UserId};

use super::{
    answers_view::{View, Zone, with},
    dates,
};
use crate::{
    SearchText,
    service::AnswersTable,
    store::{Invitation, RecordOrder},
};

/// Maximum number of columns of a table.
pub(super) const MOST: usize = 40;
/// Maximum number of columns that a page offers.
const LISTED: usize = 60;
/// Questions in the table of a quiz without scores.
const FIRST_QUESTIONS: usize = 3;

#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum Column {
    State,
    Started,
    Submitted,
    Score,
    Category(Name),
    Language,
    Version,
    Attempt,
    Occasion,
    CustomData,
    /// Of people.
    Field(PersonField),
    Answer(QuestionId),
}

impl Column {
    pub(super) fn key(&self) -> String {
        match self {
            Self::State => "state".to_owned(),
            Self::Started => "started".to_owned(),
            Self::Submitted => "submitted".to_owned(),
            Self::Score => "score".to_owned(),
            Self::Category(name) => format!("score.{name}"),
            Self::Language => "language".to_owned(),
            Self::Version => "version".to_owned(),
            Self::Attempt => "attempt".to_owned(),
            Self::Occasion => "occasion".to_owned(),
            Self::CustomData => "customData".to_owned(),
            Self::Field(field) => format!("field.{}", field.id),
            Self::Answer(id) => format!("answer.{id}"),
        }
    }

    pub(super) fn all(words: &AnswerWords) -> Vec<Self> {
        let mut all = vec![Self::State, Self::Started, Self::Submitted];
        if words.is_scored {
            all.push(Self::Score);
            all.extend(words.categories.iter().map(|(name, _)| Self::Category(name.clone())));
        }
        all.extend([Self::Language, Self::Version, Self::Attempt]);
        all.extend(words.has_occasions.then_some(Self::Occasion));
        all.push(Self::CustomData);
        all.extend(words.fields.iter().cloned().map(Self::Field));
        all.extend(words.questions.iter().map(|question| Self::Answer(question.id.clone())));
        all
    }

    /// Returns the chosen columns that the quiz has. If none are chosen, what the quiz is about: its scores, or its first
    /// questions if it gives none.
    pub(super) fn shown(chosen: Option<&[String]>, words: &AnswerWords) -> Vec<Self> {
        let all = Self::all(words);
        match chosen {
            Some(keys) => {
                let by_key: HashMap<String, Self> = all.into_iter().map(|column| (column.key(), column)).collect();
                keys.iter().filter_map(|key| by_key.get(key)).take(MOST).cloned().collect()
            }
            None => {
                let questions = words.questions.iter().filter(|_| !words.is_scored).take(FIRST_QUESTIONS);
                let answers: Vec<_> = questions.map(|question| Self::Answer(question.id.clone())).collect();
                all.into_iter().take_while(|column| *column != Self::Language).chain(answers).collect()
            }
        }
    }

    pub(super) fn label(&self, words: &AnswerWords) -> String {
        match self {
            Self::State => "State".to_owned(),
            Self::Started => "Started".to_owned(),
            Self::Submitted => "Submitted".to_owned(),
            Self::Score => "Score".to_owned(),
            Self::Category(name) => {
                let known = words.categories.iter().find(|(id, _)| id == name);
                known.map_or_else(|| name.to_string(), |(_, text)| text.clone())
            }
            Self::Language => "Language".to_owned(),
            Self::Version => "Version".to_owned(),
            Self::Attempt => "Attempt".to_owned(),
            Self::Occasion => "Occasion".to_owned(),
            Self::CustomData => "Custom data".to_owned(),
            Self::Field(field) => field.name().to_owned(),
            Self::Answer(id) => words.question(id.as_str()).map_or_else(|| id.to_string(), |known| known.text.clone()),
        }
    }

    pub(super) fn of_export(&self, layout: &domain::ExportLayout) -> Vec<String> {
        let names = layout.names();
        let known = |name: &str| names.iter().any(|known| known == name);
        let one = |name: &str| vec![name.to_owned()];
        match self {
            Self::State => one("isCompleted"),
            Self::Started => one("startedAt"),
            Self::Submitted => one("submittedAt"),
            Self::Score => {
                let band = known("band").then(|| "band".to_owned());
                std::iter::once("score".to_owned()).chain(band).collect()
            }
            Self::Category(name) => {
                let own = [format!("category.{name}"), format!("{name}_score")];
                own.into_iter().filter(|name| known(name)).collect()
            }
            Self::Language => one("language"),
            Self::Version => one("quizVersion"),
            // Only files in which rows may differ by them have these.
            Self::Attempt => one("attempt").into_iter().filter(|name| known(name)).collect(),
            Self::Occasion => one("occasion").into_iter().filter(|name| known(name)).collect(),
            Self::CustomData => one("customData"),
            Self::Field(_) => one(&self.key()),
            Self::Answer(id) => layout.columns_of_answer(id.as_str()),
        }
    }

    fn is_number(&self) -> bool {
        match self {
            Self::Field(field) => field.kind == FieldType::Number,
            _ => matches!(self, Self::Score | Self::Category(_) | Self::Version | Self::Attempt | Self::Occasion),
        }
    }

    pub(super) fn head(&self, words: &AnswerWords, view: &View, list: &str, zone: &Zone) -> AnswerHead {
        let zone = matches!(self, Self::Started | Self::Submitted).then(|| zone.name.clone());
        AnswerHead { label: brief(&self.label(words)), zone, is_number: self.is_number(), sort: self.sort(view, list) }
    }

    /// A link to the opposite direction, or to the default one.
    fn sort(&self, view: &View, list: &str) -> Option<SortLink> {
        let category = view.filter.filter.category.as_ref();
        let (falling, rising, of) = match self {
            Self::Started => (RecordOrder::Newest, RecordOrder::Oldest, category),
            Self::Submitted => (RecordOrder::LastSubmitted, RecordOrder::FirstSubmitted, category),
            Self::Score => (RecordOrder::HighestScore, RecordOrder::LowestScore, None),
            Self::Category(name) => (RecordOrder::HighestScore, RecordOrder::LowestScore, Some(name)),
            _ => return None,
        };
        let is_own = of == category;
        let is_rising = if is_own && view.order == falling {
            Some(false)
        } else {
            (is_own && view.order == rising).then_some(true)
        };
        let next = if is_rising == Some(false) { rising } else { falling };
        let query = if next.is_by_score() { view.sorted_by_score(next, of) } else { view.sorted(next, of) };
        Some(SortLink { href: with(list, &query), is_rising })
    }

    pub(super) fn cell(
        &self,
        record: &AnswersRecord,
        asked: &VersionItems<'_>,
        zone: &Zone,
        words: &AnswerWords,
    ) -> AnswerCell {
        let submission = record.submission.as_ref();
        let text = |text: Option<String>| AnswerCell::Text(text.unwrap_or_default());
        match self {
            Self::State => AnswerCell::State { is_submitted: submission.is_some() },
            Self::Started => AnswerCell::Moment(dates::clock_in(record.started_at, &zone.zone)),
            Self::Submitted => {
                let at = submission.map(|submission| dates::clock_in(submission.at, &zone.zone));
                AnswerCell::Moment(at.unwrap_or_default())
            }
            Self::Score => score(submission.and_then(|submission| submission.scores.overall.as_ref()), None, words),
            Self::Category(name) => {
                let found = submission.and_then(|submission| submission.scores.categories.get(name));
                AnswerCell::Number(found.map(|scored| number_text(scored.score)).unwrap_or_default())
            }
            Self::Language => text(Some(record.language.endonym())),
            Self::Version => AnswerCell::Number(record.version.to_string()),
            Self::Attempt => AnswerCell::Number(record.attempt.to_string()),
            Self::Occasion => {
                AnswerCell::Number(record.occasion.map(|occasion| occasion.to_string()).unwrap_or_default())
            }
            Self::CustomData => text(record.custom_data.as_deref().map(brief)),
            Self::Field(field) => {
                let told = record.fields.get(field.id.as_str()).map(|value| brief(&field_text(value)));
                if self.is_number() { AnswerCell::Number(told.unwrap_or_default()) } else { text(told) }
            }
            Self::Answer(id) => text(asked.text(record, id)),
        }
    }
}

pub(super) struct Choices {
    pub(super) columns: Vec<ColumnChoice>,
    pub(super) has_more: bool,
    /// True if there are more than a page lists, so that they can be searched.
    pub(super) is_searched: bool,
}

impl Choices {
    /// Returns the chosen columns, then others whose names contain the text.
    pub(super) fn of(chosen: &[Column], all: &[Column], find: &str, words: &AnswerWords) -> Self {
        let find = SearchText::new(find.trim());
        let choice =
            |column: &Column, is_shown| ColumnChoice { key: column.key(), label: column.label(words), is_shown };
        let others = all.iter().filter(|column| !chosen.contains(column));
        let found: Vec<_> = others.map(|column| choice(column, false)).filter(|it| find.is_in(&it.label)).collect();
        let room = LISTED.saturating_sub(chosen.len());
        let has_more = found.len() > room;
        let columns = chosen.iter().map(|column| choice(column, true)).chain(found.into_iter().take(room)).collect();
        Self { columns, has_more, is_searched: all.len() > LISTED }
    }
}

/// The items of a version, for displaying its answers.
pub(super) struct VersionItems<'d> {
    definition: &'d Definition,
    items: Vec<Item<'d>>,
}

impl<'d> VersionItems<'d> {
    pub(super) fn of(definition: &'d Definition) -> Self {
        Self { definition, items: definition.items().collect() }
    }

    fn text(&self, record: &AnswersRecord, id: &QuestionId) -> Option<String> {
        let answer = record.answers.get(id)?;
        let item = self.items.iter().find(|item| item.id == *id)?;
        answer_text(item, answer, self.definition.language).map(|text| brief(&text))
    }
}

fn score(scored: Option<&Scored>, of: Option<&Name>, words: &AnswerWords) -> AnswerCell {
    let Some(scored) = scored else { return AnswerCell::Number(String::new()) };
    let built_in = || Points::try_from(scored.score).ok().map(|points| Band::as_str(points.band()).to_owned());
    let band = match &scored.band {
        Some(band) => Some(band.to_string()),
        None if words.has_built_in_bands && scored.range.is_none() => built_in(),
        None => None,
    };
    let band = band.map(|band| words.band(of, &band)).unwrap_or_default();
    AnswerCell::Score { score: number_text(scored.score), band }
}

pub(super) fn invitation<'t>(table: &'t AnswersTable, user: &UserId) -> Option<&'t Invitation> {
    if let UserId::Invited(id) = user { table.invitations.get(id) } else { None }
}
