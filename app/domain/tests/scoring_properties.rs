//! Scores of random quizzes against an independent reckoning, and what must hold for all of them.

mod support;

use domain::{Answers, Definition, Scores};
use proptest::prelude::*;
use serde_json::{Value, json};
use support::{answers, definition};

/// A question of the random quiz, as plain numbers.
#[derive(Clone, Debug)]
struct RandomQuestion {
    /// Points of each option, in tenths.
    points: Vec<i64>,
    weight: i64,
    in_first_category: bool,
    /// The question is shown only if the first question's option has this index.
    only_after: Option<usize>,
    kind: u8,
}

fn asked() -> impl Strategy<Value = Vec<RandomQuestion>> {
    let one = (
        proptest::collection::vec(0..=1000_i64, 2..6),
        1..=5_i64,
        any::<bool>(),
        proptest::option::of(0..2_usize),
        0..3_u8,
    )
        .prop_map(|(points, weight, in_first_category, only_after, kind)| RandomQuestion {
            points,
            weight,
            in_first_category,
            only_after,
            kind,
        });
    proptest::collection::vec(one, 1..8).prop_map(|mut asked| {
        asked[0].only_after = None;
        asked
    })
}

fn tenths(points: i64) -> Value {
    if points % 10 == 0 {
        json!(points / 10)
    } else {
        json!(format!("{}.{}", points / 10, points % 10).parse::<f64>().expect("a number"))
    }
}

fn written(asked: &[RandomQuestion], method: &str) -> Value {
    let question = |(index, asked): (usize, &RandomQuestion)| {
        let category = if asked.in_first_category { "a" } else { "b" };
        let list: Vec<Value> = asked.points.iter().map(|points| tenths(*points)).collect();
        let mut question =
            json!({ "id": format!("q{index}"), "text": "?", "weight": asked.weight, "category": category });
        match asked.kind {
            0 => {
                question["kind"] = json!("scale");
                (question["from"], question["to"]) = (json!(0), json!(asked.points.len() - 1));
                question["points"] = json!(list);
            }
            1 => {
                question["kind"] = json!("number");
                (question["min"], question["max"]) = (json!(0), json!(asked.points.len() - 1));
                let end = list.len() - 1;
                let range = |(at, points): (usize, &Value)| {
                    if at == end { json!({ "points": points }) } else { json!({ "below": at + 1, "points": points }) }
                };
                question["ranges"] = list.iter().enumerate().map(range).collect();
            }
            _ => question["options"] = list.iter().map(|points| json!({ "label": "O", "points": points })).collect(),
        }
        if let Some(option) = asked.only_after {
            question["showIf"] = json!({ "question": "gate", "is": [option + 1] });
        }
        question
    };
    let mut questions = vec![json!({ "id": "gate", "text": "?", "options": [{ "label": "A" }, { "label": "B" }] })];
    questions.extend(asked.iter().enumerate().map(question));
    json!({ "questions": questions, "scoring": { "method": method, "decimals": 1,
        "categories": [{ "id": "a", "name": "A" }, { "id": "b", "name": "B" }] } })
}

fn given(definition: &Definition, asked: &[RandomQuestion], gate: usize, chosen: &[usize]) -> Answers {
    let ids: Vec<String> = (0..asked.len()).map(|index| format!("q{index}")).collect();
    let mut given = vec![("gate", json!(gate + 1))];
    for ((id, asked), chosen) in ids.iter().zip(asked).zip(chosen) {
        let index = chosen % asked.points.len();
        given.push((id, if asked.kind == 2 { json!(index + 1) } else { json!(index) }));
    }
    answers(definition, &given)
}

/// A score with one decimal in tenths, reckoned in whole numbers: the average or the sum of these points and weights.
fn reckoned(parts: &[(i64, i64)], method: &str) -> Option<i64> {
    let weights: i64 = parts.iter().map(|(_, weight)| weight).sum();
    let sum: i64 = parts.iter().map(|(points, weight)| points * weight).sum();
    if parts.is_empty() {
        return None;
    }
    if method == "sum" { Some(sum) } else { Some((2 * sum + weights).div_euclid(2 * weights)) }
}

fn in_tenths(score: Option<&domain::Scored>) -> Option<i64> {
    score.map(|scored| scored.score.thousandths() / 100)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn scores_are_those_of_an_independent_reckoning(
        asked in asked(),
        gate in 0..2_usize,
        chosen in proptest::collection::vec(0..60_usize, 8),
        is_sum: bool,
    ) {
        let method = if is_sum { "sum" } else { "average" };
        let definition = definition(&written(&asked, method));
        let scores = Scores::of(&definition, &given(&definition, &asked, gate, &chosen));
        let shown: Vec<(&RandomQuestion, i64)> = asked
            .iter()
            .zip(&chosen)
            .filter(|(asked, _)| asked.only_after.is_none_or(|option| option == gate))
            .map(|(asked, chosen)| (asked, asked.points[chosen % asked.points.len()]))
            .collect();
        let parts = |category: Option<bool>| -> Vec<(i64, i64)> {
            let of = |asked: &RandomQuestion| category.is_none_or(|first| asked.in_first_category == first);
            shown.iter().filter(|(asked, _)| of(asked)).map(|(asked, points)| (*points, asked.weight)).collect()
        };
        prop_assert_eq!(in_tenths(scores.overall.as_ref()), reckoned(&parts(None), method));
        for (name, first) in [("a", true), ("b", false)] {
            let category = scores.categories.iter().find(|(id, _)| id.as_str() == name).map(|(_, scored)| scored);
            prop_assert_eq!(in_tenths(category), reckoned(&parts(Some(first)), method));
        }
        if let Some(overall) = &scores.overall {
            let bound = |pick: fn(&[i64]) -> i64| -> i64 { shown.iter().map(|(asked, _)| pick(&asked.points) * asked.weight).sum() };
            let least = bound(|points| points.iter().copied().min().unwrap_or(0));
            let most = bound(|points| points.iter().copied().max().unwrap_or(0));
            let range = overall.range.map(|(low, high)| (low.thousandths() / 100, high.thousandths() / 100));
            prop_assert_eq!(range, is_sum.then_some((least, most)));
            if let Some((low, high)) = overall.range {
                prop_assert!(low <= overall.score && overall.score <= high);
            } else {
                prop_assert!((0..=100_000).contains(&overall.score.thousandths()));
            }
        }
        let json = serde_json::to_string(&scores).map_err(|error| TestCaseError::fail(error.to_string()))?;
        let back: Scores = serde_json::from_str(&json).map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert_eq!(Scores { questions: scores.questions.clone(), ..back }, scores);
    }
}

