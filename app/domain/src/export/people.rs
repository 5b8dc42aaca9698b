//! An export for people: names and labels in place of ids and codes, times in a time zone, no empty columns.
//!
//! Columns have the names that the export for programs uses, plus a few of its own.

use std::collections::BTreeMap;

use super::{Cell, ExportLayout, ExportRow, missing::Reason, shape};
use crate::{
    Answer, Band, Definition, ExportAnswer, FieldType, KindName, Language, Name, OptionCodes, OptionId, PersonField,
    Points, QuestionOption, QuizKind, text::dates::is_date,
};

type OfRow = for<'r> fn(&'r ExportRow<'r>) -> Cell<'r>;

const INVITED: [(&str, OfRow); 2] = [
    ("invitation.name", |row| row.name.map_or(Cell::Empty, Cell::Text)),
    ("invitation.email", |row| row.email.map_or(Cell::Empty, Cell::Text)),
];

/// The titles of times include the time zone.
const FIRST: [(&str, OfRow); 8] = [
    ("userId", |row| Cell::Text(row.user)),
    ("isCompleted", |row| yes(row.submitted_at.is_some())),
    ("startedAt", |row| Cell::Moment(row.started_at)),
    ("submittedAt", |row| row.submitted_at.map_or(Cell::Empty, Cell::Moment)),
    ("activityDate", |row| Cell::Moment(row.activity_at)),
    ("durationSeconds", |row| row.duration.map_or(Cell::Empty, Cell::Number)),
    ("quizVersion", |row| Cell::Number(row.version)),
    ("scoredVersion", |row| row.own.and_then(|own| own.version).map_or(Cell::Empty, Cell::Number)),
];

const MOMENTS: [&str; 3] = ["startedAt", "submittedAt", "activityDate"];

/// Columns of the built-in scores, in the order of [`ExportRow::category_scores`].
const BUILT_IN: [&str; 4] = ["spend_score", "save_score", "borrow_score", "plan_score"];

pub(super) struct People {
    columns: Vec<Column>,
    bands: BTreeMap<Name, String>,
    /// Names by id.
    alerts: BTreeMap<String, String>,
}

#[derive(Clone)]
struct Column {
    name: String,
    title: String,
    tells: Tells,
}

/// Source of a column's cells. Questions are given by index.
#[derive(Clone)]
enum Tells {
    Row(OfRow),
    Language,
    Band,
    Category(Name),
    /// By its place among those of norms and changes.
    OverTime(usize),
    BuiltIn(usize),
    /// An answer with a single value.
    Answer(usize),
    /// True for a ranking.
    Option(usize, OptionId, bool),
    Points(usize),
    Missing(usize),
    Field(PersonField),
    Alerts,
}

fn yes(is_so: bool) -> Cell<'static> {
    Cell::Word(if is_so { "yes" } else { "no" })
}

