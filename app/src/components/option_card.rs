//! One answer to choose: a real radio button with a generous label.

use leptos::prelude::*;

#[component]
pub(crate) fn OptionCard(id: String, value: String, label: String, is_checked: bool) -> impl IntoView {
    view! {
        <label class="option" for=id>
            <input type="radio" name="answer" id=id.clone() value=value checked=is_checked />
            <span>{label}</span>
        </label>
    }
}
