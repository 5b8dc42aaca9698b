//! Jobs: one at a time per quiz, claimed by one worker at a time, and only the latest claim counts.

use std::slice;

use domain::{QuizId, QuizKind, Timestamp};

use super::{
    TestResult, TestStore, apply, contract,
    samples::{at, person, quiz_id, record},
};
use crate::store::{ErasedBy, HANDED_OUT, Job, JobKind, JobState, NotedFile, Store};

const EXPORT: JobKind = JobKind::Export;

fn job(id: &str, quiz: &QuizId, created: i64) -> Job {
    Job::new(id.to_owned(), EXPORT, quiz.clone(), format!("{{\"for\":\"{id}\"}}"), at(created))
}

#[apply(contract!)]
async fn a_job_comes_back_as_it_was_queued(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let queued = job("a", &quiz.id, 10);
    assert!(store.enqueue(queued.clone()).await?);
    assert_eq!(store.job("a").await?, Some(queued.clone()));
    let claimed = store.claim_job(EXPORT, at(20), at(30)).await?.expect("due");
    assert_eq!(claimed.parameters, queued.parameters, "the worker learns what was asked for");
    Ok(())
}

#[apply(contract!)]
async fn the_jobs_of_a_quiz_are_listed_newest_first(store: TestStore) -> TestResult {
    let (quiz, other) = (store.quiz_of(QuizKind::Open, 1).await?, store.quiz_of(QuizKind::Open, 2).await?);
    for (id, created) in [("b", 10), ("a", 20), ("c", 30)] {
        store.enqueue(job(id, &quiz.id, created)).await?;
        let claimed = store.claim_job(EXPORT, at(created), at(1000)).await?.expect("due");
        store.finish_job(claimed.claim(), "{}".to_owned(), at(created + 1)).await?;
    }
    store.enqueue(job("d", &other.id, 40)).await?;
    let listed = async |limit| -> anyhow::Result<Vec<String>> {
        Ok(store.jobs(EXPORT, &quiz.id, limit).await?.into_iter().map(|job| job.id).collect())
    };
    assert_eq!(listed(10).await?, ["c", "a", "b"]);
    assert_eq!(listed(2).await?, ["c", "a"]);
    Ok(())
}

#[apply(contract!)]
async fn a_cancelled_job_has_ended_and_its_worker_has_lost_it(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    store.enqueue(job("a", &quiz.id, 10)).await?;
    assert!(store.cancel_job("a", at(11)).await?, "it was queued");
    assert_eq!(store.claim_job(EXPORT, at(20), at(30)).await?, None);
    store.enqueue(job("b", &quiz.id, 30)).await?;
    let claimed = store.claim_job(EXPORT, at(30), at(99)).await?.expect("due");
    assert!(store.cancel_job("b", at(31)).await?, "it was running");
    assert!(!store.renew_claim(claimed.claim(), 1, 1, at(200)).await?);
    assert!(!store.finish_job(claimed.claim(), "{}".to_owned(), at(40)).await?);
    assert!(!store.fail_job(claimed.claim(), "lost".to_owned(), Some(at(50)), at(40)).await?);
    let cancelled = store.job("b").await?.expect("there");
    assert_eq!((cancelled.state, cancelled.finished_at), (JobState::Cancelled, Some(at(31))));
    assert_eq!(cancelled.error, None);
    assert!(!store.cancel_job("b", at(60)).await?, "it has ended");
    assert!(!store.cancel_job("nothing", at(60)).await?);
    assert!(store.enqueue(job("c", &quiz.id, 70)).await?, "it can be asked for again");
    Ok(())
}

