//! Sessions of administrators, and the links that lead to them.

use async_trait::async_trait;
use domain::Timestamp;

use super::{SqlConnection, SqlStore, SqlTransaction, Statement, query};
use crate::store::{
    Session, SessionStore, SessionTransaction, SignInLink, StoreError,
    rows::{link_columns, session_columns},
};

pub(super) fn link(token_hash: &[u8; 32]) -> Statement {
    let sql = concat!("SELECT ", link_columns!(), " FROM sign_in_links WHERE token_hash = $1");
    query(sql).bind(token_hash.as_slice())
}

#[async_trait]
impl<S: SqlStore> SessionStore for S {
    async fn session(&self, token_hash: &[u8; 32]) -> Result<Option<Session>, StoreError> {
        let select = query(concat!("SELECT ", session_columns!(), " FROM sessions WHERE token_hash = $1"));
        self.find(select.bind(token_hash.as_slice())).await
    }

    async fn sessions(&self, admin_id: &str) -> Result<Vec<Session>, StoreError> {
        let select = query(concat!(
            "SELECT ",
            session_columns!(),
            " FROM sessions WHERE admin_id = $1 ORDER BY seen_at DESC, id"
        ));
        self.list(select.bind(admin_id)).await
    }

    async fn touch_session(
        &self,
        token_hash: &[u8; 32],
        now: Timestamp,
        expires_at: Timestamp,
    ) -> Result<(), StoreError> {
        let update = query("UPDATE sessions SET seen_at = $2, expires_at = $3 WHERE token_hash = $1");
        let update = update.bind(token_hash.as_slice()).bind(now.nanoseconds()).bind(expires_at.nanoseconds());
        self.execute(update).await.map(drop)
    }
}

#[async_trait]
impl<C: SqlConnection> SessionTransaction for SqlTransaction<'_, C> {
    async fn add_session(&mut self, session: &Session) -> Result<(), StoreError> {
        let insert =
            query(concat!("INSERT INTO sessions (", session_columns!(), ") VALUES ($1, $2, $3, $4, $5, $6, $7)"))
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
        let delete = query("DELETE FROM sessions WHERE admin_id = $1 AND id = $2").bind(admin_id).bind(id);
        Ok(self.execute(delete).await? > 0)
    }

    async fn end_sessions(&mut self, admin_id: &str, but: Option<&str>) -> Result<(), StoreError> {
        let delete = query("DELETE FROM sessions WHERE admin_id = $1 AND id <> coalesce($2, '')");
        self.execute(delete.bind(admin_id).bind(but)).await.map(drop)
    }

    async fn add_sign_in_link(&mut self, link: &SignInLink) -> Result<(), StoreError> {
        let insert = query(concat!("INSERT INTO sign_in_links (", link_columns!(), ") VALUES ($1, $2, $3)"))
            .bind(link.token_hash.as_slice())
            .bind(&link.admin_id)
            .bind(link.expires_at.nanoseconds());
        self.execute(insert).await.map(drop)
    }

    async fn sign_in_link(&mut self, token_hash: &[u8; 32]) -> Result<Option<SignInLink>, StoreError> {
        self.find(link(token_hash)).await
    }

    async fn end_sign_in_links(&mut self, admin_id: Option<&str>) -> Result<(), StoreError> {
        let delete = match admin_id {
            Some(id) => query("DELETE FROM sign_in_links WHERE admin_id = $1").bind(id),
            None => query("DELETE FROM sign_in_links WHERE admin_id IS NULL"),
        };
        self.execute(delete).await.map(drop)
    }

    async fn forget_expired(&mut self, before: Timestamp) -> Result<(), StoreError> {
        for sql in [
            "DELETE FROM sessions WHERE expires_at < $1",
            "DELETE FROM sign_in_links WHERE expires_at < $1",
            "DELETE FROM member_offers WHERE expires_at < $1",
        ] {
            self.execute(query(sql).bind(before.nanoseconds())).await?;
        }
        Ok(())
    }
}
