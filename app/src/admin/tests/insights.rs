use super::support::{HOSTILE, attributes, context, is_sound, quiz};
use crate::admin::{
    Axis, Bar, Bars, Cell, Columns, Counting, Drawing, Figure, FigurePart, FigureTable, Head, InsightsPage,
    InsightsView, KeyNumber, Part, Pillar, Row, insights,
};

fn shares(id: &str) -> Figure {
    let href = Some("/answers?a=1&b=2".to_owned());
    let bar = |label: &str, count| Bar {
        label: label.to_owned(),
        parts: vec![Part { count, href: href.clone() }],
        whole: 80,
        told: None,
    };
    let row = |label: &str, remark, count| Row {
        name: label.to_owned(),
        remark,
        bar: Some((count, 80)),
        cells: vec![Cell::Of { count, whole: 80, href: href.clone() }],
    };
    Figure {
        id: id.to_owned(),
        title: HOSTILE.to_owned(),
        lead: "80 answers".to_owned(),
        drawing: Drawing::Bars(Bars { all: vec![bar(HOSTILE, 60), bar("Gone", 20)], parts: vec![] }),
        table: FigureTable {
            heads: vec![Head::text("Answer"), Head::of("People")],
            rows: vec![row(HOSTILE, None, 60), row("Gone", Some("(earlier version)"), 20)],
        },
        ..Figure::default()
    }
}

fn columns(id: &str, axis: Axis) -> Figure {
    let pillar = |label: &str, count, is_open| Pillar {
        label: label.to_owned(),
        title: format!("{label}: {count} {HOSTILE}"),
        behind: Some(count + 1),
        count,
        of: None,
        href: Some("/answers?x".to_owned()),
        is_open,
    };
    let all = vec![pillar("1 Nov", 90, false), pillar("2 Nov", 10, true)];
    let row = |name: &str, count| Row {
        name: name.to_owned(),
        cells: vec![Cell::Count { count, href: None }, Cell::Empty],
        ..Row::default()
    };
    Figure {
        id: id.to_owned(),
        title: "Responses per day".to_owned(),
        drawing: Drawing::Columns(Columns { all, axis, ..Columns::default() }, Some(["Started", "Completed"])),
        table: FigureTable {
            heads: vec![Head::text("Day"), Head::number("Started"), Head::number("Completed")],
            rows: vec![row("2 Nov 2026", 1000), row("1 Nov 2026", 0)],
        },
        ..Figure::default()
    }
}

fn page() -> InsightsPage {
    let figures =
        vec![shares("q-one"), columns("days", Axis::Middles), columns("score", Axis::Edges("100".to_owned()))];
    InsightsPage {
        quiz: quiz(),
        started: 1300,
        view: InsightsView::default(),
        printed: "1–30 Nov 2026, as of 25 Nov 2026, 14:20 UTC".to_owned(),
        numbers: vec![KeyNumber {
            name: "Started",
            value: "1,300".to_owned(),
            href: Some("/answers".to_owned()),
            before: Some(("900".to_owned(), Some("/answers?before".to_owned()))),
        }],
        parts: vec![FigurePart { id: "answers", title: "Answers", hint: None, figures, link: None }],
        files: ("/figures".to_owned(), "?from=1".to_owned()),
        note: None,
        attempts: None,
        counting: None,
        changes: None,
        occasions: None,
    }
}

/// The page's text without tags, separated by bars.
fn text(html: &str) -> String {
    let parts = html.split('<').filter_map(|part| part.split_once('>')).map(|(_, text)| text.trim());
    parts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join("|")
}

