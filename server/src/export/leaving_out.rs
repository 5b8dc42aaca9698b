//! Leaves respondents who are erased during an export out of it.
//!
//! The scan's snapshot contains them until it ends. Respondents who are known to be erased are left out of the rest of
//! the file. If they are already written, the export learns of it, and its caller can start again.

use std::{
    collections::HashSet,
    hash::{BuildHasher, RandomState},
    time::{Duration, Instant},
};

use domain::QuizId;
use tokio::sync::mpsc::{Receiver, Sender};

use crate::store::{Result, Store, StoredRecord};

/// Interval between checks for erasures while records pass.
const LOOK: Duration = Duration::from_millis(20);

/// The erasures in a quiz since an export began, and the respondents who have been written.
pub(crate) struct Erasures {
    quiz: QuizId,
    /// The number of the last erasure that was seen.
    seen: i64,
    erased: HashSet<String>,
    written: Written,
    is_stale: bool,
}

impl Erasures {
    /// Must be called before the snapshot is taken.
    pub(super) async fn begin(store: &Store, quiz: &QuizId) -> Result<Self> {
        let seen = store.last_erasure(quiz).await?;
        Ok(Self { quiz: quiz.clone(), seen, erased: HashSet::new(), written: Written::new(), is_stale: false })
    }

    /// True if a respondent in the written part has been erased since. May be true without need, for one export in ten
    /// of a million records.
    pub(crate) async fn concern_it(&mut self, store: &Store) -> Result<bool> {
        for (number, user) in store.erasures_after(&self.quiz, self.seen).await? {
            self.is_stale |= self.written.may_hold(&user);
            self.seen = number;
            self.erased.insert(user);
        }
        Ok(self.is_stale)
    }

    /// Passes on other respondents' records, until there are no more, or the receiver is gone.
    pub(super) async fn leave_out(
        mut self,
        store: &Store,
        mut all: Receiver<Vec<StoredRecord>>,
        others: Sender<Vec<StoredRecord>>,
    ) -> Result<Self> {
        let mut looked: Option<Instant> = None;
        while let Some(mut piece) = all.recv().await {
            if looked.is_none_or(|at| at.elapsed() >= LOOK) {
                self.concern_it(store).await?;
                looked = Some(Instant::now());
            }
            piece.retain(|record| !self.erased.contains(&record.user));
            piece.iter().for_each(|record| self.written.add(&record.user));
            if others.send(piece).await.is_err() {
                break;
            }
        }
        Ok(self)
    }
}

/// A probabilistic set of constant size, 1 MiB, which may report others as members.
struct Written {
    bits: Vec<u64>,
    hasher: RandomState,
}

impl Written {
    const WORDS: usize = 1 << 17;

    fn new() -> Self {
        Self { bits: vec![0; Self::WORDS], hasher: RandomState::new() }
    }

    fn place(&self, user: &str) -> (usize, u64) {
        let hash = self.hasher.hash_one(user);
        let word = usize::try_from(hash >> 6).unwrap_or(usize::MAX) % Self::WORDS;
        (word, 1 << (hash & 63))
    }

    fn add(&mut self, user: &str) {
        let (word, bit) = self.place(user);
        self.bits[word] |= bit;
    }

    fn may_hold(&self, user: &str) -> bool {
        let (word, bit) = self.place(user);
        self.bits[word] & bit != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everyone_who_was_written_is_known_and_few_others_are_taken_for_them() {
        let mut written = Written::new();
        let name = |number: u32| format!("respondent-{number}");
        (0..100_000).for_each(|number| written.add(&name(number)));
        assert!((0..100_000).all(|number| written.may_hold(&name(number))));
        let taken = (100_000..200_000).filter(|number| written.may_hold(&name(*number))).count();
        assert!(taken < 3_000, "{taken}");
    }
}
