//! Storing, reading and listing quizzes.

use std::sync::Arc;

use domain::{
    About, Colour, Definition, HelpLink, Indicator, Language, Link, OwnOption, Question, QuestionBody, Quiz, QuizId,
    QuizKind, QuizStatus, RetryAfter, Settings, Text, Timestamp,
};

use super::{
    TestResult, TestStore, apply, contract,
    samples::{at, namespace, namespace_id, odd_texts, option_id, question_id, quiz, quiz_id, settings},
};
use crate::store::{Counts, Listed, Page, QuizEntry, QuizSummary, StoreError};

#[apply(contract!)]
async fn a_quiz_comes_back_with_all_its_settings_and_questions(store: TestStore) -> TestResult {
    store.add_namespace(namespace("demo")).await?;
    for (number, odd) in (1..).zip(odd_texts()) {
        let same = || Some(Text::Same(odd.clone()));
        let given = Quiz {
            settings: Settings {
                name: in_two_languages(&odd, "Ahorros"),
                description: same(),
                primary_colour: Some(Colour::parse("#0fA")?),
                opens_at: Some(at(-1)),
                closes_at: Some(at(i64::MAX)),
                closing_grace: true,
                time_zone: domain::TimeZoneName::parse("Europe/Madrid")?,
                retry_after: RetryAfter::days(3650),
                series: Some(domain::Series {
                    every: domain::Period::parse("P1M")?,
                    times: Some(6),
                    until: None,
                    open: domain::Period::parse("P2W")?,
                    remind: vec![domain::Period::parse("P3D")?],
                    mail: true,
                }),
                had_series: true,
                fields: vec![domain::PersonField {
                    id: super::samples::question_id("region"),
                    name: Some("Région".to_owned()),
                    kind: domain::FieldType::YesNo,
                    from_custom_data: true,
                }],
                respondents_may_erase: true,
                result_by_mail: true,
                show_progress: true,
                allowed_origins: vec!["https://bank.example".to_owned(), odd.clone()],
                about: About {
                    run_by: same(),
                    kept: Some(in_two_languages("two years", "dos años")),
                    privacy: Some(Link::parse("https://example.org/privacy".into())?),
                    help: vec![HelpLink { label: "Call us".into(), url: Link::parse("tel:+15550100".into())? }],
                    ..About::default()
                },
                status: QuizStatus::Draft,
            },
            definition: Arc::new(Definition::of(
                Language::ES,
                vec![
                    own_question("pet_name_1", in_two_languages(&odd, "¿Una mascota?"), None),
                    Question::built_in(Indicator::Fhn8, false),
                    own_question("z", Text::Same(odd.clone()), Some(in_two_languages("Help", &odd))),
                    Question::built_in(Indicator::Fhn1, true),
                ],
            )),
            ..quiz(QuizKind::InApp, number)
        };
        store.add_quiz(given.clone()).await?;
        assert_eq!(store.definition(&given.id, 1).await?.as_ref(), Some(&*given.definition));
        assert_eq!(store.quiz(&given.id).await?, Some(given));
    }
    Ok(())
}

#[apply(contract!)]
async fn a_quiz_without_any_settings_comes_back_too(store: TestStore) -> TestResult {
    let given = store.a_quiz().await?;
    assert_eq!(store.quiz(&given.id).await?, Some(given));
    Ok(())
}

#[apply(contract!)]
async fn every_kind_and_status_comes_back(store: TestStore) -> TestResult {
    store.add_namespace(namespace("demo")).await?;
    let mut number = 0;
    for kind in [QuizKind::Open, QuizKind::InApp, QuizKind::Invited] {
        for status in [QuizStatus::Draft, QuizStatus::Open, QuizStatus::Closed] {
            number += 1;
            let given = Quiz { settings: Settings { status, ..settings("A quiz") }, ..quiz(kind, number) };
            store.add_quiz(given.clone()).await?;
            assert_eq!(store.quiz(&given.id).await?, Some(given));
        }
    }
    Ok(())
}

