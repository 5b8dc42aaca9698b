//! A quiz as the body of Create Quiz: what the API, the command line, exports and the editor read.

use serde_json::{Map, Value, json};

use super::Tree;
use crate::{QuestionInput, Quiz, QuizKind, json};

/// Keeps the ids of questions and options.
pub fn of_quiz(quiz: &Quiz) -> Tree {
    let (settings, definition) = (&quiz.settings, &quiz.definition);
    let mut body = Map::new();
    let mut put = |name: &str, value: Value| {
        if !value.is_null() {
            body.insert(name.to_owned(), value);
        }
    };
    put("name", json!(settings.name));
    put("description", json!(settings.description));
    put("anonymous", json!(quiz.kind.is_anonymous()));
    put("inapp", json!(quiz.kind.is_inapp()));
    put("language", json!(definition.language));
    put("primaryColor", json!(settings.primary_colour));
    put("opensAt", json!(settings.opens_at.map(json::moment)));
    put("closesAt", json!(settings.closes_at.map(json::moment)));
    put("closingGrace", json!(settings.closing_grace));
    put("timeZone", if settings.time_zone.is_utc() { Value::Null } else { json!(settings.time_zone) });
    put("retryAfterDays", json!(settings.retry_after));
    let may_erase = (quiz.kind == QuizKind::Open).then_some(settings.respondents_may_erase);
    put("respondentsMayErase", json!(may_erase));
    put("allowedOrigins", json!(settings.allowed_origins));
    put("about", if settings.about.is_empty() { Value::Null } else { json!(settings.about) });
    // As they are sent: in which words a version asks its built-in questions is its own matter.
    put("questions", json!(definition.questions.iter().map(QuestionInput::from).collect::<Vec<_>>()));
    put("scoring", json!(definition.scoring));
    put("start", json!(definition.start));
    put("end", json!(definition.end));
    put("review", if definition.review { json!(true) } else { Value::Null });
    put("address", if definition.address.is_informal() { Value::Null } else { json!(definition.address) });
    put("words", if definition.words.is_empty() { Value::Null } else { json!(definition.words) });
    put("result", if definition.result.is_full() { Value::Null } else { json!(definition.result) });
    put("feedback", if definition.feedback.is_none() { Value::Null } else { json!(definition.feedback) });
    put("image", json!(definition.image));
    put("logo", json!(definition.logo));
    put("showResults", if definition.show_results { json!(true) } else { Value::Null });
    Tree::new(body.into())
}
