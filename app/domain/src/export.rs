//! The columns of an export, and the cells of its rows.
//!
//! Columns go by question id and by option code over all versions of a quiz, so the same program can read a file before
//! and after an edit. An empty cell means no answer or no score.

use std::collections::{BTreeMap, HashMap};

use crate::{
    Answer, Compared, Decimal, Definition, ExportAnswer, FieldValue, Item, KindName, Language, Name, OptionCodes,
    OptionId, OwnOption, PersonField, QuestionId, QuestionOption, QuizId, QuizKind,
};

mod missing;
mod order;
mod over_time;
mod people;
mod row;
mod shape;

pub use over_time::AttemptsOfRow;
pub use row::{Cell, ExportRow};
pub use shape::Headings;

use self::{
    missing::{MissingAnswers, Reason},
    order::OrderColumns,
    over_time::OverTimeColumns,
    people::People,
    shape::Shape,
};

type Column = (&'static str, for<'r> fn(&'r Record<'r>) -> Cell<'r>);

/// The columns that every quiz has, in order. Those of the quiz's own scoring follow.
const FIRST: [Column; 16] = [
    ("id", |record| Cell::Text(record.id)),
    ("userId", |record| Cell::Text(record.row.user)),
    ("quizId", |record| Cell::Word(&record.layout.quiz_id)),
    ("quizVersion", |record| Cell::Number(record.row.version)),
    ("activityDate", |record| Cell::Word(record.row.activity_at)),
    ("startedAt", |record| Cell::Word(record.row.started_at)),
    ("submittedAt", |record| record.row.submitted_at.map_or(Cell::Empty, Cell::Word)),
    ("isCompleted", |record| Cell::Flag(record.row.submitted_at.is_some())),
    ("completionStatus", |record| Cell::Number(u8::from(record.row.status()).into())),
    ("isAnonymous", |record| Cell::Flag(record.layout.is_anonymous)),
    ("language", |record| Cell::Word(record.row.language)),
    ("score", |record| record.row.score.map_or(Cell::Empty, Cell::Decimal)),
    ("spend_score", |record| record.category(0)),
    ("save_score", |record| record.category(1)),
    ("borrow_score", |record| record.category(2)),
    ("plan_score", |record| record.category(3)),
];

/// Of quizzes with a series, after the scoring.
const OCCASIONS: [Column; 2] = [
    ("attempt", |record| Cell::Number(record.row.attempt)),
    ("occasion", |record| record.row.occasion.map_or(Cell::Empty, Cell::Number)),
];

/// Of quizzes with alerts, after the scoring.
const ALERTS: Column = ("alerts", |record| record.row.alerts.map_or(Cell::Empty, Cell::Word));

/// Stands after the scoring and before the questions.
const CUSTOM_DATA: Column = ("customData", |record| record.row.custom_data.map_or(Cell::Empty, Cell::Text));

struct Record<'r> {
    id: &'r str,
    layout: &'r ExportLayout,
    row: &'r ExportRow<'r>,
}

impl Record<'_> {
    fn category(&self, index: usize) -> Cell<'static> {
        self.row.category_scores[index].map_or(Cell::Empty, |score| Cell::Number(score.into()))
    }
}

/// The columns of a quiz, and the meaning of each option in each version.
pub struct ExportLayout {
    quiz_id: String,
    is_anonymous: bool,
    /// The categories of the quiz's own scoring, if it has one.
    categories: Option<Vec<(Name, String)>>,
    columns: Vec<QuestionColumns>,
    /// The index into `columns` by question.
    places: HashMap<String, usize>,
    /// By version and column.
    meanings: BTreeMap<u32, Vec<Vec<Meaning>>>,
    shape: Option<Shape>,
    /// Set for an export for people.
    people: Option<People>,
    missing: Option<MissingAnswers>,
    /// Where a score has norms, or its changes are judged.
    over_time: Option<OverTimeColumns>,
    /// Where something is shuffled.
    order: Option<OrderColumns>,
    /// A version declares alerts.
    has_alerts: bool,
    /// The quiz has, or had, a series.
    has_occasions: bool,
    /// Those that the quiz declares.
    fields: Vec<PersonField>,
}

struct QuestionColumns {
    id: QuestionId,
    kind: KindName,
    is_scored: bool,
    /// True if in any version an option means not answering.
    tells_missing: bool,
    /// For `multiple` and `ranking`: the options of all versions in the order of their codes, a column each.
    options: Vec<OptionColumn>,
    /// In the quiz's default language.
    text: String,
}

struct OptionColumn {
    code: usize,
    id: OptionId,
    /// In the quiz's default language.
    label: String,
}

struct Meaning {
    option: OptionId,
    code: u32,
    /// In the quiz's default language.
    label: String,
    points: Option<Decimal>,
}

