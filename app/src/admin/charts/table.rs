//! The numbers of a figure as a table on the page and as CSV.

use std::fmt::Write;

use domain::guard;
use leptos::prelude::*;

use super::numbers::{percent, share, thousands};
use crate::components::Meter;

#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct FigureTable {
    pub heads: Vec<Head>,
    pub rows: Vec<Row>,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Head {
    Text(String),
    Number(String),
    /// For [`Cell::Of`], which takes three columns in a file.
    Of(String),
}

#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Row {
    pub name: String,
    pub remark: Option<&'static str>,
    /// The part and the whole of a bar below the name.
    pub bar: Option<(u64, u64)>,
    pub cells: Vec<Cell>,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Cell {
    Empty,
    Text(String),
    Count {
        count: u64,
        /// A link to the counted rows.
        href: Option<String>,
    },
    Of {
        count: u64,
        whole: u64,
        href: Option<String>,
    },
}

impl Head {
    pub fn text(name: impl Into<String>) -> Self {
        Self::Text(name.into())
    }

    pub fn number(name: impl Into<String>) -> Self {
        Self::Number(name.into())
    }

    pub fn of(name: impl Into<String>) -> Self {
        Self::Of(name.into())
    }
}

impl FigureTable {
    /// Includes a header line. Percentages have one decimal.
    pub fn to_csv(&self) -> String {
        let heads = self.heads.iter().flat_map(|head| match head {
            Head::Text(name) | Head::Number(name) => vec![name.clone()],
            Head::Of(name) => vec![name.clone(), "Of".to_owned(), "Percent".to_owned()],
        });
        let mut text = String::new();
        line(&mut text, heads);
        for row in &self.rows {
            let cells = row.cells.iter().zip(self.heads.iter().skip(1)).flat_map(|(cell, head)| {
                let mut fields = match cell {
                    Cell::Empty => vec![String::new()],
                    Cell::Text(text) => vec![text.clone()],
                    Cell::Count { count, .. } => vec![count.to_string()],
                    Cell::Of { count, whole, .. } => {
                        let tenths = share(*count, *whole, 1000);
                        vec![count.to_string(), whole.to_string(), format!("{}.{}", tenths / 10, tenths % 10)]
                    }
                };
                let columns = if matches!(head, Head::Of(_)) { 3 } else { 1 };
                fields.resize(columns, String::new());
                fields
            });
            line(&mut text, std::iter::once(row.name.clone()).chain(cells));
        }
        text
    }
}

/// Adds a line whose fields are guarded against spreadsheet formulas.
fn line(text: &mut String, fields: impl Iterator<Item = String>) {
    for (index, field) in fields.enumerate() {
        let field = guard(&field).replace('"', "\"\"");
        // Writing to a `String` cannot fail.
        let _ = if field.contains([',', '"', '\n', '\r']) {
            write!(text, "{}\"{field}\"", if index > 0 { "," } else { "" })
        } else {
            write!(text, "{}{field}", if index > 0 { "," } else { "" })
        };
    }
    text.push_str("\r\n");
}

#[component]
pub(super) fn TableView(caption: String, table: FigureTable, class: &'static str) -> impl IntoView {
    let heads: Vec<_> = table
        .heads
        .into_iter()
        .map(|head| match head {
            Head::Text(name) => view! { <th scope="col">{name}</th> }.into_any(),
            Head::Number(name) | Head::Of(name) => view! { <th scope="col" class="number">{name}</th> }.into_any(),
        })
        .collect();
    let rows: Vec<_> = table.rows.into_iter().map(row).collect();
    view! {
        <table class=class>
            <caption class="visually-hidden">{caption}</caption>
            <thead>
                <tr>{heads}</tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    }
    .into_any()
}

fn row(row: Row) -> impl IntoView {
    let Row { name, remark, bar, cells } = row;
    let cells: Vec<_> = cells.into_iter().map(cell).collect();
    let filled = bar.map(|(part, whole)| usize::try_from(share(part, whole, 100)).unwrap_or_default());
    view! {
        <tr>
            <th scope="row" dir="auto">
                {name} {remark.map(|remark| view! { <span class="hint">{format!(" {remark}")}</span> })}
                {filled.map(|filled| view! { <Meter percent=filled /> })}
            </th>
            {cells}
        </tr>
    }
}

fn cell(cell: Cell) -> impl IntoView {
    let (text, href) = match cell {
        Cell::Empty => return view! { <td></td> }.into_any(),
        Cell::Text(text) => return view! { <td class="number">{text}</td> }.into_any(),
        Cell::Count { count, href } => (thousands(count), href.filter(|_| count > 0)),
        Cell::Of { count, whole, href } => {
            let text = format!("{} of {} · {}", thousands(count), thousands(whole), percent(count, whole));
            (text, href.filter(|_| count > 0))
        }
    };
    let text = match href {
        Some(href) => view! { <a href=href>{text}</a> }.into_any(),
        None => text.into_any(),
    };
    view! { <td class="number">{text}</td> }.into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_plain_numbers_and_no_formulas() {
        let cells = vec![Cell::Of { count: 1400, whole: 4000, href: None }, Cell::Count { count: 7, href: None }];
        let rows = vec![
            Row { name: "=cmd, \"x\"".to_owned(), cells, ..Row::default() },
            Row { name: "Few".to_owned(), cells: vec![Cell::Text("hidden".to_owned()), Cell::Empty], ..Row::default() },
            Row {
                name: "None".to_owned(),
                cells: vec![Cell::Of { count: 0, whole: 0, href: None }, Cell::Empty],
                ..Row::default()
            },
        ];
        let table = FigureTable { heads: vec![Head::text("Answer"), Head::of("People"), Head::number("Firsts")], rows };
        assert_eq!(
            table.to_csv(),
            "Answer,People,Of,Percent,Firsts\r\n\"'=cmd, \"\"x\"\"\",1400,4000,35.0,7\r\nFew,hidden,,,\r\nNone,0,0,0.0,\r\n"
        );
    }
}
