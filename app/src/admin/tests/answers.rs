use domain::Points;

use super::support::{HOSTILE, attributes, context, is_sound, quiz};
use crate::admin::{AnswerLine, AnswersPage, Problem, Typed, answers};

fn line(score: Option<u8>) -> AnswerLine {
    AnswerLine {
        user: HOSTILE.to_owned(),
        custom_data: Some(HOSTILE.to_owned()),
        href: "/admin/ns/demo/quizzes/quizquizquizquiz/answers/me".to_owned(),
        started: "20 Nov 2026, 14:03".to_owned(),
        submitted: score.map(|_| "20 Nov 2026, 14:09".to_owned()),
        score: score.and_then(Points::new),
        categories: [score.and_then(Points::new); 4],
    }
}

fn page(rows: Vec<AnswerLine>) -> AnswersPage {
    AnswersPage {
        quiz: quiz(),
        typed: Typed::default(),
        problems: Vec::new(),
        rows,
        is_scored: true,
        started: 1234,
        first: None,
        next: None,
    }
}

#[test]
fn a_row_says_who_and_how_they_stand() {
    let html = answers(context(), page(vec![line(Some(73)), line(None)]));
    is_sound(&html);
    assert!(html.contains("<strong>73</strong>") && html.contains(" Coping</span>"), "{html}");
    assert!(html.contains("pill pill-completed") && html.contains("pill pill-started"));
    assert!(html.contains("1,234 responses"));
    // On a phone the head row is hidden, so each cell carries its label.
    let labels = attributes(&html, "data-label");
    assert_eq!(labels[..4], ["State", "Begun", "Submitted", "Score"]);
}

#[test]
fn a_quiz_without_scores_offers_none() {
    let html = answers(context(), AnswersPage { is_scored: false, ..page(vec![line(None)]) });
    is_sound(&html);
    for word in ["Band", "Score", "Highest", "Spending"] {
        assert!(!html.contains(word), "{word}");
    }
}

#[test]
fn the_filter_shows_what_was_typed_and_what_is_wrong_with_it() {
    let typed = [("state", "completed"), ("scoreMin", HOSTILE), ("sort", "lowest")];
    let typed = Typed(typed.map(|(name, value)| (name.to_owned(), value.to_owned())).into());
    let problem = Problem { field: "scoreMin".to_owned(), message: "Score from must be 0 to 100.".to_owned() };
    let html = answers(context(), AnswersPage { typed, problems: vec![problem], ..page(Vec::new()) });
    is_sound(&html);
    assert!(html.contains("<option value=\"completed\" selected>Completed</option>"), "{html}");
    assert!(html.contains("<option value=\"lowest\" selected>"));
    assert!(html.contains("href=\"#scoreMin\"") && html.contains("aria-invalid=\"true\""));
    assert!(!html.contains("Nobody fits"), "nothing was looked for");
}

#[test]
fn where_nothing_is_it_says_what_to_do() {
    let nobody_yet = answers(context(), AnswersPage { started: 0, ..page(Vec::new()) });
    assert!(nobody_yet.contains("href=\"/admin/ns/demo/quizzes/quizquizquizquiz/share\""));
    assert!(!nobody_yet.contains("<form method=\"get\""), "there is nothing to filter");
    let nobody_fits = answers(context(), page(Vec::new()));
    assert!(nobody_fits.contains("No matching responses") && nobody_fits.contains("Show all answers"));
    is_sound(&nobody_yet);
    is_sound(&nobody_fits);
}