proptest! {
    #[test]
    fn more_points_for_one_answer_never_lower_a_score(
        asked in asked(), gate in 0..2_usize, chosen in proptest::collection::vec(0..60_usize, 8), which in 0..8_usize, is_sum: bool,
    ) {
        let definition = definition(&written(&asked, if is_sum { "sum" } else { "average" }));
        let which = which % asked.len();
        let points = &asked[which].points;
        let mut better = chosen.clone();
        better[which] = (0..points.len()).max_by_key(|at| points[*at]).unwrap_or(0);
        let before = Scores::of(&definition, &given(&definition, &asked, gate, &chosen));
        let after = Scores::of(&definition, &given(&definition, &asked, gate, &better));
        prop_assert!(in_tenths(after.overall.as_ref()) >= in_tenths(before.overall.as_ref()));
    }

    #[test]
    fn an_answer_that_is_not_scored_counts_as_a_hidden_question(
        asked in asked(),
        gate in 0..2_usize,
        chosen in proptest::collection::vec(0..60_usize, 8),
        which in 0..8_usize,
        is_left_open: bool,
        allowed in 0..3_usize,
        is_sum: bool,
    ) {
        let which = which % asked.len();
        let mut asked = asked;
        asked[which].kind = 2;
        let quiz = |asked: &[RandomQuestion]| {
            let mut written = written(asked, if is_sum { "sum" } else { "average" });
            written["scoring"]["allowMissing"] = json!(allowed);
            for question in written["questions"].as_array_mut().expect("questions") {
                question["required"] = json!(false);
            }
            let options = written["questions"][which + 1]["options"].as_array_mut().expect("options");
            options.push(json!({ "label": "N/A", "points": null }));
            definition(&written)
        };
        let shown = quiz(&asked);
        let mut answered = given(&shown, &asked, gate, &chosen);
        let id = support::id(&format!("q{which}"));
        answered.remove(&id);
        // Another one may be missing.
        if is_left_open && asked.len() > 1 {
            answered.remove(&support::id(&format!("q{}", (which + 1) % asked.len())));
        }
        asked[which].only_after = Some(1 - gate);
        let hidden = Scores::of(&quiz(&asked), &answered);
        let last = asked[which].points.len() + 1;
        answered.extend(answers(&shown, &[(id.as_str(), json!(last))]));
        prop_assert_eq!(Scores::of(&shown, &answered), hidden);
    }

    #[test]
    fn the_order_of_questions_does_not_matter(
        asked in asked(), gate in 0..2_usize, chosen in proptest::collection::vec(0..60_usize, 8), turn in 0..8_usize,
    ) {
        let one = definition(&written(&asked, "average"));
        let mut other = one.clone();
        let turn = turn % asked.len();
        other.questions[1..].rotate_left(turn);
        let given = given(&one, &asked, gate, &chosen);
        prop_assert_eq!(Scores::of(&one, &given), Scores::of(&other, &given));
    }

    #[test]
    fn definitions_survive_json(asked in asked(), is_sum: bool) {
        let definition = definition(&written(&asked, if is_sum { "sum" } else { "average" }));
        let json = serde_json::to_string(&definition).map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert_eq!(serde_json::from_str::<Definition>(&json).ok(), Some(definition));
    }
}

#[test]
fn a_scale_rises_in_equal_steps_that_are_rounded_once() {
    let scale = |direction: &str| {
        definition(&json!({ "questions": [
            { "id": "a", "kind": "scale", "text": "?", "from": 0, "to": 3, "points": direction },
            { "id": "b", "kind": "scale", "text": "?", "from": 0, "to": 3, "points": direction }],
            "scoring": { "method": "average" } }))
    };
    let of = |definition: &Definition, a: u8, b: u8| {
        let given = answers(definition, &[("a", json!(a)), ("b", json!(b))]);
        in_tenths(Scores::of(definition, &given).overall.as_ref()).map(|tenths| tenths / 10)
    };
    let (linear, reversed) = (scale("linear"), scale("reversed"));
    // 33.33… and 66.66… make 50, though 33 and 67 would, too; 33.33… twice stays 33.
    assert_eq!([of(&linear, 1, 2), of(&linear, 1, 1), of(&linear, 2, 2)], [Some(50), Some(33), Some(67)]);
    assert_eq!([of(&reversed, 0, 0), of(&reversed, 3, 3), of(&reversed, 1, 1)], [Some(100), Some(0), Some(67)]);
}
