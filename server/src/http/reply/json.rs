//! JSON replies. Axum's own writes each piece of a text through layers that take several times as long as the piece does.

use axum::{
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use serde::Serialize;

use super::error::ApiError;
use crate::service::ServiceError;

pub(crate) struct Json<T>(pub(crate) T);

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        match serde_json::to_vec(&self.0) {
            Ok(body) => ([(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], body).into_response(),
            Err(error) => ApiError::from(ServiceError::Internal(error.to_string())).into_response(),
        }
    }
}
