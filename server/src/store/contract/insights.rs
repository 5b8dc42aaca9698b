//! Figures and counts after every kind of change.

use std::collections::BTreeMap;

use domain::{
    AnswersRecord, Band, Category, Day, DayCounts, DropOff, Indicator, Insights, Language, Quiz, QuizId, QuizKind,
    TallyChanges,
};

use futures_util::future::try_join_all;

use super::{
    TestResult, TestStore, apply, contract,
    samples::{
        answer, at, built_in_option, option_id, own_scores, person, question_id, quiz, quiz_id, record, submitted,
        submitted_with,
    },
};
use crate::{
    store::{Counts, Page, StoreError},
    zone,
};

const SECOND: i64 = 1_000_000_000;

#[apply(contract!)]
async fn nobody_adds_up_to_nothing(store: TestStore) -> TestResult {
    let known = store.a_quiz().await?;
    are_of(&store, &known, &[]).await?;
    assert_eq!(store.last_submission(&known.id).await?, None);
    store.begin(record(&known, &person(1), 1)).await?;
    assert_eq!(store.insights(&quiz_id(2)).await?, Insights::default());
    assert_eq!(store.counts(&quiz_id(2)).await?, Counts::default());
    Ok(())
}

#[apply(contract!)]
async fn beginning_counts_on_its_day_and_answering_changes_nothing(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    for (number, day) in [(1, 0), (2, 1), (1, 1)] {
        store.begin(record(&quiz, &person(number), day * 86_400 * SECOND)).await?;
    }
    store.save_answer(answer(&quiz, &person(1), Indicator::Fhn1, 1, 9)).await?;
    let insights = store.insights(&quiz.id).await?;
    let one = DayCounts { started: 1, completed: 0 };
    assert_eq!(insights.days, [(Day::from_number(0), one), (Day::from_number(1), one)].into());
    assert_eq!(insights.answered(&Indicator::Fhn1.question_id()), 0);
    are_of(&store, &quiz, &[record(&quiz, &person(1), 0), record(&quiz, &person(2), 86_400 * SECOND)]).await
}

#[apply(contract!)]
async fn a_submission_counts_its_scores_answers_language_and_time(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let begun = store.begin(record(&quiz, &person(1), 0)).await?;
    let done = AnswersRecord { language: Language::ES, ..submitted(begun, 100 * SECOND) };
    assert!(store.replace_record(done.clone(), at(0)).await?);
    are_of(&store, &quiz, std::slice::from_ref(&done)).await?;
    assert_eq!(store.last_submission(&quiz.id).await?, Some(at(100 * SECOND)));
    let insights = store.insights(&quiz.id).await?;
    assert_eq!((insights.started(), insights.completed()), (1, 1));
    assert_eq!(insights.median_time().map(domain::DurationBucket::seconds), Some(100));
    assert_eq!(insights.languages, [(Language::ES, 1)].into());
    let scores = done.submission.map(|submission| submission.scores).unwrap_or_default();
    assert_eq!(insights.score.median(), scores.points());
    assert_eq!(insights.category(Category::Plan).median(), scores.category(Category::Plan));
    assert_eq!(Band::ALL.map(|band| insights.score.in_band(band)).iter().sum::<u64>(), 1);
    assert_eq!(insights.chosen(&Indicator::Fhn2.question_id(), &built_in_option(Indicator::Fhn2, 2)), 1);
    assert_eq!(insights.answered(&Indicator::Fhn2.question_id()), 1);
    Ok(())
}

#[apply(contract!)]
async fn a_submission_with_answers_of_every_kind_counts_until_it_is_erased(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let done = submitted_with(store.begin(record(&quiz, &person(1), 0)).await?, own_scores("2730.5"), 9);
    assert!(store.replace_record(done.clone(), at(0)).await?);
    are_of(&store, &quiz, &[done]).await?;
    let insights = store.insights(&quiz.id).await?;
    assert_eq!(["multiple", "number", "text"].map(|id| insights.answered(&question_id(id))), [1, 1, 1]);
    assert_eq!(insights.chosen(&question_id("multiple"), &option_id(2)), 1);
    store.erase_user(&quiz.id, &person(1)).await?;
    are_of(&store, &quiz, &[]).await
}

