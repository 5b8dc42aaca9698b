//! The questions that were shown, with the answers that were given.

use domain::{Told, ToldPart, ToldQuestion};
use leptos::prelude::*;

use super::Said;
use crate::words::Texts;

#[component]
pub(crate) fn AnswerList(words: &'static Texts, answers: Vec<ToldQuestion>) -> impl IntoView {
    let rows: Vec<_> = answers
        .into_iter()
        .map(|ToldQuestion { question, parts }| {
            let parts: Vec<_> = parts.into_iter().map(|part| view! { <Part words=words part=part /> }).collect();
            view! {
                <div>
                    <dt>
                        <Said text=question />
                    </dt>
                    {parts}
                </div>
            }
        })
        .collect();
    view! { <dl class="answers">{rows}</dl> }
}

/// An answer below the row or the option that it belongs to.
#[component]
fn Part(words: &'static Texts, part: ToldPart) -> impl IntoView {
    let ToldPart { name, answer } = part;
    let class = if answer.is_none() { Some("absent") } else { None };
    let name = name.map(|name| view! { <span class="part"><Said text=name /></span> });
    let answer = match answer {
        Some(answer) => view! { <Answered words=words answer=answer /> }.into_any(),
        None => words.not_answered.into_any(),
    };
    view! {
        <dd class=class>
            {name}
            {answer}
        </dd>
    }
}

/// An answer within a sentence; `None` for one that is too long for it.
pub(crate) fn plain(words: &'static Texts, answer: Told) -> Option<String> {
    match answer {
        Told::Label(label) => Some(label.text),
        Told::Labels(labels) => Some(labels.into_iter().map(|label| label.text).collect::<Vec<_>>().join(", ")),
        Told::Number { number, unit: None, label: Some(label) } => {
            Some(format!("{} – {}", words.number(number), label.text))
        }
        Told::Number { number, unit: Some(unit), .. } => Some(format!("{}\u{a0}{}", words.number(number), unit.text)),
        Told::Number { number, .. } => Some(words.number(number)),
        Told::Date(date) => Some(words.day(&date)),
        Told::Ranking(_) | Told::Text(_) | Told::Consent => None,
    }
}

/// An answer of any kind in words.
#[component]
fn Answered(words: &'static Texts, answer: Told) -> impl IntoView {
    match answer {
        Told::Label(label) => view! { <Said text=label /> }.into_any(),
        Told::Labels(labels) if labels.len() == 1 => {
            labels.into_iter().map(|label| view! { <Said text=label /> }).collect::<Vec<_>>().into_any()
        }
        Told::Labels(labels) => {
            let labels: Vec<_> = labels.into_iter().map(|label| view! { <li><Said text=label /></li> }).collect();
            view! { <ul>{labels}</ul> }.into_any()
        }
        Told::Ranking(labels) => {
            let labels: Vec<_> = labels.into_iter().map(|label| view! { <li><Said text=label /></li> }).collect();
            view! { <ol>{labels}</ol> }.into_any()
        }
        Told::Number { number, unit: None, label: Some(label) } => view! {
            {format!("{} – ", words.number(number))}
            <Said text=label />
        }
        .into_any(),
        Told::Number { number, unit: Some(unit), .. } => view! {
            {format!("{}\u{a0}", words.number(number))}
            <Said text=unit />
        }
        .into_any(),
        Told::Number { number, .. } => words.number(number).into_any(),
        Told::Date(date) => words.day(&date).into_any(),
        // The respondent may have written in any language.
        Told::Text(text) => view! { <span class="written" dir="auto">{text}</span> }.into_any(),
        Told::Consent => words.agreed.into_any(),
    }
}
