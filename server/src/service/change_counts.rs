//! Counts what became of scores between two attempts.

use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use domain::{AnswersRecord, AttemptPair, ChangeCounter, ChangeFigures, Quiz};

use super::{ServiceError, record_pieces::Pieces};
use crate::store::{Store, Versions};

/// Both attempts of a respondent are read on one snapshot or, for the earlier ones, later: they no longer change, and one
/// that was erased meanwhile leaves the respondent out.
pub(super) async fn count_changes(
    store: &Arc<Store>,
    quiz: &Quiz,
    versions: &Versions,
    fits: impl Fn(&AnswersRecord) -> bool,
    pair: AttemptPair,
    done: &AtomicU64,
) -> Result<ChangeFigures, ServiceError> {
    let mut counter = ChangeCounter::new(versions);
    let mut pieces = Pieces::of(store, quiz, true);
    while let Some(records) = pieces.next().await? {
        let read = u64::try_from(records.len()).unwrap_or_default();
        let is_counted = |record: &AnswersRecord| record.submission.is_some() && fits(record);
        let mut pairs = Vec::new();
        let mut wanted = Vec::new();
        for last in records.into_iter().filter(is_counted) {
            match pair.of(last.attempt) {
                None => {}
                Some((_, None)) => counter.figures.only_from += 1,
                Some((from, Some(to))) => {
                    let earlier = [from, to].into_iter().filter(|attempt| *attempt < last.attempt);
                    wanted.extend(earlier.map(|attempt| (last.user.to_string(), attempt + 1)));
                    pairs.push((from, to, last));
                }
            }
        }
        let earlier = store.attempts_just_before(&quiz.id, &wanted).await?;
        let earlier: HashMap<_, _> =
            earlier.iter().map(|record| ((record.user.as_str(), record.attempt), record)).collect();
        for (from, to, last) in &pairs {
            let attempt = |number: u32| match number == last.attempt {
                true => Some(last),
                false => earlier.get(&(last.user.as_str(), number)).copied(),
            };
            if let Some((then, now)) = attempt(*from).zip(attempt(*to)) {
                counter.add(then, now);
            }
        }
        done.fetch_add(read, Ordering::Relaxed);
    }
    Ok(counter.figures)
}
