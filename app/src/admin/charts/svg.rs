//! Writes SVG. Lengths along the chart are hundredths of a percent of its width and those across it pixels, so a drawing
//! stretches to its place and its letters keep their size.

use std::fmt::{self, Write};

/// The width of a drawing that is a file of its own, in pixels.
const FILE_WIDTH: u32 = 760;

/// A text or an attribute's value.
pub(super) struct Escaped<'t>(pub(super) &'t str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in self.0.chars() {
            match letter {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                // XML has no place for other control characters.
                letter if letter.is_control() => f.write_str(" ")?,
                letter => f.write_char(letter)?,
            }
        }
        Ok(())
    }
}

/// Hundredths of a percent, written as a percentage.
#[derive(Clone, Copy)]
pub(super) struct Along(pub(super) u64);

impl fmt::Display for Along {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:02}%", self.0 / 100, self.0 % 100)
    }
}

/// The class of a shape, with the colour that it has in a file without a style sheet.
#[derive(Clone, Copy)]
pub(super) struct Paint {
    pub(super) class: &'static str,
    pub(super) colour: &'static str,
}

impl Paint {
    pub(super) const fn new(class: &'static str, colour: &'static str) -> Self {
        Self { class, colour }
    }
}

pub(super) const FULL: Paint = Paint::new("bar-completed", "#94460f");
pub(super) const PALE: Paint = Paint::new("bar-started", "#f0dccb");
pub(super) const GROUND: Paint = Paint::new("band-ground", "#f3ece2");
pub(super) const LINE: Paint = Paint::new("chart-line", "#d8cbbb");
pub(super) const MARK: Paint = Paint::new("chart-mark", "#2b221b");

/// Four tints for the parts of a bar, in turn.
pub(super) const TINTS: [Paint; 4] = [
    Paint::new("tint-1", "#94460f"),
    Paint::new("tint-2", "#c98a4b"),
    Paint::new("tint-3", "#e6c79f"),
    Paint::new("tint-4", "#6f6358"),
];

/// A drawing under way.
pub(super) struct Svg {
    text: String,
    height: u32,
}

/// The anchor of a text.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

impl Svg {
    pub(super) fn new(height: u32) -> Self {
        Self { text: String::new(), height }
    }

    pub(super) fn rect(&mut self, paint: Paint, (x, width): (u64, u64), (y, height): (u32, u32)) {
        let (Paint { class, colour }, x, width) = (paint, Along(x), Along(width));
        self.push(format_args!(
            "<rect class=\"{class}\" fill=\"{colour}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>"
        ));
    }

    /// A line across the chart or along it.
    pub(super) fn line(&mut self, paint: Paint, (x1, x2): (u64, u64), (y1, y2): (u32, u32)) {
        let (Paint { class, colour }, x1, x2) = (paint, Along(x1), Along(x2));
        self.push(format_args!(
            "<line class=\"{class}\" stroke=\"{colour}\" x1=\"{x1}\" x2=\"{x2}\" y1=\"{y1}\" y2=\"{y2}\"/>"
        ));
    }

    pub(super) fn text(&mut self, class: &str, anchor: Anchor, (x, y): (u64, u32), text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let (x, text) = (Along(x), Escaped(text));
        self.push(format_args!("<text class=\"{class}\" text-anchor=\"{anchor}\" x=\"{x}\" y=\"{y}\">{text}</text>"));
    }

    /// A group with a title that appears when it is pointed at; a link, if it leads somewhere.
    pub(super) fn group(&mut self, class: &str, title: &str, href: Option<&str>, draw: impl FnOnce(&mut Self)) {
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

    fn push(&mut self, text: fmt::Arguments<'_>) {
        // Writing to a `String` cannot fail.
        let _ = self.text.write_fmt(text);
    }

    /// The drawing for a page, where `title` names it.
    pub(super) fn on_page(self, title: &str) -> String {
        let Self { text, height } = self;
        let title = Escaped(title);
        format!(
            "<svg class=\"drawing\" width=\"100%\" height=\"{height}\" role=\"group\" aria-label=\"{title}\">{text}</svg>"
        )
    }

    /// The drawing as a file, with its title above it.
    pub(super) fn file(self, title: &str, lead: &str) -> String {
        let Self { text, height } = self;
        let (title, lead, total, below) = (Escaped(title), Escaped(lead), height + 64, height);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{FILE_WIDTH}\" height=\"{total}\" font-family=\"system-ui, sans-serif\" font-size=\"12\" fill=\"#2b221b\">\
             <title>{title}</title><style>.bar-value{{display:none}}.bar-value-shown{{display:inline}}</style><rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\
             <text x=\"2%\" y=\"24\" font-size=\"16\" font-weight=\"600\">{title}</text><text x=\"2%\" y=\"44\">{lead}</text>\
             <svg x=\"2%\" y=\"56\" width=\"96%\" height=\"{below}\">{text}</svg></svg>\n"
        )
    }
}

/// At most so many letters of a text.
pub(super) fn cut(text: &str, letters: usize) -> String {
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
        let mut svg = Svg::new(10);
        svg.group("bar", "\"><script>", Some("?a=1&b=2"), |_| {});
        let file = svg.file("</title>", "");
        assert!(
            !file.contains("<script>") && file.contains("?a=1&amp;b=2") && file.contains("&lt;/title&gt;"),
            "{file}"
        );
    }

    #[test]
    fn lengths_have_two_places() {
        assert_eq!([0, 5, 10_000].map(|at| Along(at).to_string()), ["0.00%", "0.05%", "100.00%"]);
        assert_eq!([cut("short", 5), cut("a longer text", 9)], ["short".to_owned(), "a longer…".to_owned()]);
    }
}
