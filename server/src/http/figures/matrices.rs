//! A matrix as a table of bars: one row for each of its rows, split by answer.

use app::admin::{Bar, Bars, Cell, Drawing, Figure, FigureTable, Head, Part, Row};
use domain::{Decimal, Kind, OptionId, OwnOption, Question, QuestionId};

use super::{
    Links,
    kinds::{counted_as, words},
    numbers::{count, places},
};
use crate::service::QuizInsights;

enum Answer<'d> {
    Option(&'d OptionId),
    Number(i32),
}

pub(super) fn figure(found: &QuizInsights, question: &Question, links: &Links) -> Figure {
    let language = found.quiz.definition.language;
    let Kind::Matrix { rows, cells } = question.kind() else { return Figure::default() };
    let answers: Vec<(Answer<'_>, String)> = match &**cells {
        Kind::Scale(scale) => scale.values().map(|value| (Answer::Number(value), value.to_string())).collect(),
        cells => {
            let options = cells.options().iter();
            let name = |option: &OwnOption| {
                let remark = option.missing.map(|kind| format!(" {}", counted_as(kind)));
                words(&option.label, language) + &remark.unwrap_or_default()
            };
            options.map(|option| (Answer::Option(&option.id), name(option))).collect()
        }
    };
    let is_scale = matches!(**cells, Kind::Scale(_));
    let (mut bars, mut rows_of_table, mut most) = (Vec::new(), Vec::new(), 0);
    for row in rows {
        let Ok(id) = QuestionId::parse(&format!("{}_{}", question.id, row.id)) else { continue };
        let whole = found.figures.answered(&id);
        most = most.max(whole);
        let parts: Vec<Part> = answers.iter().map(|(answer, _)| part(found, &id, answer, links)).collect();
        let name = words(&row.text, language);
        let mut cells: Vec<Cell> =
            parts.iter().map(|part| Cell::Of { count: part.count, whole, href: part.href.clone() }).collect();
        if is_scale {
            let summary = found.figures.number_summary(&id);
            cells.push(summary.map_or(Cell::Empty, |summary| Cell::Text(places(summary.mean))));
            cells.push(summary.and_then(|summary| summary.deviation).map_or(Cell::Empty, |sd| Cell::Text(places(sd))));
        }
        bars.push(Bar { label: name.clone(), parts, whole, told: None });
        rows_of_table.push(Row { name, cells, ..Row::default() });
    }
    let names: Vec<String> = answers.into_iter().map(|(_, name)| name).collect();
    let mut heads = vec![Head::text("Row")];
    heads.extend(names.iter().cloned().map(Head::Of));
    if is_scale {
        heads.extend(["Mean", "SD"].map(Head::number));
    }
    Figure {
        id: format!("q-{}", question.id),
        title: question.text(language, language).to_owned(),
        lead: count(most, "answer"),
        drawing: Drawing::Stacked(Bars { all: bars, parts: names }),
        table: FigureTable { heads, rows: rows_of_table },
        ..Figure::default()
    }
}

fn part(found: &QuizInsights, id: &QuestionId, answer: &Answer<'_>, links: &Links) -> Part {
    match answer {
        Answer::Option(option) => {
            Part { count: found.figures.chosen(id, option), href: links.answer(id, option.as_str()) }
        }
        Answer::Number(value) => {
            let (from, below) = (Decimal::whole(*value), Decimal::whole(value.saturating_add(1)));
            Part { count: found.figures.between(id, from, Some(below)), href: links.numbers(id, from, Some(below)) }
        }
    }
}
