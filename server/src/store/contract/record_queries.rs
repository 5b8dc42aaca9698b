//! Filtered and ordered lists of records, compared with an implementation in memory.

use std::cmp::Reverse;

use domain::{AnswersRecord, Decimal, Name, Quiz, QuizKind, Scored, Scores, Submission};

use super::{
    TestResult, TestStore, apply, contract,
    samples::{at, person, quiz, record},
};
use crate::store::{Listed, Matches, RecordFilter, RecordOrder, RecordPlace, RecordQuery, RecordState};

const DAY: i64 = 1_000;

#[apply(contract!)]
async fn every_filter_in_every_order_shows_what_fits_and_nothing_else(store: TestStore) -> TestResult {
    let (quiz, records) = people(&store).await?;
    let mut found = 0;
    for filter in filters() {
        for order in RecordOrder::ALL {
            let query = RecordQuery { filter: filter.clone(), order, after: None, limit: 1000 };
            let listed = store.list_records(&quiz.id, &query).await?.items;
            found += listed.len();
            assert_eq!(ids(&listed), ids(&expected(&records, &query)), "{filter:?} {order:?}");
            let matches = store.count_records(&quiz.id, &filter).await?;
            let number = u64::try_from(listed.len())?;
            assert_eq!(matches, Matches { number, is_exact: true }, "{filter:?}");
        }
    }
    assert!(found > 1000, "the filters hardly find anything");
    Ok(())
}

#[apply(contract!)]
async fn pages_of_any_filter_and_order_show_every_record_once(store: TestStore) -> TestResult {
    let (quiz, records) = people(&store).await?;
    // A fifth of the filters covers each part. `every_filter_in_every_order…` covers them all.
    for filter in filters().into_iter().step_by(5) {
        for order in RecordOrder::ALL {
            for limit in [1, 7] {
                let mut query = RecordQuery { filter: filter.clone(), order, after: None, limit };
                let all = expected(&records, &RecordQuery { limit: 1000, ..query.clone() });
                let mut seen = Vec::new();
                loop {
                    let page = store.list_records(&quiz.id, &query).await?.items;
                    let Some(last) = page.last() else { break };
                    query.after = Some(RecordPlace::of(last, &filter, order));
                    assert!(page.len() <= usize::try_from(limit)?);
                    seen.extend(page);
                    assert!(seen.len() <= all.len(), "{filter:?} {order:?}: something comes twice");
                }
                assert_eq!(ids(&seen), ids(&all), "{filter:?} {order:?}, pages of {limit}");
                let Some(last) = all.last() else { continue };
                query.after = Some(RecordPlace::of(last, &filter, order));
                let mut back = vec![last.clone()];
                loop {
                    let page = store.page_of_records(&quiz.id, &query, true).await?.items;
                    let Some(first) = page.first() else { break };
                    query.after = Some(RecordPlace::of(first, &filter, order));
                    back.splice(0..0, page);
                    assert!(back.len() <= all.len(), "{filter:?} {order:?}: something comes twice on the way back");
                }
                assert_eq!(ids(&back), ids(&all), "{filter:?} {order:?}, back in pages of {limit}");
            }
        }
    }
    Ok(())
}

#[apply(contract!)]
async fn a_filtered_list_is_of_one_quiz(store: TestStore) -> TestResult {
    people(&store).await?;
    let other = store.quiz_of(QuizKind::InApp, 2).await?;
    for state in RecordState::ALL {
        for order in RecordOrder::ALL {
            let filter = RecordFilter { state, ..RecordFilter::default() };
            let query = RecordQuery { filter, order, after: None, limit: 10 };
            assert_eq!(store.list_records(&other.id, &query).await?, Listed::NONE);
            assert_eq!(store.list_records(&quiz(QuizKind::InApp, 3).id, &query).await?, Listed::NONE);
        }
    }
    Ok(())
}

#[apply(contract!)]
async fn a_page_goes_on_after_a_record_that_was_submitted_meanwhile(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    for (number, began) in [(1, 10), (2, 20), (3, 30)] {
        store.begin(record(&quiz, &person(number), began)).await?;
    }
    let filter = RecordFilter { state: RecordState::Started, ..RecordFilter::default() };
    let mut query = RecordQuery { filter, order: RecordOrder::Newest, after: None, limit: 1 };
    let first = store.list_records(&quiz.id, &query).await?.items;
    assert!(store.replace_record(scored(first[0].clone(), Some(Decimal::whole(40))), at(30)).await?);
    query.after = Some(RecordPlace::of(&first[0], &query.filter, query.order));
    let users: Vec<_> =
        store.list_records(&quiz.id, &query).await?.items.into_iter().map(|record| record.user).collect();
    assert_eq!(users, [person(2)]);
    Ok(())
}

