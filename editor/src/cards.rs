//! Advice cards: the subject of each and its text for each band, with missing texts marked.

use domain::edit::{Place, Tree};
use serde_json::Value;

use crate::{
    controls::{Look, advanced, area, button, line, select, sign, signs},
    grid,
    html::{Element, Html, Words, el, hint},
    links::links,
    model::Editor,
};

pub(crate) fn cards(ed: &Editor) -> Html {
    let list = Place::from("scoring").then("cards");
    let rows: Html = ed.tree.items(&list).iter().map(|place| card(ed, place)).collect();
    [
        el("h3").put("Cards").into(),
        hint("Advice that stands with the result. A band without words shows no card."),
        el("ol").class("ed-plain").put(rows).into(),
        el("p").put(button("Add card", format!("add {list}"), "button-plain")).into(),
    ]
    .into()
}

fn card(ed: &Editor, place: &Place) -> Element {
    let about = ed.tree.get(&place.then("about"));
    let named = |what: &str| Some(format!("{what} {}", about?.get(what)?.as_str()?));
    let chosen = named("question").or_else(|| named("category")).unwrap_or_else(|| "score".to_owned());
    let mut subjects = subjects(ed);
    if !subjects.iter().any(|(value, _)| *value == chosen) {
        subjects.push((chosen.clone().into(), format!("{chosen} (gone)").into()));
    }
    let number = Look { is_number: true, hint: "Marks the card as one to look at first.", ..Look::default() };
    let head = el("div")
        .class("ed-option")
        .put(line(ed, "Title", &place.then("title"), Look::default()))
        .put(select(ed, "About", &place.then("@about"), subjects, &chosen, Look::default()))
        .put(signs("", place));
    let texts = place.then("bands");
    let bands = bands_of(ed, place).into_iter().map(|(id, name)| of_band(ed, &texts.then(id), &name));
    let rare = el("div")
        .class("ed-pair")
        .put(line(ed, "Look at it first below", &place.then("focusBelow"), number))
        .put(line(ed, "Id", &place.then("id"), Look::default()));
    let bands = el("ul").class("ed-plain").put(bands.collect::<Html>());
    el("li").key(place.to_string()).class("ed-card").put(head).put(bands).put(advanced("Advanced").put(rare))
}

/// The possible subjects of a card, as values of a select.
fn subjects(ed: &Editor) -> Vec<(Words, Words)> {
    let mut all: Vec<(Words, Words)> = vec![("score".into(), "The overall score".into())];
    for (id, name) in ed.named(&Place::from("scoring").then("categories"), "name") {
        all.push((format!("category {id}").into(), format!("Category: {name}").into()));
    }
    for (id, name) in grid::scored(&ed.tree).iter().filter_map(|place| ed.name_of(place, "text")) {
        all.push((format!("question {id}").into(), format!("Question: {name}").into()));
    }
    all
}

/// The ids and names of the bands that a card can have texts for.
fn bands_of(ed: &Editor, card: &Place) -> Vec<(String, String)> {
    let tree: &Tree = &ed.tree;
    let scoring = Place::from("scoring");
    let category = tree.get(&card.then("about")).and_then(|about| about.get("category")?.as_str());
    let own = category.map(|id| scoring.then("categories").then(id).then("bands"));
    let list = own.filter(|list| !tree.list(list).is_empty()).unwrap_or_else(|| scoring.then("bands"));
    let mut all = ed.named(&list, "name");
    let written = tree.get(&card.then("bands")).and_then(Value::as_object).into_iter().flat_map(|bands| bands.keys());
    for id in written {
        if !all.iter().any(|(known, _)| known == id) {
            all.push((id.clone(), format!("{id} (gone)")));
        }
    }
    all
}

fn of_band(ed: &Editor, place: &Place, name: &str) -> Element {
    let inside = match ed.tree.get(place) {
        Some(text @ Value::Object(_)) => written(ed, place, name, has_no_words(text)),
        _ => {
            let write = button("Write them", format!("add {place}"), "button-quiet");
            el("p").class("hint").put(format!("{name}: no card. ")).put(write)
        }
    };
    el("li").put(inside)
}

fn written(ed: &Editor, place: &Place, name: &str, is_empty: bool) -> Element {
    let steps = place.then("steps");
    let step = |at: usize| {
        let place = steps.item(at);
        let look = Look { is_bare: true, ..Look::default() };
        let field = line(ed, format!("Step {}", at + 1), &place, look);
        el("li").class("ed-option").put(field).put(sign("✕", "Remove", "remove", &place))
    };
    let rows: Html = (0..ed.tree.list(&steps).len()).map(step).collect();
    advanced(name.to_owned())
        .attr("open", "")
        .put(area(ed, "Subtitle", &place.then("subTitle"), "2", Look::default()))
        .put(line(ed, "Title of the steps", &place.then("stepsTitle"), Look::default()))
        .put(el("ol").class("ed-plain").put(rows))
        .put(el("p").put(button("Add step", format!("add {steps}"), "button-plain")))
        .put(area(ed, "Last words", &place.then("boost"), "2", Look::default()))
        .put(links(ed, &place.then("links"), "Link", "Add link"))
        .put(is_empty.then(|| hint("Without words it shows no card.")))
        .put(button("Remove these words", format!("remove {place}"), "button-quiet"))
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
