//! Sessions of administrators, and the links that lead to them.

use async_trait::async_trait;
use domain::Timestamp;
use sqlx::FromRow;

use super::{
    SqliteStore,
    error::classify,
    transaction::{Select, SqliteTransaction},
};
use crate::store::{Session, SessionStore, SessionTransaction, SignInLink, StoreError};

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

#[derive(FromRow)]
pub(super) struct LinkRow {
    token_hash: Vec<u8>,
    admin_id: Option<String>,
    expires_at: i64,
}

impl TryFrom<LinkRow> for SignInLink {
    type Error = StoreError;

    fn try_from(row: LinkRow) -> Result<Self, StoreError> {
        let damaged = |_| StoreError::Internal("a stored link is damaged".to_owned());
        Ok(Self {
            token_hash: row.token_hash.as_slice().try_into().map_err(damaged)?,
            admin_id: row.admin_id,
            expires_at: Timestamp::from_nanoseconds(row.expires_at),
        })
    }
}

pub(super) fn link(token_hash: &[u8; 32]) -> Select<LinkRow> {
    sqlx::query_as("SELECT token_hash, admin_id, expires_at FROM sign_in_links WHERE token_hash = $1")
        .bind(token_hash.to_vec())
}

#[async_trait]
impl SessionStore for SqliteStore {
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
}

#[async_trait]
impl SessionTransaction for SqliteTransaction<'_> {
    async fn add_session(&mut self, session: &Session) -> Result<(), StoreError> {
        let insert = sqlx::query(
            "INSERT INTO sessions (token_hash, id, admin_id, client, created_at, seen_at, expires_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(session.token_hash.as_slice())
        .bind(&session.id)
        .bind(&session.admin_id)
        .bind(&session.client)
        .bind(session.created_at.nanoseconds())
        .bind(session.seen_at.nanoseconds())
        .bind(session.expires_at.nanoseconds());
        self.execute(insert).await.map(drop)
    }

    async fn end_session(&mut self, admin_id: &str, id: &str) -> Result<bool, StoreError> {
        let delete = sqlx::query("DELETE FROM sessions WHERE admin_id = $1 AND id = $2").bind(admin_id).bind(id);
        Ok(self.execute(delete).await? > 0)
    }

    async fn end_sessions(&mut self, admin_id: &str, but: Option<&str>) -> Result<(), StoreError> {
        let delete = sqlx::query("DELETE FROM sessions WHERE admin_id = $1 AND id <> coalesce($2, '')");
        self.execute(delete.bind(admin_id).bind(but)).await.map(drop)
    }

    async fn add_sign_in_link(&mut self, link: &SignInLink) -> Result<(), StoreError> {
        let insert = sqlx::query("INSERT INTO sign_in_links (token_hash, admin_id, expires_at) VALUES ($1, $2, $3)")
            .bind(link.token_hash.as_slice())
            .bind(&link.admin_id)
            .bind(link.expires_at.nanoseconds());
        self.execute(insert).await.map(drop)
    }

    async fn sign_in_link(&mut self, token_hash: &[u8; 32]) -> Result<Option<SignInLink>, StoreError> {
        self.fetch(link(token_hash)).await?.map(SignInLink::try_from).transpose()
    }

    async fn end_sign_in_links(&mut self, admin_id: Option<&str>) -> Result<(), StoreError> {
        let delete = match admin_id {
            Some(id) => sqlx::query("DELETE FROM sign_in_links WHERE admin_id = $1").bind(id),
            None => sqlx::query("DELETE FROM sign_in_links WHERE admin_id IS NULL"),
        };
        self.execute(delete).await.map(drop)
    }

    async fn forget_expired(&mut self, before: Timestamp) -> Result<(), StoreError> {
        for sql in ["DELETE FROM sessions WHERE expires_at < $1", "DELETE FROM sign_in_links WHERE expires_at < $1"] {
            self.execute(sqlx::query(sql).bind(before.nanoseconds())).await?;
        }
        Ok(())
    }
}