#[apply(contract!)]
async fn one_job_of_a_kind_is_under_way_for_a_quiz(store: TestStore) -> TestResult {
    let (quiz, other) = (store.quiz_of(QuizKind::Open, 1).await?, store.quiz_of(QuizKind::Open, 2).await?);
    assert!(store.enqueue(job("a", &quiz.id, 10)).await?);
    assert!(!store.enqueue(job("b", &quiz.id, 11)).await?, "one is queued");
    assert!(store.enqueue(job("c", &other.id, 12)).await?, "for another quiz");
    let claimed = store.claim_job(EXPORT, at(20), at(30)).await?.expect("a job is due");
    assert_eq!((claimed.id.as_str(), claimed.state, claimed.attempts), ("a", JobState::Running, 1));
    assert!(!store.enqueue(job("d", &quiz.id, 21)).await?, "one is running");
    assert!(store.finish_job(claimed.claim(), "{}".to_owned(), at(22)).await?);
    assert!(store.enqueue(job("e", &quiz.id, 23)).await?, "it has ended");
    let mut latest = store.latest_jobs(EXPORT, &[quiz_id(3), quiz.id, other.id], at(24)).await?;
    latest.sort_by(|a, b| a.id.cmp(&b.id));
    assert_eq!(latest.iter().map(|job| job.id.as_str()).collect::<Vec<_>>(), ["c", "e"]);
    assert_eq!(store.latest_jobs(EXPORT, &[], at(24)).await?, []);
    Ok(())
}

#[apply(contract!)]
async fn exports_that_may_hold_an_erased_respondent_are_removed(store: TestStore) -> TestResult {
    let (quiz, other) = (store.a_quiz().await?, store.quiz_of(QuizKind::InApp, 2).await?);
    for (id, quiz, created) in [("before", &quiz, 10), ("a", &quiz, 30), ("b", &quiz, 40), ("elsewhere", &other, 50)] {
        store.enqueue(job(id, &quiz.id, created)).await?;
        let claimed = store.claim_job(EXPORT, at(created), at(1000)).await?.expect("due");
        store.finish_job(claimed.claim(), "{}".to_owned(), at(created + 1)).await?;
    }
    store.enqueue(job("running", &quiz.id, 60)).await?;
    let at_work = store.claim_job(EXPORT, at(60), at(1000)).await?.expect("due");
    store.begin(record(&quiz, &person(1), 20)).await?;
    let ids = |jobs: Vec<Job>| jobs.into_iter().map(|job| job.id).collect::<Vec<_>>();
    assert!(store.erase_user(&quiz.id, &person(1)).await?);
    // The running job is ended, and its worker loses the claim.
    assert!(!store.finish_job(at_work.claim(), "{}".to_owned(), at(910)).await?);
    let history = store.jobs(EXPORT, &quiz.id, 9).await?;
    let history: Vec<_> = history.iter().map(|job| (job.id.as_str(), job.state, job.removed_at)).collect();
    let removed = Some(at(900));
    let expected = [
        ("running", JobState::Cancelled, removed),
        ("b", JobState::Done, removed),
        ("a", JobState::Done, removed),
        ("before", JobState::Done, None),
    ];
    assert_eq!(history, expected);
    assert_eq!(ids(store.latest_jobs(EXPORT, slice::from_ref(&quiz.id), at(901)).await?), ["before"]);
    assert_eq!(ids(store.jobs(EXPORT, &other.id, 9).await?), ["elsewhere"]);
    Ok(())
}

