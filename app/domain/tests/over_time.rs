//! Scores over time: what compares, which norm holds, and how both are written.

#[path = "support/random.rs"]
#[expect(dead_code, reason = "nothing is answered at random here")]
mod random;
mod support;

use domain::{
    AnonId, Answers, AnswersRecord, Definition, EarlierAttempt, Language, QuizId, Submission, Timestamp, UserId,
    Verdict,
};
use random::Random;
use serde_json::{Value, json};
use support::{answers, definition, mistakes, name, number, read};

/// Two questions in two categories; the sum is judged, and so is the first category.
fn written() -> Value {
    let scale = |id: &str, category: &str| {
        json!({ "id": id, "kind": "scale", "text": "?", "from": 0, "to": 20, "category": category, "weight": 1,
            "points": (0..=20).collect::<Vec<_>>() })
    };
    let group = json!([{ "label": "Young" }, { "label": "Old" }]);
    json!({
        "questions": [
            { "id": "age", "text": "?", "required": false, "options": group },
            { "id": "note", "kind": "text", "text": "?", "required": false },
            scale("calm", "mood"),
            scale("rest", "sleep"),
        ],
        "scoring": {
            "method": "sum",
            "change": { "better": "lower", "points": 5, "cutoff": 20 },
            "norms": [
                { "name": "Old", "source": "Manual, 2020", "when": { "question": "age", "is": [2] }, "mean": 30, "sd": 10 },
                { "name": "All", "source": { "en": "Survey", "es": "Encuesta" }, "percentiles": [[0, 1], [100, 99]] },
            ],
            "categories": [
                { "id": "mood", "name": "Mood", "change": { "better": "lower", "sd": 7.5, "reliability": 0.8 } },
                { "id": "sleep", "name": "Sleep" },
            ],
        },
    })
}

fn submitted(attempt: u32, definition: &Definition, answers: Answers) -> AnswersRecord {
    let at = Timestamp::default();
    let scores = definition.journey(&answers, "en").scores("en");
    AnswersRecord {
        quiz_id: QuizId::from_random(7),
        user: UserId::Anonymous(AnonId::new(7, |_| 7)),
        attempt,
        occasion: None,
        version: attempt,
        language: Language::EN,
        answers,
        custom_data: None,
        fields: domain::FieldValues::default(),
        started_at: at,
        activity_at: at,
        submission: Some(Submission { at, scores }),
    }
}

fn attempt(attempt: u32, definition: &Definition, calm: u8, rest: u8, more: &[(&str, Value)]) -> AnswersRecord {
    let mut given = vec![("calm", json!(calm)), ("rest", json!(rest))];
    given.extend_from_slice(more);
    submitted(attempt, definition, answers(definition, &given))
}

/// The verdicts by category, with the difference and the attempt.
fn verdicts(now: &AnswersRecord, of: &Definition, then: &AnswersRecord, by: &Definition) -> Vec<String> {
    let changes = now.changes(of, EarlierAttempt { record: then, scored_by: by });
    let told = changes.into_iter().map(|(id, change)| {
        let difference = change.judged.difference.map(|difference| format!(" {difference}"));
        let id = id.map_or("overall", |id| id.as_str());
        let verdict = change.judged.verdict.as_str();
        format!("{id} {verdict}{} since {} of {}", difference.unwrap_or_default(), change.attempt, change.version)
    });
    told.collect()
}

#[test]
fn each_declared_score_has_a_verdict_and_an_absent_score_none() {
    let quiz = definition(&written());
    let [first, second] = [attempt(1, &quiz, 20, 10, &[]), attempt(2, &quiz, 10, 8, &[])];
    assert_eq!(
        verdicts(&second, &quiz, &first, &quiz),
        ["overall recovered -12 since 1 of 1", "mood better -10 since 1 of 1"]
    );
    let open = submitted(3, &quiz, answers(&quiz, &[("calm", json!(20))]));
    assert_eq!(verdicts(&open, &quiz, &second, &quiz), ["mood worse 10 since 2 of 2"]);
    assert_eq!(verdicts(&second, &quiz, &open, &quiz), ["mood better -10 since 3 of 3"]);
}

#[test]
fn a_version_that_computes_one_score_anew_breaks_that_one_alone() {
    let quiz = definition(&written());
    let mut other = written();
    other["questions"][3]["weight"] = json!(2);
    let other = definition(&other);
    let [first, second] = [attempt(1, &quiz, 20, 10, &[]), attempt(2, &other, 10, 8, &[])];
    assert_eq!(
        verdicts(&second, &other, &first, &quiz),
        ["overall not_comparable since 1 of 1", "mood better -10 since 1 of 1"]
    );
}

