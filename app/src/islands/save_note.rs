//! The line that says if answers are saved; empty until there is something to say.

use leptos::{ev::MouseEvent, prelude::*};

use super::Asking;
use crate::{
    browser,
    stepper::{Event, SaveState},
};

#[component]
pub(super) fn SaveNote(asking: Asking) -> impl IntoView {
    let tone = asking.live(|_, stepper| {
        let tone = match stepper.save_state() {
            SaveState::Quiet => "",
            SaveState::Saving | SaveState::Finishing => "busy",
            SaveState::Saved => "good",
            SaveState::Waiting | SaveState::Refused => "held",
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
            SaveState::Refused => words.refused.clone(),
            SaveState::Finishing => words.finishing.clone(),
        }
    });
    let action = asking.live(|sheet, stepper| match stepper.save_state() {
        SaveState::Waiting => sheet.words.retry.clone(),
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