#[apply(contract!)]
async fn respondents_who_erase_themselves_take_no_export_away(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    for (id, created) in [("before", 10), ("done", 30)] {
        store.enqueue(job(id, &quiz.id, created)).await?;
        let claimed = store.claim_job(EXPORT, at(created), at(1000)).await?.expect("due");
        store.finish_job(claimed.claim(), "{}".to_owned(), at(created + 1)).await?;
    }
    store.enqueue(job("running", &quiz.id, 60)).await?;
    let at_work = store.claim_job(EXPORT, at(60), at(1000)).await?.expect("due");
    for number in 1..=3 {
        store.begin(record(&quiz, &person(number), 20)).await?;
    }
    let removals = async || {
        let jobs = store.jobs(EXPORT, &quiz.id, 9).await?;
        anyhow::Ok(jobs.into_iter().map(|job| (job.id, job.state, job.removed_at)).collect::<Vec<_>>())
    };
    let expected = |running, state, done| {
        let job = |id: &str, state, removed_at| (id.to_owned(), state, removed_at);
        [job("running", state, running), job("done", JobState::Done, done), job("before", JobState::Done, None)]
    };
    let within_an_hour = |from: i64| Some(Timestamp::from_nanoseconds(at(from).nanoseconds() + HANDED_OUT));
    let (first, second) = (within_an_hour(70), within_an_hour(80));
    assert!(store.erase_by(&quiz.id, &person(1), ErasedBy::Respondent, at(70)).await?);
    assert_eq!(removals().await?, expected(first, JobState::Running, first), "it is not cancelled");
    // The worker has left the first respondent out and learns of the next.
    assert!(store.set_removal(at_work.claim(), None).await?);
    assert_eq!(store.erasures_after(&quiz.id, 0).await?.len(), 1);
    assert_eq!(removals().await?, expected(None, JobState::Running, first));
    assert!(store.erase_by(&quiz.id, &person(2), ErasedBy::Respondent, at(80)).await?);
    assert_eq!(removals().await?, expected(second, JobState::Running, first), "an hour from the first");
    assert!(store.finish_job(at_work.claim(), "{}".to_owned(), at(90)).await?);
    assert!(!store.set_removal(at_work.claim(), None).await?, "it has ended");
    assert_eq!(removals().await?, expected(second, JobState::Done, first));
    let unreplaced = store.unreplaced_exports(at(100)).await?;
    assert_eq!(unreplaced.iter().map(|job| job.id.as_str()).collect::<Vec<_>>(), ["running"], "the newest");
    let last = store.last_erasure(&quiz.id).await?;
    assert_eq!(store.erasures_after(&quiz.id, last).await?, []);
    // An erasure by others removes the files immediately.
    assert!(store.erase_by(&quiz.id, &person(3), ErasedBy::Namespace, at(110)).await?);
    let gone = Some(at(110));
    assert_eq!(removals().await?, expected(gone, JobState::Done, gone));
    Ok(())
}

#[apply(contract!)]
async fn a_replacement_is_told_of_once_it_is_done_and_makes_room_for_what_is_asked_for(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let replacement = |id: &str, at| Job { is_replacement: true, ..job(id, &quiz.id, at) };
    let told = async |now| {
        let latest = store.latest_jobs(EXPORT, slice::from_ref(&quiz.id), at(now)).await?;
        anyhow::Ok(latest.into_iter().next().map(|job| job.id))
    };
    store.enqueue(job("asked", &quiz.id, 10)).await?;
    let claimed = store.claim_job(EXPORT, at(10), at(1000)).await?.expect("due");
    store.finish_job(claimed.claim(), "{}".to_owned(), at(11)).await?;
    assert_eq!(store.last_replacement(EXPORT, &quiz.id).await?, None);
    assert!(store.enqueue(replacement("first", 100)).await?);
    assert_eq!(store.last_replacement(EXPORT, &quiz.id).await?, Some(at(100)));
    assert_eq!(store.claim_job(EXPORT, at(99), at(1000)).await?, None);
    assert_eq!(told(20).await?.as_deref(), Some("asked"));
    assert!(!store.enqueue(job("wanted", &quiz.id, 50)).await?, "one is queued");
    store.drop_replacement(EXPORT, &quiz.id).await?;
    assert_eq!(store.job("first").await?, None);
    assert!(store.enqueue(replacement("second", 100)).await?);
    let second = store.claim_job(EXPORT, at(100), at(1000)).await?.expect("due");
    assert_eq!(told(101).await?.as_deref(), Some("asked"));
    assert!(store.finish_job(second.claim(), "{}".to_owned(), at(102)).await?);
    assert_eq!(told(103).await?.as_deref(), Some("second"));
    assert!(store.enqueue(replacement("third", 200)).await?);
    let third = store.claim_job(EXPORT, at(200), at(1000)).await?.expect("due");
    store.drop_replacement(EXPORT, &quiz.id).await?;
    assert!(!store.finish_job(third.claim(), "{}".to_owned(), at(201)).await?, "its claim is lost");
    assert!(store.enqueue(job("wanted", &quiz.id, 202)).await?);
    store.drop_replacement(EXPORT, &quiz.id).await?;
    assert_eq!(told(203).await?.as_deref(), Some("wanted"));
    Ok(())
}

