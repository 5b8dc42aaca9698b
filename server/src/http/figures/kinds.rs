//! Figures of single questions, drawn by kind.

use app::admin::{Axis, Cell, Columns, Drawing, Figure, FigureTable, Head, Pillar, Row};
use domain::{Decimal, Item, Kind, KindName, Language, MergedOption, MergedQuestion, Missing, Scale, ScoreSummary};

use super::{
    Links,
    bins::{Bin, round_bins, scored_bins},
    languages::{Share, shares},
    months::{Stretch, stretches},
    numbers::{count, percent, places, summary_in_words, thousands},
};
use crate::service::QuizInsights;

pub(super) fn figure(found: &QuizInsights, asked: &MergedQuestion, item: Option<&Item<'_>>, links: &Links) -> Figure {
    let figure = match asked.kind {
        KindName::Choice | KindName::Multiple | KindName::Matrix => options(found, asked, links),
        KindName::Consent => consent(found, asked, links),
        KindName::Scale => scale(found, asked, item, links),
        KindName::Number => number(found, asked, item, links),
        KindName::Date => dates(found, asked, links),
        KindName::Ranking => ranking(found, asked, links),
        _ => texts(found, asked, links),
    };
    let note = (!asked.is_current).then_some("Asked in an earlier version only");
    Figure { id: format!("q-{}", asked.id), title: asked.text.clone(), note: note.or(figure.note), ..figure }
}

fn options(found: &QuizInsights, asked: &MergedQuestion, links: &Links) -> Figure {
    let whole = found.figures.answered(&asked.id);
    let share = |option: &MergedOption| Share {
        label: option.label.clone(),
        remark: earlier(asked, option).or(option.missing.map(counted_as)),
        count: found.figures.chosen(&asked.id, &option.id),
        href: links.answer(&asked.id, option.id.as_str()),
    };
    let several = asked.kind == KindName::Multiple;
    let kinds = asked.options.iter().filter(|option| option.missing.is_some());
    let without: u64 = kinds.map(|option| found.figures.chosen(&asked.id, &option.id)).sum();
    let lead = count(whole, "answer")
        + &match (several, without) {
            (true, _) => ", each with one option or several".to_owned(),
            (false, 0) => String::new(),
            (false, without) => format!(", {} of them without a value", thousands(without)),
        };
    shares("", "", "Answer", lead, whole, asked.options.iter().map(share).collect())
}

fn earlier(asked: &MergedQuestion, option: &MergedOption) -> Option<&'static str> {
    (asked.is_current && !option.is_current).then_some("(earlier version)")
}

/// Describes an option that counts as a kind of nonresponse.
pub(super) fn counted_as(kind: Missing) -> &'static str {
    match kind {
        Missing::Declined => "(counts as declined)",
        Missing::Unknown => "(counts as not known)",
        Missing::NotApplicable => "(counts as not applicable)",
    }
}

fn consent(found: &QuizInsights, asked: &MergedQuestion, links: &Links) -> Figure {
    let (given, whole) = (found.figures.answered(&asked.id), found.figures.completed());
    let share = |label: &str, count, href| Share { label: label.to_owned(), remark: None, count, href };
    let all = vec![
        share("Given", given, links.answered(&asked.id, true)),
        share("Not given", whole.saturating_sub(given), links.answered(&asked.id, false)),
    ];
    shares("", "", "Consent", count(whole, "response"), whole, all)
}

