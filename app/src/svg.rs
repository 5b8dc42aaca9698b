//! Generates SVG. Horizontal lengths are hundredths of a percent of the width and vertical ones pixels, so a drawing
//! stretches while its text keeps its size.

use std::fmt::{self, Write};

use domain::Language;

/// The width of a drawing in a file of its own, and the width inside its margins, in pixels.
const FILE_WIDTH: u32 = 760;
pub(crate) const FILE_INNER: u64 = 729;

pub(crate) struct Escaped<'t>(pub(crate) &'t str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in self.0.chars() {
            match letter {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                // XML forbids most of these, and the rest have no meaning in a drawing.
                letter if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => f.write_str(" ")?,
                letter => f.write_char(letter)?,
            }
        }
        Ok(())
    }
}

/// Hundredths of a percent, formatted as a percentage.
#[derive(Clone, Copy)]
pub(crate) struct Along(pub(crate) u64);

impl fmt::Display for Along {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:02}%", self.0 / 100, self.0 % 100)
    }
}

/// Percent, formatted as a fraction.
#[derive(Clone, Copy)]
pub(crate) struct Strength(pub(crate) usize);

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:02}", self.0 / 100, self.0 % 100)
    }
}

/// The class of a shape, and its colour in a file without a style sheet.
#[derive(Clone, Copy)]
pub(crate) struct Paint {
    pub(crate) class: &'static str,
    pub(crate) colour: &'static str,
}

impl Paint {
    pub(crate) const fn new(class: &'static str, colour: &'static str) -> Self {
        Self { class, colour }
    }
}

pub(crate) const FULL: Paint = Paint::new("bar-completed", "#94460f");
pub(crate) const PALE: Paint = Paint::new("bar-started", "#f0dccb");
pub(crate) const GROUND: Paint = Paint::new("band-ground", "#f3ece2");
pub(crate) const LINE: Paint = Paint::new("chart-line", "#d8cbbb");
pub(crate) const MARK: Paint = Paint::new("chart-mark", "#2b221b");

pub(crate) const EDGE: Paint = Paint::new("part-edge", "#ffffff");

/// The end of the chart, in hundredths of a percent.
const END: u64 = 10_000;

/// The side where a drawing begins, which follows the quiz's language.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Side {
    #[default]
    Left,
    Right,
}

impl Side {
    pub fn of(language: Language) -> Self {
        if language.dir() == "rtl" { Self::Right } else { Self::Left }
    }
}

/// A drawing in progress. Callers use coordinates from the left; mirroring happens here.
pub(crate) struct Svg {
    text: String,
    height: u32,
    side: Side,
}

#[derive(Clone, Copy)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

impl Svg {
    pub(crate) fn new(height: u32, side: Side) -> Self {
        Self { text: String::new(), height, side }
    }

    /// The position of an element of this width that begins at `x`.
    fn at(&self, x: u64, width: u64) -> Along {
        Along(match self.side {
            Side::Left => x,
            Side::Right => END.saturating_sub(x + width),
        })
    }

