//! The questions that were shown, each with its answer and a link to change it.

use domain::ReadableQuestion;
use leptos::prelude::*;

use super::{Said, answer_list::Part};
use crate::words::Texts;

/// `hrefs` are the pages of the questions.
#[component]
pub(crate) fn ReviewList(words: &'static Texts, answers: Vec<ReadableQuestion>, hrefs: Vec<String>) -> impl IntoView {
    let rows: Vec<_> = answers
        .into_iter()
        .zip(hrefs)
        .map(|(ReadableQuestion { question, parts }, href)| {
            let parts: Vec<_> = parts.into_iter().map(|part| view! { <Part words=words part=part /> }).collect();
            view! {
                <div>
                    <dt>
                        <Said text=question.clone() />
                    </dt>
                    {parts}
                    <dd class="change">
                        <a href=href>
                            {words.review_change} <span class="visually-hidden">": " <Said text=question /></span>
                        </a>
                    </dd>
                </div>
            }
        })
        .collect();
    view! { <dl class="given">{rows}</dl> }
}
