//! The rows of an export: which columns there are, and what stands in them.
//!
//! Columns go by question id over all versions of a quiz, so a file can be read by the same program before and after an
//! edit. An empty cell means not answered, or no score.

use std::{borrow::Cow, collections::BTreeMap};

use crate::{AnswersRecord, CompletionStatus, Definition, OptionId, Points, QuestionId, UserId};

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

/// The columns of a quiz, and what each option of each version means.
pub struct CsvLayout {
    questions: Vec<Column>,
    versions: BTreeMap<u32, BTreeMap<QuestionId, Vec<Meaning>>>,
}

struct Column {
    id: QuestionId,
    /// Built-in questions have a column of points.
    is_scored: bool,
}

struct Meaning {
    option: OptionId,
    code: String,
    /// In the quiz's own language.
    label: String,
    points: Option<String>,
}

/// The moments of a record as text, RFC 3339.
#[derive(Clone, Debug, Default)]
pub struct RowTimes {
    pub activity: String,
    pub started: String,
    /// Empty before the submission.
    pub submitted: String,
}

impl CsvLayout {
    /// The layout for all versions of a quiz, oldest first: the questions of the newest version in their order, then
    /// those that only earlier versions asked.
    #[must_use]
    pub fn new(versions: &[(u32, Definition)]) -> Self {
        let mut questions: Vec<Column> = Vec::new();
        for question in versions.iter().rev().flat_map(|(_, definition)| &definition.questions) {
            if !questions.iter().any(|column| column.id == question.id) {
                questions.push(Column { id: question.id.clone(), is_scored: question.indicator().is_some() });
            }
        }
        let versions = versions.iter().map(|(version, definition)| (*version, meanings(definition))).collect();
        Self { questions, versions }
    }

    #[must_use]
    pub fn header(&self) -> Vec<String> {
        let mut header: Vec<String> = FIXED.iter().map(|name| (*name).to_owned()).collect();
        for column in &self.questions {
            header.push(column.id.to_string());
            header.push(format!("{}.code", column.id));
            header.push(format!("{}.label", column.id));
            if column.is_scored {
                header.push(format!("{}.points", column.id));
            }
        }
        header.iter().map(|name| guard(name).into_owned()).collect()
    }

    /// Hands the cells of a record to `cell`, in the order of the header.
    ///
    /// # Errors
    /// The first one of `cell`.
    pub fn row<E>(
        &self,
        record: &AnswersRecord,
        times: &RowTimes,
        mut cell: impl FnMut(&str) -> Result<(), E>,
    ) -> Result<(), E> {
        let scores = record.submission.as_ref().map(|submission| &submission.scores);
        let status = record.status();
        cell(&record.id())?;
        cell(&guard(record.user.as_str()))?;
        cell(record.quiz_id.as_str())?;
        cell(&record.version.to_string())?;
        cell(&times.activity)?;
        cell(&times.started)?;
        cell(&times.submitted)?;
        cell(if status == CompletionStatus::Submitted { "true" } else { "false" })?;
        cell(&u8::from(status).to_string())?;
        cell(if matches!(record.user, UserId::Anonymous(_)) { "true" } else { "false" })?;
        cell(record.language.as_str())?;
        for score in [
            scores.and_then(|scores| scores.overall),
            scores.and_then(|scores| scores.spend),
            scores.and_then(|scores| scores.save),
            scores.and_then(|scores| scores.borrow),
            scores.and_then(|scores| scores.plan),
        ] {
            cell(&number(score))?;
        }
        cell(&guard(record.custom_data.as_deref().unwrap_or_default()))?;
        let meanings = self.versions.get(&record.version);
        for column in &self.questions {
            let option = record.answers.get(&column.id);
            let meaning =
                option.and_then(|option| meanings?.get(&column.id)?.iter().find(|meaning| meaning.option == *option));
            cell(option.map_or("", OptionId::as_str))?;
            cell(meaning.map_or("", |meaning| &meaning.code))?;
            cell(&guard(meaning.map_or("", |meaning| &meaning.label)))?;
            if column.is_scored {
                cell(meaning.and_then(|meaning| meaning.points.as_deref()).unwrap_or_default())?;
            }
        }
        Ok(())
    }
}