    /// The `text-anchor`. Drawings are left to right for browsers even when mirrored, so the anchor depends on the side
    /// of the text, not on its script.
    fn anchor(&self, anchor: Anchor) -> &'static str {
        match (anchor, self.side) {
            (Anchor::Start, Side::Left) | (Anchor::End, Side::Right) => "start",
            (Anchor::Middle, _) => "middle",
            (Anchor::End, Side::Left) | (Anchor::Start, Side::Right) => "end",
        }
    }

    pub(crate) fn rect(&mut self, paint: Paint, (x, width): (u64, u64), (y, height): (u32, u32)) {
        let (Paint { class, colour }, x, width) = (paint, self.at(x, width), Along(width));
        self.push(format_args!(
            "<rect class=\"{class}\" fill=\"{colour}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>"
        ));
    }

    /// A part of a bar, with its opacity in percent.
    pub(crate) fn part(&mut self, strength: usize, (x, width): (u64, u64), (y, height): (u32, u32)) {
        let (colour, strength, x, width) = (FULL.colour, Strength(strength), self.at(x, width), Along(width));
        self.push(format_args!(
            "<rect class=\"part\" fill=\"{colour}\" fill-opacity=\"{strength}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>"
        ));
    }

    pub(crate) fn frame(&mut self, (x, width): (u64, u64), (y, height): (u32, u32)) {
        let (colour, x, width) = (FULL.colour, self.at(x, width), Along(width));
        self.push(format_args!(
            "<rect class=\"part-frame\" fill=\"none\" stroke=\"{colour}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>"
        ));
    }

    pub(crate) fn line(&mut self, paint: Paint, (x1, x2): (u64, u64), (y1, y2): (u32, u32)) {
        let (Paint { class, colour }, x1, x2) = (paint, self.at(x1, 0), self.at(x2, 0));
        self.push(format_args!(
            "<line class=\"{class}\" stroke=\"{colour}\" x1=\"{x1}\" x2=\"{x2}\" y1=\"{y1}\" y2=\"{y2}\"/>"
        ));
    }

    pub(crate) fn text(&mut self, class: &str, anchor: Anchor, (x, y): (u64, u32), text: &str) {
        let (anchor, x, text) = (self.anchor(anchor), self.at(x, 0), Escaped(text));
        self.push(format_args!("<text class=\"{class}\" text-anchor=\"{anchor}\" x=\"{x}\" y=\"{y}\">{text}</text>"));
    }

    /// A group with a tooltip, wrapped in a link if `href` is given.
    pub(crate) fn group(&mut self, class: &str, title: &str, href: Option<&str>, draw: impl FnOnce(&mut Self)) {
        let name = Escaped(title);
        match href {
            Some(href) => {
                let href = Escaped(href);
                self.push(format_args!("<a class=\"{class}\" href=\"{href}\" aria-label=\"{name}\">"));
            }
            None => self.push(format_args!("<g class=\"{class}\">")),
        }
        self.push(format_args!("<title>{name}</title>"));
        draw(self);
        self.text.push_str(if href.is_some() { "</a>" } else { "</g>" });
    }

    pub(crate) fn dot(&mut self, paint: Paint, (x, y): (u64, u32)) {
        let (Paint { class, colour }, x) = (paint, self.at(x, 0));
        self.push(format_args!("<circle class=\"{class}\" fill=\"{colour}\" cx=\"{x}\" cy=\"{y}\" r=\"4\"/>"));
    }

    fn push(&mut self, text: fmt::Arguments<'_>) {
        // Writing to a `String` cannot fail.
        let _ = self.text.write_fmt(text);
    }

    /// The drawing for a page, with `title` as its accessible name.
    pub(crate) fn on_page(self, title: &str) -> String {
        self.with_role("group", title)
    }

    /// The drawing for a page that says the same in words: readers of the screen hear its name alone.
    pub(crate) fn picture(self, title: &str) -> String {
        self.with_role("img", title)
    }

    fn with_role(self, role: &str, title: &str) -> String {
        let Self { text, height, .. } = self;
        let title = Escaped(title);
        format!(
            "<svg class=\"drawing\" width=\"100%\" height=\"{height}\" role=\"{role}\" aria-label=\"{title}\">{text}</svg>"
        )
    }

    /// The drawing as a file, headed by its title.
    pub(crate) fn file(self, title: &str, lead: &str) -> String {
        let Self { text, height, side } = self;
        let (x, anchor) = match side {
            Side::Left => ("2%", "start"),
            Side::Right => ("98%", "end"),
        };
        let shown = isolated(title);
        let (title, shown, lead, total, below) = (Escaped(title), Escaped(&shown), Escaped(lead), height + 64, height);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{FILE_WIDTH}\" height=\"{total}\" font-family=\"system-ui, sans-serif\" font-size=\"12\" fill=\"#2b221b\">\
             <title>{title}</title><style>.bar-value{{display:none}}.bar-value-shown{{display:inline}}.part-edge{{stroke-width:2}}</style><rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\
             <text text-anchor=\"{anchor}\" x=\"{x}\" y=\"24\" font-size=\"16\" font-weight=\"600\">{shown}</text>\
             <text text-anchor=\"{anchor}\" x=\"{x}\" y=\"44\">{lead}</text>\
             <svg x=\"2%\" y=\"56\" width=\"96%\" height=\"{below}\">{text}</svg></svg>\n"
        )
    }
}

