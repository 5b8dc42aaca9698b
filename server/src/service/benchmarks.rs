//! How a respondent's scores compare with those of everyone else. Nothing of it is stored: scores are counted in the
//! background, and a count serves for an hour.

use std::{
    sync::{Arc, LazyLock, Mutex, PoisonError, atomic::AtomicU64},
    time::{Duration, Instant},
};

use domain::{
    AnswersRecord, BenchmarkCounter, BenchmarkPlace, Benchmarks, Definition, Name, Quiz, QuizId, ResultView, Timestamp,
};
use tokio::sync::watch;

use super::{Service, ServiceError, queue::Queue, record_pieces::each_record};
use crate::{
    cache::Cache,
    clock,
    store::{CountedAttempts, Store},
    turns::Bounds,
};

/// Apart from the figures of the dashboard, which results are not to delay.
static COUNTS: LazyLock<Queue> =
    LazyLock::new(|| Queue::new("benchmarks", Bounds { at_once: 1, at_once_each: 1, waiting_each: 16 }));

const SERVES: Duration = Duration::from_hours(1);
/// Until a count that failed is tried again.
const AGAIN: Duration = Duration::from_mins(5);
/// A result is shown without the comparison rather than later.
const PATIENCE: Duration = Duration::from_millis(500);
/// Of all kept counts, in bytes.
const MOST: usize = 16 * 1024 * 1024;

/// By quiz and the version that gives the scores.
pub(super) struct KeptBenchmarks {
    kept: Cache<(QuizId, u32), Kept>,
    /// Of many results at once, the first starts a count.
    starting: Mutex<()>,
}

#[derive(Clone)]
struct Kept {
    begun: Instant,
    counted: watch::Receiver<Option<Arc<Counted>>>,
}

struct Counted {
    benchmarks: Benchmarks,
    as_of: Timestamp,
}

impl Default for KeptBenchmarks {
    fn default() -> Self {
        Self { kept: Cache::new(MOST), starting: Mutex::default() }
    }
}

impl Service {
    /// Where the scores of a respondent's last submitted attempt stand, those that have a benchmark and are shown; nothing
    /// while they are still counted.
    pub(crate) async fn benchmarks(
        &self,
        quiz: &Arc<Quiz>,
        record: &AnswersRecord,
        scored_by: &Arc<Definition>,
    ) -> Result<Vec<(Option<Name>, BenchmarkPlace)>, ServiceError> {
        let Some(submission) = &record.submission else { return Ok(Vec::new()) };
        if scored_by.benchmarked().next().is_none() || quiz.definition.result == ResultView::Thanks {
            return Ok(Vec::new());
        }
        let mut counted = self.benchmarks.of(&self.store, quiz, record.scored_version(), scored_by);
        let counted = tokio::time::timeout(PATIENCE, counted.wait_for(Option::is_some)).await;
        let Some(counted) = counted.ok().and_then(Result::ok).and_then(|counted| counted.clone()) else {
            return Ok(Vec::new());
        };
        // An earlier attempt of the same respondent may be counted in its place until the next count.
        let is_counted = submission.at < counted.as_of;
        let place =
            |of: Option<&Name>| Some((of.cloned(), counted.benchmarks.place(&submission.scores, of, is_counted)?));
        Ok(scored_by.benchmarked().filter_map(place).collect())
    }
}

impl KeptBenchmarks {
    /// Starts a count, unless one is of use.
    fn of(
        self: &Arc<Self>,
        store: &Arc<Store>,
        quiz: &Arc<Quiz>,
        version: u32,
        scored_by: &Arc<Definition>,
    ) -> watch::Receiver<Option<Arc<Counted>>> {
        let key = (quiz.id.clone(), version);
        let _one_by_one = self.starting.lock().unwrap_or_else(PoisonError::into_inner);
        let before = self.kept.get(&key);
        if let Some(kept) = before.as_ref().filter(|kept| is_of_use(kept)) {
            return kept.counted.clone();
        }
        let before = before.and_then(|kept| kept.counted.borrow().clone());
        let (sender, counted) = watch::channel(None);
        let kept = Kept { begun: Instant::now(), counted };
        self.kept.put(&quiz.namespace_id, key.clone(), kept.clone(), 1024);
        let (this, store, quiz, scored_by) =
            (Arc::clone(self), Arc::clone(store), Arc::clone(quiz), Arc::clone(scored_by));
        let again = kept.clone();
        tokio::spawn(async move {
            let of = Arc::clone(&quiz);
            let work = async move { count(&store, &of, &scored_by).await };
            match COUNTS.run_future(quiz.namespace_id.as_str(), work).await.flatten() {
                Ok(counted) => {
                    let counted = Arc::new(counted);
                    let is_new = before.as_ref().is_none_or(|before| counted.benchmarks.replaces(&before.benchmarks));
                    let counted = before.filter(|_| !is_new).unwrap_or(counted);
                    this.kept.put(&quiz.namespace_id, key, again, counted.benchmarks.bytes());
                    let _ = sender.send(Some(counted));
                }
                Err(error) => tracing::warn!(quiz = %quiz.id, %error, "cannot count the scores of a benchmark"),
            }
        });
        kept.counted
    }
}

/// Young enough, and counted, being counted, or failed a short time ago.
fn is_of_use(kept: &Kept) -> bool {
    let is_counted = kept.counted.borrow().is_some() || kept.counted.has_changed().is_ok();
    kept.begun.elapsed() < if is_counted { SERVES } else { AGAIN }
}

async fn count(store: &Arc<Store>, quiz: &Quiz, scored_by: &Definition) -> Result<Counted, ServiceError> {
    let as_of = clock::now();
    let versions = store.latest_definitions(&quiz.id).await?.items.into_iter().collect();
    let mut counter = BenchmarkCounter::new(scored_by, &versions);
    each_record(store, quiz, CountedAttempts::LastSubmitted, |record| counter.add(record), &AtomicU64::new(0)).await?;
    Ok(Counted { benchmarks: counter.benchmarks, as_of })
}
