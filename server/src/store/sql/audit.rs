//! The audit log: lines in chains of hashes, one a namespace.

use std::collections::{BTreeMap, HashMap, btree_map::Entry};

use async_trait::async_trait;
use domain::{NamespaceId, QuizId, Timestamp};

use super::{
    Dialect, SqlConnection, SqlStore, SqlTransaction, Statement,
    begins::json,
    dialect::{bytes, given, in_dialect},
    query,
    statement::containing,
};
use crate::store::{
    Administrator, AuditEnd, AuditEntry, AuditEvent, AuditFilter, AuditStore, AuditTransaction, Page, Reading,
    SecretStore, StoreError, audit::COPIED_LINES, rows::audit_columns,
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

    async fn record_reading(&self, reading: Reading) -> Result<(), StoreError> {
        self.batches().readings.write(reading).await
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

    async fn audit_end(&self) -> Result<AuditEnd, StoreError> {
        const END: &str = "SELECT coalesce(max(seq), 0) FROM audit_log";
        let (rows, skipping_until): (Vec<(i64,)>, _) = match S::DIALECT {
            Dialect::Sqlite => {
                let copied = self.installation_secret(COPIED_LINES).await?;
                let copied = copied.and_then(|number| String::from_utf8(number).ok()?.parse().ok());
                (self.rows(query(END)).await?, copied.unwrap_or_default())
            }
            // The lock waits for the lines that have a number and are not committed yet.
            Dialect::Postgres => {
                let end = self.write(|connection| {
                    Box::pin(async move {
                        connection.execute(query("LOCK TABLE audit_log IN SHARE MODE")).await?;
                        connection.rows(query(END)).await
                    })
                });
                (end.await?, u64::MAX)
            }
        };
        Ok(AuditEnd { last: rows.first().map_or(0, |(end,)| end.cast_unsigned()), skipping_until })
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
        if !self.scope.has_chain(event.namespace_id.as_ref()) {
            let cause =
                format!("{} is recorded in a chain that its unit of work does not have for itself", event.action);
            return Err(StoreError::Internal(cause));
        }
        let event = event.clone();
        let lines = self.with(|connection| Box::pin(append(connection, vec![event]))).await?;
        lines.into_iter().next().ok_or_else(|| StoreError::Internal("a line was not written".to_owned()))
    }

    async fn freeze_audit(&mut self) -> Result<(), StoreError> {
        match C::DIALECT {
            Dialect::Sqlite => Ok(()),
            Dialect::Postgres => self.execute(query("LOCK TABLE audit_log IN EXCLUSIVE MODE")).await.map(drop),
        }
    }
}

macro_rules! insert_lines {
    ($dialect:ident) => {
        concat!(
            "INSERT INTO audit_log (seq, chain_seq, at, actor_kind, actor_id, actor_name, action, namespace_id, quiz_id,
                 subject, details, hash)
             SELECT ",
            next_line!($dialect),
            ", CAST(given.value ->> 0 AS BIGINT), CAST(given.value ->> 1 AS BIGINT), given.value ->> 2,
                 given.value ->> 3, given.value ->> 4, given.value ->> 5, given.value ->> 6, given.value ->> 7,
                 given.value ->> 8, given.value ->> 9, ",
            bytes!($dialect, "given.value ->> 10"),
            " FROM ",
            given!($dialect),
            " ORDER BY given.key RETURNING seq, hash"
        )
    };
}

/// In PostgreSQL a trigger numbers lines as they come, so that writers of different chains need not wait for each other.
macro_rules! next_line {
    (sqlite) => {
        "(SELECT coalesce(max(seq), 0) FROM audit_log) + 1 + given.key"
    };
    (postgres) => {
        "0"
    };
}

/// Appends events to their chains, which the transaction has to have for itself.
pub(super) async fn append<C: SqlConnection>(
    connection: &mut C,
    events: Vec<AuditEvent>,
) -> Result<Vec<AuditEntry>, sqlx::Error> {
    let mut ends: BTreeMap<Option<NamespaceId>, (u64, [u8; 32])> = BTreeMap::new();
    let mut entries = Vec::with_capacity(events.len());
    for event in events {
        let (number, hash) = match ends.entry(event.namespace_id.clone()) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => {
                let end = end_of_chain(connection, event.namespace_id.as_ref()).await?;
                unknown.insert(end)
            }
        };
        *number += 1;
        *hash = event.hash(*number, hash);
        entries.push(AuditEntry { seq: 0, chain_seq: Some(*number), event, hash: *hash });
    }
    let lines: Vec<_> = entries.iter().map(line).collect();
    let inserted = connection.rows(query(in_dialect!(C::DIALECT, insert_lines)).bind(json(&lines)?)).await?;
    let numbers: HashMap<Vec<u8>, i64> = inserted.into_iter().map(|(seq, hash): (i64, Vec<u8>)| (hash, seq)).collect();
    for entry in &mut entries {
        entry.seq = numbers.get(entry.hash.as_slice()).copied().unwrap_or_default().cast_unsigned();
    }
    Ok(entries)
}

fn line(entry: &AuditEntry) -> serde_json::Value {
    let event = &entry.event;
    serde_json::json!([
        entry.chain_seq,
        event.at.nanoseconds(),
        event.actor.kind.as_str(),
        event.actor.id,
        event.actor.name,
        event.action,
        event.namespace_id.as_ref().map(NamespaceId::as_str),
        event.quiz_id.as_ref().map(QuizId::as_str),
        event.subject,
        event.details,
        hex::encode(entry.hash),
    ])
}

/// Number and hash of the last line of a chain. A new chain begins after the last line that all namespaces shared.
async fn end_of_chain<C: SqlConnection>(
    connection: &mut C,
    namespace: Option<&NamespaceId>,
) -> Result<(u64, [u8; 32]), sqlx::Error> {
    let select = query(
        "SELECT coalesce(last.chain_seq, 0),
             coalesce(last.hash, (SELECT hash FROM audit_log WHERE chain_seq IS NULL ORDER BY seq DESC LIMIT 1))
         FROM (SELECT 1) AS one LEFT JOIN (
             SELECT chain_seq, hash FROM audit_log
             WHERE coalesce(namespace_id, '') = $1 AND chain_seq IS NOT NULL ORDER BY chain_seq DESC LIMIT 1
         ) AS last ON true",
    );
    let mut last: Vec<(i64, Option<Vec<u8>>)> =
        connection.rows(select.bind(namespace.map_or("", NamespaceId::as_str))).await?;
    let (number, hash) = last.pop().unwrap_or_default();
    // A damaged hash breaks the chain here, for the check to find.
    Ok((number.cast_unsigned(), hash.unwrap_or_default().try_into().unwrap_or_default()))
}
