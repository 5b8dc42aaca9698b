//! What webhooks are told, beside the ids.

use std::collections::BTreeMap;

use domain::{AnswersRecord, Decimal, Language, Scored};
use serde::Serialize;
use utoipa::ToSchema;

use crate::clock;

/// A response, without answers
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EventResponse)]
pub(crate) struct ResponseData {
    /// Counts from 1; taking the quiz again makes the next one.
    #[schema(minimum = 1)]
    attempt: u32,
    /// Of the series that the attempt belongs to, if it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, nullable = false)]
    occasion: Option<u32>,
    #[schema(minimum = 1)]
    quiz_version: u32,
    #[schema(value_type = Language)]
    language: String,
    #[schema(format = DateTime)]
    started_at: String,
    /// This and the three below: from submission on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime, nullable = false)]
    submitted_at: Option<String>,
    /// Absent when a question it needs is unanswered.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>, nullable = false)]
    score: Option<Decimal>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    band: Option<String>,
    /// By category id
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    categories: Option<BTreeMap<String, CategoryData>>,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = EventCategory)]
pub(crate) struct CategoryData {
    #[schema(value_type = f64)]
    score: Decimal,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    band: Option<String>,
}

/// A quiz that was changed
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = EventQuiz)]
pub(crate) struct QuizData {
    pub(crate) name: String,
    #[schema(minimum = 1)]
    pub(crate) version: u32,
}

/// An export that has ended
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EventExport)]
pub(crate) struct ExportData {
    pub(crate) export_id: String,
}

impl From<&AnswersRecord> for ResponseData {
    fn from(record: &AnswersRecord) -> Self {
        let submission = record.submission.as_ref();
        let band = |scored: &Scored| scored.band_id().map(ToOwned::to_owned);
        let overall = submission.and_then(|submission| submission.scores.overall.as_ref());
        let categories = submission.map(|submission| {
            let categories = submission.scores.categories.iter();
            categories.map(|(id, scored)| (id.to_string(), CategoryData { score: scored.score, band: band(scored) }))
        });
        Self {
            attempt: record.attempt,
            occasion: record.occasion,
            quiz_version: record.version,
            language: record.language.as_str().to_owned(),
            started_at: clock::to_rfc3339(record.started_at),
            submitted_at: submission.map(|submission| clock::to_rfc3339(submission.at)),
            score: overall.map(|overall| overall.score),
            band: overall.and_then(band),
            categories: categories.map(Iterator::collect),
        }
    }
}
