//! Answering, and replacing a whole record.

use domain::{Answers, AnswersRecord, Category, Decimal, Indicator, Language, Points, Scored, Scores, Submission};
use futures_util::future::try_join_all;

use super::{
    TestResult, TestStore, apply, contract,
    samples::{
        answer, answers_of_every_kind, at, built_in_option, odd_texts, option_id, own_scores, person, question_id,
        quiz_id, record, submitted, submitted_with,
    },
};
use crate::store::NewAnswer;

#[apply(contract!)]
async fn an_answer_is_stored_and_the_whole_record_returned(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let begun = AnswersRecord { custom_data: Some("42".to_owned()), ..record(&quiz, &person(1), 10) };
    store.begin(begun.clone()).await?;
    let returned = store.save_answer(answer(&quiz, &person(1), Indicator::Fhn3, 2, 20)).await?;
    let answers = [(Indicator::Fhn3.question_id(), built_in_option(Indicator::Fhn3, 2).into())].into();
    assert_eq!(returned, Some(AnswersRecord { answers, activity_at: at(20), ..begun }));
    assert_eq!(store.record(&quiz.id, &person(1)).await?, returned);
    Ok(())
}

#[apply(contract!)]
async fn answering_again_replaces_the_answer(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    store.begin(record(&quiz, &person(1), 1)).await?;
    for (question, code) in [(Indicator::Fhn1, 1), (Indicator::Fhn2, 2), (Indicator::Fhn1, 3)] {
        assert!(store.save_answer(answer(&quiz, &person(1), question, code, 5)).await?.is_some());
    }
    let expected = Answers::from([
        (Indicator::Fhn1.question_id(), built_in_option(Indicator::Fhn1, 3).into()),
        (Indicator::Fhn2.question_id(), built_in_option(Indicator::Fhn2, 2).into()),
    ]);
    assert_eq!(store.stored(&quiz, &person(1)).await?.answers, expected);
    Ok(())
}

#[apply(contract!)]
async fn a_withdrawn_answer_is_gone_and_the_others_stay(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let withdrawal = |question: &str, now| NewAnswer {
        question: question_id(question),
        answer: None,
        ..answer(&quiz, &person(1), Indicator::Fhn1, 1, now)
    };
    let begun = store.begin(record(&quiz, &person(1), 1)).await?;
    assert!(store.save_answer(answer(&quiz, &person(1), Indicator::Fhn1, 1, 5)).await?.is_some());
    let other = store.save_answer(answer(&quiz, &person(1), Indicator::Fhn2, 2, 6)).await?.expect("stored");
    let all = store.changes(&quiz.id, 0, 10).await?.items;
    let (seen, _) = all.last().expect("a change");
    let answers = [(Indicator::Fhn2.question_id(), built_in_option(Indicator::Fhn2, 2).into())].into();
    let left = store.save_answer(withdrawal("fhn1", 7)).await?;
    assert_eq!(left, Some(AnswersRecord { answers, activity_at: at(7), ..other }));
    assert_eq!(store.record(&quiz.id, &person(1)).await?, left);
    assert_eq!(store.changes(&quiz.id, *seen, 10).await?.items.len(), 1, "those who follow changes are told");
    // Withdrawing a missing answer works too.
    for (question, now) in [("fhn2", 8), ("fhn2", 9), ("null", 10)] {
        assert!(store.save_answer(withdrawal(question, now)).await?.is_some());
    }
    assert_eq!(store.stored(&quiz, &person(1)).await?, AnswersRecord { activity_at: at(10), ..begun });
    Ok(())
}

#[apply(contract!)]
async fn answers_and_withdrawals_at_once_reach_their_own_records(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    for number in 0..32 {
        store.begin(record(&quiz, &person(number), 1)).await?;
        store.save_answer(answer(&quiz, &person(number), Indicator::Fhn1, 1, 2)).await?;
    }
    let new = |number: usize| {
        let new = answer(&quiz, &person(number), Indicator::Fhn1, 2, 3);
        NewAnswer { answer: new.answer.filter(|_| number.is_multiple_of(2)), ..new }
    };
    let saved = try_join_all((0..32).map(|number| store.save_answer(new(number)))).await?;
    for (number, saved) in saved.into_iter().enumerate() {
        let answers = saved.expect("stored").answers;
        assert_eq!(answers.get(&Indicator::Fhn1.question_id()), new(number).answer.as_ref(), "{number}");
    }
    Ok(())
}

