//! Reading forms and reporting their problems.

use app::admin::Problem;
use axum::{
    extract::{FromRequest, RawForm, Request},
    http::StatusCode,
    response::IntoResponse,
};
use domain::Invalid;
use serde::de::DeserializeOwned;

use super::{AdminError, Http, SMALL, offload};

/// Default maximum number of fields: more than the columns, respondents or tables on one page.
const MOST_FIELDS: usize = 2_000;

pub(super) struct Form<T, const MOST: usize = MOST_FIELDS>(pub(super) T);

impl<T: DeserializeOwned + Send + 'static, const MOST: usize> FromRequest<Http> for Form<T, MOST> {
    type Rejection = AdminError;

    async fn from_request(request: Request, http: &Http) -> Result<Self, AdminError> {
        let RawForm(bytes) = RawForm::from_request(request, http)
            .await
            .map_err(|refused| AdminError::Unreadable(refused.into_response().status()))?;
        // Counted before any of them is parsed.
        if memchr::memchr_iter(b'&', &bytes).count() >= MOST {
            return Err(AdminError::Unreadable(StatusCode::PAYLOAD_TOO_LARGE));
        }
        let form = offload(bytes.len() > SMALL, move || serde_urlencoded::from_bytes(&bytes)).await;
        form.map(Self).map_err(|_| AdminError::Unreadable(StatusCode::BAD_REQUEST))
    }
}

/// Form fields have the names of the API's fields.
pub(super) fn problems(invalid: Invalid) -> Vec<Problem> {
    invalid.0.into_iter().map(Problem::from).collect()
}

pub(super) fn problem(field: impl Into<String>, message: impl Into<String>) -> Problem {
    Problem { field: field.into(), message: message.into() }
}
