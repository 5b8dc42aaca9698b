//! Schedules: due at their moment, advanced by one server, one run per moment.

use domain::{Quiz, QuizKind};

use super::{TestResult, TestStore, apply, contract, samples::at};
use crate::store::{Job, JobKind, JobState, Schedule, Slot, Store};

const DELIVERY: JobKind = JobKind::Delivery;

fn schedule(id: &str, quiz: &Quiz, next: i64) -> Schedule {
    Schedule {
        id: id.to_owned(),
        quiz_id: quiz.id.clone(),
        plan: format!("{{\"for\":\"{id}\"}}"),
        next_at: at(next),
        created_at: at(next - 5),
    }
}

fn run(schedule: &Schedule, moment: i64) -> Job {
    Job::of_schedule(format!("run of {} at {moment}", schedule.id), schedule, at(moment), at(moment + 1))
}

#[apply(contract!)]
async fn a_schedule_comes_back_as_it_was_stored(store: TestStore) -> TestResult {
    let stored = schedule("a", &store.a_quiz().await?, 100);
    store.add_schedule(stored.clone()).await?;
    assert_eq!(store.schedule("a").await?, Some(stored));
    assert_eq!(store.schedule("b").await?, None);
    Ok(())
}

#[apply(contract!)]
async fn schedules_are_listed_oldest_first(store: TestStore) -> TestResult {
    let (quiz, other) = (store.quiz_of(QuizKind::Open, 1).await?, store.quiz_of(QuizKind::Open, 2).await?);
    for (id, quiz, next) in [("b", &quiz, 300), ("c", &other, 100), ("a", &quiz, 200)] {
        store.add_schedule(schedule(id, quiz, next)).await?;
    }
    let listed: Vec<String> = store.schedules().await?.into_iter().map(|schedule| schedule.id).collect();
    assert_eq!(listed, ["c", "a", "b"]);
    Ok(())
}

#[apply(contract!)]
async fn a_schedule_is_due_from_its_moment_on(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    for (id, next) in [("a", 200), ("b", 100)] {
        store.add_schedule(schedule(id, &quiz, next)).await?;
    }
    let due = async |now| -> anyhow::Result<Vec<String>> {
        Ok(store.due_schedules(at(now)).await?.into_iter().map(|schedule| schedule.id).collect())
    };
    assert_eq!(due(99).await?, [""; 0]);
    assert_eq!(due(100).await?, ["b"]);
    assert_eq!(due(500).await?, ["b", "a"]);
    assert!(store.advance_schedule("b", at(100), at(600)).await?);
    assert_eq!(due(500).await?, ["a"]);
    assert!(!store.advance_schedule("nothing", at(100), at(600)).await?);
    Ok(())
}

#[apply(contract!)]
async fn of_many_servers_one_advances_a_schedule(store: TestStore) -> TestResult {
    store.add_schedule(schedule("a", &store.a_quiz().await?, 100)).await?;
    let other = store.beside().await?;
    let servers: [&Store; 2] = [&*store, &*other];
    let tries = (0..16).map(|server| servers[server % 2].advance_schedule("a", at(100), at(200)));
    let advanced = futures_util::future::join_all(tries).await.into_iter().collect::<Result<Vec<_>, _>>()?;
    assert_eq!(advanced.into_iter().filter(|is_advanced| *is_advanced).count(), 1);
    assert_eq!(store.schedule("a").await?.map(|schedule| schedule.next_at), Some(at(200)));
    Ok(())
}

