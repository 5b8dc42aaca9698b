//! Replies to requests that may be repeated.

use async_trait::async_trait;
use domain::Timestamp;

use super::{SqliteStore, transaction::SqliteTransaction};
use crate::store::{KeptReply, ReplyStore, ReplyTransaction, StoreError, rows::reply_columns};

#[async_trait]
impl ReplyStore for SqliteStore {
    async fn forget_replies(&self, before: Timestamp) -> Result<(), StoreError> {
        let delete = sqlx::query("DELETE FROM kept_replies WHERE kept_at < $1");
        self.writer.execute(delete.bind(before.nanoseconds())).await.map(drop)
    }
}

#[async_trait]
impl ReplyTransaction for SqliteTransaction<'_> {
    async fn kept_reply(&mut self, request: &[u8; 32]) -> Result<Option<KeptReply>, StoreError> {
        let select = sqlx::query(concat!("SELECT ", reply_columns!(), " FROM kept_replies WHERE request = $1"));
        self.find(select.bind(request.to_vec())).await
    }

    async fn keep_reply(&mut self, reply: &KeptReply) -> Result<(), StoreError> {
        let insert = sqlx::query("INSERT OR REPLACE INTO kept_replies (request, sealed, kept_at) VALUES ($1, $2, $3)");
        let insert = insert.bind(reply.request.to_vec()).bind(reply.sealed.clone()).bind(reply.kept_at.nanoseconds());
        self.execute(insert).await.map(drop)
    }
}
