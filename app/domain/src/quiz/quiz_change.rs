//! The body that changes a quiz. Absent fields are left as they are.
#![expect(clippy::option_option, reason = "absent, null and a value mean three things")]

use std::collections::HashMap;

use serde::{Deserialize, Deserializer, de::IgnoredAny};

use super::{
    option_codes::{Before, OptionCodes},
    possible_answers,
    quiz_input::{check_colour, check_questions, check_retry_after, check_settings, check_time_zone, or_default},
};
use crate::{
    AboutInput, Address, AlertRule, Definition, Ending, Feedback, FieldCode, Invalid, Language, NamespaceId, Opening,
    OptionId, OptionInput, OwnWords, PersonField, PictureBox, Places, QuestionInput, Quiz, QuizId, QuizInput, QuizKind,
    QuizStatus, ResultView, Scoring, Series, Settings, Text, Timestamp, values::validation::Errors,
};

/// A field that is absent stays as it is; null takes an optional one away. All that Get Quiz shows may be sent back.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ChangeQuiz))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct QuizChange {
    pub name: Option<Text>,
    #[serde(default, deserialize_with = "present")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Text>))]
    pub description: Option<Option<Text>>,
    pub language: Option<Language>,
    #[serde(default, rename = "primaryColor", deserialize_with = "present")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<crate::Colour>))]
    pub primary_colour: Option<Option<String>>,
    #[serde(default, deserialize_with = "present")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Timestamp>))]
    pub opens_at: Option<Option<Timestamp>>,
    #[serde(default, deserialize_with = "present")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Timestamp>))]
    pub closes_at: Option<Option<Timestamp>>,
    pub closing_grace: Option<bool>,
    #[serde(default, deserialize_with = "present")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<crate::TimeZoneName>))]
    pub time_zone: Option<Option<String>>,
    #[serde(default, rename = "retryAfterDays", deserialize_with = "present")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<i64>, minimum = 0, maximum = 3650))]
    pub retry_after: Option<Option<i64>>,
    #[serde(default, deserialize_with = "present")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Series>))]
    pub series: Option<Option<Series>>,
    /// Open quizzes only.
    pub respondents_may_erase: Option<bool>,
    pub result_by_mail: Option<bool>,
    pub show_progress: Option<bool>,
    #[cfg_attr(feature = "schema", schema(max_items = 50))]
    pub allowed_origins: Option<Vec<String>>,
    /// Replaces all of it; null takes it away.
    #[serde(default, deserialize_with = "present_or_default")]
    pub about: Option<AboutInput>,
    /// Replaces all of them; null takes them away. Values that people have stay as they are.
    #[serde(default, deserialize_with = "present_or_default")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<PersonField>>, max_items = 20))]
    pub fields: Option<Vec<PersonField>>,
    pub status: Option<QuizStatus>,
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<crate::schema::Question>>, min_items = 1, max_items = 200))]
    pub questions: Option<Vec<QuestionInput>>,
    #[serde(default, deserialize_with = "present")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Scoring>))]
    pub scoring: Option<Option<Scoring>>,
    #[serde(default, deserialize_with = "present")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Opening>))]
    pub start: Option<Option<Opening>>,
    #[serde(default, deserialize_with = "present")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Ending>))]
    pub end: Option<Option<Ending>>,
    pub review: Option<bool>,
    pub show_results: Option<bool>,
    pub result: Option<ResultView>,
    pub address: Option<Address>,
    /// Replaces all of them; null takes them away.
    #[serde(default, deserialize_with = "present_or_default")]
    pub words: Option<OwnWords>,
    pub feedback: Option<Feedback>,
    #[serde(default, deserialize_with = "present")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<crate::Picture>))]
    pub image: Option<Option<PictureBox>>,
    #[serde(default, deserialize_with = "present")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<crate::Picture>))]
    pub logo: Option<Option<PictureBox>>,
    /// Replaces all of them; null takes them away.
    #[serde(default, deserialize_with = "present_or_default")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<AlertRule>>, max_items = 20))]
    pub alerts: Option<Vec<AlertRule>>,
    #[serde(default, deserialize_with = "present")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Places>))]
    pub places: Option<Option<Places>>,
    /// As it is stored; so are the five below.
    pub id: Option<QuizId>,
    pub namespace_id: Option<NamespaceId>,
    pub kind: Option<QuizKind>,
    pub anonymous: Option<bool>,
    pub inapp: Option<bool>,
    pub version: Option<u32>,
    /// Not looked at; nor are those below.
    pub created_at: Option<Ignored>,
    pub updated_at: Option<Ignored>,
    pub responses: Option<Ignored>,
    pub csv_export_status: Option<Ignored>,
    pub csv_export_path: Option<Ignored>,
    pub csv_export_error: Option<Ignored>,
    pub csv_export_rows: Option<Ignored>,
    pub csv_export_progress: Option<Ignored>,
    pub csv_export_sha256: Option<Ignored>,
}

