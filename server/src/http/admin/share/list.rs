//! Parses a list of people into rows of cells: typed by hand, copied from a spreadsheet, or a CSV file. Contact lists
//! can have dozens of columns.

use std::borrow::Cow;

use app::admin::LineProblem;

/// Maximum number of people per list.
pub(super) const AT_ONCE: usize = 1000;
pub(super) const COLUMNS: usize = 500;
const SEPARATORS: [u8; 4] = *b"\t;,|";
/// Maximum number of reported unclosed quotation marks.
const UNCLOSED: usize = 30;

/// At least one row. A row may have fewer cells than the list has columns, but never more.
#[derive(Debug)]
pub(super) struct List {
    pub(super) rows: Vec<Row>,
    pub(super) columns: usize,
    /// Rows that do not match the text of their line.
    pub(super) problems: Vec<LineProblem>,
    /// True if the list must be corrected before its columns can be determined.
    pub(super) is_broken: bool,
}

#[derive(Debug)]
pub(super) struct Row {
    /// Counted from 1, as editors count lines.
    pub(super) line: u64,
    pub(super) cells: Vec<String>,
}

impl Row {
    pub(super) fn cell(&self, column: usize) -> &str {
        self.cells.get(column).map_or("", String::as_str)
    }
}

/// The first line determines the separator: `sep=;` states it; otherwise it is a tab, a semicolon, a comma or a vertical
/// bar. Fails for a problem of the list as a whole.
pub(super) fn read(text: &str) -> Result<List, LineProblem> {
    let whole = |message: &str| LineProblem { line: None, message: message.to_owned() };
    let text = text.trim_start_matches('\u{feff}');
    // The text keeps the end of this line, so that the other line numbers stay correct.
    let (separator, text) = said_separator(text).unwrap_or_else(|| (separator(text), text));
    let (mut text, mut problems) = (Cow::Borrowed(text), Vec::new());
    // Without the quotation mark, the following lines are lines again.
    for _ in 0..UNCLOSED {
        let Some((line, at)) = unclosed(&text, separator) else { break };
        let message = "A quotation mark is opened here and never closed.".to_owned();
        let problem = LineProblem { line: Some(line), message };
        if !problems.contains(&problem) {
            problems.push(problem);
        }
        text.to_mut().remove(at);
    }
    let text = text.as_ref();
    let mut reader =
        csv::ReaderBuilder::new().has_headers(false).flexible(true).delimiter(separator).from_reader(text.as_bytes());
    let (mut rows, mut columns) = (Vec::new(), 0);
    let mut counted = Lines::of(text);
    for row in reader.records() {
        let row = row.map_err(|_| whole("The list can’t be read."))?;
        let line = row.position().map_or(0, |at| counted.line_at(at.byte()));
        if row.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        if row.len() > COLUMNS {
            let message = format!("There are more than {COLUMNS} columns.");
            problems.push(LineProblem { line: Some(line), message });
        }
        let cells: Vec<String> = row.iter().take(COLUMNS).map(|cell| cell.trim().to_owned()).collect();
        // One line may contain the column names.
        if rows.len() > AT_ONCE {
            return Err(whole("There are more than 1,000 people on the list: at most 1,000 are invited at once."));
        }
        columns = columns.max(cells.len());
        rows.push(Row { line, cells });
    }
    if rows.is_empty() {
        return Err(whole("There’s no one on the list."));
    }
    let is_broken = !problems.is_empty();
    for row in &rows {
        if let ([only], true) = (row.cells.as_slice(), columns > 1)
            && only.contains(['\t', ';', ','])
        {
            let message =
                format!("Its columns aren’t separated by {}, as those of the first line are.", name(separator));
            problems.push(LineProblem { line: Some(row.line), message });
        }
    }
    Ok(List { rows, columns, problems, is_broken })
}

fn name(separator: u8) -> &'static str {
    match separator {
        b'\t' => "tabs",
        b';' => "semicolons",
        b'|' => "vertical lines",
        _ => "commas",
    }
}

/// Returns the separator of a first line like `sep=;`, which spreadsheets write and read, and the text after it.
fn said_separator(text: &str) -> Option<(u8, &str)> {
    let line = text.split(['\r', '\n']).next().unwrap_or_default();
    let said = line.trim_end_matches(' ').trim_matches('"');
    let separator = said.get(..4).filter(|words| words.eq_ignore_ascii_case("sep=")).map(|_| &said[4..])?;
    let separator = SEPARATORS.into_iter().find(|known| separator.as_bytes() == [*known])?;
    Some((separator, &text[line.len()..]))
}

/// Guesses the separator from the first line that is not empty, outside quotation marks.
fn separator(text: &str) -> u8 {
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let outside: String = first.split('"').step_by(2).collect();
    SEPARATORS.into_iter().find(|separator| outside.contains(char::from(*separator))).unwrap_or(b',')
}

/// Returns the line and the position of a quotation mark that begins a cell and is not closed before the end.
fn unclosed(text: &str, separator: u8) -> Option<(u64, usize)> {
    let (mut line, mut opened, mut begins) = (1, None, true);
    let mut bytes = text.bytes().enumerate().peekable();
    while let Some((at, byte)) = bytes.next() {
        match (opened, byte) {
            (None, b'"') if begins => opened = Some((line, at)),
            (Some(_), b'"') if bytes.peek().is_some_and(|(_, next)| *next == b'"') => _ = bytes.next(),
            (Some(_), b'"') => (opened, begins) = (None, false),
            (None, _) => begins = byte == separator || byte == b'\n' || byte == b'\r',
            (Some(_), _) => {}
        }
        line += u64::from(byte == b'\n');
    }
    opened
}

