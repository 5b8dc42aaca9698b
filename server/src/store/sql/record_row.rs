//! The columns of a stored record, and how they are written and read.

use std::collections::BTreeMap;

use domain::{
    Answers, AnswersRecord, Category, Decimal, FieldValues, Language, Points, QuestionId, QuizId, QuizKind, Scores,
    Submission, Timestamp, UserId,
};
use macro_rules_attribute::derive;
use serde::Serialize;
use serde_json::Value;

use super::{
    Sql, Texts,
    lookups::Keyed,
    rows::{Stored, columns, moment},
    statement::json,
};
use crate::store::{Result, StoreError};

/// The selected columns. The kind of the quiz decides how the user's id is parsed.
pub(super) const SELECTED: &str =
    "records.quiz_id, (SELECT kind FROM quizzes WHERE id = records.quiz_id) AS kind, user_id, attempt,
     occasion, records.version, language, answers, custom_data, fields, started_at, activity_at, submitted_at, score, spend_score,
     save_score, borrow_score, plan_score, indicators, own_scores";

/// The columns that a past attempt keeps.
pub(super) const KEPT: &str =
    "quiz_id, user_id, attempt, occasion, version, language, answers, custom_data, fields, started_at, activity_at, submitted_at, score,
     spend_score, save_score, borrow_score, plan_score, indicators, own_scores";

/// Inserts new records. In PostgreSQL the records are of one quiz, and the statement takes change numbers as
/// `number_changes` would: the number is 0 only if the quiz does not exist, and then the database rejects the row.
pub(super) static INSERT: Sql = Sql::of(Texts {
    sqlite: "INSERT INTO records (quiz_id, user_id, version, language, answers, custom_data, started_at, activity_at, submitted_at,
                 score, spend_score, save_score, borrow_score, plan_score, indicators, own_scores, attempt, occasion, fields, changed)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,
                 1 + max((SELECT coalesce(max(r.changed), 0) FROM records AS r WHERE r.quiz_id = $1),
                         (SELECT coalesce(max(e.changed), 0) FROM erased_records AS e WHERE e.quiz_id = $1)))
             ON CONFLICT DO NOTHING",
    postgres: "WITH taken AS (
                   INSERT INTO change_numbers (quiz_id, first, next)
                   SELECT id, 1, 2 + json_array_length(CAST($1 AS json)) FROM quizzes
                   WHERE id = CAST($1 AS json) -> 0 ->> 0
                   ON CONFLICT (quiz_id) DO UPDATE
                   SET first = change_numbers.next, next = change_numbers.next + excluded.next - 1
                   RETURNING first
               )
               INSERT INTO records (quiz_id, user_id, version, language, answers, custom_data, started_at, activity_at, submitted_at,
                   score, spend_score, save_score, borrow_score, plan_score, indicators, own_scores, attempt, occasion, fields, changed)
               SELECT given.value ->> 0, given.value ->> 1, CAST(given.value ->> 2 AS BIGINT), given.value ->> 3,
                   given.value ->> 4, given.value ->> 5, CAST(given.value ->> 6 AS BIGINT),
                   CAST(given.value ->> 7 AS BIGINT), CAST(given.value ->> 8 AS BIGINT),
                   CAST(given.value ->> 9 AS BIGINT), CAST(given.value ->> 10 AS SMALLINT),
                   CAST(given.value ->> 11 AS SMALLINT), CAST(given.value ->> 12 AS SMALLINT),
                   CAST(given.value ->> 13 AS SMALLINT), given.value ->> 14, given.value ->> 15,
                   CAST(given.value ->> 16 AS BIGINT), CAST(given.value ->> 17 AS BIGINT), given.value ->> 18,
                   given.key + coalesce((SELECT first FROM taken), 0)
               FROM jsonb_array_elements(CAST($1 AS jsonb)) WITH ORDINALITY AS given (value, key)
               ON CONFLICT DO NOTHING RETURNING quiz_id, user_id",
});

#[derive(Clone, columns!)]
pub(in crate::store) struct RecordRow {
    pub(in crate::store) quiz_id: String,
    kind: String,
    pub(in crate::store) user_id: String,
    attempt: i64,
    occasion: Option<i64>,
    version: i64,
    pub(super) language: String,
    pub(super) answers: String,
    pub(super) custom_data: Option<String>,
    fields: Option<String>,
    started_at: i64,
    pub(super) activity_at: i64,
    submitted_at: Option<i64>,
    /// In tenths.
    score: Option<i64>,
    spend_score: Option<i16>,
    save_score: Option<i16>,
    borrow_score: Option<i16>,
    plan_score: Option<i16>,
    indicators: Option<String>,
    own_scores: Option<String>,
}

