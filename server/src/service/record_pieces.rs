//! All records of a quiz, read piece by piece for a count.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use domain::{AnswersRecord, Quiz};
use tokio::{sync::mpsc, task::JoinHandle};

use super::ServiceError;
use crate::store::{Store, StoreError, StoredRecord};

/// Pieces between the reader and the counter.
const IN_FLIGHT: usize = 4;

/// Reads all records of a quiz on one snapshot. With `last_submitted`, reads the last submitted attempt of a respondent
/// who is taking it again.
pub(super) async fn each_record(
    store: &Arc<Store>,
    quiz: &Quiz,
    last_submitted: bool,
    mut read: impl FnMut(&AnswersRecord),
    done: &AtomicU64,
) -> Result<(), ServiceError> {
    let mut pieces = Pieces::of(store, quiz, last_submitted);
    while let Some(records) = pieces.next().await? {
        records.iter().for_each(&mut read);
        done.fetch_add(u64::try_from(records.len()).unwrap_or_default(), Ordering::Relaxed);
    }
    Ok(())
}

/// All records of a quiz on one snapshot, piece by piece.
pub(super) struct Pieces<'a> {
    store: &'a Arc<Store>,
    quiz: &'a Quiz,
    last_submitted: bool,
    pieces: mpsc::Receiver<Vec<StoredRecord>>,
    scan: Option<JoinHandle<Result<(), StoreError>>>,
}

impl<'a> Pieces<'a> {
    pub(super) fn of(store: &'a Arc<Store>, quiz: &'a Quiz, last_submitted: bool) -> Self {
        let (sender, pieces) = mpsc::channel(IN_FLIGHT);
        let (scanned, id) = (Arc::clone(store), quiz.id.clone());
        let scan = tokio::spawn(async move { scanned.scan_records(&id, sender).await });
        Self { store, quiz, last_submitted, pieces, scan: Some(scan) }
    }

    pub(super) async fn next(&mut self) -> Result<Option<Vec<AnswersRecord>>, ServiceError> {
        let Some(mut piece) = self.pieces.recv().await else {
            if let Some(scan) = self.scan.take() {
                scan.await.map_err(|_| ServiceError::Internal("a scan stopped".to_owned()))??;
            }
            return Ok(None);
        };
        if self.last_submitted {
            self.store.put_last_submitted(&self.quiz.id, &mut piece).await?;
        }
        let records = piece.iter().map(|stored| stored.read(&self.quiz.id, self.quiz.kind)).collect::<Option<Vec<_>>>();
        records.map(Some).ok_or_else(|| ServiceError::Internal("a stored record is damaged".to_owned()))
    }
}
