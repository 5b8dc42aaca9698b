//! A whole assessment of its owner's making, from the written form to scores, bands and cards.

mod support;

use domain::{
    Answer, AnswerInput, AreaName, Before, Definition, FieldCode, Language, Outcome, QuestionInput, Rating, Rendition,
    Scored, Scores, Told, ToldPart,
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
                      { "id": "work", "about": { "category": "work" }, "title": "Work", "bands": { "fine": {} } }] },
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
fn cards_come_by_band_and_then_in_the_owners_order() {
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

fn outcome(definition: &Definition, given: &[(&str, Value)], before: Option<Before<'_>>) -> Outcome {
    let given = answers(definition, given);
    let journey = definition.journey(&given, "en");
    journey.outcome(&journey.scores("en"), before, Language::EN, Language::EN)
}

/// Score, range and band of a rating, as text.
fn rating(rating: &Rating) -> String {
    let measure = rating.ranged.map(|it| format!("{} of {} to {}", it.score, it.least, it.most));
    let band = rating.own_band().map(|band| format!(", {}", band.name.text));
    measure.unwrap_or_else(|| "none".to_owned()) + &band.unwrap_or_default()
}

#[test]
fn a_result_shows_scores_with_their_bands_and_the_first_focus_area_first() {
    let definition = definition(&team_health());
    let shown = outcome(&definition, &at_home(), None);
    assert!(!shown.is_built_in && !shown.needs_help && !shown.has_gaps);
    assert_eq!(rating(&shown.overall), "61 of 0 to 100, Fine");
    let areas: Vec<_> = shown.areas.iter().map(|(name, area)| (name.clone(), rating(area))).collect();
    let own = |name: &str| AreaName::Own(name.into());
    assert_eq!(areas, [(own("Body"), "61 of 0 to 100, Fine".into()), (own("Work"), "60 of 0 to 100, Fine".into())]);
    let bands: Vec<_> = shown.overall.bands.iter().map(|band| (band.name.text.as_str(), band.range)).collect();
    let range = |from: &str, to: &str| (number(from), number(to));
    assert_eq!(bands, [("Running low", range("0", "49")), ("Fine", range("50", "100"))]);
    let start = shown.start.expect("a focus area");
    assert_eq!((start.id.as_str(), start.title, start.question), ("card-sleep", "Sleep".into(), Some(id("hours"))));
    assert_eq!(shown.cards.iter().map(|card| card.id.as_str()).collect::<Vec<_>>(), ["card-work"]);
}

#[test]
fn a_result_says_where_a_score_is_missing_and_leaves_out_what_was_not_asked() {
    let mut written = team_health();
    written["questions"][3]["showIf"] = json!({ "question": "remote", "is": [1] });
    let definition = definition(&written);
    let mut given = at_home();
    given.pop();
    let open = outcome(&definition, &given, None);
    assert!(open.has_gaps);
    let areas: Vec<String> = open.areas.iter().map(|(_, area)| rating(area)).collect();
    assert_eq!((rating(&open.overall), areas), ("none".into(), vec!["61 of 0 to 100, Fine".into(), "none".into()]));
    given[0].1 = json!(2);
    let hidden = outcome(&definition, &given, None);
    assert!(!hidden.has_gaps && hidden.areas.len() == 1, "{hidden:?}");
}

#[test]
fn a_sum_stands_in_its_range_and_a_table_in_that_of_its_values() {
    let mut written = team_health();
    written["scoring"]["method"] = json!("sum");
    written["scoring"]["bands"][1]["from"] = json!(300);
    let sum = outcome(&definition(&written), &at_home(), None);
    // 75 + 2 · 60 + 50 − 40; at worst 0 + 0 + 0 − 70, at best 100 + 200 + 100 + 100.
    assert_eq!(rating(&sum.overall), "205 of -70 to 500, Running low");
    let table = json!({ "questions": [{ "id": "mood", "kind": "scale", "text": "?", "from": 0, "to": 2, "points": [0, 1, 2] }],
                        "scoring": { "method": "table", "tables": [{ "values": [12.5, 40, 71.5] }],
                                     "bands": [{ "id": "a", "from": 0, "name": "A", "hue": "sky" },
                                               { "id": "b", "from": 40, "name": "B", "hue": "amber" },
                                               { "id": "c", "from": 90, "name": "C", "hue": "leaf" }] } });
    let table = outcome(&definition(&table), &[("mood", json!(1))], None);
    assert_eq!(rating(&table.overall), "40 of 12.5 to 71.5, B");
    let bands: Vec<_> = table.overall.bands.iter().map(|band| (band.name.text.as_str(), band.range)).collect();
    assert_eq!(bands, [("A", (number("12.5"), number("39.9"))), ("B", (number("40"), number("71.5")))]);
}

#[test]
fn scores_are_compared_unless_the_scoring_of_a_question_changed() {
    let definition = definition(&team_health());
    let mut worse = at_home();
    worse[1].1 = json!(1);
    let scores = Scores::of(&definition, &answers(&definition, &worse));
    let change =
        |before: &Definition| outcome(&definition, &at_home(), Some(Before { definition: before, scores: &scores }));
    let reworded = Definition { questions: definition.questions.clone(), ..definition.clone() };
    let pair = |before: &str, now: &str| Some((number(before), number(now)));
    // (0 + 120 + 50) / 4 and (0 + 120 + 50 + 60) / 5 before.
    let shown = change(&reworded);
    let areas: Vec<_> = shown.areas.iter().map(|(_, area)| area.change).collect();
    assert_eq!((shown.overall.change, areas), (pair("46", "61"), vec![pair("43", "61"), pair("60", "60")]));
    let mut written = team_health();
    written["questions"][2]["weight"] = json!(3);
    let heavier = support::definition(&written);
    let shown = change(&heavier);
    let areas: Vec<_> = shown.areas.iter().map(|(_, area)| area.change).collect();
    assert_eq!((shown.overall.change, areas), (None, vec![None, pair("60", "60")]));
}

#[test]
fn what_was_answered_is_told_in_words() {
    let definition = definition(&team_health());
    let given =
        [("remote", json!(3)), ("remote_other", json!("On a boat")), ("energy", json!(5)), ("hours", json!(6.5))];
    let given = answers(&definition, &given);
    let told = definition.journey(&given, "en").told(Language::EN);
    let questions: Vec<&str> = told.iter().map(|told| told.question.text.as_str()).collect();
    let asked = [
        "Where do you work?",
        "How much energy do you have?",
        "What gets in your way?",
        "Hours of sleep?",
        "One wish?",
    ];
    assert_eq!(questions, asked, "the desk is hidden");
    let part = |name: Option<&str>, answer| ToldPart { name: name.map(Rendition::from), answer };
    let boat = part(Some("Elsewhere"), Some(Told::Text("On a boat".to_owned())));
    assert_eq!(told[0].parts, [part(None, Some(Told::Label("Elsewhere".into()))), boat]);
    let plenty = Told::Number { number: number("5"), unit: None, label: Some("Plenty".into()) };
    assert_eq!(told[1].parts, [part(None, Some(plenty))]);
    assert_eq!(told[2].parts, [part(None, None)]);
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

#[test]
fn the_stored_form_is_the_written_form_and_reads_back_the_same() {
    let first = definition(&team_health());
    let stored = serde_json::to_string(&first).expect("serializes");
    assert_eq!(serde_json::from_str::<Definition>(&stored).expect("parses"), first);
    let value: Value = read(&serde_json::to_value(&first).expect("serializes"));
    assert_eq!(definition(&value), first, "what is stored can be written again");
    let mut reordered = team_health();
    reordered["questions"][1] = read(
        &json!({ "points": "linear", "category": "body", "labels": { "5": "Plenty", "1": "None" },
        "required": true, "weight": 1, "to": 5, "from": 1, "text": "How much energy do you have?", "kind": "scale", "id": "energy" }),
    );
    assert_eq!(serde_json::to_string(&definition(&reordered)).expect("serializes"), stored, "however it came in");
}

#[test]
fn definitions_of_earlier_releases_are_read() {
    let stored = r#"{"language":"es","scheme":1,"questions":[
        {"id":"fhn3","required":false,"built_in":"fhn3"},
        {"id":"pet","required":true,"own":{"text":{"en":"A pet?","es":"¿Mascota?"},"help":null,"options":[
            {"id":"074f8ed0-95a2-51c7-81a4-cf6ce5d497ec","label":"Cat"},
            {"id":"e709fc73-99d4-5cde-919a-728db8d61161","label":{"en":"Dog","es":"Perro"}}]}},
        {"id":"car","required":true,"own":{"text":"A car?","help":"Or a van","options":[
            {"id":"074f8ed0-95a2-51c7-81a4-cf6ce5d497ec","label":"Yes"},
            {"id":"e709fc73-99d4-5cde-919a-728db8d61161","label":"No"}]}}]}"#;
    let definition: Definition = serde_json::from_str(stored).expect("an earlier definition");

    let written = serde_json::to_value(&definition.questions).expect("serializes");
    assert_eq!(written[0], json!({ "id": "fhn3", "required": false }));
    assert_eq!(written[2]["help"], "Or a van");
    assert_eq!(
        written[1]["options"][1],
        json!({ "id": "e709fc73-99d4-5cde-919a-728db8d61161", "label": { "en": "Dog", "es": "Perro" } })
    );
    let again = serde_json::to_string(&definition).expect("serializes");
    assert_eq!(serde_json::from_str::<Definition>(&again).expect("parses"), definition);
    for damaged in [r#"{"id":"fhn3","required":true,"built_in":"fhn4"}"#, r#"{"id":"q","required":true}"#] {
        assert!(serde_json::from_str::<domain::Question>(damaged).is_err(), "{damaged}");
    }
}

