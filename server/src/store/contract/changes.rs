//! Following the changes of a quiz's records, as a client with a copy does.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use domain::{AnswersRecord, Indicator, Quiz, QuizKind, Scores, Timestamp};
use futures_util::future::{join_all, try_join_all};

use super::{
    TestResult, TestStore, apply, contract,
    insights::adding_up,
    samples::{answer, at, built_in_option, own_scores, person, record, submitted, submitted_with},
};
use crate::store::{ErasedBy, Page, RecordChange, Store, StoreError, WorkScope};

const WRITERS: u64 = 6;
const WRITES: u64 = 150;
/// Few, so that writers collide on the same records.
const PEOPLE: u64 = 8;

#[apply(contract!)]
async fn the_record_that_changed_last_comes_last(store: TestStore) -> TestResult {
    let (quiz, other) = (store.a_quiz().await?, store.quiz_of(QuizKind::InApp, 2).await?);
    store.begin(record(&other, &person(9), 1)).await?;
    for number in 1..=3 {
        store.begin(record(&quiz, &person(number), 1)).await?;
    }
    let mut copy = Follower::default();
    assert_eq!(copy.follow(&store, &quiz, 2).await?, ["person 1", "person 2"]);
    // This server's clock is behind.
    store.save_answer(answer(&quiz, &person(1), Indicator::ALL[0], 1, 0)).await?;
    assert_eq!(copy.follow(&store, &quiz, 9).await?, ["person 3", "person 1"]);
    assert_eq!(copy.follow(&store, &quiz, 9).await?, [""; 0]);
    let custom = AnswersRecord { custom_data: Some("x".to_owned()), ..record(&quiz, &person(2), 1) };
    store.begin(custom.clone()).await?;
    store.begin(custom).await?;
    assert_eq!(copy.follow(&store, &quiz, 9).await?, ["person 2"], "only the first call changed the record");
    Ok(())
}

#[apply(contract!)]
async fn an_erased_record_leaves_its_user_and_nothing_else(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    for number in 1..=2 {
        store.begin(record(&quiz, &person(number), 1)).await?;
    }
    let mut copy = Follower::default();
    copy.follow(&store, &quiz, 9).await?;
    store.erase_user(&quiz.id, &person(2)).await?;
    let changes = store.changes(&quiz.id, copy.after, 9).await?.items;
    let erased = RecordChange::Erased { user: "person 2".to_owned() };
    assert_eq!(changes.iter().map(|(_, change)| change).collect::<Vec<_>>(), [&erased]);
    store.begin(record(&quiz, &person(2), 1)).await?;
    assert_eq!(copy.follow(&store, &quiz, 9).await?, ["person 2", "person 2"]);
    copy.is_complete(&store, &quiz).await
}

#[apply(contract!)]
async fn a_follower_misses_nothing_while_two_servers_write(store: TestStore) -> TestResult {
    for seed in 1..=4 {
        let quiz = store.quiz_of(QuizKind::InApp, seed).await?;
        let servers = [store.beside().await?, store.beside().await?];
        let writers = (0..WRITERS).map(|number| {
            let server = Arc::clone(&servers[usize::from(number % 2 == 0)]);
            write_at_random(server, quiz.clone(), u64::from(seed) * 1000 + number)
        });
        let is_done = AtomicBool::new(false);
        let write = async {
            let written = try_join_all(writers.map(tokio::spawn)).await;
            is_done.store(true, Ordering::Release);
            written?.into_iter().collect::<TestResult>()
        };
        let mut copy = Follower::default();
        let follow = async {
            let mut random = u64::from(seed);
            loop {
                let is_last = is_done.load(Ordering::Acquire);
                let limit = 1 + u32::try_from(next(&mut random) % 5)?;
                if copy.follow(&store, &quiz, limit).await?.is_empty() && is_last {
                    return anyhow::Ok(copy);
                }
            }
        };
        let (written, copy) = tokio::join!(write, follow);
        written?;
        copy?.is_complete(&store, &quiz).await?;
    }
    Ok(())
}

#[apply(contract!)]
async fn answers_that_two_servers_store_in_one_record_are_all_kept(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let user = person(1);
    store.begin(record(&quiz, &user, 0)).await?;
    let servers = [store.beside().await?, store.beside().await?];
    for round in 0..25_i64 {
        let code = usize::try_from(1 + round % 2)?;
        let saves = Indicator::ALL
            .into_iter()
            .enumerate()
            .map(|(number, indicator)| servers[number % 2].save_answer(answer(&quiz, &user, indicator, code, round)));
        for saved in join_all(saves).await {
            assert!(saved?.is_some(), "the record is there");
        }
        let all = Indicator::ALL.map(|indicator| (indicator.question_id(), built_in_option(indicator, code).into()));
        assert_eq!(store.stored(&quiz, &user).await?.answers, all.into_iter().collect());
    }
    Ok(())
}

