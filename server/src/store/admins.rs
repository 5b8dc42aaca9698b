//! Administrators and their sessions.

use domain::{Email, NamespaceId, Role, Timestamp};

use super::Actor;

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Administrator {
    pub id: String,
    pub email: Email,
    pub name: String,
    /// Argon2id hash in PHC format; `None` until a password is chosen.
    pub password_hash: Option<String>,
    pub totp: Option<Totp>,
    /// True for an owner of all namespaces.
    pub is_everywhere: bool,
    pub created_at: Timestamp,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Totp {
    pub secret: Vec<u8>,
    /// The last time step whose code was accepted.
    pub last_step: u64,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SignInLink {
    /// SHA-256 of the token in the link.
    pub token_hash: [u8; 32],
    /// The account whose password the link sets. `None` creates the first administrator.
    pub admin_id: Option<String>,
    pub expires_at: Timestamp,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Session {
    /// SHA-256 of the cookie's value.
    pub token_hash: [u8; 32],
    /// The id shown in lists.
    pub id: String,
    pub admin_id: String,
    /// The browser, from its User-Agent.
    pub client: String,
    pub created_at: Timestamp,
    pub seen_at: Timestamp,
    pub expires_at: Timestamp,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Member {
    pub administrator: Administrator,
    pub role: Role,
}

/// A role in a namespace that has not been accepted yet.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Offer {
    /// The id in lists and forms.
    pub id: String,
    pub namespace: NamespaceId,
    pub email: Email,
    pub role: Role,
    /// SHA-256 of the token in the link.
    pub token_hash: [u8; 32],
    /// The actor who offers the role.
    pub by: Actor,
    /// The maker's words to the person.
    pub message: Option<String>,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
}
