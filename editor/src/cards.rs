//! Advice cards: the subject of each and its text for each band, with missing texts marked.

use domain::edit::{Place, Tree};
use leptos::prelude::*;
use serde_json::Value;

use crate::{
    controls::{Look, area, button, line, select, sign},
    links::links,
    model::Editor,
    parts::{dynamic, keyed},
};

pub(crate) fn cards(ed: Editor) -> AnyView {
    let list = Place::from("scoring").then("cards");
    let of = list.clone();
    let rows = move || ed.tree.with(|tree| tree.items(&of).iter().map(Place::to_string).collect::<Vec<_>>());
    view! {
        <h3>"Cards"</h3>
        <p class="hint">"Advice that stands with the result. A band without words shows no card."</p>
        <ol class="ed-plain">
            {keyed(rows, move |place| card(ed, Place::parse(&place)))}
        </ol>
        <p>{button("Add card", format!("add {list}"), "button-plain")}</p>
    }
    .into_any()
}

fn card(ed: Editor, place: Place) -> AnyView {
    let of = place.clone();
    let about = Memo::new(move |_| {
        ed.tree.with(|tree| {
            let about = tree.get(&of.then("about"));
            let named = |what: &str| Some(format!("{what} {}", about?.get(what)?.as_str()?));
            named("question").or_else(|| named("category")).unwrap_or_else(|| "score".to_owned())
        })
    });
    let subjects = Memo::new(move |_| ed.tree.with(subjects));
    let (of_about, of_bands) = (place.then("@about"), place.clone());
    let bands = Memo::new(move |_| ed.tree.with(|tree| bands_of(tree, &of_bands)));
    let texts = place.then("bands");
    let number = Look { is_number: true, hint: "Marks the card as one to look at first.", ..Look::default() };
    view! {
        <li class="ed-card">
            <div class="ed-option">
                {line(ed, "Title", &place.then("title"), Look::default())}
                {dynamic(move || {
                    let mut options = subjects.get();
                    let chosen = about.get_untracked();
                    if !options.iter().any(|(value, _)| *value == chosen) {
                        options.push((chosen.clone(), format!("{chosen} (gone)")));
                    }
                    select(ed, "About", &of_about, options, move || about.get(), Look::default())
                })}
                {sign("↑", "Move up", format!("up {place}"))} {sign("↓", "Move down", format!("down {place}"))}
                {sign("✕", "Remove", format!("remove {place}"))}
            </div>
            <ul class="ed-plain">
                {dynamic(move || {
                    bands.get().into_iter().map(|(id, name)| of_band(ed, texts.then(id), name)).collect::<Vec<_>>()
                })}
            </ul>
            <details class="ed-advanced">
                <summary>"Advanced"</summary>
                <div class="ed-pair">
                    {line(ed, "Look at it first below", &place.then("focusBelow"), number)}
                    {line(ed, "Id", &place.then("id"), Look::default())}
                </div>
            </details>
        </li>
    }
    .into_any()
}

/// The possible subjects of a card, as values of a select.
fn subjects(tree: &Tree) -> Vec<(String, String)> {
    let mut all = vec![("score".to_owned(), "The overall score".to_owned())];
    let named = |place: &Place, field: &str| {
        let id = tree.text(&place.then("id"))?.to_owned();
        let name = tree.words(&place.then(field)).map_or_else(|| id.clone(), str::to_owned);
        Some((id, name))
    };
    for place in tree.items(&Place::from("scoring").then("categories")) {
        all.extend(named(&place, "name").map(|(id, name)| (format!("category {id}"), format!("Category: {name}"))));
    }
    for place in crate::grid::scored(tree) {
        all.extend(named(&place, "text").map(|(id, name)| (format!("question {id}"), format!("Question: {name}"))));
    }
    all
}

/// The ids and names of the bands that a card can have texts for.
fn bands_of(tree: &Tree, card: &Place) -> Vec<(String, String)> {
    let scoring = Place::from("scoring");
    let category = tree.get(&card.then("about")).and_then(|about| about.get("category")?.as_str());
    let own = category.map(|id| scoring.then("categories").then(id).then("bands"));
    let list = own.filter(|list| !tree.list(list).is_empty()).unwrap_or_else(|| scoring.then("bands"));
    let band = |place: &Place| {
        let id = tree.text(&place.then("id"))?.to_owned();
        Some((id.clone(), tree.words(&place.then("name")).map_or(id, str::to_owned)))
    };
    let mut all: Vec<(String, String)> = tree.items(&list).iter().filter_map(band).collect();
    let written = tree.get(&card.then("bands")).and_then(Value::as_object).into_iter().flat_map(|bands| bands.keys());
    for id in written {
        if !all.iter().any(|(known, _)| known == id) {
            all.push((id.clone(), format!("{id} (gone)")));
        }
    }
    all
}

fn of_band(ed: Editor, place: Place, name: String) -> AnyView {
    let of = place.clone();
    let is_there = Memo::new(move |_| ed.tree.with(|tree| tree.get(&of).is_some_and(Value::is_object)));
    view! {
        <li>
            {dynamic(move || {
                if is_there.get() {
                    written(ed, &place, &name)
                } else {
                    view! {
                        <p class="hint">
                            {name.clone()} ": no card. " {button("Write them", format!("add {place}"), "button-quiet")}
                        </p>
                    }
                    .into_any()
                }
            })}
        </li>
    }
    .into_any()
}

fn written(ed: Editor, place: &Place, name: &str) -> AnyView {
    let steps = place.then("steps");
    let of = steps.clone();
    let count = Memo::new(move |_| ed.tree.with(|tree| tree.list(&of).len()));
    let add = format!("add {steps}");
    let of_text = place.clone();
    let is_empty = Memo::new(move |_| ed.tree.with(|tree| tree.get(&of_text).is_some_and(has_no_words)));
    let rows = move || {
        let row = |at: usize| {
            let place = steps.item(at);
            let look = Look { is_bare: true, ..Look::default() };
            view! {
                <li class="ed-option">
                    {line(ed, format!("Step {}", at + 1), &place, look)} {sign("✕", "Remove", format!("remove {place}"))}
                </li>
            }
        };
        (0..count.get()).map(row).collect::<Vec<_>>()
    };
    view! {
        <details class="ed-advanced" open=true>
            <summary>{name.to_owned()}</summary>
            {area(ed, "Subtitle", &place.then("subTitle"), 2, Look::default())}
            {line(ed, "Title of the steps", &place.then("stepsTitle"), Look::default())}
            <ol class="ed-plain">{dynamic(rows)}</ol>
            <p>{button("Add step", add, "button-plain")}</p>
            {area(ed, "Last words", &place.then("boost"), 2, Look::default())}
            {links(ed, place.then("links"), "Link")}
            {dynamic(move || is_empty.get().then(|| view! { <p class="hint">"Without words it shows no card."</p> }))}
            {button("Remove these words", format!("remove {place}"), "button-quiet")}
        </details>
    }
    .into_any()
}

/// True if nothing is written that a card would show.
fn has_no_words(text: &Value) -> bool {
    let mut shown = ["subTitle", "steps", "boost", "links"].into_iter().filter_map(|field| text.get(field));
    shown.all(|value| match value {
        Value::String(text) => text.trim().is_empty(),
        Value::Array(list) => list.is_empty(),
        Value::Object(texts) => texts.is_empty(),
        _ => true,
    })
}
