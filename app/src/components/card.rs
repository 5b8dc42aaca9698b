//! A recommendation: what it is about, and steps to take.

use domain::Recommendation;
use leptos::prelude::*;

use crate::i18n::Texts;

/// A focus area, with its steps in full.
#[component]
pub(crate) fn FocusCard(words: &'static Texts, card: Recommendation) -> impl IntoView {
    view! {
        <article class="card focus-card">
            <p class="card-category">{words.category_name(card.category)}</p>
            <h3>{card.title}</h3>
            <p>{card.sub_title}</p>
            <h4>{card.steps_title}</h4>
            <Steps steps=card.steps />
            <p class="boost">{card.boost}</p>
        </article>
    }
}

/// A strength, with its steps folded away.
#[component]
pub(crate) fn StrengthCard(words: &'static Texts, card: Recommendation) -> impl IntoView {
    view! {
        <article class="card strength-card">
            <p class="card-category">{words.category_name(card.category)}</p>
            <h3>{card.title}</h3>
            <p>{card.sub_title}</p>
            <details>
                <summary>{card.steps_title}</summary>
                <Steps steps=card.steps />
                <p class="boost">{card.boost}</p>
            </details>
        </article>
    }
}

#[component]
fn Steps(steps: &'static [&'static str]) -> impl IntoView {
    let steps: Vec<_> = steps.iter().map(|step| view! { <li>{*step}</li> }).collect();
    view! { <ol class="steps">{steps}</ol> }
}
