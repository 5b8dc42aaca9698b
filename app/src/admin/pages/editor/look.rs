//! The quiz's colour, and the accents derived from it.

use domain::Colour;
use leptos::prelude::*;

use crate::{
    admin::{Field, Problem},
    theme::{Accent, accents},
};

#[component]
pub(super) fn Look(colour: String, problems: Vec<Problem>) -> impl IntoView {
    let accents = match Colour::parse(&colour) {
        Ok(colour) => {
            let [light, dark] = accents(&colour);
            let swatches = vec![swatch("Light", &light), swatch("Dark", &dark)];
            view! { <div class="swatches">{swatches}</div> }.into_any()
        }
        Err(_) if colour.is_empty() => view! { <p class="hint">"No colour: the usual copper."</p> }.into_any(),
        Err(error) => view! { <p class="hint">{format!("No colour yet: {error}.")}</p> }.into_any(),
    };
    view! {
        <section class="card form" aria-labelledby="look-title">
            <h2 id="look-title">"Colour"</h2>
            <div class="colour-field">
                <Field
                    name="colour"
                    label="Colour"
                    value=colour
                    hint="Written #RGB or #RRGGBB. Where it would be hard to read, people get the nearest one that is not."
                    problems=problems
                />
                <input type="color" data-picker="#colour" hidden=true aria-label="Pick the colour" />
            </div>
            <div id="contrast" aria-live="polite">{accents}</div>
        </section>
    }
}

/// A sample button and link. Drawn as SVG, since the content security policy forbids inline styles.
fn swatch(scheme: &'static str, accent: &Accent) -> AnyView {
    let Accent { colour, card, page, contrast, is_changed } = accent.clone();
    let changed = match (is_changed, scheme) {
        (false, _) => "as it is",
        (true, "Light") => "made darker to be read",
        (true, _) => "made lighter to be read",
    };
    view! {
        <figure class="swatch">
            <svg viewBox="0 0 220 84" width="220" height="84" aria-hidden="true">
                <rect width="220" height="84" rx="10" fill=page />
                <rect x="14" y="22" width="104" height="40" rx="8" fill=colour.clone() />
                <text x="66" y="47" text-anchor="middle" font-size="15" font-weight="600" fill=card>"Continue"</text>
                <text x="132" y="47" font-size="15" font-weight="600" text-decoration="underline" fill=colour.clone()>
                    "a link"
                </text>
            </svg>
            <figcaption>
                <strong>{scheme}</strong>
                ": "
                <code>{colour}</code>
                {format!(", {changed}. Contrast {contrast:.1} : 1")}
            </figcaption>
        </figure>
    }
    .into_any()
}
