//! JSON replies. Axum's own writes each piece of a text through layers that take several times as long as the piece does.

use std::cell::RefCell;

use axum::{
    body::Bytes,
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use serde::Serialize;

use super::error::ApiError;
use crate::service::ServiceError;

/// Bytes that a thread keeps for writing, which nearly all replies fit in.
const KEPT: usize = 64 * 1024;

pub(crate) struct Json<T>(pub(crate) T);

/// A reply that is written already, since it borrows what the handler has read.
pub(crate) struct Written(Bytes);

impl Written {
    /// Writes where the thread's reply before was written, so that a reply is copied once, not each time that it grows.
    pub(crate) fn of(value: &impl Serialize) -> Result<Self, ApiError> {
        thread_local! {
            static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
        }
        BUFFER.with_borrow_mut(|buffer| {
            let written = serde_json::to_writer(&mut *buffer, value).map(|()| Self(Bytes::copy_from_slice(buffer)));
            buffer.clear();
            buffer.shrink_to(KEPT);
            written.map_err(|error| ServiceError::Internal(error.to_string()).into())
        })
    }
}

impl IntoResponse for Written {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], self.0).into_response()
    }
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        Written::of(&self.0).into_response()
    }
}
