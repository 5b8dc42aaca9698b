//! The templates: each is a valid definition in both of its languages, and leads where its author meant.

mod support;

use std::{fs, path::Path};

use domain::{Definition, Language, Scores};
use serde_json::{Value, json};
use support::{answers, definition, id};

const NAMES: [&str; 5] = ["course-quiz", "event-feedback", "money-check-up", "recommendation", "team-check"];

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../templates"))
}

fn template(name: &str) -> Definition {
    let text = fs::read_to_string(folder().join(name).with_extension("json")).expect("a template");
    definition(&serde_json::from_str(&text).expect("JSON"))
}

#[test]
fn each_can_be_read_in_english_and_spanish() {
    let files = fs::read_dir(folder()).expect("the folder of templates");
    let mut names: Vec<String> = files
        .map(|file| file.expect("a file").file_name().to_string_lossy().trim_end_matches(".json").to_owned())
        .collect();
    names.sort_unstable();
    assert_eq!(names, NAMES);
    for name in NAMES {
        let definition = template(name);
        assert_eq!(definition.languages_of_pages(), [Language::EN, Language::ES], "{name}");
        let texts = fs::read_to_string(folder().join(name).with_extension("json")).expect("a template");
        assert_eq!(texts.matches("\"en\":").count(), texts.matches("\"es\":").count(), "{name}");
    }
}

/// The score and its band, the titles of the cards, and the questions that are shown.
fn result(definition: &Definition, given: &[(&str, Value)]) -> (String, Vec<String>, Vec<String>) {
    let given = answers(definition, given);
    let journey = definition.journey(&given, "en");
    assert!(journey.unanswered_required().is_empty(), "{:?}", journey.unanswered_required());
    let scores = Scores::of(definition, &given);
    let cards = definition.cards(&scores).iter().map(|card| card.card.id.to_string()).collect();
    let overall = scores.overall.map(|scored| (scored.score, scored.band.map(|band| band.to_string())));
    let shown = journey.shown.iter().map(|question| question.id.to_string()).collect();
    let overall = overall.map(|(score, band)| format!("{score} {}", band.unwrap_or_default()));
    (overall.unwrap_or_default(), cards, shown)
}

#[test]
fn the_team_check_weighs_the_desk_of_those_at_home() {
    let definition = template("team-check");
    let mut given = vec![
        ("place", json!(1)),
        ("energy", json!(4)),
        ("desk", json!(2)),
        ("sleep", json!(6.5)),
        ("obstacles", json!([1])),
    ];
    // (75 + 2 · 60 + 50 + 60) / 5, and without the desk (75 + 50 + 60) / 3.
    let (score, cards, shown) = result(&definition, &given);
    assert_eq!((score.as_str(), cards), ("61 steady", vec!["rest".to_owned(), "room".to_owned()]));
    assert!(shown.contains(&"desk".to_owned()));
    given[0].1 = json!(2);
    let (score, _, shown) = result(&definition, &given);
    assert_eq!(score, "62 steady");
    assert!(!shown.contains(&"desk".to_owned()));
}

#[test]
fn the_recommendation_asks_on_by_the_number() {
    let definition = template("recommendation");
    for (number, follow_up) in [(0, "let_down"), (6, "let_down"), (7, "missing"), (8, "missing"), (9, "liked")] {
        let (score, _, shown) = result(&definition, &[("recommend", json!(number))]);
        assert_eq!(shown, ["recommend", follow_up, "contact"], "{number}");
        assert_eq!(score, "", "it is not scored");
    }
    let given = answers(&definition, &[("recommend", json!(10)), ("contact", json!(true))]);
    assert_eq!(definition.journey(&given, "en").unanswered_required(), [id("email")]);
}

#[test]
fn the_event_feedback_ends_early_for_those_who_could_not_come() {
    let definition = template("event-feedback");
    assert_eq!(result(&definition, &[("attended", json!(3))]).2, ["attended", "reason", "sorry"]);
    let rows = [("parts_talks", json!(4)), ("parts_pace", json!(3)), ("parts_team", json!(4))];
    let [in_the_room, online] = [1, 2].map(|how| {
        let mut given = vec![("attended", json!(how)), ("overall", json!(2)), ("stream", json!(1))];
        given.extend(rows.clone());
        result(&definition, &given).2
    });
    assert_eq!(in_the_room, ["attended", "overall", "worst", "parts", "place", "topics", "thanks"]);
    assert_eq!(online, ["attended", "overall", "worst", "parts", "stream", "topics", "thanks"]);
}

#[test]
fn the_course_quiz_knows_the_right_answers() {
    let definition = template("course-quiz");
    let right = vec![
        ("length", json!(3)),
        ("digits", json!(10_000)),
        ("reuse", json!(2)),
        ("keeping", json!([1, 3])),
        ("stolen", json!(2)),
    ];
    let (score, cards, _) = result(&definition, &right);
    assert_eq!((score.as_str(), cards.len()), ("100 passed", 0));
    for wrong in [9999, 10_001] {
        let mut given = right.clone();
        given[1].1 = json!(wrong);
        assert_eq!(result(&definition, &given).0, "80 passed");
        given[3].1 = json!([1, 2]);
        let (score, cards, _) = result(&definition, &given);
        assert_eq!((score.as_str(), cards), ("70 repeat", vec!["digits".to_owned(), "keeping".to_owned()]));
    }
}