#[apply(contract!)]
async fn a_moment_has_one_run_whatever_became_of_it(store: TestStore) -> TestResult {
    let schedule = schedule("a", &store.a_quiz().await?, 100);
    store.add_schedule(schedule.clone()).await?;
    let first = run(&schedule, 100);
    assert!(store.enqueue(first.clone()).await?);
    let again = Job { id: "again".to_owned(), ..run(&schedule, 100) };
    assert!(!store.enqueue(again.clone()).await?, "it is queued");
    assert_eq!(store.job(&first.id).await?, Some(first));
    let claimed = store.claim_job(DELIVERY, at(200), at(300)).await?.expect("due");
    assert_eq!(
        (claimed.kind, claimed.slot.clone()),
        (JobKind::Delivery, Some(Slot { schedule: "a".into(), at: at(100) }))
    );
    assert!(store.fail_job(claimed.claim(), "the host is away".to_owned(), None, at(210)).await?);
    assert!(!store.enqueue(again).await?, "it has failed");
    assert!(store.enqueue(run(&schedule, 101)).await?, "another moment");
    Ok(())
}

#[apply(contract!)]
async fn schedules_of_one_quiz_do_not_wait_for_each_other_nor_for_an_export(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    assert!(store.enqueue(Job::new("export".into(), JobKind::Export, quiz.id.clone(), "{}".into(), at(1))).await?);
    for id in ["a", "b"] {
        let schedule = schedule(id, &quiz, 100);
        store.add_schedule(schedule.clone()).await?;
        assert!(store.enqueue(run(&schedule, 100)).await?);
        assert!(store.enqueue(run(&schedule, 200)).await?, "a late one does not hold up the next");
    }
    let mut claimed = 0;
    while store.claim_job(DELIVERY, at(1000), at(2000)).await?.is_some() {
        claimed += 1;
    }
    assert_eq!(claimed, 4);
    Ok(())
}

#[apply(contract!)]
async fn runs_are_listed_latest_first_and_old_ones_forgotten(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let (one, other) = (schedule("a", &quiz, 100), schedule("b", &quiz, 100));
    store.add_schedule(one.clone()).await?;
    store.add_schedule(other.clone()).await?;
    for moment in [100, 300, 200] {
        store.enqueue(run(&one, moment)).await?;
        let claimed = store.claim_job(DELIVERY, at(moment + 10), at(moment + 20)).await?.expect("due");
        store.finish_job(claimed.claim(), "{}".to_owned(), at(moment + 11)).await?;
    }
    store.enqueue(run(&one, 50)).await?;
    store.enqueue(run(&other, 60)).await?;
    let listed = async |limit| -> anyhow::Result<Vec<i64>> {
        let runs = store.runs("a", limit).await?;
        Ok(runs.into_iter().filter_map(|job| job.slot).map(|slot| slot.at.nanoseconds()).collect())
    };
    assert_eq!(listed(10).await?, [300, 200, 100, 50]);
    assert_eq!(listed(2).await?, [300, 200]);
    store.forget_runs("a", 2).await?;
    assert_eq!(listed(10).await?, [300, 200, 50], "one that has not ended stays");
    assert_eq!(store.runs("b", 10).await?.len(), 1);
    Ok(())
}

#[apply(contract!)]
async fn a_run_goes_with_its_schedule(store: TestStore) -> TestResult {
    let schedule = schedule("a", &store.a_quiz().await?, 100);
    store.add_schedule(schedule.clone()).await?;
    store.enqueue(run(&schedule, 100)).await?;
    let claimed = store.claim_job(DELIVERY, at(200), at(300)).await?.expect("due");
    assert_eq!(claimed.state, JobState::Running);
    store.delete_schedule("a").await?;
    assert_eq!((store.schedule("a").await?, store.job(&claimed.id).await?), (None, None));
    assert!(!store.renew_claim(claimed.claim(), 1, 1, at(400)).await?, "its worker learns of it");
    Ok(())
}

#[apply(contract!)]
async fn the_schedules_of_a_quiz_go_with_it(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    store.add_schedule(schedule("a", &quiz, 100)).await?;
    assert!(store.delete_quiz(&quiz.id, at(50)).await?);
    assert_eq!(store.schedule("a").await?, None);
    assert_eq!((store.schedules().await?, store.due_schedules(at(1000)).await?), (Vec::new(), Vec::new()));
    Ok(())
}
