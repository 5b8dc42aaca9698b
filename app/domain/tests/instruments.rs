//! Figures of published instruments, and sums, tables and half steps in general.

mod support;

use domain::{Definition, Scores};
use serde_json::{Value, json};
use support::{answers, checked, definition, mistakes};

fn score(definition: &Definition, given: &[(&str, Value)]) -> Option<String> {
    Scores::of(definition, &answers(definition, given)).overall.map(|scored| scored.score.to_string())
}

/// Ten items from 0 to 4, converted by one of four tables that two unscored answers choose.
fn well_being() -> Value {
    let tables: [&[u8]; 4] = [
        &[
            14, 19, 22, 25, 27, 29, 31, 32, 34, 35, 37, 38, 40, 41, 42, 44, 45, 46, 47, 49, 50, 51, 52, 54, 55, 56, 58,
            59, 60, 62, 63, 65, 66, 68, 69, 71, 73, 75, 78, 81, 86,
        ],
        &[
            14, 20, 24, 26, 29, 31, 33, 35, 36, 38, 39, 41, 42, 44, 45, 46, 48, 49, 50, 52, 53, 54, 56, 57, 58, 60, 61,
            63, 64, 66, 67, 69, 71, 73, 75, 77, 79, 82, 84, 88, 95,
        ],
        &[
            16, 21, 24, 27, 29, 31, 33, 34, 36, 38, 39, 40, 42, 43, 44, 45, 47, 48, 49, 50, 52, 53, 54, 55, 57, 58, 59,
            60, 62, 63, 65, 66, 68, 70, 71, 73, 76, 78, 81, 85, 91,
        ],
        &[
            18, 23, 26, 28, 30, 32, 33, 35, 36, 38, 39, 40, 41, 43, 44, 45, 46, 47, 48, 49, 50, 52, 53, 54, 55, 57, 58,
            59, 60, 62, 64, 65, 67, 68, 70, 72, 75, 77, 79, 81, 87,
        ],
    ];
    let when = |mode: usize, age: usize| json!({ "all": [{ "question": "mode", "is": [mode] }, { "question": "age", "is": [age] }] });
    let keys = [(1, 1), (1, 2), (2, 1), (2, 2)];
    let tables: Vec<Value> =
        keys.iter().zip(tables).map(|((m, a), values)| json!({ "when": when(*m, *a), "values": values })).collect();
    let two = json!([{ "label": "A" }, { "label": "B" }]);
    let mut questions = vec![
        json!({ "id": "mode", "text": "Who fills it in?", "options": two }),
        json!({ "id": "age", "text": "Age?", "options": two }),
    ];
    questions.extend((1..=10).map(|n| {
        json!({ "id": format!("i{n}"), "kind": "scale", "text": "?", "from": 0, "to": 4, "points": [0, 1, 2, 3, 4] })
    }));
    let bands: Vec<Value> = [0, 40, 50, 60, 70]
        .iter()
        .map(|from| json!({ "id": format!("b{from}"), "from": from, "name": "Band", "hue": "sky" }))
        .collect();
    json!({ "questions": questions, "scoring": { "method": "table", "tables": tables, "bands": bands } })
}

const ITEMS: [&str; 10] = ["i1", "i2", "i3", "i4", "i5", "i6", "i7", "i8", "i9", "i10"];

fn items(points: [i32; 10]) -> Vec<(&'static str, Value)> {
    ITEMS.into_iter().zip(points.map(|points| json!(points))).collect()
}

#[test]
fn unscored_answers_choose_the_conversion_table() {
    let definition = definition(&well_being());
    let of = |mode: u8, age: u8, points: [i32; 10]| {
        let mut given = items(points);
        given.extend([("mode", json!(mode)), ("age", json!(age))]);
        let scores = Scores::of(&definition, &answers(&definition, &given));
        let overall = scores.overall.expect("all is answered");
        (overall.score.to_string(), overall.band.map(|band| band.to_string()).unwrap_or_default())
    };
    let published = [4, 3, 2, 1, 4, 3, 2, 3, 0, 1];
    assert_eq!(of(1, 2, published), ("57".to_owned(), "b50".to_owned()));
    let shown = |score: &str, band: &str| (score.to_owned(), band.to_owned());
    assert_eq!([of(1, 1, [0; 10]), of(1, 1, [4; 10])], [shown("14", "b0"), shown("86", "b70")]);
    assert_eq!([of(2, 1, published), of(2, 2, published)], [shown("55", "b50"), shown("54", "b50")]);
    assert_eq!(of(2, 2, [4; 10]), shown("87", "b70"));
    assert!(Scores::of(&definition, &domain::Answers::new()).is_own, "the table tells the unscored answers");
}

#[test]
fn tables_have_a_value_for_every_sum_and_leave_no_answer_out() {
    let mut short = well_being();
    short["scoring"]["tables"][2]["values"].as_array_mut().expect("a list").pop();
    assert_eq!(mistakes(&short), ["scoring.tables[2].values wrong_count"]);
    let mut uncovered = well_being();
    uncovered["scoring"]["tables"].as_array_mut().expect("a list").pop();
    assert_eq!(mistakes(&uncovered), ["scoring.tables uncovered"]);
    let mut optional = well_being();
    optional["questions"][1]["required"] = json!(false);
    assert_eq!(mistakes(&optional), ["scoring.tables uncovered"], "an unanswered age has no table");
    let last = optional["scoring"]["tables"][3].as_object_mut().expect("a table");
    last.remove("when");
    assert!(checked(&optional).is_ok());
    let mut precise = well_being();
    precise["scoring"]["tables"][0]["values"][3] = json!(12.25);
    assert_eq!(mistakes(&precise), ["scoring.tables[0].values too_precise"]);
    let mut other_method = well_being();
    other_method["scoring"]["method"] = json!("sum");
    assert_eq!(mistakes(&other_method), ["scoring.tables not_of_method"]);
}

