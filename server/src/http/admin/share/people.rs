//! Parses a list of invitees, typed by hand or copied from a spreadsheet.

use app::admin::LineProblem;
use domain::Email;

use crate::service::Invitee;

/// Invitees per list.
const AT_ONCE: usize = 1000;
/// Parsing stops after this many problems.
const PROBLEMS: usize = 100;
/// The columns of a list without a header.
const USUAL: [Column; 3] = [Column::Name, Column::Email, Column::CustomData];

/// The invitees of a list and their line numbers, counted from 1.
#[derive(Debug)]
pub(super) struct People {
    pub(super) lines: Vec<u64>,
    pub(super) people: Vec<Invitee>,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Column {
    Name,
    Email,
    CustomData,
}

/// One invitee per line: name, address and custom data, unless a header names other columns. The first line decides on
/// the separator: tab, semicolon or comma.
pub(super) fn read(text: &str) -> Result<People, Vec<LineProblem>> {
    let text = text.trim_start_matches('\u{feff}');
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let delimiter = ['\t', ';', ','].into_iter().find(|separator| first.contains(*separator)).unwrap_or(',');
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(u8::try_from(delimiter).unwrap_or(b','))
        .from_reader(text.as_bytes());
    let (mut lines, mut people, mut problems) = (Vec::new(), Vec::new(), Vec::new());
    let mut columns: Option<Vec<Column>> = None;
    let mut counted = Lines::of(text);
    for row in reader.records() {
        if people.len() > AT_ONCE || problems.len() >= PROBLEMS {
            break;
        }
        let Ok(row) = row else {
            problems.push(LineProblem { line: None, message: "The list cannot be read.".to_owned() });
            break;
        };
        let line = row.position().map_or(0, |at| counted.line_at(at.byte()));
        let cells: Vec<&str> = row.iter().map(str::trim).collect();
        if cells.iter().all(|cell| cell.is_empty()) {
            if row.len() > 1 {
                problems.push(LineProblem { line: Some(line), message: "There is nobody on it.".to_owned() });
            }
            continue;
        }
        if columns.is_none() {
            match header(&cells) {
                Some(Ok(found)) => {
                    columns = Some(found);
                    continue;
                }
                Some(Err(message)) => return Err(vec![LineProblem { line: Some(line), message }]),
                None => columns = Some(USUAL.to_vec()),
            }
        }
        match person(&cells, columns.as_deref().unwrap_or(&USUAL)) {
            Ok(person) => {
                lines.push(line);
                people.push(person);
            }
            Err(message) => problems.push(LineProblem { line: Some(line), message }),
        }
    }
    if people.len() > AT_ONCE {
        let message = "There are more than 1,000 people on the list: at most 1,000 are invited at once.".to_owned();
        problems.push(LineProblem { line: None, message });
    } else if people.is_empty() && problems.is_empty() {
        problems.push(LineProblem { line: None, message: "There is nobody on the list.".to_owned() });
    }
    if problems.is_empty() { Ok(People { lines, people }) } else { Err(problems) }
}

/// Counts lines up to ascending positions, so it reads each byte once.
struct Lines<'a> {
    rest: &'a [u8],
    seen: u64,
    line: u64,
}

impl<'a> Lines<'a> {
    fn of(text: &'a str) -> Self {
        Self { rest: text.as_bytes(), seen: 0, line: 1 }
    }

