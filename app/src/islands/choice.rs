//! The options of a question: real radio buttons with generous labels.

use leptos::{ev::Event, prelude::*};

use super::Asking;
use crate::{browser, stepper};

#[component]
pub(super) fn Choice(asking: Asking, index: usize) -> impl IntoView {
    let question = &asking.sheet.questions[index];
    let options: Vec<_> = question
        .options
        .iter()
        .enumerate()
        .map(|(number, option)| {
            let id = question.option_element_id(number);
            let value = option.id.clone();
            let is_chosen = asking.live(move |_, stepper| stepper.choice(index) == Some(value.as_str()));
            view! {
                <label class="option" for=id>
                    <input
                        type="radio"
                        name="answer"
                        id=id.clone()
                        value=option.id.clone()
                        checked=question.answer.as_ref() == Some(&option.id)
                        prop:checked=is_chosen
                    />
                    <span>{option.label.clone()}</span>
                </label>
            }
        })
        .collect();
    let choose = move |event: Event| {
        browser::handle(&asking, stepper::Event::Choose { step: index, option: event_target_value(&event) });
    };
    view! {
        <div class="options" on:change=choose>
            {options}
        </div>
    }
}
