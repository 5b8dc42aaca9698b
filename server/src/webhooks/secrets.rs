//! The encrypted data of an endpoint.

use std::time::Duration;

use base64::{Engine, engine::general_purpose::STANDARD};
use domain::Timestamp;
use serde::{Deserialize, Serialize};

use crate::random;

/// Time for which deliveries are also signed with the previous secret.
pub const OLD_SECRET: Duration = Duration::from_hours(24);

#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct EndpointSecrets {
    /// Base 64.
    secret: String,
    /// The previous secret, and its expiry in nanoseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    before: Option<(String, i64)>,
    #[serde(default)]
    pub headers: Vec<(String, String)>,
}

impl EndpointSecrets {
    #[expect(clippy::new_without_default, reason = "two are never the same")]
    pub fn new() -> Self {
        Self { secret: STANDARD.encode(random::secret()), before: None, headers: Vec::new() }
    }

    #[must_use]
    pub fn with_headers(self, headers: Vec<(String, String)>) -> Self {
        Self { headers, ..self }
    }

    /// With a new secret. The previous one stays valid until a moment.
    #[must_use]
    pub fn renewed(self, until: Timestamp) -> Self {
        Self { before: Some((self.secret, until.nanoseconds())), headers: self.headers, ..Self::new() }
    }

    pub fn text(&self) -> String {
        format!("whsec_{}", self.secret)
    }

    /// The keys to sign with at a moment, newest first.
    pub(super) fn keys(&self, now: Timestamp) -> Vec<Vec<u8>> {
        let before = self.before.as_ref().filter(|(_, until)| now.nanoseconds() < *until).map(|(secret, _)| secret);
        [Some(&self.secret), before].into_iter().flatten().filter_map(|secret| STANDARD.decode(secret).ok()).collect()
    }

    pub fn to_json(&self) -> Result<Vec<u8>, serde_json::Error> {
        serde_json::to_vec(self)
    }

    pub fn from_json(json: &[u8]) -> Result<Self, serde_json::Error> {
        serde_json::from_slice(json)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_secret_before_works_on_for_its_time() {
        let at = Timestamp::from_nanoseconds;
        let first =
            EndpointSecrets { headers: vec![("x-tenant".to_owned(), "7".to_owned())], ..EndpointSecrets::new() };
        let second = first.clone().renewed(at(100));
        assert_eq!(second.headers, first.headers);
        assert_ne!(second.text(), first.text());
        assert_eq!(second.keys(at(99)), [second.keys(at(100)), first.keys(at(0))].concat());
        let json = second.to_json().expect("JSON");
        assert_eq!(EndpointSecrets::from_json(&json).expect("the same"), second);
        assert!(first.text().starts_with("whsec_") && first.keys(at(0))[0].len() == 32);
    }
}
