//! A whole assessment of its owner's making, from the written form to scores, bands and cards.

mod results;
#[path = "../support/mod.rs"]
mod support;
mod written;

use domain::{
    Answer, AnswerInput, AreaName, Before, Definition, FieldCode, Language, QuestionInput, QuizResult, Rating,
    ReadableAnswer, ReadablePart, Rendition, Scored, Scores,
};
use serde_json::{Value, json};
use support::{answers, checked, definition, id, mistakes, name, number, read};

/// The written form: points and categories stand in the questions and options.
fn team_health() -> Value {
    json!({
        "questions": [
            { "id": "remote", "text": "Where do you work?",
              "options": [{ "label": "At home" }, { "label": "In an office" }, { "label": "Elsewhere", "other": true }] },
            { "id": "energy", "kind": "scale", "text": "How much energy do you have?", "from": 1, "to": 5,
              "labels": { "1": "None", "5": "Plenty" }, "category": "body", "points": "linear" },
            { "id": "desk", "text": "Is your desk comfortable?", "category": "body", "weight": 2,
              "showIf": { "question": "remote", "is": [1] },
              "options": [{ "label": "Yes", "points": 100 }, { "label": "Mostly", "points": 60 }, { "label": "No", "points": 0 }] },
            { "id": "blockers", "kind": "multiple", "text": "What gets in your way?", "required": false, "category": "work",
              "max": 3, "options": [{ "label": "Meetings", "points": -40 }, { "label": "Noise", "points": -30 },
                                    { "label": "Nothing", "points": 100, "exclusive": true }] },
            { "id": "hours", "kind": "number", "text": "Hours of sleep?", "min": 0, "max": 24, "decimals": 1, "category": "body",
              "ranges": [{ "below": 5, "points": 0 }, { "below": 7, "points": 50 }, { "points": 100 }] },
            { "id": "wish", "kind": "text", "text": "One wish?", "required": false, "long": true, "maxLength": 1000 }],
        "scoring": {
            "method": "average",
            "categories": [{ "id": "body", "name": "Body" }, { "id": "work", "name": "Work" }],
            "bands": [{ "id": "low", "from": 0, "name": "Running low", "hue": "rose" },
                      { "id": "fine", "from": 50, "name": "Fine", "hue": "leaf" }],
            "cards": [{ "id": "sleep", "about": { "question": "hours" }, "focusBelow": 80, "title": "Sleep",
                        "bands": { "fine": { "subTitle": "…", "stepsTitle": "Tonight", "steps": ["…"], "boost": "…" } } },
                      { "id": "all", "about": "score", "title": "All", "bands": { "low": { "steps": ["…"] } } },
                      { "id": "work", "about": { "category": "work" }, "title": "Work", "bands": { "fine": { "boost": "…" } } },
                      { "id": "blank", "about": "score", "title": "Blank", "bands": { "low": { "stepsTitle": "…" }, "fine": {} } }] },
        "end": { "text": "Thanks!", "next": { "label": "Back", "url": "https://example.org" } }
    })
}

fn scored(scored: Option<&Scored>) -> Option<(String, Option<String>)> {
    scored.map(|scored| (scored.score.to_string(), scored.band.as_ref().map(ToString::to_string)))
}

fn at_home() -> Vec<(&'static str, Value)> {
    vec![
        ("remote", json!(1)),
        ("energy", json!(4)),
        ("desk", json!(2)),
        ("hours", json!(6.5)),
        ("blockers", json!([1])),
    ]
}

#[test]
fn weights_count_and_the_overall_score_comes_from_the_questions() {
    let definition = definition(&team_health());
    let scores = Scores::of(&definition, &answers(&definition, &at_home()));
    let fine = |score: &str| Some((score.to_owned(), Some("fine".to_owned())));
    assert_eq!(scored(scores.categories.get(&name("body"))), fine("61"));
    assert_eq!(scored(scores.categories.get(&name("work"))), fine("60"));
    assert_eq!(scored(scores.overall.as_ref()), fine("61"));
    assert!(scores.is_own);
    let points: Vec<String> = scores.questions.iter().map(|(id, points)| format!("{id} {points}")).collect();
    assert_eq!(points, ["blockers 60", "desk 60", "energy 75", "hours 50"]);
}

