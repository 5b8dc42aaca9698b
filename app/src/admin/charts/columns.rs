//! Vertical columns above an axis: counts by day, score or number.

use super::numbers::{short, thousands};
use crate::svg::{Anchor, FULL, GROUND, LINE, MARK, PALE, Paint, Side, Svg, isolated};

/// Columns of one or two counts. The second count is a part of the first, or is drawn in front of it.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Columns {
    pub all: Vec<Pillar>,
    pub axis: Axis,
    /// The mean and standard deviation, in thousandths of a column from the start of the axis.
    pub marks: Option<(i64, i64)>,
    /// A range of columns with a tinted background; the end is exclusive.
    pub ground: Option<(usize, usize)>,
}

#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Pillar {
    pub label: String,
    /// The full description.
    pub title: String,
    pub behind: Option<u64>,
    pub count: u64,
    /// The whole that the count is a part of.
    pub of: Option<u64>,
    /// A link to the counted rows.
    pub href: Option<String>,
    /// True if the period has not ended.
    pub is_open: bool,
}

#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub enum Axis {
    /// Each centred under its column.
    #[default]
    Middles,
    /// Each at the start of its column, with this label at the end of the last column.
    Edges(String),
}

const HEIGHT: u32 = 200;
const TOP: u32 = 20;
const FLOOR: u32 = 172;
/// In hundredths of a percent. The labels of the counts are left of `LEFT`.
const LEFT: u64 = 900;
const WIDTH: u64 = 9000;
/// Letters that fit below a chart on a phone.
const LETTERS: usize = 46;
/// With fewer columns, the rest of the chart stays empty.
const FEWEST: usize = 6;
/// Up to this many columns always show their numbers.
const FEW: usize = 12;

const OPEN_FULL: Paint = Paint::new("bar-completed bar-open", "#c99e80");
const OPEN_PALE: Paint = Paint::new("bar-started bar-open", "#f7ede4");

impl Columns {
    pub(super) fn draw(&self, side: Side) -> Svg {
        let mut svg = Svg::new(HEIGHT, side);
        let most = self.all.iter().map(|pillar| pillar.count.max(pillar.behind.unwrap_or_default())).max();
        let (step, top) = scale(most.unwrap_or_default());
        let count = u64::try_from(self.slots()).unwrap_or(u64::MAX);
        let at = |index: usize| LEFT + WIDTH * u64::try_from(index).unwrap_or_default() / count;
        if let Some((from, to)) = self.ground {
            svg.rect(GROUND, (at(from), at(to) - at(from)), (TOP, FLOOR - TOP));
        }
        for tick in (0..=top).step_by(usize::try_from(step).unwrap_or(usize::MAX)) {
            let y = FLOOR - height(tick, top);
            svg.line(LINE, (LEFT, LEFT + WIDTH), (y, y));
            svg.text("chart-text", Anchor::End, (LEFT - 80, y + 4), &short(tick));
        }
        for (index, pillar) in self.all.iter().enumerate() {
            self.pillar(&mut svg, pillar, (at(index), at(index + 1) - at(index)), top);
        }
        self.labels(&mut svg, at);
        if let Some((mean, deviation)) = self.marks {
            let along = |thousandths: i64| {
                let thousandths = u64::try_from(thousandths.max(0)).unwrap_or_default().min(count * 1000);
                LEFT + WIDTH * thousandths / (count * 1000)
            };
            let (low, high) = (along(mean - deviation), along(mean + deviation));
            svg.line(MARK, (low, high), (TOP - 10, TOP - 10));
            svg.line(MARK, (along(mean), along(mean)), (TOP - 16, FLOOR));
        }
        svg
    }

    /// The number of slots. Few columns do not fill the width of the chart.
    fn slots(&self) -> usize {
        if self.axis == Axis::Middles { self.all.len().max(FEWEST) } else { self.all.len().max(1) }
    }