/// Sixty respondents on six days: finished or not, with scores at the ends of the bands or without, some begun at the
/// same moment.
async fn people(store: &TestStore) -> anyhow::Result<(Quiz, Vec<AnswersRecord>)> {
    let quiz = store.a_quiz().await?;
    let scores = ["0", "39", "", "40", "79", "79.5", "80", "100", "-12", "2730.5"].map(Decimal::parse);
    let records: Vec<AnswersRecord> = (0..60)
        .zip(0..)
        .map(|(number, turn)| {
            let begun = record(&quiz, &person(number), turn * 7 % 6 * DAY + turn % 2);
            if number % 4 == 0 { begun } else { scored(begun, scores[number % scores.len()]) }
        })
        .collect();
    store.add_records(records.clone()).await?;
    Ok((quiz, records))
}

/// Adds the score and, in one category, the same scores in another order; in another category, none below 40.
fn scored(record: AnswersRecord, score: Option<Decimal>) -> AnswersRecord {
    let others = score.map(|score| {
        let reversed = Decimal::from_tenths(400 - score.tenths()).expect("a score");
        let high = (score >= Decimal::whole(40)).then_some((Name::parse("high").expect("a name"), score.into()));
        [(Name::parse("reversed").expect("a name"), reversed.into())].into_iter().chain(high)
    });
    let categories = others.into_iter().flatten().collect();
    let scores = Scores { overall: score.map(Scored::from), categories, is_own: true, ..Scores::default() };
    // Some at the same moment, in another order than their starts.
    let submitted = at(90_000 - record.started_at.nanoseconds() / 3);
    AnswersRecord { submission: Some(Submission { at: submitted, scores }), activity_at: at(90_000), ..record }
}

fn filters() -> Vec<RecordFilter> {
    let moments =
        [(None, None), (Some(2 * DAY), None), (None, Some(DAY + 1)), (Some(DAY), Some(4 * DAY)), (Some(9 * DAY), None)];
    let scores = [
        None,
        Some(("0", "39")),
        Some(("40", "100")),
        Some(("79", "79.4")),
        Some(("79.5", "3000")),
        Some(("-100", "38")),
        Some(("80", "40")),
    ];
    let mut filters = Vec::new();
    for state in RecordState::ALL {
        for (from, before) in moments {
            for scores in scores {
                let scores = scores.and_then(|(low, high)| Some((Decimal::parse(low)?, Decimal::parse(high)?)));
                for category in [None, Some("reversed"), Some("high"), Some("unknown")] {
                    let category = category.and_then(|id| Name::parse(id).ok());
                    let (from, before) = (from.map(at), before.map(at));
                    filters.push(RecordFilter { state, from, before, category, scores, ..RecordFilter::default() });
                }
            }
        }
    }
    filters
}

pub(super) fn expected(records: &[AnswersRecord], query: &RecordQuery) -> Vec<AnswersRecord> {
    let filter = &query.filter;
    let score = |record: &AnswersRecord| {
        let scores = &record.submission.as_ref()?.scores;
        Some(match &filter.category {
            Some(category) => scores.categories.get(category)?.score,
            None => scores.overall.as_ref()?.score,
        })
    };
    let mut fitting: Vec<AnswersRecord> = records
        .iter()
        .filter(|record| match filter.state {
            RecordState::All => true,
            RecordState::Started => record.submission.is_none(),
            RecordState::Completed => record.submission.is_some(),
        })
        .filter(|record| filter.from.is_none_or(|from| from <= record.started_at))
        .filter(|record| filter.before.is_none_or(|before| record.started_at < before))
        .filter(|record| filter.category.is_none() || score(record).is_some())
        .filter(|record| {
            filter.scores.is_none_or(|(low, high)| score(record).is_some_and(|score| low <= score && score <= high))
        })
        .cloned()
        .collect();
    fitting.sort_by_key(|record| (record.started_at, record.user.to_string()));
    if query.order != RecordOrder::Oldest {
        fitting.reverse();
    }
    let submitted = |record: &AnswersRecord| record.submission.as_ref().map(|done| (done.at, record.user.to_string()));
    let is_unscored = |record: &AnswersRecord| (record.submission.is_none(), score(record).is_none());
    match query.order {
        RecordOrder::Oldest | RecordOrder::Newest => {}
        RecordOrder::HighestScore => fitting.sort_by_key(|record| (is_unscored(record), Reverse(score(record)))),
        RecordOrder::LowestScore => fitting.sort_by_key(|record| (is_unscored(record), score(record))),
        RecordOrder::FirstSubmitted => {
            fitting.sort_by_key(|record| (record.submission.is_none(), submitted(record)));
        }
        RecordOrder::LastSubmitted => {
            fitting.sort_by_key(|record| (record.submission.is_none(), Reverse(submitted(record))));
        }
    }
    fitting.truncate(query.limit as usize);
    fitting
}

fn ids(records: &[AnswersRecord]) -> Vec<String> {
    records.iter().map(AnswersRecord::id).collect()
}