/// Any value: a field that a record has and a change does not.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(value_type = Value))]
#[serde(transparent)]
pub struct Ignored(IgnoredAny);

/// Turns a quiz into the one that the body of Create Quiz describes. Anything absent from the body is removed, except
/// for erasure by respondents and the grace period after closing, which are kept.
impl From<QuizInput> for QuizChange {
    fn from(input: QuizInput) -> Self {
        let built_in = || Definition::built_in().questions.iter().map(QuestionInput::from).collect();
        Self {
            name: Some(input.name),
            description: Some(input.description),
            language: Some(input.language),
            primary_colour: Some(input.primary_colour),
            opens_at: Some(input.opens_at),
            closes_at: Some(input.closes_at),
            closing_grace: input.closing_grace,
            time_zone: Some(input.time_zone),
            retry_after: Some(input.retry_after),
            series: Some(input.series),
            respondents_may_erase: input.respondents_may_erase,
            result_by_mail: input.result_by_mail,
            show_progress: input.show_progress,
            allowed_origins: Some(input.allowed_origins),
            about: Some(input.about),
            fields: Some(input.fields),
            questions: Some(input.questions.unwrap_or_else(built_in)),
            scoring: Some(input.scoring),
            start: Some(input.start),
            end: Some(input.end),
            review: Some(input.review),
            show_results: Some(input.show_results),
            result: Some(input.result),
            address: Some(input.address),
            words: Some(input.words),
            feedback: Some(input.feedback),
            image: Some(input.image),
            logo: Some(input.logo),
            alerts: Some(input.alerts),
            places: Some(input.places),
            anonymous: Some(input.anonymous),
            inapp: Some(input.inapp),
            ..Self::default()
        }
    }
}

impl QuizChange {
    /// The change that this body makes to a quiz. A record that is sent back is reduced to the fields that may differ.
    /// Fails with the read-only fields that do not equal the stored ones.
    pub fn of(mut self, quiz: &Quiz, now: Timestamp) -> Result<Self, Invalid> {
        let mut errors = Errors::default();
        for (field, is_kept) in [
            ("id", self.id.as_ref().is_none_or(|id| *id == quiz.id)),
            ("namespaceId", self.namespace_id.as_ref().is_none_or(|id| *id == quiz.namespace_id)),
            ("kind", self.kind.is_none_or(|kind| kind == quiz.kind)),
            ("anonymous", self.anonymous.is_none_or(|flag| flag == quiz.kind.is_anonymous())),
            ("inapp", self.inapp.is_none_or(|flag| flag == quiz.kind.is_inapp())),
            ("version", self.version.is_none_or(|version| version == quiz.version)),
        ] {
            if !is_kept {
                errors.add(field, FieldCode::ReadOnly);
            }
        }
        errors.finish()?;
        // A record shows the status that follows from its dates.
        if self.id.is_some() {
            self.status = self.status.filter(|status| *status != quiz.status(now));
        }
        Ok(self)
    }

    /// True if it may change more than settings.
    pub fn redefines(&self) -> bool {
        self.questions.is_some()
            || self.scoring.is_some()
            || self.language.is_some()
            || self.start.is_some()
            || self.end.is_some()
            || self.review.is_some()
            || self.show_results.is_some()
            || self.result.is_some()
            || self.address.is_some()
            || self.words.is_some()
            || self.feedback.is_some()
            || self.image.is_some()
            || self.logo.is_some()
            || self.alerts.is_some()
            || self.places.is_some()
    }

    pub fn brings_images(&self) -> bool {
        let of_quiz = [&self.image, &self.logo].into_iter().any(|picture| matches!(picture, Some(Some(_))));
        let of_question = |question: &QuestionInput| {
            let mut options = question.options.iter().flatten();
            question.image.is_some() || options.any(|option| option.image.is_some())
        };
        of_quiz || self.questions.iter().flatten().any(of_question)
    }

