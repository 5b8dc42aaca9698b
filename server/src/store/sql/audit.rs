//! The audit log: lines in chains of hashes, one a namespace.

use async_trait::async_trait;
use domain::{NamespaceId, QuizId, Timestamp};

use super::{SqlConnection, SqlStore, SqlTransaction, Statement, dialect::in_dialect, query, statement::containing};
use crate::store::{
    Administrator, AuditEntry, AuditEvent, AuditFilter, AuditStore, AuditTransaction, Page, StoreError,
    rows::audit_columns,
};

macro_rules! page_of {
    ($namespace:literal) => {
        concat!(
            "SELECT seq, chain_seq, at, actor_kind, actor_id, actor_name, action, namespace_id, quiz_id,
             coalesce((SELECT user_id FROM audit_subjects WHERE pseudonym = subject), subject) AS subject, details, hash
             FROM audit_log
             WHERE seq < $1
               AND ",
            $namespace,
            "
               AND ($3 IS NULL OR action = $3)
               AND ($4 IS NULL OR lower(actor_name) LIKE $4 ESCAPE '!')
               AND ($5 IS NULL OR at >= $5)
               AND ($6 IS NULL OR at < $6)
             ORDER BY seq DESC LIMIT $7"
        )
    };
}

/// A statement for each case, because no index serves `$2 IS NULL OR namespace_id = $2`.
pub(in crate::store) fn page_of(filter: &AuditFilter) -> &'static str {
    match filter.namespace {
        Some(_) => page_of!("namespace_id = $2"),
        None => page_of!("$2 IS NULL"),
    }
}

#[async_trait]
impl<S: SqlStore> AuditStore for S {
    async fn audit(&self, filter: &AuditFilter, page: Page<u64>) -> Result<Vec<AuditEntry>, StoreError> {
        let select = query(page_of(filter))
            .bind(page.after.map_or(i64::MAX, u64::cast_signed))
            .bind(filter.namespace.as_ref().map(NamespaceId::as_str))
            .bind(&filter.action)
            .bind(filter.actor.as_deref().map(|part| containing(&part.to_lowercase())))
            .bind(filter.from.map(Timestamp::nanoseconds))
            .bind(filter.until.map(Timestamp::nanoseconds))
            .bind(i64::from(page.limit));
        self.list(select).await
    }

    async fn audit_of_account(&self, account: &Administrator, limit: u32) -> Result<Vec<AuditEntry>, StoreError> {
        let select = query(concat!(
            "SELECT ",
            audit_columns!(),
            " FROM audit_log WHERE namespace_id IS NULL AND action LIKE 'administrator.%'
                 AND (actor_id = $1 OR subject = $2)
             ORDER BY seq DESC LIMIT $3"
        ));
        self.list(select.bind(&account.id).bind(account.email.as_str()).bind(i64::from(limit))).await
    }

    async fn audit_lines(&self, page: Page<u64>) -> Result<Vec<AuditEntry>, StoreError> {
        self.list(lines(&page)).await
    }
}

fn lines(page: &Page<u64>) -> Statement {
    let sql = concat!("SELECT ", audit_columns!(), " FROM audit_log WHERE seq > $1 ORDER BY seq LIMIT $2");
    query(sql).bind(page.after.map_or(0, u64::cast_signed)).bind(i64::from(page.limit))
}

/// Let the lines be changed until the transaction ends.
macro_rules! take_guard_off {
    (sqlite) => {
        "DROP TRIGGER audit_log_is_not_changed"
    };
    (postgres) => {
        "ALTER TABLE audit_log DISABLE TRIGGER audit_log_is_not_changed"
    };
}

macro_rules! put_guard_on {
    (sqlite) => {
        "CREATE TRIGGER audit_log_is_not_changed BEFORE UPDATE ON audit_log BEGIN
             SELECT raise(ABORT, 'the audit log is append-only');
         END"
    };
    (postgres) => {
        "ALTER TABLE audit_log ENABLE TRIGGER audit_log_is_not_changed"
    };
}

#[async_trait]
impl<C: SqlConnection> AuditTransaction for SqlTransaction<'_, C> {
    async fn audit_lines(&mut self, page: Page<u64>) -> Result<Vec<AuditEntry>, StoreError> {
        self.list(lines(&page)).await
    }

    async fn rewrite_audit_lines(&mut self, lines: &[AuditEntry]) -> Result<(), StoreError> {
        // Together with what it guards: a crash leaves the trigger in place.
        self.execute(query(in_dialect!(C::DIALECT, take_guard_off))).await?;
        for line in lines {
            let update = query("UPDATE audit_log SET subject = $2, hash = $3 WHERE seq = $1")
                .bind(line.seq.cast_signed())
                .bind(line.event.subject.clone())
                .bind(line.hash.to_vec());
            self.execute(update).await?;
        }
        self.execute(query(in_dialect!(C::DIALECT, put_guard_on))).await.map(drop)
    }

    async fn append_audit(&mut self, event: &AuditEvent) -> Result<AuditEntry, StoreError> {
        // Units of work come one after the other, on all servers, so the last line stays the last.
        let select = query(
            "SELECT (SELECT coalesce(max(seq), 0) FROM audit_log), coalesce(last.chain_seq, 0),
                 coalesce(last.hash, (SELECT hash FROM audit_log WHERE chain_seq IS NULL ORDER BY seq DESC LIMIT 1))
             FROM (SELECT 1) AS one LEFT JOIN (
                 SELECT chain_seq, hash FROM audit_log
                 WHERE coalesce(namespace_id, '') = $1 AND chain_seq IS NOT NULL ORDER BY chain_seq DESC LIMIT 1
             ) AS last ON true",
        );
        let chain = event.namespace_id.as_ref().map_or("", NamespaceId::as_str);
        let mut last: Vec<(i64, i64, Option<Vec<u8>>)> = self.rows(select.bind(chain)).await?;
        let (seq, chain_seq, previous) = last.pop().unwrap_or_default();
        let (seq, chain_seq) = ((seq + 1).cast_unsigned(), (chain_seq + 1).cast_unsigned());
        // A damaged hash breaks the chain here, for the check to find.
        let hash = event.hash(chain_seq, &previous.unwrap_or_default().try_into().unwrap_or_default());
        let insert = query(concat!(
            "INSERT INTO audit_log (",
            audit_columns!(),
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