    fn pillar(&self, svg: &mut Svg, pillar: &Pillar, (x, width): (u64, u64), top: u64) {
        let gap = if self.all.len() > 40 { width / 10 } else { width / 6 };
        let (full, pale) = if pillar.is_open { (OPEN_FULL, OPEN_PALE) } else { (FULL, PALE) };
        let (inner, inner_width) = (x + gap, width - 2 * gap);
        let mut tall = 0;
        svg.group("bar", &pillar.title, pillar.href.as_deref(), |svg| {
            // The whole slot can be pointed at, including the space above a low column.
            svg.rect(Paint::new("bar-reach", "none"), (x, width), (TOP, FLOOR - TOP));
            let mut column = |paint, count: u64, inset: u64| {
                let tall = height(count, top).max(if count > 0 { 2 } else { 0 });
                if tall > 0 {
                    svg.rect(paint, (inner + inset, inner_width - 2 * inset), (FLOOR - tall, tall));
                }
                tall
            };
            let behind = pillar.behind.map(|count| column(pale, count, 0));
            let inset = if behind.is_some() { inner_width / 6 } else { 0 };
            tall = column(full, pillar.count, inset).max(behind.unwrap_or_default());
        });
        if pillar.count + pillar.behind.unwrap_or_default() == 0 {
            return;
        }
        // Outside the link, whose accessible name is the title, so that it does not contradict this text.
        let value = match pillar.behind {
            Some(behind) => format!("{} · {}", thousands(behind), thousands(pillar.count)),
            None => thousands(pillar.count),
        };
        let middle = (x + width / 2).clamp(LEFT, LEFT + WIDTH);
        // Text at the edges is aligned to the edge.
        let mut value_of = |class: &str, text: &str, (first, last): (u64, u64)| {
            let anchor = match middle {
                middle if middle < first => Anchor::Start,
                middle if middle >= last => Anchor::End,
                _ => Anchor::Middle,
            };
            svg.text(class, anchor, (middle, FLOOR - tall - 4), text);
        };
        if let Some(of) = pillar.of {
            value_of("bar-value", &format!("{value} of {}", thousands(of)), (2500, 7500));
        }
        let is_shown = self.all.len() <= FEW;
        if is_shown || pillar.of.is_none() {
            let class = if is_shown { "bar-value bar-value-shown" } else { "bar-value" };
            value_of(class, &value, (1500, 9500));
        }
    }

    /// As many labels as fit.
    fn labels(&self, svg: &mut Svg, at: impl Fn(usize) -> u64) {
        let longest = self.all.iter().map(|pillar| pillar.label.chars().count()).max().unwrap_or_default();
        let room = (LETTERS / (longest + 2)).max(2);
        let step = self.slots().div_ceil(room).max(1);
        for (index, pillar) in self.all.iter().enumerate().step_by(step) {
            let (x, anchor) = match self.axis {
                Axis::Middles => (u64::midpoint(at(index), at(index + 1)), Anchor::Middle),
                Axis::Edges(_) => (at(index), Anchor::Middle),
            };
            svg.text("chart-text", anchor, (x, FLOOR + 18), &isolated(&pillar.label));
        }
        if let Axis::Edges(end) = &self.axis
            && self.all.len().is_multiple_of(step)
        {
            // There is no room beyond the last edge.
            svg.text("chart-text", Anchor::End, (10_000, FLOOR + 18), end);
        }
    }
}

fn height(count: u64, top: u64) -> u32 {
    let pixels = u64::from(FLOOR - TOP);
    u32::try_from((2 * u128::from(count) * u128::from(pixels) + u128::from(top)) / (2 * u128::from(top.max(1))))
        .unwrap_or(0)
}