pub struct ExportCells<'a> {
    layout: &'a ExportLayout,
    id: String,
    /// For each column, the index of its answer in the row.
    answers: Vec<Option<usize>>,
    /// The reasons for missing answers; empty if no question tells them.
    reasons: Vec<Option<Reason>>,
}

impl ExportLayout {
    /// The layout for all versions of a quiz, oldest first. The questions of the newest version come in their order,
    /// then those of earlier versions only.
    pub fn new(quiz: &QuizId, kind: QuizKind, versions: &[(u32, Definition)]) -> Self {
        let mut columns: Vec<QuestionColumns> = Vec::new();
        let mut places = HashMap::new();
        let mut codes = OptionCodes::default();
        for (_, definition) in versions.iter().rev() {
            codes.add(definition);
        }
        let items = versions.iter().rev().flat_map(|(_, definition)| {
            let language = definition.language;
            definition.items().map(move |item| (language, item))
        });
        for (language, item) in items {
            let place = *places.entry(item.id.to_string()).or_insert_with(|| {
                columns.push(QuestionColumns {
                    id: item.id.clone(),
                    kind: item.kind.name(),
                    is_scored: false,
                    tells_missing: false,
                    options: Vec::new(),
                    text: item.text(language, language),
                });
                columns.len() - 1
            });
            columns[place].add(&item, language, &codes);
        }
        for column in &mut columns {
            column.options.sort_by_key(|option| option.code);
        }
        let meanings =
            versions.iter().map(|(version, definition)| (*version, meanings(&columns, definition))).collect();
        let (quiz_id, is_anonymous) = (quiz.to_string(), kind.is_anonymous());
        let categories = categories(versions);
        let missing = MissingAnswers::new(quiz, &columns, versions);
        let over_time = OverTimeColumns::new(versions, categories.as_deref().unwrap_or_default());
        let order = OrderColumns::new(quiz, versions);
        let has_alerts = versions.iter().any(|(_, definition)| !definition.alerts.is_empty());
        let (shape, people) = (None, None);
        Self {
            quiz_id,
            is_anonymous,
            categories,
            columns,
            places,
            meanings,
            shape,
            people,
            missing,
            over_time,
            order,
            has_alerts,
            has_occasions: false,
            fields: Vec::new(),
        }
    }

    /// Adds the columns of a series.
    #[must_use]
    pub fn with_occasions(self, has_occasions: bool) -> Self {
        Self { has_occasions, ..self }
    }

    /// Adds a column for each field of people.
    #[must_use]
    pub fn with_fields(self, fields: &[PersonField]) -> Self {
        Self { fields: fields.to_vec(), ..self }
    }

    pub fn header(&self) -> Vec<String> {
        match (&self.people, &self.shape) {
            (Some(people), _) => people.header(),
            (None, Some(shape)) => shape.header.clone(),
            (None, None) => self.names(),
        }
    }

    pub fn quiz_id(&self) -> &str {
        &self.quiz_id
    }

    pub fn tells_missing(&self) -> bool {
        self.missing.is_some()
    }

    /// True if a score has norms, or its changes are judged: rows need their attempts then.
    pub fn needs_attempts(&self) -> bool {
        self.over_time.is_some()
    }

    /// True if earlier attempts are among those that rows need.
    pub fn judges_change(&self) -> bool {
        self.over_time.as_ref().is_some_and(OverTimeColumns::judges_change)
    }

    /// True if a version declares alerts: rows need those that were raised.
    pub fn has_alerts(&self) -> bool {
        self.has_alerts
    }

    /// What the scores of a row are read with, where its attempts are needed.
    pub fn compared<'a>(&'a self, attempts: AttemptsOfRow<'a>) -> Option<Compared<'a>> {
        self.over_time.as_ref()?.compared(attempts)
    }

    /// True if a version shuffles something.
    pub fn tells_orders(&self) -> bool {
        self.order.is_some()
    }

    /// What a row's version shuffles, in the order of its respondent; see [`Definition::orders`].
    pub fn orders(&self, row: &ExportRow<'_>) -> Vec<(QuestionId, Vec<String>)> {
        self.order.as_ref().map(|order| order.orders(row)).unwrap_or_default()
    }

    pub fn is_anonymous(&self) -> bool {
        self.is_anonymous
    }

    pub fn cells(&self) -> ExportCells<'_> {
        let answers = vec![None; self.columns.len()];
        ExportCells { layout: self, id: format!("{}-", self.quiz_id), answers, reasons: Vec::new() }
    }
}

