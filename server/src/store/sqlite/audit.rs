//! The audit log: lines in chains of hashes, one a namespace.

use async_trait::async_trait;
use domain::{NamespaceId, QuizId, Timestamp};
use sqlx::FromRow;

use super::{SqliteStore, error::classify, transaction::SqliteTransaction};
use crate::store::{
    Actor, ActorKind, AuditEntry, AuditEvent, AuditFilter, AuditStore, AuditTransaction, Page, StoreError,
};

#[derive(FromRow)]
struct Row {
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
}

macro_rules! columns {
    () => {
        "seq, chain_seq, at, actor_kind, actor_id, actor_name, action, namespace_id, quiz_id, subject, details, hash"
    };
}

impl TryFrom<Row> for AuditEntry {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let damaged = || StoreError::Internal(format!("line {} of the audit log is damaged", row.seq));
        let event = AuditEvent {
            at: Timestamp::from_nanoseconds(row.at),
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
        let hash = row.hash.as_slice().try_into().map_err(|_| damaged())?;
        let number = |number: i64| u64::try_from(number).map_err(|_| damaged());
        Ok(Self { seq: number(row.seq)?, chain_seq: row.chain_seq.map(number).transpose()?, event, hash })
    }
}

#[async_trait]
impl AuditStore for SqliteStore {
    async fn audit(&self, filter: &AuditFilter, page: Page<u64>) -> Result<Vec<AuditEntry>, StoreError> {
        let rows: Vec<Row> = sqlx::query_as(concat!(
            "SELECT ",
            columns!(),
            " FROM audit_log
             WHERE seq < $1
               AND ($2 IS NULL OR namespace_id = $2)
               AND ($3 IS NULL OR action = $3)
               AND ($4 IS NULL OR instr(lower(actor_name), $4) > 0)
               AND ($5 IS NULL OR at >= $5)
               AND ($6 IS NULL OR at < $6)
             ORDER BY seq DESC LIMIT $7"
        ))
        .bind(page.after.map_or(i64::MAX, u64::cast_signed))
        .bind(filter.namespace.as_ref().map(NamespaceId::as_str))
        .bind(&filter.action)
        .bind(filter.actor.as_deref().map(str::to_lowercase))
        .bind(filter.from.map(Timestamp::nanoseconds))
        .bind(filter.until.map(Timestamp::nanoseconds))
        .bind(page.limit)
        .fetch_all(&self.readers)
        .await
        .map_err(classify)?;
        rows.into_iter().map(AuditEntry::try_from).collect()
    }

    async fn audit_lines(&self, page: Page<u64>) -> Result<Vec<AuditEntry>, StoreError> {
        let rows: Vec<Row> =
            sqlx::query_as(concat!("SELECT ", columns!(), " FROM audit_log WHERE seq > $1 ORDER BY seq LIMIT $2"))
                .bind(page.after.map_or(0, u64::cast_signed))
                .bind(page.limit)
                .fetch_all(&self.readers)
                .await
                .map_err(classify)?;
        rows.into_iter().map(AuditEntry::try_from).collect()
    }
}

#[async_trait]
impl AuditTransaction for SqliteTransaction<'_> {
    async fn append_audit(&mut self, event: &AuditEvent) -> Result<AuditEntry, StoreError> {
        // Writers of all processes come one after the other, so the last line stays the last.
        let select = sqlx::query_as(
            "SELECT (SELECT coalesce(max(seq), 0) FROM audit_log), coalesce(last.chain_seq, 0),
                 coalesce(last.hash, (SELECT hash FROM audit_log WHERE chain_seq IS NULL ORDER BY seq DESC LIMIT 1))
             FROM (SELECT 1) LEFT JOIN (
                 SELECT chain_seq, hash FROM audit_log
                 WHERE coalesce(namespace_id, '') = $1 AND chain_seq IS NOT NULL ORDER BY chain_seq DESC LIMIT 1
             ) AS last",
        );
        let chain = event.namespace_id.as_ref().map_or(String::new(), NamespaceId::to_string);
        let last: Option<(i64, i64, Option<Vec<u8>>)> = self.fetch(select.bind(chain)).await?;
        let (seq, chain_seq, previous) = last.unwrap_or_default();
        let (seq, chain_seq) = ((seq + 1).cast_unsigned(), (chain_seq + 1).cast_unsigned());
        // A damaged hash breaks the chain here, for the check to find.
        let hash = event.hash(seq, &previous.unwrap_or_default().try_into().unwrap_or_default());
        let insert = sqlx::query(concat!(
            "INSERT INTO audit_log (",
            columns!(),
            ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)"
        ))
        .bind(seq.cast_signed())
        .bind(chain_seq.cast_signed())
        .bind(event.at.nanoseconds())
        .bind(event.actor.kind.as_str())
        .bind(&event.actor.id)
        .bind(&event.actor.name)
        .bind(&event.action)
        .bind(event.namespace_id.as_ref().map(NamespaceId::as_str))
        .bind(event.quiz_id.as_ref().map(QuizId::as_str))
        .bind(&event.subject)
        .bind(&event.details)
        .bind(hash.as_slice());
        self.execute(insert).await?;
        Ok(AuditEntry { seq, chain_seq: Some(chain_seq), event: event.clone(), hash })
    }
}