#[test]
fn mistakes_are_named_with_their_place() {
    let wrong = |change: &dyn Fn(&mut Value)| {
        let mut written = team_health();
        change(&mut written);
        mistakes(&written)
    };
    let show_if = |condition: Value| wrong(&|written| written["questions"][2]["showIf"] = condition.clone());
    assert_eq!(show_if(json!({ "question": "gone", "is": [1] })), ["questions[2].showIf unknown_question"]);
    assert_eq!(show_if(json!({ "question": "hours", "atLeast": 1 })), ["questions[2].showIf not_earlier"]);
    assert_eq!(show_if(json!({ "question": "remote", "is": [4] })), ["questions[2].showIf unknown_option"]);
    assert_eq!(show_if(json!({ "question": "energy", "is": [1] })), ["questions[2].showIf wrong_condition"]);
    assert_eq!(show_if(json!({ "question": "energy", "atLeast": 1 })), ["questions[2].showIf always_true"]);
    assert_eq!(show_if(json!({ "question": "energy", "atLeast": 6 })), ["questions[2].showIf never_true"]);
    let mut by_part = team_health();
    by_part["questions"][2]["showIf"] = json!({ "answered": "remote_other" });
    assert!(checked(&by_part).is_ok());
}

#[test]
fn conditions_that_contradict_each_other_are_found() {
    let nested =
        |depth: usize| (1..depth).fold(json!({ "question": "a", "is": [1] }), |inner, _| json!({ "not": inner }));
    let quiz = |condition: Value| {
        json!({ "questions": [
        { "id": "a", "text": "?", "options": [{ "label": "Yes" }, { "label": "No" }] },
        { "id": "b", "text": "?", "options": [{ "label": "Yes" }, { "label": "No" }], "showIf": { "question": "a", "is": [1] } },
        { "id": "c", "kind": "consent", "text": "?", "showIf": condition }] })
    };
    let two = json!({ "all": [{ "question": "a", "is": [2] }, { "answered": "b" }] });
    assert_eq!(mistakes(&quiz(two)), ["questions[2].showIf never_true"]);
    let either = json!({ "any": [{ "question": "a", "is": [2] }, { "answered": "b" }] });
    assert_eq!(mistakes(&quiz(either)), ["questions[2].showIf always_true"]);
    assert!(checked(&quiz(nested(5))).is_ok());
    assert_eq!(mistakes(&quiz(nested(6))), ["questions[2].showIf too_deep"]);
    let twice = definition(&quiz(json!({ "question": "a", "is": [1, 1] })));
    assert_eq!(twice, definition(&quiz(json!({ "question": "a", "is": [1] }))), "an option counts once");
    let end = json!({ "questions": [
        { "id": "bye", "kind": "statement", "text": "Bye", "ends": true },
        { "id": "c", "kind": "consent", "text": "?" }] });
    assert_eq!(mistakes(&end), ["questions[1] unreachable"]);
}