    /// True if it has options that the newest version does not have: their codes depend on all versions.
    pub fn brings_options(&self, quiz: &Quiz) -> bool {
        let brings = |question: &QuestionInput| {
            let stored = quiz.definition.questions.iter().find(|stored| stored.id.as_str() == question.id);
            let options = stored.into_iter().flat_map(|stored| stored.kind().options());
            let codes: HashMap<&str, usize> = options.map(|option| (option.id.as_str(), option.code)).collect();
            let is_stored = |option: &OptionInput| {
                let code = option.id.as_ref().and_then(|id| codes.get(id.as_str()));
                code.is_some_and(|code| option.code.is_none_or(|given| given == *code))
            };
            question.options.iter().flatten().any(|option| !is_stored(option))
        };
        self.questions.iter().flatten().any(brings)
    }

    /// The settings and the definition after this change; the definition equals the old one if no question and no
    /// language changed. `codes` must cover all versions if it [brings options](Self::brings_options), otherwise only
    /// the newest. The error lists every mistake with its path.
    pub fn apply(
        mut self,
        quiz: &Quiz,
        codes: &OptionCodes,
        new_option_id: impl FnMut() -> OptionId,
    ) -> Result<(Settings, Definition), Invalid> {
        let mut errors = Errors::default();
        let mut definition = Definition::clone(&quiz.definition);
        definition.scoring = self.scoring.take().unwrap_or(definition.scoring);
        definition.start = self.start.take().unwrap_or(definition.start);
        definition.end = self.end.take().unwrap_or(definition.end);
        definition.review = self.review.unwrap_or(definition.review);
        definition.show_results = self.show_results.unwrap_or(definition.show_results);
        definition.result = self.result.unwrap_or(definition.result);
        definition.address = self.address.unwrap_or(definition.address);
        definition.words = self.words.take().unwrap_or(definition.words);
        definition.feedback = self.feedback.unwrap_or(definition.feedback);
        definition.image = self.image.take().unwrap_or(definition.image);
        definition.logo = self.logo.take().unwrap_or(definition.logo);
        definition.alerts = self.alerts.take().unwrap_or(definition.alerts);
        definition.places = self.places.take().unwrap_or(definition.places);
        definition.language = self.language.unwrap_or(definition.language);
        let questions = self.questions.take();
        let settings = self.settings(quiz, &mut errors);
        if let Some(questions) = questions {
            let before = Before { stored: Some(&quiz.definition), codes };
            definition.questions = check_questions(questions, before, new_option_id, &mut errors);
        }
        // An unchanged definition of an earlier release may exceed today's limits, and is saved as it is.
        if definition != *quiz.definition {
            definition.has_codes = true;
            definition.check(possible_answers::STEPS, &mut errors);
        }
        errors.finish()?;
        Ok((settings, definition))
    }

    /// The settings after this change, ignoring everything else.
    pub fn apply_settings(self, quiz: &Quiz) -> Result<Settings, Invalid> {
        let mut errors = Errors::default();
        let settings = self.settings(quiz, &mut errors);
        errors.finish()?;
        Ok(settings)
    }

    fn settings(self, quiz: &Quiz, errors: &mut Errors) -> Settings {
        let old = quiz.settings.clone();
        let primary_colour = match self.primary_colour {
            None => old.primary_colour,
            Some(colour) => check_colour(colour, errors),
        };
        let retry_after = match self.retry_after {
            None => old.retry_after,
            Some(days) => check_retry_after(days, errors),
        };
        let time_zone = match self.time_zone {
            None => old.time_zone,
            Some(name) => check_time_zone(name.as_deref(), errors),
        };
        let series = self.series.unwrap_or(old.series);
        let settings = Settings {
            name: self.name.unwrap_or(old.name),
            description: self.description.unwrap_or(old.description),
            primary_colour,
            opens_at: self.opens_at.unwrap_or(old.opens_at),
            closes_at: self.closes_at.unwrap_or(old.closes_at),
            closing_grace: self.closing_grace.unwrap_or(old.closing_grace),
            time_zone,
            retry_after,
            had_series: old.had_series || series.is_some(),
            series,
            respondents_may_erase: self.respondents_may_erase.unwrap_or(old.respondents_may_erase),
            result_by_mail: self.result_by_mail.unwrap_or(old.result_by_mail),
            show_progress: self.show_progress.unwrap_or(old.show_progress),
            allowed_origins: self.allowed_origins.unwrap_or(old.allowed_origins),
            about: self.about.map_or(old.about, |about| about.check(errors)),
            fields: self.fields.unwrap_or(old.fields),
            status: self.status.unwrap_or(old.status),
        };
        check_settings(&settings, Some(quiz.kind), errors);
        settings
    }
}

/// With `default`, distinguishes null from absent.
fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// As [`present`], but null means the default.
fn present_or_default<'de, T: Deserialize<'de> + Default, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    or_default(deserializer).map(Some)
}