#[apply(contract!)]
async fn an_answer_keeps_or_replaces_the_language_and_keeps_custom_data(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    store.begin(record(&quiz, &person(1), 1)).await?;
    for (language, custom_data, expected) in [
        (None, None, (Language::EN, None)),
        (Some(Language::ES), Some("first"), (Language::ES, Some("first"))),
        (None, Some("second"), (Language::ES, Some("first"))),
        (Some(Language::EN), None, (Language::EN, Some("first"))),
    ] {
        let custom_data = custom_data.map(str::to_owned);
        let new = NewAnswer { language, custom_data, ..answer(&quiz, &person(1), Indicator::Fhn1, 1, 5) };
        assert!(store.save_answer(new).await?.is_some());
        let stored = store.stored(&quiz, &person(1)).await?;
        assert_eq!((stored.language, stored.custom_data.as_deref()), expected);
    }
    Ok(())
}

#[apply(contract!)]
async fn answers_to_questions_with_odd_ids_stay_apart(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    store.begin(record(&quiz, &person(1), 1)).await?;
    let longest = "q".repeat(32);
    let ids = ["a", "a_", "a_1", "a__1", "a1", "a_b_c", "null", "true", "length", "last", "fhn1", "fhn11", &longest];
    let expected: Answers =
        ids.iter().zip(1..).map(|(id, number)| (question_id(id), option_id(number).into())).collect();
    for (question, given) in expected.clone() {
        let new = NewAnswer { question, answer: Some(given), ..answer(&quiz, &person(1), Indicator::Fhn1, 1, 5) };
        assert!(store.save_answer(new).await?.is_some());
    }
    assert_eq!(store.stored(&quiz, &person(1)).await?.answers, expected);
    Ok(())
}

#[apply(contract!)]
async fn a_submitted_record_takes_no_answer(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let done = submitted(store.begin(record(&quiz, &person(1), 1)).await?, 5);
    assert!(store.replace_record(done.clone(), at(1)).await?);
    let late = NewAnswer { language: Some(Language::ES), ..answer(&quiz, &person(1), Indicator::Fhn1, 4, 9) };
    assert_eq!(store.save_answer(late).await?, None);
    assert_eq!(store.stored(&quiz, &person(1)).await?, done);
    Ok(())
}

#[apply(contract!)]
async fn an_answer_to_another_version_is_refused(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let begun = AnswersRecord { version: 2, ..record(&quiz, &person(1), 1) };
    store.begin(begun.clone()).await?;
    for version in [1, 3] {
        let new = NewAnswer { version, ..answer(&quiz, &person(1), Indicator::Fhn1, 1, 5) };
        assert_eq!(store.save_answer(new).await?, None);
    }
    assert_eq!(store.stored(&quiz, &person(1)).await?, begun);
    Ok(())
}

#[apply(contract!)]
async fn an_answer_without_a_record_is_refused(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    store.begin(record(&quiz, &person(1), 1)).await?;
    assert_eq!(store.save_answer(answer(&quiz, &person(2), Indicator::Fhn1, 1, 5)).await?, None);
    let elsewhere = NewAnswer { quiz_id: quiz_id(2), ..answer(&quiz, &person(1), Indicator::Fhn1, 1, 5) };
    assert_eq!(store.save_answer(elsewhere).await?, None);
    assert_eq!(store.record(&quiz.id, &person(2)).await?, None);
    assert_eq!(store.stored(&quiz, &person(1)).await?, record(&quiz, &person(1), 1));
    Ok(())
}

#[apply(contract!)]
async fn of_many_answers_at_once_that_stand_one_does(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    store.begin(record(&quiz, &person(1), 1)).await?;
    let new = |code: usize| NewAnswer { stands: true, ..answer(&quiz, &person(1), Indicator::Fhn1, code, 5) };
    let saved = try_join_all((0..16).map(|number| store.save_answer(new(number % 4 + 1)))).await?;
    let stored = store.stored(&quiz, &person(1)).await?.answers;
    let stands = stored.get(&Indicator::Fhn1.question_id()).expect("an answer").clone();
    let is_same = |number: usize| new(number % 4 + 1).answer.as_ref() == Some(&stands);
    for (number, saved) in saved.into_iter().enumerate() {
        assert_eq!(saved.is_some(), is_same(number), "{number}");
        assert!(saved.is_none_or(|saved| saved.answers == stored), "{number}");
    }
    // Neither another answer nor a withdrawal replaces it. Other questions are answered as usual.
    let other = (1..=4).find(|code| new(*code).answer.as_ref() != Some(&stands)).expect("another option");
    assert_eq!(store.save_answer(new(other)).await?, None);
    assert_eq!(store.save_answer(NewAnswer { answer: None, ..new(1) }).await?, None);
    assert_eq!(store.stored(&quiz, &person(1)).await?.answers, stored);
    let next = NewAnswer { stands: true, ..answer(&quiz, &person(1), Indicator::Fhn2, 1, 9) };
    assert_eq!(store.save_answer(next).await?.map(|record| record.answers.len()), Some(2));
    Ok(())
}

