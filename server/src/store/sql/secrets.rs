//! Secrets that the service encrypts.

use domain::{QuizId, Timestamp};

use super::{Reads, Statement, sql};
use crate::store::{Result, SecretOf, StoreError, Transaction};

/// The name of the number of the last server's last heartbeat in a database file. Not encrypted.
pub const HEARTBEAT: &str = "heartbeat";

/// The name of the last moment that a running server recorded, in nanoseconds since 1970. Not encrypted.
const RECORDED_MOMENT: &str = "recorded-moment";

fn of_installation(name: &str) -> Statement {
    sql!("SELECT value FROM installation_secrets WHERE name = $1").bind(name)
}

fn first(rows: Vec<(Vec<u8>,)>) -> Option<Vec<u8>> {
    rows.into_iter().next().map(|(value,)| value)
}

impl Reads<'_> {
    pub async fn installation_secret(&self, name: &'static str) -> Result<Option<Vec<u8>>> {
        self.rows(of_installation(name)).await.map(first)
    }

    /// Returns the number of the last heartbeat, or 0.
    pub async fn heartbeat(&self) -> Result<u64> {
        let stored = self.installation_secret(HEARTBEAT).await?;
        Ok(stored.and_then(|stored| String::from_utf8(stored).ok()?.parse().ok()).unwrap_or_default())
    }

    /// Returns `None` before a server has recorded one.
    pub async fn recorded_moment(&self) -> Result<Option<Timestamp>> {
        let stored = self.installation_secret(RECORDED_MOMENT).await?;
        let stored = stored.and_then(|stored| String::from_utf8(stored).ok()?.parse().ok());
        Ok(stored.map(Timestamp::from_nanoseconds))
    }

    /// Returns the latest moment of the audit log's last line, of all quizzes and, which takes a while, of all records.
    pub async fn newest_moment(&self, of_records_too: bool) -> Result<Option<Timestamp>> {
        let mut newest: Vec<(Option<i64>,)> = self
            .rows(sql!(
                "SELECT max(at) FROM (SELECT at FROM audit_log ORDER BY seq DESC LIMIT 1) AS last_line
                 UNION ALL SELECT max(updated_at) FROM quizzes",
            ))
            .await?;
        if of_records_too {
            newest.extend(self.rows::<(Option<i64>,)>(sql!("SELECT max(activity_at) FROM records")).await?);
        }
        Ok(newest.into_iter().filter_map(|(at,)| at).max().map(Timestamp::from_nanoseconds))
    }

    /// Returns all secrets that [`SecretOf`] names, in no particular order.
    pub async fn secrets(&self) -> Result<Vec<(SecretOf, Vec<u8>)>> {
        let select = sql!(
            "SELECT 'installation', name, value FROM installation_secrets
             UNION ALL SELECT 'administrator', id, totp_secret FROM administrators WHERE totp_secret IS NOT NULL
             UNION ALL SELECT 'quiz', quiz_id, secret FROM session_secrets
             UNION ALL SELECT 'endpoint', id, sealed FROM webhook_endpoints",
        );
        let found: Vec<(String, String, Vec<u8>)> = self.rows(select).await?;
        let secrets = found.into_iter().map(|(kind, id, value)| {
            let of = match kind.as_str() {
                "installation" => SecretOf::Installation(id),
                "administrator" => SecretOf::Administrator(id),
                "endpoint" => SecretOf::Endpoint(id),
                _ => SecretOf::Quiz(QuizId::parse(&id).map_err(|error| StoreError::Internal(error.to_string()))?),
            };
            Ok((of, value))
        });
        secrets.collect()
    }
}

impl Transaction<'_> {
    pub async fn record_moment(&mut self, now: Timestamp) -> Result<()> {
        let of = SecretOf::Installation(RECORDED_MOMENT.to_owned());
        self.put_secret(&of, now.nanoseconds().to_string().as_bytes()).await
    }

    pub async fn put_secret(&mut self, of: &SecretOf, value: &[u8]) -> Result<()> {
        let statement = match of {
            SecretOf::Installation(name) => sql!(
                "INSERT INTO installation_secrets (name, value) VALUES ($1, $2)
                 ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            )
            .bind(name),
            SecretOf::Administrator(id) => sql!("UPDATE administrators SET totp_secret = $2 WHERE id = $1").bind(id),
            SecretOf::Quiz(id) => sql!("UPDATE session_secrets SET secret = $2 WHERE quiz_id = $1").bind(id),
            SecretOf::Endpoint(id) => sql!("UPDATE webhook_endpoints SET sealed = $2 WHERE id = $1").bind(id),
        };
        self.execute(statement.bind(value)).await.map(drop)
    }
}
