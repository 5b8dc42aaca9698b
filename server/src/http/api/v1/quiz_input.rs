//! Bodies that make and change quizzes.
#![expect(clippy::option_option, reason = "absent, null and a value mean three things")]

use domain::{
    AboutInput, Ending, Language, Opening, QuestionInput, QuizChange, QuizInput, QuizStatus, Scoring, Text, Timestamp,
};
use serde::{Deserialize, Deserializer, de::Error};
use utoipa::ToSchema;

use super::{LocalizedText, form, names};
use crate::clock;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct CreateQuiz {
    /// 1 to 200 characters
    #[schema(value_type = LocalizedText)]
    name: Text,
    #[schema(value_type = Option<LocalizedText>)]
    description: Option<Text>,
    /// True when absent.
    #[serde(default = "yes")]
    #[schema(required = false)]
    anonymous: bool,
    /// False when absent.
    #[serde(default)]
    #[schema(required = false)]
    inapp: bool,
    /// `en` when absent.
    #[schema(value_type = Option<names::Language>)]
    language: Option<Language>,
    #[schema(value_type = Option<names::Colour>)]
    primary_color: Option<String>,
    #[serde(default, deserialize_with = "moment")]
    #[schema(value_type = Option<String>, format = DateTime)]
    opens_at: Option<Timestamp>,
    #[serde(default, deserialize_with = "moment")]
    #[schema(value_type = Option<String>, format = DateTime)]
    closes_at: Option<Timestamp>,
    /// Days after which the quiz may be taken again, counted in UTC; 0 means at once, none never.
    #[schema(minimum = 0, maximum = 3650)]
    retry_after_days: Option<i64>,
    /// The holder of a respondent's link may erase the record; open quizzes only, where it is true when absent.
    respondents_may_erase: Option<bool>,
    /// Origins whose pages may embed the quiz, such as `https://app.example.com`.
    #[serde(default)]
    #[schema(max_items = 50)]
    allowed_origins: Vec<String>,
    /// The owner's notes to respondents
    #[schema(value_type = Option<form::AboutBody>)]
    about: Option<AboutInput>,
    /// None means the eight built-in questions.
    #[schema(value_type = Option<Vec<form::Question>>, min_items = 1, max_items = 200)]
    questions: Option<Vec<QuestionInput>>,
    /// None scores the built-in questions alone.
    #[schema(value_type = Option<form::Scoring>)]
    scoring: Option<Scoring>,
    /// The words of the start page
    #[schema(value_type = Option<form::Opening>)]
    start: Option<Opening>,
    /// The words of the last page, and the way on from there
    #[schema(value_type = Option<form::Ending>)]
    end: Option<Ending>,
    /// Shows the answers once more before they are submitted.
    #[serde(default)]
    #[schema(required = false)]
    review: bool,
    /// Replies without a key also have own scores, bands and cards of the record that they are about.
    #[serde(default)]
    #[schema(required = false)]
    show_results: bool,
}

/// A field that is absent stays as it is; null takes an optional one away.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ChangeQuiz {
    #[schema(value_type = Option<LocalizedText>)]
    name: Option<Text>,
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<LocalizedText>)]
    description: Option<Option<Text>>,
    #[schema(value_type = Option<names::Language>)]
    language: Option<Language>,
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<names::Colour>)]
    primary_color: Option<Option<String>>,
    #[serde(default, deserialize_with = "present_moment")]
    #[schema(value_type = Option<String>, format = DateTime)]
    opens_at: Option<Option<Timestamp>>,
    #[serde(default, deserialize_with = "present_moment")]
    #[schema(value_type = Option<String>, format = DateTime)]
    closes_at: Option<Option<Timestamp>>,
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<i64>, minimum = 0, maximum = 3650)]
    retry_after_days: Option<Option<i64>>,
    /// Open quizzes only.
    respondents_may_erase: Option<bool>,
    #[schema(max_items = 50)]
    allowed_origins: Option<Vec<String>>,
    /// Replaces all of it; null takes it away.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<form::AboutBody>)]
    about: Option<Option<AboutInput>>,
    #[schema(value_type = Option<names::QuizStatus>)]
    status: Option<QuizStatus>,
    #[schema(value_type = Option<Vec<form::Question>>, min_items = 1, max_items = 200)]
    questions: Option<Vec<QuestionInput>>,
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<form::Scoring>)]
    scoring: Option<Option<Scoring>>,
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<form::Opening>)]
    start: Option<Option<Opening>>,
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<form::Ending>)]
    end: Option<Option<Ending>>,
    review: Option<bool>,
    show_results: Option<bool>,
}

fn yes() -> bool {
    true
}

fn moment<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Timestamp>, D::Error> {
    let text: Option<String> = Option::deserialize(deserializer)?;
    let parse = |text: String| clock::parse_rfc3339(&text).ok_or_else(|| D::Error::custom("an RFC 3339 time"));
    text.map(parse).transpose()
}

/// Tells null from absent, together with `default`.
fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

fn present_moment<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<Timestamp>>, D::Error> {
    moment(deserializer).map(Some)
}

impl From<CreateQuiz> for QuizInput {
    fn from(body: CreateQuiz) -> Self {
        Self {
            name: body.name,
            description: body.description,
            anonymous: body.anonymous,
            inapp: body.inapp,
            language: body.language.unwrap_or_default(),
            primary_colour: body.primary_color,
            opens_at: body.opens_at,
            closes_at: body.closes_at,
            retry_after: body.retry_after_days,
            respondents_may_erase: body.respondents_may_erase,
            allowed_origins: body.allowed_origins,
            about: body.about.unwrap_or_default(),
            questions: body.questions,
            scoring: body.scoring,
            start: body.start,
            end: body.end,
            review: body.review,
            show_results: body.show_results,
        }
    }
}

impl From<ChangeQuiz> for QuizChange {
    fn from(body: ChangeQuiz) -> Self {
        Self {
            name: body.name,
            description: body.description,
            language: body.language,
            primary_colour: body.primary_color,
            opens_at: body.opens_at,
            closes_at: body.closes_at,
            retry_after: body.retry_after_days,
            respondents_may_erase: body.respondents_may_erase,
            allowed_origins: body.allowed_origins,
            about: body.about.map(Option::unwrap_or_default),
            status: body.status,
            questions: body.questions,
            scoring: body.scoring,
            start: body.start,
            end: body.end,
            review: body.review,
            show_results: body.show_results,
        }
    }
}
