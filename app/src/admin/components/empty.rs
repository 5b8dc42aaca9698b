//! What stands where nothing is yet: what this place is for, and what to do next.

use leptos::prelude::*;

#[component]
pub(in crate::admin) fn Empty(
    title: &'static str,
    text: &'static str,
    #[prop(optional)] children: Option<Children>,
) -> impl IntoView {
    view! {
        <div class="card empty">
            <h2>{title}</h2>
            <p>{text}</p>
            {children.map(|children| view! { <div class="buttons">{children()}</div> })}
        </div>
    }
}
