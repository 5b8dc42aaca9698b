//! Scores of one respondent over time: a line over the bands, with the same numbers as a table.

use std::collections::BTreeMap;

use domain::{
    Answers, Decimal, Definition, Hue, Language, Name, QuizResult, Rating, Rendition, ScoreHistory, ScorePoint, Scores,
    Timestamp,
};
use leptos::prelude::*;

use super::{BUILT_IN_MARKS, Said, area_name};
use crate::{
    pages::Moment,
    svg::{Anchor, Paint, Side, Svg},
    words::Texts,
};

/// What all scores of one respondent share.
#[derive(Clone, Debug, Default)]
pub struct HistoryDays {
    /// The days of the submissions, by attempt.
    pub submitted: BTreeMap<u32, Moment>,
    /// The days of the occasions of a series that were missed.
    pub missed: Vec<(Timestamp, Moment)>,
}

impl HistoryDays {
    /// `day` writes the day of a moment.
    pub fn new(
        scores: &[(Option<Name>, ScoreHistory)],
        missed: &[Timestamp],
        day: impl Fn(Timestamp) -> Moment,
    ) -> Self {
        let points = scores.iter().flat_map(|(_, history)| &history.points);
        Self {
            submitted: points.map(|point| (point.attempt, day(point.at))).collect(),
            missed: missed.iter().map(|at| (*at, day(*at))).collect(),
        }
    }
}

/// The scores of all attempts of one respondent.
#[derive(Clone, Debug)]
pub struct OverTime {
    /// The overall score, `None`, and those of categories.
    pub scores: Vec<(Option<Name>, ScoreHistory)>,
    pub days: HistoryDays,
}

/// A score over time.
struct History {
    name: Rendition,
    history: ScoreHistory,
    /// Of the latest attempt.
    rating: Rating,
    /// Where scores begin that are named otherwise, where the quiz has no bands of its own.
    marks: Vec<Decimal>,
}

/// The latest attempt, which the others are shown with.
#[derive(Clone, Copy)]
pub(crate) struct Latest<'a> {
    /// The version that gave the scores.
    pub(crate) scored_by: &'a Definition,
    pub(crate) answers: &'a Answers,
    pub(crate) answered_in: Language,
    pub(crate) scores: &'a Scores,
    /// The name of the overall score.
    pub(crate) overall: &'static str,
    /// As it is shown: without an overall score where that is not.
    pub(crate) result: &'a QuizResult,
}

impl OverTime {
    /// Each score that is shown, the overall one first.
    fn histories(
        &self,
        words: &'static Texts,
        language: Language,
        latest: Latest<'_>,
    ) -> Vec<(Option<&Name>, History)> {
        let Latest { scored_by, answers, answered_in, scores, overall, result } = latest;
        let journey = scored_by.journey(answers, answered_in.as_str());
        let history = |(of, history): &'_ (Option<Name>, ScoreHistory)| {
            let name = match of {
                Some(id) => area_name(words, scored_by.area(id, language)?),
                None if result.has_overall => overall.into(),
                None => return None,
            };
            let rating = journey.rating(scores, of.as_ref(), language, answered_in);
            let marks = if result.is_built_in { BUILT_IN_MARKS.to_vec() } else { Vec::new() };
            Some(History { name, history: history.clone(), rating, marks })
        };
        self.scores.iter().filter_map(|score| Some((score.0.as_ref(), history(score)?))).collect()
    }

    /// The drawings with their numbers: the overall score, then the categories, folded below it.
    pub(crate) fn view(&self, words: &'static Texts, language: Language, latest: Latest<'_>) -> Option<AnyView> {
        let side = Side::of(language);
        let all = self.histories(words, language, latest);
        let (overall, areas): (Vec<_>, Vec<_>) = all.iter().partition(|(of, _)| of.is_none());
        let drawn = |histories: Vec<&(_, History)>| -> Vec<AnyView> {
            histories.into_iter().map(|(_, one)| history(words, one, &self.days, side)).collect()
        };
        let (overall, areas) = (drawn(overall), drawn(areas));
        let areas = match (overall.is_empty(), areas.is_empty()) {
            (true, true) => return None,
            (false, true) => None,
            (true, false) => Some(areas.into_any()),
            (false, false) => {
                Some(view! { <details><summary>{words.history_areas}</summary>{areas}</details> }.into_any())
            }
        };
        Some(view! { {overall} {areas} }.into_any())
    }

    /// The drawing of a score as a file.
    pub(crate) fn file(
        &self,
        words: &'static Texts,
        language: Language,
        latest: Latest<'_>,
        of: Option<&Name>,
    ) -> Option<String> {
        let all = self.histories(words, language, latest);
        let (_, history) = all.iter().find(|(known, _)| *known == of)?;
        let svg = history.svg(words, &self.days, Side::of(language));
        Some(svg.file(&history.name.text, words.history_title))
    }
}

