//! All records of a quiz, read piece by piece for a count.

use std::{
    collections::VecDeque,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use domain::{AnswersRecord, Quiz};
use tokio::{sync::mpsc, task::JoinHandle};

use super::ServiceError;
use crate::store::{CountedAttempts, Store, StoreError, StoredRecord, small_pieces};

/// Pieces between the reader and the counter.
const IN_FLIGHT: usize = 4;

/// Reads all records of a quiz on one snapshot, of each respondent the attempts that count.
pub(super) async fn each_record(
    store: &Arc<Store>,
    quiz: &Quiz,
    attempts: CountedAttempts,
    mut read: impl FnMut(&AnswersRecord),
    done: &AtomicU64,
) -> Result<(), ServiceError> {
    let mut pieces = Pieces::of(store, quiz, attempts);
    while let Some(records) = pieces.next().await? {
        records.iter().for_each(&mut read);
        let respondents = records.chunk_by(|one, next| one.user == next.user).count();
        done.fetch_add(u64::try_from(respondents).unwrap_or_default(), Ordering::Relaxed);
    }
    Ok(())
}

/// All records of a quiz on one snapshot, piece by piece.
pub(super) struct Pieces<'a> {
    store: &'a Arc<Store>,
    quiz: &'a Quiz,
    attempts: CountedAttempts,
    pieces: mpsc::Receiver<Vec<StoredRecord>>,
    /// Read already, without their attempts.
    ahead: VecDeque<Vec<StoredRecord>>,
    scan: Option<JoinHandle<Result<(), StoreError>>>,
}

impl<'a> Pieces<'a> {
    pub(super) fn of(store: &'a Arc<Store>, quiz: &'a Quiz, attempts: CountedAttempts) -> Self {
        let (sender, pieces) = mpsc::channel(IN_FLIGHT);
        let (scanned, id) = (Arc::clone(store), quiz.id.clone());
        let scan = tokio::spawn(async move { scanned.scan_records(&id, sender).await });
        Self { store, quiz, attempts, pieces, ahead: VecDeque::new(), scan: Some(scan) }
    }

    pub(super) async fn next(&mut self) -> Result<Option<Vec<AnswersRecord>>, ServiceError> {
        if self.ahead.is_empty() {
            let Some(piece) = self.pieces.recv().await else {
                if let Some(scan) = self.scan.take() {
                    scan.await.map_err(|_| ServiceError::Internal("a scan stopped".to_owned()))??;
                }
                return Ok(None);
            };
            self.ahead.extend(small_pieces(piece, self.attempts));
        }
        let piece = self.ahead.pop_front().unwrap_or_default();
        let piece = self.store.counted_attempts(&self.quiz.id, piece, self.attempts).await?;
        let records = piece.iter().map(|stored| stored.read(&self.quiz.id, self.quiz.kind)).collect::<Option<Vec<_>>>();
        records.map(Some).ok_or_else(|| ServiceError::Internal("a stored record is damaged".to_owned()))
    }
}
