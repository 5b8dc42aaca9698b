//! A picture field. A separate script shrinks and uploads the chosen file; without scripts the quiz's page of pictures
//! is used instead.

use domain::edit::Place;

use crate::{
    controls::{Look, button, line, mistake, tick},
    html::{Html, el},
    model::Editor,
};

/// `name` is the field's name in `outer`.
pub(crate) fn picture(ed: &Editor, outer: &Place, name: &'static str, label: &'static str) -> Html {
    let place = outer.then(name);
    let id = ed.typed(&place.then("id"));
    let inside = (!id.is_empty()).then(|| {
        let look = Look { hint: "For those who don’t see it.", ..Look::default() };
        let src = format!("{}{id}", ed.given.images);
        Html::from([
            el("img").attr("src", src).attr("alt", "").attr("loading", "lazy").into(),
            line(ed, "What the picture shows", &place.then("alt"), look),
            tick(ed, "It only decorates", &place.then("decorative")),
            button("Remove picture", format!("remove {place}"), "button-quiet"),
        ])
    });
    let file = el("input")
        .attr("type", "file")
        .attr("accept", "image/png,image/jpeg,image/webp")
        .attr("data-sends", outer.then(format!("@{name}")).to_string());
    // An option's question has the link.
    let all = (outer.steps().len() <= 2)
        .then(|| el("a").attr("href", ed.given.pictures.clone()).attr("data-leave", "").put("Pictures of the quiz"));
    let choosing =
        el("p").put(format!("{label}: ")).put(el("label").class("ed-file").put("choose a file ").put(file)).put(all);
    el("div")
        .class("ed-picture")
        .attr("id", place.to_string())
        .attr("tabindex", "-1")
        .put(choosing)
        .put(el("p").class("hint").attr("role", "status"))
        .put(mistake(ed, &place.then("id")))
        .put(inside)
        .into()
}