#[apply(contract!)]
async fn rescored_records_change_in_their_scores_alone_and_only_as_they_were_seen(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let mut both = Vec::new();
    for number in 1..=3 {
        let begun = store.begin(record(&quiz, &person(number), 0)).await?;
        let old = submitted_with(begun, own_scores("61"), 9);
        assert!(store.replace_record(old.clone(), at(0)).await?);
        let scores = Scores { version: Some(2), ..own_scores("71.5") };
        let new = submitted_with(old.clone(), scores, 9);
        both.push((old, new));
    }
    let after = store.changes(&quiz.id, 0, 9).await?.items.last().map_or(0, |(number, _)| *number);
    // The third record differs from what was seen.
    both[2].0.custom_data = Some("other".to_owned());
    assert_eq!(store.rescore(&quiz.id, both.clone()).await?, 2);
    let changed: Vec<RecordChange> =
        store.changes(&quiz.id, after, 9).await?.items.into_iter().map(|(_, change)| change).collect();
    assert_eq!(
        changed,
        both[..2].iter().map(|(_, new)| RecordChange::Stored(Box::new(new.clone()))).collect::<Vec<_>>()
    );
    let third = AnswersRecord { custom_data: None, ..both[2].0.clone() };
    assert_eq!(store.stored(&quiz, &person(3)).await?, third);
    let now: Vec<AnswersRecord> = vec![both[0].1.clone(), both[1].1.clone(), third];
    assert_eq!(store.insights(&quiz.id).await?, adding_up(&now));
    assert_eq!(store.rescore(&quiz.id, both).await?, 0, "what was done is not done again");
    Ok(())
}

/// A copy that is maintained from changes alone.
#[derive(Default)]
struct Follower {
    after: u64,
    records: BTreeMap<String, AnswersRecord>,
    /// By user. Every change of a record also changes its last activity.
    revisions: BTreeSet<(String, Timestamp)>,
}

impl Follower {
    /// Reads a page and returns the users whose records changed.
    async fn follow(&mut self, store: &Store, quiz: &Quiz, limit: u32) -> anyhow::Result<Vec<String>> {
        let page = store.changes(&quiz.id, self.after, limit).await?.items;
        assert!(page.len() <= usize::try_from(limit)?);
        let mut changed = Vec::new();
        for (number, change) in page {
            assert!(number > self.after, "change {number} comes after {}", self.after);
            self.after = number;
            let user = match change {
                RecordChange::Stored(record) => {
                    let user = record.user.to_string();
                    let is_new = self.revisions.insert((user.clone(), record.activity_at));
                    assert!(is_new, "a revision of {user} comes twice");
                    self.records.insert(user.clone(), *record);
                    user
                }
                RecordChange::Erased { user } => {
                    self.revisions.retain(|(own, _)| *own != user);
                    self.records.remove(&user);
                    user
                }
            };
            changed.push(user);
        }
        Ok(changed)
    }

    async fn is_complete(&self, store: &TestStore, quiz: &Quiz) -> TestResult {
        let stored = store.records(&quiz.id, Page { after: None, limit: 1000 }).await?;
        let stored: BTreeMap<_, _> = stored.into_iter().map(|record| (record.user.to_string(), record)).collect();
        assert_eq!(self.records, stored);
        Ok(())
    }
}

async fn write_at_random(store: Arc<Store>, quiz: Quiz, seed: u64) -> TestResult {
    let mut random = seed;
    for _ in 0..WRITES {
        let person = person(usize::try_from(next(&mut random) % PEOPLE)?);
        let now = i64::try_from(next(&mut random) % 1000)?;
        match next(&mut random) % 16 {
            0..4 => _ = store.begin(record(&quiz, &person, now)).await?,
            4..11 => {
                let question = Indicator::ALL[usize::try_from(next(&mut random) % 8)?];
                store.save_answer(answer(&quiz, &person, question, 1, now)).await?;
            }
            11..13 => {
                if let Some(old) = store.record(&quiz.id, &person).await? {
                    let last = old.activity_at;
                    store.replace_record(submitted(old, last.just_after().nanoseconds()), last).await?;
                }
            }
            13..15 => {
                if let Some(old) = store.record(&quiz.id, &person).await?.filter(|old| old.submission.is_some()) {
                    let next = AnswersRecord { attempt: old.attempt + 1, ..record(&quiz, &person, now) };
                    store.begin_again(next, old.activity_at).await?;
                }
            }
            _ => {
                let scope = WorkScope::Namespace(quiz.namespace_id.clone());
                let (id, user) = (quiz.id.clone(), person);
                let erased: Result<bool, StoreError> = store
                    .transact(scope, move |tx| {
                        Box::pin(async move { tx.erase_user(&id, &user, ErasedBy::Namespace, at(now)).await })
                    })
                    .await;
                erased?;
            }
        }
    }
    Ok(())
}

pub(super) fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}
