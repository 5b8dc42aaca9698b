//! Where administrators are signed in.

use async_trait::async_trait;
use domain::Timestamp;
use sqlx::FromRow;

use super::{SqliteStore, error::classify};
use crate::store::{Session, SessionStore, StoreError};

#[derive(FromRow)]
struct Row {
    token_hash: Vec<u8>,
    id: String,
    admin_id: String,
    client: String,
    created_at: i64,
    seen_at: i64,
    expires_at: i64,
}

impl TryFrom<Row> for Session {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let damaged = |_| StoreError::Internal(format!("the stored session {} is damaged", row.id));
        Ok(Self {
            token_hash: row.token_hash.as_slice().try_into().map_err(damaged)?,
            id: row.id,
            admin_id: row.admin_id,
            client: row.client,
            created_at: Timestamp::from_nanoseconds(row.created_at),
            seen_at: Timestamp::from_nanoseconds(row.seen_at),
            expires_at: Timestamp::from_nanoseconds(row.expires_at),
        })
    }
}

#[async_trait]
impl SessionStore for SqliteStore {
    async fn add_session(&self, session: Session) -> Result<(), StoreError> {
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    sqlx::query(
                        "INSERT INTO sessions (token_hash, id, admin_id, client, created_at, seen_at, expires_at)
                         VALUES ($1, $2, $3, $4, $5, $6, $7)",
                    )
                    .bind(session.token_hash.as_slice())
                    .bind(&session.id)
                    .bind(&session.admin_id)
                    .bind(&session.client)
                    .bind(session.created_at.nanoseconds())
                    .bind(session.seen_at.nanoseconds())
                    .bind(session.expires_at.nanoseconds())
                    .execute(connection)
                    .await
                    .map(drop)
                })
            })
            .await
    }

    async fn session(&self, token_hash: &[u8; 32]) -> Result<Option<Session>, StoreError> {
        let row: Option<Row> = sqlx::query_as(
            "SELECT token_hash, id, admin_id, client, created_at, seen_at, expires_at
             FROM sessions WHERE token_hash = $1",
        )
        .bind(token_hash.as_slice())
        .fetch_optional(&self.readers)
        .await
        .map_err(classify)?;
        row.map(Session::try_from).transpose()
    }

    async fn sessions(&self, admin_id: &str) -> Result<Vec<Session>, StoreError> {
        let rows: Vec<Row> = sqlx::query_as(
            "SELECT token_hash, id, admin_id, client, created_at, seen_at, expires_at
             FROM sessions WHERE admin_id = $1 ORDER BY seen_at DESC, id",
        )
        .bind(admin_id)
        .fetch_all(&self.readers)
        .await
        .map_err(classify)?;
        rows.into_iter().map(Session::try_from).collect()
    }

    async fn touch_session(
        &self,
        token_hash: &[u8; 32],
        now: Timestamp,
        expires_at: Timestamp,
    ) -> Result<(), StoreError> {
        let token_hash = *token_hash;
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    sqlx::query("UPDATE sessions SET seen_at = $2, expires_at = $3 WHERE token_hash = $1")
                        .bind(token_hash.as_slice())
                        .bind(now.nanoseconds())
                        .bind(expires_at.nanoseconds())
                        .execute(connection)
                        .await
                        .map(drop)
                })
            })
            .await
    }

    async fn end_session(&self, admin_id: &str, id: &str) -> Result<bool, StoreError> {
        let (admin_id, id) = (admin_id.to_owned(), id.to_owned());
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    let done = sqlx::query("DELETE FROM sessions WHERE admin_id = $1 AND id = $2")
                        .bind(admin_id)
                        .bind(id)
                        .execute(connection)
                        .await?;
                    Ok(done.rows_affected() > 0)
                })
            })
            .await
    }

    async fn end_sessions(&self, admin_id: &str, but: Option<&str>) -> Result<(), StoreError> {
        let (admin_id, but) = (admin_id.to_owned(), but.map(ToOwned::to_owned));
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    sqlx::query("DELETE FROM sessions WHERE admin_id = $1 AND id IS NOT $2")
                        .bind(admin_id)
                        .bind(but)
                        .execute(connection)
                        .await
                        .map(drop)
                })
            })
            .await
    }

    async fn forget_expired(&self, before: Timestamp) -> Result<(), StoreError> {
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    for sql in [
                        "DELETE FROM sessions WHERE expires_at < $1",
                        "DELETE FROM sign_in_links WHERE expires_at < $1",
                    ] {
                        sqlx::query(sql).bind(before.nanoseconds()).execute(&mut *connection).await?;
                    }
                    Ok(())
                })
            })
            .await
    }
}