/// Hebrew, Arabic and related scripts.
const RIGHT_TO_LEFT: [(char, char); 5] = [
    ('\u{590}', '\u{8ff}'),
    ('\u{fb1d}', '\u{fdff}'),
    ('\u{fe70}', '\u{feff}'),
    ('\u{10800}', '\u{10fff}'),
    ('\u{1e800}', '\u{1efff}'),
];

/// Isolates a text of the quiz so that its direction follows its first letter even among English words. Unicode
/// isolates work in browsers and in image converters alike; an attribute would not.
pub fn isolated(text: &str) -> String {
    let is_right_to_left = |letter: char| RIGHT_TO_LEFT.iter().any(|(first, last)| (*first..=*last).contains(&letter));
    if text.contains(is_right_to_left) { format!("\u{2068}{text}\u{2069}") } else { text.to_owned() }
}

pub(crate) fn cut(text: &str, letters: usize) -> String {
    if text.chars().count() <= letters {
        return text.to_owned();
    }
    let mut cut: String = text.chars().take(letters.saturating_sub(1)).collect();
    cut.truncate(cut.trim_end().len());
    cut.push('…');
    cut
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_cannot_become_markup() {
        assert_eq!(Escaped("a<b>&\"\u{1}").to_string(), "a&lt;b&gt;&amp;&quot; ");
        assert_eq!(Escaped("a\u{fffe}b\u{ffff}\u{7f}\u{fffd}").to_string(), "a b  \u{fffd}");
        let mut svg = Svg::new(10, Side::Left);
        svg.group("bar", "\"><script>", Some("?a=1&b=2"), |_| {});
        let file = svg.file("</title>", "");
        assert!(
            !file.contains("<script>") && file.contains("?a=1&amp;b=2") && file.contains("&lt;/title&gt;"),
            "{file}"
        );
    }

    #[test]
    fn a_mirrored_drawing_begins_at_the_right() {
        let mut svg = Svg::new(10, Side::of(Language::parse("ar").expect("a language")));
        svg.rect(FULL, (0, 2_500), (1, 2));
        svg.line(LINE, (900, 9_900), (3, 3));
        svg.text("a", Anchor::Start, (0, 4), "first");
        svg.text("b", Anchor::End, (10_000, 4), "last");
        svg.text("c", Anchor::Middle, (4_000, 4), "between");
        let drawn = svg.on_page("");
        for part in [
            "x=\"75.00%\" y=\"1\" width=\"25.00%\"",
            "x1=\"91.00%\" x2=\"1.00%\"",
            "<text class=\"a\" text-anchor=\"end\" x=\"100.00%\"",
            "<text class=\"b\" text-anchor=\"start\" x=\"0.00%\"",
            "<text class=\"c\" text-anchor=\"middle\" x=\"60.00%\"",
        ] {
            assert!(drawn.contains(part), "{part}: {drawn}");
        }
        let file = Svg::new(10, Side::Right).file("لون؟", "3 answers");
        assert!(file.contains("<text text-anchor=\"end\" x=\"98%\" y=\"24\""), "{file}");
        assert!(file.contains(">\u{2068}لون؟\u{2069}</text>"), "{file}");
    }

    #[test]
    fn lengths_have_two_places() {
        assert_eq!([0, 5, 10_000].map(|at| Along(at).to_string()), ["0.00%", "0.05%", "100.00%"]);
        assert_eq!([cut("short", 5), cut("a longer text", 9)], ["short".to_owned(), "a longer…".to_owned()]);
    }
}
