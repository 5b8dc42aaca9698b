//! Byte limits of pages, of the input of figures, and of a record.

use std::sync::Arc;

use domain::{
    Answer, Answers, AnswersRecord, Condition, Definition, Indicator, Language, Quiz, QuizKind, Settings, Text,
};

use super::{
    TestResult, TestStore, apply, contract,
    samples::{answer, at, namespace, namespace_id, person, question_id, quiz, record, settings, submitted},
};
use crate::store::{Counts, NewAnswer, Page, QuizEntry, QuizSummary, RecordOrder, RecordQuery};

#[apply(contract!)]
async fn a_list_of_quizzes_has_their_languages_and_ends_once_it_is_large(store: TestStore) -> TestResult {
    store.add_namespace(namespace("demo")).await?;
    let mut all = Vec::new();
    for number in 1..=4 {
        let settings = Settings { description: Some(Text::Same("x".repeat(600 * 1024))), ..settings("A quiz") };
        let quiz = Quiz { settings, ..quiz(QuizKind::Open, number) };
        store.add_quiz(quiz.clone()).await?;
        all.insert(0, quiz);
    }
    let spanish = Arc::new(Definition { language: Language::ES, ..Definition::built_in() });
    all[0] = Quiz { version: 2, definition: spanish, ..all[0].clone() };
    store.update_quiz(all[0].clone()).await?;
    let page = async |after, limit| store.quizzes(&namespace_id("demo"), Page { after, limit }).await;
    let first = page(None, 9).await?;
    let expected: Vec<_> = all.iter().map(|quiz| QuizSummary::of(quiz, Counts::default())).collect();
    assert_eq!((&first.items[..], first.is_more), (&expected[..2], true));
    let second = page(first.next(QuizSummary::place), 9).await?;
    assert_eq!((&second.items[..], second.is_more), (&expected[2..], false));
    assert!(page(None, 1).await?.is_more && page(first.next(QuizSummary::place), 1).await?.is_more);
    // A search reads none of the large fields.
    let entries = store.quiz_entries(&namespace_id("demo"), Page { after: None, limit: 9 }).await?;
    let expected: Vec<_> = all.iter().map(QuizEntry::of).collect();
    assert_eq!((entries.items, entries.is_more), (expected, false));
    Ok(())
}

#[apply(contract!)]
async fn pages_of_records_end_once_they_are_large(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let large = |number: usize| {
        let begun = record(&quiz, &person(number), 1);
        let mut large = if number < 4 { submitted(begun, 5) } else { begun };
        large.answers.extend(texts(400));
        large
    };
    let all: Vec<AnswersRecord> = (1..=7).map(large).collect();
    store.add_records(all.clone()).await?;
    for order in RecordOrder::ALL {
        let mut query = RecordQuery { order, limit: 200, ..RecordQuery::default() };
        let mut pages = Vec::new();
        loop {
            let listed = store.list_records(&quiz.id, &query).await?;
            pages.push(listed.items.len());
            query.after = listed.next(|last| crate::store::RecordPlace::of(last, &query.filter, order));
            if query.after.is_none() {
                break;
            }
        }
        // Unsubmitted records have a separate budget after the submitted ones.
        assert!([vec![3, 3, 1], vec![6, 1]].contains(&pages), "{order:?}: {pages:?}");
    }
    let changes = store.changes(&quiz.id, 0, 200).await?;
    assert_eq!((changes.items.len(), changes.is_more), (3, true));
    let after = changes.next(|(number, _)| *number).unwrap_or_default();
    let changes = store.changes(&quiz.id, after, 4).await?;
    assert_eq!((changes.items.len(), changes.is_more), (3, true));
    Ok(())
}

#[apply(contract!)]
async fn pages_of_attempts_end_once_they_are_large(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let mut last = submitted(record(&quiz, &person(1), 1), 5);
    last.answers.extend(texts(400));
    store.add_records(vec![last.clone()]).await?;
    for moment in [10, 20, 30] {
        let next =
            AnswersRecord { attempt: last.attempt + 1, answers: Answers::new(), submission: None, ..last.clone() };
        let seen = last.activity_at;
        let next = AnswersRecord { started_at: at(moment), activity_at: at(moment), ..next };
        let begun = store.begin_again(next, seen).await?.expect("submitted");
        last = submitted(begun, moment + 5);
        last.answers.extend(texts(400));
        assert!(store.replace_record(last.clone(), at(moment)).await?);
    }
    let page = async |after| store.attempts(&quiz.id, &person(1), Page { after, limit: 200 }).await;
    let first = page(None).await?;
    assert_eq!((first.items.len(), first.is_more), (3, true));
    assert_eq!(page(first.next(|record| record.attempt)).await?.items.len(), 1);
    Ok(())
}

