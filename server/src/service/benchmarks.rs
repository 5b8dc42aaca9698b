//! How a respondent's scores compare with those of everyone else. Nothing of it is stored: scores are counted in the
//! background, and a count serves for an hour.

use std::{
    sync::{Arc, atomic::AtomicU64},
    time::{Duration, Instant},
};

use domain::{AnswersRecord, BenchmarkCounter, BenchmarkPlace, Benchmarks, Definition, Name, Quiz, QuizId, Timestamp};
use tokio::sync::watch;

use super::{Service, ServiceError, counts::COUNTS, record_pieces::each_record};
use crate::{
    cache::Cache,
    clock,
    store::{Store, Versions},
};

const SERVES: Duration = Duration::from_secs(3600);
/// A result is shown without the comparison rather than later.
const PATIENCE: Duration = Duration::from_millis(500);
/// Of all kept counts, in bytes.
const MOST: usize = 16 * 1024 * 1024;
/// Of a count with its scores, assumed.
const SIZE: usize = 16 * 1024;

/// By quiz and the version that gives the scores.
pub(super) struct KeptBenchmarks(Cache<(QuizId, u32), Kept>);

#[derive(Clone)]
struct Kept {
    begun: Instant,
    as_of: Timestamp,
    counted: watch::Receiver<Option<Arc<Benchmarks>>>,
}

impl Default for KeptBenchmarks {
    fn default() -> Self {
        Self(Cache::new(MOST))
    }
}

impl Service {
    /// Where the scores of a submitted record stand, those that have a benchmark; nothing while they are still counted.
    pub(crate) async fn benchmarks(
        &self,
        quiz: &Arc<Quiz>,
        record: &AnswersRecord,
        scored_by: &Arc<Definition>,
    ) -> Result<Vec<(Option<Name>, BenchmarkPlace)>, ServiceError> {
        let Some(submission) = &record.submission else { return Ok(Vec::new()) };
        if scored_by.benchmarked().next().is_none() {
            return Ok(Vec::new());
        }
        let key = (quiz.id.clone(), record.scored_version());
        let kept = match self.benchmarks.0.get(&key).filter(|kept| is_of_use(kept)) {
            Some(kept) => kept,
            None => {
                let versions = self.latest_definitions(quiz).await?.items.iter().cloned().collect();
                let kept = start(&self.store, quiz, scored_by, versions);
                self.benchmarks.0.put(&quiz.namespace_id, key, kept.clone(), SIZE);
                kept
            }
        };
        let mut counted = kept.counted;
        let counted = tokio::time::timeout(PATIENCE, counted.wait_for(Option::is_some)).await;
        let Some(benchmarks) = counted.ok().and_then(Result::ok).and_then(|counted| counted.clone()) else {
            return Ok(Vec::new());
        };
        // An earlier attempt of the same respondent may be counted in its place until the next count.
        let is_counted = submission.at < kept.as_of;
        let place = |of: Option<&Name>| Some((of.cloned(), benchmarks.place(&submission.scores, of, is_counted)?));
        Ok(scored_by.benchmarked().filter_map(place).collect())
    }
}

/// Young enough, and counted or still being counted.
fn is_of_use(kept: &Kept) -> bool {
    kept.begun.elapsed() < SERVES && (kept.counted.borrow().is_some() || kept.counted.has_changed().is_ok())
}

fn start(store: &Arc<Store>, quiz: &Arc<Quiz>, scored_by: &Arc<Definition>, versions: Versions) -> Kept {
    let (sender, counted) = watch::channel(None);
    let kept = Kept { begun: Instant::now(), as_of: clock::now(), counted };
    let (store, quiz, scored_by) = (Arc::clone(store), Arc::clone(quiz), Arc::clone(scored_by));
    tokio::spawn(async move {
        let (namespace, id) = (quiz.namespace_id.clone(), quiz.id.clone());
        let work = async move {
            let mut counter = BenchmarkCounter::new(&scored_by, &versions);
            each_record(&store, &quiz, true, |record| counter.add(record), &AtomicU64::new(0)).await?;
            Ok::<_, ServiceError>(counter.benchmarks)
        };
        match COUNTS.run_future(namespace.as_str(), work).await.flatten() {
            Ok(benchmarks) => _ = sender.send(Some(Arc::new(benchmarks))),
            Err(error) => tracing::warn!(quiz = %id, %error, "cannot count the scores of a benchmark"),
        }
    });
    kept
}
