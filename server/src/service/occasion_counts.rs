//! How many occasions of a series are due, answered or missed. Nothing of it is stored, since time alone changes it.

use std::{
    sync::{Arc, LazyLock},
    time::{Duration, Instant},
};

use domain::{Permission, QuizId};

use super::{Caller, QuizPath, Service, ServiceError, queue::Queue};
use crate::{cache::Cache, clock, store::OccasionCounts, turns::Bounds};

static COUNTS: LazyLock<Queue> =
    LazyLock::new(|| Queue::new("counts of occasions", Bounds { at_once: 1, at_once_each: 1, waiting_each: 16 }));

/// A count that took longer is kept.
const LONG: Duration = Duration::from_millis(200);
/// For this many times as long as it took.
const SERVES: u32 = 10;
/// Of all kept counts, in bytes.
const MOST: usize = 1024 * 1024;

pub(super) struct KeptOccasionCounts(Cache<QuizId, Kept>);

#[derive(Clone)]
struct Kept {
    counts: Arc<Vec<OccasionCounts>>,
    took: Duration,
    at: Instant,
}

impl Default for KeptOccasionCounts {
    fn default() -> Self {
        Self(Cache::new(MOST))
    }
}

impl Service {
    /// The occasions of each number by state, the greatest number first. Of many occasions they may be some seconds old.
    pub async fn occasion_counts(
        &self,
        caller: &Caller,
        path: &QuizPath,
    ) -> Result<Arc<Vec<OccasionCounts>>, ServiceError> {
        caller.require(Permission::Read, &path.namespace)?;
        let quiz = self.read_quiz(path).await?;
        if let Some(counts) = self.occasion_counts.of(&quiz.id) {
            return Ok(counts);
        }
        let (store, kept, quiz) = (Arc::clone(&self.store), Arc::clone(&self.occasion_counts), Arc::clone(&quiz));
        let namespace = quiz.namespace_id.clone();
        let work = async move {
            // Another request may have counted while this one waited.
            if let Some(counts) = kept.of(&quiz.id) {
                return Ok(counts);
            }
            let begun = Instant::now();
            let counts = Arc::new(store.occasion_counts(&quiz.id, clock::now()).await?);
            let took = begun.elapsed();
            if took > LONG {
                let bytes = 200 + counts.len() * size_of::<OccasionCounts>();
                let counted = Kept { counts: Arc::clone(&counts), took, at: Instant::now() };
                kept.0.put(&quiz.namespace_id, quiz.id.clone(), counted, bytes);
            }
            Ok::<_, ServiceError>(counts)
        };
        COUNTS.run_future(namespace.as_str(), work).await.flatten()
    }
}

impl KeptOccasionCounts {
    fn of(&self, quiz: &QuizId) -> Option<Arc<Vec<OccasionCounts>>> {
        let kept = self.0.get(quiz).filter(|kept| kept.at.elapsed() < kept.took * SERVES)?;
        Some(kept.counts)
    }
}
