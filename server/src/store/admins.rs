//! Administrators and their sessions.

use domain::{Email, NamespaceId, Role, Timestamp};

use super::Actor;

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Administrator {
    pub id: String,
    pub email: Email,
    pub name: String,
    /// Argon2id in PHC form; `None` until a password was chosen.
    pub password_hash: Option<String>,
    pub totp: Option<Totp>,
    /// Owner of every namespace.
    pub is_everywhere: bool,
    pub created_at: Timestamp,
}

/// A second factor (RFC 6238).
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Totp {
    pub secret: Vec<u8>,
    /// The last time step whose code was taken.
    pub last_step: u64,
}

/// A link that works once.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SignInLink {
    /// SHA-256 of the token in the link.
    pub token_hash: [u8; 32],
    /// The account whose password it sets; `None` creates the first administrator.
    pub admin_id: Option<String>,
    pub expires_at: Timestamp,
}

/// A browser in which an administrator is signed in.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Session {
    /// SHA-256 of the cookie's value.
    pub token_hash: [u8; 32],
    /// The name shown in lists.
    pub id: String,
    pub admin_id: String,
    /// The browser, as it calls itself.
    pub client: String,
    pub created_at: Timestamp,
    pub seen_at: Timestamp,
    pub expires_at: Timestamp,
}

/// A person's part in a namespace.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Member {
    pub administrator: Administrator,
    pub role: Role,
}

/// A role in a namespace that waits for its person to accept it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Offer {
    /// The name in lists and forms.
    pub id: String,
    pub namespace: NamespaceId,
    pub email: Email,
    pub role: Role,
    /// SHA-256 of the token in the link.
    pub token_hash: [u8; 32],
    /// Offers the role.
    pub by: Actor,
    /// The maker's words to the person.
    pub message: Option<String>,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
}
