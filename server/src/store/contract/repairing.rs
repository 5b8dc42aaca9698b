//! Repairing derived data that diverges from the records.

use domain::{AnswersRecord, Quiz};

use super::{
    TestResult, TestStore, apply, contract,
    samples::{person, record, submitted},
};
use crate::store::{Divergence, Page, RecordOrder, RecordQuery, StoreError};

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

async fn repair(store: &TestStore, quiz: &Quiz) -> Result<Divergence, StoreError> {
    let id = quiz.id.clone();
    store.transact(move |tx| Box::pin(async move { tx.repair(&id).await })).await
}

#[apply(contract!)]
async fn lists_and_figures_are_put_right_and_nothing_else(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let begun = |number: usize, began: i64| record(&quiz, &person(number), began);
    let records =
        vec![submitted(begun(1, 10), 11), submitted(begun(2, 20), 21), begun(3, 30), submitted(begun(4, 40), 41)];
    let first = records[1].clone();
    store.add_records(records).await?;
    let second = AnswersRecord { attempt: 2, submission: None, ..begun(2, 90) };
    store.begin_again(second, first.activity_at).await?;
    let (whole, changes) = (view(&store, &quiz).await?, store.changes(&quiz.id, 0, 100).await?);
    assert_eq!(store.examine(&quiz.id).await?, (Divergence::default(), Vec::new()));

    for (statement, found) in [
        ("DELETE FROM submitted_scores WHERE user_id IN ('person 1', 'person 4')", (true, false)),
        ("UPDATE submitted_scores SET score = 1 WHERE user_id = 'person 4'", (true, false)),
        ("UPDATE tallies SET n = n + 1 WHERE dimension = 'score'", (false, true)),
    ] {
        store.execute(statement).await?;
        assert_ne!(view(&store, &quiz).await?, whole, "{statement}");
        let found = Divergence { has_other_lists: found.0, has_other_figures: found.1 };
        assert_eq!(store.examine(&quiz.id).await?, (found, Vec::new()), "{statement}");
        assert_eq!(repair(&store, &quiz).await?, found, "{statement}");
        assert_eq!(view(&store, &quiz).await?, whole, "{statement}");
    }
    assert_eq!(repair(&store, &quiz).await?, Divergence::default());
    assert_eq!(store.changes(&quiz.id, 0, 100).await?, changes);
    Ok(())
}

#[apply(contract!)]
async fn damaged_records_are_named_and_nothing_of_their_quiz_is_touched(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let records = [1, 2, 3].map(|number| submitted(record(&quiz, &person(number), 10), 11));
    store.add_records(records.to_vec()).await?;
    store
        .execute(
            "UPDATE records SET score = 70 WHERE user_id = 'person 1';
             UPDATE records SET answers = replace(answers, 'fhn8', 'fhn9') WHERE user_id = 'person 2';
             UPDATE records SET score = score / 10 WHERE user_id = 'person 3';
             UPDATE tallies SET n = n + 1 WHERE dimension = 'score'",
        )
        .await?;
    let changed = store.records(&quiz.id, Page { after: None, limit: 100 }).await?;
    let found = store.examine_answers().await?;
    let told: Vec<String> = found.damage.iter().map(ToString::to_string).collect();
    let record = |number: usize| format!("quiz {}, record person {number}: ", quiz.id);
    let expected = [
        record(1) + "the scores are not those that the answers give",
        record(2) + "fhn9 has an answer that it cannot have",
        record(3) + "the scores are not those that the answers give",
    ];
    assert_eq!(told, expected);
    assert_eq!(found.diverging.iter().map(|(_, _, found)| found.has_other_figures).collect::<Vec<_>>(), [true]);
    let refused = repair(&store, &quiz).await.expect_err("damaged").to_string();
    assert!(refused.contains(&expected[0]), "{refused}");
    assert_eq!(store.records(&quiz.id, Page { after: None, limit: 100 }).await?, changed);
    Ok(())
}
