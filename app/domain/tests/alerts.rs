//! Alerts: which rise, what is refused, and that quizzes without any are as they were.

#[path = "support/random.rs"]
mod random;
mod support;

use domain::{
    AnonId, Answers, AnswersRecord, Definition, EarlierAttempt, Language, OptionId, QuizId, QuizInput, Submission,
    Timestamp, UserId,
};
use random::Random;
use serde_json::{Value, json};
use support::{answers, read};

/// A scale in a category of two bands whose change is judged, after a choice that may hide it.
fn written(alerts: &Value) -> Value {
    let bands = json!([{ "id": "low", "from": 0, "name": "Low", "hue": "leaf" },
        { "id": "high", "from": 10, "name": "High", "hue": "rose" }]);
    json!({
        "name": "Mood",
        "questions": [
            { "id": "ask", "text": "Go on?", "options": [{ "label": "Yes" }, { "label": "No" }] },
            { "id": "low_mood", "kind": "scale", "text": "?", "from": 0, "to": 20, "category": "mood",
                "points": (0..=20).collect::<Vec<_>>(), "showIf": { "question": "ask", "is": [1] } },
        ],
        "scoring": { "method": "sum", "bands": bands, "change": { "better": "lower", "points": 5, "cutoff": 8 },
            "categories": [{ "id": "mood", "name": "Mood" }] },
        "alerts": alerts,
    })
}

fn alert(id: &str, when: Value) -> Value {
    json!({ "id": id, "name": format!("Alert {id}"), "when": when })
}

fn checked(written: &Value) -> Result<Definition, Vec<String>> {
    let mut number = 0;
    let new_id = || {
        number += 1;
        OptionId::from_random(number)
    };
    let checked = read::<QuizInput>(written).check(new_id);
    checked
        .map(|quiz| quiz.definition)
        .map_err(|invalid| invalid.0.iter().map(|error| format!("{} {}", error.path, error.code.code())).collect())
}

fn definition(alerts: &Value) -> Definition {
    checked(&written(alerts)).unwrap_or_else(|mistakes| panic!("{mistakes:?}"))
}

fn mistakes(alerts: &Value) -> Vec<String> {
    checked(&written(alerts)).expect_err("the alerts are wrong")
}

fn submitted(attempt: u32, definition: &Definition, answers: Answers) -> AnswersRecord {
    let at = Timestamp::default();
    let scores = definition.journey(&answers, "en").scores("en");
    AnswersRecord {
        quiz_id: QuizId::from_random(7),
        user: UserId::Anonymous(AnonId::new(7, |_| 7)),
        attempt,
        occasion: None,
        version: 1,
        language: Language::EN,
        answers,
        custom_data: None,
        fields: domain::FieldValues::default(),
        started_at: at,
        activity_at: at,
        submission: Some(Submission { at, scores }),
    }
}

fn ids(raised: &[&domain::AlertRule]) -> Vec<String> {
    raised.iter().map(|alert| alert.id.to_string()).collect()
}

/// The alerts of an attempt with this mood, after one with another.
fn raised(quiz: &Definition, before: Option<u8>, mood: u8) -> Vec<String> {
    let of = |attempt, mood| submitted(attempt, quiz, answers(quiz, &[("ask", json!(1)), ("low_mood", json!(mood))]));
    let before = before.map(|mood| of(1, mood));
    let earlier = before.as_ref().map(|record| EarlierAttempt { record, scored_by: quiz });
    ids(&quiz.raised(&of(2, mood), earlier))
}

