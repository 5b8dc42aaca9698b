//! People found by the beginnings of words, and erased across quizzes.

use std::collections::BTreeSet;

use domain::{AnswersRecord, Indicator, Quiz, QuizKind, UserId};
use futures_util::future::try_join_all;

use super::{
    TestResult, TestStore, apply, contract,
    samples::{anonymous, answer, at, invited_id, person, record, session, submitted},
};
use crate::{
    SearchText, WordSearch,
    store::{
        ErasedBy, FilledWords, FoundPerson, Invitation, Mailed, NewAnswer, PersonKey, RecordFilter, RecordOrder,
        RecordState, StoreError, sql::Statement,
    },
};

fn invitation(quiz: &Quiz, number: u8, name: &str, email: &str, custom_data: &str) -> Invitation {
    Invitation {
        id: invited_id(number),
        quiz_id: quiz.id.clone(),
        name: Some(name.to_owned()),
        email: Some(email.to_owned()),
        custom_data: Some(custom_data.to_owned()),
        fields: domain::FieldValues::default(),
        created_at: at(1_700_000_000_000_000_000 + i64::from(number)),
        revoked_at: None,
        language: None,
        mailed: Mailed::default(),
    }
}

impl TestStore {
    /// The people found in the namespace of the samples, by quiz and id.
    async fn found(&self, search: &str, hides_ids: bool) -> anyhow::Result<BTreeSet<(String, String)>> {
        let namespace = super::samples::namespace_id("demo");
        let Some(search) = WordSearch::new(search) else { return Ok(BTreeSet::new()) };
        let (people, is_more) = self.people(&namespace, &search, hides_ids, 50).await?;
        assert!(!is_more);
        Ok(people.into_iter().map(|person| (person.quiz.to_string(), person.user.to_string())).collect())
    }

    async fn words(&self) -> anyhow::Result<i64> {
        Ok(self.number_of("SELECT CAST(count(*) AS BIGINT) FROM person_words").await?)
    }

    async fn number_of(&self, sql: &str) -> Result<i64, StoreError> {
        self.number(Statement::assembled(sql.to_owned())).await
    }

    async fn erase_one(&self, quiz: &Quiz, user: &UserId) -> Result<bool, StoreError> {
        let (id, user) = (quiz.id.clone(), user.clone());
        self.transact(move |tx| Box::pin(async move { tx.erase_user(&id, &user, ErasedBy::Namespace, at(9)).await }))
            .await
    }
}

fn who(quiz: &Quiz, user: &str) -> (String, String) {
    (quiz.id.to_string(), user.to_owned())
}

#[apply(contract!)]
async fn people_are_found_by_beginnings_of_words_in_all_quizzes(store: TestStore) -> TestResult {
    let (invited, inapp) = (store.quiz_of(QuizKind::Invited, 1).await?, store.quiz_of(QuizKind::InApp, 2).await?);
    store
        .add_invitations(vec![
            invitation(&invited, 1, "Élodie Müller-Straße", "Elodie.M@Bank.example", "{\"number\":\"A-4711\"}"),
            invitation(&invited, 2, "Ana Sol", "ana@bank.example", "customer 2"),
        ])
        .await?;
    let known = AnswersRecord { custom_data: Some("card 4711 ÉLODIE".to_owned()), ..record(&inapp, &person(1), 1) };
    store.begin(known).await?;
    store.begin(record(&inapp, &session("UPPER-Case 77"), 2)).await?;
    let (elodie, ana) = (who(&invited, invited_id(1).as_str()), who(&invited, invited_id(2).as_str()));
    let (card, upper) = (who(&inapp, person(1).as_str()), who(&inapp, "UPPER-Case 77"));
    let own_id = invited_id(2);
    let beginning = &own_id.as_str()[..8];
    for (search, expected) in [
        ("elod", vec![&elodie, &card]),
        ("ÉLODIE MULL", vec![&elodie]),
        ("muller elodie", vec![&elodie]),
        ("strasse", vec![&elodie]),
        ("elodie.m@bank", vec![&elodie]),
        ("4711", vec![&elodie, &card]),
        ("a-47", vec![&elodie]),
        ("sol ana", vec![&ana]),
        ("CUSTOMER", vec![&ana]),
        (own_id.as_str(), vec![&ana]),
        (beginning, vec![&ana]),
        ("person", vec![&card]),
        ("UPPER-Case 77", vec![&upper]),
        ("upper-case", vec![&upper]),
        ("UPPER", vec![&upper]),
        ("lodie", vec![]),
        ("bank.example", vec![]),
        ("ana elodie", vec![]),
        ("%", vec![]),
        ("'); --", vec![]),
    ] {
        let expected: BTreeSet<_> = expected.into_iter().cloned().collect();
        assert_eq!(store.found(search, false).await?, expected, "{search}");
    }
    for search in [own_id.as_str(), beginning, "upper-case", "person"] {
        assert_eq!(store.found(search, true).await?, BTreeSet::new(), "{search} is an id");
    }
    Ok(())
}

