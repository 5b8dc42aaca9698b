//! Pasted lines as options, and spreadsheet cells as points.

use domain::{
    OptionId,
    edit::{Edit, Place, Tree},
};

use serde_json::Value;

use crate::{actions, actions::Made, fields::number, grid};

/// The effect of text pasted into a control; `None` for an ordinary paste.
pub(crate) fn made(tree: &Tree, place: &Place, text: &str, new_id: &mut dyn FnMut() -> OptionId) -> Option<Made> {
    let steps: Vec<&str> = place.steps().iter().map(String::as_str).collect();
    let text = text.trim_end_matches(['\n', '\r']);
    if !text.contains(['\n', '\t']) {
        return None;
    }
    match steps[..] {
        ["questions", _, "options", _, "label"] if text.contains('\n') => {
            actions::pasted(tree, &place.split()?.0, &options(text), new_id)
        }
        ["questions", _, .., "points"] | ["questions", _, "points", _] => points(tree, place, text),
        _ => None,
    }
}

/// Lines without list markers such as `1.`, `•`, `a)` and `☐`, each with the points in its second cell.
fn options(text: &str) -> Vec<(String, Option<Value>)> {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let bare: Option<Vec<&str>> = lines.iter().zip(1..).map(|(line, place)| without_mark(line, place)).collect();
    let lines = bare.unwrap_or(lines);
    let cells: Vec<Vec<&str>> = lines.iter().map(|line| line.split('\t').map(str::trim).collect()).collect();
    let with_points = cells.iter().map(|cells| match cells[..] {
        [label, points] => Some((label.to_owned(), Some(number(points)).filter(Value::is_number)?)),
        _ => None,
    });
    let with_points: Option<Vec<_>> = with_points.collect();
    match with_points {
        Some(options) => options.into_iter().map(|(label, points)| (label, Some(points))).collect(),
        None => cells.into_iter().map(|cells| (cells.join(" "), None)).collect(),
    }
}

/// The line after the marker that fits this position of a list; `None` without such a marker.
fn without_mark(line: &str, place: usize) -> Option<&str> {
    const BULLETS: &str = "•‣◦·▪▫■□●○◆◇☐☑☒✓✔➢➤\u{f0b7}\u{f0a7}\u{f0d8}\u{f06f}\u{f0a8}\u{f071}";
    let mark = line.chars().next()?;
    let behind = &line[mark.len_utf8()..];
    // A dash or an `o` is a bullet only if white space follows.
    let is_apart = "-–—*o".contains(mark) && behind.starts_with(char::is_whitespace);
    if BULLETS.contains(mark) || is_apart {
        return Some(behind.trim_start()).filter(|rest| !rest.is_empty());
    }
    let line = line.strip_prefix('(').unwrap_or(line);
    let (number, rest) = line.split_once(['.', ')'])?;
    let letter = u8::try_from(place).ok().filter(|place| *place <= 26).map(|place| char::from(b'a' + place - 1));
    let is_own = number == place.to_string() || letter.is_some_and(|own| number.eq_ignore_ascii_case(&own.to_string()));
    is_own.then(|| rest.trim_start()).filter(|text| !text.is_empty() && rest.starts_with(char::is_whitespace))
}

/// Fills cells to the right and below; a single column continues along the options of the question.
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
