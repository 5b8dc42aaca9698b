//! The body that creates a quiz, and its check: a valid quiz or a list of all errors.

use std::collections::BTreeSet;

use serde::{Deserialize, Deserializer};

use super::{
    option_codes::{Before, OptionCodes},
    possible_answers,
};
use crate::{
    AboutInput, Address, AlertRule, Colour, Definition, Ending, Feedback, FieldCode, Invalid, Language, Opening,
    OptionId, OwnWords, Path, PersonField, PictureBox, Places, Question, QuestionInput, QuizKind, QuizStatus,
    ResultView, RetryAfter, Scoring, Series, Settings, Text, TimeZoneName, Timestamp, values::validation::Errors,
};

const QUESTIONS: std::ops::RangeInclusive<usize> = 1..=Definition::MOST_QUESTIONS;
const NAME: usize = 200;
const DESCRIPTION: usize = 2000;
const ORIGINS: usize = 50;

/// A new quiz: the body of Create Quiz.
#[expect(clippy::struct_excessive_bools, reason = "each is a field of the body")]
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = CreateQuiz))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct QuizInput {
    /// 1 to 200 characters
    pub name: Text,
    pub description: Option<Text>,
    /// True when absent.
    #[serde(default = "yes")]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub anonymous: bool,
    /// False when absent.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub inapp: bool,
    /// `en` when absent.
    #[serde(default, deserialize_with = "or_default")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Language>))]
    pub language: Language,
    #[serde(rename = "primaryColor")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Colour>))]
    pub primary_colour: Option<String>,
    pub opens_at: Option<Timestamp>,
    pub closes_at: Option<Timestamp>,
    /// Who has begun by `closesAt` may finish up to ten minutes later; true when absent.
    pub closing_grace: Option<bool>,
    /// The name of the time zone in which days are counted, such as `Europe/Madrid`; UTC when absent.
    #[cfg_attr(feature = "schema", schema(value_type = Option<TimeZoneName>))]
    pub time_zone: Option<String>,
    /// Days after which the quiz may be taken again, counted in its time zone; 0 means at once, none never.
    #[serde(rename = "retryAfterDays")]
    #[cfg_attr(feature = "schema", schema(minimum = 0, maximum = 3650))]
    pub retry_after: Option<i64>,
    /// The plan by which each person answers again; not for open quizzes, and not beside `retryAfterDays`.
    pub series: Option<Series>,
    /// The holder of a respondent's link may erase the record; open quizzes only, where it is true when absent.
    pub respondents_may_erase: Option<bool>,
    /// Respondents may have a link to their result sent to them by mail.
    pub result_by_mail: Option<bool>,
    /// Respondents with several results see them over time.
    pub show_progress: Option<bool>,
    /// Origins whose pages may embed the quiz, such as `https://app.example.com`.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(max_items = 50, required = false))]
    pub allowed_origins: Vec<String>,
    /// The owner's notes to respondents
    #[serde(default, deserialize_with = "or_default")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<AboutInput>))]
    pub about: AboutInput,
    /// What the quiz knows of people beside their answers, such as a region.
    #[serde(default, deserialize_with = "or_default")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<PersonField>>, max_items = 20))]
    pub fields: Vec<PersonField>,
    /// None means the eight built-in questions.
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<crate::schema::Question>>, min_items = 1, max_items = 200))]
    pub questions: Option<Vec<QuestionInput>>,
    /// None scores the built-in questions alone.
    pub scoring: Option<Scoring>,
    /// The words of the start page
    pub start: Option<Opening>,
    /// The words of the last page, and the way on from there
    pub end: Option<Ending>,
    /// Shows the answers once more before they are submitted.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub review: bool,
    /// Replies without a key also have own scores, bands and cards of the record that they are about.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub show_results: bool,
    /// What respondents see on the page of their result; `full` when absent.
    #[serde(default, deserialize_with = "or_default")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<ResultView>))]
    pub result: ResultView,
    /// How the words of pages address respondents; `informal` when absent.
    #[serde(default, deserialize_with = "or_default")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Address>))]
    pub address: Address,
    /// Words of question pages by their ids, in the place of the pages' own.
    #[serde(default, deserialize_with = "or_default")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<OwnWords>))]
    pub words: OwnWords,
    /// When respondents are told whether an answer is right; `none` when absent.
    #[serde(default, deserialize_with = "or_default")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Feedback>))]
    pub feedback: Feedback,
    /// Above the words of the start page. A quiz that is made has no pictures yet: they are sent to it, and shown by a
    /// change.
    #[cfg_attr(feature = "schema", schema(value_type = Option<crate::Picture>))]
    pub image: Option<PictureBox>,
    /// On all pages
    #[cfg_attr(feature = "schema", schema(value_type = Option<crate::Picture>))]
    pub logo: Option<PictureBox>,
    /// Answers and results that members of the namespace have to see.
    #[serde(default, deserialize_with = "or_default")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<AlertRule>>, max_items = 20))]
    pub alerts: Vec<AlertRule>,
    /// At most so many respondents may submit, and what the others read.
    pub places: Option<Places>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct NewQuiz {
    pub kind: QuizKind,
    pub settings: Settings,
    pub definition: Definition,
}

