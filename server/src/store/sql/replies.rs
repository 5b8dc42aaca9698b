//! Replies to requests that may be repeated.

use async_trait::async_trait;
use domain::Timestamp;

use super::{SqlConnection, SqlStore, SqlTransaction, query};
use crate::store::{KeptReply, ReplyStore, ReplyTransaction, StoreError, rows::reply_columns};

#[async_trait]
impl<S: SqlStore> ReplyStore for S {
    async fn forget_replies(&self, before: Timestamp) -> Result<(), StoreError> {
        let delete = query("DELETE FROM kept_replies WHERE kept_at < $1");
        self.execute(delete.bind(before.nanoseconds())).await.map(drop)
    }
}

#[async_trait]
impl<C: SqlConnection> ReplyTransaction for SqlTransaction<'_, C> {
    async fn kept_reply(&mut self, request: &[u8; 32]) -> Result<Option<KeptReply>, StoreError> {
        let select = query(concat!("SELECT ", reply_columns!(), " FROM kept_replies WHERE request = $1"));
        self.find(select.bind(request.to_vec())).await
    }

    async fn keep_reply(&mut self, reply: &KeptReply) -> Result<(), StoreError> {
        let insert = query(
            "INSERT INTO kept_replies (request, sealed, kept_at) VALUES ($1, $2, $3)
             ON CONFLICT (request) DO UPDATE SET sealed = excluded.sealed, kept_at = excluded.kept_at",
        );
        let insert = insert.bind(reply.request.to_vec()).bind(reply.sealed.clone()).bind(reply.kept_at.nanoseconds());
        self.execute(insert).await.map(drop)
    }
}