const HEIGHT: u32 = 200;
const TOP: u32 = 24;
const FLOOR: u32 = 168;
/// In hundredths of a percent. The numbers of the scale are left of `LEFT`.
const LEFT: u64 = 1_000;
const WIDTH: u64 = 8_600;
/// Up to this many scores show their numbers in the drawing.
const FEW: usize = 8;

const SPAN: Paint = Paint::new("history-noise", "#d8cbbb");
const SPAN_EDGE: Paint = Paint::new("history-edge", "#8b7c6d");
const LINE: Paint = Paint::new("history-line", "#2b221b");
const DOT: Paint = Paint::new("history-dot", "#2b221b");
const MISSED: Paint = Paint::new("history-missed", "#8b7c6d");
const SCALE: Paint = Paint::new("chart-line", "#d8cbbb");

fn ground(hue: Hue) -> Paint {
    match hue {
        Hue::Rose => Paint::new("history-ground rose", "#f3e6eb"),
        Hue::Amber => Paint::new("history-ground amber", "#f1ebdf"),
        Hue::Leaf => Paint::new("history-ground leaf", "#e4ede9"),
        Hue::Sky => Paint::new("history-ground sky", "#e4ebf1"),
    }
}

/// Where scores and moments stand in a drawing.
struct Plot {
    least: Decimal,
    most: Decimal,
    begin: Timestamp,
    end: Timestamp,
}

impl Plot {
    fn x(&self, at: Timestamp) -> u64 {
        let along = u128::try_from(at.nanoseconds().saturating_sub(self.begin.nanoseconds())).unwrap_or_default();
        let all = u128::try_from(self.end.nanoseconds().saturating_sub(self.begin.nanoseconds())).unwrap_or_default();
        LEFT + u64::try_from(u128::from(WIDTH) * along.min(all) / all.max(1)).unwrap_or(WIDTH)
    }

    fn y(&self, score: Decimal) -> u32 {
        let [score, least, most] = [score, self.least, self.most].map(|number| i128::from(number.thousandths()));
        let all = (most - least).max(1);
        let above = (i128::from(FLOOR - TOP) * (score.clamp(least, most) - least) + all / 2) / all;
        FLOOR - u32::try_from(above).unwrap_or_default()
    }
}

impl History {
    fn svg(&self, words: &'static Texts, days: &HistoryDays, side: Side) -> Svg {
        let mut svg = Svg::new(HEIGHT, side);
        let points = &self.history.points;
        let (Some(first), Some(last)) = (points.first(), points.last()) else { return svg };
        let scores = || points.iter().map(|point| point.score).chain(self.rating.ranged.map(|ranged| ranged.score));
        let ranged = self.rating.ranged;
        let missed = || days.missed.iter().map(|(at, _)| *at);
        let plot = Plot {
            least: scores().chain(ranged.map(|ranged| ranged.least)).min().unwrap_or_default(),
            most: scores().chain(ranged.map(|ranged| ranged.most)).max().unwrap_or_default(),
            begin: missed().chain([first.at]).min().unwrap_or(first.at),
            end: missed().chain([last.at]).max().unwrap_or(last.at),
        };
        self.scale(&mut svg, words, &plot);
        // A span ends where the scores after it no longer compare.
        for (at, point) in points.iter().enumerate() {
            let Some((low, high)) = point.noise else { continue };
            let same = points[at + 1..].iter().take_while(|later| later.continues).last();
            let (from, to) = (plot.x(point.at), plot.x(same.map_or(point.at, |later| later.at)));
            let (above, below) = (plot.y(high), plot.y(low));
            svg.rect(SPAN, (from, to.saturating_sub(from)), (above, below - above));
            svg.line(SPAN_EDGE, (from, to), (above, above));
            svg.line(SPAN_EDGE, (from, to), (below, below));
        }
        for (before, point) in points.iter().zip(&points[1..]).filter(|(_, point)| point.continues) {
            svg.line(LINE, (plot.x(before.at), plot.x(point.at)), (plot.y(before.score), plot.y(point.score)));
        }
        for (at, day) in &days.missed {
            let x = plot.x(*at);
            svg.group("bar", &format!("{}: {}", day.text, words.history_missed), None, |svg| {
                svg.line(MISSED, (x, x), (TOP, FLOOR));
            });
        }
        for point in points {
            let (x, y) = (plot.x(point.at), plot.y(point.score));
            let (day, number) = (days.submitted.get(&point.attempt), words.number(point.score));
            let day = day.map(|day| format!("{}: ", day.text)).unwrap_or_default();
            svg.group("bar", &format!("{day}{number}"), None, |svg| svg.dot(DOT, (x, y)));
            if points.len() <= FEW {
                svg.text("chart-text history-number", Anchor::Middle, (x, y - 10), &number);
            }
        }
        let day = |point: &ScorePoint| days.submitted.get(&point.attempt).map_or("", |day| &*day.text);
        svg.text("chart-text", Anchor::Start, (LEFT, FLOOR + 22), day(first));
        svg.text("chart-text", Anchor::End, (LEFT + WIDTH, FLOOR + 22), day(last));
        svg
    }

