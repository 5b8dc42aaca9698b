//! Writes of an earlier release's server into a database of this one.

use std::collections::{BTreeMap, BTreeSet};

use domain::{Answers, AnswersRecord, Definition, Indicator, Quiz, Scores, Submission};

use super::{
    TestResult, TestStore, apply, contract,
    samples::{at, built_in_option, person, record, submitted},
};
use crate::store::{Divergence, Page, RecordChange, RecordOrder, RecordQuery, StoreError};

/// Everything that is read from records, and the numbers of their changes.
#[derive(Debug, PartialEq)]
struct View {
    records: Vec<AnswersRecord>,
    attempts: Vec<AnswersRecord>,
    by_score: Vec<AnswersRecord>,
    figures: String,
}

async fn view(store: &TestStore, quiz: &Quiz) -> anyhow::Result<View> {
    let query = RecordQuery { order: RecordOrder::HighestScore, limit: 100, ..RecordQuery::default() };
    Ok(View {
        records: store.records(&quiz.id, Page { after: None, limit: 100 }).await?,
        attempts: store.attempts(&quiz.id, &person(2), Page { after: None, limit: 100 }).await?.items,
        by_score: store.list_records(&quiz.id, &query).await?.items,
        figures: format!("{:?}", store.insights(&quiz.id).await?),
    })
}

/// The numbers by user.
async fn numbers(store: &TestStore, quiz: &Quiz) -> anyhow::Result<BTreeMap<String, u64>> {
    let changes = store.changes(&quiz.id, 0, 100).await?.items.into_iter();
    Ok(changes
        .filter_map(|(number, change)| match change {
            RecordChange::Stored(record) => Some((record.user.to_string(), number)),
            RecordChange::Erased { .. } => None,
        })
        .collect())
}

async fn repair(store: &TestStore, quiz: &Quiz) -> Result<Divergence, StoreError> {
    let id = quiz.id.clone();
    store.transact(move |tx| Box::pin(async move { tx.repair(&id).await })).await
}

/// Submitted with the worst answers but one, for a score of 3.
fn submitted_low(record: AnswersRecord, moment: i64) -> AnswersRecord {
    let codes = [4, 5, 5, 5, 4, 6, 6, 5];
    let answers: Answers = Indicator::ALL
        .into_iter()
        .zip(codes)
        .map(|(i, code)| (i.question_id(), built_in_option(i, code).into()))
        .collect();
    let scores = Scores::of(&Definition::built_in(), &answers);
    let submission = Some(Submission { at: at(moment), scores });
    AnswersRecord { answers, activity_at: at(moment), submission, ..record }
}

/// Stored as scores of the quiz's own are.
fn with_scores_of_its_own(mut record: AnswersRecord) -> AnswersRecord {
    if let Some(submission) = &mut record.submission {
        submission.scores.version = Some(record.version);
    }
    record
}

