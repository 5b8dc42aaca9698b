//! Secrets that the service encrypts.

use std::fmt;

use domain::QuizId;

/// The owner of a secret. Its text is part of what is encrypted, so that a secret opens in its own place only.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum SecretOf {
    /// The installation's, by name.
    Installation(String),
    /// The second factor of the account with this id.
    Administrator(String),
    /// The secret that sessions of a quiz are signed with.
    Quiz(QuizId),
    /// What is sealed of the endpoint with this id: secrets and headers.
    Endpoint(String),
}

impl fmt::Display for SecretOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Installation(name) => write!(f, "installation/{name}"),
            Self::Administrator(id) => write!(f, "second factor/{id}"),
            Self::Quiz(id) => write!(f, "signed sessions/{id}"),
            Self::Endpoint(id) => write!(f, "endpoint/{id}"),
        }
    }
}
