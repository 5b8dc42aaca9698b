//! The people who run quizzes, their sessions, and the log of what was done.

use domain::{Email, NamespaceId, QuizId, Role, Timestamp};
use sha2::{Digest, Sha256};

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
    /// Whose password it sets; `None` makes the first administrator.
    pub admin_id: Option<String>,
    pub expires_at: Timestamp,
}

/// A browser in which an administrator is signed in.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Session {
    /// SHA-256 of the cookie's value.
    pub token_hash: [u8; 32],
    /// What names it in lists.
    pub id: String,
    pub admin_id: String,
    /// The browser, as it calls itself.
    pub client: String,
    pub created_at: Timestamp,
    pub seen_at: Timestamp,
    pub expires_at: Timestamp,
}

/// A quiz as it is being edited: the editor's fields as they were sent, which may not be valid.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Draft {
    pub quiz_id: QuizId,
    /// JSON in the editor's own form.
    pub fields: String,
    /// The quiz's `updated_at` when the draft was begun.
    pub based_on: Timestamp,
    pub admin_id: String,
    pub updated_at: Timestamp,
}

/// Who did something.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Actor {
    pub kind: ActorKind,
    /// Of the administrator or the key; empty for the operator.
    pub id: String,
    /// What people know them by.
    pub name: String,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum ActorKind {
    Administrator,
    Key,
    /// Somebody at the machine's own shell.
    Operator,
    /// The service itself, such as a schedule.
    System,
}

/// Something that was done, to be written down.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct AuditEvent {
    pub at: Timestamp,
    pub actor: Actor,
    /// Such as `quiz.delete`.
    pub action: String,
    pub namespace_id: Option<NamespaceId>,
    pub quiz_id: Option<QuizId>,
    pub subject: Option<String>,
    /// What else is worth knowing, in words.
    pub details: Option<String>,
}

/// A line of the audit log.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct AuditEntry {
    /// Counts from 1 without gaps.
    pub seq: u64,
    pub event: AuditEvent,
    /// Over this line and the hash of the one before it.
    pub hash: [u8; 32],
}

/// Which lines of the audit log to list.
#[derive(Clone, Debug, Default)]
pub struct AuditFilter {
    /// `None`: of all namespaces, and those of none.
    pub namespace: Option<NamespaceId>,
    pub action: Option<String>,
    /// Part of the actor's name.
    pub actor: Option<String>,
    pub from: Option<Timestamp>,
    /// Exclusive.
    pub until: Option<Timestamp>,
}

/// A person's part in a namespace.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Member {
    pub administrator: Administrator,
    pub role: Role,
}

impl ActorKind {
    pub const ALL: [Self; 4] = [Self::Administrator, Self::Key, Self::Operator, Self::System];

    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Administrator => "administrator",
            Self::Key => "key",
            Self::Operator => "operator",
            Self::System => "system",
        }
    }

    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}

impl AuditEvent {
    /// The hash of this event as line `seq` after a line with the hash `previous`; 32 zero bytes before the first.
    ///
    /// SHA-256 over the previous hash, then each field as its length in 8 bytes (big-endian) and its bytes; a field that
    /// is absent has the length 2^64 − 1 and no bytes.
    #[must_use]
    pub fn hash(&self, seq: u64, previous: &[u8; 32]) -> [u8; 32] {
        let mut hash = Sha256::new_with_prefix(previous);
        let mut add = |field: Option<&str>| {
            let length = field.map_or(u64::MAX, |field| field.len() as u64);
            hash.update(length.to_be_bytes());
            hash.update(field.unwrap_or_default());
        };
        add(Some(&seq.to_string()));
        add(Some(&self.at.nanoseconds().to_string()));
        add(Some(self.actor.kind.as_str()));
        add(Some(&self.actor.id));
        add(Some(&self.actor.name));
        add(Some(&self.action));
        add(self.namespace_id.as_ref().map(NamespaceId::as_str));
        add(self.quiz_id.as_ref().map(QuizId::as_str));
        add(self.subject.as_deref());
        add(self.details.as_deref());
        hash.finalize().into()
    }
}
