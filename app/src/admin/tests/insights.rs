use domain::{Category, Insights, Points, Tally};

use super::support::{HOSTILE, context, is_sound, quiz};
use crate::admin::{InsightsPage, OptionShare, Period, Periods, QuestionShares, StopShares, insights};

fn page() -> InsightsPage {
    let figures: Insights = [(5, 40), (41, 30), (42, 10), (100, 20)]
        .into_iter()
        .map(|(score, count)| (Tally::Score(Points::new(score).expect("0 to 100").into()), count))
        .collect();
    let period = |label: &str, started, completed| Period { label: label.to_owned(), started, completed };
    InsightsPage {
        is_partial: false,
        quiz: quiz(),
        started: 1300,
        completed: 100,
        median_seconds: Some(125),
        periods: Periods { unit: "day", all: vec![period("1 Nov 2026", 1000, 90), period("2 Nov 2026", 300, 10)] },
        categories: Category::ALL.map(|category| (category, figures.score.clone())).to_vec(),
        score: figures.score,
        questions: vec![QuestionShares {
            text: HOSTILE.to_owned(),
            is_current: true,
            answered: 80,
            options: vec![
                OptionShare { label: HOSTILE.to_owned(), is_current: true, chosen: 60 },
                OptionShare { label: "Gone".to_owned(), is_current: false, chosen: 20 },
            ],
        }],
        stops: StopShares {
            questions: vec![(HOSTILE.to_owned(), 900), ("Second".to_owned(), 200)],
            before_submitting: 100,
            total: 1200,
            unfinished: 1200,
        },
    }
}

/// The page's text without tags, separated by bars.
fn text(html: &str) -> String {
    let parts = html.split('<').filter_map(|part| part.split_once('>')).map(|(_, text)| text.trim());
    parts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join("|")
}

#[test]
fn a_question_without_options_has_the_number_of_answers_instead_of_an_empty_table() {
    let written = QuestionShares { text: "One wish?".to_owned(), is_current: true, answered: 1234, options: vec![] };
    let text = text(&insights(context(), InsightsPage { questions: vec![written], ..page() }));
    assert!(text.contains("|One wish?|1,234 answered this.|"), "{text}");
    assert!(!text.contains("|One wish?|Answer|"), "{text}");
}

#[test]
fn the_figures_are_there_in_words() {
    let html = insights(context(), page());
    is_sound(&html);
    let text = text(&html);
    for part in [
        "Started|1,300",
        "Completed|100",
        "Completion rate|8 %",
        "Median time|2 min 5 s",
        "Vulnerable|0–39|40 %|Coping|40–79|40 %|Healthy|80–100|20 %",
        "Gone|(earlier version)|20|25 %",
        "Not submitted: 1,200.",
        "Second|200|17 %",
        "All answered, not submitted|100|8 %",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

#[test]
fn every_drawing_has_a_name_a_description_and_its_numbers_in_a_table() {
    let html = insights(context(), page());
    let drawings = html.matches("role=\"img\"").count();
    assert_eq!(drawings, 6, "days, the score, four categories");
    assert_eq!(html.matches("<desc ").count(), drawings);
    assert_eq!(html.matches("<summary>The numbers</summary>").count(), drawings);
    assert!(html.contains("Median 41. Vulnerable 40 %, Coping 40 %, Healthy 20 %."));
    assert!(text(&html).contains("2 Nov 2026|300|10|1 Nov 2026|1,000|90"), "the latest first");
    assert!(text(&html).contains("95–100|20|20 %"));
}

#[test]
fn the_page_keeps_up_with_what_comes_in() {
    let html = insights(context(), page());
    assert!(html.contains("<div id=\"figures\" data-live=\"10\">"));
    // Updates keep tables open only if they have ids.
    assert!(html.matches("<details").count() == html.matches("<details id=\"").count());
}

#[test]
fn of_many_who_stopped_the_latest_are_meant_and_it_says_so() {
    let mut page = page();
    page.stops.unfinished = 90_000;
    let html = insights(context(), page);
    assert!(html.contains("Not submitted: 90,000. Of the 1,200 who began last"), "{html}");
}

#[test]
fn without_scores_and_without_people_nothing_is_drawn() {
    let unscored = insights(context(), InsightsPage { categories: Vec::new(), ..page() });
    is_sound(&unscored);
    assert!(!unscored.contains("Overall score"));
    let empty = insights(context(), InsightsPage { started: 0, ..page() });
    is_sound(&empty);
    assert!(empty.contains("Share the quiz") && !empty.contains("role=\"img\""));
    assert!(empty.contains("data-live"), "the first answer shows by itself");
}
