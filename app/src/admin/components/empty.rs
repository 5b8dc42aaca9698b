//! An empty state: the purpose of a list that has no items yet, and the next action.

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
