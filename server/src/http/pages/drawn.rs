//! Pages as they were drawn, of all quizzes.

use std::{
    fmt::{self, Debug, Formatter},
    sync::{Arc, Weak},
};

use app::pages::{Drawn, DrawnPages};
use domain::Quiz;

use crate::cache::Cache;

/// Bytes that are kept.
const KEPT: usize = 8 * 1024 * 1024;

/// By the quiz's place in memory, its version, and the state. What is kept holds on to the place, so that no other quiz
/// comes there.
pub(in crate::http) struct DrawnCache(Cache<Key, (Weak<Quiz>, Arc<Drawn>)>);

type Key = (usize, u32, String);

impl Default for DrawnCache {
    fn default() -> Self {
        Self(Cache::new(KEPT))
    }
}

/// Those of one version of a quiz. A change of its settings makes another quiz in memory.
pub(super) struct OfQuiz {
    cache: Arc<DrawnCache>,
    quiz: Arc<Quiz>,
    version: u32,
}

impl OfQuiz {
    pub(super) fn new(cache: &Arc<DrawnCache>, quiz: &Arc<Quiz>, version: u32) -> Self {
        Self { cache: Arc::clone(cache), quiz: Arc::clone(quiz), version }
    }
}

impl Debug for OfQuiz {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        write!(out, "pages of {} version {}", self.quiz.id, self.version)
    }
}

impl DrawnPages for OfQuiz {
    fn get(&self, state: String, draw: &dyn Fn() -> Drawn) -> Arc<Drawn> {
        let key = (Arc::as_ptr(&self.quiz).addr(), self.version, state);
        if let Some((_, drawn)) = self.cache.0.get(&key) {
            return drawn;
        }
        let drawn = Arc::new(draw());
        let bytes = drawn.weight() + 2 * key.2.len() + size_of::<Quiz>();
        self.cache.0.put(&self.quiz.namespace_id, key, (Arc::downgrade(&self.quiz), Arc::clone(&drawn)), bytes);
        drawn
    }
}
