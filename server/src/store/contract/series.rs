//! Series of persons and their occasions: one row each, that go with their person.

use domain::{AnswersRecord, Day, Quiz, QuizKind, UserId};

use super::{
    TestResult, TestStore, apply, contract,
    samples::{at, invited_id, person, record, submitted},
};
use crate::store::{
    Base, Enrolled, ErasedBy, Invitation, Mailed, Occasion, OccasionFilter, OccasionState, Page, RecordFilter,
    RecordQuery, StoreError,
};

fn occasion(quiz: &Quiz, user: &UserId, number: u32) -> Occasion {
    let opens = 100 * i64::from(number);
    Occasion {
        id: format!("occ_{opens}_{user}"),
        quiz: quiz.id.clone(),
        user: user.to_string(),
        number,
        due: Day::from_number(opens),
        opens_at: at(opens),
        closes_at: at(opens + 50),
        is_stopped: false,
        attempt: None,
        is_answered: false,
    }
}

impl TestStore {
    async fn come(&self, occasions: &[Occasion]) -> Result<(), StoreError> {
        let occasions = occasions.to_vec();
        self.transact(move |tx| {
            Box::pin(async move {
                for occasion in &occasions {
                    tx.add_occasion(occasion).await?;
                }
                Ok(())
            })
        })
        .await
    }

    async fn enrol(&self, quiz: &Quiz, user: &UserId, now: i64) -> anyhow::Result<Enrolled> {
        let (id, name) = (quiz.id.clone(), user.to_string());
        self.transact::<_, StoreError, _>(move |tx| Box::pin(async move { tx.enrol(&id, &[&name], at(now)).await }))
            .await?;
        self.enrolled(&quiz.id, user.as_str()).await?.ok_or_else(|| anyhow::anyhow!("not enrolled"))
    }

    async fn passed(&self, seen: &Enrolled, new: &Enrolled) -> Result<bool, StoreError> {
        let (seen, new) = (seen.clone(), new.clone());
        self.transact(move |tx| Box::pin(async move { tx.pass_series(&seen, &new).await })).await
    }

    async fn numbers(&self, quiz: &Quiz, state: Option<OccasionState>, now: i64) -> anyhow::Result<Vec<u32>> {
        let (mut numbers, mut after) = (Vec::new(), None);
        loop {
            let page = self
                .occasions(&quiz.id, OccasionFilter { state, number: None }, at(now), Page { after, limit: 2 })
                .await?;
            after = page.items.last().map(|last| last.id.clone());
            numbers.extend(page.items.iter().map(|occasion| occasion.number));
            if !page.is_more {
                return Ok(numbers);
            }
        }
    }
}

#[apply(contract!)]
async fn a_person_is_enrolled_once_and_found_when_something_may_be_due(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let seen = store.enrol(&quiz, &person(1), 7).await?;
    assert_eq!((seen.base, seen.number, seen.next_at), (None, 0, Some(at(7))));
    assert_eq!(store.enrol(&quiz, &person(1), 99).await?, seen, "it has begun");
    store.enrol(&quiz, &person(2), 5).await?;
    let users = async |now: i64| -> anyhow::Result<Vec<String>> {
        Ok(store.due_series(at(now), 9).await?.into_iter().map(|due| due.user).collect())
    };
    assert_eq!(users(4).await?, [""; 0]);
    assert_eq!(users(7).await?, [person(2).to_string(), person(1).to_string()]);
    assert_eq!(store.due_series(at(7), 1).await?.len(), 1);

    let base = Some(Base { day: Day::from_number(-3), number: -1 });
    let new = Enrolled { base, number: 2, reminded: 1, next_at: None, ..seen.clone() };
    assert!(store.passed(&seen, &new).await?);
    assert_eq!(store.enrolled(&quiz.id, person(1).as_str()).await?.as_ref(), Some(&new));
    assert!(!store.passed(&seen, &seen).await?, "another look came first");
    assert_eq!(users(99).await?, [person(2).to_string()]);

    let again = async |is_anew: bool| {
        let id = quiz.id.clone();
        let looked = store.transact::<_, StoreError, _>(move |tx| {
            Box::pin(async move {
                tx.look_again(&id, is_anew, at(50)).await?;
                let person = tx.enrolled(&id, person(1).as_str()).await?;
                Ok(person.map(|person| (person.base, person.number, person.next_at)))
            })
        });
        looked.await
    };
    assert_eq!(again(false).await?, Some((base, 2, Some(at(50)))));
    assert_eq!(again(true).await?, Some((None, 2, Some(at(50)))));
    Ok(())
}

