//! Faults of stored records: no answer that a quiz took is one, and each that it cannot have is.

mod support;

use domain::{
    AnonId, Answer, Answers, AnswersRecord, Decimal, Definition, Fault, Language, OptionId, QuizId, Submission,
    Timestamp, UserId,
};
use serde_json::{Value, json};
use support::{answers, definition, id};

/// A quiz with every kind of question. The last options of the lists are hidden from those who chose the second place.
fn everything() -> Definition {
    let first = json!({ "question": "place", "is": [1] });
    let options = json!([{ "label": "A" }, { "label": "B" }, { "label": "C", "showIf": first }]);
    let rows = json!([{ "id": "one", "text": "One" }]);
    let places = json!([{ "label": "Here", "points": 1 }, { "label": "There", "points": 2, "other": true }]);
    definition(&json!({
        "scoring": { "method": "sum" },
        "questions": [
            { "id": "place", "text": "?", "options": places },
            { "id": "several", "kind": "multiple", "text": "?", "min": 2, "options": options },
            { "id": "order", "kind": "ranking", "text": "?", "options": options },
            { "id": "mood", "kind": "scale", "text": "?", "from": 1, "to": 5 },
            { "id": "sleep", "kind": "number", "text": "?", "min": 0, "max": 24, "decimals": 1 },
            { "id": "mail", "kind": "text", "text": "?", "format": "email" },
            { "id": "day", "kind": "date", "text": "?", "min": "2026-01-01", "max": "2026-12-31" },
            { "id": "agreed", "kind": "consent", "text": "?" },
            { "id": "grid", "kind": "matrix", "text": "?", "rows": rows, "from": 1, "to": 3 },
        ],
    }))
}

fn begun(answers: Answers) -> AnswersRecord {
    AnswersRecord {
        quiz_id: QuizId::from_random(7),
        user: UserId::Anonymous(AnonId::new(7, |_| 7)),
        attempt: 1,
        occasion: None,
        version: 1,
        language: Language::EN,
        answers,
        custom_data: None,
        fields: domain::FieldValues::default(),
        started_at: Timestamp::default(),
        activity_at: Timestamp::default(),
        submission: None,
    }
}

fn given(place: u8) -> Vec<(&'static str, Value)> {
    vec![
        ("place", json!(place)),
        ("place_other", json!("Elsewhere")),
        ("several", json!([2, 3])),
        ("order", json!([3, 1, 2])),
        ("mood", json!(2)),
        ("sleep", json!(7.5)),
        ("mail", json!("ana@example.com")),
        ("day", json!("2026-05-01")),
        ("agreed", json!(true)),
        ("grid_one", json!(3)),
    ]
}

#[test]
fn no_answer_that_was_taken_is_one() {
    let quiz = everything();
    for place in [1, 2] {
        let record = begun(answers(&quiz, &given(place)));
        assert_eq!(record.fault(&quiz, &quiz), None);
        // Options that the place hides go with the submission.
        let done = record.submit(&quiz, &Answers::new(), Timestamp::default()).expect("all is answered");
        assert_eq!(done.answers[&id("several")].options().len(), if place == 1 { 2 } else { 1 });
        assert_eq!(done.fault(&quiz, &quiz), None);
    }
    // As releases stored it that read texts in another way.
    let mut old = begun(answers(&quiz, &given(1)));
    old.answers.insert(id("mail"), Answer::Text(" Ana@example ".to_owned()));
    assert_eq!(old.fault(&quiz, &quiz), None);
}

#[test]
fn each_answer_that_its_question_cannot_have_is_one() {
    let quiz = everything();
    let record = begun(answers(&quiz, &given(1)));
    let strange = OptionId::parse("00000000-0000-4000-8000-000000000000").expect("an option id");
    let place = record.answers[&id("place")].clone();
    let number = |text| Answer::Number(Decimal::parse(text).expect("a number"));
    let text = |text: &str| Answer::Text(text.to_owned());
    let chosen = record.answers[&id("several")].options().to_vec();
    for (question, answer) in [
        ("place", strange.clone().into()),
        ("place", number("1")),
        ("place", text(place.option().expect("an option").as_str())),
        ("place_other", Answer::Consent),
        ("several", Answer::Options(vec![chosen[0].clone(), strange])),
        ("several", Answer::Options(chosen.iter().rev().cloned().collect())),
        ("order", Answer::Options(vec![chosen[0].clone(), chosen[0].clone()])),
        ("mood", number("6")),
        ("mood", number("2.5")),
        ("mood", text("2")),
        ("sleep", number("7.55")),
        ("sleep", number("-7.5")),
        ("mail", number("1")),
        ("day", text("2026-05-32")),
        ("day", text("2027-05-01")),
        ("agreed", text("true")),
        ("grid_one", number("4")),
        ("grid", number("1")),
        ("grid_two", number("1")),
        ("unknown", Answer::Consent),
    ] {
        let mut damaged = record.clone();
        damaged.answers.insert(id(question), answer);
        assert_eq!(damaged.fault(&quiz, &quiz), Some(Fault::Answer(id(question))));
    }
}

#[test]
fn scores_are_those_of_the_version_that_gave_them() {
    let quiz = everything();
    let mut newer = quiz.clone();
    newer.questions.retain(|question| question.id != id("mood"));
    let done = begun(answers(&quiz, &given(1))).submit(&quiz, &Answers::new(), Timestamp::default());
    let done = done.expect("all is answered");
    let mut damaged = done.clone();
    let Some(Submission { scores, .. }) = &mut damaged.submission else { panic!("it is submitted") };
    scores.overall.as_mut().expect("a score").score = Decimal::whole(2);
    assert_eq!(damaged.fault(&quiz, &quiz), Some(Fault::Scores));
    let mut damaged = done.clone();
    let Some(Submission { scores, .. }) = &mut damaged.submission else { panic!("it is submitted") };
    scores.questions.clear();
    assert_eq!(damaged.fault(&quiz, &quiz), Some(Fault::Scores));
    // The answers are those of the version that asked, the scores may be those of a newer one.
    assert_eq!(done.fault(&quiz, &newer), None);
    assert_eq!(done.fault(&newer, &quiz), Some(Fault::Answer(id("mood"))));
}
