//! Quizzes in memory: the current one for a second, a version's definition for good, since it never changes.

use std::{
    collections::HashMap,
    sync::{Arc, RwLock},
    time::{Duration, Instant},
};

use domain::{Definition, Quiz, QuizId};

/// Longest time a change by another process stays unseen, if nothing tells of it.
const FRESH: Duration = Duration::from_secs(1);
/// Entries before a map is emptied and filled anew.
const BOUND: usize = 10_000;

#[derive(Default)]
pub(super) struct QuizCache {
    current: RwLock<HashMap<QuizId, (Instant, Arc<Quiz>)>>,
    versions: RwLock<HashMap<(QuizId, u32), Arc<Definition>>>,
}

impl QuizCache {
    pub(super) fn get(&self, id: &QuizId) -> Option<Arc<Quiz>> {
        let map = self.current.read().ok()?;
        map.get(id).filter(|(read_at, _)| read_at.elapsed() < FRESH).map(|(_, quiz)| Arc::clone(quiz))
    }

    pub(super) fn put(&self, quiz: Quiz) -> Arc<Quiz> {
        let quiz = Arc::new(quiz);
        if let Ok(mut map) = self.current.write() {
            if map.len() >= BOUND {
                map.clear();
            }
            map.insert(quiz.id.clone(), (Instant::now(), Arc::clone(&quiz)));
        }
        quiz
    }

    /// To be called after every change of a quiz that becomes known.
    pub(super) fn forget(&self, id: &QuizId) {
        if let Ok(mut map) = self.current.write() {
            map.remove(id);
        }
    }

    pub(super) fn definition(&self, id: &QuizId, version: u32) -> Option<Arc<Definition>> {
        self.versions.read().ok()?.get(&(id.clone(), version)).map(Arc::clone)
    }

    pub(super) fn put_definition(&self, id: &QuizId, version: u32, definition: Definition) -> Arc<Definition> {
        let definition = Arc::new(definition);
        if let Ok(mut map) = self.versions.write() {
            if map.len() >= BOUND {
                map.clear();
            }
            map.insert((id.clone(), version), Arc::clone(&definition));
        }
        definition
    }
}
