//! Bars along the lines: shares of options, and rows of parts that add up to a whole.

use super::{
    numbers::{percent, thousands},
    svg::{Anchor, FULL, PALE, Side, Svg, TINTS, cut, isolated},
};

/// Bars one below the other.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Bars {
    pub all: Vec<Bar>,
    /// The names of the parts, if each bar has several.
    pub parts: Vec<String>,
}

#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Bar {
    pub label: String,
    /// One part, or those of a whole in their order.
    pub parts: Vec<Part>,
    pub whole: u64,
}

#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Part {
    pub count: u64,
    pub href: Option<String>,
}

const STEP: u32 = 44;
const THICK: u32 = 16;
const LETTERS: usize = 80;
const KEY: u32 = 24;

impl Bars {
    pub(super) fn draw(&self, side: Side) -> Svg {
        let rows = u32::try_from(self.all.len()).unwrap_or(u32::MAX);
        let above = if self.parts.is_empty() { 0 } else { KEY };
        let mut svg = Svg::new(rows.saturating_mul(STEP).saturating_add(above), side);
        self.key(&mut svg);
        for (bar, row) in self.all.iter().zip(0..) {
            let y = above + row * STEP;
            svg.text("chart-text chart-name", Anchor::Start, (0, y + 14), &isolated(&cut(&bar.label, LETTERS)));
            if let [part] = bar.parts.as_slice()
                && self.parts.is_empty()
            {
                let told = format!(
                    "{} of {} · {}",
                    thousands(part.count),
                    thousands(bar.whole),
                    percent(part.count, bar.whole)
                );
                svg.text("chart-text", Anchor::End, (10_000, y + 14), &told);
                svg.rect(PALE, (0, 10_000), (y + 20, THICK));
            }
            let mut x = 0;
            for (index, part) in bar.parts.iter().enumerate() {
                let next = x + part.count;
                let [from, to] = [x, next].map(|count| along(count, bar.whole));
                let name = self.parts.get(index).map(|name| format!(", {name}")).unwrap_or_default();
                let title = format!(
                    "{}{name}: {} of {} · {}",
                    bar.label,
                    thousands(part.count),
                    thousands(bar.whole),
                    percent(part.count, bar.whole)
                );
                let paint = if self.parts.is_empty() { FULL } else { TINTS[index % TINTS.len()] };
                if part.count > 0 {
                    svg.group("bar", &title, part.href.as_deref(), |svg| {
                        svg.rect(paint, (from, to - from), (y + 20, THICK));
                    });
                }
                x = next;
            }
        }
        svg
    }

    fn key(&self, svg: &mut Svg) {
        let width = 10_000 / u64::try_from(self.parts.len().max(1)).unwrap_or(1);
        for ((index, name), x) in self.parts.iter().enumerate().zip((0..).step_by(usize::try_from(width).unwrap_or(1)))
        {
            svg.rect(TINTS[index % TINTS.len()], (x, 100), (2, 12));
            let letters = (LETTERS / self.parts.len()).max(3);
            svg.text("chart-text", Anchor::Start, (x + 180, 13), &isolated(&cut(name, letters)));
        }
    }
}

/// Hundredths of a percent.
fn along(count: u64, whole: u64) -> u64 {
    super::numbers::share(count.min(whole), whole, 10_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_follow_one_another_and_link_to_their_rows() {
        let part = |count, href: &str| Part { count, href: Some(href.to_owned()) };
        let bar = Bar { label: "Row".to_owned(), parts: vec![part(1, "?a"), part(0, "?b"), part(3, "?c")], whole: 4 };
        let bars = Bars { all: vec![bar], parts: ["Yes", "Maybe", "No"].map(str::to_owned).to_vec() };
        let svg = bars.draw(Side::Left).on_page("Chart");
        assert!(svg.contains("aria-label=\"Row, No: 3 of 4 · 75 %\""), "{svg}");
        assert!(svg.contains("x=\"25.00%\" y=\"44\" width=\"75.00%\""), "{svg}");
        assert!(!svg.contains("?b"), "there is nothing to point at: {svg}");
    }
}
