//! Horizontal bars: shares of options, and stacked rows of parts.

use super::numbers::{percent, thousands};
use crate::svg::{Anchor, EDGE, Escaped, FILE_INNER, FULL, PALE, Side, Strength, Svg, cut, isolated};

#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Bars {
    pub all: Vec<Bar>,
    pub parts: Vec<String>,
}

#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Bar {
    pub label: String,
    /// A single part, or all parts of a whole in order.
    pub parts: Vec<Part>,
    pub whole: u64,
    /// Replaces the number of a bar with a single part.
    pub told: Option<String>,
}

#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Part {
    pub count: u64,
    pub href: Option<String>,
}

const STEP: u32 = 44;
const THICK: u32 = 16;
const LETTERS: usize = 80;
/// Maximum letters of a part's name beside its number.
const PART_LETTERS: usize = 30;
/// Height of a row of the key, in pixels.
const KEY: u32 = 22;
/// Width of a colour sample with the gap after it, and the gap between two names, in pixels.
const SAMPLE: u64 = 18;
const SPACE: u64 = 16;

impl Bars {
    /// Without a key, which a page has as text.
    pub(super) fn draw(&self, side: Side) -> Svg {
        let mut svg = Svg::new(self.height(), side);
        self.rows(&mut svg, 0);
        svg
    }

    pub(super) fn draw_with_key(&self, side: Side) -> Svg {
        let key = self.key();
        let above = key.last().map_or(0, |name| (name.row + 1) * KEY);
        let mut svg = Svg::new(self.height().saturating_add(above), side);
        let across = |pixels: u64| pixels * 10_000 / FILE_INNER;
        for (index, Named { text, row, x }) in key.iter().enumerate() {
            svg.part(strength(index, self.parts.len()), (across(*x), across(12)), (row * KEY + 2, 12));
            svg.text("chart-text", Anchor::Start, (across(x + SAMPLE), row * KEY + 13), &isolated(text));
        }
        self.rows(&mut svg, above);
        svg
    }

    pub(super) fn key_on_page(&self) -> String {
        let name = |(index, name): (usize, &String)| {
            let (name, strength) = (Escaped(name), Strength(strength(index, self.parts.len())));
            format!(
                "<span class=\"key-part\"><svg width=\"12\" height=\"12\" aria-hidden=\"true\">\
                 <rect class=\"part\" fill-opacity=\"{strength}\" width=\"12\" height=\"12\"/>\
                 <rect class=\"part-frame\" width=\"12\" height=\"12\"/></svg> <bdi>{name}</bdi></span>"
            )
        };
        self.parts.iter().enumerate().map(name).collect()
    }

    fn height(&self) -> u32 {
        u32::try_from(self.all.len()).unwrap_or(u32::MAX).saturating_mul(STEP)
    }

    fn rows(&self, svg: &mut Svg, above: u32) {
        for (bar, row) in self.all.iter().zip(0..) {
            let y = above + row * STEP;
            svg.text("chart-text chart-name", Anchor::Start, (0, y + 14), &isolated(&cut(&bar.label, LETTERS)));
            if self.parts.is_empty() {
                bar.whole_bar(svg, y);
            } else {
                self.parted(svg, bar, y);
            }
        }
    }

    fn parted(&self, svg: &mut Svg, bar: &Bar, y: u32) {
        let mut x = 0;
        let mut edges = Vec::new();
        for (index, (part, name)) in bar.parts.iter().zip(&self.parts).enumerate() {
            let [from, to] = [x, x + part.count].map(|count| along(count, bar.whole));
            if part.count > 0 {
                let told = bar.told_of(part);
                let title = format!("{}, {}: {told}", isolated(&bar.label), isolated(name));
                let strength = strength(index, bar.parts.len());
                svg.group("bar", &title, part.href.as_deref(), |svg| {
                    svg.part(strength, (from, to - from), (y + 20, THICK));
                });
                let value = format!("{}: {told}", isolated(&cut(name, PART_LETTERS)));
                svg.text("bar-value", Anchor::End, (10_000, y + 14), &value);
                edges.push(from);
            }
            x += part.count;
        }
        for edge in edges.into_iter().skip(1) {
            svg.line(EDGE, (edge, edge), (y + 20, y + 20 + THICK));
        }
        if x > 0 {
            svg.frame((0, along(x, bar.whole)), (y + 20, THICK));
        }
    }

    /// The names of the parts laid out in rows, for a file.
    fn key(&self) -> Vec<Named> {
        let (mut row, mut x) = (0, 0);
        let mut placed = Vec::new();
        for name in &self.parts {
            let text = fitting(name, FILE_INNER - SAMPLE);
            let width = SAMPLE + wide(&text);
            if x > 0 && x + width > FILE_INNER {
                (row, x) = (row + 1, 0);
            }
            placed.push(Named { text, row, x });
            x += width + SPACE;
        }
        placed
    }
}

