//! The way back and how far along the question is, which stay while questions change.

use leptos::{ev::MouseEvent, prelude::*};

use super::{Asking, asking::Live};
use crate::{browser, stepper::Event};

#[component]
pub(super) fn Way(asking: Asking) -> impl IntoView {
    let href = asking.live(|sheet, stepper| sheet.address(stepper.current().saturating_sub(1), &sheet.language));
    let is_first = asking.live(|_, stepper| stepper.current() == 0);
    let progress = asking.live(|sheet, stepper| sheet.progress(stepper.current()));
    // Nothing at the first question; the last still leaves a step to the result.
    let width = asking.live(|sheet, stepper| {
        let percent = stepper.current() * 100 / sheet.questions.len();
        [percent.to_string().as_str(), "%"].concat()
    });
    let label = asking.sheet.words.back.clone();
    let follow = move |event: MouseEvent| {
        // With a modifier key the browser does what it does with any link.
        if !(event.ctrl_key() || event.meta_key() || event.shift_key() || event.alt_key()) {
            event.prevent_default();
            browser::handle(&asking, Event::Back);
        }
    };
    view! {
        <div class="way">
            <a class="back-link" href=href hidden=is_first on:click=follow>
                {label}
            </a>
            <p>{progress}</p>
        </div>
        <Bar width=width />
    }
}

/// A bar that is filled by its width in per cent; the words beside it say the same.
#[component]
pub(crate) fn Bar(width: Live<String>) -> impl IntoView {
    view! {
        <svg class="meter" width="100%" height="10" aria-hidden="true" focusable="false">
            <rect class="meter-track" width="100%" height="10" rx="5" />
            <rect class="meter-value" width=width height="10" rx="5" />
        </svg>
    }
}
