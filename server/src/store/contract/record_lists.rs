//! Lists of records, and bulk loading.

use domain::{AnswersRecord, Indicator, Quiz, QuizKind, Timestamp, UserId};

use super::{
    TestResult, TestStore, apply, contract,
    samples::{answer, own_scores, person, quiz, record, session, submitted, submitted_with},
};
use crate::store::{Page, StoreError, StoredRecord};

/// Ids whose byte order differs from any language's alphabetical order.
const USERS: [&str; 12] = [
    "10000",
    "9999x",
    "AB-C-",
    "Zoe-1",
    "a b c",
    "a-b-c",
    "a_b_c",
    "zoe-1",
    "zoé-1",
    "Ångstr",
    "\u{ffff}1234",
    "🏳️‍🌈123",
];

type Position = (Timestamp, String);

#[apply(contract!)]
async fn records_come_in_the_order_of_their_first_activity(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    for (number, began) in [(1, 30), (2, -10), (3, 20)] {
        store.begin(record(&quiz, &person(number), began)).await?;
    }
    store.save_answer(answer(&quiz, &person(2), Indicator::Fhn1, 1, 99)).await?;
    let users: Vec<UserId> = all(&store, &quiz).await?.into_iter().map(|record| record.user).collect();
    assert_eq!(users, [2, 3, 1].map(person));
    Ok(())
}

#[apply(contract!)]
async fn pages_of_any_size_show_every_record_once_also_those_begun_at_one_moment(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let expected = add_records_of_two_moments(&store, &quiz).await?;
    for limit in 1..=13 {
        let mut seen: Vec<Position> = Vec::new();
        loop {
            let page = places(&store, &quiz, seen.last(), limit).await?;
            assert!(page.len() <= usize::try_from(limit)?);
            if page.is_empty() {
                break;
            }
            seen.extend(page);
            assert!(seen.len() <= expected.len(), "in pages of {limit} something comes twice");
        }
        assert_eq!(seen, expected, "in pages of {limit}");
    }
    Ok(())
}

#[apply(contract!)]
async fn a_page_goes_on_after_a_record_that_was_erased_meanwhile(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let expected = add_records_of_two_moments(&store, &quiz).await?;
    let first = places(&store, &quiz, None, 3).await?;
    store.erase_user(&quiz.id, &session(&first[2].1)).await?;
    assert_eq!(places(&store, &quiz, first.last(), 100).await?, expected[3..]);
    Ok(())
}

#[apply(contract!)]
async fn a_list_is_of_one_quiz(store: TestStore) -> TestResult {
    let (one, other) = (store.quiz_of(QuizKind::InApp, 1).await?, store.quiz_of(QuizKind::InApp, 2).await?);
    store.begin(record(&one, &person(1), 1)).await?;
    store.begin(record(&other, &person(2), 1)).await?;
    assert_eq!(all(&store, &one).await?, [record(&one, &person(1), 1)]);
    assert_eq!(all(&store, &other).await?, [record(&other, &person(2), 1)]);
    assert_eq!(all(&store, &quiz(QuizKind::InApp, 3)).await?, []);
    Ok(())
}

#[apply(contract!)]
async fn added_records_come_back_as_they_were_given(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let open = AnswersRecord { custom_data: Some("42".to_owned()), version: 2, ..record(&quiz, &person(1), 1) };
    let given = [open, submitted(record(&quiz, &person(2), 2), 9)];
    store.add_records(given.to_vec()).await?;
    assert_eq!(all(&store, &quiz).await?, given);
    Ok(())
}

#[apply(contract!)]
async fn adding_records_again_changes_nothing(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let begun = store.begin(record(&quiz, &person(1), 1)).await?;
    let loaded = submitted(record(&quiz, &person(2), 2), 9);
    store.add_records(vec![submitted(record(&quiz, &person(1), 1), 9), loaded.clone()]).await?;
    let other = AnswersRecord { custom_data: Some("another".to_owned()), ..record(&quiz, &person(2), 2) };
    store.add_records(vec![other, loaded.clone()]).await?;
    assert_eq!(all(&store, &quiz).await?, [begun, loaded]);
    Ok(())
}

