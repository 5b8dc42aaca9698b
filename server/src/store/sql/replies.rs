//! Replies to idempotent requests.

use domain::Timestamp;
use macro_rules_attribute::derive;

use super::{
    Reads,
    rows::{Stored, columns, damaged, moment},
    sql,
};
use crate::store::{KeptReply, Result, Store, Transaction};

#[derive(columns!)]
pub(in crate::store) struct ReplyRow {
    request: Vec<u8>,
    sealed: Vec<u8>,
    kept_at: i64,
}

impl Stored for KeptReply {
    type Row = ReplyRow;

    fn read(row: ReplyRow) -> Result<Self> {
        let request = row.request.try_into().map_err(|_| damaged("reply"))?;
        Ok(Self { request, sealed: row.sealed, kept_at: moment(row.kept_at) })
    }
}

impl Reads<'_> {
    pub async fn kept_reply(&self, request: &[u8; 32]) -> Result<Option<KeptReply>> {
        let select = sql!("SELECT request, sealed, kept_at FROM kept_replies WHERE request = $1");
        self.find(select.bind(request.to_vec())).await
    }
}

impl Store {
    pub async fn forget_replies(&self, before: Timestamp) -> Result<()> {
        let delete = sql!("DELETE FROM kept_replies WHERE kept_at < $1");
        self.execute(delete.bind(before)).await.map(drop)
    }
}

impl Transaction<'_> {
    /// Replaces the request's earlier reply.
    pub async fn keep_reply(&mut self, reply: &KeptReply) -> Result<()> {
        let insert = sql!(
            "INSERT INTO kept_replies (request, sealed, kept_at) VALUES ($1, $2, $3)
             ON CONFLICT (request) DO UPDATE SET sealed = excluded.sealed, kept_at = excluded.kept_at",
        );
        let insert = insert.bind(reply.request.to_vec()).bind(reply.sealed.clone()).bind(reply.kept_at);
        self.execute(insert).await.map(drop)
    }
}
