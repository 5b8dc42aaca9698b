//! Bands of a score: a bar with their names, and a row for each with its lower bound.

use domain::edit::Place;
use leptos::prelude::*;
use serde_json::Value;

use crate::{
    controls::{Look, area, button, choice, line, sign},
    model::Editor,
    parts::{dynamic, keyed},
};

const HUES: [(&str, &str); 4] = [("rose", "Rose"), ("amber", "Amber"), ("leaf", "Leaf"), ("sky", "Sky")];

pub(crate) fn bands(ed: Editor, list: Place) -> AnyView {
    let (of, of_bar) = (list.clone(), list.clone());
    let rows = move || ed.tree.with(|tree| tree.items(&of).iter().map(Place::to_string).collect::<Vec<_>>());
    let bar = move || {
        let parts = ed.tree.with(|tree| {
            let band = |place: &Place| {
                let from = tree.get(&place.then("from")).and_then(Value::as_f64)?;
                let name = tree.words(&place.then("name")).unwrap_or("…").to_owned();
                Some((from, name, tree.text(&place.then("hue")).unwrap_or("sky").to_owned()))
            };
            tree.items(&of_bar).iter().filter_map(band).collect::<Vec<_>>()
        });
        let starts: Vec<f64> = parts.iter().map(|(from, ..)| *from).collect();
        let (least, most) = (starts.first().copied().unwrap_or(0.0), starts.last().copied().unwrap_or(0.0).max(100.0));
        let across = |value: f64| (value - least) * 100.0 / (most - least).max(1.0);
        let parts: Vec<_> = parts
            .into_iter()
            .enumerate()
            .map(|(at, (from, name, hue))| {
                let end = starts.get(at + 1).copied().unwrap_or(most);
                let (x, width) = (across(from), (across(end) - across(from)).max(0.0));
                view! {
                    <rect class=format!("hue-{hue}") x=x.to_string() y="0" width=width.to_string() height="8">
                        <title>{format!("{name}: from {from}")}</title>
                    </rect>
                }
            })
            .collect();
        (!parts.is_empty()).then(|| {
            view! { <svg class="ed-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">{parts}</svg> }
        })
    };
    view! {
        {dynamic(bar)}
        <ol class="ed-plain ed-bands">
            {keyed(rows, move |place| band(ed, &Place::parse(&place)))}
        </ol>
        <p>{button("Add band", format!("add {list}"), "button-plain")}</p>
    }
    .into_any()
}

fn band(ed: Editor, place: &Place) -> AnyView {
    let number = Look { is_number: true, ..Look::default() };
    view! {
        <li>
            <div class="ed-option">
                {line(ed, "From", &place.then("from"), number)} {line(ed, "Name", &place.then("name"), Look::default())}
                {choice(ed, "Colour", &place.then("hue"), &HUES, Look::default())}
                {sign("✕", "Remove", format!("remove {place}"))}
            </div>
            <details class="ed-advanced">
                <summary>"Words and id"</summary>
                {area(ed, "Words below the score", &place.then("text"), 2, Look::default())}
                {line(ed, "Id", &place.then("id"), Look::default())}
            </details>
        </li>
    }
    .into_any()
}
