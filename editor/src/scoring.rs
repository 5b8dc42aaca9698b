//! Scoring: method, categories, bands, cards, and the points of all options in one table.

use domain::edit::Place;

use crate::{
    bands, cards,
    condition_view::condition,
    controls::{Look, advanced, area, button, choice, line, mistakes, signs, tick},
    grid,
    html::{Element, Html, el, hint},
    measures::measures,
    model::Editor,
    page::{post, tab},
    try_out::try_out,
};

const METHODS: [(&str, &str); 3] =
    [("average", "Average of points from 0 to 100"), ("sum", "Sum of points"), ("table", "Sum, converted by tables")];

pub(crate) fn scoring(ed: &Editor) -> Html {
    let is_there = ed.tree.get(&"scoring".into()).is_some_and(|value| !value.is_null());
    let inside = if is_there {
        scored(ed)
    } else {
        let text = "Only built-in questions are scored. Give your own questions points, bands and advice.";
        let begin = el("p").put(button("Score this quiz", "score scoring", "button"));
        [el("h2").put("Scoring").into(), el("p").put(text).into(), begin.into()].into()
    };
    tab("Scoring", post(ed, "ed-form", inside))
}

fn scored(ed: &Editor) -> Html {
    let place = Place::from("scoring");
    let number =
        |label, name, hint| line(ed, label, &place.then(name), Look { is_number: true, hint, ..Look::default() });
    let sentences = mistakes(ed, &place, false);
    let told = (!sentences.is_empty()).then(|| el("p").class("problem").put(sentences.join(" ")));
    let pair = el("div")
        .class("ed-pair")
        .put(choice(ed, "Method", &place.then("method"), &METHODS, Look::default()))
        .put(number("Decimal places", "decimals", "0 or 1."))
        .put(number("Questions that may be missing", "allowMissing", "0 when empty."));
    [
        el("h2").put("Scoring").into(),
        told.into(),
        pair.into(),
        tick(ed, "There is an overall score beside those of categories", &place.then("overall")),
        grid::points(ed),
        categories(ed, &place.then("categories")),
        el("h3").put("Bands of the overall score").into(),
        bands::bands(ed, &place.then("bands")),
        el("h3").put("The overall score over time").into(),
        measures(ed, &place),
        tables(ed, &place.then("tables")),
        cards::cards(ed),
        try_out(ed),
        el("p").put(button("Remove the scoring", "remove scoring", "button-quiet")).into(),
    ]
    .into()
}

fn categories(ed: &Editor, list: &Place) -> Html {
    let row = |place: Place| {
        let look = Look { is_bare: true, ..Look::default() };
        let row =
            el("div").class("ed-option").put(line(ed, "Category", &place.then("name"), look)).put(signs("", &place));
        let rare = advanced("Id and bands of its own")
            .put(line(ed, "Id", &place.then("id"), Look::default()))
            .put(bands::bands(ed, &place.then("bands")));
        let over_time = advanced("Change and norms").put(measures(ed, &place));
        el("li").key(place.to_string()).put(row).put(rare).put(over_time)
    };
    let rows: Html = ed.tree.items(list).into_iter().map(row).collect();
    [
        el("h3").put("Categories").into(),
        hint("A question names the category that its points count in, in the table above."),
        el("ol").class("ed-plain").put(rows).into(),
        el("p").put(button("Add category", format!("add {list}"), "button-plain")).into(),
    ]
    .into()
}

/// Conversion tables; only the method `table` uses them.
fn tables(ed: &Editor, list: &Place) -> Html {
    let count = ed.tree.list(list).len();
    if count == 0 && ed.typed(&Place::from("scoring").then("method")) != "table" {
        return Html::Many(Vec::new());
    }
    let row = |at: usize| -> Element {
        let place = list.item(at);
        let hint = "For each sum from the least to the greatest, separated by spaces.";
        let look = Look { hint, ..Look::default() };
        el("li")
            .put(area(ed, format!("Table {}", at + 1), &place.then("values"), "3", look))
            .put(condition(ed, &place.then("when"), "Used", "for all others"))
            .put(button("Remove the table", format!("remove {place}"), "button-quiet"))
    };
    [
        el("h3").put("Conversion tables").into(),
        hint("The first table whose condition holds converts the sum."),
        el("ol").class("ed-plain").put((0..count).map(row).collect::<Html>()).into(),
        el("p").put(button("Add table", format!("add {list}"), "button-plain")).into(),
    ]
    .into()
}