#[apply(contract!)]
async fn a_claim_holds_until_its_lease_runs_out(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    store.enqueue(job("a", &quiz.id, 10)).await?;
    assert_eq!(store.claim_job(EXPORT, at(9), at(30)).await?, None, "it is not due yet");
    let first = store.claim_job(EXPORT, at(10), at(30)).await?.expect("due");
    assert_eq!(store.claim_job(EXPORT, at(29), at(60)).await?, None, "the lease holds");
    assert!(store.renew_claim(first.claim(), 5, 9, at(40)).await?);
    assert_eq!(store.claim_job(EXPORT, at(39), at(60)).await?, None, "the lease was renewed");
    let shown = store.job("a").await?.expect("there");
    assert_eq!((shown.items_done, shown.items_total), (5, 9));
    let second = store.claim_job(EXPORT, at(40), at(60)).await?.expect("the lease has run out");
    assert_eq!((second.id.as_str(), second.attempts, second.items_done), ("a", 2, 0));
    assert!(second.fence > first.fence);
    Ok(())
}

#[apply(contract!)]
async fn what_an_overtaken_worker_reports_changes_nothing(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    store.enqueue(job("a", &quiz.id, 10)).await?;
    let old = store.claim_job(EXPORT, at(10), at(20)).await?.expect("due").claim();
    let new = store.claim_job(EXPORT, at(20), at(99)).await?.expect("the lease has run out");
    assert!(!store.renew_claim(old.clone(), 1, 1, at(200)).await?);
    assert!(!store.finish_job(old.clone(), "{\"old\":1}".to_owned(), at(30)).await?);
    assert!(!store.fail_job(old.clone(), "old".to_owned(), Some(at(0)), at(30)).await?);
    assert!(!store.fail_job(old, "old".to_owned(), None, at(30)).await?);
    assert_eq!(store.job("a").await?, Some(new.clone()));
    assert!(store.finish_job(new.claim(), "{\"new\":1}".to_owned(), at(40)).await?);
    let done = store.job("a").await?.expect("there");
    assert_eq!((done.state, done.finished_at), (JobState::Done, Some(at(40))));
    assert_eq!(done.outcome.as_deref(), Some("{\"new\":1}"));
    assert!(!store.finish_job(new.claim(), "{}".to_owned(), at(50)).await?, "it has ended");
    assert_eq!(store.claim_job(EXPORT, at(1000), at(2000)).await?, None, "nothing is left to do");
    Ok(())
}

#[apply(contract!)]
async fn of_many_workers_one_gets_a_job(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    store.enqueue(job("a", &quiz.id, 10)).await?;
    let other = store.beside().await?;
    let servers: [&Store; 2] = [&*store, &*other];
    let claims = (0..16).map(|worker| servers[worker % 2].claim_job(EXPORT, at(10), at(99)));
    let claims = futures_util::future::join_all(claims).await;
    let won = claims.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter().flatten().count();
    assert_eq!(won, 1);
    Ok(())
}

#[apply(contract!)]
async fn a_failed_attempt_is_queued_again_or_given_up(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    store.enqueue(job("a", &quiz.id, 10)).await?;
    let first = store.claim_job(EXPORT, at(10), at(99)).await?.expect("due");
    assert!(store.fail_job(first.claim(), "disk full".to_owned(), Some(at(50)), at(11)).await?);
    let waiting = store.job("a").await?.expect("there");
    assert_eq!((waiting.state, waiting.finished_at), (JobState::Queued, None));
    assert_eq!(waiting.error.as_deref(), Some("disk full"));
    assert_eq!(store.claim_job(EXPORT, at(49), at(99)).await?, None, "it waits");
    let second = store.claim_job(EXPORT, at(50), at(99)).await?.expect("due again");
    assert!(store.fail_job(second.claim(), "still full".to_owned(), None, at(51)).await?);
    let failed = store.job("a").await?.expect("there");
    assert_eq!((failed.state, failed.finished_at), (JobState::Failed, Some(at(51))));
    assert_eq!(failed.error.as_deref(), Some("still full"));
    assert!(store.enqueue(job("b", &quiz.id, 60)).await?, "it can be asked for again");
    Ok(())
}

