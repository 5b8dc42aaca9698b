//! Erases expired records: those that the rules of their namespace select and, everywhere, those that were begun and
//! never answered.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use domain::{NamespaceId, Retention, Timestamp};

use super::lease::nanoseconds;
use crate::{
    clock,
    store::{
        Actor, ActorKind, AuditAction, AuditEvent, Cutoffs, Expired, ExpiredAttempt, ExpiredCounts, Page, Store,
        StoreError, WorkScope,
    },
};

/// Delay after the start of the program: an operator who restored the wrong backup, or set the clock wrong, can still
/// stop it.
pub(super) const FIRST_LOOK: Duration = Duration::from_mins(5);
/// Interval between runs.
pub(super) const LOOK: Duration = Duration::from_hours(1);
/// Time after which a record without an answer is erased, in every namespace.
const UNTOUCHED: Duration = Duration::from_hours(7 * 24);
/// Records per query.
const LIST: u32 = 200;
const NAMESPACES: u32 = 200;
/// Time that erasing takes of the writer before respondents have their turn.
const PIECE: Duration = Duration::from_millis(20);
/// Pause after each piece, as a multiple of its duration.
const REST: u32 = 3;
/// Pause while respondents keep the writer busy, and the minimum pause.
const LEAST_REST: Duration = Duration::from_millis(20);

pub(crate) async fn apply(store: &Arc<Store>, now: Timestamp) -> anyhow::Result<()> {
    let mut is_erased = false;
    let mut after = None;
    loop {
        let namespaces = store.namespaces(Page { after, limit: NAMESPACES }).await?;
        for namespace in &namespaces {
            let erased = erase_all(store, &namespace.id, now).await?;
            is_erased |= !erased.is_empty();
        }
        after = namespaces.last().map(|last| last.id.clone());
        if after.is_none() {
            break;
        }
    }
    if is_erased {
        store.scrub();
    }
    Ok(())
}

pub(crate) async fn expired_by(
    store: &Arc<Store>,
    namespace: &NamespaceId,
    rule: Retention,
    now: Timestamp,
) -> Result<ExpiredCounts, StoreError> {
    store.count_expired(namespace, &cutoffs(rule, now)).await
}

/// The number of expired records that stay because an alert is open.
pub(crate) async fn waiting_for_alerts(
    store: &Arc<Store>,
    namespace: &NamespaceId,
    rule: Retention,
    now: Timestamp,
) -> Result<u64, StoreError> {
    store.count_waiting_for_alerts(namespace, &cutoffs(rule, now)).await
}

async fn erase_all(store: &Arc<Store>, namespace: &NamespaceId, now: Timestamp) -> anyhow::Result<ExpiredCounts> {
    let mut all = ExpiredCounts::default();
    let outcome = loop {
        match erase_list(store, namespace, now, &mut all).await {
            Ok(true) => {}
            Ok(false) => break Ok(()),
            Err(error) => break Err(error),
        }
    };
    let ExpiredCounts { unfinished, submitted, attempts } = all;
    if !all.is_empty() {
        tracing::info!(%namespace, submitted, unfinished, attempts, "erased what is past its time");
    }
    let waiting = waiting_for_alerts(store, namespace, store.retention(namespace).await?, now).await?;
    if waiting > 0 {
        tracing::warn!(%namespace, waiting, "records past their time stay until their alerts are acknowledged");
    }
    outcome.map(|()| all)
}

/// Erases a list of records in pieces. Returns `false` if there was nothing to erase.
async fn erase_list(
    store: &Arc<Store>,
    namespace: &NamespaceId,
    now: Timestamp,
    all: &mut ExpiredCounts,
) -> anyhow::Result<bool> {
    let rule = store.retention(namespace).await?;
    let cutoffs = cutoffs(rule, now);
    let mut records = store.expired(namespace, &cutoffs, LIST).await?;
    let mut attempts = match cutoffs.answers {
        Some(before) => store.expired_attempts(namespace, before, LIST).await?,
        None => Vec::new(),
    };
    let mut is_any = false;
    while !records.is_empty() || !attempts.is_empty() {
        let input = (namespace.clone(), rule, records.clone(), attempts.clone());
        match erase_piece(store, input, PIECE).await {
            // The rule was changed meanwhile.
            Ok(None) => return Ok(true),
            Ok(Some(piece)) => {
                records.drain(..piece.records);
                attempts.drain(..piece.attempts);
                *all += piece.erased;
                // Records that were answered meanwhile stay until the next run.
                is_any |= !piece.erased.is_empty();
                tokio::time::sleep((piece.duration * REST).max(LEAST_REST)).await;
            }
            Err(StoreError::Busy) => tokio::time::sleep(LEAST_REST).await,
            Err(error) => return Err(error.into()),
        }
    }
    Ok(is_any)
}

struct Piece {
    /// The number of records examined, from the front of the list.
    records: usize,
    attempts: usize,
    erased: ExpiredCounts,
    duration: Duration,
}

type List = (NamespaceId, Retention, Vec<Expired>, Vec<ExpiredAttempt>);