    /// The number of the first line at or after `byte` that is not empty. The CSV reader reports the line before
    /// it skipped empty ones.
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

/// The columns of a header line, or `None` for a line with an invitee. There are three columns, so a fourth cell is
/// always one too many.
fn header(cells: &[&str]) -> Option<Result<Vec<Column>, String>> {
    let names: Vec<Option<Column>> = cells.iter().take(USUAL.len() + 1).map(|cell| column(cell)).collect();
    names.iter().find(|name| name.is_some())?;
    let mut columns = Vec::new();
    for (cell, name) in cells.iter().zip(names) {
        match name {
            None => return Some(Err(format!("The column “{cell}” is none of name, e-mail and custom data."))),
            Some(name) if columns.contains(&name) => return Some(Err(format!("The column “{cell}” is there twice."))),
            Some(name) => columns.push(name),
        }
    }
    Some(Ok(columns))
}

fn column(cell: &str) -> Option<Column> {
    let letters: String = cell.chars().filter(char::is_ascii_alphanumeric).collect();
    Some(match letters.to_ascii_lowercase().as_str() {
        "name" | "fullname" | "nombre" => Column::Name,
        "email" | "emailaddress" | "mail" | "correo" => Column::Email,
        "customdata" | "custom" | "data" | "datos" => Column::CustomData,
        _ => return None,
    })
}

fn person(cells: &[&str], columns: &[Column]) -> Result<Invitee, String> {
    if cells.len() > columns.len() && cells[columns.len()..].iter().any(|cell| !cell.is_empty()) {
        return Err(format!(
            "There are more than {} columns; put text with a separator in it in quotes.",
            columns.len()
        ));
    }
    let mut person = Invitee::default();
    if let ([only], true) = (cells, columns == USUAL.as_slice())
        && Email::parse(only).is_ok()
    {
        // The list has addresses only.
        person.email = Some((*only).to_owned());
        return Ok(person);
    }
    for (cell, column) in cells.iter().zip(columns) {
        let cell = Some((*cell).to_owned()).filter(|cell| !cell.is_empty());
        match column {
            Column::Name => person.name = cell,
            Column::Email => person.email = cell,
            Column::CustomData => person.custom_data = cell,
        }
    }
    match &person.email {
        Some(email) if Email::parse(email).is_err() => Err(format!("“{email}” is not an e-mail address.")),
        _ => Ok(person),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    fn people(text: &str) -> Vec<[String; 3]> {
        let found = read(text).expect("a list");
        let texts = |person: Invitee| [person.name, person.email, person.custom_data].map(Option::unwrap_or_default);
        found.people.into_iter().map(texts).collect()
    }

    fn problems(text: &str) -> Vec<(Option<u64>, String)> {
        let problems = read(text).expect_err("a list that is not right");
        problems.into_iter().map(|problem| (problem.line, problem.message)).collect()
    }

    #[test]
    fn each_separator_is_taken() {
        for separator in [",", ";", "\t", " , "] {
            let text = format!("Ana López{separator}ana@x.example{separator}branch 12\r\nBo{separator}{separator}\r\n");
            assert_eq!(people(&text), [["Ana López", "ana@x.example", "branch 12"], ["Bo", "", ""]], "{separator:?}");
        }
    }

    #[test]
    fn a_first_line_of_names_says_what_the_columns_are() {
        for head in ["E-mail;Name", "\u{feff}correo;nombre", "EMAIL;name"] {
            assert_eq!(people(&format!("{head}\nana@x.example;Ana")), [["Ana", "ana@x.example", ""]], "{head}");
        }
        assert_eq!(problems("Name,Phone\nAna,1")[0].0, Some(1));
        assert_eq!(problems("Name,name\nAna,1")[0].0, Some(1));
    }

    #[test]
    fn a_name_or_an_address_alone_is_enough() {
        assert_eq!(people("Ana\nbo@x.example\n"), [["Ana", "", ""], ["", "bo@x.example", ""]]);
    }

    #[test]
    fn a_separator_stands_in_quotes() {
        assert_eq!(people("\"López, Ana\",,\"a \"\"b\"\"\""), [["López, Ana", "", "a \"b\""]]);
        assert_eq!(problems("López, Ana, ana@x.example, x")[0].0, Some(1));
    }

    #[test]
    fn each_problem_names_its_line() {
        let found = problems("\n\nAna,ana@x.example\n\nBo,bo at home\nCy,cy@x.example,1,2\n,,\n");
        let lines: Vec<_> = found.iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [Some(5), Some(6), Some(7)], "{found:?}");
    }

    #[test]
    fn nobody_and_too_many_are_refused() {
        assert_eq!(problems(" \n\n")[0].0, None);
        assert_eq!(problems("Name,E-mail\n")[0].0, None);
        assert_eq!(people(&"A\n".repeat(1000)).len(), 1000);
        assert!(problems(&"A\n".repeat(1001))[0].1.contains("more than 1,000"));
    }

    #[test]
    fn a_megabyte_of_anything_is_read_at_once() {
        let began = Instant::now();
        let nothing_but = |text: &str| text.repeat(1024 * 1024 / text.len());
        assert!(problems(&nothing_but("a\n"))[0].1.contains("more than 1,000"));
        assert_eq!(problems(&nothing_but(",\n")).len(), PROBLEMS);
        assert_eq!(problems(&format!("a\n{}", nothing_but(",@\n"))).len(), PROBLEMS);
        for text in ["\"", ",", "\n", "a,", "a, ", "\"\n", ";\"\"", "\r"] {
            let _ = read(&nothing_but(text));
        }
        let name = format!("a\n{}b", nothing_but("\n"));
        assert_eq!(read(&name).expect("two").lines, [1, 1024 * 1024 + 2]);
        let took = began.elapsed();
        assert!(took.as_secs() < 10, "{took:?}, not optimised; more than minutes if anything is read again and again");
    }
}