    /// The bands, or the marks of the built-in ones, and the numbers where they begin.
    fn scale(&self, svg: &mut Svg, words: &'static Texts, plot: &Plot) {
        let bands = &self.rating.bands;
        for (at, band) in bands.iter().enumerate() {
            let top = bands.get(at + 1).map_or(band.range.1, |next| next.range.0);
            let (above, below) = (plot.y(top), plot.y(band.range.0));
            svg.rect(ground(band.hue), (LEFT, WIDTH), (above, below - above));
        }
        let own = bands.iter().skip(1).map(|band| band.range.0);
        let marks = own.chain(self.marks.iter().copied().filter(|_| bands.is_empty()));
        let mut free = HEIGHT;
        for score in [plot.least].into_iter().chain(marks).chain([plot.most]) {
            let y = plot.y(score);
            svg.line(SCALE, (LEFT, LEFT + WIDTH), (y, y));
            // Where bands are narrow, not every number has room.
            if y + 12 <= free {
                svg.text("chart-text", Anchor::End, (LEFT - 120, y + 4), &words.number(score));
                free = y;
            }
        }
    }
}

/// The drawing with its numbers folded below it.
fn history(words: &'static Texts, history: &History, days: &HistoryDays, side: Side) -> AnyView {
    let label = format!("{}: {}", history.name.text, words.history_title);
    let drawing = history.svg(words, days, side).picture(&label);
    let has_noise = history.history.points.iter().any(|point| point.noise.is_some());
    let judges = history.history.points.iter().any(|point| point.since_first.is_some());
    let mut rows: Vec<(Timestamp, AnyView)> =
        history.history.points.iter().map(|point| (point.at, row(words, history, point, days, judges))).collect();
    rows.extend(days.missed.iter().map(|(at, day)| {
        let change = judges.then(|| view! { <td></td> });
        let row = view! {
            <tr><th scope="row">{day.text.clone()}</th><td>{words.history_missed}</td>{change}</tr>
        };
        (*at, row.into_any())
    }));
    rows.sort_by_key(|(at, _)| *at);
    let rows: Vec<_> = rows.into_iter().map(|(_, row)| row).collect();
    view! {
        <div class="history">
            <h3><Said text=history.name.clone() /></h3>
            <div class="history-drawing" inner_html=drawing></div>
            {has_noise.then(|| view! { <p class="hint">{words.history_noise}</p> })}
            <details>
                <summary>{words.history_numbers}</summary>
                <table>
                    <caption class="visually-hidden">{label}</caption>
                    <thead>
                        <tr>
                            <th scope="col">{words.history_day}</th>
                            <th scope="col">{words.history_score}</th>
                            {judges.then(|| view! { <th scope="col">{words.history_change}</th> })}
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </details>
        </div>
    }
    .into_any()
}

