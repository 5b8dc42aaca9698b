//! Exporting and reading a quiz definition, in the format of Create Quiz's body.

use axum::{
    http::{HeaderValue, header},
    response::IntoResponse,
};
use domain::{FieldCode, FieldError, QuizInput, edit::of_quiz};

use super::super::{Admin, AdminResult, Path};
use crate::{
    http::{reply::error::ApiError, request::extract},
    service::{QuizPath, ServiceError},
};

pub(super) async fn download(admin: Admin, Path(path): Path<QuizPath>) -> AdminResult {
    let (quiz, _) = admin.service().quiz(&admin.caller, &path).await?;
    let mut response = format!("{:#}\n", of_quiz(&quiz).value()).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    if let Ok(name) = HeaderValue::try_from(format!("attachment; filename=\"quiz-{}.json\"", path.quiz)) {
        headers.insert(header::CONTENT_DISPOSITION, name);
    }
    Ok(response)
}

/// Reads the body of Create Quiz. Problems without a field get the path `definition`.
pub(super) fn read(text: &str) -> Result<QuizInput, ServiceError> {
    match extract::parse(text.as_bytes()) {
        Ok(input) => Ok(input),
        Err(ApiError::Service(error)) => Err(error),
        Err(other) => Err(FieldError::new("definition", FieldCode::NotJson(other.message())).into()),
    }
}