impl<'a> ExportCells<'a> {
    /// Passes the cells of a row to `cell`, in the order of the header.
    pub fn of<E>(&mut self, row: &ExportRow<'_>, cell: impl FnMut(Cell<'_>) -> Result<(), E>) -> Result<(), E> {
        let layout = self.layout;
        match (&layout.people, &layout.shape) {
            (Some(people), _) => {
                self.place(row);
                people.cells(layout, row, (&self.answers, &self.reasons), cell)
            }
            (None, None) => self.all(row, cell),
            (None, Some(shape)) => shape.of(|all| self.all(row, all), cell),
        }
    }

    /// The reasons for missing answers, for the questions that tell them.
    pub fn missing(&mut self, row: &ExportRow<'_>) -> impl Iterator<Item = (&'a str, &'static str)> {
        self.place(row);
        let reasons = self.layout.columns.iter().zip(&self.reasons);
        reasons.filter_map(|(column, reason)| Some((column.id.as_str(), reason.as_ref()?.as_str())))
    }

    /// Finds the answer for each column, or the reason for its absence.
    fn place(&mut self, row: &ExportRow<'_>) {
        self.answers.fill(None);
        for (index, (question, _)) in row.answers.iter().enumerate() {
            if let Some(place) = self.layout.places.get(*question) {
                self.answers[*place] = Some(index);
            }
        }
        if let Some(missing) = &self.layout.missing {
            missing.find(row, &self.answers, &mut self.reasons);
        }
    }

    fn all<E>(&mut self, row: &ExportRow<'_>, mut cell: impl FnMut(Cell<'_>) -> Result<(), E>) -> Result<(), E> {
        let layout = self.layout;
        self.id.truncate(layout.quiz_id.len() + 1);
        self.id.push_str(row.user);
        let record = Record { id: &self.id, layout, row };
        for (_, value) in FIRST {
            cell(value(&record))?;
        }
        if let Some(categories) = &layout.categories {
            let band = row.own.and_then(|own| own.overall.as_ref()?.band.as_ref());
            cell(band.map_or(Cell::Empty, |band| Cell::Word(band.as_str())))?;
            for (category, _) in categories {
                let scored = row.own.and_then(|own| own.categories.get(category));
                cell(scored.map_or(Cell::Empty, |scored| Cell::Decimal(scored.score)))?;
            }
        }
        for over_time in layout.over_time.iter().flat_map(|over_time| over_time.cells(row)) {
            cell(over_time)?;
        }
        for (_, value) in OCCASIONS.iter().filter(|_| layout.has_occasions) {
            cell(value(&record))?;
        }
        if layout.has_alerts {
            cell(ALERTS.1(&record))?;
        }
        cell(CUSTOM_DATA.1(&record))?;
        for field in &layout.fields {
            cell(field_of(row, field))?;
        }
        self.place(row);
        for (place, column) in layout.columns.iter().enumerate() {
            let answer = self.answers[place].map(|index| &row.answers[index].1);
            if column.kind == KindName::Choice {
                let meaning = layout.meaning(row, place, answer);
                value(answer, &mut cell)?;
                cell(meaning.map_or(Cell::Empty, |meaning| Cell::Number(meaning.code)))?;
                cell(meaning.map_or(Cell::Empty, |meaning| Cell::Text(&meaning.label)))?;
                if column.is_scored {
                    cell(column.points(row, meaning))?;
                }
            } else {
                column.cells(answer, row, &mut cell)?;
            }
            if column.tells_missing {
                cell(self.reasons[place].map_or(Cell::Empty, |reason| Cell::Word(reason.as_str())))?;
            }
        }
        for order in layout.order.iter().flat_map(|order| order.of(row)) {
            cell(order.as_deref().map_or(Cell::Empty, Cell::Word))?;
        }
        Ok(())
    }
}

impl ExportLayout {
    /// The meaning of the chosen option in the version that was answered.
    fn meaning(&self, row: &ExportRow<'_>, place: usize, answer: Option<&ExportAnswer<'_>>) -> Option<&Meaning> {
        let Some(ExportAnswer::Option(option)) = answer else { return None };
        self.meanings.get(&row.version)?.get(place)?.iter().find(|known| known.option.as_str() == *option)
    }
}

impl QuestionColumns {
    /// Adds an earlier version of the question: its options that later versions do not have.
    fn add(&mut self, item: &Item<'_>, language: Language, codes: &OptionCodes) {
        self.is_scored |= item.is_scored();
        self.tells_missing |= item.kind.options().iter().any(|option| option.missing.is_some());
        if item.kind.name() == self.kind && matches!(self.kind, KindName::Multiple | KindName::Ranking) {
            for QuestionOption { id, code, label } in item.question.options(language, language) {
                if !self.options.iter().any(|known| known.id == id) {
                    let code = codes.code(&item.id, &id).unwrap_or(code);
                    self.options.push(OptionColumn { code, id, label });
                }
            }
        }
    }