#[test]
fn a_hidden_question_is_not_required_not_scored_and_not_kept() {
    let definition = definition(&team_health());
    let mut given = at_home();
    given[0].1 = json!(2);
    let given = answers(&definition, &given);
    let journey = definition.journey(&given, "en");
    assert!(!journey.answers.contains_key(&id("desk")) && given.contains_key(&id("desk")));
    assert!(journey.unanswered_required().is_empty());
    let scores = Scores::of(&definition, &given);
    assert_eq!(scored(scores.categories.get(&name("body"))).map(|(score, _)| score), Some("63".to_owned()));
    assert_eq!(scored(scores.overall.as_ref()).map(|(score, _)| score), Some("62".to_owned()));
}

#[test]
fn an_optional_scored_question_left_open_takes_its_averages_away() {
    let definition = definition(&team_health());
    let mut given = at_home();
    given.pop();
    let scores = Scores::of(&definition, &answers(&definition, &given));
    assert_eq!((scored(scores.overall.as_ref()), scores.categories.contains_key(&name("work"))), (None, false));
    assert!(scores.categories.contains_key(&name("body")));
}

#[test]
fn an_exclusive_option_counts_alone_and_the_points_stay_between_0_and_100() {
    let definition = definition(&team_health());
    for (chosen, points) in [(json!([3]), "100"), (json!([1, 2]), "30"), (json!([2]), "70")] {
        let mut given = at_home();
        given[4].1 = chosen;
        let scores = Scores::of(&definition, &answers(&definition, &given));
        assert_eq!(scores.questions[&id("blockers")], number(points));
    }
}

#[test]
fn cards_with_words_come_by_band_and_then_in_the_owners_order() {
    let definition = definition(&team_health());
    let cards = |given: &[(&str, Value)]| -> Vec<(String, usize, bool)> {
        let scores = Scores::of(&definition, &answers(&definition, given));
        definition.cards(&scores).iter().map(|c| (c.card.id.to_string(), c.priority, c.is_focus)).collect()
    };
    assert_eq!(cards(&at_home()), [("sleep".to_owned(), 1, true), ("work".to_owned(), 2, false)]);
    let mut worse = at_home();
    (worse[1].1, worse[2].1) = (json!(1), json!(3));
    let expected = [("all".to_owned(), 1, false), ("sleep".to_owned(), 2, true), ("work".to_owned(), 3, false)];
    assert_eq!(cards(&worse), expected);
}

#[test]
fn the_text_beside_an_option_is_asked_while_the_option_is_chosen() {
    let definition = definition(&team_health());
    let given = [("remote", json!(3)), ("remote_other", json!("On a boat"))];
    let journey = definition.journey(&answers(&definition, &given), "en");
    assert_eq!(journey.answers[&id("remote_other")], Answer::Text("On a boat".to_owned()));
    let field = journey.items.iter().find(|item| item.id == id("remote_other")).expect("the text field");
    assert_eq!(field.text(Language::EN, Language::EN), "Where do you work? Elsewhere");
    let given = [("remote", json!(2)), ("remote_other", json!("On a boat"))];
    let journey = definition.journey(&answers(&definition, &given), "en");
    assert!(!journey.answers.contains_key(&id("remote_other")));
    assert!(journey.items.iter().all(|item| item.id != id("remote_other")));
}

fn every_kind() -> Value {
    json!({ "questions": [
        { "id": "c", "text": "?", "options": [{ "label": "A" }, { "label": "B" }] },
        { "id": "m", "kind": "multiple", "text": "?", "min": 2, "max": 2,
          "options": [{ "label": "A" }, { "label": "B" }, { "label": "C" }, { "label": "None", "exclusive": true }] },
        { "id": "s", "kind": "scale", "text": "?", "from": 0, "to": 10 },
        { "id": "n", "kind": "number", "text": "?", "min": -1, "max": 1, "decimals": 1 },
        { "id": "t", "kind": "text", "text": "?", "maxLength": 5 },
        { "id": "e", "kind": "text", "text": "?", "format": "email" },
        { "id": "d", "kind": "date", "text": "?", "min": "2026-01-01", "max": "2026-12-31" },
        { "id": "r", "kind": "ranking", "text": "?", "options": [{ "label": "A" }, { "label": "B" }] },
        { "id": "x", "kind": "matrix", "text": "?", "from": 1, "to": 3, "rows": [{ "id": "one", "text": "One" }] },
        { "id": "i", "kind": "statement", "text": "Well" },
        { "id": "y", "kind": "consent", "text": "?" }] })
}