/// The step between gridlines and the topmost one. Steps are one, two or five times a power of ten.
fn scale(most: u64) -> (u64, u64) {
    let most = most.max(1);
    let mut power = 1_u64;
    loop {
        for step in [1, 2, 5].map(|digit| power.saturating_mul(digit)) {
            if most.div_ceil(step) <= 4 {
                return (step, most.div_ceil(step).saturating_mul(step));
            }
        }
        power = power.saturating_mul(10);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pillar(label: &str, count: u64) -> Pillar {
        let title = format!("{label}: {count}");
        Pillar { label: label.to_owned(), title, count, ..Pillar::default() }
    }

    #[test]
    fn lines_stand_at_round_numbers() {
        let found = [0, 1, 3, 4, 5, 9, 40, 41, 1_234_567].map(scale);
        assert_eq!(found, [(1, 1), (1, 1), (1, 3), (1, 4), (2, 6), (5, 10), (10, 40), (20, 60), (500_000, 1_500_000)]);
        assert_eq!(scale(u64::MAX).1, u64::MAX, "no overflow");
    }

    #[test]
    fn a_column_is_as_high_as_its_count_and_names_it() {
        let columns = Columns { all: vec![pillar("1", 10), pillar("2", 0)], ..Columns::default() };
        let svg = columns.draw(Side::Left).on_page("Chart");
        assert!(svg.contains("<title>1: 10</title>") && svg.contains("<title>2: 0</title>"), "{svg}");
        assert_eq!(svg.matches("class=\"bar-completed\"").count(), 1, "nothing is drawn for nobody: {svg}");
        assert!(svg.contains("height=\"152\"/></g><text class=\"bar-value bar-value-shown\""), "{svg}");
    }

    #[test]
    fn a_column_that_is_pointed_at_tells_its_base() {
        let part = |count| Pillar { of: Some(40), ..pillar("1", count) };
        let svg = Columns { all: vec![part(12)], ..Columns::default() }.draw(Side::Left).on_page("Chart");
        let (base, own) = (svg.find(">12 of 40</text>").expect("its base"), svg.find(">12</text>").expect("its count"));
        assert!(base < own && svg.contains("</g><text class=\"bar-value\""), "beside the column: {svg}");
        let many = Columns { all: (0..20).map(part).collect(), ..Columns::default() };
        let svg = many.draw(Side::Left).on_page("Chart");
        assert!(svg.contains(">12 of 40</text>") && !svg.contains(">12</text>"), "{svg}");
    }

    #[test]
    fn in_a_mirrored_chart_the_first_column_stands_right_of_the_others_and_its_axis_at_the_right_edge() {
        let columns = Columns { all: vec![pillar("1", 10), pillar("2", 5)], ..Columns::default() };
        let svg = columns.draw(Side::Right).on_page("Chart");
        let at = |text: &str| {
            let end = svg.find(text).expect("it is drawn");
            let (_, rest) = svg[..end].rsplit_once(" x=\"").expect("a place");
            rest.split('%').next().and_then(|number| number.parse::<f64>().ok()).expect("a number")
        };
        assert!(at(">1</text>") > at(">2</text>") && at(">0</text>") > 90.0, "{svg}");
        assert!(svg.contains("text-anchor=\"start\" x=\"91.80%\""), "numbers of the axis stand beside it: {svg}");
    }

    #[test]
    fn no_more_names_stand_below_than_fit() {
        let days = (0..92).map(|day| pillar(&format!("{day} Nov"), 1)).collect();
        let svg = Columns { all: days, ..Columns::default() }.draw(Side::Left).on_page("Chart");
        assert_eq!(svg.matches(" Nov</text>").count(), 5, "{svg}");
        // Few columns do not fill the width.
        let months = ["2026-01", "2026-02", "2026-03"].map(|month| pillar(month, 1)).into();
        let svg = Columns { all: months, ..Columns::default() }.draw(Side::Left).on_page("Chart");
        assert!(svg.contains(">2026-01</text>") && !svg.contains(">2026-02</text>"), "{svg}");
    }
}
