//! Identical random histories of a quiz's records on both databases and in memory.

use std::{array, collections::BTreeMap};

use domain::{AnswersRecord, Decimal, Indicator, Language, Name, Quiz, QuizKind, Timestamp, UserId};
use futures_util::future::try_join_all;

use super::{
    TestResult, TestStore,
    backend::{PostgresDatabase, SqliteFile},
    changes::next,
    record_queries::expected,
    samples::{answer, at, odd_texts, own_scores, person, record, submitted, submitted_with},
};
use crate::store::{
    Counts, Divergence, NewAnswer, Page, RecordChange, RecordFilter, RecordOrder, RecordQuery, RecordState,
};

const HISTORIES: u8 = 40;
const STEPS: usize = 250;
/// Steps between two comparisons of all stored data.
const LOOK: usize = 50;
/// Few, so that most steps find a record.
const PEOPLE: u64 = 6;

#[derive(Debug)]
enum Step {
    Begin(AnswersRecord),
    Answer(NewAnswer),
    Replace(AnswersRecord, Timestamp),
    BeginAgain(AnswersRecord, Timestamp),
    Erase(UserId),
    Find(UserId),
}

#[derive(Debug, PartialEq)]
enum Result {
    Record(Option<Box<AnswersRecord>>),
    Done(bool),
}

#[tokio::test(flavor = "multi_thread")]
async fn random_histories_go_the_same_way_on_both_databases_and_in_memory() -> TestResult {
    let stores =
        [TestStore::open(SqliteFile::empty().await?).await?, TestStore::open(PostgresDatabase::empty().await?).await?];
    // Run concurrently, so that their writes share transactions.
    try_join_all((1..=HISTORIES).map(|number| history(&stores, number))).await?;
    Ok(())
}

async fn history(stores: &[TestStore; 2], number: u8) -> TestResult {
    let [quiz, same] =
        [stores[0].quiz_of(QuizKind::InApp, number).await?, stores[1].quiz_of(QuizKind::InApp, number).await?];
    assert_eq!(quiz, same);
    let mut random = u64::from(number);
    let mut model = Model::default();
    let mut followed = [0; 2];
    for step_number in 1..=STEPS {
        let step = model.any_step(&quiz, &mut random);
        let expected = model.take(&step);
        for store in stores {
            assert_eq!(take(store, &quiz, &step).await?, expected, "history {number}, step {step_number}: {step:?}");
        }
        if step_number.is_multiple_of(LOOK) {
            model.look(stores, &quiz, &mut random, &mut followed).await?;
        }
    }
    Ok(())
}

async fn take(store: &TestStore, quiz: &Quiz, step: &Step) -> anyhow::Result<Result> {
    Ok(match step {
        Step::Begin(record) => Result::Record(Some(store.begin(record.clone()).await?.into())),
        Step::Answer(new) => Result::Record(store.save_answer(new.clone()).await?.map(Box::new)),
        Step::Replace(record, seen) => Result::Done(store.replace_record(record.clone(), *seen).await?),
        Step::BeginAgain(record, seen) => Result::Record(store.begin_again(record.clone(), *seen).await?.map(Box::new)),
        Step::Erase(user) => Result::Done(store.erase_user(&quiz.id, user).await?),
        Step::Find(user) => Result::Record(store.record(&quiz.id, user).await?.map(Box::new)),
    })
}

/// The contract in its simplest form.
#[derive(Default)]
struct Model {
    records: BTreeMap<String, AnswersRecord>,
}

impl Model {
    fn any_step(&self, quiz: &Quiz, random: &mut u64) -> Step {
        let mut any = |below: u64| next(random) % below;
        let user = person(usize::try_from(any(PEOPLE)).unwrap_or_default());
        let now = any(1000).cast_signed();
        let texts = odd_texts();
        let custom_data = texts.get(usize::try_from(any(40)).unwrap_or_default()).cloned();
        let old = self.records.get(user.as_str()).cloned();
        let fresh = AnswersRecord { custom_data: custom_data.clone(), ..record(quiz, &user, now) };
        // Occasionally the caller has seen an earlier state.
        let seen = |old: &AnswersRecord, stale: u64| at(old.activity_at.nanoseconds() - i64::from(stale == 0));
        match (any(16), old) {
            (0..3, _) | (9..14, None) => Step::Begin(fresh),
            (3..8, _) => Step::Answer(NewAnswer {
                version: if any(12) == 0 { 2 } else { 1 },
                language: (any(4) == 0).then_some(Language::ES),
                custom_data,
                stands: any(4) == 0,
                ..answer(
                    quiz,
                    &user,
                    Indicator::ALL[usize::try_from(any(8)).unwrap_or_default()],
                    usize::try_from(any(3)).unwrap_or_default() + 1,
                    now,
                )
            }),
            (8, _) => Step::Answer(NewAnswer {
                answer: None,
                ..answer(quiz, &user, Indicator::ALL[usize::try_from(any(8)).unwrap_or_default()], 1, now)
            }),
            (9..12, Some(old)) => {
                let seen = seen(&old, any(8));
                let new = match any(3) {
                    0 => submitted(old, now),
                    1 => submitted_with(old, own_scores("-12.5"), now),
                    _ => submitted_with(old, own_scores("40"), now),
                };
                Step::Replace(new, seen)
            }
            (12..14, Some(old)) => {
                let seen = seen(&old, any(8));
                Step::BeginAgain(AnswersRecord { attempt: old.attempt + 1, ..fresh }, seen)
            }
            (14, _) => Step::Erase(user),
            _ => Step::Find(user),
        }
    }