#[apply(contract!)]
async fn all_who_are_invited_may_be_enrolled_later(store: TestStore) -> TestResult {
    let quiz = store.quiz_of(QuizKind::Invited, 1).await?;
    let of = |number: u8| Invitation {
        id: invited_id(number),
        quiz_id: quiz.id.clone(),
        name: None,
        email: None,
        custom_data: None,
        fields: domain::FieldValues::default(),
        language: None,
        created_at: at(1),
        revoked_at: None,
        mailed: Mailed::default(),
    };
    let (invitations, id) = ([of(1), of(2)], quiz.id.clone());
    store
        .transact::<_, StoreError, _>(move |tx| {
            Box::pin(async move {
                tx.add_invitations(&invitations).await?;
                tx.enrol(&id, &[invitations[0].id.as_str()], at(3)).await?;
                tx.enrol_invited(&id, at(9)).await
            })
        })
        .await?;
    let due: Vec<_> = store.due_series(at(9), 9).await?.into_iter().map(|due| due.user).collect();
    assert_eq!(due, [invited_id(1).to_string(), invited_id(2).to_string()]);
    // A new link takes the series along.
    store.come(&[occasion(&quiz, &UserId::Invited(invited_id(1)), 1)]).await?;
    let id = quiz.id.clone();
    let is_renewed = store.transact::<_, StoreError, _>(move |tx| {
        Box::pin(async move { tx.renew_invitation(&id, &invited_id(1), &invited_id(3)).await })
    });
    assert!(is_renewed.await?);
    assert!(store.enrolled(&quiz.id, invited_id(1).as_str()).await?.is_none());
    assert!(store.enrolled(&quiz.id, invited_id(3).as_str()).await?.is_some());
    assert_eq!(store.occasions_of(&quiz.id, invited_id(3).as_str()).await?.len(), 1);
    Ok(())
}

#[apply(contract!)]
async fn an_occasion_comes_once_and_has_a_state(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let user = person(1);
    let stopped = Occasion { is_stopped: true, ..occasion(&quiz, &user, 4) };
    let all = [occasion(&quiz, &user, 1), occasion(&quiz, &user, 2), occasion(&quiz, &user, 3), stopped];
    store.come(&all).await?;
    assert!(matches!(store.come(&all[1..2]).await, Err(StoreError::Conflict)));
    assert_eq!(store.occasions_of(&quiz.id, user.as_str()).await?, all);
    assert_eq!(store.occasion(&quiz.id, user.as_str(), 2).await?.as_ref(), Some(&all[1]));

    let begin = async |number: u32, attempt: u32| {
        let (id, user) = (quiz.id.clone(), user.to_string());
        let begun = store.transact::<_, StoreError, _>(move |tx| {
            Box::pin(async move { tx.begin_occasion(&id, &user, number, attempt).await })
        });
        begun.await
    };
    assert!(begin(1, 1).await? && !begin(1, 2).await?, "once");
    let states = [OccasionState::Due, OccasionState::Answered, OccasionState::Missed, OccasionState::Stopped];
    let counted = async |now: i64| -> anyhow::Result<Vec<Vec<u32>>> {
        let mut all = Vec::new();
        for state in states {
            all.push(store.numbers(&quiz, Some(state), now).await?);
        }
        Ok(all)
    };
    assert_eq!(store.numbers(&quiz, None, 1).await?, [4, 3, 2, 1]);
    assert_eq!(counted(160).await?, [vec![3, 2], vec![], vec![1], vec![4]]);
    let begun = store.begin(record(&quiz, &user, 110)).await?;
    assert_eq!(counted(120).await?, [vec![3, 2, 1], vec![], vec![], vec![4]], "it is not submitted");
    let done = submitted(begun, 900);
    assert!(store.replace_record(done, at(110)).await?);
    assert_eq!(counted(1000).await?, [vec![], vec![1], vec![3, 2], vec![4]], "however late");
    assert!(begin(2, 2).await?);
    assert_eq!(counted(1000).await?, [vec![], vec![1], vec![3, 2], vec![4]]);
    // The same by number, as counts and as a list.
    for now in [120, 160, 1000] {
        let counts = store.occasion_counts(&quiz.id, at(now)).await?;
        assert_eq!(counts.iter().map(|counts| counts.number).collect::<Vec<_>>(), [4, 3, 2, 1]);
        let listed = counted(now).await?;
        for counts in &counts {
            let by_state = [counts.due, counts.answered, counts.missed, counts.stopped];
            let expected = listed.iter().map(|numbers| u64::from(numbers.contains(&counts.number)));
            assert_eq!(by_state.to_vec(), expected.collect::<Vec<_>>(), "{counts:?} at {now}");
            for (state, count) in states.into_iter().zip(by_state) {
                let filter = OccasionFilter { state: Some(state), number: Some(counts.number) };
                let found = store.occasions(&quiz.id, filter, at(now), Page { after: None, limit: 9 }).await?.items;
                assert_eq!(u64::try_from(found.len())?, count);
            }
        }
    }
    assert_eq!(store.occasion_counts(&store.quiz_of(QuizKind::Invited, 2).await?.id, at(1)).await?, []);
    Ok(())
}

