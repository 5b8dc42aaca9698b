//! A record as a row: which column holds what.

use std::collections::BTreeMap;

use domain::{
    AnswersRecord, Indicator, Language, OptionId, Points, QuestionId, QuizId, QuizKind, Scores, Submission, Timestamp,
    UserId,
};
use sqlx::FromRow;

use crate::store::StoreError;

#[derive(FromRow)]
pub(super) struct RecordRow {
    quiz_id: String,
    kind: String,
    user_id: String,
    attempt: u32,
    version: u32,
    language: String,
    answers: String,
    custom_data: Option<String>,
    started_at: i64,
    activity_at: i64,
    submitted_at: Option<i64>,
    score: Option<u8>,
    spend_score: Option<u8>,
    save_score: Option<u8>,
    borrow_score: Option<u8>,
    plan_score: Option<u8>,
    indicators: Option<String>,
}

/// The kind says how to read the user's id.
macro_rules! columns {
    () => {
        "records.quiz_id, (SELECT kind FROM quizzes WHERE id = records.quiz_id) AS kind, user_id, attempt, \
         records.version, language, answers, custom_data, started_at, activity_at, submitted_at, score, spend_score, \
         save_score, borrow_score, plan_score, indicators"
    };
}
pub(super) use columns;

impl TryFrom<RecordRow> for AnswersRecord {
    type Error = StoreError;

    fn try_from(row: RecordRow) -> Result<Self, StoreError> {
        row.read().map_err(|what| StoreError::Internal(format!("a stored record has a damaged {what}")))
    }
}

impl RecordRow {
    fn read(self) -> Result<AnswersRecord, &'static str> {
        let kind = QuizKind::parse(&self.kind).ok_or("kind")?;
        let answers: BTreeMap<QuestionId, OptionId> =
            serde_json::from_str(&self.answers).map_err(|_| "answers column")?;
        let submission = match (self.submitted_at, &self.indicators) {
            (Some(at), Some(indicators)) => {
                let indicators: BTreeMap<Indicator, Points> =
                    serde_json::from_str(indicators).map_err(|_| "indicators column")?;
                let score = |points: Option<u8>| points.and_then(Points::new);
                let scores = Scores {
                    overall: score(self.score),
                    spend: score(self.spend_score),
                    save: score(self.save_score),
                    borrow: score(self.borrow_score),
                    plan: score(self.plan_score),
                    indicators,
                };
                Some(Submission { at: Timestamp::from_nanoseconds(at), scores })
            }
            _ => None,
        };
        Ok(AnswersRecord {
            quiz_id: QuizId::parse(&self.quiz_id).map_err(|_| "quiz id")?,
            user: UserId::parse(kind, &self.user_id).ok_or("user id")?,
            attempt: self.attempt,
            version: self.version,
            language: Language::parse(&self.language).ok_or("language")?,
            answers,
            custom_data: self.custom_data,
            started_at: Timestamp::from_nanoseconds(self.started_at),
            activity_at: Timestamp::from_nanoseconds(self.activity_at),
            submission,
        })
    }
}
