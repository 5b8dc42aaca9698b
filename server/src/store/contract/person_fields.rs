//! Fields of people, in invitations and in attempts.

use std::collections::BTreeMap;

use domain::{AnswersRecord, Decimal, FieldValue, FieldValues, QuestionId, Quiz, QuizKind, UserId};

use super::{
    TestResult, TestStore, apply, contract,
    record_filters::{ids, selected},
    samples::{at, invited_id, odd_texts, person, question_id, record, submitted},
};
use crate::{
    SearchText, WordSearch,
    store::{ErasedBy, Invitation, Mailed, Page, RecordFilter, RecordOrder, RecordQuery},
};

fn text(text: &str) -> FieldValue {
    FieldValue::Text(text.to_owned())
}

fn fields(region: &str) -> FieldValues {
    let mut fields = FieldValues::default();
    fields.set(&question_id("region"), Some(text(region)));
    fields.set(&question_id("age"), Some(FieldValue::Number(Decimal::parse("41.5").expect("a number"))));
    fields.set(&question_id("vip"), Some(FieldValue::YesNo(false)));
    fields.fill(&question_id("joined"), text("2026-02-28"), true);
    fields
}

fn invitation(quiz: &Quiz, number: u8, fields: FieldValues) -> Invitation {
    Invitation {
        id: invited_id(number),
        quiz_id: quiz.id.clone(),
        name: None,
        email: None,
        custom_data: None,
        fields,
        created_at: at(i64::from(number)),
        revoked_at: None,
        language: None,
        mailed: Mailed::default(),
    }
}

/// A region, an age, a day and whether someone is important.
type Known<'t> = (Option<&'t str>, Option<i32>, u32, bool);

async fn bytes(store: &TestStore, quiz: &Quiz) -> anyhow::Result<u64> {
    Ok(store.usage(&quiz.namespace_id).await?.0.bytes)
}

#[apply(contract!)]
async fn an_attempt_keeps_the_fields_that_it_was_begun_with(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let first = AnswersRecord { fields: fields("North"), ..record(&quiz, &person(1), 1) };
    assert_eq!(store.begin(first.clone()).await?, first);
    let again = AnswersRecord { fields: fields("South"), ..record(&quiz, &person(1), 2) };
    assert_eq!(store.begin(again).await?, first, "what exists stays");
    let first = submitted(first, 5);
    assert!(store.replace_record(first.clone(), at(1)).await?);
    let next = AnswersRecord { attempt: 2, fields: fields("South"), ..record(&quiz, &person(1), 9) };
    let next = store.begin_again(next, at(5)).await?.expect("it was submitted");
    assert_eq!(next.fields, fields("South"));
    assert_eq!(store.stored(&quiz, &person(1)).await?, next);
    let attempts = store.attempts(&quiz.id, &person(1), Page { after: None, limit: 5 }).await?.items;
    assert_eq!(attempts, [next, first]);
    let scanned = selected(&store, &quiz, &RecordFilter::default()).await?;
    assert_eq!(scanned[0].fields, fields("South"), "as exports read it");
    Ok(())
}

#[apply(contract!)]
async fn every_text_comes_back_as_it_was_stored(store: TestStore) -> TestResult {
    let quiz = store.quiz_of(QuizKind::Invited, 1).await?;
    for (number, odd) in (1..).zip(odd_texts()) {
        let given = invitation(&quiz, number, fields(&odd));
        store.add_invitations(vec![given.clone()]).await?;
        assert_eq!(store.invitation(&quiz.id, &given.id).await?.as_ref(), Some(&given));
        let begun = AnswersRecord { fields: fields(&odd), ..record(&quiz, &UserId::Invited(given.id), 1) };
        assert_eq!(store.begin(begun.clone()).await?, begun);
    }
    let scanned = selected(&store, &quiz, &RecordFilter::default()).await?;
    assert_eq!(scanned.len(), odd_texts().len());
    for odd in odd_texts() {
        assert!(scanned.iter().any(|record| record.fields == fields(&odd)), "{odd:?}");
    }
    Ok(())
}

