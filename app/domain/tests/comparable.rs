//! Which scores compare: those of versions that ask and count the same, and of attempts in which the same counts.

mod support;

use domain::{Definition, Journey, Language, Scores, Verdict};
use serde_json::{Value, json};
use support::{answers, definition, name};

/// Two scored questions, the second asked of some, whose choice depends on what was answered before.
fn written() -> Value {
    let yes_no = |id: &str| json!({ "id": id, "text": "?", "required": false, "options": [{ "label": "Yes" }, { "label": "No" }] });
    let scored = |id: &str, category: &str| {
        let options =
            json!([{ "label": "0", "points": 0 }, { "label": "3", "points": 3 }, { "label": "None", "points": null }]);
        json!({ "id": id, "text": "?", "category": category, "options": options })
    };
    let mut gate = yes_no("gate");
    gate["showIf"] = json!({ "question": "first", "is": [1] });
    let mut later = scored("later", "sleep");
    later["showIf"] = json!({ "not": { "question": "gate", "is": [2] } });
    json!({
        "questions": [yes_no("first"), gate, scored("calm", "mood"), later],
        "scoring": { "method": "sum", "change": { "better": "lower", "points": 1 },
            "categories": [{ "id": "mood", "name": "Mood" }, { "id": "sleep", "name": "Sleep" }] },
    })
}

/// True if the overall score, that of the mood and that of the sleep are computed from the same.
fn same(change: impl FnOnce(&mut Value)) -> [bool; 3] {
    let (quiz, mut other) = (definition(&written()), written());
    change(&mut other);
    let other = definition(&other);
    let of = [None, Some(name("mood")), Some(name("sleep"))];
    of.map(|of| {
        assert_eq!(quiz.computes_as(&other, of.as_ref()), other.computes_as(&quiz, of.as_ref()));
        quiz.computes_as(&other, of.as_ref())
    })
}

#[test]
fn what_decides_if_a_scored_question_is_asked_is_part_of_its_score() {
    assert_eq!(same(|_| {}), [true; 3]);
    // Through another question.
    assert_eq!(same(|quiz| quiz["questions"][1]["showIf"]["is"] = json!([2])), [false, true, false]);
    let end = json!({ "id": "end", "kind": "statement", "text": "Bye", "ends": true, "showIf": { "question": "first", "is": [2] } });
    assert_eq!(
        same(|quiz| quiz["questions"].as_array_mut().expect("a list").insert(3, end.clone())),
        [false, true, false]
    );
    assert_eq!(
        same(|quiz| quiz["questions"].as_array_mut().expect("a list").push(end)),
        [true; 3],
        "nothing comes after it"
    );
    let note = json!({ "id": "note", "kind": "text", "text": "?", "required": false, "showIf": { "question": "gate", "is": [1] } });
    assert_eq!(
        same(|quiz| quiz["questions"].as_array_mut().expect("a list").push(note)),
        [true; 3],
        "it decides nothing"
    );
}

fn scores(quiz: &Definition, given: &[(&str, Value)]) -> Scores {
    let journey: Journey<'_> = quiz.journey(&answers(quiz, given), Language::EN.as_str());
    journey.scores(Language::EN.as_str())
}

#[test]
fn sums_of_different_questions_do_not_compare() {
    let quiz = definition(&written());
    let all = scores(&quiz, &[("calm", json!(2)), ("later", json!(2))]);
    let verdict =
        |now: &Scores| quiz.judged(now, domain::Before { definition: &quiz, scores: &all }, None).map(|it| it.verdict);
    assert_eq!(verdict(&scores(&quiz, &[("calm", json!(1)), ("later", json!(2))])), Some(Verdict::Better));
    let not_applicable = scores(&quiz, &[("calm", json!(3)), ("later", json!(2))]);
    assert_eq!(verdict(&not_applicable), Some(Verdict::NotComparable));
    let hidden = scores(&quiz, &[("first", json!(1)), ("gate", json!(2)), ("calm", json!(2))]);
    assert_eq!(verdict(&hidden), Some(Verdict::NotComparable));
}

/// Two categories whose order is changed by `is_turned`, and a table that depends on an unscored question, which is asked of
/// everyone or of some.
fn converted(is_turned: bool, asked: Option<Value>) -> Definition {
    let options = json!([{ "label": "Yes" }, { "label": "No" }]);
    let mut sex = json!({ "id": "sex", "text": "?", "required": false, "options": options });
    if let Some(condition) = asked {
        sex["showIf"] = condition;
    }
    let mut categories = [json!({ "id": "mood", "name": "Mood" }), json!({ "id": "sleep", "name": "Sleep" })];
    if is_turned {
        categories.reverse();
    }
    let points = json!([{ "label": "0", "points": 0 }, { "label": "3", "points": 3 }]);
    definition(&json!({
        "questions": [
            { "id": "first", "text": "?", "required": false, "options": options },
            sex,
            { "id": "calm", "text": "?", "category": "mood", "options": points },
            { "id": "rest", "text": "?", "category": "sleep", "options": points },
        ],
        "scoring": { "method": "table", "categories": categories, "tables": [
            { "when": { "question": "sex", "is": [1] }, "values": [0, 1, 2, 3, 4, 5, 6] },
            { "values": [6, 5, 4, 3, 2, 1, 0] },
        ] },
    }))
}

#[test]
fn what_decides_which_table_converts_is_part_of_the_overall_score() {
    let quiz = converted(false, None);
    let of_some = converted(false, Some(json!({ "question": "first", "is": [1] })));
    assert!(!quiz.computes_as(&of_some, None) && quiz.computes_as(&of_some, Some(&name("mood"))));
    assert!(!quiz.scores_as(&of_some));
    let turned = converted(true, None);
    assert!(quiz.scores_as(&turned) && quiz.computes_as(&turned, None), "the order of categories scores nothing");
}