impl ExportLayout {
    /// The layout of an export for people. `versions` are those of the layout; `zone` is the name of the time zone.
    pub fn for_people(mut self, kind: QuizKind, versions: &[(u32, Definition)], zone: &str) -> Self {
        let mut columns: Vec<Column> = Vec::new();
        let mut add = |name: String, title: String, tells| columns.push(Column { name, title, tells });
        let invited = INVITED.iter().filter(|_| kind == QuizKind::Invited);
        for (name, cell) in invited.chain(&FIRST) {
            let words = shape::words(name);
            let title = if MOMENTS.contains(name) { format!("{words} ({zone})") } else { words.to_owned() };
            add((*name).to_owned(), title, Tells::Row(*cell));
        }
        add("language".to_owned(), shape::words("language").to_owned(), Tells::Language);
        let score: OfRow = |row| row.score.map_or(Cell::Empty, Cell::Decimal);
        add("score".to_owned(), shape::words("score").to_owned(), Tells::Row(score));
        add("band".to_owned(), shape::words("band").to_owned(), Tells::Band);
        for (index, name) in BUILT_IN.into_iter().enumerate() {
            add(name.to_owned(), shape::words(name).to_owned(), Tells::BuiltIn(index));
        }
        for (id, name) in self.categories.iter().flatten() {
            add(format!("category.{id}"), name.clone(), Tells::Category(id.clone()));
        }
        let over_time = self.over_time.iter().flat_map(|over_time| over_time.names().zip(over_time.titles()));
        for (place, (name, title)) in over_time.enumerate() {
            add(name, title, Tells::OverTime(place));
        }
        if self.has_occasions {
            let attempt: OfRow = |row| Cell::Number(row.attempt);
            let occasion: OfRow = |row| row.occasion.map_or(Cell::Empty, Cell::Number);
            add("attempt".to_owned(), shape::words("attempt").to_owned(), Tells::Row(attempt));
            add("occasion".to_owned(), shape::words("occasion").to_owned(), Tells::Row(occasion));
        }
        if self.has_alerts {
            add("alerts".to_owned(), shape::words("alerts").to_owned(), Tells::Alerts);
        }
        let custom_data: OfRow = |row| row.custom_data.map_or(Cell::Empty, Cell::Text);
        add("customData".to_owned(), shape::words("customData").to_owned(), Tells::Row(custom_data));
        for field in &self.fields {
            add(super::name_of_field(field), in_one_line(field.name()), Tells::Field(field.clone()));
        }
        let asked = self.asked(versions);
        for (place, (column, asked)) in self.columns.iter().zip(asked).enumerate() {
            let text = in_one_line(&column.text);
            if asked.is_one_value {
                let is_choice = column.kind == KindName::Choice;
                let name = if is_choice { format!("{}.label", column.id) } else { column.id.to_string() };
                add(name, text.clone(), Tells::Answer(place));
            }
            for (code, option, label, is_ranking) in asked.options {
                let title = format!("{text} – {}", in_one_line(&label));
                add(format!("{}.{code}", column.id), title, Tells::Option(place, option, is_ranking));
            }
            if column.is_scored {
                add(format!("{}.points", column.id), format!("{text} (points)"), Tells::Points(place));
            }
            if column.tells_missing {
                add(column.name_of_missing(), format!("{text} (no answer)"), Tells::Missing(place));
            }
        }
        self.people = Some(People { columns, bands: bands(versions), alerts: alerts(versions) });
        self
    }

    /// The answers that each question takes in any version.
    fn asked(&self, versions: &[(u32, Definition)]) -> Vec<Asked> {
        let mut codes = OptionCodes::default();
        let mut asked: Vec<Asked> = Vec::new();
        asked.resize_with(self.columns.len(), Asked::default);
        for (_, definition) in versions.iter().rev() {
            codes.add(definition);
        }
        for (_, definition) in versions.iter().rev() {
            for item in definition.items() {
                let Some(asked) = self.places.get(item.id.as_str()).and_then(|place| asked.get_mut(*place)) else {
                    continue;
                };
                let is_ranking = item.kind.name() == KindName::Ranking;
                if !is_ranking && item.kind.name() != KindName::Multiple {
                    asked.is_one_value = true;
                    continue;
                }
                for QuestionOption { id, code, label } in
                    item.question.options(definition.language, definition.language)
                {
                    if !asked.options.iter().any(|(_, known, ..)| *known == id) {
                        let code = codes.code(&item.id, &id).unwrap_or(code);
                        asked.options.push((code, id, label, is_ranking));
                    }
                }
            }
        }
        for asked in &mut asked {
            asked.options.sort_by_key(|(code, ..)| *code);
        }
        asked
    }

    /// Drops the columns of an export for people that are not `filled`, by index; keeps all if none is.
    #[must_use]
    pub fn without_empty(mut self, filled: &[bool]) -> Self {
        if let Some(people) = self.people.as_mut().filter(|_| filled.contains(&true)) {
            let mut filled = filled.iter();
            people.columns.retain(|_| filled.next().copied().unwrap_or_default());
        }
        self
    }
}