    fn take(&mut self, step: &Step) -> Result {
        let later = |now: Timestamp, old: &AnswersRecord| now.max(old.activity_at.just_after());
        let record = match step {
            Step::Begin(new) => {
                let record = self.records.entry(new.user.to_string()).or_insert_with(|| new.clone());
                if record.custom_data.is_none() && new.custom_data.is_some() {
                    record.activity_at = later(new.activity_at, record);
                    record.custom_data.clone_from(&new.custom_data);
                }
                Some(record.clone())
            }
            Step::Answer(new) => {
                let record = self.records.get_mut(new.user.as_str());
                let stands = |record: &AnswersRecord| {
                    let before = record.answers.get(&new.question).filter(|_| new.stands);
                    before.is_some_and(|before| new.answer.as_ref() != Some(before))
                };
                let is_open = |record: &AnswersRecord| record.submission.is_none() && record.version == new.version;
                record.filter(|record| is_open(record) && !stands(record)).map(|record| {
                    match new.answer.clone() {
                        Some(answer) => record.answers.insert(new.question.clone(), answer),
                        None => record.answers.remove(&new.question),
                    };
                    record.language = new.language.unwrap_or(record.language);
                    record.activity_at = later(new.now, record);
                    record.custom_data = record.custom_data.take().or_else(|| new.custom_data.clone());
                    record.clone()
                })
            }
            Step::Replace(new, seen) => {
                let record = self.records.get_mut(new.user.as_str()).filter(|record| record.activity_at == *seen);
                let is_stored = record.is_some();
                if let Some(record) = record {
                    *record = AnswersRecord { activity_at: later(new.activity_at, record), ..new.clone() };
                }
                return Result::Done(is_stored);
            }
            Step::BeginAgain(new, seen) => {
                let record = self.records.get_mut(new.user.as_str());
                record.filter(|record| record.activity_at == *seen && record.submission.is_some()).map(|record| {
                    let activity_at = later(new.activity_at, record);
                    let custom_data = record.custom_data.take().or_else(|| new.custom_data.clone());
                    *record = AnswersRecord { activity_at, custom_data, ..new.clone() };
                    record.clone()
                })
            }
            Step::Erase(user) => return Result::Done(self.records.remove(user.as_str()).is_some()),
            Step::Find(user) => self.records.get(user.as_str()).cloned(),
        };
        Result::Record(record.map(Box::new))
    }

    async fn look(
        &self,
        stores: &[TestStore; 2],
        quiz: &Quiz,
        random: &mut u64,
        followed: &mut [u64; 2],
    ) -> TestResult {
        let mut any = |below: u64| usize::try_from(next(random) % below).unwrap_or_default();
        let completed = |record: &&AnswersRecord| record.submission.is_some() || record.attempt > 1;
        let counts = Counts {
            started: u64::try_from(self.records.len())?,
            completed: u64::try_from(self.records.values().filter(completed).count())?,
        };
        let low = i32::try_from(any(60))?;
        let filter = RecordFilter {
            state: RecordState::ALL[any(3)],
            from: (any(2) == 0).then(|| at(300)),
            before: (any(2) == 0).then(|| at(800)),
            category: ["", "spend", "body", "unknown"].into_iter().nth(any(8)).and_then(|id| Name::parse(id).ok()),
            scores: (any(2) == 0).then(|| (Decimal::whole(low), Decimal::whole(low + 40))),
            ..RecordFilter::default()
        };
        let query = RecordQuery { filter, order: RecordOrder::ALL[any(4)], after: None, limit: 4 };
        let user = person(any(PEOPLE));
        let listed = expected(&self.records.values().cloned().collect::<Vec<_>>(), &query);
        let mut seen = Vec::new();
        for (store, after) in stores.iter().zip(followed) {
            assert_eq!(store.counts(&quiz.id).await?, counts);
            let all = store.records(&quiz.id, Page { after: None, limit: 100 }).await?;
            let all: BTreeMap<_, _> = all.into_iter().map(|record| (record.user.to_string(), record)).collect();
            assert_eq!(all, self.records);
            assert_eq!(store.list_records(&quiz.id, &query).await?.items, listed, "{query:?}");
            assert_eq!(store.examine(&quiz.id).await?.0, Divergence::default());
            let changes = store.changes(&quiz.id, *after, 1000).await?.items;
            *after = changes.last().map_or(*after, |(number, _)| *number);
            seen.push((
                store.insights(&quiz.id).await?,
                store.drop_off(&quiz.id, &store.definitions(&quiz.id).await?, 100).await?,
                store.attempts(&quiz.id, &user, Page { after: None, limit: 100 }).await?,
                changes.into_iter().map(|(_, change)| change).collect::<Vec<RecordChange>>(),
            ));
        }
        let [first, second] = array::from_fn(|number| &seen[number]);
        assert_eq!(first, second, "{query:?}");
        Ok(())
    }
}
