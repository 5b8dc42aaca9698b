//! The languages of submitted records.

use app::admin::{Bar, Bars, Cell, Drawing, Figure, FigureTable, Head, Part, Row};

use domain::Language;

use super::{Links, numbers::count};
use crate::service::QuizInsights;

/// Returns nothing if there is only one language.
pub(super) fn figures(found: &QuizInsights, links: &Links) -> Vec<Figure> {
    let languages = &found.figures.languages;
    if languages.len() < 2 {
        return Vec::new();
    }
    let whole = languages.values().sum();
    let share = |(language, count): (&Language, &u64)| Share {
        label: language.endonym(),
        remark: None,
        count: *count,
        href: links.with(&[("state", "completed".to_owned()), ("language", language.to_string())]),
    };
    let mut all: Vec<Share> = languages.iter().map(share).collect();
    all.sort_by(|one, other| other.count.cmp(&one.count).then_with(|| one.label.cmp(&other.label)));
    vec![shares("languages", "Language", "Language", count(whole, "response"), whole, all)]
}

/// A row of a figure that shows parts of a whole.
pub(super) struct Share {
    pub(super) label: String,
    pub(super) remark: Option<&'static str>,
    pub(super) count: u64,
    pub(super) href: Option<String>,
}

/// Bars with their bases. `what` is the heading of the labels.
pub(super) fn shares(id: &str, title: &str, what: &str, lead: String, whole: u64, shares: Vec<Share>) -> Figure {
    let bars = shares.iter().map(|share| Bar {
        label: share.label.clone(),
        parts: vec![Part { count: share.count, href: share.href.clone() }],
        whole,
        told: None,
    });
    let bars = Bars { all: bars.collect(), parts: Vec::new() };
    let rows = shares.into_iter().map(|Share { label, remark, count, href }| Row {
        name: label,
        remark,
        bar: Some((count, whole)),
        cells: vec![Cell::Of { count, whole, href }],
    });
    Figure {
        id: id.to_owned(),
        title: title.to_owned(),
        lead,
        drawing: Drawing::Bars(bars),
        table: FigureTable { heads: vec![Head::text(what), Head::of("People")], rows: rows.collect() },
        ..Figure::default()
    }
}
