//! Change, norms, alerts and series.

use super::*;
use crate::{differences, found::Found, place_name};

/// The example with everything that is measured over time.
fn measured() -> Tree {
    let mut tree = example();
    let mut set = |place: &str, value: Value| {
        tree.apply(&Edit::set(Place::parse(place), value)).expect("an edit of this tree");
    };
    set("scoring.change", json!({ "better": "higher", "sd": 7.5, "reliability": 0.8, "cutoff": 40 }));
    set("scoring.categories.body.change", json!({ "better": "lower", "percent": 21, "points": 2 }));
    set(
        "scoring.norms",
        json!([
            { "name": { "en": "At home", "es": "En casa" }, "source": "Manual", "mean": 50, "sd": 10,
              "when": { "question": "remote", "is": [id(1)] } },
            { "name": "All", "source": "Manual, table 7", "percentiles": [[20, 5], [35.5, 50], [60, 99]] } ]),
    );
    set(
        "alerts",
        json!([
            { "id": "office", "name": "In an office", "early": true, "when": { "question": "remote", "is": [id(2)] },
              "help": { "en": "Call us.", "es": "Llámanos." } },
            { "id": "worse", "name": "Worse", "when": { "any": [
                { "band": { "of": "overall", "is": ["low"] } }, { "not": { "change": { "of": "body", "is": ["better", "same"] } } } ] } },
            { "id": "odd", "name": "Odd", "when": { "not": { "all": [{ "answered": "energy" }, { "answered": "hours" }] } } } ]),
    );
    set("anonymous", json!(false));
    set("inapp", json!(true));
    set("series", json!({ "every": "P2W", "times": 7, "open": "P5D", "remind": ["P2D", "P4D"] }));
    assert_eq!(told(&tree), <[String; 0]>::default(), "it is a sound quiz");
    tree
}

fn told(tree: &Tree) -> Vec<String> {
    Found::all(tree).into_iter().map(|found| format!("{}: {}", found.name, found.text)).collect()
}

#[test]
fn a_form_of_measures_that_was_not_touched_changes_nothing() {
    let tree = measured();
    for (tab, name) in [
        ("scoring", "scoring.categories.body.change.percent"),
        ("scoring", "scoring.norms.1.percentiles"),
        ("alerts", "alerts.worse.when.any.1.@question"),
        ("settings", "series.remind.1.@unit"),
    ] {
        let fields = fields_of(&drawn(&tree, tab));
        assert!(fields.iter().any(|(known, _)| known == name), "{name}: {fields:?}");
        assert_eq!(form_edits(&tree, &fields), [], "{tab}");
    }
}

#[test]
fn each_measure_has_an_example_in_the_numbers_of_the_quiz() {
    let tree = measured();
    let (scoring, alerts, settings) = (drawn(&tree, "scoring"), drawn(&tree, "alerts"), drawn(&tree, "settings"));
    for (html, example) in [
        (
            &scoring,
            "A difference of 9.30 points or more counts as change. From 0 to 50: better and past the cut-off, recovered.",
        ),
        (&scoring, "After a score of 50, a difference of 2.00 points or more counts as change. From 50 to 0: better."),
        (&scoring, "A score of 0 is T 0, percentile 1. A score of 50 is T 50, percentile 50."),
        (&scoring, "A score of 0 is percentile 5. A score of 50 is percentile 79."),
        (&alerts, "Rises when an answer is stored and “Where do you work?” is In an office."),
        (
            &alerts,
            "Rises when the answers are sent and the overall score is Low or not (“Body” is better or same since the \
             attempt before). Low begins at a score of 0. After a score of 50, a difference of 2.00 points or more \
             counts as change.",
        ),
        (&alerts, "not (“How much energy?” is answered and “Hours of sleep?” is answered). This rule has no fields"),
        (&settings, "7 occasions: on the days 1, 15, 29, 43, 57, … 85, where that of the first attempt is the first."),
    ] {
        assert!(html.contains(example), "{example}: {html}");
    }
}

