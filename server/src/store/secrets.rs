//! Secrets that the service encrypts.

use std::fmt;

use domain::QuizId;

/// The owner of a secret. Its text is authenticated with the secret, so that a secret decrypts only in its own place.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum SecretOf {
    /// A secret of the installation, by name.
    Installation(String),
    /// The second factor of the account with this id.
    Administrator(String),
    /// The secret that signs a quiz's sessions.
    Quiz(QuizId),
    /// The secrets and headers of the endpoint with this id.
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
