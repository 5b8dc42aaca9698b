//! Earlier drafts and published versions, to be looked at and restored.

use leptos::prelude::*;

use crate::{
    controls::button,
    model::{Editor, Kept},
    page::post,
    parts::dynamic,
};

pub(crate) fn history(ed: Editor) -> AnyView {
    let rows = move || {
        let kept = ed.given.with(|given| given.kept.clone());
        let items: Vec<_> = kept
            .into_iter()
            .map(|Kept { title, detail, restore }| {
                let action = format!("restore {restore}");
                view! {
                    <li class="ed-kept">
                        <span><strong>{title.clone()}</strong> " " {detail}</span>
                        <span>{button(format!("Restore {title}"), action, "button-plain")}</span>
                    </li>
                }
            })
            .collect();
        if items.is_empty() {
            view! { <p>"Earlier versions and drafts appear here."</p> }.into_any()
        } else {
            view! { <ol class="ed-plain">{items}</ol> }.into_any()
        }
    };
    let inside = view! {
        <h2>"History"</h2>
        <p class="hint">
            "Restoring puts an earlier version or draft in the place of the present draft, which stays in this list. \
             Respondents see it once you publish."
        </p>
        {dynamic(rows)}
    };
    view! { <section class="ed-tab" aria-label="History" data-leave="">{post(ed, "ed-form", inside.into_any())}</section> }.into_any()
}
