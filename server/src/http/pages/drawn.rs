//! Questions as they were drawn, of all quizzes.

use std::{
    fmt::{self, Debug, Formatter},
    sync::Arc,
};

use app::pages::{DrawnQuestion, DrawnQuestions};
use domain::{NamespaceId, Quiz, QuizId};

use crate::cache::Cache;

/// Bytes that are kept.
const KEPT: usize = 8 * 1024 * 1024;

pub(in crate::http) struct DrawnCache(Cache<(QuizId, u32, String), Arc<DrawnQuestion>>);

impl Default for DrawnCache {
    fn default() -> Self {
        Self(Cache::new(KEPT))
    }
}

/// Those of one version of a quiz, which never changes.
pub(super) struct OfVersion {
    cache: Arc<DrawnCache>,
    namespace: NamespaceId,
    quiz: QuizId,
    version: u32,
}

impl OfVersion {
    pub(super) fn new(cache: &Arc<DrawnCache>, quiz: &Quiz, version: u32) -> Self {
        Self { cache: Arc::clone(cache), namespace: quiz.namespace_id.clone(), quiz: quiz.id.clone(), version }
    }
}

impl Debug for OfVersion {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        write!(out, "questions of {} version {}", self.quiz, self.version)
    }
}

impl DrawnQuestions for OfVersion {
    fn get(&self, state: &str) -> Option<Arc<DrawnQuestion>> {
        self.cache.0.get(&(self.quiz.clone(), self.version, state.to_owned()))
    }

    fn keep(&self, state: String, drawn: Arc<DrawnQuestion>) {
        let bytes = drawn.weight() + 2 * state.len();
        self.cache.0.put(&self.namespace, (self.quiz.clone(), self.version, state), drawn, bytes);
    }
}
