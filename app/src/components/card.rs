//! Recommendation cards: the most urgent one opened at its first step, the others folded.

use domain::{Advice, AreaName, HelpLinkText, Journey, Language, QuestionId, ReadableAnswer, Rendition};
use leptos::prelude::*;

use super::{FindHelp, HelpLinks, Prose, Said, answer_list::in_one_line, lang_of, linked};
use crate::words::Texts;

/// The question that a card is about, and the answer that led to it.
#[derive(Clone, Debug)]
pub(crate) struct Reason {
    question: Rendition,
    answer: ReadableAnswer,
}

impl Reason {
    pub(crate) fn of(journey: &Journey<'_>, id: &QuestionId, language: Language) -> Option<Self> {
        let answer = journey.readable_answer(id, language)?;
        let default = journey.definition.language;
        let item = journey.items.iter().find(|item| item.id == *id)?;
        let mut question = item.question.rendition(language, default);
        if let Some(row) = item.name(language, default) {
            question.text = [&*question.text, " ", &row.text].concat();
        }
        Some(Self { question, answer })
    }
}

/// The first card: one step, one action, and the other steps folded. `because` is the answer that led to it;
/// `needs_help` makes help the action; `is_lowest` is true for the lowest band.
#[component]
pub(crate) fn StartCard(
    words: &'static Texts,
    card: Advice,
    because: Option<Reason>,
    help: Vec<HelpLinkText>,
    needs_help: bool,
    is_lowest: bool,
    reminder_href: Option<String>,
) -> impl IntoView {
    let is_named = !help.is_empty();
    let distress = if is_named { words.distress } else { words.distress_unnamed };
    let remind = if needs_help { words.remind_tomorrow } else { words.remind };
    // If there are links, the first one is the primary action.
    let class = if needs_help || !card.links.is_empty() { "button-plain" } else { "button" };
    let reminder = reminder_href.map(|href| view! { <a class=class href=href>{remind}</a> });
    let because = because.map(|Reason { question, answer }| {
        let answer = (words.because)(&in_one_line(words, answer));
        view! { <p class="because"><Said text=question /> " " <span>{answer}</span></p> }
    });
    let Advice { id, is_own, title, sub_title, urgent, steps_title, steps, help_step, boost, links, .. } = card;
    let more = steps.len().saturating_sub(1);
    // Its links are below the first step.
    let help_step = help_step.filter(|_| !needs_help).map(|step| (step, help.clone()));
    let sub_title = sub_title.map(|text| view! { <p><Prose text=text /></p> });
    let boost = boost.map(|text| view! { <p class="boost"><Prose text=text /></p> });
    let rest = if more > 0 {
        view! {
            <details>
                <summary>{(words.more_steps)(more)}</summary>
                {sub_title}
                <Steps id=id.clone() steps=steps.clone() from=1 to=steps.len() help=help_step />
                <p class="hint ticks-note">{words.ticks_note}</p>
                {boost}
            </details>
        }
        .into_any()
    } else {
        view! { <div class="afterwards">{sub_title} {boost}</div> }.into_any()
    };
    view! {
        <section class="card start-here" aria-labelledby="start-here">
            <h2 id="start-here">{words.start_here}</h2>
            <article>
                <h3><Said text=title /></h3>
                {because}
                {urgent.map(|text| view! { <p class="urgent"><Said text=text /></p> })}
                {steps_title.filter(|_| is_own).map(|text| view! { <h4><Said text=text /></h4> })}
                <Steps id=id steps=steps from=0 to=1 help=None />
                {is_lowest.then(|| view! { <p class="distress">{distress}</p> })}
                {needs_help.then(|| view! { <HelpLinks help=help /> })}
                {(needs_help && !is_named).then(|| view! { <FindHelp words=words is_open=true /> })}
                <HelpLinks help=links />
                {reminder}
                {rest}
            </article>
        </section>
    }
}

/// A card folded to its title and first step; for a strength, to its title and what goes well.
#[component]
pub(crate) fn FoldedCard(words: &'static Texts, card: Advice, help: Vec<HelpLinkText>) -> impl IntoView {
    let Advice {
        id,
        is_own,
        is_focus,
        area,
        title,
        sub_title,
        urgent,
        steps_title,
        steps,
        help_step,
        boost,
        links,
        ..
    } = card;
    let first_step = steps.first().cloned();
    let glimpse = match (is_own, is_focus) {
        (true, _) => sub_title.clone().or(first_step),
        (false, true) => first_step,
        (false, false) => sub_title.clone(),
    };
    let title = view! { <h3><Said text=title /></h3> };
    if glimpse.is_none() && boost.is_none() && links.is_empty() {
        return view! { <article>{title}</article> }.into_any();
    }
    let area = area.map(|area| view! { <p class="card-category"><Said text=area_name(words, area) /></p> });
    view! {
        <article>
            <details>
                <summary>
                    {title}
                    {glimpse.map(|text| view! { <span class="glimpse"><Said text=text /></span> })}
                </summary>
                {area}
                {sub_title.map(|text| view! { <p><Prose text=text /></p> })}
                {urgent.map(|text| view! { <p class="urgent"><Said text=text /></p> })}
                {steps_title.map(|text| view! { <h4><Said text=text /></h4> })}
                <Steps
                    id=id
                    to=steps.len()
                    steps=steps
                    from=0
                    help=help_step.map(|step| (step, help))
                />
                {boost.map(|text| view! { <p class="boost"><Prose text=text /></p> })}
                <HelpLinks help=links />
            </details>
        </article>
    }
    .into_any()
}

pub(crate) fn area_name(words: &'static Texts, area: AreaName) -> Rendition {
    match area {
        AreaName::BuiltIn(category) => words.category_name(category).into(),
        AreaName::Own(name) => name,
    }
}

/// The steps `from..to` with checkboxes. `help` is the index of a step and the links below it.
#[component]
fn Steps(
    id: String,
    steps: Vec<Rendition>,
    from: usize,
    to: usize,
    help: Option<(usize, Vec<HelpLinkText>)>,
) -> impl IntoView {
    let mut help = help;
    let steps: Vec<_> = steps
        .into_iter()
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
                        <span class="lines" {..lang_of(&step)}>{linked(&step.text)}</span>
                    </label>
                    {links}
                </li>
            }
        })
        .collect();
    (!steps.is_empty()).then(|| {
        view! {
            <ol class="steps" start=from + 1>
                {steps}
            </ol>
        }
        .into_any()
    })
}