fn row(words: &'static Texts, history: &History, point: &ScorePoint, days: &HistoryDays, judges: bool) -> AnyView {
    let day = days.submitted.get(&point.attempt).map(|day| day.text.clone());
    let bands = &history.rating.bands;
    // A band of a later version says nothing of scores that it does not compare with.
    let compares = history.history.points.iter().rev().take_while(|later| later.attempt != point.attempt);
    let band = compares.into_iter().all(|later| later.continues).then(|| {
        let place = bands.iter().rposition(|band| band.range.0 <= point.score)?;
        Some(view! { " (" <Said text=bands[place].name.clone() /> ")" })
    });
    let broken = (!point.continues).then(|| view! { <span class="hint">" " {words.history_break}</span> });
    let change = judges.then(|| {
        let text = point.since_first.map(|judged| {
            let verdict = words.verdict(judged.verdict);
            match judged.difference {
                Some(difference) => format!("{} ({verdict})", words.signed(difference)),
                None => verdict.to_owned(),
            }
        });
        view! { <td>{text}</td> }
    });
    view! {
        <tr>
            <th scope="row">{day}</th>
            <td>{words.number(point.score)}{band.flatten()}{broken}</td>
            {change}
        </tr>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use domain::{BandText, Language, RangedScore};

    use super::*;
    use crate::words::texts;

    const DAY: i64 = 86_400_000_000_000;

    fn point(attempt: u32, day: i64, score: i32) -> ScorePoint {
        ScorePoint {
            attempt,
            at: Timestamp::from_nanoseconds(day * DAY),
            score: Decimal::whole(score),
            continues: true,
            since_first: None,
            noise: None,
        }
    }

    fn band(from: i32, to: i32, hue: Hue) -> BandText {
        let range = (Decimal::whole(from), Decimal::whole(to));
        BandText { name: "Band".into(), text: None, hue, range }
    }

    fn over_time(points: Vec<ScorePoint>) -> History {
        let bands = vec![band(0, 39, Hue::Rose), band(40, 100, Hue::Leaf)];
        let [score, least, most] = [40, 0, 100].map(Decimal::whole);
        let rating = Rating { ranged: Some(RangedScore { score, least, most }), bands, ..Rating::default() };
        History { name: "Overall".into(), history: ScoreHistory { points }, rating, marks: Vec::new() }
    }

    fn days() -> HistoryDays {
        let day = |text: &str| Moment { text: text.to_owned(), at: String::new(), is_day: true };
        let missed = vec![(Timestamp::from_nanoseconds(20 * DAY), day("day 20"))];
        HistoryDays { submitted: [(1, day("day 0")), (2, day("day 10")), (3, day("day 40"))].into(), missed }
    }

    #[test]
    fn scores_stand_at_their_days_over_the_bands() {
        let mut later = point(3, 40, 100);
        later.continues = false;
        let mut first = point(1, 0, 0);
        first.noise = Some((Decimal::whole(-10), Decimal::whole(50)));
        let history = over_time(vec![first, point(2, 10, 50), later]);
        let svg = history.svg(texts(Language::EN), &days(), Side::Left).picture("Overall");
        for part in [
            // A quarter of the way, and half way up.
            "<circle class=\"history-dot\" fill=\"#2b221b\" cx=\"31.50%\" cy=\"96\"",
            "<circle class=\"history-dot\" fill=\"#2b221b\" cx=\"96.00%\" cy=\"24\"",
            // The span reaches as far as scores compare, and no lower than the scale.
            "<rect class=\"history-noise\" fill=\"#d8cbbb\" x=\"10.00%\" y=\"96\" width=\"21.50%\" height=\"72\"",
            // From 0 to where the next band begins.
            "<rect class=\"history-ground rose\" fill=\"#f3e6eb\" x=\"10.00%\" y=\"110\" width=\"86.00%\" height=\"58\"",
            "<line class=\"history-missed\" stroke=\"#8b7c6d\" x1=\"53.00%\" x2=\"53.00%\"",
        ] {
            assert!(svg.contains(part), "{part}: {svg}");
        }
        assert_eq!(svg.matches("<line class=\"history-line\"").count(), 1, "the line breaks: {svg}");
    }

    #[test]
    fn the_table_tells_what_the_drawing_shows() {
        let mut later = point(3, 40, 100);
        later.continues = false;
        let html = history(
            texts(Language::EN),
            &over_time(vec![point(1, 0, 0), point(2, 10, 50), later]),
            &days(),
            Side::Left,
        );
        let html = html.to_html();
        let places = ["day 0", "day 10", "day 20", "day 40"].map(|day| html.rfind(&format!(">{day}")).expect("a row"));
        assert!(places.is_sorted(), "{html}");
        let words = texts(Language::EN);
        assert_eq!(
            [words.history_missed, words.history_break].map(|text| html.matches(&format!("{text}<")).count()),
            [2, 1]
        );
        // The bands are those of the last score, with which the others do not compare.
        assert_eq!(html.matches("Band").count(), 1, "{html}");
    }
}