pub(super) fn values(record: &AnswersRecord) -> Result<Value, sqlx::Error> {
    let submission = record.submission.as_ref();
    let [score, spend, save, borrow, plan, indicators, own] = score_columns(submission)?;
    Ok(serde_json::json!([
        record.quiz_id.as_str(),
        record.user.as_str(),
        record.version,
        record.language.as_str(),
        json(&record.answers)?,
        record.custom_data,
        record.started_at.nanoseconds(),
        record.activity_at.nanoseconds(),
        submission.map(|submission| submission.at.nanoseconds()),
        score,
        spend,
        save,
        borrow,
        plan,
        indicators,
        own,
        record.attempt,
        record.occasion,
        fields_column(&record.fields)?,
    ]))
}

/// NULL for a person of whom no field is filled.
pub(super) fn fields_column(fields: &FieldValues) -> Result<Option<String>, sqlx::Error> {
    (!fields.is_empty()).then(|| json(fields)).transpose()
}

/// `None` if the column is damaged.
pub(super) fn read_fields(column: Option<&str>) -> Option<FieldValues> {
    column.map_or_else(|| Some(FieldValues::default()), |fields| serde_json::from_str(fields).ok())
}

/// The overall score in tenths, the scores of built-in categories, the points by question, and the quiz's own scores.
pub(super) fn score_columns(submission: Option<&Submission>) -> Result<[Value; 7], sqlx::Error> {
    let Some(Submission { scores, .. }) = submission else { return Ok(Default::default()) };
    let [spend, save, borrow, plan] = Category::ALL.map(|category| scores.category(category).map(Points::get).into());
    let own = if scores.is_plain() { Value::Null } else { json(scores)?.into() };
    let overall = scores.overall.as_ref().map(|overall| overall.score.tenths());
    Ok([overall.into(), spend, save, borrow, plan, json(&scores.questions)?.into(), own])
}

impl Stored for AnswersRecord {
    type Row = RecordRow;

    fn bytes(row: &RecordRow) -> usize {
        let scores = [&row.indicators, &row.own_scores].map(|scores| scores.as_ref().map_or(0, String::len));
        row.answers.len() + scores.iter().sum::<usize>()
    }

    fn read(row: RecordRow) -> Result<Self> {
        row.read().map_err(|what| StoreError::Internal(format!("a stored record has a damaged {what}")))
    }
}

impl Keyed for RecordRow {
    type Key = (QuizId, UserId);

    const IS_SHARED: bool = false;

    const FIND: &'static Sql = &FIND;

    fn given(place: usize, (quiz, user): &Self::Key) -> impl Serialize + Send + Sync {
        (place, quiz.as_str(), user.as_str())
    }
}

static FIND: Sql = Sql::of(Texts {
    sqlite: "SELECT $1 AS place, {record} FROM records WHERE records.quiz_id = $2 AND records.user_id = $3",
    postgres: "SELECT CAST(given.value ->> 0 AS BIGINT) AS place, {record}
               FROM jsonb_array_elements(CAST($1 AS jsonb)) WITH ORDINALITY AS given (value, key)
               CROSS JOIN records
               WHERE records.quiz_id = given.value ->> 1 AND records.user_id = given.value ->> 2",
});

impl RecordRow {
    /// Scores of the built-in questions only. The points by question are in another column.
    fn plain_scores(&self) -> Scores {
        let columns = [self.spend_score, self.save_score, self.borrow_score, self.plan_score];
        let categories = columns.map(|points| Points::new(u8::try_from(points?).ok()?));
        Scores::of_points(self.score.and_then(Decimal::from_tenths), categories)
    }

