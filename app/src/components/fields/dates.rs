//! A date as three fields, in the order of the page's language.

use domain::{Language, form::DATE_PARTS};
use leptos::prelude::*;

use crate::components::question_view::{QuestionView, control_id};

pub(crate) fn date(asked: &QuestionView<'_>) -> AnyView {
    let words = asked.words;
    let labels = words.date_field;
    let fields: Vec<_> = order(asked.language)
        .into_iter()
        .zip(1..)
        .map(|(part, number)| {
            let id = control_id(&asked.question.id, number);
            let name = ["answer", DATE_PARTS[part]].concat();
            view! {
                <div>
                    <label for=id.clone()>{labels[part]}</label>
                    <input
                        type="text"
                        inputmode="numeric"
                        id=id
                        value=asked.value(&name).to_owned()
                        name=name
                        aria-invalid=asked.invalid(&asked.question.id)
                        autocomplete="off"
                        class=if part == 2 { "entry year" } else { "entry day" }
                    />
                </div>
            }
        })
        .collect();
    view! { <div class="date">{fields}</div> }.into_any()
}

fn order(language: Language) -> [usize; 3] {
    let tag = language.as_str();
    match tag.split('-').next().unwrap_or(tag) {
        "eu" | "hu" | "ja" | "ko" | "lt" | "mn" | "zh" => [2, 1, 0],
        "en" if tag.ends_with("-US") => [1, 0, 2],
        _ => [0, 1, 2],
    }
}
