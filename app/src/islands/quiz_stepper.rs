//! Answering in place: the same forms, without a page load between them.

use leptos::prelude::*;

use super::{Note, SaveNote};
use crate::browser::Driver;

/// Takes over the forms among its children. What it has to know stands in `data-` attributes there: an argument would
/// bring a JSON parser into the browser.
#[island]
pub fn QuizStepper(children: Children) -> impl IntoView {
    let (note, set_note) = signal(Note::default());
    let driver = Driver::start(set_note);
    let (submitting, clicking) = (driver.clone(), driver.clone());
    view! {
        <div
            class="stepper"
            on:submit=move |event| submitting.submitted(&event)
            on:click=move |event| clicking.clicked(&event)
        >
            {children()}
            <SaveNote note=note driver=driver />
        </div>
    }
}
