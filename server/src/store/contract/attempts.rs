//! Taking a quiz again.

use domain::{Answers, AnswersRecord, DropOff, Indicator, Language, Quiz, UserId};
use futures_util::future::try_join_all;

use super::{
    TestResult, TestStore, apply, contract,
    samples::{answer, at, own_scores, person, record, submitted, submitted_with},
};
use crate::store::{
    CountedAttempts, Page, Raised, RecordFilter, RecordOrder, RecordQuery, RecordState, Versions, small_pieces,
};

#[apply(contract!)]
async fn the_next_attempt_takes_the_place_of_the_one_that_was_submitted(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let first = complete(&store, &quiz, &person(1), 5).await?;
    let next = AnswersRecord { version: 2, language: Language::ES, ..following(&first, 30) };
    assert_eq!(store.begin_again(next.clone(), first.activity_at).await?.as_ref(), Some(&next));
    assert_eq!(store.stored(&quiz, &person(1)).await?, next);
    assert_eq!(all(&store, &quiz, &person(1)).await?, [next, first]);
    Ok(())
}

#[apply(contract!)]
async fn attempts_are_read_newest_first_and_in_pages(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let mut given = vec![complete(&store, &quiz, &person(1), 1).await?];
    for moment in [10, 20, 30] {
        let last = &given[0];
        let next = store.begin_again(following(last, moment), last.activity_at).await?;
        let next = submitted(next.expect("the record was submitted and did not change"), moment + 5);
        assert!(store.replace_record(next.clone(), at(moment)).await?);
        given.insert(0, next);
    }
    complete(&store, &quiz, &person(2), 1).await?;
    assert_eq!(all(&store, &quiz, &person(1)).await?, given);
    let page = |after, limit| Page { after, limit };
    assert_eq!(store.attempts(&quiz.id, &person(1), page(None, 2)).await?.items, given[..2]);
    assert_eq!(store.attempts(&quiz.id, &person(1), page(Some(3), 2)).await?.items, given[2..]);
    assert_eq!(store.attempts(&quiz.id, &person(1), page(Some(1), 2)).await?.items, []);
    assert_eq!(store.attempts(&quiz.id, &person(3), page(None, 2)).await?.items, []);
    Ok(())
}

#[apply(contract!)]
async fn a_past_attempt_keeps_scores_of_the_quizs_own(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let first = submitted_with(store.begin(record(&quiz, &person(1), 1)).await?, own_scores("7.5"), 5);
    assert!(store.replace_record(first.clone(), at(1)).await?);
    let next = store.begin_again(following(&first, 9), at(5)).await?.expect("the record was submitted");
    assert_eq!(all(&store, &quiz, &person(1)).await?, [next.clone(), first.clone()]);
    // Scores of the built-in questions replace all of the earlier ones.
    let second = submitted(next, 20);
    assert!(store.replace_record(second.clone(), at(9)).await?);
    assert_eq!(all(&store, &quiz, &person(1)).await?, [second, first]);
    Ok(())
}

#[apply(contract!)]
async fn lists_of_last_submitted_attempts_have_each_person_once_in_every_order(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let mut last = Vec::new();
    for number in 0..24 {
        let moment = i64::try_from(number * 7 % 24)?;
        let mut person = record(&quiz, &person(number), moment);
        if number % 4 > 0 {
            person = complete(&store, &quiz, &person.user, moment).await?;
        } else {
            store.begin(person.clone()).await?;
        }
        if number % 4 > 1 {
            store.begin_again(following(&person, 100 + moment), person.activity_at).await?.expect("it was submitted");
        }
        last.push(person);
    }
    for (state, before) in [
        (RecordState::All, None),
        (RecordState::All, Some(at(15))),
        (RecordState::Completed, None),
        (RecordState::Started, None),
    ] {
        let filter = RecordFilter { last_submitted: true, before, ..RecordFilter::of_state(state) };
        let expected = last.iter().filter(|record| filter.fits(record, None, &Versions::new(), &Raised::new()));
        let mut expected: Vec<AnswersRecord> = expected.cloned().collect();
        expected.sort_by(|one, other| one.user.as_str().cmp(other.user.as_str()));
        assert_eq!(store.count_records(&quiz.id, &filter).await?.number, expected.len() as u64);
        for order in RecordOrder::ALL {
            for is_backward in [false, true] {
                let mut query = RecordQuery { filter: filter.clone(), order, after: None, limit: 5 };
                let mut listed: Vec<AnswersRecord> = Vec::new();
                loop {
                    let page = store.page_of_records(&quiz.id, &query, is_backward).await?;
                    listed.extend(page.items);
                    let Some((first, last)) = page.ends.filter(|_| page.end.is_some()) else { break };
                    query.after = Some(if is_backward { first } else { last });
                    assert!(listed.len() <= expected.len(), "something comes twice: {filter:?} {order:?}");
                }
                listed.sort_by(|one, other| one.user.as_str().cmp(other.user.as_str()));
                assert_eq!(listed, expected, "{filter:?} {order:?} {is_backward}");
            }
        }
    }
    Ok(())
}

