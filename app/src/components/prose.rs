//! Owners' texts as written: line breaks are kept, URLs become links, and there is no other markup.

use std::borrow::Cow;

use domain::Rendition;
use leptos::prelude::*;

use super::lang_of;

/// The maximum length of a heading, in characters.
const HEADING: usize = 120;
/// The minimum length of a sentence, in characters; anything shorter may be an abbreviation.
const SENTENCE: usize = 12;

const SCHEMES: [&str; 4] = ["https://", "http://", "mailto:", "tel:"];

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Piece<'t> {
    Words(&'t str),
    Address(&'t str),
}

/// A text of one or more lines. Inside a link or button, use [`super::Said`].
#[component]
pub(crate) fn Prose(text: Rendition) -> impl IntoView {
    if text.foreign.is_none() && is_plain(&text.text) {
        return text.text.into_any();
    }
    view! {
        <span class="lines" {..lang_of(&text)}>
            {linked(&text.text)}
        </span>
    }
    .into_any()
}

/// The text with its URLs as links, for an element of the class `lines`. Other sites open in a new tab, so that the
/// respondent keeps the page of the quiz.
pub(crate) fn linked(text: &str) -> AnyView {
    if !has_address(text) {
        return text.to_owned().into_any();
    }
    let pieces = pieces(text).into_iter().map(|piece| match piece {
        Piece::Words(words) => words.to_owned().into_any(),
        Piece::Address(address) => {
            let target = address.get(..4).is_some_and(|scheme| scheme.eq_ignore_ascii_case("http")).then_some("_blank");
            let shown = address.to_owned();
            view! {
                <a href=address.to_owned() target=target rel="noopener noreferrer" dir="ltr">
                    {shown}
                </a>
            }
            .into_any()
        }
    });
    pieces.collect::<Vec<_>>().into_any()
}

/// Splits a statement into a heading and the text below it: its first line or sentence, if that is short. A long text
/// without one has no heading.
pub(crate) fn heading_and_text(statement: &str) -> (Option<&str>, &str) {
    let statement = statement.trim();
    let (line, below) = statement.split_once('\n').unwrap_or((statement, ""));
    if line.chars().count() <= HEADING {
        return (Some(line.trim_end()), below.trim_start_matches(['\n', '\r']));
    }
    let ends = line.char_indices().zip(1..).filter(|((at, c), count)| {
        let behind = &line[at + c.len_utf8()..];
        let is_end = matches!(c, '。' | '！' | '？')
            || (matches!(c, '.' | '!' | '?' | '…' | '؟') && behind.starts_with(char::is_whitespace));
        is_end && (SENTENCE..=HEADING).contains(count)
    });
    match ends.map(|((at, c), _)| at + c.len_utf8()).next() {
        Some(end) => (Some(&statement[..end]), statement[end..].trim_start()),
        None => (None, statement),
    }
}

fn is_plain(text: &str) -> bool {
    !text.contains('\n') && !has_address(text)
}

fn has_address(text: &str) -> bool {
    text.contains(':') && SCHEMES.iter().any(|scheme| find(text, scheme).is_some())
}

/// Finds a scheme, ignoring case.
fn find(text: &str, scheme: &str) -> Option<usize> {
    let lower = if text.bytes().any(|byte| byte.is_ascii_uppercase()) {
        Cow::Owned(text.to_ascii_lowercase())
    } else {
        Cow::Borrowed(text)
    };
    lower.find(scheme)
}

fn pieces(text: &str) -> Vec<Piece<'_>> {
    let (mut pieces, mut rest, mut from) = (Vec::new(), text, 0);
    while let Some(at) = SCHEMES.iter().filter_map(|scheme| find(&rest[from..], scheme)).min().map(|at| from + at) {
        let address = if rest[..at].ends_with(char::is_alphanumeric) { "" } else { address(&rest[at..]) };
        if address.is_empty() {
            from = at + 1;
            continue;
        }
        if at > 0 {
            pieces.push(Piece::Words(&rest[..at]));
        }
        pieces.push(Piece::Address(address));
        (rest, from) = (&rest[at + address.len()..], 0);
    }
    if !rest.is_empty() {
        pieces.push(Piece::Words(rest));
    }
    pieces
}

