//! Answers to large records go on one at a time in each namespace: an answer writes its whole record again, and what
//! arrives together is stored together, so that many of them would hold up the answers of all others.

use std::{
    collections::HashSet,
    hash::{BuildHasher, RandomState},
    sync::{Mutex, MutexGuard, PoisonError},
};

use domain::{Answer, AnswersRecord, NamespaceId, Quiz, UserId};

use super::ServiceError;
use crate::{
    low_priority::SMALL,
    turns::{Bounds, Turn, Turns},
};

const BOUNDS: Bounds = Bounds { at_once: 4, at_once_each: 1, waiting_each: 256 };
/// Records that are remembered. Once there are more, all are forgotten, and each is known again after its next answer.
const REMEMBERED: usize = 10_000;
/// Bytes of an id or a number with its question.
const BESIDE: usize = 40;

pub(super) struct LargeRecords {
    turns: Turns<NamespaceId>,
    /// Hashes of records.
    known: Mutex<HashSet<u64>>,
    hashes: RandomState,
}

impl Default for LargeRecords {
    fn default() -> Self {
        Self { turns: Turns::new(BOUNDS), known: Mutex::default(), hashes: RandomState::new() }
    }
}

impl LargeRecords {
    /// The turn of an answer to a record that was large when it was last answered; `None` for any other.
    pub(super) async fn turn(&self, quiz: &Quiz, user: &UserId) -> Result<Option<Turn<NamespaceId>>, ServiceError> {
        let is_known = self.known().contains(&self.hashes.hash_one((&quiz.id, user)));
        if !is_known {
            return Ok(None);
        }
        let turn = self.turns.take(quiz.namespace_id.clone()).await;
        turn.map(Some).map_err(|_| ServiceError::Unavailable("too many answers to large records wait".to_owned()))
    }

    /// Remembers if the record is large now.
    pub(super) fn note(&self, quiz: &Quiz, record: &AnswersRecord) {
        if bytes(record) < SMALL {
            return;
        }
        let mut known = self.known();
        if known.len() >= REMEMBERED {
            known.clear();
        }
        known.insert(self.hashes.hash_one((&quiz.id, &record.user)));
    }

    fn known(&self) -> MutexGuard<'_, HashSet<u64>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Bytes of the record's answers, roughly.
fn bytes(record: &AnswersRecord) -> usize {
    let of_answer = |answer: &Answer| match answer {
        Answer::Text(text) => text.len(),
        Answer::Options(options) => options.len() * BESIDE,
        _ => 0,
    };
    record.answers.values().map(|answer| BESIDE + of_answer(answer)).sum()
}
