//! A cache of rendered pages of all quizzes.

use std::{
    fmt::{self, Debug, Formatter},
    sync::{Arc, Weak},
};

use app::pages::{Drawn, DrawnPages};
use domain::Quiz;

use crate::cache::Cache;

/// Maximum size in bytes.
const KEPT: usize = 8 * 1024 * 1024;

/// Keyed by the quiz's allocation, its version, and the state. Entries hold a weak reference, so that no other quiz
/// gets the same address.
pub(in crate::http) struct DrawnCache(Cache<Key, (Weak<Quiz>, Arc<Drawn>)>);

type Key = (usize, u32, String);

impl Default for DrawnCache {
    fn default() -> Self {
        Self(Cache::new(KEPT))
    }
}

/// The pages of one version of a quiz. A change of its settings creates another allocation.
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