#[test]
fn the_figures_are_there_in_words_with_their_bases() {
    let html = insights(context(), page());
    is_sound(&html);
    let text = text(&html);
    for part in [
        "Started|1,300|900 before",
        "Gone|(earlier version)|20 of 80 · 25 %",
        "2 Nov 2026|1,000|1 Nov 2026|0",
        "Started|Completed|0|50|100|1 Nov: 90",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

#[test]
fn every_number_leads_to_its_rows_and_every_figure_to_its_files() {
    let html = insights(context(), page());
    let links = attributes(&html, "href");
    for href in [
        "/answers?a=1&amp;b=2",
        "/answers?x",
        "/answers?before",
        "/figures/q-one.csv?from=1",
        "/figures/days.svg?from=1",
    ] {
        assert!(links.contains(&href), "{href} in {links:?}");
    }
}

/// A picture requires a script, which converts the drawing's file.
#[test]
fn a_picture_is_offered_where_there_is_a_drawing_and_a_script() {
    let html = insights(context(), page());
    assert!(html.contains("src=\"/assets/picture.js\""), "{html}");
    let offers: Vec<&str> = html.split("<a ").filter(|tag| tag.contains("data-picture")).collect();
    assert_eq!(offers.len(), html.matches(".svg?from=1\"").count() / 2, "{html}");
    for offer in offers {
        let tag = offer.split('>').next().unwrap_or_default();
        assert!(tag.contains(" hidden") && tag.contains(".svg?from=1\"") && tag.contains(".png\""), "{tag}");
    }
}

#[test]
fn a_printed_page_names_its_period_and_its_day() {
    let html = insights(context(), page());
    assert!(html.contains("<p class=\"printed\">1–30 Nov 2026, as of 25 Nov 2026, 14:20 UTC</p>"), "{html}");
}

#[test]
fn every_drawing_has_its_numbers_in_a_table() {
    let html = insights(context(), page());
    assert_eq!(html.matches("class=\"drawing\"").count(), 2);
    assert_eq!(html.matches("<summary>The numbers</summary>").count(), 2);
    assert!(html.contains("bar-open"), "what is not over is drawn as such");
}

#[test]
fn a_drawing_is_a_file_with_its_own_colours() {
    let mut all = page().parts.remove(0).figures;
    let stacked = all.remove(0);
    let drawn = stacked.svg().expect("it has a drawing");
    assert!(
        drawn.starts_with("<svg xmlns=") && drawn.contains("fill=\"#94460f\"") && !drawn.contains("<b onclick"),
        "{drawn}"
    );
    assert_eq!(Figure::default().svg(), None);
}

#[test]
fn the_page_keeps_up_with_what_comes_in() {
    let html = insights(context(), page());
    assert!(html.contains("<div id=\"figures\" data-live=\"10\">"));
    // Updates preserve open tables only if they have ids.
    assert!(html.matches("<details").count() == html.matches("<details id=\"").count());
}

#[test]
fn a_view_can_be_changed_step_by_step() {
    let view = InsightsView {
        from: "2026-11-01".to_owned(),
        narrowed: vec![(HOSTILE.to_owned(), "/insights?less".to_owned())],
        left_out: vec!["dates".to_owned(), "questions of earlier versions".to_owned()],
        kept: vec![("language".to_owned(), "es".to_owned())],
        breakdowns: vec![("language".to_owned(), "Language".to_owned()), ("band".to_owned(), "Band".to_owned())],
        rows: "band".to_owned(),
        reset: Some("/insights".to_owned()),
        ..InsightsView::default()
    };
    let html = insights(context(), InsightsPage { view, ..page() });
    is_sound(&html);
    assert!(html.contains("<input type=\"hidden\" name=\"language\" value=\"es\">"), "{html}");
    assert!(html.contains("<option value=\"band\" selected>Band"), "{html}");
    assert!(html.contains("Not listed: dates; questions of earlier versions."), "{html}");
    assert!(
        attributes(&html, "name").contains(&"other") && attributes(&html, "aria-describedby").contains(&"only-hint")
    );
    assert!(!html.contains("data-live"), "what has to be counted is not counted all the time");
}

#[test]
fn a_long_count_says_how_far_it_is() {
    let html = insights(context(), InsightsPage { counting: Some(Counting { done: 1000, all: 40_000 }), ..page() });
    is_sound(&html);
    assert!(text(&html).contains("Still counting|1,000 of about 40,000 responses are counted."), "{html}");
    assert!(html.contains("data-live"));
}

#[test]
fn without_people_nothing_is_drawn() {
    let empty = insights(context(), InsightsPage { started: 0, ..page() });
    is_sound(&empty);
    assert!(empty.contains("Share the quiz") && !empty.contains("class=\"drawing\""));
    assert!(empty.contains("data-live"), "the first answer shows by itself");
}