#[test]
fn conditions_over_answers_bands_and_change_raise_alerts() {
    let quiz = definition(&json!([
        alert("answer", json!({ "question": "low_mood", "atLeast": 18 })),
        alert("band", json!({ "band": { "of": "overall", "is": ["high"] } })),
        alert("of_category", json!({ "band": { "of": "mood", "is": ["low", "high"] } })),
        alert("worse", json!({ "change": { "of": "overall", "is": ["worse"] } })),
        alert("better", json!({ "change": { "of": "overall", "is": ["better"] } })),
        alert("back", json!({ "change": { "of": "overall", "is": ["recovered"] } })),
        alert(
            "both",
            json!({ "all": [{ "question": "low_mood", "atLeast": 18 },
            { "not": { "change": { "of": "overall", "is": ["same"] } } }] })
        ),
    ]));
    assert_eq!(raised(&quiz, None, 3), ["of_category"]);
    assert_eq!(raised(&quiz, None, 18), ["answer", "band", "of_category", "both"]);
    assert_eq!(raised(&quiz, Some(17), 18), ["answer", "band", "of_category"]);
    assert_eq!(raised(&quiz, Some(9), 14), ["band", "of_category", "worse"]);
    assert_eq!(raised(&quiz, Some(20), 9), ["of_category", "better"]);
    assert_eq!(raised(&quiz, Some(9), 4), ["of_category", "better", "back"]);
    assert!(quiz.alerts_to_change());
}

#[test]
fn an_answer_to_a_hidden_question_raises_nothing() {
    let quiz = definition(&json!([alert("answer", json!({ "question": "low_mood", "atLeast": 18 }))]));
    let given = answers(&quiz, &[("ask", json!(2)), ("low_mood", json!(20))]);
    assert!(quiz.raised(&submitted(1, &quiz, given), None).is_empty());
    assert!(!quiz.alerts_to_change());
}

#[test]
fn before_the_submission_conditions_over_answers_alone_are_decided() {
    let quiz = definition(&json!([
        alert("answer", json!({ "question": "low_mood", "atLeast": 18 })),
        alert("band", json!({ "not": { "band": { "of": "overall", "is": ["low"] } } })),
    ]));
    let given = answers(&quiz, &[("ask", json!(1)), ("low_mood", json!(20))]);
    assert_eq!(ids(&quiz.raised_by_answers(&given, "en")), ["answer"]);
    assert_eq!(ids(&quiz.raised(&submitted(1, &quiz, given), None)), ["answer", "band"]);
    assert!(!quiz.has_early_alerts());
}

#[test]
fn built_in_questions_have_bands_of_their_own() {
    let band = |is: &str| json!({ "band": { "of": "overall", "is": [is] } });
    let quiz = |is| {
        json!({ "name": "Q", "alerts": [alert("low", band(is)), alert("spend",
        json!({ "band": { "of": "spend", "is": ["vulnerable"] } }))] })
    };
    assert_eq!(checked(&quiz("low")), Err(vec!["alerts[0].when unknown_band".to_owned()]));
    let quiz = checked(&quiz("healthy")).expect("it is right");
    for (code, expected) in [(1, "low"), (5, "spend")] {
        let given = quiz.items().map(|item| {
            let options = item.question.option_ids();
            (item.id.clone(), options[(code - 1).min(options.len() - 1)].clone().into())
        });
        assert_eq!(ids(&quiz.raised(&submitted(1, &quiz, given.collect()), None)), [expected], "option {code}");
    }
}

