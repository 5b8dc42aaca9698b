//! Replies to requests that may be repeated.

use super::{Stored, damaged, moment, row};
use crate::store::{KeptReply, StoreError};

row!(ReplyRow, reply_columns {
    request: Vec<u8>,
    sealed: Vec<u8>,
    kept_at: i64,
});

impl Stored for KeptReply {
    type Row = ReplyRow;

    fn read(row: ReplyRow) -> Result<Self, StoreError> {
        let request = row.request.try_into().map_err(|_| damaged("reply"))?;
        Ok(Self { request, sealed: row.sealed, kept_at: moment(row.kept_at) })
    }
}
