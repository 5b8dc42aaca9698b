//! The answers record.

use std::collections::BTreeMap;

use domain::{AnswersRecord, Recommendation, Timestamp, UserId, recommendations};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::names;
use crate::clock;

/// What answering and reading return.
#[derive(Debug, Serialize, ToSchema)]
pub struct Answered {
    pub answers: AnswersBody,
}

/// How much is said about what to do next.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum RecommendationsType {
    #[default]
    None,
    Min,
    Full,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnswersBody {
    /// `<quizId>-<userId>`
    pub id: String,
    pub user_id: String,
    #[schema(value_type = names::QuizId)]
    pub quiz_id: String,
    pub activity_date: ActivityDate,
    /// Option id by question id. Without a key, the built-in questions only.
    #[schema(value_type = BTreeMap<names::QuestionId, names::OptionId>)]
    pub q_answers: BTreeMap<String, String>,
    /// True exactly when `completionStatus` is 3.
    pub is_completed: bool,
    /// 1 initialised, 2 at least one answer, 3 submitted.
    #[schema(minimum = 1, maximum = 3)]
    pub completion_status: u8,
    pub is_anonymous: bool,
    /// 0 to 100, from submission on; absent when a question it needs is unanswered. So are the four below.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(maximum = 100, nullable = false)]
    pub score: Option<u8>,
    #[serde(rename = "spend_score", skip_serializing_if = "Option::is_none")]
    #[schema(maximum = 100, nullable = false)]
    pub spend_score: Option<u8>,
    #[serde(rename = "save_score", skip_serializing_if = "Option::is_none")]
    #[schema(maximum = 100, nullable = false)]
    pub save_score: Option<u8>,
    #[serde(rename = "borrow_score", skip_serializing_if = "Option::is_none")]
    #[schema(maximum = 100, nullable = false)]
    pub borrow_score: Option<u8>,
    #[serde(rename = "plan_score", skip_serializing_if = "Option::is_none")]
    #[schema(maximum = 100, nullable = false)]
    pub plan_score: Option<u8>,
    /// Points by question id, 0 to 100, from submission on.
    #[serde(rename = "indicator_scores", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = BTreeMap<names::BuiltInId, u8>)]
    pub indicator_scores: Option<BTreeMap<String, u8>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, max_length = 512)]
    pub custom_data: Option<String>,
    /// By priority; only of submitted records, and only when asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub recommendations: Option<Vec<RecommendationCard>>,
    /// Counts from 1; taking the quiz again makes the next one. This and the four below: with a key only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, nullable = false)]
    pub attempt: Option<u32>,
    /// The quiz version that was answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub quiz_version: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = names::Language, required = false)]
    pub language: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime, nullable = false)]
    pub started_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime, nullable = false)]
    pub submitted_at: Option<String>,
}

/// A moment, as seconds and nanoseconds since 1970 in UTC.
#[derive(Debug, Serialize, ToSchema)]
pub struct ActivityDate {
    #[serde(rename = "_seconds")]
    pub seconds: i64,
    #[serde(rename = "_nanoseconds")]
    pub nanoseconds: i64,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecommendationCard {
    #[schema(value_type = names::BuiltInId)]
    pub id: &'static str,
    /// 1 is the most pressing.
    pub priority: usize,
    /// True for a focus area, false for a strength.
    #[serde(rename = "show_required")]
    pub show_required: bool,
    #[schema(value_type = Vec<String>)]
    pub steps: &'static [&'static str],
    /// This and the fields below: `full` only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = names::Category, required = false)]
    pub category: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub title: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub sub_title: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub steps_title: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub boost: Option<&'static str>,
}

impl AnswersBody {
    /// The record as a caller may see it. The filter is here, where every path comes through.
    pub fn new(record: &AnswersRecord, sees_all: bool, wanted: RecommendationsType) -> Self {
        let owned =
            |(question, option): (&domain::QuestionId, &domain::OptionId)| (question.to_string(), option.to_string());
        let q_answers = if sees_all {
            record.answers.iter().map(owned).collect()
        } else {
            record.public_answers().map(owned).collect()
        };
        let scores = record.submission.as_ref().map(|submission| &submission.scores);
        let points = |score: Option<domain::Points>| score.map(domain::Points::get);
        let recommendations = scores
            .filter(|_| wanted != RecommendationsType::None)
            .map(|scores| recommendations(scores, &record.answers, record.language))
            .map(|cards| cards.iter().map(|card| RecommendationCard::new(card, wanted)).collect());
        Self {
            id: record.id(),
            user_id: record.user.to_string(),
            quiz_id: record.quiz_id.to_string(),
            activity_date: record.activity_at.into(),
            q_answers,
            is_completed: scores.is_some(),
            completion_status: record.status().into(),
            is_anonymous: matches!(record.user, UserId::Anonymous(_)),
            score: scores.and_then(|scores| points(scores.overall)),
            spend_score: scores.and_then(|scores| points(scores.spend)),
            save_score: scores.and_then(|scores| points(scores.save)),
            borrow_score: scores.and_then(|scores| points(scores.borrow)),
            plan_score: scores.and_then(|scores| points(scores.plan)),
            indicator_scores: scores.map(|scores| {
                scores.indicators.iter().map(|(id, points)| (id.as_str().to_owned(), points.get())).collect()
            }),
            custom_data: record.custom_data.clone(),
            recommendations,
            attempt: sees_all.then_some(record.attempt),
            quiz_version: sees_all.then_some(record.version),
            language: sees_all.then_some(record.language.as_str()),
            started_at: sees_all.then(|| clock::to_rfc3339(record.started_at)),
            submitted_at: record
                .submission
                .as_ref()
                .filter(|_| sees_all)
                .map(|submission| clock::to_rfc3339(submission.at)),
        }
    }
}

impl RecommendationCard {
    fn new(card: &Recommendation, wanted: RecommendationsType) -> Self {
        let full = wanted == RecommendationsType::Full;
        Self {
            id: card.indicator.as_str(),
            priority: card.priority,
            show_required: card.show_required,
            steps: card.steps,
            category: full.then_some(card.category.as_str()),
            title: full.then_some(card.title),
            sub_title: full.then_some(card.sub_title),
            steps_title: full.then_some(card.steps_title),
            boost: full.then_some(card.boost),
        }
    }
}

impl From<Timestamp> for ActivityDate {
    fn from(at: Timestamp) -> Self {
        Self { seconds: at.seconds(), nanoseconds: at.subsecond_nanoseconds() }
    }
}
