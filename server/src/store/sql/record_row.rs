//! A record as a row: which column holds what.

use std::collections::BTreeMap;

use domain::{
    Answers, AnswersRecord, Decimal, Language, Points, QuestionId, QuizId, QuizKind, Scores, Submission, UserId,
};
use macro_rules_attribute::derive;
use serde::Serialize;

use super::{
    Sql,
    lookups::Keyed,
    rows::{Stored, columns, moment},
};
use crate::store::{Result, StoreError};

#[derive(Clone, columns!)]
pub(in crate::store) struct RecordRow {
    pub(in crate::store) quiz_id: String,
    kind: String,
    pub(in crate::store) user_id: String,
    attempt: i64,
    version: i64,
    language: String,
    answers: String,
    custom_data: Option<String>,
    started_at: i64,
    activity_at: i64,
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

static FIND: Sql = Sql::each(
    "SELECT CAST(given.value ->> 0 AS BIGINT) AS place, {record}
     FROM {given} CROSS JOIN records
     WHERE records.quiz_id = given.value ->> 1 AND records.user_id = given.value ->> 2",
);

impl RecordRow {
    /// Scores of the built-in questions alone; those of each question are kept elsewhere.
    fn plain_scores(&self) -> Scores {
        let columns = [self.spend_score, self.save_score, self.borrow_score, self.plan_score];
        let categories = columns.map(|points| Points::new(u8::try_from(points?).ok()?));
        Scores::of_points(self.score.and_then(Decimal::from_tenths), categories)
    }

    /// The row as a release meant it that stored the overall score in whole points and knew no own scores. `None` if it
    /// cannot be of one.
    pub(in crate::store) fn in_points(&self) -> Option<Self> {
        let own: Option<Scores> = self.own_scores.as_deref().and_then(|own| serde_json::from_str(own).ok());
        let overall = own.map(|own| own.overall.map(|overall| overall.score.tenths()));
        let is_more = self.score.is_some_and(|score| i64::from(Points::MAX.get()) < score);
        if overall == Some(self.score) || is_more {
            return None;
        }
        Some(Self { score: self.score.map(|points| points * 10), own_scores: None, ..self.clone() })
    }

    fn read(self) -> Result<AnswersRecord, &'static str> {
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
            version: self.version.try_into().map_err(|_| "version")?,
            language: Language::parse(&self.language).map_err(|_| "language")?,
            answers,
            custom_data: self.custom_data,
            started_at: moment(self.started_at),
            activity_at: moment(self.activity_at),
            submission,
        })
    }
}
