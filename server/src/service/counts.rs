//! Counts over a selection of a quiz's records, for figures that are not stored. They are read record by record, in
//! turns by namespace, off the threads that serve respondents, and cached until the records change.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{
        Arc, LazyLock, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use domain::{
    AnswersRecord, AttemptPair, Comparison, Counted, Counter, Day, DayCounts, Definition, NamespaceId, Quiz, QuizId,
    Timestamp,
};
use tokio::sync::watch;

use super::{ServiceError, change_counts::count_changes, queue::Queue, record_pieces::each_record};
use crate::{
    cache::Cache,
    clock,
    store::{CountedAttempts, Revision, Store, Versions},
    turns::Bounds,
    zone,
};

/// Counts under way. One per namespace, so that a namespace holds one of the few scanning connections.
pub(super) static COUNTS: LazyLock<Queue> =
    LazyLock::new(|| Queue::new("counts", Bounds { at_once: 2, at_once_each: 1, waiting_each: 16 }));

/// How long counts are kept that name respondents, who may be erased meanwhile.
const NAMING: Duration = Duration::from_mins(10);

/// Total size of cached counts in bytes.
const MOST: usize = 32 * 1024 * 1024;
/// Time that a request waits before it reports the progress of the count instead.
pub(super) const PATIENCE: Duration = Duration::from_secs(4);
/// A count that took longer than this stays valid for a while: with records changing constantly, none would ever be up
/// to date.
const LONG: Duration = Duration::from_secs(1);
/// It stays valid this many times as long as it took.
const SERVES: u32 = 10;
const RESCORINGS: usize = 1000;

/// The quiz and the selection that is counted.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub(super) struct CountKey {
    pub(super) quiz: QuizId,
    pub(super) version: u32,
    /// The filter and the breakdowns in canonical form.
    pub(super) of: String,
}

#[derive(Clone, Debug)]
pub(super) enum CountState {
    /// With the moment at which it began, if records have changed since.
    Done(Arc<Counted>, Option<Timestamp>),
    /// The number of records read, and the approximate total.
    UnderWay { done: u64, all: u64 },
}

type Fits = Box<dyn Fn(&AnswersRecord, &Versions) -> bool + Send + Sync>;

pub(super) struct Task {
    pub(super) quiz: Arc<Quiz>,
    pub(super) versions: Vec<(u32, Definition)>,
    pub(super) fits: Fits,
    pub(super) attempts: CountedAttempts,
    pub(super) compare: Option<Comparison>,
    /// Counts the changes between these attempts alone.
    pub(super) changes: Option<AttemptPair>,
    pub(super) all: u64,
}

pub(super) struct Counts {
    kept: Cache<CountKey, Kept>,
    running: Mutex<HashMap<CountKey, Running>>,
    rescorings: Mutex<Rescorings>,
    long: Duration,
    serves: u32,
}

/// The quizzes whose scores were replaced last. Replacements are numbered.
#[derive(Default)]
struct Rescorings {
    last: u64,
    by_quiz: HashMap<QuizId, u64>,
    /// No other quiz was rescored after this number.
    forgotten: u64,
}

impl Rescorings {
    fn note(&mut self, quiz: &QuizId) {
        self.last += 1;
        self.by_quiz.insert(quiz.clone(), self.last);
        if self.by_quiz.len() > RESCORINGS
            && let Some((oldest, number)) = self.by_quiz.iter().min_by_key(|(_, number)| **number)
        {
            self.forgotten = *number;
            let oldest = oldest.clone();
            self.by_quiz.remove(&oldest);
        }
    }

    /// The number of the quiz's last possible rescoring.
    fn latest(&self, quiz: &QuizId) -> u64 {
        self.by_quiz.get(quiz).copied().unwrap_or(self.forgotten)
    }
}

#[derive(Clone)]
struct Kept {
    counted: Arc<Counted>,
    revision: Revision,
    /// The last rescoring of any quiz before the count began.
    after: u64,
    as_of: Timestamp,
    duration: Duration,
    at: Instant,
}