#[test]
fn mistakes_are_named() {
    let scored = json!({ "band": { "of": "overall", "is": ["high"] } });
    let early = |when: Value| json!({ "id": "a", "name": "A", "early": true, "when": when });
    for (wrong, told) in [
        (alert("a", json!({ "answered": "no" })), "alerts[0].when unknown_question"),
        (alert("a", json!({ "question": "ask", "is": [9] })), "alerts[0].when unknown_option"),
        (alert("a", json!({ "question": "ask", "atLeast": 9 })), "alerts[0].when wrong_condition"),
        (alert("a", json!({ "band": { "of": "overall", "is": ["middle"] } })), "alerts[0].when unknown_band"),
        (alert("a", json!({ "band": { "of": "sleep", "is": ["low"] } })), "alerts[0].when unknown_category"),
        (alert("a", json!({ "band": { "of": "overall", "is": [] } })), "alerts[0].when too_few"),
        (alert("a", json!({ "change": { "of": "overall", "is": ["bad"] } })), "alerts[0].when not_one_of"),
        (alert("a", json!({ "change": { "of": "mood", "is": ["worse"] } })), "scoring.categories[0].change required"),
        (early(scored.clone()), "alerts[0].when no_score_yet"),
        (early(json!({ "any": [{ "answered": "ask" }, { "not": scored }] })), "alerts[0].when no_score_yet"),
        (json!({ "id": "a", "name": "", "when": { "answered": "ask" } }), "alerts[0].name empty"),
        (json!({ "id": "a", "name": "n".repeat(201), "when": { "answered": "ask" } }), "alerts[0].name too_long"),
        (
            json!({ "id": "a", "name": "A", "when": { "answered": "ask" }, "help": "h".repeat(2001) }),
            "alerts[0].help too_long",
        ),
    ] {
        assert_eq!(mistakes(&json!([wrong])), [told], "{wrong}");
    }
    let one = alert("a", json!({ "answered": "ask" }));
    assert_eq!(mistakes(&json!([one, one])), ["alerts[1].id not_unique"]);
    let many: Vec<Value> = (0..21).map(|at| alert(&format!("a{at}"), json!({ "answered": "ask" }))).collect();
    assert_eq!(mistakes(&json!(many)), ["alerts too_many"]);
    assert!(checked(&written(&json!(many[..20]))).is_ok());
}

#[test]
fn conditions_elsewhere_test_no_scores() {
    let mut wrong = written(&json!([]));
    wrong["questions"][1]["showIf"] = json!({ "not": { "band": { "of": "overall", "is": ["high"] } } });
    assert_eq!(checked(&wrong), Err(vec!["questions[1].showIf no_score_yet".to_owned()]));
}

#[test]
fn alerts_are_stored_as_they_are_written_and_without_them_nothing_is() {
    let mut alerts = json!([
        { "id": "answer", "name": { "en": "Low", "es": "Bajo" }, "early": true, "when": { "answered": "ask" },
            "help": "Call 112.\nNow." },
        alert("band", json!({ "any": [{ "band": { "of": "overall", "is": ["high"] } },
            { "change": { "of": "overall", "is": ["worse"] } }] })),
    ]);
    let quiz = definition(&alerts);
    let stored = serde_json::to_value(&quiz).expect("serializes");
    assert_eq!(stored["alerts"], alerts);
    assert_eq!(read::<Definition>(&stored), quiz);
    assert!(quiz.has_early_alerts());
    alerts = json!([]);
    let stored = serde_json::to_string(&definition(&alerts)).expect("serializes");
    assert!(!stored.contains("alerts"), "{stored}");
}

#[test]
fn a_condition_or_its_opposite_raises_an_alert_and_the_same_one_each_time() {
    let mut count = 0;
    for seed in 0..1500 {
        let mut random = Random::new(seed);
        let (mut written, items) = random.definition();
        let Some(asked) = items.iter().find(|item| written["questions"][0]["id"] == json!(item.id)) else { continue };
        let when = json!({ "answered": asked.id });
        written["alerts"] = json!([alert("yes", when.clone()), alert("no", json!({ "not": when }))]);
        let quiz: Definition = read(&written);
        let mut given = Answers::new();
        for item in &items {
            let id = support::id(&item.id);
            let input: domain::AnswerInput = read(&random.answer(item));
            if let Ok(Some(answer)) = quiz.amend(&id, &input) {
                given.insert(id, answer);
            }
        }
        let journey = quiz.journey(&given, "en");
        let expected = if journey.answers.contains_key(&support::id(&asked.id)) { "yes" } else { "no" };
        let of = |answers: &Answers| ids(&quiz.raised_by_answers(answers, "en"));
        // What holds without any answer waits for the submission.
        let at_once: &[&str] = if expected == "yes" { &["yes"] } else { &[] };
        assert_eq!(of(&given), at_once, "{seed}");
        assert_eq!(of(&journey.answers), at_once, "{seed}: answers to hidden questions decide nothing");
        assert_eq!(ids(&quiz.raised(&submitted(1, &quiz, given), None)), [expected], "{seed}");
        count += 1;
    }
    assert!(count > 500, "{count} quizzes begin with a question that is answered");
}
