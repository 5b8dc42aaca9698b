//! The answers record as callers read it, the same in replies and on the lines of exports.

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap},
};

use domain::{
    Answer, AnswersRecord, Category, Decimal, EarlierScores, FieldValues, Indicator, Language, OptionId, Points,
    QuestionId, QuizId, Scored, Scores, Timestamp, UserId, recommendations,
};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::{
    cards::{CardBody, RecommendationCard, RecommendationsType},
    measures::{ChangesBody, NormBody},
};
use crate::clock;

/// The part of a record that a caller may see.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum View {
    /// All of it, with a key.
    Whole,
    /// The built-in questions, and own scores, bands and cards.
    WithResults,
    /// The built-in questions and what nothing else is scored in.
    Published,
}

impl View {
    pub(crate) fn without_key(shows_results: bool) -> Self {
        if shows_results { Self::WithResults } else { Self::Published }
    }
}

#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AnswersBody)]
pub(crate) struct RecordBody<'a> {
    /// `<quizId>-<userId>`
    #[schema(value_type = String)]
    pub(crate) id: Cow<'a, str>,
    #[schema(value_type = String)]
    pub(crate) user_id: Cow<'a, str>,
    #[schema(value_type = QuizId)]
    pub(crate) quiz_id: Cow<'a, str>,
    pub(crate) activity_date: ActivityDate,
    /// Option id by question id. Without a key, the built-in questions only.
    #[schema(value_type = BTreeMap<QuestionId, OptionId>)]
    pub(crate) q_answers: BTreeMap<Cow<'a, str>, Cow<'a, str>>,
    /// True exactly when `completionStatus` is 3.
    pub(crate) is_completed: bool,
    /// 1 initialised, 2 at least one answer, 3 submitted.
    #[schema(minimum = 1, maximum = 3)]
    pub(crate) completion_status: u8,
    pub(crate) is_anonymous: bool,
    /// 0 to 100 unless the quiz has a scoring of its own, from submission on; absent when a question it needs is
    /// unanswered. Without a key, it is shown where nothing but the built-in questions is scored, and where the quiz has
    /// `showResults`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>, nullable = false)]
    pub(crate) score: Option<Decimal>,
    #[serde(rename = "spend_score", skip_serializing_if = "Option::is_none")]
    #[schema(maximum = 100, nullable = false)]
    pub(crate) spend_score: Option<u8>,
    #[serde(rename = "save_score", skip_serializing_if = "Option::is_none")]
    #[schema(maximum = 100, nullable = false)]
    pub(crate) save_score: Option<u8>,
    #[serde(rename = "borrow_score", skip_serializing_if = "Option::is_none")]
    #[schema(maximum = 100, nullable = false)]
    pub(crate) borrow_score: Option<u8>,
    #[serde(rename = "plan_score", skip_serializing_if = "Option::is_none")]
    #[schema(maximum = 100, nullable = false)]
    pub(crate) plan_score: Option<u8>,
    /// Points by question id, from submission on. Without a key, of the built-in questions only.
    #[serde(rename = "indicator_scores", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = BTreeMap<QuestionId, f64>)]
    pub(crate) indicator_scores: Option<BTreeMap<Cow<'a, str>, Decimal>>,
    /// The band of the overall score, by its id. This and the four below: of a quiz with a scoring of its own, with a key
    /// or where the quiz has `showResults`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) band: Option<String>,
    /// The least that the questions shown allow, where the score is a sum.
    #[serde(rename = "score_min", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>, nullable = false)]
    pub(crate) score_min: Option<Decimal>,
    /// The greatest that the questions shown allow, where the score is a sum.
    #[serde(rename = "score_max", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>, nullable = false)]
    pub(crate) score_max: Option<Decimal>,
    /// By category id
    #[serde(rename = "category_scores", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<BTreeMap<String, f64>>, nullable = false)]
    pub(crate) category_scores: Option<BTreeMap<String, Decimal>>,
    /// Ids of bands by category id
    #[serde(rename = "category_bands", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) category_bands: Option<BTreeMap<String, String>>,
    /// The group that the overall score is compared with, where the quiz names one. This and the three below: in Get
    /// User's Answer, List attempts and replies to a submission, where scores are shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) norm: Option<NormBody>,
    /// By category id
    #[serde(rename = "category_norms", skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(required = false)]
    pub(crate) category_norms: BTreeMap<String, NormBody>,
    /// The change of the overall score since earlier attempts, where the quiz says what counts as one.
    #[serde(skip_serializing_if = "ChangesBody::is_empty")]
    #[schema(required = false)]
    pub(crate) change: ChangesBody,
    /// By category id
    #[serde(rename = "category_changes", skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(required = false)]
    pub(crate) category_changes: BTreeMap<String, ChangesBody>,
    /// The version of the quiz that gave the scores, where it is not the record's; with a key only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, nullable = false)]
    pub(crate) scored_version: Option<u32>,
    /// Scores that those of a newer version have replaced, oldest first; with a key only.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub(crate) earlier_scores: Vec<EarlierBody>,
    /// Answers to questions that are no choice, by question id; with a key only.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(value_type = BTreeMap<QuestionId, serde_json::Value>, required = false)]
    pub(crate) values: BTreeMap<Cow<'a, str>, Value>,
    /// Why an answer is missing, by question id: `declined`, `unknown`, `not_applicable`, `left_open`, `not_shown` or
    /// `not_reached`. On lines of exports, of questions with an option that is `missing`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(value_type = BTreeMap<QuestionId, String>, required = false)]
    pub(crate) missing: BTreeMap<Cow<'a, str>, &'static str>,
    /// What came in an order of this attempt: the ids of a question's options, or of the questions behind a statement.
    /// On lines of exports.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(value_type = BTreeMap<QuestionId, Vec<String>>, required = false)]
    pub(crate) order: BTreeMap<Cow<'a, str>, Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, nullable = false, max_length = 512)]
    pub(crate) custom_data: Option<Cow<'a, str>>,
    /// What was known of the respondent when the attempt began: values of fields that the quiz declares, by their ids;
    /// absent where none is filled. This and `unsignedFields` with a key only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<BTreeMap<String, Value>>, nullable = false)]
    pub(crate) fields: Option<Fields>,
    /// The fields that came from custom data that respondents could have written themselves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub(crate) unsigned_fields: Vec<String>,
    /// By priority; only of submitted records, and only when asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) recommendations: Option<Vec<RecommendationCard>>,
    /// The cards of the quiz's owner, where `recommendations` are asked for with a key, or the quiz has `showResults`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) cards: Option<Vec<CardBody>>,
    /// Counts from 1; taking the quiz again makes the next one. This and the five below: with a key only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, nullable = false)]
    pub(crate) attempt: Option<u32>,
    /// The number of the occasion of the series that the attempt was begun on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, nullable = false)]
    pub(crate) occasion: Option<u32>,
    /// The quiz version that was answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) quiz_version: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Language, required = false)]
    pub(crate) language: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime, nullable = false)]
    pub(crate) started_at: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime, nullable = false)]
    pub(crate) submitted_at: Option<Cow<'a, str>>,
    /// The ids, in the definition, of alerts that the attempt has raised; with a key only.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub(crate) alerts: Vec<String>,
}

