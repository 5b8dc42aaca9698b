//! A stylesheet without comments and with as little white space as is certain to mean the same.

use std::{iter::Peekable, str::Chars};

/// What stands between two pieces of text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gap {
    None,
    Comment,
    Space,
}

/// Strings and `url(…)` stay as they are.
pub(crate) fn squeezed(css: &str) -> String {
    let mut text = css.chars().peekable();
    let mut out = String::with_capacity(css.len());
    let mut gap = Gap::None;
    while let Some(next) = text.next() {
        if next.is_ascii_whitespace() {
            gap = Gap::Space;
        } else if next == '/' && text.peek() == Some(&'*') {
            text.next();
            skip_comment(&mut text);
            if gap == Gap::None {
                gap = Gap::Comment;
            }
        } else {
            close(gap, next, &mut out);
            gap = Gap::None;
            out.push(next);
            if next == '"' || next == '\'' {
                copy_until(next, &mut text, &mut out);
            } else if next == '(' && ends_with_url(&out) && !is_quoted(&text) {
                copy_until(')', &mut text, &mut out);
            }
        }
    }
    out
}

/// White space means nothing after `{`, `}`, `;` and `,` and before braces; elsewhere one space stays. Where
/// only a comment kept two words apart, an empty one does.
fn close(gap: Gap, next: char, out: &mut String) {
    let meaningless = out.is_empty() || out.ends_with(['{', '}', ';', ',']) || matches!(next, '{' | '}');
    match gap {
        Gap::Space if !meaningless => out.push(' '),
        Gap::Comment if !meaningless => out.push_str("/**/"),
        _ => {}
    }
}

fn skip_comment(text: &mut Peekable<Chars>) {
    let mut last = ' ';
    for next in text.by_ref() {
        if last == '*' && next == '/' {
            return;
        }
        last = next;
    }
}

/// Copies up to and with `end`, except where a backslash stands before it.
fn copy_until(end: char, text: &mut Peekable<Chars>, out: &mut String) {
    while let Some(next) = text.next() {
        out.push(next);
        if next == end {
            return;
        }
        if next == '\\' {
            out.extend(text.next());
        }
    }
}

fn ends_with_url(out: &str) -> bool {
    let start = out.len().saturating_sub("url(".len());
    out.get(start..).is_some_and(|end| end.eq_ignore_ascii_case("url("))
}

/// Whether the argument that begins here is a string.
fn is_quoted(text: &Peekable<Chars>) -> bool {
    let first = text.clone().find(|next| !next.is_ascii_whitespace());
    matches!(first, Some('"' | '\''))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_idle_space_go() {
        let css = "/* top */\n:root {\n  --ink: #123;  /* dark */\n}\n\na:hover , b > c {\n  color: var(--ink);\n}\n";
        assert_eq!(squeezed(css), ":root{--ink: #123;}a:hover ,b > c{color: var(--ink);}");
    }

    #[test]
    fn space_that_means_something_stays() {
        assert_eq!(squeezed("a :hover b{x:calc(1px + 2px)}"), "a :hover b{x:calc(1px + 2px)}");
        assert_eq!(squeezed("@media (a) and (b) {x{y:z}}"), "@media (a) and (b){x{y:z}}");
    }

    #[test]
    fn a_comment_between_words_still_keeps_them_apart() {
        assert_eq!(squeezed("a/* x */b{}"), "a/**/b{}");
        assert_eq!(squeezed("a /* x */ b{}"), "a b{}");
        assert_eq!(squeezed("a{}/***/b{}"), "a{}b{}");
    }

    #[test]
    fn strings_and_addresses_stay_as_they_are() {
        let css = r#"a{content:"/* no */  \"x\" ;  {";b:url(data:x,/*  y\)  z);c:'  '}"#;
        assert_eq!(squeezed(css), css);
        assert_eq!(squeezed("a{b:url( 'x)  y' )}"), "a{b:url( 'x)  y' )}");
    }
}