/// Counts lines up to ascending positions, so that each byte is read once.
struct Lines<'a> {
    rest: &'a [u8],
    seen: u64,
    line: u64,
}

impl<'a> Lines<'a> {
    fn of(text: &'a str) -> Self {
        Self { rest: text.as_bytes(), seen: 0, line: 1 }
    }

    /// Returns the number of the first nonempty line at or after `byte`. The CSV reader reports the line before the
    /// empty ones that it skipped.
    fn line_at(&mut self, byte: u64) -> u64 {
        while let Some((first, rest)) = self.rest.split_first()
            && (self.seen < byte || matches!(first, b'\n' | b'\r'))
        {
            self.line += u64::from(*first == b'\n');
            self.seen += 1;
            self.rest = rest;
        }
        self.line
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    fn cells(text: &str) -> Vec<Vec<String>> {
        read(text).expect("a list").rows.into_iter().map(|row| row.cells).collect()
    }

    fn lines(text: &str) -> Vec<u64> {
        read(text).expect("a list").rows.iter().map(|row| row.line).collect()
    }

    #[test]
    fn each_separator_is_taken() {
        for separator in [",", ";", "\t", " , "] {
            let text = format!("Ana López{separator}ana@x.example\r\nBo{separator}\r\n");
            assert_eq!(cells(&text), [["Ana López", "ana@x.example"], ["Bo", ""]], "{separator:?}");
        }
        assert_eq!(cells("\u{feff}\"López; Ana\",1"), [["López; Ana", "1"]], "not the one in quotes");
    }

    #[test]
    fn the_first_line_may_say_the_separator() {
        for first in ["sep=;", "SEP=;", "\"sep=;\"", "\u{feff}sep=; "] {
            let text = format!("{first}\r\nName;E-mail\r\nLópez, Ana;ana@x.example\r\n");
            assert_eq!(cells(&text), [["Name", "E-mail"], ["López, Ana", "ana@x.example"]], "{first}");
            assert_eq!(lines(&text), [2, 3], "{first}");
        }
        assert_eq!(cells("sep=|\na|b;c"), [["a", "b;c"]]);
        assert_eq!(cells("sep=\t\na\tb,c"), [["a", "b,c"]]);
        assert_eq!(cells("sep\nb"), [["sep"], ["b"]]);
    }

    #[test]
    fn quotes_hold_separators_lines_and_quotes() {
        assert_eq!(cells("\"López, Ana\",\"a \"\"b\"\"\""), [["López, Ana", "a \"b\""]]);
        assert_eq!(cells("a,\"x\ny\"\nb,c"), [["a", "x\ny"], ["b", "c"]]);
        assert_eq!(lines("a,\"x\r\ny\"\r\n\r\nb,c\n,,\nd"), [1, 4, 6], "as the file counts them");
    }

    #[test]
    fn a_quotation_mark_that_is_never_closed_is_named_by_its_line() {
        for (text, line) in [("a\n\"b,c\nd", 2), ("\"a", 1), ("a,\"b\"\"\nc", 1)] {
            let problems = read(text).expect("a list").problems;
            assert_eq!(problems[0].line, Some(line), "{text:?}: {problems:?}");
        }
        assert_eq!(cells("5\" nail,b"), [["5\" nail", "b"]], "one within a cell opens nothing");
    }

    #[test]
    fn one_problem_hides_no_other() {
        let wide = "x,".repeat(COLUMNS) + "x";
        let list = read(&format!("a,b\n\"c,d\n{wide}\ne,f\n{wide}\n")).expect("a list");
        let mut lines: Vec<_> = list.problems.iter().filter_map(|problem| problem.line).collect();
        lines.sort_unstable();
        assert!(list.is_broken);
        assert_eq!(lines, [2, 3, 5], "{:?}", list.problems);
    }

    #[test]
    fn a_line_of_another_separator_is_named() {
        let list = read("a\tb\nc,d\ne").expect("a list");
        assert_eq!(list.problems.iter().map(|problem| problem.line).collect::<Vec<_>>(), [Some(2)]);
        assert!(list.problems[0].message.contains("tabs"), "{:?}", list.problems);
    }

    #[test]
    fn no_one_and_too_many_are_refused() {
        assert!(read(" \n,,\n").is_err());
        assert_eq!(read(&"A\n".repeat(1001)).expect("with a line of names").rows.len(), 1001);
        assert!(read(&"A\n".repeat(1002)).expect_err("too many").message.contains("more than 1,000"));
        assert!(read(&",".repeat(COLUMNS)).is_err());
    }

    #[test]
    fn a_megabyte_of_anything_is_read_at_once() {
        let began = Instant::now();
        for text in ["\"", ",", "\n", "a,", "a, ", "\"\n", ";\"\"", "\r", "a\n", ",@\n"] {
            let _ = read(&text.repeat(1024 * 1024 / text.len()));
        }
        assert_eq!(lines(&format!("a\n{}b", "\n".repeat(1024 * 1024))), [1, 1024 * 1024 + 2]);
        let took = began.elapsed();
        assert!(took.as_secs() < 10, "{took:?}, not optimised; more than minutes if anything is read again and again");
    }
}
