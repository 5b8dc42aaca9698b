//! Bands of a score: a bar with their names, and a row for each with its lower bound.

use domain::edit::Place;
use serde_json::Value;

use crate::{
    controls::{Look, advanced, area, button, choice, line, sign},
    html::{Element, Html, el},
    model::Editor,
};

const HUES: [(&str, &str); 4] = [("rose", "Rose"), ("amber", "Amber"), ("leaf", "Leaf"), ("sky", "Sky")];

pub(crate) fn bands(ed: &Editor, list: &Place) -> Html {
    let rows: Html = ed.tree.items(list).iter().map(|place| band(ed, place)).collect();
    [
        bar(ed, list).into(),
        el("ol").class("ed-plain ed-bands").put(rows).into(),
        el("p").put(button("Add band", format!("add {list}"), "button-plain")).into(),
    ]
    .into()
}

fn bar(ed: &Editor, list: &Place) -> Option<Element> {
    let tree = &ed.tree;
    let from = |place: &Place| tree.get(&place.then("from")).and_then(Value::as_f64);
    let parts: Vec<(Place, f64)> =
        tree.items(list).into_iter().filter_map(|place| from(&place).map(|from| (place, from))).collect();
    let least = parts.first()?.1;
    let most = parts.last()?.1.max(100.0);
    let across = |value: f64| (value - least) * 100.0 / (most - least).max(1.0);
    let part = |(at, (place, from)): (usize, &(Place, f64))| {
        let end = parts.get(at + 1).map_or(most, |(_, end)| *end);
        let name = tree.words(&place.then("name")).unwrap_or("…");
        el("rect")
            .class(format!("hue-{}", tree.text(&place.then("hue")).unwrap_or("sky")))
            .attr("x", across(*from).to_string())
            .attr("y", "0")
            .attr("width", (across(end) - across(*from)).max(0.0).to_string())
            .attr("height", "8")
            .put(el("title").put(format!("{name}: from {from}")))
    };
    let parts: Html = parts.iter().enumerate().map(part).collect();
    let bar = el("svg").class("ed-bar").attr("viewBox", "0 0 100 8").attr("preserveAspectRatio", "none");
    Some(bar.attr("aria-hidden", "true").put(parts))
}

fn band(ed: &Editor, place: &Place) -> Element {
    let row = el("div")
        .class("ed-option")
        .put(line(ed, "From", &place.then("from"), Look { is_number: true, ..Look::default() }))
        .put(line(ed, "Name", &place.then("name"), Look::default()))
        .put(choice(ed, "Colour", &place.then("hue"), &HUES, Look::default()))
        .put(sign("✕", "Remove", "remove", place));
    let rare = advanced("Words and id")
        .put(area(ed, "Words below the score", &place.then("text"), "2", Look::default()))
        .put(line(ed, "Id", &place.then("id"), Look::default()));
    el("li").key(place.to_string()).put(row).put(rare)
}
