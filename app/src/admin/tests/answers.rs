use domain::{Definition, Role};

use super::support::{HOSTILE, attributes, context, is_sound, quiz};
use crate::admin::{
    AnswerCell, AnswerColumnsPage, AnswerHead, AnswerLine, AnswerWords, AnswersPage, Chip, ColumnChoice, FilterPart,
    Matching, Problem, QuizNav, SortLink, Typed, ViewLine, answer_columns, answers, brief,
};

fn line(score: Option<&str>) -> AnswerLine {
    AnswerLine {
        user: HOSTILE.to_owned(),
        name: HOSTILE.to_owned(),
        custom_data: Some(HOSTILE.to_owned()),
        href: "/admin/ns/demo/quizzes/quizquizquizquiz/answers/me".to_owned(),
        cells: vec![
            AnswerCell::State { is_submitted: score.is_some() },
            AnswerCell::Moment("20 Nov 2026, 14:03".to_owned()),
            AnswerCell::Score { score: score.unwrap_or_default().to_owned(), band: "Coping".to_owned() },
            AnswerCell::Text(HOSTILE.to_owned()),
        ],
    }
}

fn head(label: &str, sort: Option<SortLink>) -> AnswerHead {
    AnswerHead { label: label.to_owned(), zone: (label == "Started").then(|| "UTC".to_owned()), is_number: false, sort }
}

fn sorted(is_rising: Option<bool>) -> SortLink {
    SortLink { href: "/sorted".to_owned(), is_rising }
}

fn words() -> AnswerWords {
    AnswerWords::of(&[(1, Definition::built_in())])
}

fn page(rows: Vec<AnswerLine>) -> AnswersPage {
    let words = words();
    AnswersPage {
        quiz: quiz(),
        problems: Vec::new(),
        filter: FilterPart {
            scores: words.score_names(),
            bands: words.band_groups(),
            answers: words.answer_groups(None),
            zone: "UTC".to_owned(),
            ..FilterPart::default()
        },
        heads: vec![
            head("State", None),
            head("Started", Some(sorted(Some(false)))),
            head("Score", Some(sorted(None))),
            head(HOSTILE, None),
        ],
        rows,
        started: 1234,
        matches: Matching { number: 1234, is_exact: true },
        views: Vec::new(),
        query: String::new(),
        previous: None,
        next: None,
        is_partial: false,
        progress: None,
        not_started: None,
    }
}

#[test]
fn a_row_says_who_and_how_they_stand() {
    let html = answers(context(), page(vec![line(Some("73")), line(None)]));
    is_sound(&html);
    assert!(html.contains("<strong>73</strong>") && html.contains(" Coping</span>"), "{html}");
    assert!(html.contains("pill pill-completed") && html.contains("pill pill-started"));
    assert!(html.contains("1,234<span> responses</span>"));
    // On a phone the head row is hidden, so each cell carries its label.
    assert_eq!(attributes(&html, "data-label")[..2], ["Started", "Score"]);
    assert!(html.contains(">Started (UTC)</a>"), "{html}");
    assert!(html.contains(">20 Nov 2026<span class=\"clock\">, 14:03</span></td>"), "{html}");
}

#[test]
fn heads_tell_by_what_the_list_is_sorted_and_can_be() {
    let html = answers(context(), page(vec![line(None)]));
    assert_eq!(attributes(&html, "aria-sort"), ["descending"]);
    assert_eq!(html.matches("href=\"/sorted\"").count(), 2);
    assert_eq!(html.matches("(not sortable)").count(), 3, "person, state and question");
}

#[test]
fn a_condition_is_a_chip_that_removes_it_and_the_number_tells_what_matches() {
    let chip = Chip { label: HOSTILE.to_owned(), without: "/without".to_owned() };
    let mut shown = page(vec![line(None)]);
    shown.filter.chips = vec![chip];
    shown.matches = Matching { number: 10_000, is_exact: false };
    let html = answers(context(), shown);
    is_sound(&html);
    assert!(html.contains("href=\"/without\"") && html.contains("10,000+ of 1,234<span> responses</span>"), "{html}");
}

#[test]
fn a_quiz_without_scores_offers_none() {
    let mut shown = page(vec![line(None)]);
    shown.filter = FilterPart { zone: "UTC".to_owned(), ..FilterPart::default() };
    let html = answers(context(), shown);
    is_sound(&html);
    for word in ["Band", "Score of", "Overall"] {
        assert!(!html.contains(word), "{word}");
    }
}

#[test]
fn the_filter_shows_what_was_typed_and_what_is_wrong_with_it() {
    let typed = [("state", "completed"), ("from", HOSTILE), ("q", HOSTILE)];
    let mut shown = page(Vec::new());
    shown.filter.typed = Typed(typed.map(|(name, value)| (name.to_owned(), value.to_owned())).into());
    shown.filter.kept = vec![("band".to_owned(), "lowest".to_owned())];
    shown.problems =
        vec![Problem { field: "from".to_owned(), message: "Started on or after must be a date.".to_owned() }];
    let html = answers(context(), shown);
    is_sound(&html);
    assert!(html.contains("<option value=\"completed\" selected>Completed</option>"), "{html}");
    assert!(html.contains("name=\"band\" value=\"lowest\""), "{html}");
    assert!(html.contains("href=\"#from\"") && html.contains("aria-invalid=\"true\""));
    assert!(!html.contains("No matching responses"), "nothing was looked for");
}

