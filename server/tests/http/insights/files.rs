//! Figures as files.

use domain::Role;
use serde_json::{Value, json};

use crate::support::{App, Dice, every_kind, random_answers, random_records, submit};

#[tokio::test]
async fn figures_come_as_files_and_a_view_that_cannot_be_is_named() {
    let app = App::start().await;
    let viewer = app.member("viewer@example.com", "acme", Role::Viewer).await;
    let quiz = app.quiz(every_kind()).await;
    random_records(&quiz, &mut Dice(5), 0..12).await;
    let file = |name: &str| quiz.get(&format!("/insights/figures/{name}")).key(&app.key);
    let csv = file("q-colour.csv").await.is(200);
    assert_eq!(csv.header("content-type"), "text/csv; charset=utf-8");
    assert!(csv.text().starts_with("Answer,People,Of,Percent\r\nRed,"), "{}", csv.text());
    let svg = file("q-energy.svg?language=es").await.is(200);
    assert_eq!(svg.header("content-type"), "image/svg+xml");
    assert!(svg.text().starts_with("<svg xmlns="));
    let png = file("q-energy.png").await.is(410);
    assert_eq!(png.header("x-error-code"), "png_gone");
    assert!(png.error().contains(".svg"), "{}", png.error());
    for missing in ["q-none.csv", "q-wish.csv", "q-wish.svg", "q-colour.pdf"] {
        assert_eq!(file(missing).await.is(404).header("x-error-code"), "no_such_figure", "{missing}");
    }
    let listed = quiz.get("/insights").key(&app.key).await.is(200).json();
    let ids: Vec<&str> = listed["figures"].as_array().expect("ids").iter().filter_map(Value::as_str).collect();
    for id in ["days", "score", "score-bands", "category-a", "category-a-bands", "q-day", "q-rank", "alpha"] {
        assert!(ids.contains(&id), "{id} in {ids:?}");
    }
    assert!(!ids.contains(&"q-wish"), "{ids:?}");
    for id in ids {
        file(&format!("{id}.csv")).await.is(200);
    }
    let page = quiz.dashboard("insights");
    viewer.get(&format!("{page}/figures/days.svg")).await.is(200);
    viewer.get(&format!("{page}/figures/days.png")).await.is(404);
    viewer.get(&format!("{page}/figures/none.csv")).await.is(404);
    let wrong = viewer.get(&format!("{page}?from=never")).await.is(200).text();
    assert!(wrong.contains("There’s a problem"), "{wrong}");
    quiz.get("/insights?rows=shoes").key(&app.key).await.is(400);
}

/// With many records, months and ranks are counted only when a file requests them.
#[tokio::test]
async fn a_file_has_what_the_page_of_a_large_quiz_counts_on_request() {
    let app = App::start().await;
    let viewer = app.member("viewer@example.com", "acme", Role::Viewer).await;
    let quiz = app.quiz(every_kind()).await;
    for number in 0..2_000 {
        quiz.session(&format!("many-{number}")).await;
    }
    let mut answers = random_answers(&mut Dice(5));
    answers["day"] = json!("2026-02-03");
    quiz.session("session-1").await;
    submit(&quiz, "session-1", answers).await;
    let page = quiz.dashboard("insights");
    let html = viewer.get(&page).await.is(200).text();
    for words in ["Count the details", "and its files come with the details", "months and years are, once details"] {
        assert!(html.contains(words), "{words}: {html}");
    }
    let file = |name: &str| quiz.get(&format!("/insights/figures/{name}")).key(&app.key);
    for (name, text) in
        [("q-day", "2026-02,1,1,100.0\r\n"), ("q-rank", "Option,Mean rank,First"), ("alpha", "Question,")]
    {
        let csv = file(&format!("{name}.csv")).await.is(200).text();
        assert!(csv.contains(text), "{name}: {csv}");
        let csv = viewer.get(&format!("{page}/figures/{name}.csv")).await.is(200).text();
        assert!(csv.contains(text), "{name}: {csv}");
    }
    assert!(file("q-day.svg").await.is(200).text().contains("<title>2026-02: 1 of 1"));

    // Once counted, a view can be narrowed to a month or year.
    let (year, month) = ("answer=day:2026-01-01..<2026-12-32", "answer=day:2026-02-01..<2026-02-32");
    for (is, label) in [(year, "2026"), (month, "2026-02")] {
        let option = |html: &str| html.contains(&format!("value=\"{}\">{label}</option>", is.replace('<', "&lt;")));
        assert!(!option(&html), "{html}");
        let counted = viewer.get(&format!("{page}?detail=all")).await.is(200).text();
        assert!(option(&counted), "{is}: {counted}");
        let only = serde_urlencoded::to_string([("only", is)]).expect("a query");
        let narrowed = viewer.get(&format!("{page}?{only}")).await.is(200).text();
        assert!(narrowed.contains(&format!("A day?: {label}")) && option(&narrowed), "{narrowed}");
    }
    for (is, completed) in [(year, 1), (month, 1), ("answer=day:2026-03-01..<2026-03-32", 0)] {
        let (name, value) = is.split_once('=').expect("a condition");
        let query = serde_urlencoded::to_string([(name, value)]).expect("a query");
        let found = quiz.get(&format!("/insights?{query}")).key(&app.key).await.is(200).json();
        assert_eq!(found["completed"], completed, "{is}: {found}");
    }
}