    fn points(&self, row: &ExportRow<'_>, meaning: Option<&Meaning>) -> Cell<'static> {
        let given = || meaning.and_then(|meaning| meaning.points);
        let points = row.own.and_then(|own| own.questions.get(&self.id).copied()).or_else(given);
        points.map_or(Cell::Empty, Cell::Decimal)
    }

    fn name_of_missing(&self) -> String {
        format!("{}.missing", self.id)
    }

    fn names_of_options(&self) -> impl Iterator<Item = String> {
        self.options.iter().map(|option| format!("{}.{}", self.id, option.code))
    }

    /// The cells of an answer that is not a choice: the value, a column for each option, the points.
    fn cells<E>(
        &self,
        answer: Option<&ExportAnswer<'_>>,
        row: &ExportRow<'_>,
        cell: &mut impl FnMut(Cell<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        value(answer, cell)?;
        let chosen =
            if let Some(ExportAnswer::Other(Answer::Options(options))) = answer { Some(options) } else { None };
        for option in &self.options {
            let place =
                |chosen: &Vec<OptionId>| (1..).zip(chosen).find(|(_, id)| **id == option.id).map(|(place, _)| place);
            cell(match (chosen.map(place), self.kind) {
                (None, _) | (Some(None), KindName::Ranking) => Cell::Empty,
                (Some(Some(rank)), KindName::Ranking) => Cell::Number(rank),
                (Some(place), _) => Cell::Number(u32::from(place.is_some())),
            })?;
        }
        if self.is_scored {
            cell(self.points(row, None))?;
        }
        Ok(())
    }
}

fn field_of<'r>(row: &ExportRow<'r>, field: &PersonField) -> Cell<'r> {
    match row.fields.and_then(|fields| fields.get(field.id.as_str())) {
        None => Cell::Empty,
        Some(FieldValue::YesNo(is_so)) => Cell::Flag(*is_so),
        Some(FieldValue::Number(number)) => Cell::Decimal(*number),
        Some(FieldValue::Text(text)) => Cell::Text(text),
    }
}

fn name_of_field(field: &PersonField) -> String {
    format!("field.{}", field.id)
}

/// The cell of the answer itself, of any kind: a question's kind may differ between versions.
fn value<E>(answer: Option<&ExportAnswer<'_>>, cell: &mut impl FnMut(Cell<'_>) -> Result<(), E>) -> Result<(), E> {
    match answer {
        None => cell(Cell::Empty),
        Some(ExportAnswer::Option(option)) => cell(Cell::Word(option)),
        Some(ExportAnswer::Other(Answer::Option(option))) => cell(Cell::Word(option.as_str())),
        Some(ExportAnswer::Other(Answer::Number(number))) => cell(Cell::Decimal(*number)),
        Some(ExportAnswer::Other(Answer::Text(text))) => cell(Cell::Text(text)),
        Some(ExportAnswer::Other(Answer::Consent)) => cell(Cell::Flag(true)),
        Some(ExportAnswer::Other(Answer::Options(options))) => {
            cell(Cell::Word(&options.iter().map(OptionId::as_str).collect::<Vec<_>>().join(" ")))
        }
    }
}

/// The categories of all versions with their own scoring, newest first; `None` if no version has one.
fn categories(versions: &[(u32, Definition)]) -> Option<Vec<(Name, String)>> {
    let mut scorings = versions
        .iter()
        .rev()
        .filter_map(|(_, definition)| Some((definition.language, definition.scoring.as_ref()?)))
        .peekable();
    scorings.peek()?;
    let mut categories: Vec<(Name, String)> = Vec::new();
    for (language, scoring) in scorings {
        for category in &scoring.categories {
            if !categories.iter().any(|(id, _)| *id == category.id) {
                categories.push((category.id.clone(), category.name.in_language(language, language).to_owned()));
            }
        }
    }
    Some(categories)
}

fn meanings(columns: &[QuestionColumns], definition: &Definition) -> Vec<Vec<Meaning>> {
    let language = definition.language;
    let of = |question: &crate::Question| {
        let options = question.options(language, language).into_iter().zip(question.kind().options());
        let meaning = |(option, written): (QuestionOption, &OwnOption)| Meaning {
            points: match question.own() {
                Some(_) => written.points.given(),
                None => question.points_of(&option.id, definition.score_table).map(Decimal::from),
            },
            option: option.id,
            code: u32::try_from(option.code).unwrap_or(u32::MAX),
            label: option.label,
        };
        options.map(meaning).collect()
    };
    let choices: Vec<Item<'_>> = definition.items().filter(Item::is_choice).collect();
    let question =
        |column: &QuestionColumns| choices.iter().find(|item| item.id == column.id).map(|item| item.question);
    columns.iter().map(|column| question(column).map(of).unwrap_or_default()).collect()
}

#[cfg(test)]
mod tests;
