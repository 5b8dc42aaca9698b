//! Queues due runs of schedules.

use std::sync::Arc;

use domain::Timestamp;

use crate::{
    causes::with_causes,
    delivery::Plan,
    store::{Job, Schedule, Store, WorkScope},
};

/// Number of runs that are kept for display.
const KEPT: u32 = 10;

/// Queues due runs, and returns their number. Moments that passed while no server was running make a single late run.
pub(super) async fn queue_due(store: &Arc<Store>, now: Timestamp) -> anyhow::Result<usize> {
    let mut queued = 0;
    for schedule in store.due_schedules(now).await? {
        // A damaged schedule must not hold up the others.
        match queue(store, &schedule, now).await {
            Ok(is_queued) => queued += usize::from(is_queued),
            Err(error) => tracing::warn!(schedule = schedule.id, "cannot queue a run: {}", with_causes(&error)),
        }
    }
    Ok(queued)
}

async fn queue(store: &Arc<Store>, schedule: &Schedule, now: Timestamp) -> anyhow::Result<bool> {
    let next = Plan::parse(&schedule.plan)?.timetable.next_after(now);
    // The run is queued first: after a crash in between, the same moment is due again, and its run is already queued.
    let id = uuid::Uuid::new_v4().to_string();
    let run = Job::of_schedule(id, schedule, schedule.next_at, now);
    let is_queued =
        store.transact(WorkScope::Installation, move |tx| Box::pin(async move { tx.enqueue(&run).await })).await?;
    let next = next.unwrap_or(Timestamp::from_nanoseconds(i64::MAX));
    store.advance_schedule(&schedule.id, schedule.next_at, next).await?;
    store.forget_runs(&schedule.id, KEPT).await?;
    Ok(is_queued)
}

#[cfg(test)]
mod tests {
    use domain::QuizKind;

    use super::*;
    use crate::{
        clock::parse_rfc3339,
        delivery::{Destination, Timetable},
        export::ExportFormat,
        store::{
            StoreError,
            contract::samples::{namespace, quiz},
        },
    };

    fn at(text: &str) -> Timestamp {
        parse_rfc3339(text).expect("a moment")
    }

    async fn open(folder: &tempfile::TempDir) -> Arc<Store> {
        let url = format!("sqlite:{}", folder.path().join("a.db").display());
        Arc::new(Store::open(&url).await.expect("a store"))
    }

    async fn due_since_the_twentieth(store: &Arc<Store>) -> Schedule {
        let quiz = quiz(QuizKind::Open, 1);
        let plan = Plan {
            timetable: Timetable::daily("03:00", "UTC").expect("a timetable"),
            style: ExportFormat::Csv.into(),
            keys: Vec::new(),
            destination: Destination::Folder("/nowhere".into()),
        };
        let schedule = Schedule {
            id: "a".to_owned(),
            quiz_id: quiz.id.clone(),
            plan: plan.to_json().expect("JSON"),
            next_at: at("2026-11-20T03:00:00Z"),
            created_at: at("2026-11-19T12:00:00Z"),
        };
        let added = schedule.clone();
        let stored: Result<(), StoreError> = store
            .transact(WorkScope::Installation, move |tx| {
                Box::pin(async move {
                    tx.add_namespace(&namespace(quiz.namespace_id.as_str())).await?;
                    tx.add_quiz(&quiz).await?;
                    tx.add_schedule(&added).await
                })
            })
            .await;
        stored.expect("stored");
        schedule
    }

    async fn runs(store: &Arc<Store>) -> Vec<Timestamp> {
        let runs = store.runs("a", 100).await.expect("runs");
        runs.into_iter().filter_map(|job| job.slot).map(|slot| slot.at).collect()
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn moments_that_passed_make_one_run_that_is_late() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = open(&folder).await;
        due_since_the_twentieth(&store).await;
        assert_eq!(queue_due(&store, at("2026-11-20T02:59:59Z")).await.expect("looked"), 0);
        assert_eq!(queue_due(&store, at("2026-11-23T12:00:00Z")).await.expect("looked"), 1);
        assert_eq!(queue_due(&store, at("2026-11-24T02:59:59Z")).await.expect("looked"), 0);
        assert_eq!(queue_due(&store, at("2026-11-24T03:00:00Z")).await.expect("looked"), 1);
        assert_eq!(runs(&store).await, [at("2026-11-24T03:00:00Z"), at("2026-11-20T03:00:00Z")]);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn two_servers_queue_a_moment_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let (one, other) = (open(&folder).await, open(&folder).await);
        due_since_the_twentieth(&one).await;
        let now = at("2026-11-20T03:00:00Z");
        let (first, second) = tokio::join!(queue_due(&one, now), queue_due(&other, now));
        assert_eq!(first.expect("looked") + second.expect("looked"), 1);
        assert_eq!(runs(&other).await, [now]);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_crash_after_queueing_queues_no_second_run() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = open(&folder).await;
        let schedule = due_since_the_twentieth(&store).await;
        let now = at("2026-11-20T03:00:00Z");
        let queued = Job::of_schedule("before the crash".to_owned(), &schedule, schedule.next_at, now);
        let run = queued;
        let is_queued =
            store.transact(WorkScope::Installation, move |tx| Box::pin(async move { tx.enqueue(&run).await })).await;
        assert!(is_queued.expect("stored"));
        assert_eq!(queue_due(&store, now).await.expect("looked"), 0);
        assert_eq!(store.due_schedules(now).await.expect("looked"), []);
        assert_eq!(runs(&store).await, [now]);
    }
}
