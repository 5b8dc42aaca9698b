//! Lines of the audit log.

use serde::Serialize;
use utoipa::ToSchema;

use super::names;
use crate::{clock, store::AuditEntry};

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditBody {
    /// Counted from 1 over all namespaces, without gaps.
    pub line: u64,
    #[schema(format = DateTime)]
    pub at: String,
    pub actor: ActorBody,
    /// Such as `quiz.delete`.
    pub action: String,
    #[schema(value_type = Option<names::NamespaceId>)]
    pub namespace_id: Option<String>,
    #[schema(value_type = Option<names::QuizId>)]
    pub quiz_id: Option<String>,
    /// What it was done to within the quiz or namespace, such as a user or a key.
    pub subject: Option<String>,
    /// What else is worth knowing, in words.
    pub details: Option<String>,
    /// Over this line and the hash of the one before it.
    #[schema(value_type = names::Sha256)]
    pub hash: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ActorBody {
    #[schema(value_type = names::ActorKind)]
    pub kind: &'static str,
    /// Of the administrator or the key; empty for the others.
    pub id: String,
    /// What people know them by: an e-mail address, the label of a key.
    pub name: String,
}

impl From<AuditEntry> for AuditBody {
    fn from(AuditEntry { seq, event, hash }: AuditEntry) -> Self {
        Self {
            line: seq,
            at: clock::to_rfc3339(event.at),
            actor: ActorBody { kind: event.actor.kind.as_str(), id: event.actor.id, name: event.actor.name },
            action: event.action,
            namespace_id: event.namespace_id.map(Into::into),
            quiz_id: event.quiz_id.map(Into::into),
            subject: event.subject,
            details: event.details,
            hash: hex::encode(hash),
        }
    }
}
