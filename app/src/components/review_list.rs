//! The shown questions, each with its answer and a link to change it.

use domain::ReadableQuestion;
use leptos::prelude::*;

use super::{Said, answer_list::Part};
use crate::words::Texts;

/// `hrefs` are the URLs of the questions.
#[component]
pub(crate) fn ReviewList(words: &'static Texts, answers: Vec<ReadableQuestion>, hrefs: Vec<String>) -> impl IntoView {
    let mut rows: Vec<(ReadableQuestion, String)> = answers.into_iter().zip(hrefs).collect();
    let mut parts = Vec::new();
    // From the last part to the first, each with its name.
    while !rows.is_empty() {
        let begin = rows.iter().rposition(|(told, _)| told.part.is_some()).unwrap_or_default();
        let of_part = rows.split_off(begin);
        let name = of_part[0].0.part.clone();
        let rows: Vec<_> = of_part.into_iter().map(|(told, href)| row(words, told, href)).collect();
        parts.push(view! {
            {name.map(|name| view! { <h2><Said text=name /></h2> })}
            <dl class="given">{rows}</dl>
        });
    }
    parts.reverse();
    parts
}

fn row(words: &'static Texts, told: ReadableQuestion, href: String) -> impl IntoView {
    let ReadableQuestion { question, parts, .. } = told;
    let parts: Vec<_> = parts.into_iter().map(|part| view! { <Part words=words part=part /> }).collect();
    view! {
        <div>
            <dt>
                <Said text=question.clone() />
            </dt>
            {parts}
            <dd class="change">
                <a href=href>{words.review_change} <span class="visually-hidden">": " <Said text=question /></span></a>
            </dd>
        </div>
    }
}
