//! The quiz's colour.

use domain::{Colour, edit::Place};
use leptos::prelude::*;

use crate::{
    controls::{self, line},
    model::Editor,
    page::post,
    parts::dynamic,
    picture::picture,
};

pub(crate) fn colour(ed: Editor) -> AnyView {
    let look = controls::Look {
        hint: "Written #RGB or #RRGGBB. We adjust it if contrast is too low.",
        ..controls::Look::default()
    };
    let typed = Memo::new(move |_| ed.typed(&"primaryColor".into()));
    let shown = move || {
        let colour = typed.get();
        match Colour::parse(&colour) {
            Ok(colour) => {
                view! { <svg class="ed-swatch" viewBox="0 0 2 1" aria-hidden="true"><rect width="2" height="1" fill=String::from(colour) /></svg> }
                    .into_any()
            }
            Err(_) if colour.is_empty() => view! { <p class="hint">"No colour: the usual copper."</p> }.into_any(),
            Err(error) => view! { <p class="hint">{format!("No colour yet: {error}.")}</p> }.into_any(),
        }
    };
    // Colour inputs accept only six digits, and show black for anything else.
    let picked = move || {
        let [red, green, blue] = Colour::parse(&typed.get()).map_or([0; 3], |colour| colour.rgb());
        format!("#{red:02x}{green:02x}{blue:02x}")
    };
    let picker = view! {
        <input type="color" class="ed-picker" data-picks="primaryColor" aria-label="Pick the colour" prop:value=picked />
    };
    let inside = view! {
        <h2>"Colour"</h2>
        <div class="ed-pair">{line(ed, "Colour", &"primaryColor".into(), look)} {picker}</div>
        {dynamic(shown)}
        <h2>"Logo"</h2>
        {picture(ed, &Place::default(), "logo", "At the top of every page")}
    };
    view! { <section class="ed-tab" aria-label="Look">{post(ed, "ed-form", inside.into_any())}</section> }.into_any()
}