    /// The error names the damaged column.
    pub(super) fn read(self) -> Result<AnswersRecord, &'static str> {
        let kind = QuizKind::parse(&self.kind).ok_or("kind")?;
        let answers: Answers = serde_json::from_str(&self.answers).map_err(|_| "answers column")?;
        let submission = match (self.submitted_at, &self.indicators) {
            (Some(at), Some(indicators)) => {
                let questions: BTreeMap<QuestionId, Decimal> =
                    serde_json::from_str(indicators).map_err(|_| "indicators column")?;
                let scores = match &self.own_scores {
                    Some(own) => serde_json::from_str(own).map_err(|_| "own_scores column")?,
                    None => self.plain_scores(),
                };
                Some(Submission { at: moment(at), scores: Scores { questions, ..scores } })
            }
            _ => None,
        };
        Ok(AnswersRecord {
            quiz_id: QuizId::parse(&self.quiz_id).map_err(|_| "quiz id")?,
            user: UserId::parse(kind, &self.user_id).ok_or("user id")?,
            attempt: self.attempt.try_into().map_err(|_| "attempt")?,
            occasion: self.occasion.map(u32::try_from).transpose().map_err(|_| "occasion")?,
            version: self.version.try_into().map_err(|_| "version")?,
            language: Language::parse(&self.language).map_err(|_| "language")?,
            answers,
            custom_data: self.custom_data,
            fields: read_fields(self.fields.as_deref()).ok_or("fields column")?,
            started_at: moment(self.started_at),
            activity_at: moment(self.activity_at),
            submission,
        })
    }
}

/// An answers record as stored, for scans over very many records. Nothing is validated again.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct StoredRecord {
    pub user: String,
    pub attempt: u32,
    pub occasion: Option<u32>,
    pub version: u32,
    pub language: Language,
    /// JSON: the answers by question id.
    pub answers: String,
    pub custom_data: Option<String>,
    /// JSON: [`FieldValues`].
    pub fields: Option<String>,
    pub started_at: Timestamp,
    pub activity_at: Timestamp,
    pub submitted_at: Option<Timestamp>,
    pub score: Option<Decimal>,
    /// Spend, save, borrow, plan; 0 to 100.
    pub category_scores: [Option<u8>; 4],
    /// JSON: points by scored question; present once submitted.
    pub indicators: Option<String>,
    /// JSON: [`Scores`] without the points by question. Absent if only built-in questions are scored.
    pub own_scores: Option<String>,
}

impl From<RecordRow> for StoredRecord {
    fn from(row: RecordRow) -> Self {
        let categories = [row.spend_score, row.save_score, row.borrow_score, row.plan_score];
        Self {
            user: row.user_id,
            attempt: row.attempt.try_into().unwrap_or_default(),
            occasion: row.occasion.and_then(|number| u32::try_from(number).ok()),
            version: row.version.try_into().unwrap_or_default(),
            language: Language::parse(&row.language).unwrap_or(Language::EN),
            answers: row.answers,
            custom_data: row.custom_data,
            fields: row.fields,
            started_at: moment(row.started_at),
            activity_at: moment(row.activity_at),
            submitted_at: row.submitted_at.map(moment),
            score: row.score.and_then(Decimal::from_tenths),
            category_scores: categories.map(|points| u8::try_from(points?).ok()),
            indicators: row.indicators,
            own_scores: row.own_scores,
        }
    }
}

impl StoredRecord {
    /// Decodes the record. Returns `None` if any part is damaged.
    pub fn read(&self, quiz: &QuizId, kind: QuizKind) -> Option<AnswersRecord> {
        let submission = match (self.submitted_at, &self.indicators) {
            (Some(at), Some(indicators)) => {
                let questions = serde_json::from_str(indicators).ok()?;
                let scores = match &self.own_scores {
                    Some(own) => serde_json::from_str(own).ok()?,
                    None => Scores::of_points(self.score, self.category_scores.map(|points| Points::new(points?))),
                };
                Some(Submission { at, scores: Scores { questions, ..scores } })
            }
            _ => None,
        };
        Some(AnswersRecord {
            quiz_id: quiz.clone(),
            user: UserId::parse(kind, &self.user)?,
            attempt: self.attempt,
            occasion: self.occasion,
            version: self.version,
            language: self.language,
            answers: serde_json::from_str(&self.answers).ok()?,
            custom_data: self.custom_data.clone(),
            fields: read_fields(self.fields.as_deref())?,
            started_at: self.started_at,
            activity_at: self.activity_at,
            submission,
        })
    }

    /// Returns all scores, or `None` if only built-in questions are scored.
    pub fn scores_of_its_own(&self) -> Result<Option<Scores>, serde_json::Error> {
        let Some(own) = &self.own_scores else { return Ok(None) };
        let questions = self.indicators.as_deref().map(serde_json::from_str).transpose()?.unwrap_or_default();
        Ok(Some(Scores { questions, ..serde_json::from_str(own)? }))
    }
}
