//! What is measured over time: uses and sentences of conditions about scores, and problems of alerts.

use serde_json::json;

use super::super::{Depth, Phrase, Place, ScorePhrase, Tree, User, phrase, problems, uses};

fn tree() -> Tree {
    Tree::new(json!({ "name": "Q",
        "questions": [{ "id": "q", "text": "?", "category": "mood", "options": [
            { "id": "00000000-0000-4000-8000-000000000001", "label": "A", "points": 0 },
            { "id": "00000000-0000-4000-8000-000000000002", "label": "B", "points": 100 }] }],
        "scoring": { "categories": [{ "id": "mood", "name": "Mood" }], "bands": [
            { "id": "low", "from": 0, "name": "Low", "hue": "rose" }, { "id": "high", "from": 50, "name": "High", "hue": "leaf" }] },
        "alerts": [
            { "id": "one", "name": "One", "when": { "band": { "of": "mood", "is": ["low"] } } },
            { "id": "two", "name": "Two", "when": { "not": { "band": { "of": "overall", "is": ["high", "gone"] } } } }] }))
}

#[test]
fn alerts_use_bands_and_categories() {
    let used = |place: &str| {
        let alerts = uses(&tree(), &Place::parse(place)).into_iter().filter(|found| found.by == User::Alert);
        alerts.map(|found| found.place.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(used("scoring.bands.low"), ["alerts.one"]);
    assert_eq!(used("scoring.bands.high"), ["alerts.two"]);
    assert_eq!(used("scoring.categories.mood"), ["alerts.one"]);
    assert_eq!(used("scoring.categories.body"), <[&str; 0]>::default());
}

#[test]
fn tests_of_scores_are_read_as_sentences() {
    let tree = tree();
    let read = |place: &str| phrase(&tree, tree.get(&Place::parse(place)).expect("a condition"));
    let low =
        ScorePhrase { of: "mood".to_owned(), name: Some("Mood".to_owned()), values: vec![Some("Low".to_owned())] };
    assert_eq!(read("alerts.one.when"), Phrase::Band(low));
    let high = ScorePhrase { of: "overall".to_owned(), name: None, values: vec![Some("High".to_owned()), None] };
    assert_eq!(read("alerts.two.when"), Phrase::None(vec![Phrase::Band(high)]));
    assert_eq!(phrase(&tree, &json!({ "band": { "is": ["low"] } })), Phrase::Unfinished);
}

#[test]
fn each_alert_and_each_norm_tells_what_it_lacks() {
    let mut body = tree().value().clone();
    body["alerts"] = json!([{ "id": "one" }, { "id": "two", "name": "Two" }]);
    body["scoring"]["norms"] =
        json!([{ "name": "All", "source": "Manual" }, { "source": "Manual", "mean": 1, "sd": 1 }, { "name": "None" }]);
    let found = problems(&Tree::new(body), Depth::Quick);
    let found: Vec<_> = found.iter().map(|problem| format!("{} {}", problem.place, problem.code.code())).collect();
    for expected in [
        "alerts.one.name required",
        "alerts.two.when required",
        "scoring.norms.1.name required",
        "scoring.norms.2.source required",
    ] {
        assert!(found.iter().any(|problem| problem == expected), "{expected}: {found:?}");
    }
}