fn scale(found: &QuizInsights, asked: &MergedQuestion, item: Option<&Item<'_>>, links: &Links) -> Figure {
    let summary = found.figures.number_summary(&asked.id);
    let known = item.and_then(scale_of);
    let (from, to) = match (known, summary) {
        (Some(scale), _) => (scale.from, scale.to),
        (None, Some(ScoreSummary { least, greatest, .. })) => (whole(least), whole(greatest)),
        (None, None) => return Figure { lead: count(0, "answer"), ..Figure::default() },
    };
    let words = |value: i32| {
        let label = known?.labels.get(&value.to_string())?;
        Some(label.in_language(found.quiz.definition.language, found.quiz.definition.language).to_owned())
    };
    let bars = (from..=to).map(|value| {
        let from = Decimal::whole(value);
        let name = words(value).map_or_else(|| value.to_string(), |words| format!("{value} – {words}"));
        let bin = Bin { from, below: Some(Decimal::whole(value.saturating_add(1))) };
        (bin, value.to_string(), name)
    });
    let at = |number: Decimal| number.thousandths() - i64::from(from) * 1000 + 500;
    numeric(
        found,
        asked,
        links,
        bars.collect(),
        summary.map(|summary| (at(summary.mean), summary.deviation.map_or(0, Decimal::thousandths))),
        Axis::Middles,
    )
}

fn number(found: &QuizInsights, asked: &MergedQuestion, item: Option<&Item<'_>>, links: &Links) -> Figure {
    let step = item.and_then(Item::step).unwrap_or_else(|| Decimal::step(3));
    let summary = found.figures.number_summary(&asked.id);
    let is_scored = item.is_some_and(Item::is_scored);
    let bins = match (item, summary) {
        (Some(item), _) if is_scored => scored_bins(item),
        (_, Some(summary)) => round_bins(summary, step),
        _ => Vec::new(),
    };
    let end = bins.last().and_then(|bin| bin.below).map(|end| end.to_string()).unwrap_or_default();
    let is_edged = !is_scored && bins.iter().any(|bin| bin.name(step) != bin.from.to_string());
    let (axis, width) = if is_edged { (Axis::Edges(end), 0) } else { (Axis::Middles, 500) };
    let first = bins.first().copied();
    let bars: Vec<_> = bins
        .into_iter()
        .map(|bin| {
            let label = if is_scored {
                bin.name(step).replace(" to below ", "–<").replace(" and over", "+")
            } else {
                bin.from.to_string()
            };
            (bin, label, bin.name(step))
        })
        .collect();
    // The mean can be placed only among bins of equal width.
    let marks = first.zip(summary).filter(|_| !is_scored).and_then(|(first, summary)| {
        let size = first.below?.thousandths() - first.from.thousandths();
        let along = |thousandths: i64| thousandths.saturating_mul(1000) / size.max(1);
        let mean = along(summary.mean.thousandths() - first.from.thousandths()) + width;
        Some((mean, summary.deviation.map_or(0, |deviation| along(deviation.thousandths()))))
    });
    numeric(found, asked, links, bars, marks, axis)
}

fn numeric(
    found: &QuizInsights,
    asked: &MergedQuestion,
    links: &Links,
    bars: Vec<(Bin, String, String)>,
    marks: Option<(i64, i64)>,
    axis: Axis,
) -> Figure {
    let whole = found.figures.answered(&asked.id);
    let (mut all, mut rows) = (Vec::new(), Vec::new());
    for (bin, label, name) in bars {
        let count = found.figures.between(&asked.id, bin.from, bin.below);
        let href = links.numbers(&asked.id, bin.from, bin.below);
        let title = format!("{name}: {} of {} · {}", thousands(count), thousands(whole), percent(count, whole));
        all.push(Pillar { label, title, count, of: Some(whole), href: href.clone(), ..Pillar::default() });
        rows.push(Row { name, cells: vec![Cell::Of { count, whole, href }], ..Row::default() });
    }
    Figure {
        lead: summary_in_words(found.figures.number_summary(&asked.id), "answer"),
        note: marks.map(|_| "The line is at the mean; the bar above it reaches one standard deviation to either side."),
        drawing: Drawing::Columns(Columns { all, axis, marks, ground: None }, None),
        table: FigureTable { heads: vec![Head::text("Answer"), Head::of("People")], rows },
        ..Figure::default()
    }
}