#[apply(contract!)]
async fn fields_are_counted_found_and_erased_with_the_person(store: TestStore) -> TestResult {
    let quiz = store.quiz_of(QuizKind::Invited, 1).await?;
    let before = bytes(&store, &quiz).await?;
    let user = UserId::Invited(invited_id(1));
    store.add_invitations(vec![invitation(&quiz, 1, fields("Nordwest"))]).await?;
    let invited = bytes(&store, &quiz).await?;
    assert!(invited > before + 1024 + 50, "{invited}");
    let begun = store.begin(AnswersRecord { fields: fields("Nordwest"), ..record(&quiz, &user, 1) }).await?;
    let done = submitted(begun, 5);
    assert!(store.replace_record(done.clone(), at(1)).await?);
    let plain = submitted(record(&quiz, &UserId::Invited(invited_id(2)), 1), 5);
    store.begin(record(&quiz, &plain.user, 1)).await?;
    let with_one = bytes(&store, &quiz).await?;
    assert!(store.replace_record(plain, at(1)).await?);
    let of_plain = bytes(&store, &quiz).await? - with_one;
    assert!(with_one - invited > 1024 + of_plain + 50, "a submitted attempt counts its fields");

    let search = WordSearch::new("nordw").expect("a search");
    let (people, _) = store.people(&quiz.namespace_id, &search, true, 5).await?;
    assert_eq!(people.iter().map(|person| &person.user).collect::<Vec<_>>(), [&user]);
    let filter = RecordFilter { search: Some(SearchText::new("ordwes")), ..RecordFilter::default() };
    assert_eq!(ids(&selected(&store, &quiz, &filter).await?), ids([&done]));

    for user in [user, UserId::Invited(invited_id(2))] {
        let id = quiz.id.clone();
        let erased = store
            .transact(move |tx| Box::pin(async move { tx.erase_user(&id, &user, ErasedBy::Namespace, at(9)).await }));
        assert!(erased.await?);
    }
    assert_eq!(bytes(&store, &quiz).await?, before, "as much is taken away as was added");
    let (people, _) = store.people(&quiz.namespace_id, &search, true, 5).await?;
    assert!(people.is_empty());
    Ok(())
}

#[apply(contract!)]
async fn a_filter_by_fields_is_a_recount(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let (region, age, joined, vip) =
        (question_id("region"), question_id("age"), question_id("joined"), question_id("vip"));
    let mut known: BTreeMap<u64, Known<'_>> = BTreeMap::new();
    for number in 0..48_u32 {
        let of = (
            [None, Some("North"), Some("South"), Some("east")][number as usize % 4],
            (number % 5 > 0).then_some(i32::try_from(number)? - 10),
            number % 28 + 1,
            number % 3 == 0,
        );
        known.insert(number.into(), of);
        let mut fields = FieldValues::default();
        fields.set(&region, of.0.map(text));
        fields.set(&age, of.1.map(|age| FieldValue::Number(Decimal::whole(age))));
        fields.set(&joined, Some(text(&format!("2026-02-{:02}", of.2))));
        fields.set(&vip, Some(FieldValue::YesNo(of.3)));
        let user = person(number as usize);
        store.begin(AnswersRecord { fields, ..record(&quiz, &user, number.into()) }).await?;
    }
    let counts = |fits: &dyn Fn(&Known<'_>) -> bool| known.values().filter(|of| fits(of)).count() as u64;
    let cases: [(&[(&QuestionId, &str)], u64); 12] = [
        (&[(&region, "North")], counts(&|of| of.0 == Some("North"))),
        (&[(&region, "North"), (&region, "South")], counts(&|of| matches!(of.0, Some("North" | "South")))),
        (&[(&region, "")], counts(&|of| of.0.is_none())),
        (&[(&region, "East")], 0),
        (&[(&age, "7")], counts(&|of| of.1 == Some(7))),
        (&[(&age, "-5..<20")], counts(&|of| of.1.is_some_and(|age| (-5..20).contains(&age)))),
        (&[(&age, "20..<")], counts(&|of| of.1.is_some_and(|age| age >= 20))),
        (&[(&joined, "2026-02-14")], counts(&|of| of.2 == 14)),
        (&[(&joined, "2026-02-10..<2026-02-20")], counts(&|of| (10..20).contains(&of.2))),
        (&[(&vip, "true")], counts(&|of| of.3)),
        (&[(&vip, "false"), (&region, "South")], counts(&|of| !of.3 && of.0 == Some("South"))),
        (&[(&question_id("gone"), "x")], 0),
    ];
    assert!(cases.iter().filter(|(_, count)| (1..48).contains(count)).count() > 8, "they tell people apart");
    for (given, expected) in cases {
        let mut filter = RecordFilter::default();
        for (field, value) in given {
            filter.fields.entry((*field).clone()).or_default().push((*value).to_owned());
        }
        assert_eq!(store.count_records(&quiz.id, &filter).await?.number, expected, "{filter:?}");
        let query = RecordQuery { filter: filter.clone(), order: RecordOrder::Oldest, after: None, limit: 100 };
        let listed = store.list_records(&quiz.id, &query).await?.items;
        assert_eq!(listed.len() as u64, expected, "{filter:?}");
        assert_eq!(ids(&selected(&store, &quiz, &filter).await?), ids(&listed), "{filter:?}");
    }
    Ok(())
}
