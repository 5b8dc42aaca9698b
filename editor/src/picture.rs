//! A picture field. A separate script shrinks and uploads the chosen file; without scripts the quiz's page of pictures
//! is used instead.

use domain::edit::Place;
use leptos::prelude::*;

use crate::{
    controls::{Look, button, line, mistakes, tick},
    model::Editor,
    parts::dynamic,
};

/// `name` is the field's name in `outer`.
pub(crate) fn picture(ed: Editor, outer: &Place, name: &'static str, label: &'static str) -> AnyView {
    let (place, picks) = (outer.then(name), outer.then(format!("@{name}")).to_string());
    let (of, wrong) = (place.then("id"), place.then("id"));
    let id = Memo::new(move |_| ed.typed(&of));
    let problem = Memo::new(move |_| mistakes(ed, &wrong, false).into_iter().next());
    let (pictures, images) = ed.given.with_untracked(|given| (given.pictures.clone(), given.images.clone()));
    let inside = move || {
        let id = id.get();
        (!id.is_empty()).then(|| {
            let look = Look { hint: "For those who don’t see it.", ..Look::default() };
            view! {
                <img src=format!("{images}{id}") alt="" loading="lazy" />
                {line(ed, "What the picture shows", &place.then("alt"), look)}
                {tick(ed, "It only decorates", &place.then("decorative"))}
                {button("Remove picture", format!("remove {place}"), "button-quiet")}
            }
        })
    };
    view! {
        <div class="ed-picture" id=outer.then(name).to_string() tabindex="-1">
            <p>
                {label} ": "
                <label class="ed-file">
                    "choose a file " <input type="file" accept="image/png,image/jpeg,image/webp" data-sends=picks />
                </label>
                <a href=pictures data-leave="">"Pictures of the quiz"</a>
            </p>
            <p class="hint" role="status"></p>
            {dynamic(move || problem.get().map(|text| view! { <p class="problem">{text}</p> }))}
            {dynamic(inside)}
        </div>
    }
    .into_any()
}
