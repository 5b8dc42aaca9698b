//! A selection of the answers: records that match a filter, and columns.

use std::collections::HashMap;

use domain::{Headings, QuizId, QuizKind, UserId};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc::{Receiver, Sender};

use crate::store::{RecordFilter, Result, Store, StoreError, StoredRecord, small_pieces};

/// The selection of answers that was requested. The default is all of them.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ExportSelection {
    pub filter: RecordFilter,
    /// Their names, in order; all columns if empty.
    pub columns: Vec<String>,
    pub headings: Headings,
    /// The filter as the query string of the answers table.
    pub query: String,
    /// True if the filter identified a respondent who was erased later, and was removed with the respondent.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_emptied: bool,
}

/// Passes on the matching records, until there are no more, or the receiver is gone.
pub(crate) async fn sift(
    store: &Store,
    (quiz, kind): (&QuizId, QuizKind),
    filter: &RecordFilter,
    mut all: Receiver<Vec<StoredRecord>>,
    fitting: Sender<Vec<StoredRecord>>,
) -> Result<()> {
    let (versions, raised) = (store.versions_of(quiz, filter).await?, store.raised(quiz, filter).await?);
    while let Some(piece) = all.recv().await {
        for piece in small_pieces(piece, filter.attempts()) {
            let mut piece = store.counted_attempts(quiz, piece, filter.attempts()).await?;
            let damaged = || StoreError::Internal("a stored record is damaged".to_owned());
            let records = piece.iter().map(|stored| stored.read(quiz, kind)).collect::<Option<Vec<_>>>();
            let records = records.ok_or_else(damaged)?;
            let users = records.iter().map(|record| &record.user);
            let invited =
                if filter.search.is_some() { store.invitations_of(quiz, users).await? } else { HashMap::new() };
            let mut fits = records.iter().map(|record| {
                let invitation = if let UserId::Invited(id) = &record.user { invited.get(id) } else { None };
                filter.fits(record, invitation, &versions, &raised)
            });
            piece.retain(|_| fits.next().unwrap_or_default());
            if !piece.is_empty() && fitting.send(piece).await.is_err() {
                return Ok(());
            }
        }
    }
    Ok(())
}