#[test]
fn where_nothing_is_it_says_what_to_do() {
    let nobody_yet = answers(context(), AnswersPage { started: 0, ..page(Vec::new()) });
    assert!(nobody_yet.contains("href=\"/admin/ns/demo/quizzes/quizquizquizquiz/share\""));
    assert!(!nobody_yet.contains("<form method=\"get\""), "there is nothing to filter");
    let nobody_fits = answers(context(), page(Vec::new()));
    assert!(nobody_fits.contains("No matching responses") && nobody_fits.contains("Show all answers"));
    let so_far = AnswersPage { is_partial: true, next: Some("/next".to_owned()), ..page(Vec::new()) };
    let so_far = answers(context(), so_far);
    assert!(so_far.contains("Nothing found so far") && so_far.contains("href=\"/next\""));
    for html in [nobody_yet, nobody_fits, so_far] {
        is_sound(&html);
    }
}

#[test]
fn a_viewer_is_not_offered_what_only_editors_may_do() {
    let view = ViewLine { name: HOSTILE.to_owned(), href: "/view".to_owned(), is_current: true };
    let shown = AnswersPage { views: vec![view], ..page(vec![line(None)]) };
    let by_owner = answers(context(), shown.clone());
    is_sound(&by_owner);
    let offered = ["Erase selected…", "Export selected", "Save view", "Delete the view", "type=\"checkbox\""];
    for part in offered {
        assert!(by_owner.contains(part), "{part}");
    }
    let mut nav = quiz();
    nav.namespace.role = Role::Viewer;
    let by_viewer = answers(context(), AnswersPage { quiz: QuizNav { ..nav }, ..shown });
    is_sound(&by_viewer);
    assert!(by_viewer.contains("href=\"/view\""), "views are for all");
    for part in offered {
        assert!(!by_viewer.contains(part), "{part}");
    }
}

#[test]
fn columns_are_chosen_and_numbered() {
    let column = |key: &str, is_shown| ColumnChoice { key: key.to_owned(), label: HOSTILE.to_owned(), is_shown };
    let columns = vec![column("state", true), column("answer.fhn1", false)];
    let page = AnswerColumnsPage { quiz: quiz(), columns, find: None, has_more: false, query: HOSTILE.to_owned() };
    let html = answer_columns(context(), page);
    is_sound(&html);
    assert_eq!(html.matches("type=\"checkbox\"").count(), 2);
    assert_eq!(html.matches(" checked").count(), 1);
    assert!(html.contains("name=\"place answer.fhn1\" value=\"2\""), "{html}");
}

#[test]
fn conditions_are_told_in_words() {
    let words = words().with_people([("7".to_owned(), "Ana".to_owned())].into());
    let (id, text) = (words.questions[0].id.clone(), brief(&words.questions[0].text));
    let (value, label) = words.questions[0].values[1].clone();
    let option = format!("{id}:{value}");
    let (ranked, stopped, contains) = (format!("{option}@1"), format!("q.{id}"), format!("{id}:sun"));
    for (name, value, told) in [
        ("q", "Ann", "Contains “Ann”".to_owned()),
        ("state", "completed", "Completed".to_owned()),
        ("band", "coping", "Band: Coping".to_owned()),
        ("band", "spend:healthy", "Spending: Healthy".to_owned()),
        ("score", "spend:40..79", "Spending 40–79".to_owned()),
        ("score", ":40..", "Score from 40".to_owned()),
        ("answer", option.as_str(), format!("{text}: {}", brief(&label))),
        ("unanswered", id.as_str(), format!("Not answered: {text}")),
        ("answer", ranked.as_str(), format!("{text}: {}, rank 1", brief(&label))),
        ("stopped", stopped.as_str(), format!("Stopped at: {text}")),
        ("contains", contains.as_str(), format!("{text}: contains “sun”")),
        ("stopped", "end", "Answered all, not submitted".to_owned()),
        ("language", "de", "Deutsch".to_owned()),
        ("answer", "gone:x", "gone: x".to_owned()),
        ("user", "7", "Person: Ana".to_owned()),
        ("user", "8", "Person 8".to_owned()),
    ] {
        assert_eq!(words.condition(name, value), told);
    }
}

#[test]
fn a_matrix_is_told_by_a_row_of_its_own() {
    let written = r#"{ "language": "en", "scheme": 1, "questions": [
        { "id": "pet_name", "kind": "text", "text": "Its name?" },
        { "id": "pet", "kind": "matrix", "text": "Your pets?", "from": 1, "to": 3, "rows": [{ "id": "one", "text": "Indoors" }] }] }"#;
    let words = AnswerWords::of(&[(1, serde_json::from_str(written).expect("a definition"))]);
    assert_eq!(words.condition("stopped", "q.pet"), "Stopped at: Your pets? Indoors");
}