#[apply(contract!)]
async fn old_exports_that_have_ended_are_removed_and_told(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    for (id, ended) in [("a", 100), ("b", 200)] {
        store.enqueue(job(id, &quiz.id, ended - 10)).await?;
        let claimed = store.claim_job(EXPORT, at(ended), at(ended + 50)).await?.expect("due");
        store.finish_job(claimed.claim(), "{}".to_owned(), at(ended)).await?;
    }
    store.enqueue(job("c", &quiz.id, 1)).await?;
    let removed = store.remove_exports(at(200), at(300)).await?;
    assert_eq!(removed.iter().map(|job| job.id.as_str()).collect::<Vec<_>>(), ["a"]);
    assert_eq!(store.remove_exports(at(200), at(301)).await?, [], "once");
    let mut when = Vec::new();
    for id in ["a", "b", "c"] {
        when.push(store.job(id).await?.expect("there").removed_at);
    }
    assert_eq!(when, [Some(at(300)), None, None]);
    Ok(())
}

#[apply(contract!)]
async fn of_many_exports_the_newest_stay_and_some_of_the_others_are_remembered(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    for (id, created) in [("a", 10), ("b", 20), ("c", 30), ("d", 40)] {
        store.enqueue(job(id, &quiz.id, created)).await?;
        let claimed = store.claim_job(EXPORT, at(created), at(1000)).await?.expect("due");
        store.finish_job(claimed.claim(), "{}".to_owned(), at(created + 1)).await?;
    }
    store.remove_older_exports(EXPORT, &quiz.id, 1, at(50)).await?;
    store.forget_removed_exports(&quiz.id, 2, at(51)).await?;
    let left = store.jobs(EXPORT, &quiz.id, 9).await?;
    let left: Vec<_> = left.iter().map(|job| (job.id.as_str(), job.removed_at)).collect();
    assert_eq!(left, [("d", None), ("c", Some(at(50))), ("b", Some(at(50)))]);
    Ok(())
}

#[apply(contract!)]
async fn the_jobs_of_a_quiz_go_with_it(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    store.enqueue(job("a", &quiz.id, 10)).await?;
    let claimed = store.claim_job(EXPORT, at(10), at(99)).await?.expect("due");
    assert!(store.delete_quiz(&quiz.id, at(20)).await?);
    assert_eq!(store.job("a").await?, None);
    assert!(!store.renew_claim(claimed.claim(), 1, 1, at(200)).await?);
    Ok(())
}

#[apply(contract!)]
async fn a_worker_of_one_kind_gets_no_job_of_another(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    store.enqueue(job("a", &quiz.id, 10)).await?;
    assert_eq!(store.claim_job(JobKind::Delivery, at(20), at(30)).await?, None);
    assert!(store.claim_job(EXPORT, at(20), at(30)).await?.is_some());
    Ok(())
}

#[apply(contract!)]
async fn files_are_noted_under_a_claim_and_outlive_their_job(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    store.enqueue(job("a", &quiz.id, 10)).await?;
    let first = store.claim_job(EXPORT, at(20), at(30)).await?.expect("due");
    assert!(store.note_export_file(first.claim(), "a-1.csv".to_owned()).await?);
    let second = store.claim_job(EXPORT, at(40), at(50)).await?.expect("the lease ran out");
    assert!(!store.note_export_file(first.claim(), "late.csv".to_owned()).await?, "it was overtaken");
    assert!(store.note_export_file(second.claim(), "a-2.csv".to_owned()).await?);
    assert!(store.delete_quiz(&quiz.id, at(60)).await?);
    assert_eq!(store.job("a").await?, None);
    let file = |fence| NotedFile { name: format!("a-{fence}.csv"), job: "a".to_owned(), fence };
    assert_eq!(store.export_files().await?, [file(1), file(2)]);
    store.forget_export_file("a-1.csv").await?;
    store.forget_export_file("a-1.csv").await?;
    assert_eq!(store.export_files().await?, [file(2)]);
    Ok(())
}