#[derive(Default)]
struct Asked {
    /// True for a text, a number or a single option.
    is_one_value: bool,
    /// Code, id and label of options that can be chosen together; true if they are ranked.
    options: Vec<(usize, OptionId, String, bool)>,
}

impl People {
    pub(super) fn header(&self) -> Vec<String> {
        shape::unique(self.columns.iter().map(|column| (column.title.as_str(), column.name.as_str())))
    }

    pub(super) fn names(&self) -> Vec<String> {
        self.columns.iter().map(|column| column.name.clone()).collect()
    }

    /// The columns of a question's answer, without its points.
    pub(super) fn names_of_answer(&self, question: usize) -> Vec<String> {
        let is_of_answer = |column: &&Column| match column.tells {
            Tells::Answer(place) | Tells::Option(place, ..) => place == question,
            _ => false,
        };
        self.columns.iter().filter(is_of_answer).map(|column| column.name.clone()).collect()
    }

    /// Selects these columns, in this order; all if `names` is empty.
    pub(super) fn choose(&mut self, names: &[String]) -> Result<(), String> {
        if !names.is_empty() {
            let found = |name: &String| self.columns.iter().find(|column| column.name == *name).cloned();
            self.columns =
                names.iter().map(|name| found(name).ok_or_else(|| name.clone())).collect::<Result<_, _>>()?;
        }
        Ok(())
    }

