//! A select field.

use leptos::prelude::*;

/// `options` are pairs of a value and its label. The id of the `<select>` is its name.
#[component]
pub(in crate::admin) fn Select<V: AsRef<str>, L: Into<String>>(
    name: &'static str,
    label: &'static str,
    #[prop(optional)] hint: &'static str,
    options: Vec<(V, L)>,
    #[prop(into)] chosen: String,
) -> impl IntoView {
    let options: Vec<_> = options
        .into_iter()
        .map(move |(value, label)| {
            let value = value.as_ref().to_owned();
            let is_chosen = value == chosen;
            view! { <option value=value selected=is_chosen>{label.into()}</option> }
        })
        .collect();
    let hint_id = (!hint.is_empty()).then(|| format!("{name}-hint"));
    view! {
        <div class="field">
            <label for=name>{label}</label>
            {hint_id.clone().map(|id| view! { <p class="hint" id=id>{hint}</p> })}
            <select id=name name=name aria-describedby=hint_id>{options}</select>
        </div>
    }
}
