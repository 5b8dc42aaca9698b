//! Cross tabulation of two breakdowns.

use std::collections::BTreeMap;

use app::admin::{Bar, Bars, Cell, Drawing, Figure, FigureTable, Head, Part, Row};

use domain::{Comparison, Crossed};

use super::{Links, breakdowns, numbers::count};
use crate::service::QuizInsights;

/// The names of the groups, and of what they are told against, by id.
pub(crate) fn names(found: &QuizInsights) -> Option<[BTreeMap<String, String>; 2]> {
    let Comparison { rows, columns } = found.compare.as_ref()?;
    let definition = &found.quiz.definition;
    let items = breakdowns::items(definition);
    let names = |breakdown, ids: Vec<String>| {
        let values = breakdowns::values(definition, &items, breakdown, ids.into_iter());
        values.into_iter().map(|value| (value.id, value.label)).collect()
    };
    let crossed = || found.crossed.iter().flat_map(Crossed::iter);
    let of_rows = names(rows, crossed().map(|(id, _, _)| id.to_owned()).collect());
    let of_columns =
        columns.as_ref().map(|columns| names(columns, crossed().map(|(_, id, _)| id.to_owned()).collect()));
    Some([of_rows, of_columns.unwrap_or_default()])
}

pub(super) fn figures(found: &QuizInsights, links: &Links) -> Vec<Figure> {
    let Some((crossed, Comparison { rows, columns: Some(columns) })) =
        found.crossed.as_ref().zip(found.compare.as_ref())
    else {
        return Vec::new();
    };
    let definition = &found.quiz.definition;
    let items = breakdowns::items(definition);
    let [of_what, by_what] = [rows, columns].map(|breakdown| breakdowns::label(&found.quiz, breakdown));
    let of_rows = breakdowns::values(definition, &items, rows, crossed.iter().map(|(row, _, _)| row.to_owned()));
    let of_columns =
        breakdowns::values(definition, &items, columns, crossed.iter().map(|(_, column, _)| column.to_owned()));
    let (mut bars, mut rows_of_table, mut overlap) = (Vec::new(), Vec::new(), false);
    for row in &of_rows {
        let counts: Vec<u64> = of_columns.iter().map(|column| crossed.count(&row.id, &column.id)).collect();
        // The base is respondents, who are in several columns if they chose several options.
        let whole = crossed.row(&row.id);
        let parts: Vec<Part> = of_columns
            .iter()
            .zip(&counts)
            .map(|(column, count)| {
                let both =
                    row.is.as_ref().zip(column.is.as_ref()).map(|(row, column)| [row.clone(), column.clone()].concat());
                let href = both.and_then(|mut both| {
                    both.insert(0, ("state", "completed".to_owned()));
                    links.with(&both)
                });
                Part { count: *count, href }
            })
            .collect();
        let cells = parts.iter().map(|part| Cell::Of { count: part.count, whole, href: part.href.clone() });
        rows_of_table.push(Row { name: row.label.clone(), cells: cells.collect(), ..Row::default() });
        overlap |= counts.iter().sum::<u64>() > whole;
        bars.push(Bar { label: row.label.clone(), parts, whole, told: None });
    }
    let names: Vec<String> = of_columns.into_iter().map(|column| column.label).collect();
    let mut heads = vec![Head::text(of_what.clone())];
    heads.extend(names.iter().cloned().map(Head::Of));
    vec![Figure {
        id: "comparison".to_owned(),
        title: format!("{of_what} – {by_what}"),
        lead: format!("{}. Percentages are of the people of each row.", count(crossed.total(), "response")),
        // Parts that overlap cannot be stacked.
        drawing: if overlap { Drawing::None } else { Drawing::Stacked(Bars { all: bars, parts: names }) },
        table: FigureTable { heads, rows: rows_of_table },
        ..Figure::default()
    }]
}