#[apply(contract!)]
async fn custom_data_that_comes_later_is_found_and_what_is_refused_is_not(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let with = |data: &str, at| AnswersRecord { custom_data: Some(data.to_owned()), ..record(&quiz, &person(1), at) };
    store.begin(record(&quiz, &person(1), 1)).await?;
    let open = store.quiz_of(QuizKind::Open, 2).await?;
    store.begin(record(&open, &anonymous(1), 1)).await?;
    assert_eq!(store.found(anonymous(1).as_str(), false).await?, [who(&open, anonymous(1).as_str())].into());
    assert_eq!(store.words().await?, 0, "of an id that is written as it is folded nothing is stored");
    store.begin(with("first", 2)).await?;
    store.begin(with("second", 3)).await?;
    let expected: BTreeSet<_> = [who(&quiz, person(1).as_str())].into();
    assert_eq!(store.found("first", false).await?, expected);
    assert_eq!(store.found("second", false).await?, BTreeSet::new());
    // Also where the next attempt brings it.
    let other = store.begin(record(&quiz, &person(2), 4)).await?;
    assert!(store.replace_record(submitted(other, 5), at(4)).await?);
    let next = AnswersRecord { attempt: 2, custom_data: Some("third".to_owned()), ..record(&quiz, &person(2), 6) };
    assert!(store.begin_again(next, at(5)).await?.is_some());
    assert_eq!(store.found("third", false).await?, [who(&quiz, person(2).as_str())].into());
    // Or an answer, or the submission.
    let begun = store.begin(record(&quiz, &person(3), 1)).await?;
    let answer =
        NewAnswer { custom_data: Some("fourth".to_owned()), ..answer(&quiz, &person(3), Indicator::Fhn1, 1, 5) };
    store.save_answer(answer).await?.expect("it is stored");
    assert_eq!(store.found("fourth", false).await?, [who(&quiz, person(3).as_str())].into());
    store.begin(record(&quiz, &person(4), 1)).await?;
    let last = AnswersRecord { custom_data: Some("fifth".to_owned()), user: person(4), ..submitted(begun, 7) };
    assert!(store.replace_record(last, at(1)).await?);
    assert_eq!(store.found("fifth", false).await?, [who(&quiz, person(4).as_str())].into());
    Ok(())
}

#[apply(contract!)]
async fn the_index_follows_a_new_link_and_goes_with_the_person(store: TestStore) -> TestResult {
    let quiz = store.quiz_of(QuizKind::Invited, 1).await?;
    store.add_invitations(vec![invitation(&quiz, 1, "Ana Sol", "ana@bank.example", "7")]).await?;
    let id = quiz.id.clone();
    let renewed = store
        .transact(move |tx| Box::pin(async move { tx.renew_invitation(&id, &invited_id(1), &invited_id(2)).await }));
    assert!(renewed.await?);
    assert_eq!(store.found("ana", false).await?, [who(&quiz, invited_id(2).as_str())].into());
    assert!(store.erase_one(&quiz, &UserId::Invited(invited_id(2))).await?);
    assert_eq!(store.words().await?, 0);
    store.add_invitations(vec![invitation(&quiz, 3, "Bo", "bo@bank.example", "8")]).await?;
    let id = quiz.id.clone();
    assert!(store.transact(move |tx| Box::pin(async move { tx.mark_deleted(&id, at(5)).await })).await?);
    assert_eq!(store.found("bo", false).await?, BTreeSet::new());
    store.purge_deleted().await?;
    assert_eq!(store.words().await?, 0);
    Ok(())
}

#[apply(contract!)]
async fn the_quizzes_of_a_person_are_found_by_address_or_id(store: TestStore) -> TestResult {
    let [one, two] = [store.quiz_of(QuizKind::Invited, 1).await?, store.quiz_of(QuizKind::Invited, 2).await?];
    let [app, other] = [store.quiz_of(QuizKind::InApp, 3).await?, store.quiz_of(QuizKind::InApp, 4).await?];
    store
        .add_invitations(vec![
            invitation(&one, 1, "Ana", "ANA@bank.example", "1"),
            invitation(&two, 2, "Ana Sol", "ana@bank.example", "2"),
            invitation(&two, 3, "Ana's sister", "ana@bank.example.org", "3"),
        ])
        .await?;
    for quiz in [&app, &other] {
        store.begin(record(quiz, &session("Ana-1234"), 1)).await?;
        store.begin(record(quiz, &session("ana-1234"), 1)).await?;
    }
    let namespace = &one.namespace_id;
    let quizzes = async |key: PersonKey| -> anyhow::Result<BTreeSet<(String, String)>> {
        let found: Vec<FoundPerson> = store.quizzes_of_person(namespace, &key).await?;
        Ok(found.into_iter().map(|person| (person.quiz.to_string(), person.user.to_string())).collect())
    };
    let by_address = quizzes(PersonKey::Email("Ana@BANK.example".to_owned())).await?;
    assert_eq!(by_address, [who(&one, invited_id(1).as_str()), who(&two, invited_id(2).as_str())].into());
    assert_eq!(
        quizzes(PersonKey::Id("Ana-1234".to_owned())).await?,
        [who(&app, "Ana-1234"), who(&other, "Ana-1234")].into()
    );
    assert_eq!(quizzes(PersonKey::Id("Ana-123".to_owned())).await?, BTreeSet::new());
    assert_eq!(quizzes(PersonKey::Email(String::new())).await?, BTreeSet::new());
    Ok(())
}

