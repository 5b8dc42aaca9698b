//! The quiz's colour.

use domain::{Colour, edit::Place};

use crate::{
    controls::{Look, line},
    html::{Html, el, hint},
    model::Editor,
    page::{post, tab},
    picture::picture,
};

pub(crate) fn colour(ed: &Editor) -> Html {
    let look = Look { hint: "Written #RGB or #RRGGBB. We adjust it if contrast is too low.", ..Look::default() };
    let place = Place::from("primaryColor");
    let typed = ed.typed(&place);
    let colour = Colour::parse(&typed);
    // Colour inputs accept only six digits, and show black for anything else.
    let [red, green, blue] = colour.as_ref().map_or([0; 3], Colour::rgb);
    let picker = el("input")
        .attr("type", "color")
        .class("ed-picker")
        .attr("data-picks", "primaryColor")
        .attr("aria-label", "Pick the colour")
        .attr("value", format!("#{red:02x}{green:02x}{blue:02x}"));
    let shown = match colour {
        Ok(colour) => {
            let rect = el("rect").attr("width", "2").attr("height", "1").attr("fill", String::from(colour));
            el("svg").class("ed-swatch").attr("viewBox", "0 0 2 1").attr("aria-hidden", "true").put(rect).into()
        }
        Err(_) if typed.is_empty() => hint("No colour: the usual copper."),
        Err(error) => hint(format!("No colour yet: {error}.")),
    };
    let inside = [
        el("h2").put("Colour").into(),
        el("div").class("ed-pair").put(line(ed, "Colour", &place, look)).put(picker).into(),
        shown,
        el("h2").put("Logo").into(),
        picture(ed, &Place::default(), "logo", "At the top of every page"),
    ];
    tab("Look", post(ed, "ed-form", inside))
}
