//! Pasted lines as options, and a piece of a spreadsheet as points.

use domain::{
    OptionId,
    edit::{Edit, Place, Tree},
};

use crate::{actions, actions::Made, fields::number, grid};

/// What a text means where it is pasted into a control; `None` for an ordinary paste.
pub(crate) fn made(tree: &Tree, place: &Place, text: &str, new_id: &mut dyn FnMut() -> OptionId) -> Option<Made> {
    let steps: Vec<&str> = place.steps().iter().map(String::as_str).collect();
    let text = text.trim_end_matches(['\n', '\r']);
    if !text.contains(['\n', '\t']) {
        return None;
    }
    match steps[..] {
        ["questions", _, "options", _, "label"] if text.contains('\n') => {
            let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
            actions::pasted(tree, &place.split()?.0, &lines, new_id)
        }
        ["questions", _, .., "points"] | ["questions", _, "points", _] => points(tree, place, text),
        _ => None,
    }
}

/// Cells to the right and below; a single column goes on along the options of the question.
fn points(tree: &Tree, place: &Place, text: &str) -> Option<Made> {
    let question = place.first(2);
    let cells = grid::cells(tree, &question);
    let column = cells.iter().position(|(_, cell)| cell == place)?;
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split('\t').map(str::trim).collect()).collect();
    let mut edits = Vec::new();
    let mut put = |cells: &[(String, Place)], from: usize, values: &mut dyn Iterator<Item = &str>| {
        for ((_, cell), value) in cells.iter().skip(from).zip(values) {
            match value {
                "" => edits.extend(tree.get(cell).map(|_| tree.clear(cell))),
                value => edits.push(Edit::set(cell.clone(), number(value))),
            }
        }
    };
    if rows.iter().all(|row| row.len() == 1) {
        put(&cells, column, &mut rows.iter().filter_map(|row| row.first().copied()));
    } else {
        let questions = grid::scored(tree);
        let first = questions.iter().position(|known| *known == question)?;
        for (question, row) in questions.iter().skip(first).zip(&rows) {
            put(&grid::cells(tree, question), column, &mut row.iter().copied());
        }
    }
    Some(Made { edits, focus: None })
}