#[apply(contract!)]
async fn attempts_keep_the_occasion_that_they_were_begun_on(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let first = AnswersRecord { occasion: Some(2), ..record(&quiz, &person(1), 10) };
    let begin = async |record: &AnswersRecord| {
        let record = record.clone();
        store.transact::<_, StoreError, _>(move |tx| Box::pin(async move { tx.begin(&record, None).await })).await
    };
    assert!(begin(&first).await? && !begin(&first).await?);
    assert_eq!(store.stored(&quiz, &person(1)).await?, first);
    let done = submitted(first, 20);
    assert!(store.replace_record(done.clone(), at(10)).await?);
    let next = AnswersRecord { attempt: 2, occasion: Some(5), ..record(&quiz, &person(1), 30) };
    let again = async |seen: i64| {
        let next = next.clone();
        let begun = store.transact::<_, StoreError, _>(move |tx| {
            Box::pin(async move { tx.begin_again(&next, at(seen), None).await })
        });
        begun.await
    };
    assert_eq!(again(19).await?, None, "it has changed since");
    assert_eq!(again(20).await?.as_ref(), Some(&next));
    let attempts = store.attempts(&quiz.id, &person(1), Page { after: None, limit: 9 }).await?.items;
    assert_eq!(attempts, [next.clone(), done]);
    for (occasion, found) in [(5, 1), (2, 0)] {
        let filter = RecordFilter { occasion: Some(occasion), ..RecordFilter::default() };
        let query = RecordQuery { filter, limit: 9, ..RecordQuery::default() };
        assert_eq!(store.list_records(&quiz.id, &query).await?.items.len(), found, "{occasion}");
    }
    let (sender, mut pieces) = tokio::sync::mpsc::channel(1);
    let (scanned, piece) = tokio::join!(store.scan_records_for(&quiz.id, vec![sender]), pieces.recv());
    scanned?;
    let scanned: Vec<_> = piece.into_iter().flatten().map(|record| (record.attempt, record.occasion)).collect();
    assert_eq!(scanned, [(2, Some(5))]);
    Ok(())
}

#[apply(contract!)]
async fn an_erased_person_leaves_no_series(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    for number in 1..=2 {
        store.enrol(&quiz, &person(number), 1).await?;
        store.come(&[occasion(&quiz, &person(number), 1)]).await?;
        store.begin(record(&quiz, &person(number), 1)).await?;
    }
    let id = quiz.id.clone();
    let is_erased = store.transact::<_, StoreError, _>(move |tx| {
        Box::pin(async move { tx.erase_user(&id, &person(1), ErasedBy::Namespace, at(9)).await })
    });
    assert!(is_erased.await?);
    assert!(store.enrolled(&quiz.id, person(1).as_str()).await?.is_none());
    assert_eq!(store.occasions_of(&quiz.id, person(1).as_str()).await?, []);
    assert_eq!(store.occasions_of(&quiz.id, person(2).as_str()).await?.len(), 1);
    Ok(())
}
