//! Earlier drafts and published versions, for comparing and restoring.

use leptos::prelude::*;

use crate::{
    controls::button,
    model::{Difference, EarlierState, Editor},
    page::post,
};

pub(crate) fn history(ed: Editor) -> AnyView {
    let (kept, difference) = ed.given.with_untracked(|given| (given.kept.clone(), given.difference.clone()));
    let comparing = (!kept.is_empty()).then(|| comparing(ed, &kept, difference.as_ref()));
    let items: Vec<_> = kept
        .into_iter()
        .map(|EarlierState { title, detail, name }| {
            view! {
                <li class="ed-kept">
                    <span><strong>{title.clone()}</strong> " " {detail}</span>
                    <span>{button(format!("Restore {title}"), format!("restore {name}"), "button-plain")}</span>
                </li>
            }
        })
        .collect();
    let list = if items.is_empty() {
        view! { <p>"Earlier versions and drafts appear here."</p> }.into_any()
    } else {
        view! { <ol class="ed-plain">{items}</ol> }.into_any()
    };
    let inside = view! {
        <h2>"History"</h2>
        <p class="hint">
            "Restoring puts an earlier version or draft in the place of the present draft, which stays in this list. \
             Respondents see it once you publish."
        </p>
        {list}
    };
    view! { <section class="ed-tab" aria-label="History">{post(ed, "ed-form", inside.into_any())} {comparing}</section> }
        .into_any()
}

/// The form that chooses two states, and the differences between the chosen ones.
fn comparing(ed: Editor, kept: &[EarlierState], difference: Option<&Difference>) -> AnyView {
    let action = ed.given.with_untracked(|given| format!("{}/history", given.base));
    let from = difference.map_or_else(|| newest_version(kept), |difference| difference.from.clone());
    let to = difference.map_or_else(|| "present".to_owned(), |difference| difference.to.clone());
    let states = |name: &'static str, label: &'static str, chosen: String| {
        let present = [("present".to_owned(), "The present draft".to_owned())];
        let all = kept.iter().map(|one| (one.name.clone(), format!("{}, {}", one.title, one.detail)));
        let option = |(value, label): (String, String)| {
            let is_chosen = value == chosen;
            view! { <option value=value selected=is_chosen>{label}</option> }
        };
        let options: Vec<_> = present.into_iter().chain(all).map(option).collect();
        view! {
            <div class="field">
                <label for=format!("compare-{name}")>{label}</label>
                <select id=format!("compare-{name}") name=name>{options}</select>
            </div>
        }
        .into_any()
    };
    let told = difference.map(|Difference { titles: [before, after], lines, .. }| {
        let items: Vec<_> = lines.iter().map(|line| view! { <li>{line.clone()}</li> }).collect();
        let list = if items.is_empty() {
            view! { <p>"They are the same."</p> }.into_any()
        } else {
            view! { <ul class="changes">{items}</ul> }.into_any()
        };
        view! {
            <section aria-labelledby="differences-title">
                <h3 id="differences-title">{format!("From {before} to {after}")}</h3>
                {list}
            </section>
        }
    });
    view! {
        <form method="get" action=action class="ed-form ed-compare" data-plain="">
            <h2>"Compare"</h2>
            <div class="ed-pair">{states("from", "From", from)} {states("to", "To", to)}</div>
            <p><button type="submit" class="button-plain">"Show what differs"</button></p>
        </form>
        {told}
    }
    .into_any()
}

fn newest_version(kept: &[EarlierState]) -> String {
    kept.iter().find(|one| one.name.starts_with("version")).map(|one| one.name.clone()).unwrap_or_default()
}
