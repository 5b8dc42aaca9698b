//! Quizzes in memory: the current one for a second, and the definition of a version, which never changes, without a
//! time limit.

use std::{
    collections::HashMap,
    sync::{Arc, PoisonError, RwLock},
    time::{Duration, Instant},
};

use domain::{Definition, NamespaceId, Quiz, QuizId};

use crate::{
    cache::{Cache, weight},
    store::Listed,
};

pub(super) type LatestVersions = Listed<(u32, Definition)>;

/// Maximum time for which a change by another process stays unseen without a notice.
const FRESH: Duration = Duration::from_secs(1);
/// Size limit of each of the three caches in bytes.
const MOST: usize = 32 * 1024 * 1024;
/// Larger definitions count as large: their pages and replies take more than a millisecond.
const LARGE: usize = 256 * 1024;
/// Maximum number of quizzes remembered as large, more than any cache of the quizzes themselves holds.
const LARGE_KNOWN: usize = 100_000;

pub(super) struct QuizCache {
    current: Cache<QuizId, Known>,
    versions: Cache<(QuizId, u32), Arc<Definition>>,
    /// Latest versions up to one version.
    latest: Cache<(QuizId, u32), Arc<LatestVersions>>,
    /// Quizzes that were large when last read, with their namespaces, even if the cache no longer holds them.
    large: RwLock<HashMap<QuizId, NamespaceId>>,
}

#[derive(Clone)]
struct Known {
    quiz: Arc<Quiz>,
    /// `None` if it must be read again.
    read_at: Option<Instant>,
    bytes_of_definition: usize,
}

impl Default for QuizCache {
    fn default() -> Self {
        Self {
            current: Cache::new(MOST),
            versions: Cache::new(MOST),
            latest: Cache::new(MOST),
            large: RwLock::default(),
        }
    }
}

impl QuizCache {
    pub(super) fn get(&self, id: &QuizId) -> Option<Arc<Quiz>> {
        let Known { quiz, read_at, .. } = self.current.get(id)?;
        read_at.filter(|read_at| read_at.elapsed() < FRESH).map(|_| quiz)
    }

    /// Returns the last known quiz, which may be stale.
    pub(super) fn last(&self, id: &QuizId) -> Option<Arc<Quiz>> {
        self.current.get(id).map(|known| known.quiz)
    }

    /// An unchanged quiz keeps its allocation.
    pub(super) fn put(&self, quiz: Quiz) -> Arc<Quiz> {
        let last = self.current.get(&quiz.id).filter(|last| Arc::ptr_eq(&last.quiz.definition, &quiz.definition));
        let unchanged = last.as_ref().filter(|last| *last.quiz == quiz).map(|last| Arc::clone(&last.quiz));
        let quiz = unchanged.unwrap_or_else(|| Arc::new(quiz));
        let bytes_of_definition = last.map_or_else(|| weight(&*quiz.definition), |last| last.bytes_of_definition);
        self.note_size(&quiz, bytes_of_definition);
        self.keep(Known { quiz: Arc::clone(&quiz), read_at: Some(Instant::now()), bytes_of_definition });
        quiz
    }

    pub(super) fn namespace_of_large(&self, id: &QuizId) -> Option<NamespaceId> {
        self.large.read().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
    }

    /// False in most installations, at the cost of one comparison.
    pub(super) fn has_large(&self) -> bool {
        !self.large.read().unwrap_or_else(PoisonError::into_inner).is_empty()
    }

    /// Must be called after every known change of a quiz.
    pub(super) fn forget(&self, id: &QuizId) {
        if let Some(known) = self.current.get(id) {
            self.keep(Known { read_at: None, ..known });
        }
    }

    pub(super) fn definition(&self, id: &QuizId, version: u32) -> Option<Arc<Definition>> {
        self.versions.get(&(id.clone(), version))
    }

    pub(super) fn put_definition(&self, quiz: &Quiz, version: u32, definition: Definition) -> Arc<Definition> {
        let bytes = weight(&definition);
        let definition = Arc::new(definition);
        self.versions.put(&quiz.namespace_id, (quiz.id.clone(), version), Arc::clone(&definition), bytes);
        definition
    }

    /// Returns the latest versions as of this state of the quiz.
    pub(super) fn latest(&self, quiz: &Quiz) -> Option<Arc<LatestVersions>> {
        self.latest.get(&(quiz.id.clone(), quiz.version))
    }

    pub(super) fn put_latest(&self, quiz: &Quiz, versions: LatestVersions) -> Arc<LatestVersions> {
        let bytes = versions.items.iter().map(|(_, definition)| weight(definition)).sum();
        let versions = Arc::new(versions);
        self.latest.put(&quiz.namespace_id, (quiz.id.clone(), quiz.version), Arc::clone(&versions), bytes);
        versions
    }

    fn note_size(&self, Quiz { id, namespace_id, .. }: &Quiz, bytes: usize) {
        if self.namespace_of_large(id).is_some() == (bytes > LARGE) {
            return;
        }
        let mut large = self.large.write().unwrap_or_else(PoisonError::into_inner);
        if bytes <= LARGE {
            large.remove(id);
        } else {
            if large.len() >= LARGE_KNOWN {
                large.clear();
            }
            large.insert(id.clone(), namespace_id.clone());
        }
    }

    fn keep(&self, known: Known) {
        let bytes = known.bytes_of_definition + weight(&known.quiz.settings);
        self.current.put(&known.quiz.namespace_id.clone(), known.quiz.id.clone(), known, bytes);
    }
}