#[derive(Clone)]
struct Running {
    revision: Revision,
    as_of: Timestamp,
    begun: Instant,
    done: Arc<AtomicU64>,
    all: u64,
    outcome: watch::Receiver<Option<Result<Arc<Counted>, Failure>>>,
}

/// The error of a count, for each request that waits for it.
#[derive(Clone)]
enum Failure {
    Full(String),
    Other(String),
}

impl From<ServiceError> for Failure {
    fn from(error: ServiceError) -> Self {
        match error {
            ServiceError::Unavailable(text) => Self::Full(text),
            other => Self::Other(other.to_string()),
        }
    }
}

impl From<Failure> for ServiceError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Full(text) => Self::Unavailable(text),
            Failure::Other(text) => Self::Internal(text),
        }
    }
}

impl Default for Counts {
    fn default() -> Self {
        Self::new(LONG, SERVES)
    }
}

impl Counts {
    pub(super) fn new(long: Duration, serves: u32) -> Self {
        Self { kept: Cache::new(MOST), running: Mutex::default(), rescorings: Mutex::default(), long, serves }
    }

    /// Invalidates long counts of the quiz.
    pub(super) fn rescored(&self, quiz: &QuizId) {
        self.rescorings().note(quiz);
    }

    fn rescorings(&self) -> MutexGuard<'_, Rescorings> {
        self.rescorings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// True if nothing has changed since. A long count also serves if no respondent was erased, no scores were
    /// replaced, and it is not old.
    fn serves(&self, kept: &Kept, now: Revision, rescored: u64) -> bool {
        let is_recent = kept.duration >= self.long && kept.at.elapsed() < kept.duration * self.serves;
        kept.revision == now || (is_recent && kept.revision.erased == now.erased && rescored <= kept.after)
    }

    /// A count continues while scores are replaced step by step; otherwise none would ever end.
    fn is_joined(&self, running: &Running, now: Revision) -> bool {
        running.revision == now || (running.begun.elapsed() >= self.long && running.revision.erased == now.erased)
    }

    /// Returns the count of a key. Starts `task` unless it is cached or under way.
    pub(super) async fn get(
        self: &Arc<Self>,
        store: &Arc<Store>,
        namespace: &NamespaceId,
        key: CountKey,
        task: Task,
    ) -> Result<CountState, ServiceError> {
        let (after, rescored) = {
            let rescorings = self.rescorings();
            (rescorings.last, rescorings.latest(&key.quiz))
        };
        let revision = store.revision(&key.quiz).await?;
        let kept = self.kept.get(&key).filter(|kept| self.serves(kept, revision, rescored));
        if let Some(Kept { counted, revision: of, as_of, .. }) = kept {
            return Ok(CountState::Done(counted, (of != revision).then_some(as_of)));
        }
        let mut running = self.join(store, namespace, key, task, (revision, after));
        let outcome = tokio::time::timeout(PATIENCE, running.outcome.wait_for(Option::is_some)).await;
        match outcome {
            Ok(Ok(outcome)) => match &*outcome {
                Some(Ok(counted)) => {
                    let as_of = (running.revision != revision).then_some(running.as_of);
                    Ok(CountState::Done(Arc::clone(counted), as_of))
                }
                Some(Err(failure)) => Err(failure.clone().into()),
                None => Err(ServiceError::Internal("a count ended without an outcome".to_owned())),
            },
            Ok(Err(_)) => Err(ServiceError::Internal("a count stopped".to_owned())),
            Err(_) => Ok(CountState::UnderWay { done: running.done.load(Ordering::Relaxed), all: running.all }),
        }
    }

