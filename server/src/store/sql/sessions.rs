//! Administrators' sessions and sign-in links.

use domain::Timestamp;
use macro_rules_attribute::derive;

use super::{
    Reads,
    rows::{Stored, columns, damaged, moment},
    sql,
};
use crate::store::{Result, Session, SignInLink, Store, Transaction};

#[derive(columns!)]
pub(in crate::store) struct SessionRow {
    token_hash: Vec<u8>,
    id: String,
    admin_id: String,
    client: String,
    created_at: i64,
    seen_at: i64,
    expires_at: i64,
}

impl Stored for Session {
    type Row = SessionRow;

    fn read(row: SessionRow) -> Result<Self> {
        Ok(Self {
            token_hash: row.token_hash.try_into().map_err(|_| damaged(format!("session {}", row.id)))?,
            id: row.id,
            admin_id: row.admin_id,
            client: row.client,
            created_at: moment(row.created_at),
            seen_at: moment(row.seen_at),
            expires_at: moment(row.expires_at),
        })
    }
}

#[derive(columns!)]
pub(in crate::store) struct LinkRow {
    token_hash: Vec<u8>,
    admin_id: Option<String>,
    expires_at: i64,
}

impl Stored for SignInLink {
    type Row = LinkRow;

    fn read(row: LinkRow) -> Result<Self> {
        Ok(Self {
            token_hash: row.token_hash.try_into().map_err(|_| damaged("link"))?,
            admin_id: row.admin_id,
            expires_at: moment(row.expires_at),
        })
    }
}

impl Reads<'_> {
    /// May return an expired session.
    pub async fn session(&self, token_hash: &[u8; 32]) -> Result<Option<Session>> {
        let select = sql!(
            "SELECT token_hash, id, admin_id, client, created_at, seen_at, expires_at
             FROM sessions WHERE token_hash = $1"
        );
        self.find(select.bind(token_hash.as_slice())).await
    }

    /// Last seen first.
    pub async fn sessions(&self, admin_id: &str) -> Result<Vec<Session>> {
        let select = sql!(
            "SELECT token_hash, id, admin_id, client, created_at, seen_at, expires_at
             FROM sessions WHERE admin_id = $1 ORDER BY seen_at DESC, id"
        );
        self.list(select.bind(admin_id)).await
    }

    /// May return an expired link.
    pub async fn sign_in_link(&self, token_hash: &[u8; 32]) -> Result<Option<SignInLink>> {
        let select = sql!("SELECT token_hash, admin_id, expires_at FROM sign_in_links WHERE token_hash = $1");
        self.find(select.bind(token_hash.as_slice())).await
    }
}

impl Store {
    pub async fn touch_session(&self, token_hash: &[u8; 32], now: Timestamp, expires_at: Timestamp) -> Result<()> {
        let update = sql!("UPDATE sessions SET seen_at = $2, expires_at = $3 WHERE token_hash = $1");
        let update = update.bind(token_hash.as_slice()).bind(now).bind(expires_at);
        self.execute(update).await.map(drop)
    }
}

impl Transaction<'_> {
    pub async fn add_session(&mut self, session: &Session) -> Result<()> {
        let insert = sql!(
            "INSERT INTO sessions (token_hash, id, admin_id, client, created_at, seen_at, expires_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7)"
        )
        .bind(session.token_hash.as_slice())
        .bind(&session.id)
        .bind(&session.admin_id)
        .bind(&session.client)
        .bind(session.created_at)
        .bind(session.seen_at)
        .bind(session.expires_at);
        self.execute(insert).await.map(drop)
    }

    pub async fn end_session(&mut self, admin_id: &str, id: &str) -> Result<bool> {
        let delete = sql!("DELETE FROM sessions WHERE admin_id = $1 AND id = $2").bind(admin_id).bind(id);
        Ok(self.execute(delete).await? > 0)
    }

    /// Ends all sessions of an administrator except `but`.
    pub async fn end_sessions(&mut self, admin_id: &str, but: Option<&str>) -> Result<()> {
        let delete = sql!("DELETE FROM sessions WHERE admin_id = $1 AND id <> coalesce($2, '')");
        self.execute(delete.bind(admin_id).bind(but)).await.map(drop)
    }

    pub async fn add_sign_in_link(&mut self, link: &SignInLink) -> Result<()> {
        let insert = sql!("INSERT INTO sign_in_links (token_hash, admin_id, expires_at) VALUES ($1, $2, $3)")
            .bind(link.token_hash.as_slice())
            .bind(&link.admin_id)
            .bind(link.expires_at);
        self.execute(insert).await.map(drop)
    }

    /// Removes all links of an administrator or, with `None`, all links for the first administrator.
    pub async fn end_sign_in_links(&mut self, admin_id: Option<&str>) -> Result<()> {
        let delete = if let Some(id) = admin_id {
            sql!("DELETE FROM sign_in_links WHERE admin_id = $1").bind(id)
        } else {
            sql!("DELETE FROM sign_in_links WHERE admin_id IS NULL")
        };
        self.execute(delete).await.map(drop)
    }

    pub async fn forget_expired(&mut self, before: Timestamp) -> Result<()> {
        for delete in [
            sql!("DELETE FROM sessions WHERE expires_at < $1"),
            sql!("DELETE FROM sign_in_links WHERE expires_at < $1"),
            sql!("DELETE FROM member_offers WHERE expires_at < $1"),
        ] {
            self.execute(delete.bind(before)).await?;
        }
        Ok(())
    }
}