#[apply(contract!)]
async fn activity_grows_with_every_answer_also_when_the_clock_goes_back(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let begun = store.begin(record(&quiz, &person(1), 1000)).await?;
    for (now, expected) in [(1000, 1001), (500, 1002), (-5, 1003), (2000, 2000), (2000, 2001)] {
        let saved = store.save_answer(answer(&quiz, &person(1), Indicator::Fhn1, 1, now)).await?;
        assert_eq!(saved.map(|record| record.activity_at), Some(at(expected)), "at {now}");
    }
    assert_eq!(store.stored(&quiz, &person(1)).await?.started_at, begun.started_at);
    Ok(())
}

#[apply(contract!)]
async fn sixty_four_answers_at_once_all_land(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    store.begin(record(&quiz, &person(1), 1)).await?;
    let new = |number: u32| NewAnswer {
        question: question_id(&format!("q_{number}")),
        answer: Some(option_id(number).into()),
        ..answer(&quiz, &person(1), Indicator::Fhn1, 1, 7)
    };
    let saved = try_join_all((0..64).map(|number| store.save_answer(new(number)))).await?;
    let mut moments: Vec<_> = saved.into_iter().flatten().map(|record| record.activity_at).collect();
    moments.sort();
    assert_eq!(moments, (7..71).map(at).collect::<Vec<_>>());
    let expected = (0..64).map(|number| (new(number).question, option_id(number).into())).collect();
    assert_eq!(store.stored(&quiz, &person(1)).await?.answers, expected);
    Ok(())
}

#[apply(contract!)]
async fn of_many_people_who_answer_at_once_each_gets_their_own(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let texts = odd_texts();
    let people: Vec<usize> = (0..32).collect();
    // Every fourth has not begun.
    for number in people.iter().filter(|number| *number % 4 > 0) {
        store.begin(record(&quiz, &person(*number), 1)).await?;
    }
    let indicator = |number: usize| Indicator::ALL[number % 8];
    let new = |number: usize| NewAnswer {
        custom_data: Some(texts[number % texts.len()].clone()),
        language: number.is_multiple_of(2).then_some(Language::ES),
        ..answer(&quiz, &person(number), indicator(number), number % 3 + 1, 10)
    };
    let saved = try_join_all(people.iter().map(|number| store.save_answer(new(*number)))).await?;
    for (number, saved) in people.into_iter().zip(saved) {
        let given = new(number);
        let begun = record(&quiz, &person(number), 1);
        let expected = (number % 4 > 0).then(|| AnswersRecord {
            answers: given.answer.into_iter().map(|answer| (given.question.clone(), answer)).collect(),
            language: given.language.unwrap_or(begun.language),
            custom_data: given.custom_data,
            activity_at: given.now,
            ..begun
        });
        assert_eq!(saved, expected, "{number}");
        assert_eq!(store.record(&quiz.id, &person(number)).await?, expected, "{number}");
    }
    Ok(())
}

#[apply(contract!)]
async fn a_submitted_record_comes_back_with_all_its_scores(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let custom_data = Some("41".to_owned());
    store.begin(AnswersRecord { custom_data, ..record(&quiz, &person(1), 10) }).await?;
    let categories = Category::ALL.into_iter().zip([1, 39, 99, 100]);
    let scores = Scores {
        overall: Points::new(0).map(Scored::from),
        categories: categories.filter_map(|(c, points)| Some((c.name(), Points::new(points)?.into()))).collect(),
        questions: Indicator::ALL.into_iter().zip(0..).map(|(i, p)| (i.question_id(), Decimal::whole(p))).collect(),
        ..Scores::default()
    };
    let done = AnswersRecord {
        language: Language::ES,
        answers: [(question_id("own_1"), option_id(1).into())].into(),
        custom_data: Some("42".to_owned()),
        activity_at: at(20),
        submission: Some(Submission { at: at(19), scores }),
        ..record(&quiz, &person(1), 10)
    };
    assert!(store.replace_record(done.clone(), at(10)).await?);
    assert_eq!(store.stored(&quiz, &person(1)).await?, done);
    Ok(())
}

