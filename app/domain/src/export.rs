//! The rows of an export: which columns there are, and what stands in them.
//!
//! Columns go by question id over all versions of a quiz, so a file can be read by the same program before and after an
//! edit. An empty cell means not answered, or no score.

use std::collections::{BTreeMap, HashMap};

use crate::{CompletionStatus, Definition, OptionId, Points, QuestionId, QuizId, QuizKind};

/// The columns that every quiz has, in order.
const FIXED: [&str; 17] = [
    "id",
    "userId",
    "quizId",
    "quizVersion",
    "activityDate",
    "startedAt",
    "submittedAt",
    "isCompleted",
    "completionStatus",
    "isAnonymous",
    "language",
    "score",
    "spend_score",
    "save_score",
    "borrow_score",
    "plan_score",
    "customData",
];

/// An answers record as exports read it: what was checked when it was stored, taken as it stands.
#[derive(Clone, Copy, Debug)]
pub struct ExportRow<'a> {
    pub user: &'a str,
    pub version: u32,
    pub language: &'a str,
    /// Question and option ids, in any order, each question once.
    pub answers: &'a [(&'a str, &'a str)],
    pub custom_data: Option<&'a str>,
    /// Moments are RFC 3339.
    pub activity_at: &'a str,
    pub started_at: &'a str,
    pub submitted_at: Option<&'a str>,
    /// Overall, spend, save, borrow, plan; 0 to 100.
    pub scores: [Option<u8>; 5],
}

/// The content of a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cell<'a> {
    Empty,
    /// Text that a user wrote. It may contain anything, formulas included.
    Text(&'a str),
    /// An id, a moment or a word of ours.
    Word(&'a str),
    Number(u32),
    Flag(bool),
}

/// The columns of a quiz, and what each option of each version means.
pub struct ExportLayout {
    quiz_id: String,
    is_anonymous: bool,
    columns: Vec<Column>,
    /// The column of each question.
    places: HashMap<String, usize>,
    /// By version and column.
    meanings: BTreeMap<u32, Vec<Vec<Meaning>>>,
}

struct Column {
    id: QuestionId,
    /// Built-in questions have a column of points.
    is_scored: bool,
}

struct Meaning {
    option: OptionId,
    code: u32,
    /// In the quiz's own language.
    label: String,
    points: Option<Points>,
}

/// Makes cells of one row after the other.
pub struct ExportCells<'a> {
    layout: &'a ExportLayout,
    id: String,
    /// The index of the answer shown in each column.
    answers: Vec<Option<usize>>,
}

impl ExportLayout {
    /// The layout for all versions of a quiz, oldest first: the questions of the newest version in their order, then
    /// those that only earlier versions asked.
    pub fn new(quiz: &QuizId, kind: QuizKind, versions: &[(u32, Definition)]) -> Self {
        let mut columns: Vec<Column> = Vec::new();
        let mut places = HashMap::new();
        for question in versions.iter().rev().flat_map(|(_, definition)| &definition.questions) {
            places.entry(question.id.to_string()).or_insert_with(|| {
                columns.push(Column { id: question.id.clone(), is_scored: question.indicator().is_some() });
                columns.len() - 1
            });
        }
        let meanings =
            versions.iter().map(|(version, definition)| (*version, meanings(&columns, definition))).collect();
        Self { quiz_id: quiz.to_string(), is_anonymous: kind.is_anonymous(), columns, places, meanings }
    }

    /// The names of the columns.
    pub fn header(&self) -> Vec<String> {
        let mut header: Vec<String> = FIXED.iter().map(|name| (*name).to_owned()).collect();
        for column in &self.columns {
            header.push(column.id.to_string());
            header.push(format!("{}.code", column.id));
            header.push(format!("{}.label", column.id));
            if column.is_scored {
                header.push(format!("{}.points", column.id));
            }
        }
        header
    }

    pub fn quiz_id(&self) -> &str {
        &self.quiz_id
    }

    /// True for quizzes answered under anonymous ids.
    pub fn is_anonymous(&self) -> bool {
        self.is_anonymous
    }

    pub fn cells(&self) -> ExportCells<'_> {
        ExportCells { layout: self, id: format!("{}-", self.quiz_id), answers: vec![None; self.columns.len()] }
    }
}

impl ExportCells<'_> {
    /// Hands the cells of a row to `cell`, in the order of the header.
    pub fn of<E>(&mut self, row: &ExportRow<'_>, mut cell: impl FnMut(Cell<'_>) -> Result<(), E>) -> Result<(), E> {
        let layout = self.layout;
        self.id.truncate(layout.quiz_id.len() + 1);
        self.id.push_str(row.user);
        let status = row.status();
        cell(Cell::Text(&self.id))?;
        cell(Cell::Text(row.user))?;
        cell(Cell::Word(&layout.quiz_id))?;
        cell(Cell::Number(row.version))?;
        cell(Cell::Word(row.activity_at))?;
        cell(Cell::Word(row.started_at))?;
        cell(row.submitted_at.map_or(Cell::Empty, Cell::Word))?;
        cell(Cell::Flag(status == CompletionStatus::Submitted))?;
        cell(Cell::Number(u8::from(status).into()))?;
        cell(Cell::Flag(layout.is_anonymous))?;
        cell(Cell::Word(row.language))?;
        for score in row.scores {
            cell(score.map_or(Cell::Empty, |score| Cell::Number(score.into())))?;
        }
        cell(row.custom_data.map_or(Cell::Empty, Cell::Text))?;
        self.answers.fill(None);
        for (index, (question, _)) in row.answers.iter().enumerate() {
            if let Some(place) = layout.places.get(*question) {
                self.answers[*place] = Some(index);
            }
        }
        let meanings = layout.meanings.get(&row.version);
        for (place, column) in layout.columns.iter().enumerate() {
            let option = self.answers[place].map(|index| row.answers[index].1);
            let known = meanings.and_then(|meanings| meanings.get(place));
            let meaning = option.and_then(|option| known?.iter().find(|known| known.option.as_str() == option));
            cell(option.map_or(Cell::Empty, Cell::Word))?;
            cell(meaning.map_or(Cell::Empty, |meaning| Cell::Number(meaning.code)))?;
            cell(meaning.map_or(Cell::Empty, |meaning| Cell::Text(&meaning.label)))?;
            if column.is_scored {
                let points = meaning.and_then(|meaning| meaning.points);
                cell(points.map_or(Cell::Empty, |points| Cell::Number(points.get().into())))?;
            }
        }
        Ok(())
    }
}

