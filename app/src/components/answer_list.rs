//! The shown questions with their answers.

use domain::{Language, Quoted, ReadableAnswer, ReadablePart, ReadableQuestion, Rendition};
use leptos::prelude::*;

use super::Said;
use crate::words::{Texts, texts};

#[component]
pub(crate) fn AnswerList(words: &'static Texts, answers: Vec<ReadableQuestion>) -> impl IntoView {
    let rows: Vec<_> = answers
        .into_iter()
        .map(|ReadableQuestion { question, parts, .. }| {
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

/// An answer below its row or option.
#[component]
pub(super) fn Part(words: &'static Texts, part: ReadablePart) -> impl IntoView {
    let ReadablePart { name, answer } = part;
    let class = answer.is_none().then_some("absent");
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

#[component]
fn Answered(words: &'static Texts, answer: ReadableAnswer) -> impl IntoView {
    let items = |labels: Vec<Rendition>| -> Vec<_> {
        labels.into_iter().map(|label| view! { <li><Said text=label /></li> }).collect()
    };
    match answer {
        ReadableAnswer::Label(label) => view! { <Said text=label /> }.into_any(),
        ReadableAnswer::Labels(labels) => view! { <ul>{items(labels)}</ul> }.into_any(),
        ReadableAnswer::Ranking(labels) => view! { <ol>{items(labels)}</ol> }.into_any(),
        ReadableAnswer::Number { number, unit, label } => {
            let before = if label.is_some() { " – " } else { "\u{a0}" };
            let beside = label.or(unit).map(|text| view! { {before} <Said text=text /> });
            view! { {words.number(number)} {beside} }.into_any()
        }
        // The respondent may have written in any language.
        ReadableAnswer::Text(text) => view! { <span class="written" dir="auto">{text}</span> }.into_any(),
        other @ (ReadableAnswer::Date(_) | ReadableAnswer::Consent) => in_one_line(words, other).into_any(),
    }
}

/// An answer of any kind on one line.
pub(crate) fn in_one_line(words: &'static Texts, answer: ReadableAnswer) -> String {
    let all = |labels: Vec<Rendition>| labels.into_iter().map(|label| label.text).collect::<Vec<_>>().join(", ");
    match answer {
        ReadableAnswer::Label(label) => label.text,
        ReadableAnswer::Labels(labels) | ReadableAnswer::Ranking(labels) => all(labels),
        ReadableAnswer::Number { number, label: Some(label), .. } => {
            format!("{} – {}", words.number(number), label.text)
        }
        ReadableAnswer::Number { number, unit: Some(unit), .. } => {
            format!("{}\u{a0}{}", words.number(number), unit.text)
        }
        ReadableAnswer::Number { number, .. } => words.number(number),
        ReadableAnswer::Date(date) => words.day(&date),
        ReadableAnswer::Text(text) => text,
        ReadableAnswer::Consent => words.agreed.to_owned(),
    }
}

/// What a text quotes, as readers of a language write it.
pub fn quoted(value: Quoted, language: Language) -> String {
    let words = texts(language);
    match value {
        Quoted::Answer(answer) => in_one_line(words, answer).split_whitespace().collect::<Vec<_>>().join(" "),
        Quoted::Score(score) => words.number(score),
    }
}
