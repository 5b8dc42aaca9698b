//! Figures of change between two attempts of each respondent.

use std::sync::Arc;

use domain::{AttemptPair, ChangeFigures, Permission, Quiz, Timestamp};

use super::{
    Caller, QuizPath, Segment, Service, ServiceError,
    counts::{CountKey, CountState, Task},
};
use crate::store::RecordFilter;

#[derive(Clone, Debug)]
pub enum ChangesState {
    /// With the moment of the figures, if records have changed since.
    Ready(Arc<Quiz>, ChangeFigures, Option<Timestamp>),
    /// The number of records read, and the approximate total.
    UnderWay { done: u64, all: u64 },
}

impl Service {
    /// True if a respondent has taken the quiz again.
    pub async fn has_past_attempts(&self, path: &QuizPath) -> Result<bool, ServiceError> {
        Ok(self.store.has_past_attempts(&path.quiz).await?)
    }

    /// Counts respondents whose last submitted attempt fits the segment; without one, everyone.
    pub async fn change_figures(
        &self,
        caller: &Caller,
        path: &QuizPath,
        segment: Option<Segment>,
        pair: AttemptPair,
    ) -> Result<ChangesState, ServiceError> {
        caller.require(Permission::Read, &path.namespace)?;
        let quiz = self.read_quiz(path).await?;
        let (filter, name) = segment.map_or_else(Default::default, |segment| (segment.filter, segment.name));
        let filter = RecordFilter { last_submitted: true, each_attempt: false, ..filter };
        let raised = self.store.raised(&quiz.id, &filter).await?;
        let number = |attempt: Option<u32>| attempt.unwrap_or_default();
        let of = format!("changes {:?} {} {} {name}", pair.by, number(pair.from), number(pair.to));
        let key = CountKey { quiz: quiz.id.clone(), version: quiz.version, of };
        let task = Task {
            quiz: Arc::clone(&quiz),
            versions: self.latest_definitions(&quiz).await?.items.clone(),
            attempts: filter.attempts(),
            fits: Box::new(move |record, versions| filter.fits(record, None, versions, &raised)),
            compare: None,
            changes: Some(pair),
            all: self.store.counts(&quiz.id).await?.started,
        };
        Ok(match self.counts.get(&self.store, &path.namespace, key, task).await? {
            CountState::Done(counted, as_of) => {
                ChangesState::Ready(quiz, counted.changes.clone().unwrap_or_default(), as_of)
            }
            CountState::UnderWay { done, all } => ChangesState::UnderWay { done, all },
        })
    }
}