#[test]
fn a_table_needs_all_of_its_questions_shown() {
    let mut written = well_being();
    written["questions"][11]["showIf"] = json!({ "question": "mode", "is": [1] });
    let definition = definition(&written);
    let of = |mode: u8| {
        let mut given = items([2; 10]);
        given.extend([("mode", json!(mode)), ("age", json!(1))]);
        score(&definition, &given)
    };
    assert_eq!((of(1), of(2)), (Some("50".to_owned()), None));
}

#[test]
fn steps_of_two_and_a_half_survive() {
    let questions: Vec<Value> = ITEMS
        .iter()
        .enumerate()
        .map(|(index, id)| {
            let points = if index % 2 == 0 { json!([0, 2.5, 5, 7.5, 10]) } else { json!([10, 7.5, 5, 2.5, 0]) };
            json!({ "id": id, "kind": "scale", "text": "?", "from": 1, "to": 5, "points": points })
        })
        .collect();
    let grades = [
        ("d", 51.7),
        ("c_minus", 62.7),
        ("c", 65.0),
        ("c_plus", 71.1),
        ("b_minus", 72.6),
        ("b", 74.1),
        ("b_plus", 77.2),
        ("a_minus", 78.9),
        ("a", 80.8),
        ("a_plus", 84.1),
    ];
    let bands: Vec<Value> =
        grades.iter().map(|(id, from)| json!({ "id": id, "from": from, "name": "Grade", "hue": "leaf" })).collect();
    let definition =
        definition(&json!({ "questions": questions, "scoring": { "method": "sum", "decimals": 1, "bands": bands } }));
    for (points, expected, grade) in [
        ([3; 10], "50", None),
        ([5, 1, 5, 1, 5, 1, 5, 1, 5, 1], "100", Some("a_plus")),
        ([4, 2, 4, 2, 4, 2, 4, 2, 4, 2], "75", Some("b")),
        ([5, 2, 4, 1, 5, 2, 4, 2, 4, 3], "80", Some("a_minus")),
        ([5, 2, 4, 1, 5, 2, 4, 2, 3, 3], "77.5", Some("b_plus")),
    ] {
        let scores = Scores::of(&definition, &answers(&definition, &items(points)));
        let overall = scores.overall.expect("all is answered");
        assert_eq!(overall.score.to_string(), expected);
        assert_eq!(overall.band.as_ref().map(domain::Name::as_str), grade);
        assert_eq!(
            overall.range.map(|(least, most)| (least.to_string(), most.to_string())),
            Some(("0".into(), "100".into()))
        );
    }
}

#[test]
fn screening_sums_fall_into_their_bands() {
    for (count, bounds) in [(9, vec![0, 5, 10, 15, 20]), (7, vec![0, 5, 10, 15])] {
        let item =
            |id: &&str| json!({ "id": id, "kind": "scale", "text": "?", "from": 0, "to": 3, "points": [0, 1, 2, 3] });
        let questions: Vec<Value> = ITEMS[..count].iter().map(item).collect();
        let band = |from: &i32| json!({ "id": format!("b{from}"), "from": from, "name": "Band", "hue": "amber" });
        let bands: Vec<Value> = bounds.iter().map(band).collect();
        let definition = definition(&json!({ "questions": questions, "scoring": { "method": "sum", "bands": bands } }));
        for sum in 0..=3 * count {
            let given: Vec<(&str, Value)> =
                (0..count).map(|at| (ITEMS[at], json!(((sum + count - 1 - at) / count).min(3)))).collect();
            let overall = Scores::of(&definition, &answers(&definition, &given)).overall.expect("all is answered");
            let expected = bounds.iter().rev().find(|bound| usize::try_from(**bound).is_ok_and(|b| b <= sum));
            assert_eq!(overall.score.to_string(), sum.to_string());
            assert_eq!(overall.band.map(|band| band.to_string()), expected.map(|bound| format!("b{bound}")));
        }
    }
}

#[test]
fn the_mean_of_the_others_stands_in_for_missing_answers() {
    let item = |id: &&str| json!({ "id": id, "kind": "scale", "text": "?", "from": 0, "to": 3, "points": [0, 1, 2, 3], "required": false });
    let questions: Vec<Value> = ITEMS[..4].iter().map(item).collect();
    let definition = definition(&json!({ "questions": questions, "scoring": { "method": "sum", "allowMissing": 2 } }));
    let of = |given: &[i32]| {
        let given: Vec<(&str, Value)> = ITEMS.into_iter().zip(given.iter().map(|points| json!(points))).collect();
        score(&definition, &given)
    };
    assert_eq!(of(&[1, 2, 3, 3]), Some("9".to_owned()));
    assert_eq!(of(&[1, 2, 2]), Some("7".to_owned()), "4/3 of 5, rounded once");
    assert_eq!(of(&[1, 2]), Some("6".to_owned()));
    assert_eq!(of(&[3]), None);
    assert_eq!(of(&[]), None);
}
