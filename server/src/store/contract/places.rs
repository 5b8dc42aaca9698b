//! Limited places: the last one is given once, and an erasure frees one.

use std::sync::Arc;

use domain::{Answers, AnswersRecord, Indicator, Limit, LimitedTo, Quiz};
use futures_util::future::try_join_all;

use super::{
    TestResult, TestStore, apply, contract,
    samples::{at, built_in_option, person, record, submitted},
};
use crate::store::{Replaced, Store};

/// How many submit at once, and how many places are left for them.
const MANY: usize = 1_000;
const LEFT: u32 = 10;

fn of_quiz(most: u32) -> Vec<Limit> {
    vec![Limit { of: LimitedTo::Quiz, most }]
}

/// A place for respondents who choose the option of this code at the first question.
fn of_option(code: usize, most: u32) -> Limit {
    let of = LimitedTo::Option(Indicator::Fhn1.question_id(), built_in_option(Indicator::Fhn1, code));
    Limit { of, most }
}

async fn begun(store: &Store, quiz: &Quiz, number: usize) -> anyhow::Result<AnswersRecord> {
    Ok(store.begin(record(quiz, &person(number), 1)).await?)
}

async fn submit(store: &Store, begun: AnswersRecord, limits: Vec<Limit>) -> anyhow::Result<Replaced> {
    let seen = begun.activity_at;
    Ok(store.submit(submitted(begun, seen.nanoseconds() + 1), seen, None, Vec::new(), limits).await?)
}

async fn taken(store: &Store, quiz: &Quiz, limits: &[Limit]) -> anyhow::Result<Vec<u32>> {
    let mut taken = Vec::new();
    for Limit { of, .. } in limits {
        taken.push(store.places_taken(&quiz.id, of).await?);
        if let LimitedTo::Option(question, option) = of {
            let of_all = store.options_taken(&quiz.id, question).await?;
            assert_eq!(of_all.get(option).copied().unwrap_or_default(), taken[taken.len() - 1]);
        }
    }
    Ok(taken)
}

#[apply(contract!)]
async fn of_a_thousand_submissions_at_once_on_two_servers_those_with_a_place_succeed(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let servers = [store.beside().await?, store.beside().await?];
    for chunk in (0..MANY).collect::<Vec<_>>().chunks(100) {
        try_join_all(chunk.iter().map(|number| begun(&store, &quiz, *number))).await?;
    }
    let limits = of_quiz(LEFT);
    let submissions = (0..MANY).map(|number| {
        let (server, quiz, limits) = (Arc::clone(&servers[number % 2]), &quiz, limits.clone());
        async move { submit(&server, record(quiz, &person(number), 1), limits).await }
    });
    let outcomes = try_join_all(submissions).await?;
    let stored = outcomes.iter().filter(|outcome| **outcome == Replaced::Stored).count();
    let full = outcomes.iter().filter(|outcome| **outcome == Replaced::Full(LimitedTo::Quiz)).count();
    assert_eq!((stored, full), (LEFT as usize, MANY - LEFT as usize));
    assert_eq!(taken(&store, &quiz, &limits).await?, [LEFT]);
    Ok(())
}

#[apply(contract!)]
async fn a_place_is_kept_from_attempt_to_attempt_and_free_after_an_erasure(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    // All samples choose the first option.
    let limits: Vec<Limit> = [of_quiz(3), vec![of_option(1, 2), of_option(2, 9)]].concat();
    for number in 1..=2 {
        assert_eq!(submit(&store, begun(&store, &quiz, number).await?, limits.clone()).await?, Replaced::Stored);
    }
    let third = begun(&store, &quiz, 3).await?;
    assert_eq!(submit(&store, third.clone(), limits.clone()).await?, Replaced::Full(limits[1].of.clone()));
    assert_eq!(taken(&store, &quiz, &limits).await?, [2, 2, 0]);
    assert!(store.stored(&quiz, &person(3)).await?.submission.is_none(), "nothing was stored");

    // The attempt under way keeps the place of the one before.
    let last = store.stored(&quiz, &person(1)).await?;
    let again = AnswersRecord {
        attempt: 2,
        answers: Answers::new(),
        started_at: at(10),
        activity_at: at(10),
        submission: None,
        ..last.clone()
    };
    let again = store.begin_again(again, last.activity_at).await?.expect("it was submitted");
    assert_eq!(taken(&store, &quiz, &limits).await?, [2, 2, 0]);
    assert_eq!(submit(&store, again, limits.clone()).await?, Replaced::Stored);

    assert_eq!(submit(&store, third.clone(), limits.clone()).await?, Replaced::Full(limits[1].of.clone()));
    store.erase_user(&quiz.id, &person(2)).await?;
    assert_eq!(submit(&store, third, limits.clone()).await?, Replaced::Stored);
    assert_eq!(taken(&store, &quiz, &limits).await?, [2, 2, 0]);
    Ok(())
}
