//! Pasted lines as options, rows, bands, steps and questions, and spreadsheet cells as points.

use domain::{
    KindName, OptionId,
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
    let (outer, field) = place.split()?;
    match steps[..] {
        ["questions", _, "options", _, "label"] if text.contains('\n') => {
            actions::pasted(tree, &outer, &options(text), new_id)
        }
        ["questions", _, .., "points"] | ["questions", _, "points", _] => points(tree, place, text),
        ["questions", _, "rows", _, "text"] | ["scoring", .., "bands", _, "name"] if text.contains('\n') => {
            lines(tree, &outer, field, &options(text), new_id)
        }
        ["scoring", "cards", _, "bands", _, "steps", _] if text.contains('\n') => steps_of_card(tree, place, text),
        ["questions", _, "text"] if text.contains('\n') => questions(tree, &outer, text, new_id),
        _ => None,
    }
}

/// Rows of a table, or bands with their lower bounds: the first one fills an item without words, each other one is an
/// item behind it.
fn lines(
    tree: &Tree,
    item: &Place,
    field: &str,
    lines: &[(String, Option<Value>)],
    new_id: &mut dyn FnMut() -> OptionId,
) -> Option<Made> {
    let (list, _) = item.split()?;
    let (mut at, mut made, mut now) = (tree.index(item)?, Made::default(), tree.clone());
    let mut to = tree.words(&item.then(field)).is_none().then(|| item.clone());
    for (words, number) in lines {
        let place = match to.take() {
            Some(place) => place,
            None => {
                let new = actions::act(&now, &format!("after {}", now.items(&list).get(at)?), new_id)?;
                now.apply_all(&new.edits).ok()?;
                made.edits.extend(new.edits);
                at += 1;
                new.focus?
            }
        };
        let text = now.write(&place.then(field), tree.language(), words);
        let from = number.clone().filter(|_| field == "name").map(|from| Edit::set(place.then("from"), from));
        for edit in text.into_iter().chain(from) {
            now.apply(&edit).ok()?;
            made.edits.push(edit);
        }
        made.focus = Some(place);
    }
    Some(made)
}

fn steps_of_card(tree: &Tree, place: &Place, text: &str) -> Option<Made> {
    let (list, _) = place.split()?;
    let (at, all) = (tree.index(place)?, options(text));
    let mut words = all.iter().map(|(words, _)| words.as_str());
    let mut edits = Vec::new();
    let mut next = at + 1;
    if tree.words(place).is_none() {
        edits.extend(tree.write(place, tree.language(), words.next()?));
    }
    for words in words {
        edits.push(Edit::insert(list.clone(), next, words));
        next += 1;
    }
    Some(Made { edits, focus: Some(list.item(next - 1)) })
}

/// Questions with their options, apart from each other by a blank line: the first line is the question. Lines that all
/// ask are a question each. Only a question without any words yet takes them.
fn questions(tree: &Tree, question: &Place, text: &str, new_id: &mut dyn FnMut() -> OptionId) -> Option<Made> {
    let kind = tree.kind(question);
    let list = question.then("options");
    let is_empty = tree.words(&question.then("text")).is_none()
        && tree.items(&list).iter().all(|option| tree.words(&option.then("label")).is_none());
    if !is_empty || !matches!(kind, KindName::Choice | KindName::Multiple | KindName::Ranking) {
        return None;
    }
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let do_all_ask = lines.iter().all(|line| line.is_empty() || line.ends_with(['?', '？', '؟']));
    let is_between = |line: &&str| line.is_empty() || do_all_ask;
    let mut blocks: Vec<Vec<&str>> = vec![Vec::new()];
    for line in &lines {
        if is_between(line) {
            blocks.push(Vec::new());
        }
        if let Some(block) = blocks.last_mut().filter(|_| !line.is_empty()) {
            block.push(line);
        }
    }
    blocks.retain(|block| !block.is_empty());
    let firsts: Vec<&str> = blocks.iter().map(|block| block[0]).collect();
    let are_numbered = firsts.iter().all(|text| numbered(text) != *text);
    let numbered: Vec<&str> = firsts.iter().map(|text| if are_numbered { numbered(text) } else { text }).collect();
    let texts = bare(&firsts).unwrap_or(numbered);
    let (mut now, mut made, mut place) = (tree.clone(), Made::default(), question.clone());
    for (at, (block, text)) in blocks.iter().zip(texts).enumerate() {
        if at > 0 {
            let new = actions::act(&now, &format!("after {place}"), new_id)?;
            now.apply_all(&new.edits).ok()?;
            made.edits.extend(new.edits);
            place = new.focus?;
        }
        let mut edits: Vec<Edit> = now.write(&place.then("text"), tree.language(), text).into_iter().collect();
        let options = options(&block[1..].join("\n"));
        let first = now.items(&place.then("options")).first().cloned();
        if let Some(first) = first.filter(|_| !options.is_empty()) {
            // The other empty options give way, unless there would be one alone.
            let others =
                now.items(&place.then("options")).into_iter().skip(if options.len() > 1 { 1 } else { usize::MAX });
            let others = others.map(Edit::remove);
            edits.extend(others);
            edits.extend(actions::pasted(&now, &first, &options, new_id)?.edits);
        }
        now.apply_all(&edits).ok()?;
        made.edits.extend(edits);
    }
    made.focus = Some(question.clone());
    Some(made)
}

/// The text behind a number such as `7.` or `7)`.
fn numbered(text: &str) -> &str {
    let rest = text.trim_start_matches(|digit: char| digit.is_ascii_digit());
    let is_number = (1..=3).contains(&(text.len() - rest.len()));
    let behind = rest.strip_prefix(['.', ')']).filter(|rest| is_number && rest.starts_with(char::is_whitespace));
    behind.map(str::trim_start).filter(|text| !text.is_empty()).unwrap_or(text)
}

/// The lines without the marks of their list, if all have one.
fn bare<'t>(lines: &[&'t str]) -> Option<Vec<&'t str>> {
    lines.iter().zip(1..).map(|(line, place)| without_mark(line, place)).collect()
}

/// Lines without list markers such as `1.`, `•`, `a)` and `☐`, each with the number in the cell beside its words.
fn options(text: &str) -> Vec<(String, Option<Value>)> {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let lines = bare(&lines).unwrap_or(lines);
    let cells: Vec<Vec<&str>> = lines.iter().map(|line| line.split('\t').map(str::trim).collect()).collect();
    let with_points = cells.iter().map(|cells| match cells[..] {
        [one, other] => {
            let read = |words: &str, cell| Some((words.to_owned(), Some(number(cell)).filter(Value::is_number)?));
            read(one, other).or_else(|| read(other, one))
        }
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