#[test]
fn measures_are_typed_and_pasted() {
    let mut tree = example();
    pressed(&mut tree, "add scoring.change");
    typed(&mut tree, "scoring.change.better", "lower");
    typed(&mut tree, "scoring.change.sd", "7,5");
    typed(&mut tree, "scoring.change.reliability", "0.80");
    assert_eq!(get(&tree, "scoring.change"), Some(&json!({ "better": "lower", "sd": 7.5, "reliability": 0.8 })));
    let norm = pressed(&mut tree, "add scoring.categories.body.norms").expect("the new one");
    typed(&mut tree, &norm.then("name").to_string(), "Adults");
    typed(&mut tree, &norm.then("source").to_string(), "Manual");
    typed(&mut tree, &norm.then("percentiles").to_string(), "Score\tPercentile\r\n20\t5\r\n35,5\t50\r\n\r\n60\t99\r\n");
    let table = json!([[20, 5], [35.5, 50], [60, 99]]);
    assert_eq!(get(&tree, "scoring.categories.body.norms.0.percentiles"), Some(&table));
    typed(&mut tree, &norm.then("percentiles").to_string(), " ");
    assert_eq!(tree.get(&norm.then("percentiles")), None);
    pressed(&mut tree, "add series");
    typed(&mut tree, "series.every.@count", "3");
    typed(&mut tree, "series.every.@unit", "M");
    typed(&mut tree, "series.until", "2027-06-30");
    pressed(&mut tree, "add series.remind");
    typed(&mut tree, "series.remind.0.@count", "2");
    let plan = json!({ "every": "P3M", "times": 6, "until": "2027-06-30", "open": "P5D", "remind": ["P2D"] });
    assert_eq!(get(&tree, "series"), Some(&plan));
    typed(&mut tree, "series.mail", "1");
    assert_eq!(get(&tree, "series.mail"), Some(&json!(true)));
    typed(&mut tree, "series.mail", "");
    assert_eq!(get(&tree, "series"), Some(&plan), "absent again");
    // A period of another form stays until it is typed anew.
    tree.apply(&Edit::set(Place::parse("series.open"), "PT1H")).expect("a text");
    let fields = fields_of(&drawn(&tree, "settings"));
    assert_eq!(form_edits(&tree, &fields), []);
}

#[test]
fn an_alert_looks_at_answers_bands_and_change() {
    let mut tree = measured();
    let alert = pressed(&mut tree, "add alerts").expect("the new one");
    let when = alert.then("when").to_string();
    assert!(told(&tree).contains(&"The condition of alert 4: Add the condition on which it rises.".to_owned()));
    pressed(&mut tree, &format!("begin {when}"));
    typed(&mut tree, &format!("{when}.@question"), "@band work");
    assert_eq!(get(&tree, &when), Some(&json!({ "band": { "of": "work", "is": [] } })));
    typed(&mut tree, &format!("{when}.band.is"), "low");
    typed(&mut tree, &format!("{when}.@verb"), "not-is");
    assert_eq!(get(&tree, &when), Some(&json!({ "not": { "band": { "of": "work", "is": ["low"] } } })));
    assert_eq!(field_edits(&tree, &Place::parse(&format!("{when}.@question")), "@band work"), []);
    typed(&mut tree, &format!("{when}.@question"), "@change overall");
    typed(&mut tree, &format!("{when}.change.is"), "worse");
    typed(&mut tree, &alert.then("early").to_string(), "1");
    typed(&mut tree, &alert.then("name").to_string(), "Much worse");
    fix(&mut tree, "no_score_yet", "Let it rise when all is sent");
    assert_eq!(told(&tree), <[String; 0]>::default());
    assert_eq!(place_name(&tree, &alert.then("help").then("es")), "The help of alert “Much worse”");
    assert_eq!(differences(&measured(), &tree), ["The alerts: “Much worse” added"]);
}