/// The URL at the start of a text; empty if nothing follows its scheme. Punctuation that ends a sentence is not part of
/// it, nor is a closing bracket that was opened before it.
fn address(text: &str) -> &str {
    let is_end = |c: char| c.is_whitespace() || c.is_control() || "<>\"«»“”„‹›。，、".contains(c);
    let mut address = &text[..text.find(is_end).unwrap_or(text.len())];
    loop {
        let is_open = |open: char, close: char| address.matches(close).count() > address.matches(open).count();
        let is_loose = match address.chars().next_back() {
            Some(')') => is_open('(', ')'),
            Some(']') => is_open('[', ']'),
            Some('}') => is_open('{', '}'),
            Some(c) => ".,;:!?'’…*_،؛؟".contains(c),
            None => false,
        };
        if !is_loose {
            break;
        }
        address = &address[..address.len() - address.chars().next_back().map_or(0, char::len_utf8)];
    }
    let scheme = SCHEMES.iter().find(|scheme| find(address, scheme) == Some(0));
    let behind = scheme.map_or("", |scheme| &address[scheme.len()..]);
    let is_whole = match scheme {
        Some(&"mailto:") => behind.contains('@'),
        Some(&"tel:") => behind.starts_with(|c: char| c.is_ascii_digit() || "+*#(".contains(c)),
        _ => behind.starts_with(|c: char| c.is_alphanumeric() || c == '['),
    };
    if is_whole { address } else { "" }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn addresses(text: &str) -> Vec<&str> {
        let of = |piece| if let Piece::Address(address) = piece { Some(address) } else { None };
        pieces(text).into_iter().filter_map(of).collect()
    }

    #[test]
    fn addresses_end_where_people_end_them() {
        for (text, found) in [
            ("See https://a.example/b?c=d&e=f#g.", &["https://a.example/b?c=d&e=f#g"][..]),
            ("(https://a.example/b_(c)), or HTTP://b.example!", &["https://a.example/b_(c)", "HTTP://b.example"]),
            ("Ask mailto:ana@a.example, tel:+34600111222", &["mailto:ana@a.example", "tel:+34600111222"]),
            ("<https://a.example>\n“https://b.example”", &["https://a.example", "https://b.example"]),
            ("راجع https://a.example، أو tel:600", &["https://a.example", "tel:600"]),
            ("https://a.example/مساعدة", &["https://a.example/مساعدة"]),
        ] {
            assert_eq!(addresses(text), found, "{text}");
        }
    }

    #[test]
    fn nothing_else_is_a_link() {
        for text in [
            "javascript:alert(1)",
            "data:text/html,x",
            "ftp://a.example",
            "xhttps://a.example",
            "https://",
            "https://.",
            "mailto:nobody",
            "hotel: 12",
            "hotel:12",
            "tel:none",
            "a.example",
            "<a href=x>",
            "",
        ] {
            assert_eq!(addresses(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn the_pieces_are_the_text() {
        for text in
            ["", "a", "https://a.example", "a https://a.example b https://b.example.\n", "İ HTTPS://İ.example (x)"]
        {
            let whole: String = pieces(text)
                .into_iter()
                .map(|piece| match piece {
                    Piece::Words(text) | Piece::Address(text) => text,
                })
                .collect();
            assert_eq!(whole, text);
        }
    }

    #[test]
    fn links_are_escaped_and_tell_nobody_where_they_stood() {
        let html = linked("A & <b> https://a.example/?q='\"><script>alert(1)</script>").to_html();
        assert!(html.contains("A &amp; &lt;b&gt; ") && !html.contains("<script>"), "{html}");
        assert!(
            html.contains("href=\"https://a.example/?q=\"") && html.contains("rel=\"noopener noreferrer\""),
            "{html}"
        );
        let html = linked("https://a.example/?a=1&b=2").to_html();
        assert!(
            html.contains("href=\"https://a.example/?a=1&amp;b=2\"") && html.contains("target=\"_blank\""),
            "{html}"
        );
        assert!(!linked("mailto:a@b.example").to_html().contains("_blank"));
    }

    #[test]
    fn a_statement_has_a_short_heading_or_none() {
        let long = "word ".repeat(40);
        let (first, second) = ("First paragraph.", "Second:\n- one\n- two");
        assert_eq!(heading_and_text(&format!("{first}\n\n{second}")), (Some(first), second));
        assert_eq!(heading_and_text("Welcome!"), (Some("Welcome!"), ""));
        let sentence = "Now come questions on your work. ";
        assert_eq!(heading_and_text(&format!("{sentence}{long}")), (Some(sentence.trim_end()), long.trim_end()));
        assert_eq!(heading_and_text(&long), (None, long.trim_end()));
        let abbreviated = format!("Dr. {long}");
        assert_eq!(heading_and_text(&abbreviated), (None, abbreviated.trim_end()));
    }
}
