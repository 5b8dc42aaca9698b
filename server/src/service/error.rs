//! Why a use-case did not do what it was asked.

use domain::{Email, FieldError, Invalid, Role};
use thiserror::Error;

use crate::store::StoreError;

#[derive(Debug, Error)]
pub enum ServiceError {
    /// A parameter or an id that cannot be what it should be.
    #[error("{0}")]
    Malformed(String),
    #[error("{0}")]
    Unauthorized(&'static str),
    #[error("{0}")]
    Forbidden(&'static str),
    #[error("{0}")]
    Missing(#[from] Missing),
    /// The request is right, but not in the state things are in.
    #[error("{0}")]
    Conflict(String),
    /// The quiz is not the one that a change was made from.
    #[error("the quiz has been changed since")]
    Changed,
    /// Adding the person would change the role of a member.
    #[error("{email} already has the role {role} in this namespace", role = role.as_str())]
    HasRole { id: String, email: Email, role: Role },
    #[error("{message}")]
    Invalid { message: String, details: Vec<FieldError> },
    /// Seconds to wait before the next try.
    #[error("too many tries, wait {0} s")]
    Throttled(u64),
    /// Nothing was stored; trying again later may work.
    #[error("{0}")]
    Unavailable(String),
    #[error("{0}")]
    Internal(String),
}

/// What is not there; the texts are part of the API.
#[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
pub enum Missing {
    #[error("namespace does not exist")]
    Namespace,
    #[error("quiz does not exist")]
    Quiz,
    #[error("invited user does not exist")]
    User,
    #[error("export does not exist")]
    Export,
    #[error("the exported file does not exist any more")]
    File,
    #[error("api key does not exist")]
    Key,
    #[error("administrator does not exist")]
    Administrator,
    #[error("session does not exist")]
    Session,
    #[error("the link has been used already or has expired")]
    Link,
    #[error("schedule does not exist")]
    Schedule,
}

impl From<StoreError> for ServiceError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Conflict => Self::Conflict("it exists already".to_owned()),
            // Seen a moment ago, and deleted since; nothing else that writes belong to can go.
            StoreError::Missing => Self::Missing(Missing::Quiz),
            StoreError::Busy | StoreError::Unavailable(_) => Self::Unavailable(error.to_string()),
            StoreError::Internal(cause) => Self::Internal(cause),
        }
    }
}

impl From<Invalid> for ServiceError {
    fn from(invalid: Invalid) -> Self {
        let message = invalid.to_string();
        Self::Invalid { message, details: invalid.0 }
    }
}

impl From<FieldError> for ServiceError {
    fn from(error: FieldError) -> Self {
        Invalid(vec![error]).into()
    }
}
