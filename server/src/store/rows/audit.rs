//! Lines of the audit log.

use domain::{NamespaceId, QuizId};

use super::{Stored, count, damaged, moment, row};
use crate::store::{Actor, ActorKind, AuditEntry, AuditEvent, StoreError};

row!(AuditRow, audit_columns {
    seq: i64,
    chain_seq: Option<i64>,
    at: i64,
    actor_kind: String,
    actor_id: String,
    actor_name: String,
    action: String,
    namespace_id: Option<String>,
    quiz_id: Option<String>,
    subject: Option<String>,
    details: Option<String>,
    hash: Vec<u8>,
});

impl Stored for AuditEntry {
    type Row = AuditRow;

    fn read(row: AuditRow) -> Result<Self, StoreError> {
        let what = format!("line {} of the audit log", row.seq);
        let damaged = || damaged(&what);
        let event = AuditEvent {
            at: moment(row.at),
            actor: Actor {
                kind: ActorKind::parse(&row.actor_kind).ok_or_else(damaged)?,
                id: row.actor_id,
                name: row.actor_name,
            },
            action: row.action,
            namespace_id: row.namespace_id.as_deref().map(NamespaceId::parse).transpose().map_err(|_| damaged())?,
            quiz_id: row.quiz_id.as_deref().map(QuizId::parse).transpose().map_err(|_| damaged())?,
            subject: row.subject,
            details: row.details,
        };
        Ok(Self {
            seq: count(row.seq, &what)?,
            chain_seq: row.chain_seq.map(|number| count(number, &what)).transpose()?,
            event,
            hash: row.hash.try_into().map_err(|_| damaged())?,
        })
    }
}