#[apply(contract!)]
async fn a_submission_that_is_stored_again_counts_once(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let begun = store.begin(record(&quiz, &person(1), 1)).await?;
    let done = submitted(begun, 5);
    assert!(store.replace_record(done.clone(), at(1)).await?);
    assert!(!store.replace_record(done.clone(), at(1)).await?);
    assert!(store.replace_record(done.clone(), at(5)).await?);
    are_of(&store, &quiz, &[done]).await
}

#[apply(contract!)]
async fn loaded_records_count_once(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let open = store.begin(record(&quiz, &person(3), 1)).await?;
    let given = [submitted(record(&quiz, &person(1), 1), 5), record(&quiz, &person(2), 1), open.clone()];
    for _ in 0..2 {
        store.add_records([&given[..2], &[submitted(open.clone(), 5)]].concat()).await?;
        are_of(&store, &quiz, &given).await?;
    }
    Ok(())
}

#[apply(contract!)]
async fn an_erased_person_leaves_no_trace_in_the_figures(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let kept = submitted(record(&quiz, &person(1), 1), 90 * SECOND);
    let erased = AnswersRecord { language: Language::ES, ..submitted(record(&quiz, &person(2), 1), 700 * SECOND) };
    store.add_records(vec![kept.clone(), erased, record(&quiz, &person(3), 200_000 * SECOND)]).await?;
    for number in [2, 3, 3, 4] {
        store.erase_user(&quiz.id, &person(number)).await?;
    }
    are_of(&store, &quiz, &[kept]).await
}

#[apply(contract!)]
async fn writes_that_fail_leave_the_figures_alone(store: TestStore) -> TestResult {
    let known = store.a_quiz().await?;
    let unknown = quiz(QuizKind::InApp, 2);
    let given = vec![submitted(record(&known, &person(1), 1), 5), record(&unknown, &person(1), 1)];
    assert!(store.add_records(given).await.is_err());
    assert!(!store.replace_record(submitted(record(&known, &person(2), 1), 5), at(1)).await?);
    are_of(&store, &known, &[]).await
}

#[apply(contract!)]
async fn the_figures_of_a_quiz_go_with_it_and_those_of_others_stay(store: TestStore) -> TestResult {
    let (gone, kept) = (store.quiz_of(QuizKind::InApp, 1).await?, store.quiz_of(QuizKind::InApp, 2).await?);
    let of_kept = submitted(record(&kept, &person(1), 1), 5);
    store.add_records(vec![submitted(record(&gone, &person(1), 1), 5), of_kept.clone()]).await?;
    store.delete_quiz(&gone.id, at(9)).await?;
    assert_eq!(store.insights(&gone.id).await?, Insights::default());
    are_of(&store, &kept, &[of_kept]).await
}

#[apply(contract!)]
async fn figures_are_exact_after_many_writes_at_once(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let (store, quiz) = (&store, &quiz);
    let left = try_join_all((0..60).map(|number| async move {
        let mut record = store.begin(record(quiz, &person(number), 1)).await?;
        if number % 2 == 0 {
            record = submitted(record, 5);
            store.replace_record(record.clone(), at(1)).await?;
        }
        let is_erased = number % 3 == 0 && store.erase_user(&quiz.id, &person(number)).await?;
        anyhow::Ok((!is_erased).then_some(record))
    }));
    let left: Vec<AnswersRecord> = left.await?.into_iter().flatten().collect();
    assert_eq!(left.len(), 40);
    are_of(store, quiz, &left).await
}

#[apply(contract!)]
async fn people_stop_after_the_last_question_that_they_answered(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let answered: [&[Indicator]; 4] = [&[], &[Indicator::Fhn1], &[Indicator::Fhn1, Indicator::Fhn3], &Indicator::ALL];
    for (number, indicators) in answered.into_iter().enumerate() {
        store.begin(record(&quiz, &person(number), 1)).await?;
        for indicator in indicators {
            store.save_answer(answer(&quiz, &person(number), *indicator, 1, 2)).await?;
        }
    }
    store.add_records(vec![submitted(record(&quiz, &person(9), 1), 5)]).await?;
    let drop_off = drop_off(&store, &quiz.id, 100).await?;
    let expected = [Indicator::Fhn1, Indicator::Fhn2, Indicator::Fhn4].map(|indicator| (indicator.question_id(), 1));
    assert_eq!(drop_off.at, expected.into());
    assert_eq!((drop_off.before_submitting, drop_off.total()), (1, 4));
    Ok(())
}

