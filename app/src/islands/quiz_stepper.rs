//! Answering in place: one question after the other, without a page load between them, and what stands around them.

use leptos::{ev::MouseEvent, prelude::*};

use super::{Asking, asking::Live};
use crate::{
    browser,
    stepper::{Arrival, Event, SaveState},
};

/// The questions are its children, which stay as the server drew them: the browser's program holds no code for them. Takes
/// nothing else, because arguments would bring a JSON parser into the browser.
#[island]
pub fn QuizStepper(children: Children) -> impl IntoView {
    let asking = Asking::of_page();
    let arrival = asking.live(|_, stepper| {
        let arrival = match stepper.arrival() {
            None => "",
            Some(Arrival::Back) => "back",
            Some(Arrival::Forward | Arrival::Travelled) => "forward",
        };
        arrival.to_owned()
    });
    view! {
        <div class="stepper" data-arrival=arrival>
            <SaveNote asking=asking.clone() />
            <Way asking=asking />
            {children()}
        </div>
    }
}

/// The line that says if answers are saved; empty until there is something to say.
#[component]
fn SaveNote(asking: Asking) -> impl IntoView {
    let tone = asking.live(|_, stepper| {
        let tone = match stepper.save_state() {
            SaveState::Quiet => "",
            SaveState::Saving | SaveState::Finishing => "busy",
            SaveState::Saved => "good",
            SaveState::Waiting | SaveState::ResultWaiting | SaveState::Refused => "held",
        };
        tone.to_owned()
    });
    let text = asking.live(|sheet, stepper| {
        let words = &sheet.words;
        match stepper.save_state() {
            SaveState::Quiet => String::new(),
            SaveState::Saving => words.saving.clone(),
            SaveState::Saved => words.saved.clone(),
            SaveState::Waiting => words.not_saved.clone(),
            SaveState::ResultWaiting => words.result_waits.clone(),
            SaveState::Refused => words.refused.clone(),
            SaveState::Finishing => words.finishing.clone(),
        }
    });
    let action = asking.live(|sheet, stepper| match stepper.save_state() {
        SaveState::Waiting | SaveState::ResultWaiting => sheet.words.retry.clone(),
        SaveState::Refused => sheet.words.reload.clone(),
        _ => String::new(),
    });
    let act = move |_: MouseEvent| {
        let is_refused = asking.stepper.with_untracked(|stepper| stepper.save_state() == SaveState::Refused);
        browser::handle(&asking, if is_refused { Event::Reload } else { Event::Retry });
    };
    view! {
        <div class="save-note" data-tone=tone>
            <p role="status">{text}</p>
            <button type="button" class="button-plain" on:click=act>
                {action}
            </button>
        </div>
    }
}

/// The way back and how far along the question is, which stay while questions change.
#[component]
fn Way(asking: Asking) -> impl IntoView {
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
