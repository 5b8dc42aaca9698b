//! Exporting and reading a quiz definition, in the format of Create Quiz's body.

use axum::{
    http::{HeaderValue, header},
    response::IntoResponse,
};
use domain::{FieldCode, FieldError, Quiz, QuizInput, QuizKind};
use serde_json::{Map, Value, json};

use super::super::{Admin, AdminResult, Path};
use crate::{
    clock,
    http::{error::ApiError, extract},
    service::{QuizPath, ServiceError},
};

pub(super) async fn download(admin: Admin, Path(path): Path<QuizPath>) -> AdminResult {
    let (quiz, _) = admin.service().quiz(&admin.caller, &path).await?;
    let mut response = format!("{:#}\n", of_quiz(&quiz)).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    if let Ok(name) = HeaderValue::try_from(format!("attachment; filename=\"quiz-{}.json\"", path.quiz)) {
        headers.insert(header::CONTENT_DISPOSITION, name);
    }
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    Ok(response)
}

/// Reads the body of Create Quiz. Problems that belong to no field have the path `definition`.
pub(super) fn read(text: &str) -> Result<QuizInput, ServiceError> {
    match extract::parse(text.as_bytes()) {
        Ok(input) => Ok(input),
        Err(ApiError::Service(error)) => Err(error),
        Err(other) => Err(FieldError::new("definition", FieldCode::NotJson(other.message())).into()),
    }
}

/// The body of Create Quiz. Keeps the ids of questions and options.
pub(in crate::http::admin) fn of_quiz(quiz: &Quiz) -> Value {
    let settings = &quiz.settings;
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
    put("language", json!(quiz.definition.language));
    put("primaryColor", json!(settings.primary_colour));
    put("opensAt", json!(settings.opens_at.map(clock::to_rfc3339)));
    put("closesAt", json!(settings.closes_at.map(clock::to_rfc3339)));
    put("retryAfterDays", json!(settings.retry_after));
    let may_erase = (quiz.kind == QuizKind::Open).then_some(settings.respondents_may_erase);
    put("respondentsMayErase", json!(may_erase));
    put("allowedOrigins", json!(settings.allowed_origins));
    put("about", if settings.about.is_empty() { Value::Null } else { json!(settings.about) });
    put("questions", json!(quiz.definition.questions));
    put("scoring", json!(quiz.definition.scoring));
    put("start", json!(quiz.definition.start));
    put("end", json!(quiz.definition.end));
    put("review", if quiz.definition.review { json!(true) } else { Value::Null });
    put("showResults", if quiz.definition.show_results { json!(true) } else { Value::Null });
    body.into()
}