#[apply(contract!)]
async fn what_an_older_server_wrote_is_put_right_and_nothing_else(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let begun = |number: usize, began: i64| record(&quiz, &person(number), began);
    let low = submitted_low(begun(5, 50), 51);
    let records = vec![
        submitted(begun(1, 10), 11),
        submitted(begun(2, 20), 21),
        begun(3, 30),
        submitted(begun(4, 40), 41),
        low.clone(),
        AnswersRecord { user: person(6), started_at: at(60), ..low },
        with_scores_of_its_own(submitted_low(begun(7, 70), 71)),
        submitted(begun(8, 80), 81),
    ];
    let first = records[1].clone();
    store.add_records(records).await?;
    let second = AnswersRecord { attempt: 2, submission: None, ..begun(2, 90) };
    store.begin_again(second.clone(), first.activity_at).await?;
    store.begin_again(AnswersRecord { user: person(8), ..second }, at(81)).await?;
    let (whole, numbered) = (view(&store, &quiz).await?, numbers(&store, &quiz).await?);
    assert_eq!(store.examine(&quiz.id).await?, (Divergence::default(), Vec::new()));

    store.fold_tallies().await?;
    // Persons 1 and 6 submit through the older server, and person 3 begins. Person 2 submitted there before beginning again.
    store
        .execute(
            "UPDATE records SET score = score / 10, changed = 0 WHERE user_id IN ('person 1', 'person 6');
             UPDATE records SET changed = 0 WHERE user_id = 'person 3';
             UPDATE past_attempts SET score = score / 10 WHERE user_id = 'person 2';
             DELETE FROM submitted_scores WHERE user_id IN ('person 1', 'person 6');
             UPDATE tallies SET n = n + 1 WHERE dimension = 'score'",
        )
        .await?;
    assert_ne!(view(&store, &quiz).await?, whole);
    let found = Divergence { scores: 3, unnumbered: 3, has_other_lists: true, has_other_figures: true };
    assert_eq!(store.examine(&quiz.id).await?, (found, Vec::new()));
    assert_eq!(repair(&store, &quiz).await?, found);
    assert_eq!(view(&store, &quiz).await?, whole);
    let after = numbers(&store, &quiz).await?;
    let newest = numbered.values().max().copied();
    for (user, number) in &numbered {
        let is_changed = ["person 1", "person 3", "person 6"].contains(&user.as_str());
        assert_eq!(is_changed, after[user] != *number, "{user}");
        assert!(!is_changed || newest < Some(after[user]), "{user}: a change comes after those before");
    }
    assert_eq!(after.values().collect::<BTreeSet<_>>().len(), after.len(), "{after:?}");
    assert_eq!(store.examine(&quiz.id).await?, (Divergence::default(), Vec::new()));
    assert_eq!(repair(&store, &quiz).await?, Divergence::default());
    assert_eq!(numbers(&store, &quiz).await?, after);
    Ok(())
}

/// The older server leaves scores of a newer version in the row, which are not those of the attempt.
#[apply(contract!)]
async fn a_retake_through_an_older_server_loses_the_scores_before_it(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    store.add_records(vec![submitted(record(&quiz, &person(2), 10), 11)]).await?;
    let whole = view(&store, &quiz).await?;
    store
        .execute(
            r#"UPDATE records SET score = score / 10,
                   own_scores = '{"overall":{"score":12},"categories":{},"is_own":false,"version":2}'"#,
        )
        .await?;
    assert_eq!(repair(&store, &quiz).await?.scores, 1);
    assert_eq!(view(&store, &quiz).await?, whole);
    Ok(())
}

/// A score that is neither the right one nor a tenth of it was not written by an older server.
#[apply(contract!)]
async fn damaged_records_are_named_and_nothing_of_their_quiz_is_touched(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let records = [1, 2, 3].map(|number| submitted(record(&quiz, &person(number), 10), 11));
    store.add_records(records.to_vec()).await?;
    store
        .execute(
            "UPDATE records SET score = 70 WHERE user_id = 'person 1';
             UPDATE records SET answers = replace(answers, 'fhn8', 'fhn9') WHERE user_id = 'person 2';
             UPDATE records SET score = score / 10 WHERE user_id = 'person 3'",
        )
        .await?;
    let changed = store.records(&quiz.id, Page { after: None, limit: 100 }).await?;
    let found = store.examine_answers().await?;
    let told: Vec<String> = found.damage.iter().map(ToString::to_string).collect();
    let record = |number: usize| format!("quiz {}, record person {number}: ", quiz.id);
    let expected = [
        record(1) + "the scores are not those that the answers give",
        record(2) + "fhn9 has an answer that it cannot have",
    ];
    assert_eq!(told, expected);
    assert_eq!(found.diverging.iter().map(|(_, _, divergence)| divergence.scores).collect::<Vec<_>>(), [1]);
    let refused = repair(&store, &quiz).await.expect_err("damaged").to_string();
    assert!(refused.contains(&expected[0]), "{refused}");
    assert_eq!(store.records(&quiz.id, Page { after: None, limit: 100 }).await?, changed);
    Ok(())
}
