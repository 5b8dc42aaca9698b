//! Scores and bands: of the built-in scoring, or of the quiz's own with its names.

use app::admin::{
    Axis, Cell, Columns, Drawing, Figure, FigureTable, Head, Pillar, Row, band_name, category_name, isolated,
};
use domain::{
    Band, Category, Decimal, Distribution, Indicator, MergedQuestion, Method, Name, OwnBand, ScoreSummary, Scoring,
};

use super::{
    Links,
    bins::{Bin, round_bins},
    kinds::words,
    languages::{Share, shares},
    numbers::{count, percent, summary_in_words, thousands},
};
use crate::service::QuizInsights;

pub(super) fn figures(found: &QuizInsights, links: &Links) -> Vec<Figure> {
    match &found.quiz.definition.scoring {
        Some(scoring) if found.quiz.definition.items().any(|item| item.is_scored()) => own(found, scoring, links),
        Some(_) => Vec::new(),
        None => built_in(found, links),
    }
}

const OVERALL: &str = "Overall score";

fn built_in(found: &QuizInsights, links: &Links) -> Vec<Figure> {
    let categories: Vec<Category> = asked_categories(found).collect();
    if categories.is_empty() {
        return Vec::new();
    }
    let overall = distribution("score", OVERALL, &found.figures.score, None, links);
    let of_category = |category: Category| {
        let scores = found.figures.category(category);
        distribution(category.as_str(), category_name(category), &scores, Some(&category.name()), links)
    };
    overall.into_iter().chain(categories.into_iter().flat_map(of_category)).collect()
}

/// Scores from 0 to 100, five per column, with the middle one of the three bands highlighted; and the bands.
fn distribution(id: &str, name: &str, scores: &Distribution, category: Option<&Name>, links: &Links) -> Vec<Figure> {
    let total = scores.total();
    let bins = (0..20).map(|index| {
        let from = index * 5;
        let last = if index == 19 { 100 } else { from + 4 };
        let within = |points: u8| (from..=last).contains(&i32::from(points));
        let count = scores.iter().filter(|(points, _)| within(points.get())).map(|(_, count)| count).sum();
        let href = links.scores(category, Decimal::whole(from), Some(Decimal::whole(last)));
        Column { label: from.to_string(), name: format!("{from}–{last}"), count, href }
    });
    let median = scores.median().map_or_else(|| "No score yet".to_owned(), |median| format!("Median {}", median.get()));
    let lead = format!("{median} · {} with a score", thousands(total));
    let histogram = columns(id, name, lead, bins.collect(), total, Axis::Edges("100".to_owned()), None);
    let histogram = Figure {
        drawing: match histogram.drawing {
            Drawing::Columns(columns, names) => Drawing::Columns(Columns { ground: Some((8, 16)), ..columns }, names),
            other => other,
        },
        ..histogram
    };
    let bands = Band::ALL.into_iter().map(|band| {
        let (low, high) = band.range();
        Share {
            label: format!("{} ({}–{})", band_name(band), low.get(), high.get()),
            remark: None,
            count: scores.in_band(band),
            href: links.band(category, band.as_str()),
        }
    });
    let bands = shares(
        &format!("{id}-bands"),
        &format!("{name}: bands"),
        "Band",
        count(total, "score"),
        total,
        bands.collect(),
    );
    vec![histogram, bands]
}

fn own(found: &QuizInsights, scoring: &Scoring, links: &Links) -> Vec<Figure> {
    let scores = all(found).into_iter();
    scores.flat_map(|score| of_score(found, scoring, score.category.as_ref(), &score.name, links)).collect()
}

/// A score of a quiz.
pub(crate) struct Score {
    /// `None` for the overall score.
    pub(crate) category: Option<Name>,
    pub(crate) name: String,
    /// Ids and names.
    pub(crate) bands: Vec<(Name, String)>,
}

/// The scores of a quiz, the overall one first; none of a quiz that gives none.
pub(crate) fn all(found: &QuizInsights) -> Vec<Score> {
    let definition = &found.quiz.definition;
    let Some(scoring) = &definition.scoring else {
        let bands = || {
            let name = |band: Band| Some((Name::parse(band.as_str()).ok()?, band_name(band).to_owned()));
            Band::ALL.into_iter().filter_map(name).collect()
        };
        let categories: Vec<Score> = asked_categories(found)
            .map(|one| Score { category: Some(one.name()), name: category_name(one).to_owned(), bands: bands() })
            .collect();
        let overall = Score { category: None, name: OVERALL.to_owned(), bands: bands() };
        return if categories.is_empty() { categories } else { std::iter::once(overall).chain(categories).collect() };
    };
    if !definition.items().any(|item| item.is_scored()) {
        return Vec::new();
    }
    let language = definition.language;
    let score = |(category, name): (Option<Name>, String)| {
        let bands = scoring.bands_of(category.as_ref()).iter();
        let bands = bands.map(|band| (band.id.clone(), words(&band.name, language))).collect();
        Score { category, name, bands }
    };
    let built_in = definition.categories().map(|category| (category.name(), category_name(category).to_owned()));
    let own = scoring.categories.iter().map(|category| (category.id.clone(), words(&category.name, language)));
    let categories = own.chain(built_in).map(|(id, name)| (Some(id), name));
    std::iter::once((None, OVERALL.to_owned())).chain(categories).map(score).collect()
}

