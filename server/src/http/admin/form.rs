//! Reading a form, and telling what is wrong with it.

use app::admin::Problem;
use axum::extract::{FromRequest, Request};
use domain::FieldError;
use serde::de::DeserializeOwned;

use super::{super::state::Http, error::AdminError};

pub(super) struct Form<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequest<Http> for Form<T> {
    type Rejection = AdminError;

    async fn from_request(request: Request, http: &Http) -> Result<Self, AdminError> {
        let form = axum::Form::<T>::from_request(request, http).await;
        form.map(|form| Self(form.0)).map_err(|refused| AdminError::Unreadable(refused.status()))
    }
}

/// Form fields are named like the fields of the API.
pub(super) fn problems(details: Vec<FieldError>) -> Vec<Problem> {
    details.into_iter().map(|error| problem(error.path, error.message)).collect()
}

pub(super) fn problem(field: impl Into<String>, message: impl Into<String>) -> Problem {
    Problem { field: field.into(), message: message.into() }
}
