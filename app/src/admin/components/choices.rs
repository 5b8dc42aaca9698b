//! Radio buttons or checkboxes with a hint each.

use leptos::prelude::*;

/// `options` are values with a label and a hint. Of `several` that are `chosen`, a space stands between them.
#[component]
pub(in crate::admin) fn Choices(
    name: &'static str,
    legend: &'static str,
    options: Vec<(&'static str, &'static str, &'static str)>,
    #[prop(into)] chosen: String,
    #[prop(optional)] several: bool,
) -> impl IntoView {
    let options: Vec<_> = options
        .into_iter()
        .map(move |(value, label, hint)| {
            let id = format!("{name}-{value}");
            let hint_id = format!("{id}-hint");
            view! {
                <div class="choice">
                    <input
                        type=if several { "checkbox" } else { "radio" }
                        id=id.clone()
                        name=name
                        value=value
                        checked=chosen.split(' ').any(|chosen| chosen == value)
                        aria-describedby=hint_id.clone()
                    />
                    <label for=id>{label}</label>
                    <p class="hint" id=hint_id>{hint}</p>
                </div>
            }
        })
        .collect();
    view! {
        <fieldset class="choices">
            <legend>{legend}</legend>
            {options}
        </fieldset>
    }
}
