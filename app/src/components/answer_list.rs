//! Every question with the answer that was given.

use leptos::prelude::*;

use crate::words::Texts;

/// Questions and labels of the chosen options.
#[component]
pub(crate) fn AnswerList(words: &'static Texts, answers: Vec<(String, Option<String>)>) -> impl IntoView {
    let rows: Vec<_> = answers
        .into_iter()
        .map(|(question, answer)| {
            let answer = match answer {
                Some(label) => view! { <dd>{label}</dd> }.into_any(),
                None => view! { <dd class="absent">{words.not_answered}</dd> }.into_any(),
            };
            view! {
                <div>
                    <dt>{question}</dt>
                    {answer}
                </div>
            }
        })
        .collect();
    view! { <dl class="answers">{rows}</dl> }
}