/// Ends with the record that exceeds the time of a piece. Returns `None` if the rule has changed.
async fn erase_piece(store: &Arc<Store>, list: List, time: Duration) -> Result<Option<Piece>, StoreError> {
    let scope = WorkScope::Namespace(list.0.clone());
    let (namespace, rule, records, attempts) = list;
    let work = store.transact(scope, move |tx| {
        Box::pin(async move {
            let (began, now) = (Instant::now(), clock::now());
            if tx.retention(&namespace).await? != rule {
                return Ok(None);
            }
            let mut piece =
                Piece { records: 0, attempts: 0, erased: ExpiredCounts::default(), duration: Duration::ZERO };
            for record in &records {
                let is_erased = u64::from(tx.erase_expired(record, now).await?);
                let erased = &mut piece.erased;
                *(if record.is_submitted { &mut erased.submitted } else { &mut erased.unfinished }) += is_erased;
                piece.records += 1;
                if began.elapsed() >= time {
                    break;
                }
            }
            if piece.records == records.len() {
                for attempt in &attempts {
                    if piece.records + piece.attempts > 0 && began.elapsed() >= time {
                        break;
                    }
                    piece.erased.attempts += u64::from(tx.erase_attempt(attempt, now).await?);
                    piece.attempts += 1;
                }
            }
            if !piece.erased.is_empty() {
                let actor = Actor { kind: ActorKind::System, id: String::new(), name: "retention".to_owned() };
                let event = AuditEvent {
                    namespace_id: Some(namespace.clone()),
                    details: Some(piece.erased.to_string()),
                    ..AuditEvent::new(now, actor, AuditAction::EraseExpired)
                };
                tx.append_audit(&event).await?;
            }
            piece.duration = began.elapsed();
            Ok(Some(piece))
        })
    });
    work.await
}

fn cutoffs(rule: Retention, now: Timestamp) -> Cutoffs {
    let ago = |length: Duration| Timestamp::from_nanoseconds(now.nanoseconds().saturating_sub(nanoseconds(length)));
    let days = |days: u16| ago(Duration::from_hours(u64::from(days) * 24));
    Cutoffs {
        untouched: ago(UNTOUCHED),
        unfinished: rule.unfinished_days.map(days),
        answers: rule.answers_days.map(days),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use domain::{QuizKind, UserId};
    use tempfile::tempdir;

    use super::*;
    use crate::{
        clock_watch::{self, ClockWatch},
        jobs::{ExportFiles, Runner},
        store::contract::samples::{namespace, person, quiz, record, submitted},
    };

    async fn store_with(folder: &Path, records: usize) -> anyhow::Result<(Arc<Store>, List)> {
        let url = format!("sqlite:{}", folder.join("test.db").display());
        let store: Arc<Store> = Arc::new(Store::open(&url).await?);
        let quiz = quiz(QuizKind::InApp, 1);
        let added = quiz.clone();
        let made: Result<(), StoreError> = store
            .transact(WorkScope::Installation, move |tx| {
                Box::pin(async move {
                    tx.add_namespace(&namespace("demo")).await?;
                    tx.add_quiz(&added).await
                })
            })
            .await;
        made?;
        let all = (0..records).map(|number| submitted(record(&quiz, &person(number), 1), 2)).collect();
        store.add_records(all).await?;
        let rule = Retention::new(None, Some(1))?;
        let namespace = quiz.namespace_id.clone();
        let set: Result<(), StoreError> = store
            .transact(WorkScope::Installation, move |tx| {
                Box::pin(async move { tx.set_retention(&namespace, rule).await })
            })
            .await;
        set?;
        let expired = store.expired(&quiz.namespace_id, &cutoffs(rule, clock::now()), LIST).await?;
        Ok((store, (quiz.namespace_id, rule, expired, Vec::new())))
    }

    #[tokio::test]
    async fn a_piece_ends_when_its_time_is_over() -> anyhow::Result<()> {
        let folder = tempdir()?;
        let (store, list) = store_with(folder.path(), 60).await?;
        let piece = erase_piece(&store, list.clone(), Duration::ZERO).await?.expect("the same rule");
        assert_eq!((piece.records, piece.erased.submitted), (1, 1));
        let piece = erase_piece(&store, list, Duration::from_hours(1)).await?.expect("the same rule");
        assert_eq!((piece.records, piece.erased.submitted), (60, 59), "one was gone");
        Ok(())
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn nothing_goes_while_the_clock_is_too_far_ahead() -> anyhow::Result<()> {
        let folder = tempdir()?;
        let (store, (namespace, rule, ..)) = store_with(folder.path(), 3).await?;
        let (files, clock) = (ExportFiles::in_data_dir(folder.path()), ClockWatch::asking(|| false));
        let runner = Runner::new(Arc::clone(&store), files, Arc::default(), Arc::new(clock), Duration::from_mins(1));
        clock_watch::record(&store, Timestamp::from_nanoseconds(1)).await?;
        runner.erase_once().await;
        assert_eq!(expired_by(&store, &namespace, rule, clock::now()).await?.submitted, 3);
        clock_watch::record(&store, clock::now()).await?;
        runner.erase_once().await;
        assert!(expired_by(&store, &namespace, rule, clock::now()).await?.is_empty());
        Ok(())
    }

    #[tokio::test]
    async fn all_that_is_counted_beforehand_is_erased_and_nothing_else() -> anyhow::Result<()> {
        let folder = tempdir()?;
        let (store, (namespace, rule, ..)) = store_with(folder.path(), 450).await?;
        let counted = expired_by(&store, &namespace, rule, clock::now()).await?;
        assert_eq!(counted, ExpiredCounts { submitted: 450, ..ExpiredCounts::default() });
        assert_eq!(erase_all(&store, &namespace, clock::now()).await?, counted);
        let user: UserId = person(449);
        assert_eq!(store.record(&quiz(QuizKind::InApp, 1).id, &user).await?, None);
        assert!(expired_by(&store, &namespace, rule, clock::now()).await?.is_empty());
        Ok(())
    }
}