#[test]
fn the_first_norm_that_holds_tells_where_a_score_stands() {
    let quiz = definition(&written());
    let norms = |more: &[(&str, Value)]| {
        let record = attempt(1, &quiz, 20, 20, more);
        let norms = record.norms(&quiz);
        norms
            .iter()
            .map(|(of, norm, standing)| {
                let name = norm.name.in_language(Language::EN, Language::EN).to_owned();
                (of.is_none(), name, standing.z, standing.t, standing.percentile)
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(norms(&[("age", json!(2))]), [(true, "Old".to_owned(), Some(number("1")), Some(60), 84)]);
    assert_eq!(norms(&[("age", json!(1))]), [(true, "All".to_owned(), None, None, 40)]);
    assert_eq!(norms(&[]), [(true, "All".to_owned(), None, None, 40)]);
    let mut old_alone = written();
    old_alone["scoring"]["norms"].as_array_mut().expect("norms").truncate(1);
    let old_alone = definition(&old_alone);
    assert!(attempt(1, &old_alone, 20, 20, &[]).norms(&old_alone).is_empty(), "no group fits");
}

#[test]
fn what_is_declared_is_stored_as_it_is_written_and_nothing_else_is() {
    let quiz = definition(&written());
    let stored = serde_json::to_value(&quiz).expect("serializes");
    let mut expected = written()["scoring"].clone();
    // Options are stored by their ids.
    expected["norms"][0]["when"] = stored["scoring"]["norms"][0]["when"].clone();
    assert_eq!(stored["scoring"], expected);
    assert_eq!(read::<Definition>(&stored), quiz);
    let mut plain = written();
    plain["scoring"] =
        json!({ "method": "sum", "categories": [{ "id": "mood", "name": "M" }, { "id": "sleep", "name": "S" }] });
    let stored = serde_json::to_value(definition(&plain)).expect("serializes");
    assert_eq!(stored["scoring"], plain["scoring"]);
}

#[test]
fn mistakes_in_rules_and_norms_are_named() {
    let with = |field: &str, value: Value| {
        let mut wrong = written();
        wrong["scoring"][field] = value.clone();
        wrong["scoring"]["categories"][0][field] = value;
        mistakes(&wrong)
    };
    for (rule, path, code) in [
        (json!({ "better": "lower" }), "change", "not_one_of"),
        (json!({ "better": "lower", "sd": 3 }), "change", "not_one_of"),
        (json!({ "better": "lower", "reliability": 0.5, "points": 1 }), "change", "not_one_of"),
        (json!({ "better": "lower", "sd": 3, "reliability": 0.5, "percent": 1 }), "change", "not_one_of"),
        (json!({ "better": "lower", "sd": 0, "reliability": 0.5 }), "change.sd", "out_of_range"),
        (json!({ "better": "lower", "sd": 3, "reliability": 1 }), "change.reliability", "out_of_range"),
        (json!({ "better": "lower", "sd": 3, "reliability": -0.1 }), "change.reliability", "out_of_range"),
        (json!({ "better": "lower", "points": 0 }), "change.points", "out_of_range"),
        (json!({ "better": "lower", "percent": -1 }), "change.percent", "out_of_range"),
    ] {
        let of = |score: &str| format!("{score}.{path} {code}");
        assert_eq!(with("change", rule.clone()), [of("scoring"), of("scoring.categories[0]")], "{rule}");
    }
    for (norm, place, code) in [
        (json!({ "name": "", "source": "S", "mean": 1, "sd": 1 }), ".name", "empty"),
        (json!({ "name": "N", "source": " ", "mean": 1, "sd": 1 }), ".source", "empty"),
        (json!({ "name": "N", "source": "S", "mean": 1 }), "", "not_one_of"),
        (json!({ "name": "N", "source": "S" }), "", "not_one_of"),
        (json!({ "name": "N", "source": "S", "mean": 1, "sd": 1, "percentiles": [[1, 2]] }), "", "not_one_of"),
        (json!({ "name": "N", "source": "S", "mean": 1, "sd": 0 }), ".sd", "out_of_range"),
        (json!({ "name": "N", "source": "S", "percentiles": [[1, 101]] }), ".percentiles[0][1]", "out_of_range"),
        (json!({ "name": "N", "source": "S", "percentiles": [[1, 2], [1, 3]] }), ".percentiles[1]", "not_ascending"),
        (json!({ "name": "N", "source": "S", "percentiles": [[1, 2], [2, 1]] }), ".percentiles[1]", "not_ascending"),
        (
            json!({ "name": "N", "source": "S", "mean": 1, "sd": 1, "when": { "answered": "no" } }),
            ".when",
            "unknown_question",
        ),
    ] {
        let of = |score: &str| format!("{score}.norms[0]{place} {code}");
        assert_eq!(with("norms", json!([norm])), [of("scoring"), of("scoring.categories[0]")], "{norm}");
    }
    let norm = json!({ "name": "N", "source": "S", "mean": 1, "sd": 1 });
    let many = with("norms", json!(vec![norm; 101]));
    assert_eq!(many, ["scoring.norms too_many", "scoring.categories[0].norms too_many"]);
    let rows: Vec<_> = (0..1001).map(|row| json!([row, 5])).collect();
    let long = with("norms", json!([{ "name": "N", "source": "S", "percentiles": rows }]));
    assert_eq!(long[0], "scoring.norms[0].percentiles too_many");
}

/// A random definition with a change of it.
fn changed(seed: u32, change: impl FnOnce(&mut Random, &mut Value) -> bool) -> Option<[Definition; 2]> {
    let mut random = Random::new(seed);
    let (written, _) = random.definition();
    let mut other = written.clone();
    change(&mut random, &mut other).then(|| [read(&written), read(&other)])
}

const SCORES: [Option<&str>; 3] = [None, Some("body"), Some("work")];

fn compares([one, other]: &[Definition; 2]) -> [bool; 3] {
    SCORES.map(|of| one.computes_as(other, of.map(name).as_ref()))
}

#[test]
fn changes_of_wording_never_break_a_comparison() {
    for seed in 0..3000 {
        let changed = changed(seed, |random, quiz| {
            for question in quiz["questions"].as_array_mut().expect("questions") {
                question["text"] = json!("Otherwise?");
                question["help"] = json!("Help");
                question["required"] = json!(random.below(2) == 0);
                for option in question["options"].as_array_mut().into_iter().flatten() {
                    option["label"] = json!("Another");
                }
                for row in question["rows"].as_array_mut().into_iter().flatten() {
                    row["text"] = json!("Another");
                }
            }
            let scoring = &mut quiz["scoring"];
            scoring["bands"] = json!([{ "id": "low", "from": 3, "name": "Below", "hue": "amber" }]);
            scoring["categories"][0]["name"] = json!("Mind");
            scoring["cards"] = json!([]);
            scoring["norms"] = json!([{ "name": "N", "source": "S", "mean": 1, "sd": 2 }]);
            scoring["change"] = json!({ "better": "higher", "points": 2 });
            let questions = quiz["questions"].as_array_mut().expect("questions");
            // What stands before an end is asked of others than what stands after it.
            if !questions.iter().any(|question| question["ends"] == json!(true)) {
                questions.reverse();
            }
            questions.push(json!({ "id": "more", "kind": "scale", "text": "?", "from": 1, "to": 3 }));
            true
        });
        assert_eq!(compares(&changed.expect("it changed")), [true; 3], "{seed}");
    }
}

/// Changes something of one scored item; false where the definition has no such item.
fn change_of_scoring(random: &mut Random, quiz: &mut Value) -> bool {
    let definition: Definition = read(quiz);
    let scored: Vec<String> =
        definition.items().filter(domain::Item::is_scored).map(|item| item.question.id.to_string()).collect();
    let Some(id) = scored.first() else { return false };
    let method = quiz["scoring"]["method"].clone();
    let questions = quiz["questions"].as_array_mut().expect("questions");
    let question = questions.iter_mut().find(|question| question["id"] == json!(id)).expect("it is asked");
    match random.below(7) {
        0 => question["weight"] = json!(9),
        1 => question["id"] = json!("renamed"),
        2 => question["showIf"] = json!({ "language": ["fr"] }),
        3 => quiz["scoring"]["decimals"] = json!(1 - quiz["scoring"]["decimals"].as_u64().expect("a number")),
        4 => quiz["scoring"]["method"] = json!(if method == "sum" { "average" } else { "sum" }),
        5 => quiz["scoring"]["allowMissing"] = json!(7),
        _ => match question["kind"].as_str() {
            Some("scale") => question["to"] = json!(question["to"].as_u64().expect("a number") + 1),
            Some("number") => question["ranges"][0]["points"] = json!(99.9),
            Some("matrix") => question["rows"] = json!([{ "id": "four", "text": "Row" }]),
            _ => {
                let options = question["options"].as_array_mut().expect("options");
                options.push(json!({ "id": "ffffffff-0000-4000-8000-000000000000", "label": "O", "points": 1 }));
            }
        },
    }
    true
}

#[test]
fn changes_of_scoring_always_break_the_comparison_of_the_whole() {
    let mut count = 0;
    for seed in 0..3000 {
        if let Some(changed) = changed(seed, change_of_scoring) {
            count += 1;
            assert!(!compares(&changed)[0], "{seed}");
        }
    }
    assert!(count > 2000, "{count} definitions have a scored question");
}

#[test]
fn a_conversion_table_is_a_part_of_the_overall_score_alone() {
    let mut count = 0;
    for seed in 0..500 {
        let changed = changed(seed, |_, quiz| {
            let is_converted = quiz["scoring"]["method"] == "table";
            if is_converted {
                quiz["scoring"]["tables"][1]["values"][3] = json!(101);
            }
            is_converted
        });
        if let Some(changed) = changed {
            count += 1;
            assert_eq!(compares(&changed), [false, true, true], "{seed}");
        }
    }
    assert!(count > 100, "{count} definitions have tables");
}

#[test]
fn verdicts_are_words_that_stay() {
    let words = Verdict::ALL.map(Verdict::as_str);
    assert_eq!(words, ["better", "worse", "same", "recovered", "not_comparable"]);
    for verdict in Verdict::ALL {
        assert_eq!(serde_json::to_value(verdict).expect("serializes"), json!(verdict.as_str()));
    }
}