#[test]
fn conditions_on_every_way_to_answer_are_sound() {
    let quiz = |condition: Value| {
        json!({ "questions": [
        { "id": "a", "text": "?", "options": [{ "label": "Yes" }, { "label": "No", "other": true }] },
        { "id": "b", "kind": "ranking", "text": "?", "options": [{ "label": "A" }, { "label": "B" }], "required": false },
        { "id": "c", "kind": "number", "text": "?", "min": 0.5, "max": 2.5, "required": false },
        { "id": "d", "kind": "multiple", "text": "?", "options": [{ "label": "A" }, { "label": "B", "showIf": { "question": "a", "is": [1] } },
            { "label": "C", "showIf": { "question": "a", "is": [2] } }] },
        { "id": "e", "kind": "consent", "text": "?", "showIf": condition }] })
    };
    for condition in [
        json!({ "answered": "b" }),
        json!({ "answered": "c" }),
        json!({ "question": "c", "atLeast": 2 }),
        json!({ "question": "d", "includes": [1] }),
        json!({ "answered": "a_other" }),
    ] {
        assert!(checked(&quiz(condition.clone())).is_ok(), "{condition}");
    }
    let beside_yes = json!({ "all": [{ "question": "a", "is": [1] }, { "answered": "a_other" }] });
    assert_eq!(mistakes(&quiz(beside_yes)), ["questions[4].showIf never_true"]);
}

