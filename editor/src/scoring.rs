//! Scoring: method, categories, bands, cards, and the points of all options in one table.

use domain::edit::Place;
use leptos::prelude::*;

use crate::{
    bands, cards,
    controls::{Look, button, choice, line, mistakes, sign, tick},
    grid,
    model::Editor,
    page::post,
    parts::{dynamic, keyed},
    try_out::try_out,
};

const METHODS: [(&str, &str); 3] =
    [("average", "Average of points from 0 to 100"), ("sum", "Sum of points"), ("table", "Sum, converted by tables")];

pub(crate) fn scoring(ed: Editor) -> AnyView {
    let is_there =
        Memo::new(move |_| ed.tree.with(|tree| tree.get(&"scoring".into()).is_some_and(|value| !value.is_null())));
    let inside = move || {
        if is_there.get() {
            scored(ed)
        } else {
            view! {
                <h2>"Scoring"</h2>
                <p>"Only built-in questions are scored. Give your own questions points, bands and advice."</p>
                <p>{button("Score this quiz", "score scoring", "button")}</p>
            }
            .into_any()
        }
    };
    view! { <section class="ed-tab" aria-label="Scoring">{post(ed, "ed-form", inside.into_any())}</section> }.into_any()
}

fn scored(ed: Editor) -> AnyView {
    let place = Place::from("scoring");
    let number = |hint: &'static str| Look { is_number: true, hint, ..Look::default() };
    let wrong = place.clone();
    view! {
        <h2>"Scoring"</h2>
        {dynamic(move || {
            let sentences = mistakes(ed, &wrong, false);
            (!sentences.is_empty()).then(|| view! { <p class="problem">{sentences.join(" ")}</p> })
        })}
        <div class="ed-pair">
            {choice(ed, "Method", &place.then("method"), &METHODS, Look::default())}
            {line(ed, "Decimal places", &place.then("decimals"), number("0 or 1."))}
            {line(ed, "Questions that may be missing", &place.then("allowMissing"), number("0 when empty."))}
        </div>
        {tick(ed, "There is an overall score beside those of categories", &place.then("overall"))}
        {grid::points(ed)}
        {categories(ed)}
        <h3>"Bands of the overall score"</h3>
        {bands::bands(ed, place.then("bands"))}
        {tables(ed)}
        {cards::cards(ed)}
        {try_out(ed)}
        <p>{button("Remove the scoring", "remove scoring", "button-quiet")}</p>
    }
    .into_any()
}

fn categories(ed: Editor) -> AnyView {
    let list = Place::from("scoring").then("categories");
    let of = list.clone();
    let rows = move || ed.tree.with(|tree| tree.items(&of).iter().map(Place::to_string).collect::<Vec<_>>());
    let row = move |place: String| {
        let place = Place::parse(&place);
        let look = || Look { is_bare: true, ..Look::default() };
        view! {
            <li>
                <div class="ed-option">
                    {line(ed, "Category", &place.then("name"), look())} {sign("↑", "Move up", format!("up {place}"))}
                    {sign("↓", "Move down", format!("down {place}"))} {sign("✕", "Remove", format!("remove {place}"))}
                </div>
                <details class="ed-advanced">
                    <summary>"Id and bands of its own"</summary>
                    {line(ed, "Id", &place.then("id"), Look::default())} {bands::bands(ed, place.then("bands"))}
                </details>
            </li>
        }
        .into_any()
    };
    view! {
        <h3>"Categories"</h3>
        <p class="hint">"A question names the category that its points count in, in the table above."</p>
        <ol class="ed-plain">
            {keyed(rows, row)}
        </ol>
        <p>{button("Add category", format!("add {list}"), "button-plain")}</p>
    }
    .into_any()
}

/// Conversion tables; only the method `table` uses them.
fn tables(ed: Editor) -> AnyView {
    let list = Place::from("scoring").then("tables");
    let (of, method) = (list.clone(), Place::from("scoring").then("method"));
    let is_shown = Memo::new(move |_| ed.typed(&method) == "table" || ed.tree.with(|tree| !tree.list(&of).is_empty()));
    let all = move || {
        let list = list.clone();
        is_shown.get().then(move || {
            let (of, add) = (list.clone(), format!("add {list}"));
            let count = Memo::new(move |_| ed.tree.with(|tree| tree.list(&of).len()));
            let rows = move || {
                let row = |at: usize| {
                    let place = list.item(at);
                    let look = Look {
                        hint: "For each sum from the least to the greatest, separated by spaces.",
                        ..Look::default()
                    };
                    view! {
                        <li>
                            {crate::controls::area(ed, format!("Table {}", at + 1), &place.then("values"), 3, look)}
                            {crate::condition_view::condition(ed, &place.then("when"), "Used", "for all others")}
                            {button("Remove the table", format!("remove {place}"), "button-quiet")}
                        </li>
                    }
                };
                (0..count.get()).map(row).collect::<Vec<_>>()
            };
            view! {
                <h3>"Conversion tables"</h3>
                <p class="hint">"The first table whose condition holds converts the sum."</p>
                <ol class="ed-plain">{dynamic(rows)}</ol>
                <p>{button("Add table", add, "button-plain")}</p>
            }
        })
    };
    view! { {dynamic(all)} }.into_any()
}
