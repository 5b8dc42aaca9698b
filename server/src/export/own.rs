//! What an assessment of its owner's making adds to a record, the same in the API and in exports.

use std::collections::BTreeMap;

use domain::{Answer, Decimal, EarlierScores, Scores};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

#[derive(Debug, Serialize)]
pub(crate) struct OwnScores {
    /// The band of the overall score
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) band: Option<String>,
    /// The least sum that the questions shown allow
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) score_min: Option<Decimal>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) score_max: Option<Decimal>,
    /// By category id
    pub(crate) category_scores: BTreeMap<String, Decimal>,
    pub(crate) category_bands: BTreeMap<String, String>,
    /// The version of the quiz that gave the scores, if it is not the record's
    #[serde(rename = "scoredVersion", skip_serializing_if = "Option::is_none")]
    pub(crate) version: Option<u32>,
    #[serde(rename = "earlierScores", skip_serializing_if = "Vec::is_empty")]
    pub(crate) earlier: Vec<Earlier>,
}

/// Scores that those of a newer version have replaced
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = EarlierScores)]
pub(crate) struct Earlier {
    /// The version of the quiz that gave them
    version: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>, nullable = false)]
    score: Option<Decimal>,
    #[schema(value_type = BTreeMap<String, f64>)]
    category_scores: BTreeMap<String, Decimal>,
    #[schema(value_type = BTreeMap<String, f64>)]
    indicator_scores: BTreeMap<String, Decimal>,
}

impl From<&Scores> for OwnScores {
    fn from(scores: &Scores) -> Self {
        let overall = scores.overall.as_ref();
        let range = overall.and_then(|overall| overall.range);
        let band = |scored: &domain::Scored| scored.band.as_ref().map(ToString::to_string);
        let bands = scores.categories.iter().filter_map(|(id, scored)| Some((id.to_string(), band(scored)?)));
        Self {
            band: overall.and_then(band),
            score_min: range.map(|(least, _)| least),
            score_max: range.map(|(_, greatest)| greatest),
            category_scores: scores.categories.iter().map(|(id, scored)| (id.to_string(), scored.score)).collect(),
            category_bands: bands.collect(),
            version: scores.version,
            earlier: scores.earlier.iter().map(Earlier::from).collect(),
        }
    }
}

impl From<&EarlierScores> for Earlier {
    fn from(scores: &EarlierScores) -> Self {
        Self {
            version: scores.version,
            score: scores.overall.as_ref().map(|overall| overall.score),
            category_scores: scores.categories.iter().map(|(id, scored)| (id.to_string(), scored.score)).collect(),
            indicator_scores: scores.questions.iter().map(|(id, points)| (id.to_string(), *points)).collect(),
        }
    }
}

/// An answer as callers write it; `None` for one option, which has a place of its own.
pub(crate) fn value_of(answer: &Answer) -> Option<Value> {
    match answer {
        Answer::Option(_) => None,
        Answer::Options(options) => Some(json!(options)),
        Answer::Number(number) => Some(json!(number)),
        Answer::Text(text) => Some(Value::from(text.as_str())),
        Answer::Consent => Some(Value::Bool(true)),
    }
}