impl Bar {
    fn whole_bar(&self, svg: &mut Svg, y: u32) {
        let Some(part) = self.parts.first() else { return };
        let number = self.told_of(part);
        let told = self.told.as_ref().unwrap_or(&number);
        svg.text("chart-text", Anchor::End, (10_000, y + 14), told);
        svg.rect(PALE, (0, 10_000), (y + 20, THICK));
        if part.count > 0 {
            let title = format!("{}: {told}", isolated(&self.label));
            svg.group("bar", &title, part.href.as_deref(), |svg| {
                svg.rect(FULL, (0, along(part.count, self.whole)), (y + 20, THICK));
            });
        }
    }

    fn told_of(&self, part: &Part) -> String {
        let (count, whole) = (part.count, self.whole);
        format!("{} of {} · {}", thousands(count), thousands(whole), percent(count, whole))
    }
}

/// A name in the key, with its row and horizontal position in pixels.
struct Named {
    text: String,
    row: u32,
    x: u64,
}

/// The opacity of a part, in percent: from the full colour down to a fifth of it, in even steps.
fn strength(index: usize, parts: usize) -> usize {
    100 - 80 * index / (parts.max(2) - 1)
}

/// The approximate width of a text, in pixels.
fn wide(text: &str) -> u64 {
    text.chars().map(|letter| if letter < '\u{1100}' { 8 } else { 13 }).sum()
}

/// The text, cut to fit the width.
fn fitting(text: &str, pixels: u64) -> String {
    let mut letters = usize::try_from(pixels / 8).unwrap_or(usize::MAX).min(text.chars().count());
    while letters > 1 && wide(&cut(text, letters)) > pixels {
        letters -= 1;
    }
    cut(text, letters)
}

/// In hundredths of a percent.
fn along(count: u64, whole: u64) -> u64 {
    super::numbers::share(count.min(whole), whole, 10_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_follow_one_another_and_link_to_their_rows() {
        let part = |count, href: &str| Part { count, href: Some(href.to_owned()) };
        let parts = vec![part(1, "?a"), part(0, "?b"), part(3, "?c")];
        let bar = Bar { label: "Row".to_owned(), parts, whole: 4, told: None };
        let bars = Bars { all: vec![bar], parts: ["Yes", "Maybe", "No"].map(str::to_owned).to_vec() };
        let svg = bars.draw(Side::Left).on_page("Chart");
        assert!(svg.contains("aria-label=\"Row, No: 3 of 4 · 75 %\""), "{svg}");
        assert!(svg.contains("x=\"25.00%\" y=\"20\" width=\"75.00%\""), "{svg}");
        assert!(!svg.contains("?b"), "there is nothing to point at: {svg}");
        assert!(svg.contains("</a><text class=\"bar-value\""), "each is told when it is pointed at: {svg}");
        assert!(svg.contains(">No: 3 of 4 · 75 %</text>"), "{svg}");
        assert_eq!(svg.matches("class=\"part-edge\"").count(), 1, "between the two: {svg}");
    }

    #[test]
    fn parts_differ_in_strength_however_many_there_are() {
        for parts in [1, 2, 5, 11, 21] {
            let strengths: Vec<usize> = (0..parts).map(|index| strength(index, parts)).collect();
            assert!(
                strengths.is_sorted_by(|one, next| one > next) && strengths.iter().all(|is| *is >= 20),
                "{strengths:?}"
            );
        }
    }

    #[test]
    fn the_key_of_a_file_has_whole_words_in_rows() {
        let names = ["Strongly disagree with this", "Disagree with this", "Neither", "Agree with this", "很同意"];
        let parts = names.iter().chain(&names).map(|name| (*name).to_owned()).collect();
        let bars = Bars { all: Vec::new(), parts };
        let key = bars.key();
        assert!(key.iter().zip(names.iter().chain(&names)).all(|(named, name)| named.text == *name));
        assert!(key.iter().all(|named| named.x + SAMPLE + wide(&named.text) <= FILE_INNER));
        assert_eq!(key.last().map(|named| named.row), Some(1));
        let long = Bars { parts: vec!["word ".repeat(40), "short".to_owned()], ..Bars::default() };
        let key = long.key();
        assert!(key[0].text.ends_with('…') && (key[1].row, key[1].x) == (1, 0));
        let page = bars.key_on_page();
        assert!(page.contains("fill-opacity=\"1.00\"") && page.contains("<bdi>Neither</bdi>"), "{page}");
    }
}
