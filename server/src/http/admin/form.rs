//! Reading a form; one that cannot be read is answered with a page.

use axum::{
    extract::{FromRequest, Request},
    http::StatusCode,
    response::Response,
};
use serde::de::DeserializeOwned;

use super::{super::state::Http, reply};

pub(super) struct Form<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequest<Http> for Form<T> {
    type Rejection = Response;

    async fn from_request(request: Request, http: &Http) -> Result<Self, Response> {
        let path = request.uri().path().to_owned();
        match axum::Form::<T>::from_request(request, http).await {
            Ok(form) => Ok(Self(form.0)),
            Err(refused) => {
                let is_large = refused.status() == StatusCode::PAYLOAD_TOO_LARGE;
                Err(reply::unreadable(http, &path, is_large))
            }
        }
    }
}