impl QuizInput {
    /// A quiz with a name and defaults for everything else.
    pub fn new(name: Text, kind: QuizKind, language: Language) -> Self {
        Self {
            name,
            description: None,
            anonymous: kind.is_anonymous(),
            inapp: kind.is_inapp(),
            language,
            primary_colour: None,
            opens_at: None,
            closes_at: None,
            closing_grace: None,
            time_zone: None,
            retry_after: None,
            series: None,
            respondents_may_erase: None,
            result_by_mail: None,
            show_progress: None,
            allowed_origins: Vec::new(),
            about: AboutInput::default(),
            fields: Vec::new(),
            questions: None,
            scoring: None,
            start: None,
            end: None,
            review: false,
            show_results: false,
            result: ResultView::Full,
            address: Address::Informal,
            words: OwnWords::default(),
            feedback: Feedback::None,
            image: None,
            logo: None,
            alerts: Vec::new(),
            places: None,
        }
    }

    /// A copy without pictures, which belong to the quiz that it was exported from.
    pub fn without_images(mut self) -> Self {
        for question in self.questions.iter_mut().flatten() {
            question.image = None;
            question.options.iter_mut().flatten().for_each(|option| option.image = None);
        }
        Self { image: None, logo: None, ..self }
    }

    /// Checks everything as for an open quiz; `new_option_id` creates ids for options without one. The error lists
    /// every mistake with its path.
    pub fn check(self, new_option_id: impl FnMut() -> OptionId) -> Result<NewQuiz, Invalid> {
        self.check_as(QuizStatus::Open, new_option_id)
    }

    /// As [`Self::check`], for a quiz in another status. A draft may have an empty list of questions.
    pub fn check_as(self, status: QuizStatus, new_option_id: impl FnMut() -> OptionId) -> Result<NewQuiz, Invalid> {
        let mut errors = Errors::default();
        let quiz = self.check_into(status, possible_answers::STEPS, new_option_id, &mut errors);
        errors.finish()?;
        quiz.ok_or_else(|| Invalid::one("inapp", FieldCode::TwoKinds))
    }

    /// As [`Self::check_as`], adding to errors found before, with this many steps for checking conditions. `None` for a
    /// quiz of two kinds.
    pub(crate) fn check_into(
        self,
        status: QuizStatus,
        steps: usize,
        new_option_id: impl FnMut() -> OptionId,
        errors: &mut Errors,
    ) -> Option<NewQuiz> {
        let kind = QuizKind::from_flags(self.anonymous, self.inapp);
        if kind.is_none() {
            errors.add("inapp", FieldCode::TwoKinds);
        }
        let primary_colour = check_colour(self.primary_colour, errors);
        let retry_after = check_retry_after(self.retry_after, errors);
        let time_zone = check_time_zone(self.time_zone.as_deref(), errors);
        let settings = Settings {
            name: self.name,
            description: self.description,
            primary_colour,
            opens_at: self.opens_at,
            closes_at: self.closes_at,
            closing_grace: self.closing_grace.unwrap_or(true),
            time_zone,
            retry_after,
            had_series: self.series.is_some(),
            series: self.series,
            respondents_may_erase: self.respondents_may_erase.unwrap_or(kind == Some(QuizKind::Open)),
            result_by_mail: self.result_by_mail.unwrap_or_default(),
            show_progress: self.show_progress.unwrap_or_default(),
            allowed_origins: self.allowed_origins,
            about: self.about.check(errors),
            fields: self.fields,
            status,
        };
        check_settings(&settings, kind, errors);
        let questions = match self.questions {
            None => Definition::built_in().questions,
            Some(questions) if questions.is_empty() && status == QuizStatus::Draft => Vec::new(),
            Some(questions) => {
                let before = Before { stored: None, codes: &OptionCodes::default() };
                check_questions(questions, before, new_option_id, errors)
            }
        };
        let Self {
            scoring,
            start,
            end,
            review,
            show_results,
            result,
            address,
            words,
            feedback,
            image,
            logo,
            alerts,
            places,
            ..
        } = self;
        let plain = Definition::of(self.language, questions);
        let pages = Definition { start, end, review, show_results, result, address, words, image, logo, ..plain };
        let mut definition = Definition { scoring, feedback, alerts, places, ..pages };
        definition.check(steps, errors);
        Some(NewQuiz { kind: kind?, settings, definition })
    }
}