#[apply(contract!)]
async fn records_are_added_all_or_none(store: TestStore) -> TestResult {
    let known = store.a_quiz().await?;
    let mut records: Vec<AnswersRecord> = (0..50).map(|number| record(&known, &person(number), 1)).collect();
    records.insert(25, record(&quiz(QuizKind::InApp, 2), &person(1), 1));
    assert!(store.add_records(records).await.is_err());
    assert_eq!(all(&store, &known).await?, []);
    Ok(())
}

#[apply(contract!)]
async fn thousands_of_records_are_added_at_once(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let given: Vec<AnswersRecord> =
        (0..3000).zip(0..).map(|(number, moment)| submitted(record(&quiz, &person(number), moment), 9000)).collect();
    store.add_records(given.clone()).await?;
    assert!(all(&store, &quiz).await? == given, "the records differ from those given");
    Ok(())
}

/// Adds twelve records begun at two moments, and returns their places in the list.
async fn add_records_of_two_moments(store: &TestStore, quiz: &Quiz) -> anyhow::Result<Vec<Position>> {
    let mut places = Vec::new();
    for (user, moment) in USERS.into_iter().rev().zip([20, 10, 20].into_iter().cycle()) {
        let begun = store.begin(record(quiz, &session(user), moment)).await?;
        places.push((begun.started_at, user.to_owned()));
    }
    places.sort();
    Ok(places)
}

async fn all(store: &TestStore, quiz: &Quiz) -> anyhow::Result<Vec<AnswersRecord>> {
    Ok(store.records(&quiz.id, Page { after: None, limit: 10_000 }).await?)
}

async fn places(store: &TestStore, quiz: &Quiz, after: Option<&Position>, limit: u32) -> anyhow::Result<Vec<Position>> {
    let page = store.records(&quiz.id, Page { after: after.cloned(), limit }).await?;
    Ok(page.into_iter().map(|record| (record.started_at, record.user.to_string())).collect())
}

async fn scanned(store: &TestStore, quiz: &Quiz) -> anyhow::Result<Vec<StoredRecord>> {
    let (sender, mut pieces) = tokio::sync::mpsc::channel(1);
    let receive = async {
        let mut records = Vec::new();
        while let Some(piece) = pieces.recv().await {
            records.extend(piece);
        }
        records
    };
    let (scan, records) = tokio::join!(store.scan_records(&quiz.id, sender), receive);
    scan?;
    Ok(records)
}

/// Characters that separate fields and lines or begin escapes.
const CUSTOM_DATA: &str = "=1+1\t\\t\n\\N\r\n+\u{8}\u{b}\u{c}\u{1}\\.\\\\,;\"'é🦀\\";

#[apply(contract!)]
async fn a_scan_sends_every_record_as_it_is_stored(store: TestStore) -> TestResult {
    let (quiz, other) = (store.quiz_of(QuizKind::InApp, 1).await?, store.quiz_of(QuizKind::InApp, 2).await?);
    let begun = AnswersRecord { custom_data: Some(CUSTOM_DATA.to_owned()), ..record(&quiz, &person(1), 30) };
    let empty = AnswersRecord { custom_data: Some(String::new()), ..record(&quiz, &person(4), 40) };
    let done = submitted(record(&quiz, &person(2), 10), 20);
    store.add_records(vec![empty, begun.clone(), done.clone(), record(&other, &person(3), 5)]).await?;
    let found = scanned(&store, &quiz).await?;
    assert_eq!(found.len(), 3, "{found:?}");
    let scores = done.submission.as_ref().map(|submission| submission.scores.clone()).expect("submitted");
    assert_eq!(found[0].user, done.user.as_str(), "who began first comes first");
    assert_eq!((found[0].started_at, found[0].activity_at), (done.started_at, done.activity_at));
    assert_eq!(found[0].submitted_at, Some(Timestamp::from_nanoseconds(20)));
    assert_eq!((found[0].version, found[0].attempt, found[0].language), (1, 1, done.language));
    let categories = domain::Category::ALL.map(|category| scores.category(category).map(domain::Points::get));
    assert_eq!((found[0].score, found[0].category_scores), (scores.points().map(Into::into), categories));
    assert_eq!(found[0].own_scores, None);
    assert_eq!(serde_json::from_str::<serde_json::Value>(&found[0].answers)?, serde_json::json!(done.answers));
    let indicators = found[0].indicators.as_deref().expect("points");
    assert_eq!(serde_json::from_str::<serde_json::Value>(indicators)?, serde_json::json!(scores.questions));
    assert_eq!((found[1].answers.as_str(), found[1].custom_data.as_deref()), ("{}", Some(CUSTOM_DATA)));
    assert_eq!((found[1].submitted_at, found[1].score, found[1].category_scores), (None, None, [None; 4]));
    assert_eq!((&found[1].indicators, &found[1].own_scores), (&None, &None));
    assert_eq!(found[2].custom_data.as_deref(), Some(""));
    Ok(())
}