fn meanings(definition: &Definition) -> BTreeMap<QuestionId, Vec<Meaning>> {
    let language = definition.language;
    let of = |question: &crate::Question| {
        question
            .options(language, language)
            .into_iter()
            .map(|option| Meaning {
                points: question.points_of(&option.id, definition.scheme).map(|points| points.get().to_string()),
                option: option.id,
                code: option.code.to_string(),
                label: option.label,
            })
            .collect()
    };
    definition.questions.iter().map(|question| (question.id.clone(), of(question))).collect()
}

fn number(points: Option<Points>) -> String {
    points.map(|points| points.get().to_string()).unwrap_or_default()
}

/// Text that a spreadsheet would take for a formula, made text again by an apostrophe before it.
fn guard(text: &str) -> Cow<'_, str> {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠']);
    if is_formula { Cow::Owned(format!("'{text}")) } else { Cow::Borrowed(text) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Indicator, Language, QuizId, SessionId, Timestamp, built_in_options};
    use proptest::prelude::*;

    fn record(session: &str, custom_data: Option<&str>) -> AnswersRecord {
        AnswersRecord {
            quiz_id: QuizId::from_random(1),
            user: UserId::InApp(SessionId::parse(session).expect("a session id")),
            attempt: 1,
            version: 1,
            language: Language::En,
            answers: [(Indicator::Fhn5.question_id(), built_in_options(Indicator::Fhn5)[1].clone())].into(),
            custom_data: custom_data.map(str::to_owned),
            started_at: Timestamp::default(),
            activity_at: Timestamp::default(),
            submission: None,
        }
    }

    fn cells(layout: &CsvLayout, record: &AnswersRecord) -> BTreeMap<String, String> {
        let mut row = Vec::new();
        let never: Result<(), std::convert::Infallible> = layout.row(record, &RowTimes::default(), |cell| {
            row.push(cell.to_owned());
            Ok(())
        });
        assert!(never.is_ok());
        let header = layout.header();
        assert_eq!(row.len(), header.len());
        header.into_iter().zip(row).collect()
    }

    #[test]
    fn an_answer_is_told_by_id_code_label_and_points() {
        let layout = CsvLayout::new(&[(1, Definition::built_in())]);
        let row = cells(&layout, &record("session", None));
        assert_eq!(row["fhn5"], built_in_options(Indicator::Fhn5)[1].as_str());
        assert_eq!(row["fhn5.code"], "2");
        assert_eq!(row["fhn5.points"], "85");
        assert!(!row["fhn5.label"].is_empty());
        assert_eq!(row["fhn4"], "");
        assert_eq!(row["score"], "");
        assert_eq!(row["isCompleted"], "false");
    }

    #[test]
    fn questions_of_earlier_versions_keep_their_columns() {
        let mut later = Definition::built_in();
        later.questions.remove(4);
        let layout = CsvLayout::new(&[(1, Definition::built_in()), (2, later)]);
        let header = layout.header();
        assert_eq!(header.last().map(String::as_str), Some("fhn5.points"));
        assert_eq!(cells(&layout, &record("session", None))["fhn5.code"], "2");
    }

    #[test]
    fn what_looks_like_a_formula_becomes_text() {
        let layout = CsvLayout::new(&[(1, Definition::built_in())]);
        for formula in ["=1+1", "+1", "-1", "@sum", "\t=1", "\r=1", "＝1+1", "＋1", "－1", "＠1"] {
            let row = cells(&layout, &record("session", Some(formula)));
            assert_eq!(row["customData"], format!("'{formula}"));
        }
        assert_eq!(cells(&layout, &record("=cmd|x", None))["userId"], "'=cmd|x");
        assert_eq!(cells(&layout, &record("plain", Some("a=b")))["customData"], "a=b");
    }

    proptest! {
        #[test]
        fn no_text_cell_begins_like_a_formula(text: String) {
            let layout = CsvLayout::new(&[(1, Definition::built_in())]);
            let row = cells(&layout, &record("session", Some(&text)));
            let cell = &row["customData"];
            prop_assert!(!cell.starts_with(['=', '+', '-', '@', '\t', '\r']));
            prop_assert_eq!(cell.strip_prefix('\'').filter(|rest| *rest == text).unwrap_or(cell), &text);
        }
    }
}