/// The built-in categories of which any version asked a question.
fn asked_categories(found: &QuizInsights) -> impl Iterator<Item = Category> {
    let is_asked = |category: &Category| {
        let is_of =
            |asked: &MergedQuestion| Indicator::of_question(&asked.id).is_some_and(|i| i.category() == *category);
        found.questions.iter().any(is_of)
    };
    Category::ALL.into_iter().filter(is_asked)
}

fn of_score(
    found: &QuizInsights,
    scoring: &Scoring,
    category: Option<&Name>,
    name: &str,
    links: &Links,
) -> Vec<Figure> {
    let id = category.map_or_else(|| "score".to_owned(), |id| format!("category-{id}"));
    let summary = found.figures.score_summary(category);
    let total = summary.map_or(0, |summary| summary.total);
    let lead = summary_in_words(summary, "score");
    let step = Decimal::step(scoring.decimals);
    let bins = score_bins(scoring, summary);
    let end = match bins.last() {
        Some(Bin { below: Some(below), .. }) => below.to_string(),
        _ => "100".to_owned(),
    };
    let is_edged = bins.iter().any(|bin| bin.name(step) != bin.from.to_string());
    let axis = if is_edged { Axis::Edges(end) } else { Axis::Middles };
    let marks = bins.first().zip(summary).and_then(|(first, summary)| {
        let size = first.below?.thousandths() - first.from.thousandths();
        let along = |thousandths: i64| thousandths.saturating_mul(1000) / size.max(1);
        let mean = along(summary.mean.thousandths() - first.from.thousandths()) + if is_edged { 0 } else { 500 };
        Some((mean, summary.deviation.map_or(0, |deviation| along(deviation.thousandths()))))
    });
    let all = bins.into_iter().map(|bin| {
        let count = found.figures.scores_between(category, bin.from, bin.below);
        let href = links.scores(category, bin.from, bin.last(step));
        Column { label: bin.from.to_string(), name: bin.name(step), count, href }
    });
    let histogram = columns(&id, name, lead, all.collect(), total, axis, marks);
    let bands = scoring.bands_of(category);
    if bands.is_empty() {
        return vec![histogram];
    }
    let language = found.quiz.definition.language;
    let band = |(index, band): (usize, &OwnBand)| {
        let bin = Bin { from: band.from, below: bands.get(index + 1).map(|next| next.from) };
        Share {
            label: format!("{} ({})", isolated(&words(&band.name, language)), bin.name(Decimal::ZERO)),
            remark: None,
            count: found.figures.in_band(category, &band.id),
            href: links.band(category, band.id.as_str()),
        }
    };
    let shares = shares(
        &format!("{id}-bands"),
        &format!("{name}: bands"),
        "Band",
        count(total, "score"),
        total,
        bands.iter().enumerate().map(band).collect(),
    );
    vec![histogram, shares]
}

/// The bins of a score of the quiz's own.
pub(crate) fn score_bins(scoring: &Scoring, summary: Option<ScoreSummary>) -> Vec<Bin> {
    match (scoring.method, summary) {
        (_, None) => Vec::new(),
        (Method::Average, Some(_)) => hundred(),
        (Method::Sum | Method::Table, Some(summary)) => round_bins(summary, Decimal::step(scoring.decimals)),
    }
}

/// 0 to 100 in steps of five. The last bin includes both ends.
fn hundred() -> Vec<Bin> {
    let bin = |index: i32| Bin {
        from: Decimal::whole(index * 5),
        below: (index < 19).then(|| Decimal::whole(index * 5 + 5)),
    };
    (0..20).map(bin).collect()
}

struct Column {
    label: String,
    name: String,
    count: u64,
    href: Option<String>,
}

fn columns(
    id: &str,
    name: &str,
    lead: String,
    all: Vec<Column>,
    whole: u64,
    axis: Axis,
    marks: Option<(i64, i64)>,
) -> Figure {
    let (mut pillars, mut rows) = (Vec::new(), Vec::new());
    for Column { label, name, count, href } in all {
        let title = format!("{name}: {} of {} · {}", thousands(count), thousands(whole), percent(count, whole));
        pillars.push(Pillar { label, title, count, of: Some(whole), href: href.clone(), ..Pillar::default() });
        rows.push(Row { name, cells: vec![Cell::Of { count, whole, href }], ..Row::default() });
    }
    Figure {
        id: id.to_owned(),
        title: name.to_owned(),
        lead,
        note: marks.map(|_| "The line is at the mean; the bar above it reaches one standard deviation to either side."),
        drawing: Drawing::Columns(Columns { all: pillars, axis, marks, ground: None }, None),
        table: FigureTable { heads: vec![Head::text("Score"), Head::of("People")], rows },
        ..Figure::default()
    }
}