impl ExportRow<'_> {
    pub fn status(&self) -> CompletionStatus {
        match (self.submitted_at, self.answers) {
            (Some(_), _) => CompletionStatus::Submitted,
            (None, []) => CompletionStatus::Initialised,
            (None, _) => CompletionStatus::Answering,
        }
    }
}

fn meanings(columns: &[Column], definition: &Definition) -> Vec<Vec<Meaning>> {
    let language = definition.language;
    let of = |question: &crate::Question| {
        question
            .options(language, language)
            .into_iter()
            .map(|option| Meaning {
                points: question.points_of(&option.id, definition.scheme),
                option: option.id,
                code: u32::try_from(option.code).unwrap_or(u32::MAX),
                label: option.label,
            })
            .collect()
    };
    let question = |column: &Column| definition.questions.iter().find(|question| question.id == column.id);
    columns.iter().map(|column| question(column).map(of).unwrap_or_default()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Indicator, built_in_options};

    fn layout(kind: QuizKind, versions: &[(u32, Definition)]) -> ExportLayout {
        ExportLayout::new(&QuizId::from_random(1), kind, versions)
    }

    const ROW: ExportRow<'_> = ExportRow {
        user: "session",
        version: 1,
        language: "en",
        answers: &[],
        custom_data: None,
        activity_at: "2026-01-01T00:00:00Z",
        started_at: "2026-01-01T00:00:00Z",
        submitted_at: None,
        scores: [None; 5],
    };

    fn cells(layout: &ExportLayout, row: &ExportRow<'_>) -> BTreeMap<String, String> {
        let mut found = Vec::new();
        let mut cells = layout.cells();
        // The row before leaves nothing behind.
        for row in [&ExportRow { answers: &[("fhn8", "other")], ..ROW }, row] {
            found.clear();
            let never: Result<(), std::convert::Infallible> = cells.of(row, |cell| {
                found.push(match cell {
                    Cell::Empty => String::new(),
                    Cell::Text(text) | Cell::Word(text) => text.to_owned(),
                    Cell::Number(number) => number.to_string(),
                    Cell::Flag(flag) => flag.to_string(),
                });
                Ok(())
            });
            assert!(never.is_ok());
        }
        let header = layout.header();
        assert_eq!(found.len(), header.len());
        header.into_iter().zip(found).collect()
    }

    #[test]
    fn an_answer_is_told_by_id_code_label_and_points() {
        let layout = layout(QuizKind::InApp, &[(1, Definition::built_in())]);
        let option = built_in_options(Indicator::Fhn5)[1].clone();
        let row = cells(&layout, &ExportRow { answers: &[("fhn5", option.as_str())], ..ROW });
        assert_eq!(row["id"], format!("{}-session", QuizId::from_random(1)));
        assert_eq!(row["fhn5"], option.as_str());
        assert_eq!(row["fhn5.code"], "2");
        assert_eq!(row["fhn5.points"], "85");
        assert!(!row["fhn5.label"].is_empty());
        assert_eq!(row["fhn4"], "");
        assert_eq!(row["fhn8"], "");
        assert_eq!(row["score"], "");
        assert_eq!((row["isCompleted"].as_str(), row["completionStatus"].as_str()), ("false", "2"));
        assert_eq!(row["isAnonymous"], "false");
    }

    #[test]
    fn a_submission_is_told_by_its_moment_and_scores() {
        let layout = layout(QuizKind::Open, &[(1, Definition::built_in())]);
        let scores = [Some(73), Some(23), None, Some(0), Some(100)];
        let row = cells(&layout, &ExportRow { submitted_at: Some("2026-01-02T00:00:00Z"), scores, ..ROW });
        let shown = ["score", "spend_score", "save_score", "borrow_score", "plan_score"].map(|name| row[name].as_str());
        assert_eq!(shown, ["73", "23", "", "0", "100"]);
        assert_eq!((row["isCompleted"].as_str(), row["completionStatus"].as_str()), ("true", "3"));
        assert_eq!((row["submittedAt"].as_str(), row["isAnonymous"].as_str()), ("2026-01-02T00:00:00Z", "true"));
    }

    #[test]
    fn questions_of_earlier_versions_keep_their_columns() {
        let mut later = Definition::built_in();
        later.questions.remove(4);
        let layout = layout(QuizKind::Open, &[(1, Definition::built_in()), (2, later)]);
        assert_eq!(layout.header().last().map(String::as_str), Some("fhn5.points"));
        let option = built_in_options(Indicator::Fhn5)[1].clone();
        let answers = [("fhn5", option.as_str())];
        assert_eq!(cells(&layout, &ExportRow { answers: &answers, ..ROW })["fhn5.code"], "2");
        let of_later = cells(&layout, &ExportRow { answers: &answers, version: 2, ..ROW });
        assert_eq!((of_later["fhn5"].as_str(), of_later["fhn5.code"].as_str()), (option.as_str(), ""));
    }
}
