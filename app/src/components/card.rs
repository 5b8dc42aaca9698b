//! Recommendation cards: the most urgent one opened at its first step, the others folded.

use domain::{HelpLinkText, Recommendation};
use leptos::prelude::*;

use super::{FindHelp, HelpLinks};
use crate::words::Texts;

/// The first card: one step, one action, and the rest of its steps folded. `because` is the answer that led to it;
/// `needs_help` makes help the action; `is_lowest` is true for the lowest band.
#[component]
pub(crate) fn StartCard(
    words: &'static Texts,
    card: Recommendation,
    because: Option<String>,
    help: Vec<HelpLinkText>,
    needs_help: bool,
    is_lowest: bool,
    reminder_href: Option<String>,
) -> impl IntoView {
    let is_named = !help.is_empty();
    let distress = if is_named { words.distress } else { words.distress_unnamed };
    let (class, remind) = if needs_help { ("button-plain", words.remind_tomorrow) } else { ("button", words.remind) };
    let reminder = reminder_href.map(|href| view! { <a class=class href=href>{remind}</a> });
    let because = because.map(|answer| view! { <p class="because">{(words.because)(&answer)}</p> });
    let id = card.indicator.as_str();
    let more = card.steps.len().saturating_sub(1);
    // Its links stand below the first step.
    let help_step = card.help_step.filter(|_| !needs_help).map(|step| (step, help.clone()));
    view! {
        <section class="card start-here" aria-labelledby="start-here">
            <h2 id="start-here">{words.start_here}</h2>
            <article>
                <h3>{card.title}</h3>
                {because}
                <Steps id=id steps=card.steps from=0 to=1 help=None />
                {is_lowest.then(|| view! { <p class="distress">{distress}</p> })}
                {needs_help.then(|| view! { <HelpLinks help=help /> })}
                {(needs_help && !is_named).then(|| view! { <FindHelp words=words is_open=true /> })}
                {reminder}
                <details>
                    <summary>{(words.more_steps)(more)}</summary>
                    <p>{card.sub_title}</p>
                    <Steps id=id steps=card.steps from=1 to=card.steps.len() help=help_step />
                    <p class="hint ticks-note">{words.ticks_note}</p>
                    <p class="boost">{card.boost}</p>
                </details>
            </article>
        </section>
    }
}

/// A card folded to its title and first step, or for a strength to its title and what goes well.
#[component]
pub(crate) fn FoldedCard(words: &'static Texts, card: Recommendation, help: Vec<HelpLinkText>) -> impl IntoView {
    let glimpse = if card.show_required { card.steps.first().copied().unwrap_or_default() } else { card.sub_title };
    view! {
        <article>
            <details>
                <summary>
                    <h3>{card.title}</h3>
                    <span class="glimpse">{glimpse}</span>
                </summary>
                <p class="card-category">{words.category_name(card.category)}</p>
                <p>{card.sub_title}</p>
                <h4>{card.steps_title}</h4>
                <Steps
                    id=card.indicator.as_str()
                    steps=card.steps
                    from=0
                    to=card.steps.len()
                    help=card.help_step.map(|step| (step, help))
                />
                <p class="boost">{card.boost}</p>
            </details>
        </article>
    }
}

/// The steps `from..to` with a box to tick. `help` holds the index of a step and the links below it.
#[component]
fn Steps(
    id: &'static str,
    steps: &'static [&'static str],
    from: usize,
    to: usize,
    help: Option<(usize, Vec<HelpLinkText>)>,
) -> impl IntoView {
    let mut help = help;
    let steps: Vec<_> = steps
        .iter()
        .enumerate()
        .take(to)
        .skip(from)
        .map(|(index, step)| {
            let links = help.take_if(|(step, _)| *step == index);
            let links = links.map(|(_, help)| view! { <HelpLinks help=help /> });
            view! {
                <li>
                    <label>
                        <input type="checkbox" value=format!("{id}-{}", index + 1) />
                        <span>{*step}</span>
                    </label>
                    {links}
                </li>
            }
        })
        .collect();
    view! {
        <ol class="steps" start=from + 1>
            {steps}
        </ol>
    }
    .into_any()
}
