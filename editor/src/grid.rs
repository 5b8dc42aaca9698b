//! The points of every option in one table, which accepts cells pasted from a spreadsheet.

use domain::{
    KindName,
    edit::{Place, Tree},
};
use serde_json::Value;

use crate::{
    controls::{Look, line},
    html::{Element, Html, el, hint},
    kinds,
    model::Editor,
};

/// The controls of a question's points, in order, each with a label.
pub(crate) fn cells(tree: &Tree, question: &Place) -> Vec<(String, Place)> {
    match tree.kind(question) {
        KindName::Choice | KindName::Multiple | KindName::Matrix if tree.get(&question.then("options")).is_some() => {
            let options = tree.items(&question.then("options")).into_iter();
            let cell =
                |option: Place| (tree.words(&option.then("label")).unwrap_or("…").to_owned(), option.then("points"));
            options.map(cell).collect()
        }
        KindName::Scale | KindName::Matrix => {
            let points = question.then("points");
            let from = tree.get(&question.then("from")).and_then(Value::as_i64).unwrap_or_default();
            let count = tree.list(&points).len();
            (0..count).zip(from..).map(|(at, number)| (number.to_string(), points.item(at))).collect()
        }
        KindName::Number => {
            let ranges = question.then("ranges");
            let count = tree.list(&ranges).len();
            let bound = |at: usize| match tree.get(&ranges.item(at).then("below")) {
                Some(bound) => format!("below {bound}"),
                None => "others".to_owned(),
            };
            (0..count).map(|at| (bound(at), ranges.item(at).then("points"))).collect()
        }
        _ => Vec::new(),
    }
}

/// All questions that may have points.
pub(crate) fn scored(tree: &Tree) -> Vec<Place> {
    let questions = tree.items(&"questions".into()).into_iter();
    let may_have = |place: &Place| tree.built_in(place).is_none() && kinds::is_scored(tree.kind(place));
    questions.filter(may_have).collect()
}

pub(crate) fn points(ed: &Editor) -> Html {
    let head = |name: &'static str| el("th").attr("scope", "col").put(name);
    let heads: Html = ["Question", "Category", "Weight", "Points"].into_iter().map(head).collect();
    let rows: Html = scored(&ed.tree).iter().map(|place| row(ed, place)).collect();
    let table = el("table").class("ed-grid").put(el("thead").put(el("tr").put(heads))).put(el("tbody").put(rows));
    let scroll = el("div").class("ed-scroll").attr("tabindex", "0").attr("role", "region");
    [
        el("h3").put("Points").into(),
        hint("One row a question. Points that are copied from a spreadsheet may be pasted into a cell."),
        scroll.attr("aria-label", "Points of all questions").put(table).into(),
    ]
    .into()
}

fn row(ed: &Editor, place: &Place) -> Element {
    let text = ed.tree.words(&place.then("text")).unwrap_or("(no text yet)").to_owned();
    let look = || Look { is_number: true, is_bare: true, class: "ed-points", ..Look::default() };
    let cell = |(label, place): (String, Place)| {
        let shown = el("span").attr("aria-hidden", "true").put(label.clone());
        el("span").class("ed-cell").put(shown).put(line(ed, label, &place, look()))
    };
    let cells: Html = cells(&ed.tree, place).into_iter().map(cell).collect();
    el("tr")
        .key(place.to_string())
        .put(el("th").attr("scope", "row").put(text))
        .put(el("td").put(kinds::category(ed, place, true)))
        .put(el("td").put(line(ed, "Weight", &place.then("weight"), look())))
        .put(el("td").put(el("div").class("ed-cells").put(cells)))
}
