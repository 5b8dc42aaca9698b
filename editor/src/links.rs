//! The owner's links, each with a label and a URL.

use domain::edit::Place;
use leptos::prelude::*;

use crate::{
    controls::{Look, button, line, sign},
    model::Editor,
    parts::dynamic,
};

/// `name` begins the label of each field and names the added item.
pub(crate) fn links(ed: Editor, list: Place, name: &'static str) -> AnyView {
    let of = list.clone();
    let count = Memo::new(move |_| ed.tree.with(|tree| tree.list(&of).len()));
    let add = format!("add {list}");
    let rows = move || {
        let row = |at: usize| {
            let place = list.item(at);
            view! {
                <li class="ed-pair">
                    {line(ed, format!("{name} {}: label", at + 1), &place.then("label"), Look::default())}
                    {line(ed, format!("{name} {}: address", at + 1), &place.then("url"), Look::default())}
                    {sign("✕", "Remove", format!("remove {place}"))}
                </li>
            }
        };
        (0..count.get()).map(row).collect::<Vec<_>>()
    };
    let more = format!("Add {}", name.to_lowercase());
    view! { <ol class="ed-plain">{dynamic(rows)}</ol> <p>{button(more, add, "button-quiet")}</p> }.into_any()
}
