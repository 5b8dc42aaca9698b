//! Scores and bands of groups, side by side.

use app::admin::{Bar, Bars, Cell, Drawing, Figure, FigureTable, Head, Part, Row};
use domain::{Comparison, Decimal, Insights, Name, ScoreSummary};

use super::{
    Links, breakdowns,
    numbers::{count, places},
    scores,
};
use crate::service::QuizInsights;

/// A score of one group.
pub(crate) struct GroupScore {
    pub(crate) category: Option<Name>,
    pub(crate) name: String,
    /// `None` if nobody of the group has the score.
    pub(crate) summary: Option<ScoreSummary>,
    /// Ids, names and counts.
    pub(crate) bands: Vec<(Name, String, u64)>,
}

/// The groups in their order, each with the scores of the quiz, the overall one first.
pub(crate) fn group_scores(found: &QuizInsights) -> Vec<(breakdowns::Value, Vec<GroupScore>)> {
    let Some((Comparison { rows, .. }, groups)) = found.compare.as_ref().zip(found.groups.as_ref()) else {
        return Vec::new();
    };
    let definition = &found.quiz.definition;
    let is_own = definition.scoring.is_some();
    let scores = scores::all(found);
    let of_group = |group: &Insights| {
        let score = |(category, name, bands): &(Option<Name>, String, Vec<(Name, String)>)| {
            let of = category.as_ref();
            let in_band = |id| if is_own { group.in_band(of, id) } else { group.in_built_in_band(of, id) };
            let bands = bands.iter().map(|(id, name)| (id.clone(), name.clone(), in_band(id))).collect();
            GroupScore { category: category.clone(), name: name.clone(), summary: group.summary_of(of), bands }
        };
        scores.iter().map(score).collect()
    };
    let values = breakdowns::values(definition, &breakdowns::items(definition), rows, groups.keys().cloned());
    values.into_iter().filter_map(|value| groups.get(&value.id).map(|group| (value, of_group(group)))).collect()
}

pub(super) fn figures(found: &QuizInsights, links: &Links) -> Vec<Figure> {
    let Some(Comparison { rows, .. }) = &found.compare else { return Vec::new() };
    let (by, groups) = (breakdowns::label(&found.quiz.definition, rows), group_scores(found));
    let number_of_scores = groups.first().map_or(0, |(_, scores)| scores.len());
    let of = |at: usize| groups.iter().filter_map(move |(value, scores)| Some((value, scores.get(at)?)));
    (0..number_of_scores).filter_map(|at| figure(&by, of(at).collect(), links)).collect()
}

/// One score of all groups.
fn figure(by: &str, groups: Vec<(&breakdowns::Value, &GroupScore)>, links: &Links) -> Option<Figure> {
    let (_, score) = groups.first()?;
    let names: Vec<String> = score.bands.iter().map(|(_, name, _)| name.clone()).collect();
    let id = score.category.as_ref().map_or_else(|| "groups".to_owned(), |category| format!("groups-{category}"));
    let title = format!("{} – {by}", score.name);
    let (mut rows, mut bars, mut total) = (Vec::new(), Vec::new(), 0);
    for (value, GroupScore { category, summary, bands, .. }) in groups {
        let whole = summary.map_or(0, |summary| summary.total);
        total += whole;
        let of = category.as_ref().map(|category| format!("{category}:")).unwrap_or_default();
        let href = |more: (&'static str, String)| {
            let mut conditions = value.is.clone()?;
            conditions.extend([("state", "completed".to_owned()), more]);
            links.with(&conditions)
        };
        let part = |(band, _, count): &(Name, String, u64)| Part {
            count: *count,
            href: href(("band", format!("{of}{band}"))),
        };
        let parts: Vec<Part> = bands.iter().map(part).collect();
        let number = |number: Option<Decimal>| number.map_or(Cell::Empty, |number| Cell::Text(places(number)));
        let mean = number(summary.map(|summary| summary.mean));
        let deviation = number(summary.and_then(|summary| summary.deviation));
        let shares = parts.iter().map(|part| Cell::Of { count: part.count, whole, href: part.href.clone() });
        let with_score = if of.is_empty() { ":..".to_owned() } else { format!("{of}..") };
        let people = Cell::Count { count: whole, href: href(("score", with_score)) };
        let cells = [people, mean, deviation].into_iter().chain(shares).collect();
        rows.push(Row { name: value.label.clone(), cells, ..Row::default() });
        bars.push(Bar { label: value.label.clone(), parts, whole, told: None });
    }
    let mut heads = vec![Head::text(by), Head::number("People"), Head::number("Mean"), Head::number("SD")];
    heads.extend(names.iter().cloned().map(Head::Of));
    Some(Figure {
        id,
        title,
        lead: count(total, "score"),
        drawing: if names.is_empty() { Drawing::None } else { Drawing::Stacked(Bars { all: bars, parts: names }) },
        table: FigureTable { heads, rows },
        ..Figure::default()
    })
}