#[apply(contract!)]
async fn a_taken_quiz_id_is_a_conflict_and_changes_nothing(store: TestStore) -> TestResult {
    let first = store.a_quiz().await?;
    let mut questions = Definition::built_in();
    questions.questions.truncate(1);
    let second =
        Quiz { settings: settings("Another"), version: 2, definition: Arc::new(questions), ..quiz(QuizKind::Open, 1) };
    assert!(matches!(store.add_quiz(second).await, Err(StoreError::Conflict)));
    assert_eq!(store.quiz(&first.id).await?.as_ref(), Some(&first));
    assert_eq!(store.definition(&first.id, 2).await?, None);
    Ok(())
}

#[apply(contract!)]
async fn an_unknown_quiz_is_not_there(store: TestStore) -> TestResult {
    let known = store.a_quiz().await?;
    assert_eq!(store.quiz(&quiz_id(2)).await?, None);
    assert_eq!(store.definition(&quiz_id(2), 1).await?, None);
    assert_eq!(store.definition(&known.id, 2).await?, None);
    Ok(())
}

#[apply(contract!)]
async fn a_namespace_lists_its_own_quizzes_newest_first(store: TestStore) -> TestResult {
    store.add_namespace(namespace("other")).await?;
    store.quiz_of(QuizKind::Open, 2).await?;
    store.quiz_of(QuizKind::Open, 3).await?;
    store.quiz_of(QuizKind::Open, 1).await?;
    store.add_quiz(Quiz { namespace_id: namespace_id("other"), ..quiz(QuizKind::Open, 9) }).await?;

    let listed = store.quizzes(&namespace_id("demo"), Page { after: None, limit: 10 }).await?;
    let of_none = |number| QuizSummary::of(&quiz(QuizKind::Open, number), Counts::default());
    assert_eq!(listed.items, [3, 2, 1].map(of_none));
    let other = store.quizzes(&namespace_id("other"), Page { after: None, limit: 10 }).await?;
    assert_eq!(other.items.iter().map(|quiz| &quiz.id).collect::<Vec<_>>(), [&quiz_id(9)]);
    assert_eq!(store.quizzes(&namespace_id("third"), Page { after: None, limit: 10 }).await?, Listed::NONE);
    Ok(())
}

#[apply(contract!)]
async fn a_search_reads_what_lists_show_of_each_quiz(store: TestStore) -> TestResult {
    store.add_namespace(namespace("other")).await?;
    store.add_namespace(namespace("demo")).await?;
    let mut given = Vec::new();
    let dates = [(None, None), (Some(at(-7)), None), (Some(at(1)), Some(at(i64::MAX)))];
    for (number, odd) in (1_u8..).zip(odd_texts()) {
        let (opens_at, closes_at) = dates[usize::from(number) % dates.len()];
        let kind = [QuizKind::Open, QuizKind::InApp, QuizKind::Invited][usize::from(number) % 3];
        let status = [QuizStatus::Draft, QuizStatus::Closed, QuizStatus::Open][usize::from(number) % 3];
        let name = if number % 2 == 0 { in_two_languages(&odd, "otra") } else { Text::Same(odd.clone()) };
        let about = Settings { description: Some(Text::Same(odd.clone())), ..settings(&odd) };
        let settings = Settings { name, opens_at, closes_at, status, ..about };
        given.push(Quiz { settings, ..quiz(kind, number) });
    }
    let spanish = Definition { language: Language::ES, ..Definition::built_in() };
    given.push(Quiz { definition: Arc::new(spanish), ..quiz(QuizKind::Open, 251) });
    for quiz in &given {
        store.add_quiz(quiz.clone()).await?;
    }
    store.add_quiz(Quiz { namespace_id: namespace_id("other"), ..quiz(QuizKind::Open, 252) }).await?;
    let deleted = quiz(QuizKind::Open, 253);
    store.add_quiz(deleted.clone()).await?;
    store.delete_quiz(&deleted.id, at(9_000_000)).await?;
    let listed = store.quizzes(&namespace_id("demo"), Page { after: None, limit: 1000 }).await?;
    for limit in [1, 7, 1000] {
        let (mut entries, mut after) = (Vec::new(), None);
        loop {
            let page = store.quiz_entries(&namespace_id("demo"), Page { after, limit }).await?;
            after = page.next(QuizEntry::place);
            entries.extend(page.items);
            if after.is_none() {
                break;
            }
        }
        assert_eq!(entries.len(), given.len());
        for (entry, listed) in entries.iter().zip(&listed.items) {
            let quiz = given.iter().find(|quiz| quiz.id == entry.id).expect("one of them");
            assert_eq!((entry, &entry.place()), (&QuizEntry::of(quiz), &listed.place()), "in pages of {limit}");
            assert_eq!((entry.name(), entry.status_at(at(0))), (quiz.name(), quiz.status(at(0))));
        }
    }
    Ok(())
}