#[test]
fn every_kind_names_the_rule_that_an_answer_breaks() {
    let definition = definition(&every_kind());
    for (question, value, code) in [
        ("c", json!(3), "unknown_option"),
        ("c", json!("A"), "malformed"),
        ("c", json!([1]), "wrong_type"),
        ("c", json!({}), "wrong_type"),
        ("m", json!([null]), "wrong_type"),
        ("m", json!([1]), "too_few"),
        ("m", json!([1, 2, 3]), "too_many"),
        ("m", json!([1, 1]), "repeated"),
        ("m", json!([1, 4]), "exclusive"),
        ("m", json!(1), "wrong_type"),
        ("s", json!(11), "out_of_range"),
        ("s", json!(1.5), "too_precise"),
        ("n", json!(-1.5), "out_of_range"),
        ("n", json!(0.25), "too_precise"),
        ("t", json!("123456"), "too_long"),
        ("t", json!(" "), "empty"),
        ("t", json!("a\u{0}"), "nul_character"),
        ("e", json!("nobody"), "wrong_format"),
        ("d", json!("2025-12-31"), "out_of_range"),
        ("d", json!("2026-02-30"), "not_a_date"),
        ("r", json!([1]), "incomplete_ranking"),
        ("x", json!(1), "unknown_question"),
        ("i", json!(true), "unknown_question"),
        ("y", json!(false), "wrong_type"),
    ] {
        let error = definition.resolve(&id(question), &read(&value)).expect_err(question);
        assert_eq!(error.code.code(), code, "{question} {value}");
    }
    let good = [
        ("m", json!([3, 1])),
        ("s", json!(0)),
        ("n", json!(0.1)),
        ("t", json!("été")),
        ("e", json!("a@b.example")),
        ("d", json!("2026-02-28")),
        ("r", json!([2, 1])),
        ("x_one", json!(3)),
        ("y", json!(true)),
    ];
    let given = answers(&definition, &good);
    let ids = |question: &str| given[&id(question)].clone();
    let options = definition.question(&id("m")).expect("a question").option_ids();
    assert_eq!(ids("m"), Answer::Options(vec![options[0].clone(), options[2].clone()]), "in the question's order");
    let ranked = definition.question(&id("r")).expect("a question").option_ids();
    assert_eq!(ids("r"), Answer::Options(vec![ranked[1].clone(), ranked[0].clone()]), "in the respondent's order");
    assert_eq!(definition.journey(&given, "en").unanswered_required(), [id("c")]);
}

#[test]
fn a_statement_that_ends_hides_what_comes_after_it() {
    let definition = definition(&json!({ "questions": [
        { "id": "age", "kind": "number", "text": "?", "min": 0, "max": 120 },
        { "id": "young", "kind": "statement", "text": "Come back later", "ends": true,
          "showIf": { "question": "age", "atMost": 17 } },
        { "id": "job", "text": "?", "options": [{ "label": "Yes" }, { "label": "No" }] }] }));
    let shown = |age: u32| -> Vec<String> {
        let journey = definition.journey(&answers(&definition, &[("age", json!(age)), ("job", json!(1))]), "en");
        journey.shown.iter().map(|question| question.id.to_string()).collect()
    };
    assert_eq!(shown(17), ["age", "young"]);
    assert_eq!(shown(18), ["age", "job"]);
}

#[test]
fn a_respondent_may_open_what_is_answered_and_the_next_question() {
    let definition = definition(&team_health());
    let given = answers(&definition, &[("remote", json!(2)), ("energy", json!(3))]);
    let journey = definition.journey(&given, "en");
    let open: Vec<&str> =
        definition.questions.iter().map(|q| q.id.as_str()).filter(|question| journey.may_open(&id(question))).collect();
    // `blockers` is optional, so the way leads on to `hours`.
    assert_eq!(open, ["remote", "energy", "blockers", "hours"]);
    assert_eq!(journey.resume().map(|question| question.id.as_str()), Some("blockers"));
    assert_eq!(journey.next_after(&id("energy")).map(|question| question.id.as_str()), Some("blockers"));
}
