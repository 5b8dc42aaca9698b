//! The owner's links, each with a label and a URL.

use domain::edit::Place;

use crate::{
    controls::{Look, button, line, sign},
    html::{Html, el},
    model::Editor,
};

/// `name` begins the label of each field.
pub(crate) fn links(ed: &Editor, list: &Place, name: &'static str, more: &'static str) -> Html {
    let row = |at: usize| {
        let place = list.item(at);
        el("li")
            .class("ed-pair")
            .put(line(ed, format!("{name} {}: label", at + 1), &place.then("label"), Look::default()))
            .put(line(ed, format!("{name} {}: address", at + 1), &place.then("url"), Look::default()))
            .put(sign("✕", "Remove", "remove", &place))
    };
    let rows: Html = (0..ed.tree.list(list).len()).map(row).collect();
    let add = el("p").put(button(more, format!("add {list}"), "button-quiet"));
    [el("ol").class("ed-plain").put(rows).into(), add.into()].into()
}
