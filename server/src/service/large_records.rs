//! Serializes answers to large records within each namespace. An answer rewrites its whole record, and concurrent
//! answers are stored together, so many of them would delay all others.

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
/// Maximum number of records that are remembered. Beyond it, all are forgotten, and each is known again after its next
/// answer.
const REMEMBERED: usize = 10_000;
/// Approximate size in bytes of an id or a number with its question.
const BESIDE: usize = 40;

pub(super) struct LargeRecords {
    turns: Turns<NamespaceId>,
    known: Mutex<HashSet<u64>>,
    hashes: RandomState,
}

impl Default for LargeRecords {
    fn default() -> Self {
        Self { turns: Turns::new(BOUNDS), known: Mutex::default(), hashes: RandomState::new() }
    }
}

impl LargeRecords {
    /// Returns the turn of an answer to a record that was large at its last answer, and `None` for any other.
    pub(super) async fn turn(&self, quiz: &Quiz, user: &UserId) -> Result<Option<Turn<NamespaceId>>, ServiceError> {
        let is_known = self.known().contains(&self.hashes.hash_one((&quiz.id, user)));
        if !is_known {
            return Ok(None);
        }
        let turn = self.turns.take(quiz.namespace_id.clone()).await;
        turn.map(Some).map_err(|_| ServiceError::Unavailable("too many answers to large records wait".to_owned()))
    }

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

fn bytes(record: &AnswersRecord) -> usize {
    let of_answer = |answer: &Answer| match answer {
        Answer::Text(text) => text.len(),
        Answer::Options(options) => options.len() * BESIDE,
        _ => 0,
    };
    record.answers.values().map(|answer| BESIDE + of_answer(answer)).sum()
}
