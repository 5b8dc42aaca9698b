//! Counts what became of scores between two attempts.

use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use domain::{AnswersRecord, AttemptPair, ChangeCounter, ChangeFigures, NumberedBy, Quiz};

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
        let last: Vec<AnswersRecord> = records.into_iter().filter(is_counted).collect();
        match pair.by {
            NumberedBy::Attempts => by_attempts(store, quiz, &last, pair, &mut counter).await?,
            NumberedBy::Occasions => by_occasions(store, quiz, &last, pair, &mut counter).await?,
        }
        done.fetch_add(read, Ordering::Relaxed);
    }
    Ok(counter.figures)
}

/// `last` are the last submitted attempts of respondents, as in [`by_occasions`].
async fn by_attempts(
    store: &Store,
    quiz: &Quiz,
    last: &[AnswersRecord],
    pair: AttemptPair,
    counter: &mut ChangeCounter<'_>,
) -> Result<(), ServiceError> {
    let (mut pairs, mut wanted) = (Vec::new(), Vec::new());
    for last in last {
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
    let earlier: HashMap<_, _> = earlier.iter().map(|one| ((one.user.as_str(), one.attempt), one)).collect();
    for (from, to, last) in pairs {
        let attempt = |number: u32| match number == last.attempt {
            true => Some(last),
            false => earlier.get(&(last.user.as_str(), number)).copied(),
        };
        if let Some((then, now)) = attempt(from).zip(attempt(to)) {
            counter.add(then, now);
        }
    }
    Ok(())
}

/// A respondent who has missed the later occasion counts among those with the earlier one alone.
async fn by_occasions(
    store: &Store,
    quiz: &Quiz,
    last: &[AnswersRecord],
    pair: AttemptPair,
    counter: &mut ChangeCounter<'_>,
) -> Result<(), ServiceError> {
    let from = pair.from.unwrap_or(1);
    let numbers: Vec<u32> = std::iter::once(from).chain(pair.to).collect();
    let wanted: Vec<(String, u32)> = last
        .iter()
        .filter(|last| last.attempt > 1)
        .flat_map(|last| numbers.iter().map(|number| (last.user.to_string(), *number)))
        .collect();
    let earlier = store.attempts_on(&quiz.id, &wanted).await?;
    let earlier: HashMap<_, _> = earlier.iter().map(|one| ((one.user.as_str(), one.occasion), one)).collect();
    for last in last {
        let on = |number: u32| match last.occasion == Some(number) {
            true => Some(last),
            false => earlier.get(&(last.user.as_str(), Some(number))).copied(),
        };
        let later = match pair.to {
            Some(to) => on(to),
            None => Some(last).filter(|last| last.occasion.is_some_and(|occasion| from < occasion)),
        };
        match (on(from), later) {
            (None, _) => {}
            (Some(_), None) => counter.figures.only_from += 1,
            (Some(then), Some(now)) => counter.add(then, now),
        }
    }
    Ok(())
}