#[apply(contract!)]
async fn people_from_before_are_filled_in_by_pieces(store: TestStore) -> TestResult {
    let (invited, inapp) = (store.quiz_of(QuizKind::Invited, 1).await?, store.quiz_of(QuizKind::InApp, 2).await?);
    let people = (1..=40).map(|number| invitation(&invited, number, "Ana", "ana@bank.example", "1"));
    store.add_invitations(people.collect()).await?;
    let of = |number: usize| {
        let custom_data = number.is_multiple_of(2).then(|| format!("Número {number}"));
        AnswersRecord { custom_data, ..record(&inapp, &person(number), 1) }
    };
    store.add_records((0..1200).map(of).collect()).await?;
    let all = store.words().await?;
    assert!(store.knows_all_people().await?);
    store.execute("DELETE FROM person_words").await?;
    store.execute("INSERT INTO person_words_left (part, place) VALUES ('people', '')").await?;
    assert!(!store.knows_all_people().await?);
    let mut pieces = 0;
    while store.fill_person_words().await? == FilledWords::Some {
        pieces += 1;
    }
    assert_eq!((pieces, store.words().await?), (4, all));
    assert!(store.knows_all_people().await?);
    assert_eq!(store.found("numero 1198", false).await?, [who(&inapp, person(1198).as_str())].into());
    Ok(())
}

/// Words of a person who is erased meanwhile must not be filled in.
#[apply(contract!)]
async fn a_person_who_is_erased_while_the_index_is_filled_is_not_in_it(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let of = |number: usize| AnswersRecord {
        custom_data: Some(format!("card {number}")),
        ..record(&quiz, &person(number), 1)
    };
    store.add_records((0..200).map(of).collect()).await?;
    let other = store.beside().await?;
    for round in 0..10 {
        store.execute("DELETE FROM person_words").await?;
        store.execute("INSERT INTO person_words_left (part, place) VALUES ('people', '')").await?;
        let erase = (round * 20..round * 20 + 20).map(async |number| store.erase_one(&quiz, &person(number)).await);
        let fill = async {
            while other.fill_person_words().await? == FilledWords::Some {}
            Ok::<(), StoreError>(())
        };
        let (erased, filled) = tokio::join!(try_join_all(erase), fill);
        filled?;
        assert!(erased?.into_iter().all(|is_erased| is_erased));
        let left = store.number_of(
            "SELECT CAST(count(*) AS BIGINT) FROM person_words AS w WHERE NOT EXISTS (
                 SELECT 1 FROM records AS r WHERE r.quiz_id = w.quiz_id AND r.user_id = w.user_id)",
        );
        assert_eq!(left.await?, 0, "round {round}");
    }
    Ok(())
}

#[apply(contract!)]
async fn records_of_found_people_match_the_whole_filter_in_the_order_of_the_list(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    for (number, at_start) in (1..=6).zip((10..).step_by(10)) {
        let custom_data = Some(format!("Ana {number}"));
        let begun = store.begin(AnswersRecord { custom_data, ..record(&quiz, &person(number), at_start) }).await?;
        if number % 2 == 0 {
            let seen = begun.activity_at;
            assert!(store.replace_record(submitted(begun, 100 + at_start), seen).await?);
        }
    }
    let found = async |state, search: &str, order, limit| -> anyhow::Result<Vec<String>> {
        let filter = RecordFilter { search: Some(SearchText::new(search)), ..RecordFilter::of_state(state) };
        let records = store.records_of_found_people(&quiz.id, &filter, order, limit).await?;
        Ok(records.into_iter().map(|record| record.user.to_string()).collect())
    };
    let people = |numbers: &[usize]| numbers.iter().map(|number| person(*number).to_string()).collect::<Vec<_>>();
    assert_eq!(found(RecordState::All, "ana", RecordOrder::Newest, 10).await?, people(&[6, 5, 4, 3, 2, 1]));
    assert_eq!(found(RecordState::All, "ana", RecordOrder::Oldest, 2).await?, people(&[1, 2]));
    assert_eq!(found(RecordState::Completed, "ANA", RecordOrder::Oldest, 10).await?, people(&[2, 4, 6]));
    assert_eq!(found(RecordState::Started, "ana 3", RecordOrder::Oldest, 10).await?, people(&[3]));
    assert_eq!(found(RecordState::All, "na", RecordOrder::Oldest, 10).await?, people(&[]));
    Ok(())
}