fn dates(found: &QuizInsights, asked: &MergedQuestion, links: &Links) -> Figure {
    let whole = found.figures.answered(&asked.id);
    let lead = count(whole, "answer");
    let Some(detail) = &found.detail else {
        return Figure { lead, note: uncounted(whole), ..Figure::default() };
    };
    let (mut all, mut rows) = (Vec::new(), Vec::new());
    let (unit, stretches) = stretches(detail.months(&asked.id));
    for Stretch { name, first, last, count } in stretches {
        let href = links.months(&asked.id, &first, &last);
        let title = format!("{name}: {} of {} · {}", thousands(count), thousands(whole), percent(count, whole));
        all.push(Pillar {
            label: name.clone(),
            title,
            count,
            of: Some(whole),
            href: href.clone(),
            ..Pillar::default()
        });
        rows.push(Row { name, cells: vec![Cell::Of { count, whole, href }], ..Row::default() });
    }
    let head = if unit == "month" { "Month" } else { "Year" };
    Figure {
        lead: format!("{lead}, by {unit}"),
        drawing: Drawing::Columns(Columns { all, ..Columns::default() }, None),
        table: FigureTable { heads: vec![Head::text(head), Head::of("People")], rows },
        ..Figure::default()
    }
}

/// Ordered by mean rank, best first.
fn ranking(found: &QuizInsights, asked: &MergedQuestion, links: &Links) -> Figure {
    let whole = found.figures.answered(&asked.id);
    let lead = count(whole, "answer");
    let Some(detail) = &found.detail else {
        return Figure { lead, note: uncounted(whole), ..Figure::default() };
    };
    let mut ranked: Vec<(&MergedOption, Option<Decimal>, u64)> = asked
        .options
        .iter()
        .map(|option| {
            let ranks = detail.ranks(&asked.id, &option.id);
            (option, mean_rank(ranks), ranks.first().copied().unwrap_or_default())
        })
        .collect();
    ranked.sort_by_key(|(_, mean, _)| mean.unwrap_or(Decimal::MAX));
    let share = |(option, _, firsts): &(&MergedOption, Option<Decimal>, u64)| Share {
        label: option.label.clone(),
        remark: earlier(asked, option),
        count: *firsts,
        href: links.ranked(&asked.id, option.id.as_str(), 1),
    };
    let mut figure = shares(
        "",
        "",
        "Option",
        format!("{lead}. The bars show how often each came first."),
        whole,
        ranked.iter().map(share).collect(),
    );
    figure.table.heads = vec![Head::text("Option"), Head::number("Mean rank"), Head::of("First")];
    for (row, (_, mean, _)) in figure.table.rows.iter_mut().zip(&ranked) {
        let mean = mean.map_or(Cell::Empty, |mean| Cell::Text(places(mean)));
        row.cells.insert(0, mean);
    }
    figure
}

/// The mean of ranks, which begin at 1, rounded half up to three places.
pub(crate) fn mean_rank(ranks: &[u64]) -> Option<Decimal> {
    let total: i128 = ranks.iter().map(|count| i128::from(*count)).sum();
    let sum: i128 = ranks.iter().zip(1..).map(|(count, rank): (&u64, i128)| i128::from(*count) * rank * 1000).sum();
    (total > 0).then(|| Decimal::from_thousandths((2 * sum + total).div_euclid(2 * total)))?
}

fn texts(found: &QuizInsights, asked: &MergedQuestion, links: &Links) -> Figure {
    let given = found.figures.answered(&asked.id);
    Figure {
        lead: count(given, "answer"),
        link: links
            .texts(&asked.id)
            .filter(|_| given > 0)
            .map(|href| ("Read and search these answers".to_owned(), href)),
        ..Figure::default()
    }
}

fn uncounted(answers: u64) -> Option<&'static str> {
    (answers > 0).then_some("Count the details, below the heading, to see how they are spread.")
}

pub(super) fn scale_of<'d>(item: &Item<'d>) -> Option<&'d Scale> {
    if let Kind::Scale(scale) = item.kind { Some(scale) } else { None }
}

fn whole(number: Decimal) -> i32 {
    number.as_whole().and_then(|number| number.try_into().ok()).unwrap_or_default()
}

pub(super) fn words(text: &domain::Text, language: Language) -> String {
    text.in_language(language, language).to_owned()
}
