//! What a respondent is told of the scores, and what administrators read of the answers.

use super::*;

fn result(definition: &Definition, given: &[(&str, Value)], before: Option<Before<'_>>) -> QuizResult {
    let given = answers(definition, given);
    let journey = definition.journey(&given, "en");
    journey.result(&journey.scores("en"), before, Language::EN, Language::EN)
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
    let shown = result(&definition, &at_home(), None);
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
    let open = result(&definition, &given, None);
    assert!(open.has_gaps);
    let areas: Vec<String> = open.areas.iter().map(|(_, area)| rating(area)).collect();
    assert_eq!((rating(&open.overall), areas), ("none".into(), vec!["61 of 0 to 100, Fine".into(), "none".into()]));
    given[0].1 = json!(2);
    let hidden = result(&definition, &given, None);
    assert!(!hidden.has_gaps && hidden.areas.len() == 1, "{hidden:?}");
}

#[test]
fn a_sum_stands_in_its_range_and_a_table_in_that_of_its_values() {
    let mut written = team_health();
    written["scoring"]["method"] = json!("sum");
    written["scoring"]["bands"][1]["from"] = json!(300);
    let sum = result(&definition(&written), &at_home(), None);
    // 75 + 2 · 60 + 50 − 40; at worst 0 + 0 + 0 − 70, at best 100 + 200 + 100 + 100.
    assert_eq!(rating(&sum.overall), "205 of -70 to 500, Running low");
    let table = json!({ "questions": [{ "id": "mood", "kind": "scale", "text": "?", "from": 0, "to": 2, "points": [0, 1, 2] }],
                        "scoring": { "method": "table", "tables": [{ "values": [12.5, 40, 71.5] }],
                                     "bands": [{ "id": "a", "from": 0, "name": "A", "hue": "sky" },
                                               { "id": "b", "from": 40, "name": "B", "hue": "amber" },
                                               { "id": "c", "from": 90, "name": "C", "hue": "leaf" }] } });
    let table = result(&definition(&table), &[("mood", json!(1))], None);
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
        |before: &Definition| result(&definition, &at_home(), Some(Before { definition: before, scores: &scores }));
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
    let told = definition.journey(&given, "en").readable(Language::EN);
    let questions: Vec<&str> = told.iter().map(|told| told.question.text.as_str()).collect();
    let asked = [
        "Where do you work?",
        "How much energy do you have?",
        "What gets in your way?",
        "Hours of sleep?",
        "One wish?",
    ];
    assert_eq!(questions, asked, "the desk is hidden");
    let part = |name: Option<&str>, answer| ReadablePart { name: name.map(Rendition::from), answer };
    let boat = part(Some("Elsewhere"), Some(ReadableAnswer::Text("On a boat".to_owned())));
    assert_eq!(told[0].parts, [part(None, Some(ReadableAnswer::Label("Elsewhere".into()))), boat]);
    let plenty = ReadableAnswer::Number { number: number("5"), unit: None, label: Some("Plenty".into()) };
    assert_eq!(told[1].parts, [part(None, Some(plenty))]);
    assert_eq!(told[2].parts, [part(None, None)]);
}