#[apply(contract!)]
async fn each_attempt_is_read_beside_its_record_and_none_that_came_later(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let mut expected = Vec::new();
    for number in [1, 2, 3] {
        let mut last = complete(&store, &quiz, &person(number), 1).await?;
        expected.push(last.clone());
        for again in 1..number {
            let next = store.begin_again(following(&last, i64::try_from(again * 10)?), last.activity_at).await?;
            last = submitted(next.expect("the record was submitted"), i64::try_from(again * 10 + 5)?);
            assert!(store.replace_record(last.clone(), at(i64::try_from(again * 10)?)).await?);
            expected.push(last.clone());
        }
    }
    let (sender, mut pieces) = tokio::sync::mpsc::channel(1);
    let (scanned, piece) = tokio::join!(store.scan_records_for(&quiz.id, vec![sender]), pieces.recv());
    scanned?;
    let piece = piece.expect("three records");
    // Another attempt begins after the scan.
    let last = expected.last().expect("a record");
    store.begin_again(following(last, 90), last.activity_at).await?.expect("it was submitted");
    let read = async |attempts| {
        let mut found = Vec::new();
        for piece in small_pieces(piece.clone(), attempts) {
            let piece = store.counted_attempts(&quiz.id, piece, attempts).await?;
            found.extend(piece.iter().map(|stored| stored.read(&quiz.id, quiz.kind).expect("a sound record")));
        }
        Ok::<Vec<AnswersRecord>, crate::store::StoreError>(found)
    };
    let by_user = |mut records: Vec<AnswersRecord>| {
        records.sort_by_key(|record| (record.user.to_string(), record.attempt));
        records
    };
    let each = read(CountedAttempts::Each).await?;
    assert!(
        each.is_sorted_by_key(|record| (piece.iter().position(|of| of.user == record.user.as_str()), record.attempt))
    );
    assert_eq!(by_user(each), by_user(expected.clone()));
    let is_latest =
        |one: &&AnswersRecord| expected.iter().all(|other| other.user != one.user || other.attempt <= one.attempt);
    let latest = expected.iter().filter(is_latest).cloned().collect();
    assert_eq!(by_user(read(CountedAttempts::Latest).await?), by_user(latest));
    Ok(())
}

#[apply(contract!)]
async fn custom_data_stays_from_attempt_to_attempt(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    for (number, had, brought, stays) in
        [(1, Some("42"), Some("43"), Some("42")), (2, Some("42"), None, Some("42")), (3, None, Some("43"), Some("43"))]
    {
        let begun = AnswersRecord { custom_data: had.map(str::to_owned), ..record(&quiz, &person(number), 1) };
        let first = submitted(store.begin(begun).await?, 5);
        store.replace_record(first.clone(), at(1)).await?;
        let next = AnswersRecord { custom_data: brought.map(str::to_owned), ..following(&first, 9) };
        let next = store.begin_again(next, at(5)).await?.expect("the record was submitted and did not change");
        assert_eq!(next.custom_data.as_deref(), stays);
    }
    Ok(())
}

#[apply(contract!)]
async fn only_what_was_submitted_makes_room(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let open = store.begin(record(&quiz, &person(1), 1)).await?;
    assert_eq!(store.begin_again(following(&open, 9), at(1)).await?, None);
    assert_eq!(all(&store, &quiz, &person(1)).await?, [open]);
    assert_eq!(store.begin_again(following(&record(&quiz, &person(2), 1), 9), at(1)).await?, None);
    assert_eq!(all(&store, &quiz, &person(2)).await?, []);
    Ok(())
}

#[apply(contract!)]
async fn a_record_that_changed_since_it_was_seen_does_not_make_room(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let first = complete(&store, &quiz, &person(1), 5).await?;
    assert_eq!(store.begin_again(following(&first, 9), at(4)).await?, None);
    assert_eq!(all(&store, &quiz, &person(1)).await?, [first]);
    Ok(())
}