    /// Passes on the cells of a row. `answers` are indices into the row by question, `reasons` those for missing
    /// answers.
    pub(super) fn cells<E>(
        &self,
        layout: &ExportLayout,
        row: &ExportRow<'_>,
        (answers, reasons): (&[Option<usize>], &[Option<Reason>]),
        mut cell: impl FnMut(Cell<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let answer = |place: usize| answers[place].map(|index| &row.answers[index].1);
        let over_time = layout.over_time.as_ref().map(|over_time| over_time.cells(row)).unwrap_or_default();
        for column in &self.columns {
            match &column.tells {
                Tells::OverTime(place) => match over_time.get(*place).copied().unwrap_or(Cell::Empty) {
                    Cell::Word(verdict) => cell(Cell::Word(verdict_in_words(verdict)))?,
                    other => cell(other)?,
                },
                Tells::Alerts => match row.alerts {
                    Some(ids) => cell(Cell::Text(&self.alerts_in_words(ids)))?,
                    None => cell(Cell::Empty)?,
                },
                Tells::Row(of_row) => cell(of_row(row))?,
                Tells::Field(field) => match super::field_of(row, field) {
                    Cell::Flag(is_so) => cell(yes(is_so))?,
                    Cell::Text(day) if field.kind == FieldType::Date && is_date(day) => cell(Cell::Day(day))?,
                    other => cell(other)?,
                },
                Tells::Language => match Language::parse(row.language) {
                    Ok(language) => cell(Cell::Word(&language.endonym()))?,
                    Err(_) => cell(Cell::Word(row.language))?,
                },
                Tells::Band => cell(self.band(row))?,
                Tells::Category(id) => {
                    let scored = row.own.and_then(|own| own.categories.get(id));
                    cell(scored.map_or(Cell::Empty, |scored| Cell::Decimal(scored.score)))?;
                }
                Tells::BuiltIn(index) => {
                    let score = row.category_scores[*index];
                    cell(score.map_or(Cell::Empty, |score| Cell::Number(score.into())))?;
                }
                Tells::Answer(place) => cell(layout.in_words(row, *place, answer(*place)))?,
                Tells::Option(place, option, is_ranking) => cell(chosen(answer(*place), option, *is_ranking))?,
                Tells::Points(place) => {
                    let meaning = layout.meaning(row, *place, answer(*place));
                    cell(layout.columns[*place].points(row, meaning))?;
                }
                Tells::Missing(place) => {
                    cell(reasons[*place].map_or(Cell::Empty, |reason| Cell::Word(reason.in_words())))?;
                }
            }
        }
        Ok(())
    }

    fn alerts_in_words(&self, ids: &str) -> String {
        let name = |id| self.alerts.get(id).map_or(id, String::as_str);
        ids.split_whitespace().map(name).collect::<Vec<_>>().join("; ")
    }

    fn band<'r>(&'r self, row: &ExportRow<'_>) -> Cell<'r> {
        let overall = row.own.and_then(|own| own.overall.as_ref());
        if let Some(id) = overall.and_then(|overall| overall.band.as_ref()) {
            return self.bands.get(id).map_or(Cell::Empty, |name| Cell::Text(name));
        }
        // Bands are optional in a quiz's own scoring.
        let points =
            row.score.filter(|_| row.own.is_none_or(|own| !own.is_own)).and_then(|score| Points::try_from(score).ok());
        points.map_or(Cell::Empty, |points| {
            Cell::Word(match points.band() {
                Band::Vulnerable => "Vulnerable",
                Band::Coping => "Coping",
                Band::Healthy => "Healthy",
            })
        })
    }
}

impl ExportLayout {
    /// The cell of a single-value answer.
    fn in_words<'r>(&'r self, row: &ExportRow<'_>, place: usize, answer: Option<&'r ExportAnswer<'_>>) -> Cell<'r> {
        match answer {
            None | Some(ExportAnswer::Other(Answer::Options(_))) => Cell::Empty,
            Some(ExportAnswer::Option(id)) => match self.meaning(row, place, answer) {
                Some(meaning) => Cell::Text(&meaning.label),
                None => Cell::Word(id),
            },
            Some(ExportAnswer::Other(Answer::Option(id))) => Cell::Word(id.as_str()),
            Some(ExportAnswer::Other(Answer::Number(number))) => Cell::Decimal(*number),
            Some(ExportAnswer::Other(Answer::Text(text))) if self.columns[place].kind == KindName::Date => {
                Cell::Day(text)
            }
            Some(ExportAnswer::Other(Answer::Text(text))) => Cell::Text(text),
            Some(ExportAnswer::Other(Answer::Consent)) => yes(true),
        }
    }
}

/// `yes` or `no` for an option of several, or its rank.
fn chosen(answer: Option<&ExportAnswer<'_>>, option: &OptionId, is_ranking: bool) -> Cell<'static> {
    let Some(ExportAnswer::Other(Answer::Options(options))) = answer else { return Cell::Empty };
    let rank = (1..).zip(options).find(|(_, id)| *id == option).map(|(rank, _)| rank);
    if is_ranking { rank.map_or(Cell::Empty, Cell::Number) } else { yes(rank.is_some()) }
}

/// The names of the quiz's own bands; the newest version wins.
fn bands(versions: &[(u32, Definition)]) -> BTreeMap<Name, String> {
    let mut bands = BTreeMap::new();
    for (_, definition) in versions.iter().rev() {
        for band in definition.scoring.iter().flat_map(|scoring| &scoring.bands) {
            let name = || band.name.in_language(definition.language, definition.language).to_owned();
            bands.entry(band.id.clone()).or_insert_with(name);
        }
    }
    bands
}

/// The names of alerts; the newest version wins.
fn alerts(versions: &[(u32, Definition)]) -> BTreeMap<String, String> {
    let mut alerts = BTreeMap::new();
    for (_, definition) in versions.iter().rev() {
        for rule in &definition.alerts {
            let name = || rule.name.in_language(definition.language, definition.language).to_owned();
            alerts.entry(rule.id.to_string()).or_insert_with(name);
        }
    }
    alerts
}

fn verdict_in_words(name: &str) -> &str {
    match name {
        "better" => "Better",
        "worse" => "Worse",
        "same" => "No reliable change",
        "recovered" => "Better, past the cut-off",
        "not_comparable" => "Not comparable",
        other => other,
    }
}

fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