fn yes() -> bool {
    true
}

/// Treats null as an absent field.
pub(super) fn or_default<'de, T: Deserialize<'de> + Default, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    Option::deserialize(deserializer).map(Option::unwrap_or_default)
}

pub(super) fn check_questions(
    inputs: Vec<QuestionInput>,
    before: Before<'_>,
    mut new_option_id: impl FnMut() -> OptionId,
    errors: &mut Errors,
) -> Vec<Question> {
    if !errors.check_count("questions", inputs.len(), &QUESTIONS) {
        return Vec::new();
    }
    let mut ids = BTreeSet::new();
    let mut questions = Vec::new();
    for (index, input) in inputs.into_iter().enumerate() {
        let path = Path::from("questions").item(index);
        if !ids.insert(input.id.clone()) {
            errors.add(path.field("id"), FieldCode::NotUnique);
        }
        questions.extend(input.check(&path, before, &mut new_option_id, errors));
    }
    questions
}

pub(super) fn check_colour(colour: Option<String>, errors: &mut Errors) -> Option<Colour> {
    let colour = colour?;
    Colour::parse(&colour).map_err(|error| errors.add("primaryColor", FieldCode::Malformed(error))).ok()
}

pub(super) fn check_retry_after(days: Option<i64>, errors: &mut Errors) -> Option<RetryAfter> {
    RetryAfter::try_from(days?).map_err(|error| errors.add("retryAfterDays", error)).ok()
}

/// UTC if the name is absent or invalid.
pub(super) fn check_time_zone(name: Option<&str>, errors: &mut Errors) -> TimeZoneName {
    let name = name.map(|name| TimeZoneName::parse(name.trim())).transpose();
    name.map_err(|error| errors.add("timeZone", FieldCode::Malformed(error))).ok().flatten().unwrap_or_default()
}

pub(super) fn check_settings(settings: &Settings, kind: Option<QuizKind>, errors: &mut Errors) {
    if settings.respondents_may_erase && kind.is_some_and(|kind| kind != QuizKind::Open) {
        errors.add("respondentsMayErase", FieldCode::OpenOnly);
    }
    if let Some(series) = &settings.series {
        series.check(errors);
        if kind == Some(QuizKind::Open) {
            errors.add("series", FieldCode::NotForOpen);
        }
        if series.mail && kind == Some(QuizKind::InApp) {
            errors.add(Path::from("series").field("mail"), FieldCode::Beside("inapp"));
        }
        if settings.retry_after.is_some() {
            errors.add("series", FieldCode::Beside("retryAfterDays"));
            errors.add("retryAfterDays", FieldCode::Beside("series"));
        }
    }
    PersonField::check_all(&settings.fields, errors);
    errors.check_wordings("name", Some(settings.name.clone()), NAME);
    if let Some(description) = &settings.description {
        errors.check_languages("description", description);
    }
    for wording in settings.description.iter().flat_map(Text::wordings) {
        errors.check_text("description", wording, 0, DESCRIPTION);
    }
    if let (Some(opens), Some(closes)) = (settings.opens_at, settings.closes_at)
        && closes <= opens
    {
        errors.add("closesAt", FieldCode::NotAfter("opensAt"));
    }
    if settings.allowed_origins.len() > ORIGINS {
        errors.add("allowedOrigins", FieldCode::TooMany { min: 0, max: ORIGINS });
    }
    for (index, origin) in settings.allowed_origins.iter().enumerate().take(ORIGINS) {
        if !is_origin(origin) {
            errors.add(Path::from("allowedOrigins").item(index), FieldCode::NotAnOrigin);
        }
    }
}

/// `scheme://host[:port]` with nothing after it; strict, because it is written into a response header.
fn is_origin(text: &str) -> bool {
    let host_and_port = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")).unwrap_or_default();
    let (host, port) = host_and_port.rsplit_once(':').unwrap_or((host_and_port, "443"));
    let is_host = (1..=253).contains(&host.len())
        && host.split('.').all(|label| {
            !label.is_empty() && label.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        });
    is_host && port.parse::<u16>().is_ok_and(|port| port > 0)
}

/// The definition of a body, or its errors as `path code`. Options get ids from 1 on.
#[cfg(test)]
pub(crate) fn checked(body: &serde_json::Value) -> Result<Definition, Vec<String>> {
    let input: QuizInput = serde_json::from_value(body.clone()).expect("a body");
    let mut number = 0;
    let checked = input.check(|| {
        number += 1;
        OptionId::from_random(number)
    });
    let said = |Invalid(errors)| {
        errors.iter().map(|error: &crate::FieldError| format!("{} {}", error.path, error.code.code())).collect()
    };
    checked.map(|quiz| quiz.definition).map_err(said)
}

#[cfg(test)]
mod tests;