    fn join(
        self: &Arc<Self>,
        store: &Arc<Store>,
        namespace: &NamespaceId,
        key: CountKey,
        task: Task,
        (revision, after): (Revision, u64),
    ) -> Running {
        let mut all_running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(running) = all_running.get(&key).filter(|running| self.is_joined(running, revision)) {
            return running.clone();
        }
        let (sender, outcome) = watch::channel(None);
        let done = Arc::new(AtomicU64::new(0));
        let (as_of, begun) = (clock::now(), Instant::now());
        let running = Running { revision, as_of, begun, done: Arc::clone(&done), all: task.all, outcome };
        all_running.insert(key.clone(), running.clone());
        let (counts, store, namespace) = (Arc::clone(self), Arc::clone(store), namespace.clone());
        // The count continues if its request stops waiting, so that the next one finds its progress.
        tokio::spawn(async move {
            let begun = Instant::now();
            let work = count(store, task, done);
            let counted =
                COUNTS.run_future(namespace.as_str(), work).await.flatten().map(Arc::new).map_err(Failure::from);
            if let Ok(counted) = &counted {
                let (counted, duration, at) = (Arc::clone(counted), begun.elapsed(), Instant::now());
                let bytes = counted.bytes();
                let kept = Kept { counted, revision, after, as_of, duration, at };
                let names_respondents = kept.counted.changes.is_some();
                counts.kept.put(&namespace, key.clone(), kept, bytes);
                if names_respondents {
                    let (counts, key) = (Arc::clone(&counts), key.clone());
                    tokio::spawn(async move {
                        tokio::time::sleep(NAMING).await;
                        counts.kept.remove(&key);
                    });
                }
            }
            let mut all_running = counts.running.lock().unwrap_or_else(PoisonError::into_inner);
            // A newer count may have replaced it.
            if all_running.get(&key).is_some_and(|running| running.begun <= begun) {
                all_running.remove(&key);
            }
            drop(all_running);
            let _ = sender.send(Some(counted));
        });
        running
    }
}

async fn count(store: Arc<Store>, task: Task, done: Arc<AtomicU64>) -> Result<Counted, ServiceError> {
    let Task { quiz, versions, fits, attempts, compare, changes, .. } = task;
    let versions: Versions = versions.into_iter().collect();
    if let Some(pair) = changes {
        let changes =
            Some(count_changes(&store, &quiz, &versions, |record| fits(record, &versions), pair, &done).await?);
        return Ok(Counted { changes, ..Counted::default() });
    }
    let mut counter = Counter::new(&versions, &quiz.definition, compare.as_ref());
    let (counting, known) = (&mut counter, &versions);
    let zone = zone::zone_of(&quiz.settings);
    let mut days: BTreeMap<Day, DayCounts> = BTreeMap::new();
    let by_day = &mut days;
    let count = move |record: &AnswersRecord| {
        if fits(record, known) {
            counting.add(record);
            by_day.entry(zone::day_of(record.started_at, &zone)).or_default().started += 1;
            if let Some(submission) = &record.submission {
                by_day.entry(zone::day_of(submission.at, &zone)).or_default().completed += 1;
            }
        }
    };
    each_record(&store, &quiz, attempts, count, &done).await?;
    let mut counted = counter.counted();
    counted.figures.days = days;
    Ok(counted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaced_scores_end_the_counts_before_them_however_many_quizzes_have_such() {
        let quiz = |number: usize| QuizId::from_random(u128::try_from(number).expect("a small number"));
        let mut rescorings = Rescorings::default();
        let before = rescorings.last;
        assert!(rescorings.latest(&quiz(0)) <= before);
        for number in 0..RESCORINGS + 10 {
            rescorings.note(&quiz(number));
            let last = rescorings.last;
            rescorings.note(&quiz(number));
            assert!(rescorings.latest(&quiz(number)) > last);
            assert!(number == 0 || rescorings.latest(&quiz(number - 1)) <= last);
        }
        assert_eq!(rescorings.by_quiz.len(), RESCORINGS);
        for number in 0..RESCORINGS + 10 {
            assert!(rescorings.latest(&quiz(number)) > before, "{number}");
            assert!(rescorings.latest(&quiz(number)) <= rescorings.last, "{number}");
        }
    }
}
