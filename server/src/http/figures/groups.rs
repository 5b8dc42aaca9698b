//! Scores and bands of groups, side by side.

use app::admin::{Bar, Bars, Cell, Drawing, Figure, FigureTable, Head, Part, Row};
use domain::{ComparedGroups, Decimal, GroupFigures, GroupScore};

use super::{
    Links, breakdowns,
    numbers::{count, places, thousands},
    scores::{self, Score},
};
use crate::service::QuizInsights;

/// The groups in their order, with what their scores are.
pub(crate) fn in_order(found: &QuizInsights) -> Vec<(breakdowns::Value, &GroupFigures)> {
    let Some((compare, ComparedGroups { by_value, .. })) = found.compare.as_ref().zip(found.groups.as_ref()) else {
        return Vec::new();
    };
    let (definition, ids) = (&found.quiz.definition, by_value.keys().cloned());
    let values = breakdowns::values(definition, &breakdowns::items(definition), &compare.rows, ids);
    values.into_iter().filter_map(|value| by_value.get(&value.id).map(|group| (value, group))).collect()
}

pub(super) fn figures(found: &QuizInsights, links: &Links) -> Vec<Figure> {
    let Some(compare) = &found.compare else { return Vec::new() };
    let (by, groups) = (breakdowns::label(&found.quiz, &compare.rows), in_order(found));
    let is_partial = found.groups.as_ref().is_some_and(|groups| groups.is_partial);
    let note = is_partial.then_some("There are more than 200 groups. The others are left out.");
    let scores = if groups.is_empty() { Vec::new() } else { scores::all(found) };
    scores.iter().map(|score| Figure { note, ..figure(&by, &groups, score, links) }).collect()
}

/// One score of all groups.
fn figure(by: &str, groups: &[(breakdowns::Value, &GroupFigures)], score: &Score, links: &Links) -> Figure {
    let Score { category, name, bands } = score;
    let of = category.as_ref();
    let (mut rows, mut bars, mut total) = (Vec::new(), Vec::new(), 0);
    for (value, group) in groups {
        let found = group.score(of);
        let whole = found.map_or(0, |score| score.total);
        total += whole;
        let links = value.is.as_ref().and_then(|conditions| links.within(conditions));
        let links = links.as_ref();
        let part = |(band, _): &(domain::Name, String)| Part {
            count: found.map_or(0, |score| score.in_band(band.as_str())),
            href: links.and_then(|links| links.band(of, band.as_str())),
        };
        let parts: Vec<Part> = bands.iter().map(part).collect();
        let number = |number: Option<Decimal>| number.map_or(Cell::Empty, |number| Cell::Text(places(number)));
        let numbers = [found.and_then(GroupScore::mean), found.and_then(GroupScore::deviation)].map(number);
        let shares = parts.iter().map(|part| Cell::Of { count: part.count, whole, href: part.href.clone() });
        let counted = Cell::Count { count: whole, href: links.and_then(|links| links.any_score(of)) };
        let cells = std::iter::once(counted).chain(numbers).chain(shares).collect();
        rows.push(Row { name: value.label.clone(), cells, ..Row::default() });
        bars.push(Bar { label: format!("{} ({})", value.label, in_words(found)), parts, whole, told: None });
    }
    let names: Vec<String> = bands.iter().map(|(_, name)| name.clone()).collect();
    let mut heads = vec![Head::text(by), Head::number("Scores"), Head::number("Mean"), Head::number("SD")];
    heads.extend(names.iter().cloned().map(Head::Of));
    Figure {
        id: of.map_or_else(|| "group-scores".to_owned(), |category| format!("group-scores-{category}")),
        title: format!("{name} – {by}"),
        lead: count(total, "score"),
        drawing: if names.is_empty() { Drawing::None } else { Drawing::Stacked(Bars { all: bars, parts: names }) },
        table: FigureTable { heads, rows },
        ..Figure::default()
    }
}

/// `mean 3.4, SD 1.2, n 40`
fn in_words(score: Option<&GroupScore>) -> String {
    let Some((score, mean)) = score.and_then(|score| Some((score, score.mean()?))) else {
        return "no score".to_owned();
    };
    let deviation = score.deviation().map(|deviation| format!(", SD {}", places(deviation))).unwrap_or_default();
    format!("mean {}{deviation}, n {}", places(mean), thousands(score.total))
}
