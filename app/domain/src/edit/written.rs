//! A quiz as the body of Create Quiz, which the API, the command line, exports and the editor read.

use serde_json::{Map, Value, json};

use super::Tree;
use crate::{Definition, QuestionInput, Quiz, QuizKind, json};

/// Keeps the ids of questions and options.
pub fn of_quiz(quiz: &Quiz) -> Tree {
    let mut fields = settings_fields(quiz);
    fields.extend(definition_fields(&quiz.definition));
    Tree::new(fields.into())
}

/// The unversioned settings, without the status.
pub fn settings_fields(quiz: &Quiz) -> Map<String, Value> {
    let settings = &quiz.settings;
    let may_erase = (quiz.kind == QuizKind::Open).then_some(settings.respondents_may_erase);
    present([
        ("name", json!(settings.name)),
        ("description", json!(settings.description)),
        ("anonymous", json!(quiz.kind.is_anonymous())),
        ("inapp", json!(quiz.kind.is_inapp())),
        ("primaryColor", json!(settings.primary_colour)),
        ("opensAt", json!(settings.opens_at.map(json::moment))),
        ("closesAt", json!(settings.closes_at.map(json::moment))),
        ("closingGrace", json!(settings.closing_grace)),
        ("timeZone", unless(settings.time_zone.is_utc(), json!(settings.time_zone))),
        ("retryAfterDays", json!(settings.retry_after)),
        ("series", json!(settings.series)),
        ("respondentsMayErase", json!(may_erase)),
        ("resultByMail", unless(!settings.result_by_mail, json!(true))),
        ("showProgress", unless(!settings.show_progress, json!(true))),
        ("allowedOrigins", json!(settings.allowed_origins)),
        ("about", unless(settings.about.is_empty(), json!(settings.about))),
        ("fields", unless(settings.fields.is_empty(), json!(settings.fields))),
    ])
}

pub fn definition_fields(definition: &Definition) -> Map<String, Value> {
    present([
        ("language", json!(definition.language)),
        // As submitted: a version chooses the wording of its built-in questions itself.
        ("questions", json!(definition.questions.iter().map(QuestionInput::from).collect::<Vec<_>>())),
        ("scoring", json!(definition.scoring)),
        ("start", json!(definition.start)),
        ("end", json!(definition.end)),
        ("review", unless(!definition.review, json!(true))),
        ("address", unless(definition.address.is_informal(), json!(definition.address))),
        ("words", unless(definition.words.is_empty(), json!(definition.words))),
        ("result", unless(definition.result.is_full(), json!(definition.result))),
        ("feedback", unless(definition.feedback.is_none(), json!(definition.feedback))),
        ("image", json!(definition.image)),
        ("logo", json!(definition.logo)),
        ("alerts", unless(definition.alerts.is_empty(), json!(definition.alerts))),
        ("places", json!(definition.places)),
        ("showResults", unless(!definition.show_results, json!(true))),
    ])
}

fn unless(is_default: bool, value: Value) -> Value {
    if is_default { Value::Null } else { value }
}

fn present<const N: usize>(fields: [(&str, Value); N]) -> Map<String, Value> {
    let fields = fields.into_iter().filter(|(_, value)| !value.is_null());
    fields.map(|(name, value)| (name.to_owned(), value)).collect()
}