/// A moment, as seconds and nanoseconds since 1970 in UTC.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(crate) struct ActivityDate {
    #[serde(rename = "_seconds")]
    pub(crate) seconds: i64,
    #[serde(rename = "_nanoseconds")]
    pub(crate) nanoseconds: i64,
}

/// Scores that those of a newer version have replaced
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = EarlierScores)]
pub(crate) struct EarlierBody {
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

impl<'a> RecordBody<'a> {
    /// The record as a caller may see it. The filter is here, where every path comes through.
    pub(crate) fn new(record: &'a AnswersRecord, view: View, wanted: RecommendationsType) -> Self {
        let sees_all = view == View::Whole;
        let sees_results = view != View::Published;
        let option = |(question, answer): (&'a QuestionId, &'a Answer)| {
            Some((Cow::from(question.as_str()), Cow::from(answer.option()?.as_str())))
        };
        let q_answers = if sees_all {
            record.answers.iter().filter_map(option).collect()
        } else {
            record.public_answers().filter_map(option).collect()
        };
        let value = |(id, answer): (&'a QuestionId, &'a Answer)| Some((id.as_str().into(), value_of(answer)?));
        let values = record.answers.iter().filter(|_| sees_all).filter_map(value).collect();
        let scores = record.submission.as_ref().map(|submission| &submission.scores);
        let of = |category| scores.and_then(|scores| scores.category(category)).map(Points::get);
        let recommendations = scores
            .filter(|_| wanted != RecommendationsType::None)
            .map(|scores| recommendations(scores, &record.answers, record.language))
            .map(|cards| cards.iter().map(|card| RecommendationCard::new(card, record.language, wanted)).collect());
        let body = Self {
            id: record.id().into(),
            user_id: record.user.to_string().into(),
            quiz_id: record.quiz_id.as_str().into(),
            activity_date: record.activity_at.into(),
            q_answers,
            is_completed: scores.is_some(),
            completion_status: record.status().into(),
            is_anonymous: matches!(record.user, UserId::Anonymous(_)),
            score: scores
                .filter(|scores| sees_results || !scores.is_own)
                .and_then(|scores| scores.overall.as_ref())
                .map(|overall| overall.score),
            spend_score: of(Category::Spend),
            save_score: of(Category::Save),
            borrow_score: of(Category::Borrow),
            plan_score: of(Category::Plan),
            values,
            indicator_scores: scores.map(|scores| {
                let shown = scores.questions.iter().filter(|(id, _)| sees_all || Indicator::of_question(id).is_some());
                shown.map(|(id, points)| (id.as_str().into(), *points)).collect()
            }),
            custom_data: record.custom_data.as_deref().map(Cow::from),
            fields: shown_fields(&record.fields).filter(|_| sees_all),
            unsigned_fields: unsigned(&record.fields).filter(|_| sees_all).collect(),
            recommendations,
            attempt: sees_all.then_some(record.attempt),
            occasion: record.occasion.filter(|_| sees_all),
            quiz_version: sees_all.then_some(record.version),
            language: sees_all.then(|| record.language.as_str().into()),
            started_at: sees_all.then(|| clock::to_rfc3339(record.started_at).into()),
            submitted_at: record
                .submission
                .as_ref()
                .filter(|_| sees_all)
                .map(|submission| clock::to_rfc3339(submission.at).into()),
            ..Self::default()
        };
        match scores.filter(|scores| sees_results && !scores.is_plain()) {
            Some(scores) => body.with_own(scores, sees_all),
            None => body,
        }
    }