#[apply(contract!)]
async fn people_stop_in_the_version_that_they_began(store: TestStore) -> TestResult {
    let first = store.a_quiz().await?;
    store.begin(record(&first, &person(1), 1)).await?;
    let mut definition = (*first.definition).clone();
    definition.questions.reverse();
    let second = Quiz { version: 2, definition: definition.into(), updated_at: at(3_000_000), ..first.clone() };
    store.update_quiz(second.clone()).await?;
    store.begin(record(&second, &person(2), 1)).await?;
    let drop_off = drop_off(&store, &first.id, 100).await?;
    assert_eq!(drop_off.at, [(Indicator::Fhn1.question_id(), 1), (Indicator::Fhn8.question_id(), 1)].into());
    Ok(())
}

#[apply(contract!)]
async fn stops_are_of_those_who_began_last(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    for (number, began) in [(1, 10), (2, 20), (3, 30)] {
        store.begin(record(&quiz, &person(number), began)).await?;
    }
    store.save_answer(answer(&quiz, &person(1), Indicator::Fhn1, 1, 99)).await?;
    assert_eq!(drop_off(&store, &quiz.id, 2).await?.at, [(Indicator::Fhn1.question_id(), 2)].into());
    assert_eq!(drop_off(&store, &quiz.id, 3).await?.total(), 3);
    assert_eq!(drop_off(&store, &quiz_id(2), 3).await?.total(), 0);
    Ok(())
}

async fn drop_off(store: &TestStore, quiz: &QuizId, limit: u32) -> Result<DropOff, StoreError> {
    store.drop_off(quiz, &store.definitions(quiz).await?, limit).await
}

/// Fails unless all reads of the quiz's figures and counts agree with exactly these records.
async fn are_of(store: &TestStore, quiz: &Quiz, records: &[AnswersRecord]) -> TestResult {
    let expected = adding_up(records);
    assert_eq!(store.insights(&quiz.id).await?, expected);
    let overview = store.overview(&quiz.id).await?;
    assert_eq!((&overview.days, overview.median_time()), (&expected.days, expected.median_time()));
    for name in ["UTC", "Asia/Kathmandu", "America/Los_Angeles"] {
        let zone = zone::find(name).expect("a time zone");
        let mut days: BTreeMap<Day, DayCounts> = BTreeMap::new();
        for record in records {
            days.entry(zone::day_of(record.started_at, &zone)).or_default().started += 1;
            if let Some(submission) = &record.submission {
                days.entry(zone::day_of(submission.at, &zone)).or_default().completed += 1;
            }
        }
        let around = |day: &Day| [-1, 0, 1].map(|beside| Day::from_number(day.number() + beside));
        let asked = expected.days.keys().flat_map(around).collect();
        assert_eq!(store.days(&quiz.id, &asked, &zone).await?, days, "{name}");
    }
    let counts = Counts { started: expected.started(), completed: expected.completed() };
    assert_eq!(store.counts(&quiz.id).await?, counts);
    let listed = store.quizzes(&quiz.namespace_id, Page { after: None, limit: 100 }).await?.items;
    assert_eq!(listed.iter().find(|listed| listed.id == quiz.id).map(|listed| listed.counts), Some(counts));
    let ids = [quiz_id(255), quiz.id.clone(), quiz.id.clone()];
    assert_eq!(store.counts_of(&ids).await?, [Counts::default(), counts, counts]);
    Ok(())
}

pub(super) fn adding_up(records: &[AnswersRecord]) -> Insights {
    let mut sums = TallyChanges::default();
    for record in records {
        sums.add(record);
    }
    sums.iter().map(|(tally, n)| (tally.clone(), n.unsigned_abs())).collect()
}