#[apply(contract!)]
async fn pages_of_any_size_show_every_quiz_once_also_those_made_at_one_moment(store: TestStore) -> TestResult {
    let expected = add_quizzes_of_three_moments(&store).await?;
    for limit in 1..=15 {
        let mut seen: Vec<(Timestamp, QuizId)> = Vec::new();
        loop {
            let page = places(&store, seen.last(), limit).await?;
            assert!(page.len() <= usize::try_from(limit)?);
            if page.is_empty() {
                break;
            }
            seen.extend(page);
            assert!(seen.len() <= expected.len(), "in pages of {limit} something comes twice");
        }
        assert_eq!(seen, expected, "in pages of {limit}");
    }
    Ok(())
}

#[apply(contract!)]
async fn a_page_goes_on_after_a_quiz_that_was_deleted_meanwhile(store: TestStore) -> TestResult {
    let expected = add_quizzes_of_three_moments(&store).await?;
    let first = places(&store, None, 5).await?;
    store.delete_quiz(&first[4].1, at(9_000_000)).await?;
    assert_eq!(places(&store, first.last(), 100).await?, expected[5..]);
    Ok(())
}

fn in_two_languages(english: &str, spanish: &str) -> Text {
    Text::ByLanguage([(Language::EN, english.to_owned()), (Language::ES, spanish.to_owned())].into())
}

fn own_question(id: &str, text: Text, help: Option<Text>) -> Question {
    let options = vec![
        OwnOption::new(option_id(2), text.clone()),
        OwnOption::new(option_id(1), Text::ByLanguage([(Language::ES, "sí".to_owned())].into())),
    ];
    let mut question = Question::choice(question_id(id), false, text, options);
    if let QuestionBody::Own(own) = &mut question.body {
        own.help = help;
    }
    question
}

/// Adds fourteen quizzes created at three moments, with ids in both cases, and returns their places in the list.
async fn add_quizzes_of_three_moments(store: &TestStore) -> anyhow::Result<Vec<(Timestamp, QuizId)>> {
    store.add_namespace(namespace("demo")).await?;
    let mut places = Vec::new();
    for number in 0..14 {
        // They end in 7, L, Z, n, 11 …: digits, upper case and lower case.
        let id = quiz_id(7 + 14 * number);
        let created_at = at(1_000_000 - i64::from(number % 3));
        store.add_quiz(Quiz { id: id.clone(), created_at, ..quiz(QuizKind::Open, 0) }).await?;
        places.push((created_at, id));
    }
    places.sort();
    places.reverse();
    Ok(places)
}

async fn places(
    store: &TestStore,
    after: Option<&(Timestamp, QuizId)>,
    limit: u32,
) -> anyhow::Result<Vec<(Timestamp, QuizId)>> {
    let page = store.quizzes(&namespace_id("demo"), Page { after: after.cloned(), limit }).await?;
    Ok(page.items.iter().map(QuizSummary::place).collect())
}
