//! Counts what became of scores between two attempts.

use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use domain::{AnswersRecord, AttemptPair, ChangeCounter, ChangeFigures, NumberedBy, Quiz, QuizId};

use super::{ServiceError, record_pieces::Pieces};
use crate::store::{CountedAttempts, Store, StoreError, Versions};

/// The last submitted attempts of some respondents, and earlier ones of theirs.
struct Piece {
    last: Vec<AnswersRecord>,
    earlier: Vec<AnswersRecord>,
    /// Records read.
    read: usize,
}

/// Both attempts of a respondent are read on one snapshot or, for the earlier ones, later: they no longer change, and one
/// that was erased meanwhile leaves the respondent out. The earlier ones of a piece are read beside the next piece.
pub(super) async fn count_changes(
    store: &Arc<Store>,
    quiz: &Quiz,
    versions: &Versions,
    fits: impl Fn(&AnswersRecord) -> bool,
    pair: AttemptPair,
    done: &AtomicU64,
) -> Result<ChangeFigures, ServiceError> {
    let mut counter = ChangeCounter::new(versions);
    let mut pieces = Pieces::of(store, quiz, CountedAttempts::LastSubmitted);
    let mut before = None;
    loop {
        let records = pieces.next().await?;
        let is_counted = |record: &AnswersRecord| record.submission.is_some() && fits(record);
        let next = records.map(|records| {
            let read = records.len();
            let last = records.into_iter().filter(is_counted).collect();
            tokio::spawn(with_earlier(Arc::clone(store), quiz.id.clone(), last, pair, read))
        });
        let is_over = next.is_none();
        if let Some(piece) = std::mem::replace(&mut before, next) {
            let piece = piece.await.map_err(|_| ServiceError::Internal("a count stopped".to_owned()))??;
            match pair.by {
                NumberedBy::Attempts => by_attempts(&piece, pair, &mut counter),
                NumberedBy::Occasions => by_occasions(&piece, pair, &mut counter),
            }
            done.fetch_add(u64::try_from(piece.read).unwrap_or_default(), Ordering::Relaxed);
        }
        if is_over {
            return Ok(counter.figures);
        }
    }
}

async fn with_earlier(
    store: Arc<Store>,
    quiz: QuizId,
    last: Vec<AnswersRecord>,
    pair: AttemptPair,
    read: usize,
) -> Result<Piece, StoreError> {
    let of = |last: &AnswersRecord, number: u32| (last.user.to_string(), number);
    let earlier = match pair.by {
        NumberedBy::Attempts => {
            let both = |last: &'_ AnswersRecord| match pair.of(last.attempt) {
                Some((from, Some(to))) => [Some(from), Some(to).filter(|to| *to < last.attempt)],
                _ => [None, None],
            };
            let wanted =
                last.iter().flat_map(|last| both(last).into_iter().flatten().map(|number| of(last, number + 1)));
            store.attempts_just_before(&quiz, &wanted.collect::<Vec<_>>()).await?
        }
        NumberedBy::Occasions => {
            let numbers = || std::iter::once(pair.from.unwrap_or(1)).chain(pair.to);
            let again = last.iter().filter(|last| last.attempt > 1);
            let wanted = again.flat_map(|last| numbers().map(|number| of(last, number)));
            store.attempts_on(&quiz, &wanted.collect::<Vec<_>>()).await?
        }
    };
    Ok(Piece { last, earlier, read })
}

fn by_attempts(piece: &Piece, pair: AttemptPair, counter: &mut ChangeCounter<'_>) {
    let earlier: HashMap<_, _> = piece.earlier.iter().map(|one| ((one.user.as_str(), one.attempt), one)).collect();
    for last in &piece.last {
        let attempt = |number: u32| match number == last.attempt {
            true => Some(last),
            false => earlier.get(&(last.user.as_str(), number)).copied(),
        };
        match pair.of(last.attempt) {
            None => {}
            Some((_, None)) => counter.figures.only_from += 1,
            Some((from, Some(to))) => {
                if let Some((then, now)) = attempt(from).zip(attempt(to)) {
                    counter.add(then, now);
                }
            }
        }
    }
}

/// A respondent who has missed the later occasion counts among those with the earlier one alone.
fn by_occasions(piece: &Piece, pair: AttemptPair, counter: &mut ChangeCounter<'_>) {
    let from = pair.from.unwrap_or(1);
    let earlier: HashMap<_, _> = piece.earlier.iter().map(|one| ((one.user.as_str(), one.occasion), one)).collect();
    for last in &piece.last {
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
}