#[apply(contract!)]
async fn a_scan_sends_scores_of_the_quizs_own_whole(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let done = submitted_with(record(&quiz, &person(1), 1), own_scores("-2730.5"), 9);
    store.add_records(vec![done]).await?;
    let found = scanned(&store, &quiz).await?;
    assert_eq!(found[0].score, domain::Decimal::parse("-2730.5"));
    let mut scores = own_scores("-2730.5");
    scores.questions.clear();
    assert_eq!(serde_json::from_str::<domain::Scores>(found[0].own_scores.as_deref().expect("scores"))?, scores);
    Ok(())
}

#[apply(contract!)]
async fn a_scan_sees_one_moment_however_long_it_takes(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let people = |range: std::ops::Range<i64>| {
        range.map(|number| record(&quiz, &person(usize::try_from(number).unwrap_or_default()), number)).collect()
    };
    store.add_records(people(0..3000)).await?;
    let (sender, mut pieces) = tokio::sync::mpsc::channel(1);
    let receive = async {
        let mut count = pieces.recv().await.map_or(0, |piece: Vec<StoredRecord>| piece.len());
        // The scan has begun, and does not see later writes.
        store.add_records(people(3000..4000)).await?;
        store.erase_user(&quiz.id, &person(2999)).await?;
        while let Some(piece) = pieces.recv().await {
            count += piece.len();
        }
        Ok::<usize, StoreError>(count)
    };
    let (scan, count) = tokio::join!(store.scan_records(&quiz.id, sender), receive);
    scan?;
    assert_eq!(count?, 3000);
    Ok(())
}

#[apply(contract!)]
async fn both_passes_of_a_scan_see_one_moment(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    store.add_records((0..3000).map(|number| record(&quiz, &person(number), 1)).collect()).await?;
    for is_first_read in [true, false] {
        let (first, mut first_pieces) = tokio::sync::mpsc::channel::<Vec<StoredRecord>>(1);
        let (second, mut second_pieces) = tokio::sync::mpsc::channel::<Vec<StoredRecord>>(1);
        let receive = async {
            let mut counts = [first_pieces.recv().await.map_or(0, |piece| piece.len()), 0];
            let others = if is_first_read { 3000..4000 } else { 4000..5000 };
            store.add_records(others.map(|number| record(&quiz, &person(number), 1)).collect()).await?;
            if is_first_read {
                while let Some(piece) = first_pieces.recv().await {
                    counts[0] += piece.len();
                }
            }
            drop(first_pieces);
            while let Some(piece) = second_pieces.recv().await {
                counts[1] += piece.len();
            }
            Ok::<_, StoreError>(counts)
        };
        let (scan, counts) = tokio::join!(store.scan_records_for(&quiz.id, vec![first, second]), receive);
        scan?;
        // The first pass ends early when its receiver is dropped.
        assert_eq!(counts?, if is_first_read { [3000, 3000] } else { [256, 4000] });
    }
    Ok(())
}

#[apply(contract!)]
async fn a_scan_ends_when_nobody_wants_more(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let people = (0..3000).map(|number| record(&quiz, &person(number), 1)).collect();
    store.add_records(people).await?;
    let (sender, mut pieces) = tokio::sync::mpsc::channel(1);
    let receive = async move { pieces.recv().await.map(|piece: Vec<StoredRecord>| piece.len()) };
    let (scan, first) = tokio::join!(store.scan_records(&quiz.id, sender), receive);
    scan?;
    assert!(first.is_some_and(|count| count < 3000));
    Ok(())
}