    /// Adds the alerts that its attempt raised, for callers with a key.
    #[must_use]
    pub(crate) fn with_alerts(self, record: &AnswersRecord, raised: &HashMap<(String, u32), Vec<String>>) -> Self {
        let raised = raised.get(&(record.user.as_str().to_owned(), record.attempt));
        Self { alerts: raised.cloned().unwrap_or_default(), ..self }
    }

    /// Adds what a scoring of the quiz's own gives; `sees_all` adds what came of rescoring.
    pub(crate) fn with_own(self, scores: &Scores, sees_all: bool) -> Self {
        let overall = scores.overall.as_ref();
        let range = overall.and_then(|overall| overall.range);
        let band = |scored: &Scored| scored.band.as_ref().map(ToString::to_string);
        let bands = scores.categories.iter().filter_map(|(id, scored)| Some((id.to_string(), band(scored)?)));
        let earlier = scores.earlier.iter().filter(|_| sees_all);
        Self {
            band: overall.and_then(band),
            score_min: range.map(|(least, _)| least),
            score_max: range.map(|(_, greatest)| greatest),
            category_scores: Some(
                scores.categories.iter().map(|(id, scored)| (id.to_string(), scored.score)).collect(),
            ),
            category_bands: Some(bands.collect()),
            scored_version: scores.version.filter(|_| sees_all),
            earlier_scores: earlier.map(EarlierBody::from).collect(),
            ..self
        }
    }
}

impl From<Timestamp> for ActivityDate {
    fn from(at: Timestamp) -> Self {
        Self { seconds: at.seconds(), nanoseconds: at.subsecond_nanoseconds() }
    }
}

impl From<&EarlierScores> for EarlierBody {
    fn from(scores: &EarlierScores) -> Self {
        Self {
            version: scores.version,
            score: scores.overall.as_ref().map(|overall| overall.score),
            category_scores: scores.categories.iter().map(|(id, scored)| (id.to_string(), scored.score)).collect(),
            indicator_scores: scores.questions.iter().map(|(id, points)| (id.to_string(), *points)).collect(),
        }
    }
}

/// Values of fields of a person, by their ids.
pub(crate) type Fields = BTreeMap<String, Value>;

/// `None` where no field is filled.
pub(crate) fn shown_fields(fields: &FieldValues) -> Option<Fields> {
    (!fields.is_empty()).then(|| fields.iter().map(|(id, value)| (id.to_string(), json!(value))).collect())
}

pub(crate) fn unsigned(fields: &FieldValues) -> impl Iterator<Item = String> {
    fields.unsigned().map(ToString::to_string)
}

/// An answer as callers write it; `None` for one option, which `qAnswers` holds.
pub(crate) fn value_of(answer: &Answer) -> Option<Value> {
    match answer {
        Answer::Option(_) => None,
        Answer::Options(options) => Some(json!(options)),
        Answer::Number(number) => Some(json!(number)),
        Answer::Text(text) => Some(Value::from(text.as_str())),
        Answer::Consent => Some(Value::Bool(true)),
    }
}
