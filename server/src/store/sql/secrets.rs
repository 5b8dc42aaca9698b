//! Secrets that the service encrypts.

use domain::QuizId;

use super::{Reads, Statement, sql};
use crate::store::{Result, SecretOf, StoreError, Transaction};

/// The name under which the database of a file has the number of its last server's last heartbeat. Not encrypted.
pub const HEARTBEAT: &str = "heartbeat";

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

    /// The number of the last heartbeat, or 0.
    pub async fn heartbeat(&self) -> Result<u64> {
        let stored = self.installation_secret(HEARTBEAT).await?;
        Ok(stored.and_then(|stored| String::from_utf8(stored).ok()?.parse().ok()).unwrap_or_default())
    }

    /// Everything that [`SecretOf`] names, in no order.
    pub async fn secrets(&self) -> Result<Vec<(SecretOf, Vec<u8>)>> {
        let select = sql!(
            "SELECT 'installation', name, value FROM installation_secrets
             UNION ALL SELECT 'administrator', id, totp_secret FROM administrators WHERE totp_secret IS NOT NULL
             UNION ALL SELECT 'quiz', quiz_id, secret FROM session_secrets",
        );
        let found: Vec<(String, String, Vec<u8>)> = self.rows(select).await?;
        let secrets = found.into_iter().map(|(kind, id, value)| {
            let of = match kind.as_str() {
                "installation" => SecretOf::Installation(id),
                "administrator" => SecretOf::Administrator(id),
                _ => SecretOf::Quiz(QuizId::parse(&id).map_err(|error| StoreError::Internal(error.to_string()))?),
            };
            Ok((of, value))
        });
        secrets.collect()
    }
}

impl Transaction<'_> {
    /// Stores a secret of the installation, or replaces one that is there.
    pub async fn put_secret(&mut self, of: &SecretOf, value: &[u8]) -> Result<()> {
        let statement = match of {
            SecretOf::Installation(name) => sql!(
                "INSERT INTO installation_secrets (name, value) VALUES ($1, $2)
                 ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            )
            .bind(name),
            SecretOf::Administrator(id) => sql!("UPDATE administrators SET totp_secret = $2 WHERE id = $1").bind(id),
            SecretOf::Quiz(id) => sql!("UPDATE session_secrets SET secret = $2 WHERE quiz_id = $1").bind(id),
        };
        self.execute(statement.bind(value)).await.map(drop)
    }
}
