//! A recommendation: what it is about, and steps to take.

use domain::{HelpLinkText, Recommendation};
use leptos::prelude::*;

use super::HelpLinks;
use crate::i18n::Texts;

/// A focus area, with its steps in full. `help` stands below the step that suggests outside help.
#[component]
pub(crate) fn FocusCard(
    words: &'static Texts,
    card: Recommendation,
    #[prop(optional)] help: Vec<HelpLinkText>,
) -> impl IntoView {
    view! {
        <article class="card focus-card">
            <p class="card-category">{words.category_name(card.category)}</p>
            <h3>{card.title}</h3>
            <p>{card.sub_title}</p>
            <h4>{card.steps_title}</h4>
            <Steps steps=card.steps help=card.help_step.map(|step| (step, help)) />
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
                <Steps steps=card.steps help=None />
                <p class="boost">{card.boost}</p>
            </details>
        </article>
    }
}

/// `help` holds the index of a step and the links below it.
#[component]
fn Steps(steps: &'static [&'static str], help: Option<(usize, Vec<HelpLinkText>)>) -> impl IntoView {
    let mut help = help;
    let steps: Vec<_> = steps
        .iter()
        .enumerate()
        .map(|(index, step)| {
            let links = help.take_if(|(step, _)| *step == index);
            let links = links.map(|(_, help)| view! { <HelpLinks help=help /> });
            view! { <li>{*step} {links}</li> }
        })
        .collect();
    view! { <ol class="steps">{steps}</ol> }
}