#[apply(contract!)]
async fn an_answer_does_not_make_a_record_larger_than_its_bound(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let open = record(&quiz, &person(1), 1);
    let large = AnswersRecord { answers: texts(300), ..record(&quiz, &person(2), 1) };
    store.add_records(vec![open, large.clone()]).await?;
    let text = |user: usize, question: &str, kilobytes: usize| NewAnswer {
        question: question_id(question),
        answer: Some(Answer::Text("x".repeat(kilobytes * 1024))),
        ..answer(&quiz, &person(user), Indicator::Fhn1, 1, 5)
    };
    for (question, kilobytes, is_stored) in
        [("a", 127, true), ("b", 128, true), ("c", 1, false), ("b", 100, true), ("c", 27, true), ("d", 2, false)]
    {
        let stored = store.save_answer(text(1, question, kilobytes)).await?;
        assert_eq!(stored.is_some(), is_stored, "{kilobytes} KiB for {question}");
        if let Some(record) = stored {
            assert!(serde_json::to_string(&record.answers)?.len() <= AnswersRecord::MOST_BYTES);
        }
    }
    // A record that outgrew the limit in an earlier release accepts answers that do not enlarge it.
    assert_eq!(store.save_answer(text(2, "other", 1)).await?, None);
    assert_eq!(store.stored(&quiz, &person(2)).await?, large);
    let shorter = store.save_answer(text(2, "t0", 99)).await?.expect("stored");
    assert_eq!(shorter.answers[&question_id("t0")], Answer::Text("x".repeat(99 * 1024)));
    let without = store.save_answer(NewAnswer { answer: None, ..text(2, "t1", 0) }).await?.expect("stored");
    assert_eq!(without.answers.len(), large.answers.len() - 1);
    Ok(())
}

#[apply(contract!)]
async fn a_quiz_that_is_read_again_keeps_its_definition_until_there_is_another(store: TestStore) -> TestResult {
    let given = store.a_quiz().await?;
    let known = store.quiz(&given.id).await?.expect("there");
    let renamed = Quiz { settings: settings("Other"), ..given.clone() };
    store.update_quiz(renamed.clone()).await?;
    let again = store.quiz_again(&known).await?.expect("there");
    assert_eq!(again, renamed);
    assert!(Arc::ptr_eq(&again.definition, &known.definition));
    let within = store.quiz_in_unit_again(known.clone()).await?.expect("there");
    assert_eq!(within, renamed);
    assert!(Arc::ptr_eq(&within.definition, &known.definition));
    let mut shorter = Definition::built_in();
    shorter.questions.truncate(2);
    let second = Quiz { version: 2, definition: Arc::new(shorter), ..renamed };
    store.update_quiz(second.clone()).await?;
    assert_eq!(store.quiz_again(&known).await?.as_ref(), Some(&second));
    assert_eq!(store.quiz_in_unit_again(known.clone()).await?, Some(second));
    store.delete_quiz(&given.id, at(9)).await?;
    assert_eq!(store.quiz_again(&known).await?, None);
    assert_eq!(store.quiz_in_unit_again(known).await?, None);
    Ok(())
}

#[apply(contract!)]
async fn figures_are_of_the_latest_versions(store: TestStore) -> TestResult {
    let mut quiz = store.a_quiz().await?;
    store.begin(record(&quiz, &person(1), 1)).await?;
    for version in 2..=4 {
        let mut definition = Definition::built_in();
        let tags = vec!["x".repeat(1000); 2000];
        definition.questions[0].show_if = Some(Condition::Language(tags));
        quiz = Quiz { version, definition: Arc::new(definition), ..quiz };
        store.update_quiz(quiz.clone()).await?;
    }
    store.begin(record(&quiz, &person(2), 2)).await?;
    let latest = store.latest_definitions(&quiz.id).await?;
    let versions: Vec<u32> = latest.items.iter().map(|(version, _)| *version).collect();
    assert_eq!((versions, latest.is_more), (vec![4, 3, 2], true));
    let drop_off = store.drop_off(&quiz.id, &latest.items, 9).await?;
    assert_eq!(drop_off.at, [(Indicator::Fhn2.question_id(), 1)].into(), "of the version that is known");
    Ok(())
}

#[apply(contract!)]
async fn as_many_records_are_looked_at_for_stops_as_the_budget_allows(store: TestStore) -> TestResult {
    let mut quiz = quiz(QuizKind::InApp, 1);
    let mut definition = Definition::built_in();
    definition.questions[0].show_if = Some(Condition::Language(vec!["es".to_owned(); 100_000]));
    quiz.definition = Arc::new(definition);
    store.add_namespace(namespace("demo")).await?;
    store.add_quiz(quiz.clone()).await?;
    let different = |number: usize| {
        let answers = [(question_id("t1"), Answer::Text(number.to_string()))].into();
        AnswersRecord { answers, ..record(&quiz, &person(number), 1) }
    };
    store.add_records((1..=60).map(different).collect()).await?;
    let versions = [(1, (*quiz.definition).clone())];
    assert_eq!(store.drop_off(&quiz.id, &versions, 200).await?.total(), 50, "in steps");
    store.add_records((65..=70).map(|number| record(&quiz, &person(number), 2)).collect()).await?;
    assert_eq!(store.drop_off(&quiz.id, &versions, 200).await?.total(), 6 + 49, "those alike take the steps of one");
    let short = [(1, Definition::built_in())];
    assert_eq!(store.drop_off(&quiz.id, &short, 200).await?.total(), 66);
    let large = |number: usize| AnswersRecord { answers: texts(3 * 1024), ..record(&quiz, &person(number), 3) };
    for number in 61..=64 {
        store.add_records(vec![large(number)]).await?;
    }
    assert_eq!(store.drop_off(&quiz.id, &short, 200).await?.total(), 3, "in bytes");
    Ok(())
}

fn texts(kilobytes: usize) -> Answers {
    let text = |number: usize| (question_id(&format!("t{number}")), Answer::Text("x".repeat(100 * 1024)));
    (0..kilobytes / 100).map(text).collect()
}