#[test]
fn fields_of_another_kind_are_refused() {
    let of = |question: Value| mistakes(&json!({ "questions": [question] }));
    assert_eq!(of(json!({ "id": "a", "kind": "text", "text": "?", "from": 1 })), ["questions[0].from not_of_kind"]);
    assert_eq!(
        of(json!({ "id": "a", "kind": "scale", "text": "?", "from": 1, "to": 22 })),
        ["questions[0].to out_of_range"]
    );
    assert_eq!(
        of(json!({ "id": "a", "kind": "scale", "text": "?", "from": 1, "to": 3, "points": [1, 2] })),
        ["questions[0].points wrong_count"]
    );
    assert_eq!(
        of(
            json!({ "id": "a", "text": "?", "options": [{ "label": "A", "points": 1 }, { "label": "B", "exclusive": true }] })
        ),
        ["questions[0].options[1].exclusive not_of_kind", "questions[0].options[1].points required"]
    );
    assert_eq!(of(json!({ "id": "fhn1", "weight": 2 })), ["questions[0] fixed_words"]);
    let points =
        json!({ "id": "a", "text": "?", "options": [{ "label": "A", "points": 1 }, { "label": "B", "points": 2 }] });
    assert_eq!(of(points), ["scoring required"], "points without a scoring would never count");
}

#[test]
fn parts_of_questions_have_ids_of_their_own() {
    let quiz = |id: &str| {
        json!({ "questions": [
        { "id": "a", "text": "?", "options": [{ "label": "Yes" }, { "label": "No", "other": true }] },
        { "id": id, "kind": "consent", "text": "?" }] })
    };
    assert_eq!(mistakes(&quiz("a_other")), ["questions[1].id not_unique"]);
    assert!(checked(&quiz("a_more")).is_ok());
}

#[test]
fn written_questions_refuse_fields_that_do_not_exist() {
    let misspelt = json!({ "id": "a", "kind": "text", "text": "?", "maxlength": 5 });
    assert!(serde_json::from_str::<QuestionInput>(&misspelt.to_string()).is_err());
    let error = FieldCode::NotOfKind(domain::KindName::Text).to_string();
    assert_eq!(error, "does not belong to a question of the kind text");
}

#[test]
fn a_made_up_answer_of_every_kind_is_a_valid_one() {
    let definition = definition(&every_kind());
    let written = |answer: &Answer| match answer {
        Answer::Option(option) => option.clone().into(),
        Answer::Options(options) => AnswerInput::List(options.iter().map(|option| option.clone().into()).collect()),
        Answer::Number(number) => AnswerInput::Number(*number),
        Answer::Text(text) => AnswerInput::Text(text.clone()),
        Answer::Consent => AnswerInput::Consent(true),
    };
    for item in definition.items() {
        for place in [0.0, 0.3, 0.5, 0.999, 1.0] {
            let answer = item.sample(place).unwrap_or_else(|| panic!("{} has no answer", item.id));
            assert_eq!(definition.resolve(&item.id, &written(&answer)), Ok(answer), "{} at {place}", item.id);
        }
    }
}

#[test]
fn the_names_of_the_built_in_categories_are_taken() {
    let mut written = team_health();
    written["scoring"]["categories"][0]["id"] = json!("spend");
    assert!(mistakes(&written).contains(&"scoring.categories not_unique".to_owned()));
}
