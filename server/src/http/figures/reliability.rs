//! Internal consistency of the questions of a score.

use app::admin::{Cell, Figure, FigureTable, Head, Row};
use domain::{Name, Reliability};

use super::{breakdowns::category_name, numbers::count};
use crate::service::QuizInsights;

const NOTE: &str = "Cronbach's alpha tells how far the questions of a score vary together: about 0.7 or more is usual for a score that compares groups; one below that, or a question whose item-rest correlation is near 0 or negative, asks for a second look.";

/// For scores of three questions or more, if they were counted.
pub(super) fn figures(found: &QuizInsights) -> Vec<Figure> {
    let Some(detail) = &found.detail else { return Vec::new() };
    detail.reliability.iter().map(|(category, sums)| figure(found, category.as_ref(), sums)).collect()
}

fn figure(found: &QuizInsights, category: Option<&Name>, sums: &Reliability) -> Figure {
    let rows = sums.item_rest().into_iter().map(|item| {
        let text = found.questions.iter().find(|asked| asked.id == item.question).map(|asked| asked.text.clone());
        Row {
            name: text.unwrap_or_else(|| item.question.to_string()),
            cells: vec![item.correlation.map_or(Cell::Empty, |correlation| Cell::Text(two_places(correlation)))],
            ..Row::default()
        }
    });
    let records = count(sums.records(), "response");
    let name = category.map_or_else(|| "Overall score".to_owned(), |id| category_name(&found.quiz.definition, id));
    Figure {
        id: category.map_or_else(|| "alpha".to_owned(), |id| format!("alpha-{id}")),
        title: format!("{name}: reliability"),
        lead: match sums.alpha() {
            Some(alpha) => format!("Cronbach's alpha {} · {records} with all of its questions", two_places(alpha)),
            None => format!("Too few different answers for Cronbach's alpha · {records} with all of its questions"),
        },
        note: Some(NOTE),
        table: FigureTable {
            heads: vec![Head::text("Question"), Head::number("Item-rest correlation")],
            rows: rows.collect(),
        },
        ..Figure::default()
    }
}

fn two_places(number: f64) -> String {
    let text = format!("{number:.2}");
    // Avoids a negative zero.
    if text == "-0.00" { "0.00".to_owned() } else { text }
}