#[apply(contract!)]
async fn scores_of_the_quizs_own_come_back_whole_added_or_replaced(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let added = submitted_with(record(&quiz, &person(1), 1), own_scores("2730.5"), 9);
    store.add_records(vec![added.clone()]).await?;
    assert_eq!(store.stored(&quiz, &person(1)).await?, added);
    // Whole numbers up to 100 fit the columns of the built-in questions, but the band does not.
    for (number, overall) in [(2, "-61.5"), (3, "61")] {
        let begun = store.begin(record(&quiz, &person(number), 1)).await?;
        let done = submitted_with(begun, own_scores(overall), 9);
        assert!(store.replace_record(done.clone(), at(1)).await?);
        assert_eq!(store.stored(&quiz, &person(number)).await?, done);
    }
    Ok(())
}

#[apply(contract!)]
async fn an_answer_of_every_kind_comes_back(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    store.begin(record(&quiz, &person(1), 1)).await?;
    for (question, answer) in answers_of_every_kind() {
        let answer = Some(answer);
        let new = NewAnswer { question, answer, ..super::samples::answer(&quiz, &person(1), Indicator::Fhn1, 1, 5) };
        assert!(store.save_answer(new).await?.is_some());
    }
    assert_eq!(store.stored(&quiz, &person(1)).await?.answers, answers_of_every_kind());
    Ok(())
}

#[apply(contract!)]
async fn absent_scores_stay_absent(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let begun = store.begin(record(&quiz, &person(1), 10)).await?;
    let submission = Some(Submission { at: at(20), scores: Scores::default() });
    let done = AnswersRecord { activity_at: at(20), submission, ..begun };
    assert!(store.replace_record(done.clone(), at(10)).await?);
    assert_eq!(store.stored(&quiz, &person(1)).await?, done);
    Ok(())
}

#[apply(contract!)]
async fn a_record_that_changed_since_it_was_seen_is_not_replaced(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let seen = store.begin(record(&quiz, &person(1), 10)).await?;
    // Within one tick of the clock, and after the clock went back.
    for now in [10, 3] {
        let changed = store.save_answer(answer(&quiz, &person(1), Indicator::Fhn8, 1, now)).await?;
        assert!(!store.replace_record(submitted(seen.clone(), 20), seen.activity_at).await?);
        assert_eq!(store.record(&quiz.id, &person(1)).await?, changed);
    }
    Ok(())
}

#[apply(contract!)]
async fn activity_grows_with_a_replacement_also_when_the_clock_goes_back(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let begun = store.begin(record(&quiz, &person(1), 10)).await?;
    assert!(store.replace_record(AnswersRecord { activity_at: at(3), ..begun.clone() }, at(10)).await?);
    assert_eq!(store.stored(&quiz, &person(1)).await?, AnswersRecord { activity_at: at(11), ..begun.clone() });
    assert!(!store.replace_record(begun, at(10)).await?);
    Ok(())
}

#[apply(contract!)]
async fn of_many_replacements_at_once_one_wins(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let seen = store.begin(record(&quiz, &person(1), 10)).await?;
    // All at the time of the record itself, so that only the store can tell them apart.
    let changed = |number: usize| AnswersRecord { custom_data: Some(format!("{number}")), ..seen.clone() };
    let done = try_join_all((0..16).map(|number| store.replace_record(changed(number), at(10)))).await?;
    assert_eq!(done.iter().filter(|is_stored| **is_stored).count(), 1);
    let winner = done.iter().position(|is_stored| *is_stored).expect("it was counted above");
    let stored = store.stored(&quiz, &person(1)).await?;
    assert_eq!(stored.custom_data, changed(winner).custom_data);
    Ok(())
}

#[apply(contract!)]
async fn a_record_that_is_gone_is_not_replaced(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let begun = store.begin(record(&quiz, &person(1), 10)).await?;
    store.erase_user(&quiz.id, &person(1)).await?;
    assert!(!store.replace_record(submitted(begun, 20), at(10)).await?);
    assert_eq!(store.record(&quiz.id, &person(1)).await?, None);
    Ok(())
}
