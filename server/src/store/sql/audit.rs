//! The audit log: lines in hash chains, one per namespace.

use std::collections::{BTreeMap, btree_map::Entry};

use domain::{NamespaceId, QuizId};
use macro_rules_attribute::derive;
use serde::Serialize;

use super::{
    Connection, Reads, Sql, Statement, Texts,
    rows::{Stored, columns, count, damaged, moment},
    sql,
};
use crate::store::{
    Actor, ActorKind, Administrator, AuditEnd, AuditEntry, AuditEvent, AuditFilter, Page, Reading, Result, Store,
    StoreError, Transaction, audit::COPIED_LINES, root::Database,
};

#[derive(columns!)]
pub(in crate::store) struct AuditRow {
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

impl Stored for AuditEntry {
    type Row = AuditRow;

    fn read(row: AuditRow) -> Result<Self> {
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

/// Lines per batch when filtering by actor.
const PIECE: u32 = 500;

// One statement per case, because no index serves `$2 IS NULL OR namespace_id = $2`.
const PAGE_OF: &str = "SELECT seq, chain_seq, at, actor_kind, actor_id, actor_name, action, namespace_id, quiz_id,
         coalesce((SELECT user_id FROM audit_subjects WHERE pseudonym = subject), subject) AS subject, details, hash
     FROM audit_log
     WHERE seq < $1
         AND {of_namespace}
         AND ($3 IS NULL OR action = $3)
         AND ($4 IS NULL OR at >= $4)
         AND ($5 IS NULL OR at < $5)
     ORDER BY seq DESC LIMIT $6";
static OF_NAMESPACE: Sql = Sql::with(&[("{of_namespace}", "namespace_id = $2")], PAGE_OF);
static OF_ALL: Sql = Sql::with(&[("{of_namespace}", "$2 IS NULL")], PAGE_OF);

pub(in crate::store) fn page_of(filter: &AuditFilter) -> &'static Sql {
    if filter.namespace.is_some() { &OF_NAMESPACE } else { &OF_ALL }
}

impl Reads<'_> {
    /// Newest first, with the ids of respondents who are known. A page begins before a line's number.
    pub async fn audit(&self, filter: &AuditFilter, page: Page<u64>) -> Result<Vec<AuditEntry>> {
        let limit = if filter.actor.is_some() { page.limit.max(PIECE) } else { page.limit };
        let is_wanted =
            |entry: &AuditEntry| filter.actor.as_ref().is_none_or(|part| part.is_in(&entry.event.actor.name));
        let (mut found, mut after) = (Vec::new(), page.after);
        loop {
            let select = page_of(filter)
                .statement()
                .bind(after.map_or(i64::MAX, u64::cast_signed))
                .bind(filter.namespace.as_ref().map(NamespaceId::as_str))
                .bind(&filter.action)
                .bind(filter.from)
                .bind(filter.until)
                .bind(i64::from(limit));
            let piece: Vec<AuditEntry> = self.list(select).await?;
            let is_last = piece.len() < limit as usize;
            after = piece.last().map(|entry| entry.seq);
            found.extend(piece.into_iter().filter(is_wanted));
            if is_last || found.len() >= page.limit as usize {
                found.truncate(page.limit as usize);
                return Ok(found);
            }
        }
    }

    /// Returns the latest events of an account: its own actions and actions on it, without its work in namespaces.
    pub async fn audit_of_account(&self, account: &Administrator, limit: u32) -> Result<Vec<AuditEntry>> {
        let select = sql!(
            "SELECT {audit} FROM audit_log WHERE namespace_id IS NULL AND action LIKE 'administrator.%'
                 AND (actor_id = $1 OR subject = $2)
             ORDER BY seq DESC LIMIT $3"
        );
        self.list(select.bind(&account.id).bind(&account.email).bind(i64::from(limit))).await
    }

    /// All lines in order. A page begins after a line's number.
    pub async fn audit_lines(&self, page: Page<u64>) -> Result<Vec<AuditEntry>> {
        self.list(lines(&page)).await
    }
}

impl Store {
    /// Records that answers were read. Concurrent readings share a transaction.
    pub async fn record_reading(&self, reading: Reading) -> Result<()> {
        self.batches.readings.write(reading).await
    }

