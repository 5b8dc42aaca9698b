//! JSON replies. Axum's own writes each piece of a text through layers that take several times as long as the piece
//! itself.

use std::cell::RefCell;

use axum::{
    body::Bytes,
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use serde::Serialize;

use super::error::ApiError;
use crate::service::ServiceError;

/// Size of the write buffer that each thread keeps, in bytes. Nearly all replies fit.
const KEPT: usize = 64 * 1024;

pub(crate) struct Json<T>(pub(crate) T);

/// A reply that is serialized early, because it borrows data from the handler.
pub(crate) struct Written(Bytes);

impl Written {
    /// Serializes into the thread's buffer, so that a reply is copied once, not each time that it grows.
    pub(crate) fn of(value: &impl Serialize) -> Result<Self, ApiError> {
        thread_local! {
            static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
        }
        BUFFER.with_borrow_mut(|buffer| {
            // A panic may have left part of an earlier reply.
            buffer.clear();
            let written = serde_json::to_writer(&mut *buffer, value).map(|()| Self(Bytes::copy_from_slice(buffer)));
            if buffer.capacity() > KEPT {
                *buffer = Vec::new();
            }
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

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use serde::{Serializer, ser::SerializeSeq};

    use super::*;

    /// Panics when part of it is written.
    struct Broken;

    impl Serialize for Broken {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_seq(None)?.serialize_element("secret")?;
            panic!("on purpose")
        }
    }

    #[test]
    fn nothing_of_a_reply_is_in_the_next_one() {
        assert!(catch_unwind(|| Written::of(&Broken)).is_err());
        for text in ["x".repeat(2 * KEPT), "a".to_owned()] {
            let reply = Written::of(&text).map(|written| written.0);
            assert!(reply.is_ok_and(|reply| reply == format!("\"{text}\"")), "{} bytes", text.len());
        }
    }
}