#[apply(contract!)]
async fn of_many_retakes_at_once_one_makes_an_attempt(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let first = complete(&store, &quiz, &person(1), 5).await?;
    let (store, first) = (&store, &first);
    let made = try_join_all((0..32).map(|moment| store.begin_again(following(first, 10 + moment), at(5)))).await?;
    assert_eq!(made.iter().flatten().count(), 1);
    let attempts: Vec<u32> = all(store, &quiz, &person(1)).await?.iter().map(|record| record.attempt).collect();
    assert_eq!(attempts, [2, 1]);
    Ok(())
}

#[apply(contract!)]
async fn everybody_stands_in_the_figures_with_the_latest_submission(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    complete(&store, &quiz, &person(2), 5).await?;
    let alone = store.insights(&quiz.id).await?;
    let first = complete(&store, &quiz, &person(1), 5).await?;
    let before = store.insights(&quiz.id).await?;

    let next = store.begin_again(following(&first, 9), at(5)).await?.expect("it was submitted");
    let touched = AnswersRecord { custom_data: Some("42".to_owned()), activity_at: at(12), ..next };
    assert!(store.replace_record(touched.clone(), at(9)).await?);
    assert_eq!(store.insights(&quiz.id).await?, before);
    assert_eq!(store.drop_off(&quiz.id, &store.definitions(&quiz.id).await?, 10).await?, DropOff::default());

    let spanish = AnswersRecord { language: Language::ES, ..submitted(touched, 20) };
    assert!(store.replace_record(spanish.clone(), at(12)).await?);
    let after = store.insights(&quiz.id).await?;
    assert_ne!(after, before);
    assert_eq!((after.started(), after.completed()), (2, 2));

    // Erasing leaves no trace, even in the middle of another attempt.
    store.begin_again(following(&spanish, 30), at(20)).await?.expect("it was submitted");
    assert_eq!(store.insights(&quiz.id).await?, after);
    store.erase_user(&quiz.id, &person(1)).await?;
    assert_eq!(store.insights(&quiz.id).await?, alone);
    Ok(())
}

#[apply(contract!)]
async fn erasing_a_user_takes_all_attempts(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    for number in [1, 2] {
        let first = complete(&store, &quiz, &person(number), 5).await?;
        store.begin_again(following(&first, 9), at(5)).await?;
    }
    assert!(store.erase_user(&quiz.id, &person(1)).await?);
    assert_eq!(all(&store, &quiz, &person(1)).await?, []);
    assert_eq!(all(&store, &quiz, &person(2)).await?.len(), 2);
    // A respondent who returns is new.
    assert_eq!(store.begin(record(&quiz, &person(1), 20)).await?.attempt, 1);
    assert_eq!(all(&store, &quiz, &person(1)).await?.len(), 1);
    Ok(())
}

#[apply(contract!)]
async fn deleting_a_quiz_takes_all_attempts(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let first = complete(&store, &quiz, &person(1), 5).await?;
    store.begin_again(following(&first, 9), at(5)).await?;
    assert!(store.delete_quiz(&quiz.id, at(50)).await?);
    assert_eq!(all(&store, &quiz, &person(1)).await?, []);
    Ok(())
}

#[apply(contract!)]
async fn an_answer_goes_to_the_attempt_under_way(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let first = complete(&store, &quiz, &person(1), 5).await?;
    store.begin_again(following(&first, 9), at(5)).await?;
    let answered = store.save_answer(answer(&quiz, &person(1), Indicator::Fhn1, 2, 10)).await?;
    let answered = answered.expect("the attempt takes answers");
    assert_eq!((answered.attempt, answered.answers.len()), (2, 1));
    assert_eq!(all(&store, &quiz, &person(1)).await?, [answered, first]);
    Ok(())
}

async fn complete(store: &TestStore, quiz: &Quiz, user: &UserId, moment: i64) -> anyhow::Result<AnswersRecord> {
    let begun = store.begin(record(quiz, user, moment - 1)).await?;
    let done = submitted(begun, moment);
    assert!(store.replace_record(done.clone(), at(moment - 1)).await?);
    Ok(done)
}

fn following(last: &AnswersRecord, began: i64) -> AnswersRecord {
    AnswersRecord {
        attempt: last.attempt + 1,
        answers: Answers::new(),
        started_at: at(began),
        activity_at: at(began),
        submission: None,
        ..last.clone()
    }
}

async fn all(store: &TestStore, quiz: &Quiz, user: &UserId) -> anyhow::Result<Vec<AnswersRecord>> {
    Ok(store.attempts(&quiz.id, user, Page { after: None, limit: 100 }).await?.items)
}