#[test]
fn problems_of_measures_have_cures() {
    let mut tree = measured();
    for (place, value, code, cure) in [
        ("scoring.change.points", json!(5), "not_one_of", "Keep standard deviation and reliability"),
        ("scoring.norms.1.sd", json!(5), "not_one_of", "Keep the table of percentiles"),
        ("scoring.norms.1.percentiles", json!([[60, 99], [20, 5]]), "not_ascending", "Sort the table by score"),
        ("scoring.bands.low.id", json!("lowest"), "unknown_band", "Remove what is gone"),
        ("series.until", json!("2027-06-30"), "not_beside", "Keep the number of times"),
        ("series.open", json!("P3W"), "too_long_for", "Leave it open until the next occasion"),
        ("series.remind", json!(["P20D"]), "too_long_for", "Remove the reminder"),
        ("retryAfterDays", json!(3), "not_beside", "Remove the retakes"),
    ] {
        tree.apply(&Edit::set(Place::parse(place), value)).expect("an edit of this tree");
        fix(&mut tree, code, cure);
        assert_eq!(told(&tree), <[String; 0]>::default(), "{place}");
    }
    // What is left of a condition stays; an alert with nothing left goes.
    assert_eq!(tree.list(&Place::parse("alerts.worse.when.any")).len(), 1);
    pressed(&mut tree, "remove scoring.categories.body.change");
    fix(&mut tree, "required", "Judge change");
    pressed(&mut tree, "remove scoring.categories.body.change");
    pressed(&mut tree, "remove alerts.worse");
    let option = pressed(&mut tree, "add questions.remote.options").expect("the new one");
    typed(&mut tree, &option.then("label").to_string(), "On a train");
    let gone = format!("remove questions.remote.options.{}", id(2));
    pressed(&mut tree, &gone);
    fix(&mut tree, "unknown_option", "Remove the alert");
    assert_eq!(tree.list(&"alerts".into()).len(), 1);
}

#[test]
fn a_draft_with_a_gap_in_a_measure_is_still_shown_with_its_scores() {
    let mut tree = measured();
    pressed(&mut tree, "add scoring.norms");
    pressed(&mut tree, "add alerts");
    let shown = domain::edit::presentable(&tree).expect("a quiz to show");
    assert!(get(&shown, "scoring.bands.low").is_some() && get(&shown, "scoring.norms").is_none());
    assert_eq!(shown.list(&"alerts".into()).len(), 3);
    pressed(&mut tree, "remove scoring.categories.body.change");
    let shown = domain::edit::presentable(&tree).expect("a quiz to show");
    assert!(get(&shown, "scoring.bands.low").is_some() && get(&shown, "alerts").is_none());
}

#[test]
fn an_earlier_score_is_tried_with_its_verdict_and_norm() {
    let mut tree = measured();
    let tried = |earlier: &str| {
        let answers = [("remote", id(1)), ("energy", "4".to_owned()), ("desk", id(4)), ("hours", "6,5".to_owned())];
        let answers = answers.into_iter().map(|(id, value)| (id.to_owned(), value));
        let earlier = [("@earlier".to_owned(), earlier.to_owned()), ("@earlier-body".to_owned(), "80".to_owned())];
        answers.chain([("blockers".to_owned(), id(6))]).chain(earlier).collect()
    };
    let lines = try_out::outcome(&tree, &tried("32,5")).expect("a score");
    let lines: Vec<_> = lines.iter().map(|(name, value)| format!("{name}: {value}")).collect();
    assert_eq!(
        lines[..4],
        [
            "Score: 61, Fine",
            "Change: since 32.5: better and past the cut-off, recovered; reliable change index 6.01; a difference of 9.30 or \
             more counts",
            "Norm: T 61, percentile 86 among At home (Manual)",
            "Body: 61, Fine",
        ]
    );
    assert_eq!(lines[4], "Body: Change: since 80: better; a difference of 2.00 or more counts");
    assert!(try_out::outcome(&tree, &tried("a lot")).expect_err("no number").starts_with("An earlier score"));
    assert!(drawn(&tree, "scoring").contains("name=\"try.@earlier-body\""));
    pressed(&mut tree, "remove scoring.change");
    assert!(!drawn(&tree, "scoring").contains("name=\"try.@earlier\""), "no change is judged");
}

#[test]
fn the_help_and_the_norms_are_translated() {
    let html = drawn(&measured(), "languages/es");
    for name in ["alerts.office.help.es", "scoring.norms.0.name.es", "scoring.norms.1.source.es"] {
        assert!(html.contains(&format!("name=\"{name}\"")), "{name}");
    }
    assert!(!html.contains("alerts.office.name.es"), "respondents never see it");
}
