//! Prints results on standard output: text, or with `--json` an object a line.

use std::{
    fmt,
    io::{self, Write},
};

use serde::Serialize;

/// The form that the operator asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Printer {
    pub(super) is_json: bool,
}

impl Printer {
    /// A result, which scripts use in either form.
    pub(super) fn print(self, text: impl fmt::Display, json: impl Serialize) -> anyhow::Result<()> {
        if self.is_json { print_object(json) } else { Ok(print_line(text)?) }
    }

    /// A message, on standard error, in whose place JSON prints an object.
    pub(super) fn tell(self, text: impl fmt::Display, json: impl Serialize) -> anyhow::Result<()> {
        if self.is_json {
            return print_object(json);
        }
        eprintln!("{text}");
        Ok(())
    }
}

fn print_object(json: impl Serialize) -> anyhow::Result<()> {
    Ok(print_line(printable_json(&serde_json::to_string(&json)?))?)
}

/// Prints a line. Unlike `println!` it does not panic when the reader has gone, as after `| head`.
pub(super) fn print_line(line: impl fmt::Display) -> io::Result<()> {
    writeln!(io::stdout(), "{line}")
}

/// Text from outside with control characters and those that turn the direction of writing as `\u…`: a label must not be
/// able to move the cursor, hide a line or begin one.
pub(super) fn printable(text: &str) -> String {
    escape(text, |c| c.is_control() || turns(c))
}

/// The same for JSON, where such characters stand in strings only, and line ends between them.
pub(super) fn printable_json(json: &str) -> String {
    escape(json, |c| c != '\n' && (c.is_control() || turns(c)))
}

fn escape(text: &str, is_escaped: impl Fn(char) -> bool) -> String {
    use std::fmt::Write as _;

    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if is_escaped(c) {
            // A string takes everything.
            let _ = write!(escaped, "\\u{:04x}", u32::from(c));
        } else {
            escaped.push(c);
        }
    }
    escaped
}

fn turns(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_move_the_cursor_is_spelt_out() {
        assert_eq!(printable("Año 1\t\u{1b}[2J\n\u{9b}1A\u{202e}x"), "Año 1\\u0009\\u001b[2J\\u000a\\u009b1A\\u202ex");
        assert_eq!(printable_json("{\n  \"name\": \"\u{9b}\u{7f}\"\n}"), "{\n  \"name\": \"\\u009b\\u007f\"\n}");
    }
}