    pub async fn audit_end(&self) -> Result<AuditEnd> {
        let end = sql!("SELECT coalesce(max(seq), 0) FROM audit_log");
        let (rows, skipping_until): (Vec<(i64,)>, _) = match self.database {
            Database::Sqlite(_) => {
                let copied = self.installation_secret(COPIED_LINES).await?;
                let copied = copied.and_then(|number| String::from_utf8(number).ok()?.parse().ok());
                (self.rows(end).await?, copied.unwrap_or_default())
            }
            // The lock waits for lines that are numbered but not committed yet.
            Database::Postgres(_) => {
                let end = self.write(|mut connection| {
                    Box::pin(async move {
                        connection.execute(sql!("LOCK TABLE audit_log IN SHARE MODE")).await?;
                        connection.rows(end).await
                    })
                });
                (end.await?, u64::MAX)
            }
        };
        Ok(AuditEnd { last: rows.first().map_or(0, |(end,)| end.cast_unsigned()), skipping_until })
    }
}

impl Transaction<'_> {
    /// Replaces the subject and the hash of lines: the one exception to an append-only log.
    pub async fn rewrite_audit_lines(&mut self, lines: &[AuditEntry]) -> Result<()> {
        // In the same transaction as the rewrite, so that a crash leaves the trigger in place.
        self.execute(sql!(
            sqlite: "DROP TRIGGER audit_log_is_not_changed",
            postgres: "ALTER TABLE audit_log DISABLE TRIGGER audit_log_is_not_changed",
        ))
        .await?;
        for line in lines {
            let update = sql!("UPDATE audit_log SET subject = $2, hash = $3 WHERE seq = $1")
                .bind(line.seq.cast_signed())
                .bind(line.event.subject.clone())
                .bind(line.hash.to_vec());
            self.execute(update).await?;
        }
        self.execute(sql!(
            sqlite: "CREATE TRIGGER audit_log_is_not_changed BEFORE UPDATE ON audit_log BEGIN
                         SELECT raise(ABORT, 'the audit log is append-only');
                     END",
            postgres: "ALTER TABLE audit_log ENABLE TRIGGER audit_log_is_not_changed",
        ))
        .await
        .map(drop)
    }

    /// Fails for an event outside the scope of the unit of work.
    pub async fn append_audit(&mut self, event: &AuditEvent) -> Result<()> {
        if !self.scope.has_chain(event.namespace_id.as_ref()) {
            let cause =
                format!("{} is recorded in a chain that its unit of work does not have for itself", event.action);
            return Err(StoreError::Internal(cause));
        }
        let appended = append(&mut *self.connection().await, vec![event.clone()]).await;
        self.noted(appended)
    }

    /// Blocks all other writers of the log until the transaction ends.
    pub async fn freeze_audit(&mut self) -> Result<()> {
        let is_shared = matches!(*self.connection().await, Connection::Postgres(_));
        if !is_shared {
            return Ok(());
        }
        self.execute(sql!("LOCK TABLE audit_log IN EXCLUSIVE MODE")).await.map(drop)
    }
}

fn lines(page: &Page<u64>) -> Statement {
    let select = sql!("SELECT {audit} FROM audit_log WHERE seq > $1 ORDER BY seq LIMIT $2");
    select.bind(page.after.map_or(0, u64::cast_signed)).bind(i64::from(page.limit))
}

// In PostgreSQL a trigger numbers the lines on insertion, so that writers of different chains do not wait for each
// other.
static INSERT_LINES: Sql = Sql::of(Texts {
    sqlite:
        "INSERT INTO audit_log (seq, chain_seq, at, actor_kind, actor_id, actor_name, action, namespace_id, quiz_id,
                 subject, details, hash)
             VALUES ((SELECT coalesce(max(seq), 0) + 1 FROM audit_log), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10,
                 unhex($11))",
    postgres:
        "INSERT INTO audit_log (seq, chain_seq, at, actor_kind, actor_id, actor_name, action, namespace_id, quiz_id,
                   subject, details, hash)
               SELECT 0, CAST(given.value ->> 0 AS BIGINT), CAST(given.value ->> 1 AS BIGINT), given.value ->> 2,
                   given.value ->> 3, given.value ->> 4, given.value ->> 5, given.value ->> 6, given.value ->> 7,
                   given.value ->> 8, given.value ->> 9, decode(given.value ->> 10, 'hex')
               FROM jsonb_array_elements(CAST($1 AS jsonb)) WITH ORDINALITY AS given (value, key)
               ORDER BY given.key",
});

/// Appends events to their chains, which the transaction must have locked.
pub(super) async fn append(connection: &mut Connection<'_>, events: Vec<AuditEvent>) -> Result<(), sqlx::Error> {
    let mut ends: BTreeMap<Option<NamespaceId>, (u64, [u8; 32])> = BTreeMap::new();
    let mut places = Vec::with_capacity(events.len());
    for event in &events {
        let (number, hash) = match ends.entry(event.namespace_id.clone()) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => {
                let end = end_of_chain(connection, event.namespace_id.as_ref()).await?;
                unknown.insert(end)
            }
        };
        *number += 1;
        *hash = event.hash(*number, hash);
        places.push((*number, *hash));
    }
    let lines: Vec<_> = events.iter().zip(&places).map(|(event, place)| line(event, place)).collect();
    connection.execute_each(&INSERT_LINES, &lines).await
}

fn line<'a>(event: &'a AuditEvent, (number, hash): &(u64, [u8; 32])) -> impl Serialize + use<'a> {
    (
        *number,
        event.at.nanoseconds(),
        event.actor.kind.as_str(),
        &event.actor.id,
        &event.actor.name,
        &event.action,
        event.namespace_id.as_ref().map(NamespaceId::as_str),
        event.quiz_id.as_ref().map(QuizId::as_str),
        &event.subject,
        &event.details,
        hex::encode(hash),
    )
}

/// Returns the number and the hash of a chain's last line. A new chain begins after the last line that all namespaces
/// shared.
async fn end_of_chain(
    connection: &mut Connection<'_>,
    namespace: Option<&NamespaceId>,
) -> Result<(u64, [u8; 32]), sqlx::Error> {
    let select = sql!(
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
    // A damaged hash breaks the chain here, and the check finds it.
    Ok((number.cast_unsigned(), hash.unwrap_or_default().try_into().unwrap_or_default()))
}
